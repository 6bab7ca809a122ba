"""多头: all heads of the source, the role of each, two of them compared."""

from pages.ui.frame import page
from pages.ui.heads import heads
from pages.ui.parts import controls, export, sentence, tables

with page.opened("heads"):
    page.lead("heads.lead")
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = page.slot()
    if sentence.sentence_box():
        computed = tables.compute_board(heads=heads.RANDOM_HEADS)
        with switches:
            controls.score_switches(computed)
        sentence.word_chips(tables.unseen_marks(computed))
        heads.why_they_differ(computed)
        heads.heads_as_tables(computed)
        heads.write_figures(computed)
        page.fold("heads.compare", lambda: heads.two_compared(computed))
        page.fold("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
