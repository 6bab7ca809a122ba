"""The page 上课: plan.py where the lesson is, scenes.py the screen, notes.py the speaker's notes, kit.py what is printed."""
