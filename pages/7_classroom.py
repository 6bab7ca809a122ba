"""课堂: a class builds the hand table together; the teacher's desk, a student's seat, or the door to both."""

from pages.ui.classroom import desk, door, seat
from pages.ui.frame import page
from pages.ui.lesson import notes

with page.opened("classroom"):
    visit = door.visit()
    if visit is None:
        page.lead("classroom.lead")
        door.entrances()
    elif visit.room is None:
        door.waiting()
    elif visit.secret:
        notes.speaker_notes(visit)
        desk.desk(visit.room, visit.secret)
    else:
        seat.seat(visit.room, door.student())
    door.privacy()
