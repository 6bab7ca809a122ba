"""A small picture for each question, of cells, bars and signs; it says nothing that its title does not."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.ui.frame import markup

BLUE, RED = "47,136,186", "213,94,0"
PATTERN = ((0.1, 0.9, 0.2), (0.7, 0.1, 0.5), (0.3, 0.6, 0.1))


def glyph(name: str) -> Markup:
    """The picture of the question `name`."""
    parts = markup.NO_HTML.join(GLYPHS[name])
    return Markup('<div class="glyph" aria-hidden="true">{}</div>').format(parts)


def cells(rows: Sequence[Sequence[float]], ink: str = BLUE) -> Markup:
    """A small table, as dark as its values, 0 to 1."""
    cell = Markup('<i style="background:rgba({},{})"></i>')
    squares = [cell.format(ink, max(value, 0.08)) for row in rows for value in row]
    table = Markup('<span class="cells" style="grid-template-columns:repeat({},0.8rem)">{}</span>')
    return table.format(len(rows[0]), markup.NO_HTML.join(squares))


def heights(*values: float) -> Markup:
    """Bars, from 0 to 1."""
    bars = [Markup('<i style="height:{}rem;background:rgb({})"></i>').format(3 * value, BLUE) for value in values]
    return Markup('<span class="heights">{}</span>').format(markup.NO_HTML.join(bars))


def sign(text: str) -> Markup:
    return Markup("<b>{}</b>").format(text)


def arc(left: str, right: str) -> Markup:
    """Two signs and the way from the right one to the left one, over what stands between."""
    return Markup('<b>{}</b><span class="arc"><i></i><b>?</b></span><b>{}</b>').format(left, right)


GLYPHS: dict[str, tuple[Markup, ...]] = {
    "values": (sign("V"), cells(PATTERN), sign("≟"), cells(PATTERN, RED), sign("X")),
    "dish": (cells(((0.9, 0.2, 0.1, 0.6),)), sign("?"), cells(((0.1, 0.8, 0.5, 0.1),), RED)),
    "cost": (heights(0.4), sign("×"), heights(0.7), sign("×"), heights(1.0), sign("= ?")),
    "swap": (sign("Q"), cells(PATTERN), sign("⇄"), cells(tuple(zip(*PATTERN, strict=True))), sign("K")),
    "scaling": (heights(0.25, 0.6, 0.35, 0.9), sign("÷ √d_k")),
    "rows": (cells(PATTERN), sign("→ Σ"), sign("↓ Σ")),
    "far": (arc("■", "■"),),
    "reference": (arc("小明", "他"),),
    "senses": (cells(PATTERN), sign("→ ?"), cells(PATTERN[::-1], RED)),
}
