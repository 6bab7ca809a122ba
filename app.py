"""注意力表: the main page. A sentence becomes an attention table beside the hand-built one."""

from pages.ui.frame import page
from pages.ui.parts import comparison, controls, curves, export, hand, sentence, tables
from pages.ui.table import lesson

with page.opened("table"):
    page.lead("app.lead")
    if written := sentence.sentence_box():
        computed = tables.compute_board()
        words = page.slot()
        tables.two_tables(computed)  # first of all, for they are what a visitor waits for
        with words:
            sentence.word_chips(tables.unseen_marks(computed))
    with page.sidebar():
        controls.example_picker()
        controls.source_picker(linked=True)
        controls.switch_board(computed if written else None)
    if written:
        hand.hand_table_editor()
        comparison.compare_shown(computed)
        page.fold("links.title", lambda: curves.main_links(computed))
        page.fold("export.title", lambda: export.export_box(computed))
        page.fold("open.title", export.open_box)
        page.fold("lesson.title", lesson.lesson_kit)
