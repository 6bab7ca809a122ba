"""注意力表: the main page. A sentence becomes an attention table beside the hand-built one."""

from pages.ui import comparison, controls, export, frame, hand, lesson, links, sentence, tables

with frame.opened("table"):
    frame.lead("app.lead")
    if written := sentence.sentence_box():
        computed = tables.computation()
        words = frame.place()
        tables.two_tables(computed)  # first of all, for they are what a visitor waits for
        with words:
            sentence.word_chips(tables.unseen_marks(computed))
    with frame.sidebar():
        controls.example_picker()
        controls.source_picker(linked=True)
        controls.switch_board(computed if written else None)
    if written:
        hand.hand_table_editor()
        comparison.comparison(computed)
        frame.folded("links.title", lambda: links.links_of(computed))
        frame.folded("export.title", lambda: export.export_box(computed))
        frame.folded("open.title", export.open_box)
        frame.folded("lesson.title", lesson.lesson_kit)
