"""四步计算: one query word, four steps, on one stage; below it all the numbers."""

from attention.sources.typed_matrices import TYPED
from pages.ui.frame import page
from pages.ui.parts import controls, export, sentence, tables, typed_matrices
from pages.ui.steps import stage, steps

with page.opened("steps"):
    page.lead("steps.lead.example" if stage.shows_example() else "steps.lead")
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        switches = page.slot()
    if sentence.sentence_box():
        computed, example = stage.table_shown(), stage.shows_example()
        with switches:
            controls.score_switches(computed)
        trace, query, key = stage.pickers(computed)
        stage.draw_stage(computed, trace, query, key)
        steps.sentence_about(computed)
        sentence.word_chips({} if example else tables.unseen_marks(computed))
        page.fold("steps.all", lambda: steps.all_numbers(computed, trace, query, key))
        page.fold("steps.qkv", lambda: steps.projections(computed.words, trace))
        if example:
            stage.edit_button()
        elif computed.origin.source == TYPED.name:
            page.fold("typed.title", typed_matrices.typed_matrices)
        page.fold("export.title", lambda: export.export_box(computed))
    else:
        with switches:
            controls.score_switches()
