"""What heads do is counted on heads that were made to do just that; a picture is its table in 256 steps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from attention.hand.compare import compare
from attention.hand.examples import examples
from attention.imported.pieces import Piece, Pieces
from attention.imported.stack import Stack, stack_of
from attention.imported.wall import MAX_PICTURE_BYTES, MAX_SIDE, behaviours, highest, make_wall, picture_side, ranked
from attention.imported.words import units
from attention.types import Tokens

WORDS = ("我", "喜欢", "公园")
LINE = Pieces(
    "我喜欢公园",
    (Piece("<s>", None, True), Piece("我", (0, 1)), Piece("喜", (1, 2)), Piece("欢", (2, 3)), Piece("公园", (3, 5))),
)
CUT = Tokens("我喜欢公园", ((0, 1), (1, 3), (3, 5)))


def head(*rows: tuple[int, float]) -> np.ndarray:
    """Weights (5, 5): in each row so much for one key, the rest even."""
    table = np.array([[share if k == key else (1 - share) / 4 for k in range(5)] for key, share in rows])
    return table.astype(np.float32)


BEFORE = head((0, 0.9), (0, 0.9), (1, 0.9), (1, 0.9), (2, 0.9))
ITSELF = head((0, 0.9), (1, 0.9), (2, 0.6), (3, 0.6), (4, 0.9))
SINK = head(*[(0, 0.8)] * 5)
EVEN = np.full((5, 5), 0.2, np.float32)


def stack() -> Stack:
    return stack_of("encoder", np.array([[BEFORE, ITSELF], [SINK, EVEN]]), LINE, LINE)


def wall(*, specials: bool = False):
    across = units(LINE, CUT)
    return make_wall(stack(), across, across, specials=specials)


def test_what_each_head_does_is_counted_row_by_row() -> None:
    found = behaviours(wall(), {})
    counts = {name: (one.counts.tolist(), one.rows) for name, one in found.items()}
    assert counts["previous"][0][0][0] == 2
    assert counts["previous"][1] == counts["next"][1] == 2
    assert counts["self"][0][0] == [0, 3]
    assert counts["special.<s>"][0] == [[1, 0], [3, 0]]  # 我 of the first head has no word before it, and looks at <s>
    assert found["special.<s>"].does.tolist() == [[False, False], [True, False]]
    assert ranked(found["self"])[0] == 1


def test_the_share_of_a_special_piece_is_that_of_all_its_weight() -> None:
    np.testing.assert_allclose(
        wall().shares["<s>"], [[(0.9 * 2 + 3 * 0.025) / 5, (0.9 + 2 * 0.025 + 2 * 0.1) / 5], [0.8, 0.2]], atol=1e-6
    )


def test_a_picture_is_the_words_table_in_256_steps_of_its_own_largest_weight() -> None:
    pictures = wall().pictures
    assert (pictures.shape, pictures.dtype) == ((2, 2, 3, 3), np.uint8)
    summed = np.array([SINK[[1]], SINK[[2, 3]].mean(axis=0, keepdims=True), SINK[[4]]])[:, 0]
    words = np.stack([summed[:, 1], summed[:, 2] + summed[:, 3], summed[:, 4]], axis=1)
    words /= words.sum(axis=1, keepdims=True)
    np.testing.assert_array_equal(pictures[1, 0], np.round(words * 255 / words.max()))
    with_specials = wall(specials=True).pictures
    assert with_specials.shape == (2, 2, 4, 4)
    assert (with_specials[1, 0, :, 0] == 255).all()


def test_of_the_words_that_belong_together_the_strongest_other_word_must_be_one() -> None:
    related = np.array([[False, True, False], [True, False, False], [False, False, False]])
    found = behaviours(wall(), {"linked": related})["linked"]
    assert found.rows == 2  # 公园 belongs to nothing here
    assert found.counts[0, 0] == 2


def test_agreement_with_a_hand_table_is_counted_as_everywhere() -> None:
    rng = np.random.default_rng(0)
    for example in examples():
        n = len(example.table)
        text = "".join(example.table.words)
        ends = np.cumsum([0, *map(len, example.table.words)]).tolist()
        cut = Tokens(text, tuple(pairwise(ends)))
        line = Pieces(text, tuple(Piece(word, span) for word, span in zip(example.table.words, cut.spans, strict=True)))
        tables = rng.dirichlet(np.ones(n), (2, 3, n)).astype(np.float32)
        across = units(line, cut)
        made = make_wall(stack_of("encoder", tables, line, line), across, across, specials=False)
        found = behaviours(made, {"hand": highest(example.table.values)})["hand"]
        for layer in range(2):
            for one in range(3):
                other = np.where(np.eye(n) > 0, 0, tables[layer, one])
                agreement = compare(other / other.sum(axis=1, keepdims=True), example.table)
                assert (found.counts[layer, one], found.rows) == (agreement.agreeing, agreement.compared)


def test_a_table_between_two_sentences_has_no_word_of_its_own() -> None:
    other = Pieces("a b", (Piece("a", (0, 1)), Piece("b", (2, 3))))
    cross = stack_of("cross", np.full((1, 2, 2, 5), 0.2, np.float32), other, LINE)
    made = make_wall(cross, units(other, None), units(LINE, CUT), specials=False)
    assert made.pictures.shape == (1, 2, 2, 3)
    assert made.itself.tolist() == [[0, 0]]
    assert set(behaviours(made, {})) == {"special.<s>"}


@pytest.mark.parametrize(("heads", "n", "side"), [(144, 7, 7), (144, 200, MAX_SIDE), (9216, 512, 4), (1, 1, 1)])
def test_many_heads_have_coarser_pictures(heads: int, n: int, side: int) -> None:
    assert picture_side(heads, n) == side
    assert heads * side**2 <= max(MAX_PICTURE_BYTES, heads)
    if heads <= 144:
        line = Pieces("", tuple(Piece(str(i)) for i in range(n)))
        even, across = np.full((1, 2, n, n), 1 / n, np.float32), units(line, None)
        made = make_wall(stack_of("self", even, line, line), across, across, specials=False)
        assert max(made.pictures.shape[2:]) <= MAX_SIDE
