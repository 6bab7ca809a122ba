"""The classroom's page: door.py lets people in, desk.py is the teacher's, seat.py a student's, overview.py what both see."""
