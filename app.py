"""注意力表: the main page. A sentence becomes an attention table beside the hand-built one."""

from pages.ui import comparison, controls, frame, hand, sentence, tables

with frame.opened("table"):
    with frame.sidebar():
        controls.example_picker()
        controls.source_picker(linked=True)
        controls.switch_board()
    frame.lead("app.lead")
    if sentence.sentence_box():
        computed = tables.computation()
        sentence.word_chips(tables.unseen_marks(computed))
        tables.two_tables(computed)
        hand.hand_table_editor()
        comparison.comparison(computed)
