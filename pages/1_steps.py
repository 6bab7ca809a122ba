"""四步计算: one query word, four steps, with all the numbers."""

from attention.sources.typed_matrices import TYPED
from pages.ui.frame import page
from pages.ui.parts import controls, export, sentence, tables, typed_matrices
from pages.ui.steps import steps

with page.opened("steps"):
    page.lead("steps.lead")
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = page.slot()
    if sentence.sentence_box():
        computed = tables.compute_board(matrices=True)
        with switches:
            controls.score_switches(computed)
        sentence.word_chips(tables.unseen_marks(computed))
        steps.sentence_about(computed)
        trace = steps.head_of(computed)
        query, key = steps.pickers(computed.words)
        steps.clickable_table(computed.words, trace, query, key)
        if computed.origin.source == TYPED.name:
            page.fold("typed.title", typed_matrices.typed_matrices)
        page.fold("steps.qkv", lambda: steps.projections(computed.words, trace))
        steps.step_one(computed, trace, query, key)
        steps.step_two(computed.words, trace, query)
        steps.step_three(computed.words, trace, query)
        steps.step_four(computed.words, trace, query)
        page.write_paragraph("steps.rounding")
        page.fold("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
