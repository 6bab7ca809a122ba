"""注意力表: the main page. A sentence becomes an attention table beside the hand-built one."""

from pages.ui.frame import page
from pages.ui.frame.state import board
from pages.ui.parts import comparison, controls, curves, export, sentence
from pages.ui.table import instrument

with page.opened("table"):
    page.lead("app.lead")
    computed = instrument.workbench()
    with page.sidebar():
        controls.example_picker()
        controls.source_picker(linked=True)
        controls.guess_first()
        controls.switch_board(None if board().is_empty else computed)
        sentence.own_words_box()
    if not board().is_empty:
        page.fold("numbers.title", instrument.uncovered(lambda: comparison.compare_shown(computed, key="figures")))
        page.fold("links.title", instrument.uncovered(lambda: curves.main_links(computed)))
        page.fold("export.title", lambda: export.export_box(computed))
        page.fold("open.title", export.open_box)
