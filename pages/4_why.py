"""为什么: the questions that students ask, each an experiment."""

from functools import partial

from pages.ui import controls, frame, sentence, tables
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

with frame.opened("why"):
    parts.styles()
    with frame.sidebar():
        controls.example_picker()
        controls.source_picker()
        place = frame.place()
    frame.lead("why.lead")
    if sentence.sentence_box():
        computed = tables.computation(matrices=True)
        sentence.word_chips(tables.unseen_marks(computed))
        for name, draw in EXPERIMENTS.items():
            frame.folded(f"why.title.{name}", partial(draw, computed))
        with place:
            switches.switches(EXPERIMENTS)
