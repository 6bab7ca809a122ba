"""真实模型: attention of the visitor's own, from a file or from a model, between words."""

from functools import partial

from pages.ui.frame import page
from pages.ui.models import answers, bring, pair, picking, views
from pages.ui.parts import imports, sentence

with page.opened("models"):
    page.lead("models.lead")
    held = imports.held_import()
    if held is not None:
        with page.sidebar():
            page.view_toggle("digits")
            page.view_toggle("stretch")
    if sentence.sentence_box():
        sentence.word_chips()
    if held is None:
        bring.bring()
    else:
        picking.summary(held)
        page.fold("models.another", bring.bring)
        stack = picking.stack_picker(held)
        pick = picking.picker("import_pick", stack)
        units = picking.units_picker(stack)
        table = picking.word_table(stack, pick, units)
        views.picked_table(stack, units, table)
        views.on_the_main_page(held, stack)
        for title, part in {
            "links.title": partial(views.picked_links, table),
            "models.heads": partial(views.layer_heads, stack, pick, units),
            "models.pair": partial(pair.side_by_side, held, stack, pick, units),
            "models.questions": partial(answers.answers, stack, table),
        }.items():
            page.fold(title, part)
