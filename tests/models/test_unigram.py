"""A text cut into pieces: the best cut is found by trying all, and each piece is where it stands in the text."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.models.unigram import BLANK, UNKNOWN_PIECE, Unigram

PIECES = {
    BLANK: -4.0,
    "我": -3.0,
    "们": -3.5,
    "我们": -4.0,
    "们去": -2.0,
    "去": -2.5,
    f"{BLANK}我": -3.2,
    ",": -1.0,
    "1": -2.0,
    "5": -2.0,
}
SMALL = Unigram(
    {piece: i for i, piece in enumerate(PIECES)},
    tuple(PIECES.values()),
    -20.0,
    {"，": ",", "①": "1", "㏠": "15", "\u3000": " "},
)


def names(text: str) -> list[str]:
    order = list(PIECES)
    return ["?" if piece == UNKNOWN_PIECE else order[piece] for piece, _ in SMALL.cut(text)]


def best_by_trying(line: str) -> float:
    """The largest sum of scores of all cuts of a line."""
    found = []
    for count in range(len(line)):
        for cuts in combinations(range(1, len(line)), count):
            parts = [line[a:b] for a, b in pairwise((0, *cuts, len(line)))]
            if all(part in PIECES or len(part) == 1 for part in parts):
                found.append(sum(PIECES.get(part, -20.0) for part in parts))
    return max(found)


@given(st.text(alphabet="我们去龘1, ", min_size=1, max_size=8).filter(str.strip))
def test_no_other_cut_has_a_larger_sum(text: str) -> None:
    cut = SMALL.cut(text)
    line = "".join(one.character for one in SMALL.folded(text))
    line = line if line.startswith(BLANK) else BLANK + line
    total = sum(-20.0 if piece == UNKNOWN_PIECE else SMALL.scores[piece] for piece, _ in cut)
    assert total == pytest.approx(best_by_trying(line))


@given(st.text(alphabet="我们去龘1，㏠① \u3000", min_size=1, max_size=30))
def test_the_places_cover_the_text_from_left_to_right(text: str) -> None:
    places = [place for _, place in SMALL.cut(text)]
    assert places[0][0] == 0
    assert places[-1][1] == len(text)
    assert all(b[0] <= a[1] and a[0] <= b[0] for a, b in pairwise(places))


def test_a_blank_goes_in_front_and_characters_are_folded() -> None:
    assert names("我去，") == [f"{BLANK}我", "去", ","]
    assert names("  我\u3000 去") == [f"{BLANK}我", BLANK, "去"]
    assert SMALL.cut("去") == [(0, (0, 0)), (5, (0, 1))]
    assert SMALL.cut("㏠") == [(0, (0, 0)), (8, (0, 1)), (9, (0, 1))]


def test_a_character_that_is_in_no_piece_is_unknown_and_alone() -> None:
    assert names("我龘龘") == [f"{BLANK}我", "?", "?"]
