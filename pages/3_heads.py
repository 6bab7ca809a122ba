"""多头: all heads of the source, the role of each, two of them compared."""

from pages.ui.frame import page
from pages.ui.heads import heads
from pages.ui.parts import controls, export, sentence, tables

with page.opened("heads"):
    page.lead("heads.lead")
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = page.place()
    if sentence.sentence_box():
        computed = tables.computation(heads=heads.RANDOM_HEADS)
        with switches:
            controls.score_switches(computed)
        sentence.word_chips(tables.unseen_marks(computed))
        heads.why_they_differ(computed)
        heads.all_heads(computed)
        heads.figures(computed)
        page.folded("heads.compare", lambda: heads.two_compared(computed))
        page.folded("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
