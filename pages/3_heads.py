"""多头: all heads of the source, the role of each, two of them compared."""

from pages.ui import controls, export, frame, heads, sentence, tables

with frame.opened("heads"):
    frame.lead("heads.lead")
    with frame.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = frame.place()
    if sentence.sentence_box():
        computed = tables.computation(heads=heads.RANDOM_HEADS)
        with switches:
            controls.score_switches(computed)
        sentence.word_chips(tables.unseen_marks(computed))
        heads.why_they_differ(computed)
        heads.all_heads(computed)
        heads.figures(computed)
        frame.folded("heads.compare", lambda: heads.two_compared(computed))
        frame.folded("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
