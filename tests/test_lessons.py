"""The lesson kit in assets/texts: the same in both languages, its links open, its numbers are right.

A numbered table (表 1, Table 1) is computed here anew, and so is every decimal number in the text. Bold words stand on the page.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from attention.experiments.four_steps import mixing, normalising, scoring
from attention.hand.compare import compare
from attention.hand.examples import examples
from attention.hand.table import row_sums, target_rows
from attention.session.board import Board, board_of, opening_board, with_board_example
from attention.session.share_link import pack, state_of, unpack
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.train import FitSettings, Run
from attention.train.run import ENOUGH
from attention.types import Floats, HandTable
from attention.view import Language, View
from pages.ui.texts import TEXTS, say

ROOT = Path(__file__).parent.parent
LANGUAGES: tuple[Language, ...] = ("zh", "en")
KIT = ("lesson", "worksheet", "answers")
EACH = [(name, language) for name in KIT for language in LANGUAGES]

Cell = Sequence[str | float]
"""What must stand in a cell: words and numbers. Empty: anything."""


def text(name: str, language: Language) -> str:
    return (ROOT / "assets" / "texts" / f"{name}.{language}.md").read_text(encoding="utf8")


# Both languages


def headings(content: str) -> list[int]:
    return [len(marks) for marks in re.findall(r"^(#+) ", content, re.MULTILINE)]


def outline(content: str) -> list[str]:
    """The kind of each line: heading, list entry, table row with the number of its cells, else text."""
    kinds = (re.match(r"#+ |\s*\d+\. |\s*- |\|", line) for line in content.splitlines())
    lines = zip(kinds, content.splitlines(), strict=True)
    return [kind[0] + (str(line.count("|")) if kind[0] == "|" else "") for kind, line in lines if kind]


@pytest.mark.parametrize("name", KIT)
def test_both_languages_have_the_same_parts(name: str) -> None:
    chinese, english = (text(name, language) for language in LANGUAGES)
    assert headings(chinese) == headings(english) != []
    assert outline(chinese) == outline(english)


def minutes(content: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in re.findall(r"^## .*?(\d+)–(\d+)", content, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_takes_forty_minutes_without_a_gap(language: Language) -> None:
    parts = minutes(text("lesson", language))
    assert parts[0][0] == 0
    assert parts[-1][1] == 40
    assert all(before[1] == after[0] for before, after in itertools.pairwise(parts))


@pytest.mark.parametrize(("name", "language"), EACH)
def test_what_is_bold_stands_on_the_page(name: str, language: Language) -> None:
    labels = {pair[LANGUAGES.index(language)] for pair in TEXTS.values()}
    assert [label for label in re.findall(r"\*\*(.+?)\*\*", text(name, language)) if label not in labels] == []


# The links


def links(content: str) -> dict[str, tuple[str, str]]:
    """What stands at the end of a lesson: the name of a link, its address, and what it says it shows."""
    found = re.findall(r'^\[(\w+)\]: (\S+) "(.+)"$', content, re.MULTILINE)
    return {name: (address, title) for name, address, title in found}


def opened(address: str) -> tuple[str, Board]:
    """The page and the board of an address."""
    page, _, packed = address.partition("?s=")
    if not packed:
        return page, opening_board()
    result = unpack(packed)
    assert result.dropped == ()
    return page, result.board


def shown(address: str) -> tuple[str, dict[str, object]]:
    """The page and all of the board but the language."""
    page, board = opened(address)
    return page, state_of(replace(board, view=replace(board.view, language="zh")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_opens_with_the_words_and_the_source_that_it_names(language: Language) -> None:
    content = text("lesson", language)
    assert set(links(content)) == set(re.findall(r"\]\[(\w+)\]", content))
    for address, title in links(content).values():
        _, board = opened(address)
        comma = "，" if language == "zh" else ", "
        assert title == comma.join((" ".join(board.words), say(language, f"source.{board.source}")))
        assert board.view == View(language=language)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_no_other_link_is_hidden_in_a_text(name: str, language: Language) -> None:
    content = text(name, language)
    known = {address.partition("?s=")[2] for address, _ in links(content).values()}
    assert set(re.findall(r"\?s=([\w-]+)", content)) <= known
    assert not re.search(r"\]\(", content)


def test_both_languages_have_the_same_links() -> None:
    chinese, english = (text("lesson", language) for language in LANGUAGES)
    assert re.findall(r"\]\[(\w+)\]", chinese) == re.findall(r"\]\[(\w+)\]", english)
    assert {name: shown(address) for name, (address, _) in links(chinese).items()} == {
        name: shown(address) for name, (address, _) in links(english).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_page(language: Language) -> None:
    pages = {"/"} | {"/" + path.stem.partition("_")[2] for path in (ROOT / "pages").glob("*.py")}
    assert {address.partition("?")[0] for address, _ in links(text("lesson", language)).values()} <= pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_make_the_links(language: Language) -> None:
    content = text("lesson", language)
    guide = (ROOT / "docs" / "lesson-links.md").read_text(encoding="utf8").partition(f"## {language}")[2]
    code = re.search(r"```python\n(.*?)```", guide, re.DOTALL)
    assert code
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code[1], {})
    made = dict(re.findall(r"^\[(\w+)\]: (\S+)$", printed.getvalue(), re.MULTILINE))
    packed = {name: address for name, (address, _) in links(content).items() if "?s=" in address}
    # Compared as boards: another zlib may pack the same board into other letters.
    assert {name: shown(address) for name, address in made.items()} == {
        name: shown(address) for name, address in packed.items()
    }


# The numbers


def tables(content: str) -> Iterator[tuple[int | None, list[list[str]]]]:
    """The number of each table, None where it has none, and its rows without the head."""
    for block in re.findall(r"(?:^\|.*\n)+", content, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        number = re.fullmatch(r"(?:表|Table) (\d+)", rows[0][0])
        yield (int(number[1]) if number else None), rows[2:]


def near(printed: str, value: float) -> bool:
    """Whether a number is the value, rounded to the digits that it has."""
    return abs(float(printed) - value) <= 0.51 * 10.0 ** -len(printed.partition(".")[2])


def fits(cell: str, wanted: Cell, *, label: bool = False) -> bool:
    """Whether a cell has the wanted numbers and words, in order and no others; a label may say more."""
    words = [item for item in wanted if isinstance(item, str)]
    if label:
        return all(word in cell for word in words)
    values = [item for item in wanted if not isinstance(item, str)]
    numbers = re.findall(r"-?\d+(?:\.\d+)?", cell)
    return (
        re.findall(r"[\u3400-\u9fff]+", cell) == words
        and len(numbers) == len(values)
        and all(map(near, numbers, values))
    )


def faults(rows: list[list[str]], wanted: Sequence[Sequence[Cell]], *, blanks: bool = False) -> list[str]:
    """Cells that are not as computed, each with what it should be. blanks: cells may be left open, as on a worksheet."""
    if [len(row) for row in rows] != [len(row) for row in wanted]:
        return ["another size"]
    return [
        f"{cell} ← {' '.join(str(item) for item in items)}"
        for row, cells in zip(rows, wanted, strict=True)
        for i, (cell, items) in enumerate(zip(row, cells, strict=True))
        if not fits(cell, items, label=i == 0) and not (blanks and not cell)
    ]


def seed_computed(source: str, seed: int = 0) -> AttentionTable:
    board = opening_board()
    return compute(source, Request(board.words, hand=board.hand, seed=seed))


def hand_rows() -> list[list[Cell]]:
    hand = opening_board().hand
    rows = zip(hand.words, hand.values, row_sums(hand), strict=True)
    return [[(word,), *(() if math.isnan(x) else (x,) for x in row), (total,)] for word, row, total in rows]


def agreement_rows(language: Language) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for source in ("random", "fitted", "syntax"):
        found = compare(seed_computed(source).weights, opening_board().hand)
        assert found.rho is not None
        assert found.kl is not None
        rows.append([(say(language, f"source.{source}"),), (found.agreeing, found.compared), (found.rho,), (found.kl,)])
    return rows


def strongest(words: Sequence[str], row: Floats) -> Cell:
    return words[int(row.argmax())], float(row.max())


def strongest_rows() -> list[list[Cell]]:
    board = opening_board()
    highest = np.nanmax(board.hand.values, axis=1)
    by_hand = [
        [board.words[j] for j in np.flatnonzero(row == top)]
        for row, top in zip(board.hand.values, highest, strict=True)
    ]
    sources = [seed_computed(source).weights for source in ("random", "syntax")]
    return [
        [(word,), by_hand[i], *(strongest(board.words, weights[i]) for weights in sources)]
        for i, word in enumerate(board.words)
    ]


def seed_rows() -> list[list[Cell]]:
    hand = opening_board().hand
    return [[(f" {s}",), (compare(seed_computed("random", s).weights, hand).agreeing,)] for s in (0, 4, 10)]


def linked_rows() -> list[list[Cell]]:
    """The pairs that the hand table calls related, then the largest of the others."""
    board = opening_board()
    linked = seed_computed("syntax").linked
    assert linked is not None
    pairs = [(i, j) for i in range(len(board.words)) for j in range(i + 1, len(board.words))]
    related = [pair for pair in pairs if board.hand.values[pair] > 0.5]
    other = max((pair for pair in pairs if pair not in related), key=lambda pair: linked[pair])
    order = sorted(related, key=lambda pair: (min(pair), max(pair)))
    return [[(board.words[i], board.words[j]), (float(linked[i, j]),)] for i, j in [*order, other]]


@cache
def trained() -> Run:
    run = Run(opening_board().hand, FitSettings())
    run.advance(run.settings.steps)
    return run


def loss_rows() -> list[list[Cell]]:
    run = trained()
    rows: list[list[Cell]] = [[(f" {s}",), (run.losses[s],)] for s in (0, 3, 8, run.number)]
    return [*rows, [(), (run.objective.floor,)]]


def other_rows(language: Language) -> list[list[Cell]]:
    other = board_of(examples()[1], View())
    request = Request(other.words, given={"fitted": trained().fitted()})
    found = {source: compute(source, request) for source in ("fitted", "syntax")}
    agreed = {source: compare(computed.weights, other.hand) for source, computed in found.items()}
    return [[(say(language, f"source.{source}"),), (a.agreeing, a.compared)] for source, a in agreed.items()]


def board_computed() -> AttentionTable:
    board = with_board_example(opening_board())
    return compute(board.source, Request(board.words, given={"typed": board.typed}))


def vector_rows() -> list[list[Cell]]:
    computed = board_computed()
    t = computed.traces[0]
    return [[(w,), list(t.Q[i]), list(t.K[i]), list(t.V[i])] for i, w in enumerate(computed.words)]


def worked_rows(i: int) -> list[list[Cell]]:
    computed = board_computed()
    trace = computed.traces[0]
    row = normalising(trace, i)
    assert row is not None
    return [
        [
            (computed.words[share.key],),
            (float(scoring(trace, i, share.key).total),),
            *((float(x),) for x in (share.score, share.shifted, share.exp, share.weight)),
        ]
        for share in row.shares
    ]


def mixed_rows() -> list[list[Cell]]:
    computed = board_computed()
    rows: list[list[Cell]] = []
    for i, word in enumerate(computed.words):
        mixed = mixing(computed.traces[0], i, range(2))
        shares = zip(mixed.keys, mixed.products, strict=True)
        cells: list[Cell] = [(computed.words[j], *map(float, p)) for j, p in shares]
        rows.append([(word,), *cells, list(map(float, mixed.sums))])
    return rows


def sum_rows() -> list[list[Cell]]:
    computed = board_computed()
    w = computed.weights
    rows: list[list[Cell]] = [
        [(word,), *(() if i == j else (float(x),) for j, x in enumerate(w[i])), (float(w[i].sum()),)]
        for i, word in enumerate(computed.words)
    ]
    return [*rows, [(), *((float(x),) for x in w.sum(axis=0)), ()]]


def head_rows(language: Language) -> list[list[Cell]]:
    computed = seed_computed("syntax")
    heads = {head.name: head.trace.weights[-1] for head in computed.heads}
    return [[(say(language, f"head.{name}"),), strongest(computed.words, heads[name])] for name in ("head", "modifier")]


@cache
def computed_tables(language: Language) -> dict[int, list[list[Cell]]]:
    return {
        1: hand_rows(),
        2: vector_rows(),
        3: agreement_rows(language),
        4: strongest_rows(),
        5: seed_rows(),
        6: linked_rows(),
        7: loss_rows(),
        8: other_rows(language),
        **{9 + i: worked_rows(i) for i in range(3)},
        12: mixed_rows(),
        13: sum_rows(),
        14: head_rows(language),
    }


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_numbered_table_is_as_computed(name: str, language: Language) -> None:
    found = [(number, rows) for number, rows in tables(text(name, language)) if number is not None]
    computed = computed_tables(language)
    wrong = {number: faults(rows, computed[number], blanks=name == "worksheet") for number, rows in found}
    assert {number: cells for number, cells in wrong.items() if cells} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_tables_are_there_and_one_without_a_number_has_none_inside(language: Language) -> None:
    found = {name: list(tables(text(name, language))) for name in KIT}
    assert [number for number, _ in found["worksheet"] if number] == [1, 2]
    assert [number for number, _ in found["answers"]] == sorted(set(computed_tables(language)) - {2})
    blank = [cell for name in KIT for number, rows in found[name] if number is None for row in rows for cell in row]
    assert not re.search(r"\d", "".join(blank))


def prose(content: str) -> str:
    """The text without its tables, code and links."""
    return re.sub(r"```.*?```|^\|.*$|^\[\w+\]:.*$", "", content, flags=re.DOTALL | re.MULTILINE)


def known_values(language: Language) -> list[float]:
    """All that the tables hold, and what is worked out on the way."""
    cells = [item for rows in computed_tables(language).values() for row in rows for cell in row for item in cell]
    first = float(target_rows(opening_board().hand)[0].max())
    steps = [first, math.exp(-1), math.exp(-2), 1 + math.exp(-1)]
    asked = [
        0.1,
        0.5,
        0.9,
        0.01,
        ENOUGH,
    ]  # what a student may write, how far off a last digit may be, where training ends
    return [*(float(item) for item in cells if not isinstance(item, str)), *steps, *asked]


def strange_numbers(content: str, language: Language) -> list[str]:
    known = known_values(language)
    return [n for n in re.findall(r"\d+\.\d+", prose(content)) if not any(near(n, value) for value in known)]


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_number_in_the_text_is_one_that_was_computed(name: str, language: Language) -> None:
    assert strange_numbers(text(name, language), language) == []


def test_the_syntax_model_links_just_the_pairs_of_the_hand_table() -> None:
    """Which the lesson says: above 0.9 and below 0.1."""
    *related, other = linked_rows()
    assert len(related) == 6
    assert all(float(row[1][0]) > 0.9 for row in related)
    assert float(other[1][0]) < 0.1


# Planted faults


def test_a_wrong_number_or_word_is_found() -> None:
    content = text("answers", "en")
    plants = {
        "喜欢 0.66": "喜欢 0.67",
        "| 喜欢 0.66 |": "| 公园 0.66 |",
        "| 3 / 7 |": "| 4 / 7 |",
        "2.4622": "2.4612",
    }
    for right, wrong in plants.items():
        assert right in content
        found = dict(tables(content.replace(right, wrong)))
        assert any(faults(rows, computed_tables("en")[number]) for number, rows in found.items() if number), wrong
    assert strange_numbers("about 0.64, not 0.66 nor 7.77", "en") == ["7.77"]


def test_another_language_or_board_is_told_apart() -> None:
    english = opening_board(View(language="en"))
    assert shown(f"/?s={pack(english)}") == shown("/")
    assert shown(f"/?s={pack(with_board_example(english))}") != shown("/")


def test_a_table_with_a_row_too_few_is_found() -> None:
    hand: HandTable = opening_board().hand
    assert faults([["我"]] * (len(hand) - 1), hand_rows()) == ["another size"]


def test_a_missing_part_is_found() -> None:
    assert headings("# a\n## b\n") == [1, 2]
    assert outline("## b\n1. c\n   - d\n| e | f |\ng\n") == ["## ", "1. ", "   - ", "|3"]
    assert minutes("## 0–5 a\n## Minutes 5–9: b\n## c\n") == [(0, 5), (5, 9)]
