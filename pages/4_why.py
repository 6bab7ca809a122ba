"""为什么: the questions that students ask, each an experiment."""

from functools import partial

from pages.ui.frame import page
from pages.ui.parts import controls, sentence, tables
from pages.ui.why import far, parts, reference, rows, scaling, senses, swap, switches, values

EXPERIMENTS = {
    "values": values.values_and_keys,
    "swap": swap.swapped_q_and_k,
    "scaling": scaling.scaled_scores,
    "rows": rows.rows_and_columns,
    "far": far.far_apart,
    "reference": reference.pronoun_reference,
    "senses": senses.sentence_pairs,
}

with page.opened("why"):
    parts.write_styles()
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        sidebar = page.slot()
    page.lead("why.lead")
    if sentence.sentence_box():
        computed = tables.compute_board(matrices=True)
        sentence.word_chips(tables.unseen_marks(computed))
        for name, draw in EXPERIMENTS.items():
            page.fold(f"why.title.{name}", partial(draw, computed))
        with sidebar:
            switches.sidebar_switches(EXPERIMENTS)
