"""注意力表: the main page. A sentence becomes an attention table beside the hand-built one."""

from pages.ui.frame import page
from pages.ui.parts import comparison, controls, curves, export, sentence, tables
from pages.ui.table import instrument

with page.opened("table"):
    page.lead("app.lead")
    if written := sentence.sentence_box():
        computed = tables.compute_board()
        instrument.living_table(computed)  # first of all, for it is what a visitor waits for
    with page.sidebar():
        controls.example_picker()
        controls.source_picker(linked=True)
        controls.guess_first()
        controls.switch_board(computed if written else None)
    if written:
        if not instrument.is_covered():
            page.fold("numbers.title", lambda: comparison.compare_shown(computed, key="figures"))
            page.fold("links.title", lambda: curves.main_links(computed))
        page.fold("export.title", lambda: export.export_box(computed))
        page.fold("open.title", export.open_box)
