"""The SVG picture: text as text, the page's colours and digits, nothing cut off, and a size that large tables do not burst."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from attention.exchange.cells import colour, escaped, shade_numbers, shown_digits
from attention.exchange.svg_file import computed_svg, hand_svg
from attention.figures.colours import WEIGHTS
from attention.figures.plan import visible_width
from attention.hand.table import blank_table
from attention.sources.table import AttentionTable
from tests.exchange.exports import SEED, export_with, seed_export

NAN = np.nan
SVG = "{http://www.w3.org/2000/svg}"


def parsed(data: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(data)


def texts(data: bytes) -> list[str]:
    return [element.text or "" for element in parsed(data).iter(f"{SVG}text")]


def long_export(n: int, **view: object) -> AttentionTable:
    words = tuple(f"词{i}" for i in range(n))
    return export_with(words, blank_table(words), **view)


def test_it_says_what_it_is() -> None:
    data = computed_svg(seed_export())
    said = texts(data)
    assert said[:2] == ["注意力表：我喜欢在周末去公园散步", "来源：没有训练过的随机矩阵，种子 3。"]
    assert {"查询", "键", "0", "1", "“-”：不考虑，或被遮住"} <= set(said)
    assert parsed(data).findtext(f"{SVG}title") == "注意力表：我喜欢在周末去公园散步"
    assert texts(hand_svg(seed_export(language="en")))[0] == "Hand table: 我喜欢在周末去公园散步"


def test_words_are_said_and_explained_below_where_that_is_asked_for() -> None:
    said = texts(computed_svg(seed_export(readings=True)))
    assert said[-7:-5] == ["我  wǒ · I, me", "喜欢  xǐhuan · to like"]
    assert texts(computed_svg(seed_export())) == said[:-8]


def test_the_words_stand_on_both_sides_in_order() -> None:
    said = texts(computed_svg(seed_export()))
    first = said.index("我")
    assert said[first : first + 14] == list(SEED.words) * 2


def test_digits_and_dashes_are_those_of_the_table() -> None:
    said = [text for text in texts(hand_svg(seed_export())) if text in ("-", "0.90", "0.10")]
    wanted = [shown_digits(value) for value in SEED.values.ravel()]
    assert said == wanted
    assert "0.90" not in texts(hand_svg(seed_export(digits=False)))


def test_cells_have_the_colours_of_the_scale() -> None:
    fills = [r.attrib["fill"] for r in parsed(hand_svg(seed_export())).iter(f"{SVG}rect")][1:50]
    wanted = ["#808080" if np.isnan(value) else colour(value) for value in SEED.values.ravel()]
    assert fills == wanted


@pytest.mark.parametrize(
    ("share", "wanted"), [(0, WEIGHTS[0]), (1, WEIGHTS[-1]), (2, WEIGHTS[-1]), (1 / 3, WEIGHTS[3])]
)
def test_colours_at_the_steps_of_the_scale(share: float, wanted: str) -> None:
    assert colour(share) == wanted


def test_in_between_they_are_mixed() -> None:
    assert colour(0.5 / 9) == "#f7fae9"


def test_numbers_of_shades() -> None:
    assert shade_numbers(np.array([[0, 0.05], [NAN, 0.2]]), 0.1, 10) == [[0, 5], [None, 10]]


def test_stretched_colours_say_where_they_end() -> None:
    export = seed_export(stretch=True)
    data = computed_svg(export)
    assert f"{np.nanmax(export.drawn):.2f}" in texts(data)
    assert WEIGHTS[-1] in {r.attrib["fill"] for r in list(parsed(data).iter(f"{SVG}rect"))[1:50]}


@pytest.mark.parametrize("n", [1, 2, 7, 12, 13, 25, 26, 100])
@pytest.mark.parametrize("word", ["我", "Transformer", "一二三四五六七八九十百千"])
def test_nothing_is_drawn_outside_of_the_picture(n: int, word: str) -> None:
    root = parsed(computed_svg(export_with((word,) * n, readings=n % 2 > 0)))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter(f"{SVG}text"):
        x, y, anchor = float(element.attrib["x"]), float(element.attrib["y"]), element.attrib.get("text-anchor")
        size = float(element.attrib.get("font-size", "14"))
        wide = visible_width(element.text or "") * size
        before = {"middle": wide / 2, "end": wide}.get(anchor or "", 0.0)
        if "transform" in element.attrib:  # turned to the left about (x, y): it runs upwards
            assert y + before <= height
            assert y + before - wide >= 0
            assert size <= x <= width
        else:
            assert x - before >= -1
            assert x - before + wide <= width + 1
            assert size <= y <= height
    for element in list(root.iter(f"{SVG}rect"))[1:]:
        assert float(element.attrib["x"]) + float(element.attrib["width"]) <= width
        assert float(element.attrib["y"]) + float(element.attrib["height"]) <= height


def test_a_large_table_has_no_digits_few_labels_and_one_path_a_colour() -> None:
    data = computed_svg(long_export(256))
    assert len(data) < 1_000_000
    assert len(texts(data)) < 100
    paths = list(parsed(data).iter(f"{SVG}path"))
    assert len(paths) <= 257
    assert sum(path.attrib["d"].count("M") for path in paths) == 256 * 256


def test_a_path_has_the_cells_of_its_colour() -> None:
    paths = list(parsed(hand_svg(long_export(30))).iter(f"{SVG}path"))
    diagonal = next(path for path in paths if path.attrib["stroke"] == "#808080")
    assert diagonal.attrib["d"] == "".join(f"M{i},{i + 0.5}h1" for i in range(30))
    assert diagonal.attrib["stroke-opacity"] == "0.25"
    assert [path.attrib["stroke"] for path in paths if path is not diagonal] == [colour(round(25.5) / 255)]


def test_what_xml_does_not_know_is_replaced() -> None:
    assert escaped("<b>&\"'\uffff\x00\ud800") == "&lt;b&gt;&amp;&quot;&#x27;\ufffd\ufffd\ufffd"
