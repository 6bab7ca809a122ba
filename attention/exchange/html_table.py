"""A table as HTML, for the offline page and the printed one: no style and no script in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attention.exchange.cells import colour, escaped, scale_end, shade_numbers, shown_digits
from attention.exchange.labels import corner, word_list
from attention.exchange.picture import Picture
from attention.figures.plan import MAX_DIGITS_WIDE, is_turned, short_label
from attention.sources.table import AttentionTable
from attention.texts.files import say
from attention.view import Language

SHADES = 100
"""The classes c1 to c100 are the colours up to the table's largest, n is '-', and none is 0; `shade_rules` writes them."""
CELL_START: dict[int | None, str] = {None: "<td class=n>", 0: "<td>"} | {
    i: f"<td class=c{i}>" for i in range(1, SHADES + 1)
}


def shade_rules(within: str = "") -> str:
    """CSS for the classes of the cells. within: a selector, where the page has other tables too."""
    colours = {"td": colour(0), **{f".c{i}": colour(i / SHADES) for i in range(SHADES + 1)}}
    colours[".n"] = "rgba(128,128,128,.25)"
    return "".join(f"{within} {name}{{background:{shade}}}" for name, shade in colours.items())


def table_html(picture: Picture) -> str:
    """The table alone; rows have their values in hundredths (`data-v`), the table its places, for a script that says them."""
    words, language = picture.words, picture.language
    digits = picture.digits and len(words) <= MAX_DIGITS_WIDE
    kind = " ".join(["table", *(["bare"] if not digits else []), *(["turned"] if turned(words) else [])])
    places = ",".join(str(place + 1) for place in picture.places)
    cell = escaped(say(language, "label.cell"))
    body = "\n".join(rows(picture, digits))
    head = table_head(picture.name, words, language)
    return f'<table class="{kind}" data-cell="{cell}" data-places="{places}">{head}<tbody>\n{body}\n</tbody></table>'


def table_head(name: str, words: Sequence[str], language: Language) -> str:
    """The caption and the column heads."""
    return (
        f'<caption>{escaped(name)}</caption>\n<thead><tr><th class="corner">{escaped(corner(language))}</th>'
        f"{''.join(map(column_head, words))}</tr></thead>\n"
    )


def turned(words: Sequence[str]) -> bool:
    """Whether the column heads are turned upright."""
    return is_turned(len(words), sum(len(short_label(word)) for word in words) / max(len(words), 1))


def column_head(word: str) -> str:
    """A column's head: where columns are narrow, a Chinese word runs downwards character by character; a Latin one is turned."""
    return f'<th scope="col"><span{" class=latin" if word.isascii() else ""}>{label(word)}</span></th>'


def label(word: str) -> str:
    """A word as it is shown, with the whole of it on hover; `bdi` keeps words of other directions in place."""
    short = short_label(word)
    return f"<bdi>{escaped(word)}</bdi>" if short == word else f'<bdi title="{escaped(word)}">{escaped(short)}</bdi>'


def rows(picture: Picture, digits: bool) -> Iterator[str]:
    """The rows of the table's body."""
    shades = shade_numbers(picture.values, picture.top, SHADES)
    hundredths = shade_numbers(picture.values, 1.0, 100)
    for word, row, shade, said in zip(picture.words, picture.values.tolist(), shades, hundredths, strict=True):
        texts = map(shown_digits, row) if digits else [""] * len(row)
        end = "</td>" if digits else ""  # HTML can do without, and many cells are a large file
        cells = "".join(f"{CELL_START[number]}{text}{end}" for number, text in zip(shade, texts, strict=True))
        yield (
            f'<tr data-v="{",".join("-" if v is None else str(v) for v in said)}">'
            f'<th scope="row">{label(word)}</th>{cells}</tr>'
        )


def words_html(table: AttentionTable) -> str:
    """How the words are said and what they mean; nothing unless that was asked for."""
    listed = word_list(table)
    if not listed:
        return ""
    words = " ".join(
        f"<span><bdi>{escaped(word)}</bdi> {escaped(' · '.join(filter(None, said)))}</span>" for word, *said in listed
    )
    return f'<h2>{escaped(say(table.view.language, "label.words"))}</h2>\n<p class="words">{words}</p>\n'


def legend_html(language: Language, top: float = 1.0) -> str:
    """What the colours mean."""
    shades = "".join(f"<i class=c{i}></i>" for i in range(0, SHADES + 1, 10))
    empty = escaped(say(language, "label.empty_cell"))
    return f'<p class="legend">0 {shades} {scale_end(top)} <i class=n></i> {empty}</p>'
