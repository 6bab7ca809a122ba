"""真实模型: a real model on the visitor's sentence, all heads at once; or attention of the visitor's own."""

from functools import partial

from pages.ui.frame import page
from pages.ui.models import answers, bring, pair, picking, views, wall
from pages.ui.parts import imports, model_card, sentence

with page.opened("models"):
    page.lead("models.lead")
    written, held = sentence.sentence_box(), imports.looked_at()
    if written:
        sentence.word_chips(imports.unread_marks() if held else {})
    if held is None:
        bring.bring()
    else:
        picking.summary(held)
        stack, kept = picking.stack_picker(held), imports.kept_pick()
        units = picking.units_picker(stack)
        left, right = page.halves()
        with right:
            pick = picking.picker(kept, stack)
            table = picking.word_table(stack, pick, units)
            views.picked_table(stack, pick, units, table)
            views.on_the_main_page(held, stack, pick)
        with left:
            wall.head_wall(stack, pick, units, kept)
        with page.sidebar():
            if imports.is_shipped():
                model_card.card_popover("e5")
            page.view_toggle("digits")
            page.view_toggle("stretch")
        page.fold("models.another", bring.bring)
        for title, part in {
            "links.title": partial(views.picked_links, table),
            "models.pair": partial(pair.side_by_side, held, stack, pick, units),
            "models.questions": partial(answers.answers, stack, table),
        }.items():
            page.fold(title, part)
