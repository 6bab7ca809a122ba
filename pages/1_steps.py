"""四步计算: one query word, four steps, with all the numbers."""

from pages.ui import controls, export, frame, sentence, steps, tables, typed_matrices

with frame.opened("steps"):
    frame.lead("steps.lead")
    with frame.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = frame.place()
    if sentence.sentence_box():
        computed = tables.computation(matrices=True)
        with switches:
            controls.score_switches(computed)
        sentence.word_chips(tables.unseen_marks(computed))
        steps.sentence_about(computed)
        trace = steps.head_of(computed)
        query, key = steps.pickers(computed.words)
        steps.clickable_table(computed.words, trace, query, key)
        if computed.origin.source == "typed":
            frame.folded("typed.title", typed_matrices.typed_matrices)
        frame.folded("steps.qkv", lambda: steps.projections(computed.words, trace))
        steps.step_one(computed.words, trace, query, key)
        steps.step_two(computed.words, trace, query)
        steps.step_three(computed.words, trace, query)
        steps.step_four(computed.words, trace, query)
        frame.paragraph("steps.rounding")
        frame.folded("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
