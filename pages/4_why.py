"""为什么: the questions that students ask, each a card: first a guess, then a switch, then why."""

from pages.ui.frame import page
from pages.ui.parts import controls, sentence, tables
from pages.ui.why import cards, far, parts, reference, rows, scaling, senses, swap, switches, values

EXPERIMENTS = {
    "values": values.HANDED_OVER,
    "dish": values.DISH,
    "cost": values.COST,
    "swap": swap.SWAP,
    "scaling": scaling.SCALING,
    "rows": rows.ROWS,
    "far": far.FAR,
    "reference": reference.REFERENCE,
    "senses": senses.SENSES,
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
        cards.draw_cards(EXPERIMENTS, computed)
        with sidebar:
            switches.sidebar_switches(cards.opened_card())
