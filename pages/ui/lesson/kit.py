"""The lesson kit: plan, worksheet and answers, from assets/texts, which a teacher may edit."""

from __future__ import annotations

import streamlit as st

from attention.assets import TEXTS_FOLDER
from pages.ui.frame.page import said
from pages.ui.frame.state import board

LESSON_PARTS = ("lesson", "worksheet", "answers")


def lesson_kit() -> None:
    """Each part in the visitor's language, as the file has it now."""
    tabs = st.tabs([said(f"lesson.{part}") for part in LESSON_PARTS])
    for tab, part in zip(tabs, LESSON_PARTS, strict=True):
        with tab:
            st.markdown((TEXTS_FOLDER / f"{part}.{board().view.language}.md").read_text(encoding="utf8"))
