"""为什么: the questions that students ask, each an experiment."""

from functools import partial

from pages.ui.frame import page
from pages.ui.parts import controls, sentence, tables
from pages.ui.why import far, parts, reference, rows, scaling, senses, swap, switches, values

EXPERIMENTS = {
    "values": values.draw,
    "swap": swap.draw,
    "scaling": scaling.draw,
    "rows": rows.draw,
    "far": far.draw,
    "reference": reference.draw,
    "senses": senses.draw,
}

with page.opened("why"):
    parts.styles()
    with page.sidebar():
        controls.example_picker()
        controls.source_picker()
        place = page.place()
    page.lead("why.lead")
    if sentence.sentence_box():
        computed = tables.computation(matrices=True)
        sentence.word_chips(tables.unseen_marks(computed))
        for name, draw in EXPERIMENTS.items():
            page.folded(f"why.title.{name}", partial(draw, computed))
        with place:
            switches.switches(EXPERIMENTS)
