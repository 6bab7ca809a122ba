"""A table as an SVG picture, written without a browser: text stays text, colours and digits are those of attention.figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from attention.exchange.cells import (
    FONTS,
    LATIN_FONTS,
    clipped,
    colour,
    escaped,
    scale_end,
    shade_numbers,
    shown_digits,
)
from attention.exchange.picture import Picture, computed_picture, hand_picture
from attention.figures.colours import DIGITS, EMPTY_TEXT, WEIGHTS
from attention.figures.plan import MAX_DIGITS_WIDE, HeatmapPlan, plan_heatmap, short_label, visible_width
from attention.sources.table import AttentionTable
from attention.texts.files import say

FONT = 14
TITLE = 18
SMALL = 12
LINE_HEIGHT = 18
"""Height of a line of small text."""
MARGIN = 16
CELL = (48, 34)
"""Width and height of a cell that has its digits."""
BARE = 14
"""Side of a cell without; many words make it smaller, so that the picture stays about 1000 wide."""
MAX_PICTURE_WIDTH = 1000
LONGEST_TITLE = 40
INK = "#23272e"
GREY = "#5b6270"
EMPTY = '"#808080" fill-opacity="0.25"'
SVG_SHADES = 255


@dataclass(frozen=True)
class Place:
    """Where the cells are: the corner of the first, and the size of each."""

    left: float
    above: float
    width: float
    height: float

    def x(self, j: float) -> float:
        """The left edge of column j, which may be a fraction."""
        return self.left + j * self.width

    def y(self, i: float) -> float:
        """The upper edge of row i, which may be a fraction."""
        return self.above + i * self.height


def computed_svg(table: AttentionTable) -> bytes:
    """The computed table of the words that are shown."""
    return write_svg(computed_picture(table))


def hand_svg(table: AttentionTable) -> bytes:
    """The hand table of the words that are shown."""
    return write_svg(hand_picture(table))


def write_svg(picture: Picture) -> bytes:
    """The picture as a file."""
    digits = picture.digits and len(picture.words) <= MAX_DIGITS_WIDE
    plan = plan_heatmap(picture.words, picture.words, digits=digits, height=0, font_size=FONT, room=math.inf)
    place = cell_grid(plan, len(picture.words))
    listed = [f"{word}  {' · '.join(filter(None, said))}" for word, *said in picture.listed]
    if listed:
        listed.insert(0, say(picture.language, "label.words"))
    longest = max(
        text_width(clipped(picture.title, LONGEST_TITLE), TITLE),
        text_width(picture.said, SMALL),
        190 + SMALL + text_width(say(picture.language, "label.empty_cell"), SMALL),  # the legend
        *(text_width(line, SMALL) for line in listed),
    )
    width = round(max(place.x(len(picture.words)), MARGIN + longest) + MARGIN)
    under = round(place.y(len(picture.words)) + 3 * MARGIN + FONT)
    height = under + len(listed) * LINE_HEIGHT + (MARGIN if listed else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{escaped(FONTS)}" font-size="{FONT}" fill="{INK}" role="img" aria-label="{escaped(picture.title)}">',
        f"<title>{escaped(picture.title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *title_lines(picture),
        *axis_titles(picture, place),
        *column_labels(picture.words, plan, place),
        *row_labels(picture.words, plan, place),
        *(digit_cells(picture, place) if plan.digits else bare_cells(picture, place)),
        *legend(picture, place.y(len(picture.words)) + 1.5 * MARGIN),
        *word_lines(listed, under),
        "</svg>",
    ]
    return ("\n".join(parts) + "\n").encode("utf8")


def word_lines(listed: Sequence[str], under: float) -> Iterator[str]:
    """How the words are said and what they mean, a line each, under the picture."""
    look = f'font-size="{SMALL}" font-family="{escaped(LATIN_FONTS)}"'
    for i, line in enumerate(listed):
        yield text_at(MARGIN, under + LINE_HEIGHT * (i + 0.5), line, look)


def cell_grid(plan: HeatmapPlan, n: int) -> Place:
    """Cells to the right of the longest row label and below the column labels."""
    wide = max(CELL[0], round(plan.cols.width * FONT) + 6) if plan.digits and not plan.turned else CELL[0]
    bare = max(4.0, min(BARE, MAX_PICTURE_WIDTH / n))
    width, height = (wide, CELL[1]) if plan.digits else (bare, bare)
    left = MARGIN + SMALL + 10 + plan.rows.width * FONT + 6
    labels = plan.cols.width * FONT if plan.turned else FONT
    return Place(left, MARGIN + TITLE + 8 + SMALL + MARGIN + SMALL + 8 + labels + 6, width, height)


def text_width(text: str, size: int) -> float:
    """Pixels that the text takes, about."""
    return visible_width(text) * size


def text_at(x: float, y: float, text: str, more: str = "") -> str:
    """One line of text. more: further attributes."""
    return f'<text x="{x:g}" y="{y:g}"{more and " " + more}>{escaped(text)}</text>'


def title_lines(picture: Picture) -> Iterator[str]:
    """The title and what is said about the table."""
    yield text_at(
        MARGIN, MARGIN + TITLE, clipped(picture.title, LONGEST_TITLE), f'font-size="{TITLE}" font-weight="600"'
    )
    yield text_at(MARGIN, MARGIN + TITLE + 8 + SMALL, picture.said, f'font-size="{SMALL}" fill="{GREY}"')


def axis_titles(picture: Picture, place: Place) -> Iterator[str]:
    """The titles of both axes: key above the columns, query beside the rows."""
    middle = len(picture.words) / 2
    small = f'font-size="{SMALL}" fill="{GREY}" text-anchor="middle"'
    yield text_at(
        place.x(middle), MARGIN + TITLE + 8 + SMALL + MARGIN + SMALL, say(picture.language, "label.key"), small
    )
    x, y = MARGIN + SMALL, place.y(middle)
    yield text_at(x, y, say(picture.language, "label.query"), f'{small} transform="rotate(-90 {x:g} {y:g})"')


def column_labels(words: Sequence[str], plan: HeatmapPlan, place: Place) -> Iterator[str]:
    """The words above the columns."""
    for position in plan.cols.positions:
        x, y = place.x(position - 0.5), place.above - 6
        word = short_label(words[position - 1])
        if plan.turned:
            yield text_at(x + FONT / 3, y, word, f'transform="rotate(-90 {x + FONT / 3:g} {y:g})"')
        else:
            yield text_at(x, y, word, 'text-anchor="middle"')


def row_labels(words: Sequence[str], plan: HeatmapPlan, place: Place) -> Iterator[str]:
    """The words beside the rows."""
    for position in plan.rows.positions:
        y = place.y(position - 0.5) + FONT / 3
        yield text_at(place.left - 6, y, short_label(words[position - 1]), 'text-anchor="end"')


def digit_cells(picture: Picture, place: Place) -> Iterator[str]:
    """Each cell as a square with its digits."""
    size = f'width="{place.width - 1:g}" height="{place.height - 1:g}"'
    for i, row in enumerate(picture.values.tolist()):
        for j, value in enumerate(row):
            digits = shown_digits(value)
            fill, ink = (EMPTY, EMPTY_TEXT) if digits == "-" else (f'"{colour(value / picture.top)}"', DIGITS)
            yield f'<rect x="{place.x(j):g}" y="{place.y(i):g}" {size} fill={fill}/>'
            middle = f'text-anchor="middle" fill="{ink}"'
            yield text_at(place.x(j + 0.5), place.y(i + 0.5) + FONT / 3, digits, middle)


def bare_cells(picture: Picture, place: Place) -> Iterator[str]:
    """Cells without digits, one path per colour, each a stroke as thick as a row: a sixth of what a square each would take."""
    strokes: dict[int | None, list[str]] = {}
    for i, row in enumerate(shade_numbers(picture.values, picture.top, SVG_SHADES)):
        for j, number in enumerate(row):
            strokes.setdefault(number, []).append(f"M{j},{i + 0.5}h1")
    where = f"translate({place.left:g} {place.above:g}) scale({place.width:g} {place.height:g})"
    yield f'<g transform="{where}" shape-rendering="crispEdges">'
    for number, path in strokes.items():
        stroke = EMPTY.replace("fill-", "stroke-") if number is None else f'"{colour(number / SVG_SHADES)}"'
        yield f'<path stroke={stroke} d="{"".join(path)}"/>'
    yield "</g>"


def legend(picture: Picture, y: float) -> Iterator[str]:
    """The scale of the colours, and the colour of empty cells."""
    small = f'font-size="{SMALL}" fill="{GREY}"'
    yield text_at(MARGIN, y + SMALL, "0", small)
    width = 120 / len(WEIGHTS)
    for i, shade in enumerate(WEIGHTS):
        yield f'<rect x="{MARGIN + 14 + i * width:g}" y="{y:g}" width="{width:g}" height="{FONT}" fill="{shade}"/>'
    yield text_at(MARGIN + 140, y + SMALL, scale_end(picture.top), small)
    x = MARGIN + 176
    yield f'<rect x="{x}" y="{y:g}" width="{FONT}" height="{FONT}" fill={EMPTY}/>'
    yield text_at(x + FONT + 6, y + SMALL, say(picture.language, "label.empty_cell"), small)
