"""上课: a lesson in scenes, full screen; with a class on its phones, or for one person reading."""

from pages.ui.classroom import door
from pages.ui.frame import page
from pages.ui.lesson import kit, plan, scenes

with page.opened("lesson"):
    visit = door.visit()
    if visit and visit.room is None:
        door.waiting()
    elif plan.plan():
        at = plan.scene_at(visit.room if visit else None)
        plan.set_up(visit, at)
        scenes.draw_scene(plan.plan()[at], visit)
        with page.placed("lesson_strip_place"):
            plan.strip(visit, at)
    else:
        page.lead("lesson.none")
    page.fold("lesson.title", kit.lesson_kit)
