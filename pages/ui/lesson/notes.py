"""The speaker's notes on the teacher's own device: what to say in the scene that is on the wall, and the way on."""

from __future__ import annotations

import streamlit as st

from pages.ui.classroom.door import Visit
from pages.ui.frame import markup
from pages.ui.frame.page import said
from pages.ui.lesson.plan import go_to, plan, scene_at


def speaker_notes(visit: Visit) -> None:
    """Nothing while no lesson is on."""
    if not visit.room or visit.room.scene < 0:
        return
    at = scene_at(visit.room)
    scene, last = plan()[at], len(plan()) - 1
    with st.container(key="notes", border=True):
        title = said("lesson.notes.title", number=at + 1, title=scene.title, start=scene.start, end=scene.end)
        st.html(markup.heading(title))
        with st.container(key="notes_buttons", horizontal=True):
            for name, to in (("back", at - 1), ("on", at + 1)):
                st.button(
                    said(f"lesson.notes.{name}"), key=f"notes_{name}", disabled=not 0 <= to <= last,
                    type="primary" if name == "on" else "secondary", on_click=go_to, args=(to, visit),
                )  # fmt: skip
        st.markdown(scene.notes)
