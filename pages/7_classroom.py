"""课堂: a class builds the hand table together; the teacher's desk, a student's seat, or the door to both."""

from pages.ui import frame
from pages.ui.classroom import desk, door, seat

with frame.opened("classroom"):
    visit = door.visit()
    if visit is None:
        frame.lead("classroom.lead")
        door.entrances()
    elif visit.room is None:
        door.waiting()
    elif visit.secret:
        desk.desk(visit.room, visit.secret)
    else:
        seat.seat(visit.room, visit.student)
    door.privacy()
