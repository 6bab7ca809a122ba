"""The link: what goes in comes out; what is damaged, foreign or out of range does not come in."""

from __future__ import annotations

import base64
import json
import time
import tracemalloc
import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from attention.errors import BadCut, LinkCut, LinkError
from attention.hand.examples import examples
from attention.hand.table import with_values
from attention.imported.stack import PICK_WAYS, Pick
from attention.session.board import (
    Board,
    fresh_table,
    opening_board,
    with_board_example,
    with_example,
    with_hand,
    with_merge,
    with_own_words,
    with_split,
    with_text,
)
from attention.session.share_link import (
    ENCODED_START,
    MAX_LINK_JSON,
    MAX_LINK_LENGTH,
    SEED_RANGE,
    carries_hand,
    encode,
    pack,
    unpack,
)
from attention.sources.registry import SOURCES
from attention.sources.typed_matrices import MATRIX_NAMES, with_arrays
from attention.types import TEMPERATURES, HandTable, Switches
from attention.view import View

SEED = examples()[0]
TEXT = st.text(alphabet="我喜欢在周末去公园散步了 ，！a1<é😀\u200b\ud800", max_size=20) | st.text(max_size=12)
CELL = st.sampled_from([np.nan, 0.0, 1.0, 0.9]) | st.floats(0, 1).map(lambda x: round(x, 6))


def made(**state: Any) -> str:
    """A link that was never made by a page: right check sum, any content."""
    packed = encode({"v": 1, "t": "我去公园", **state})
    assert packed is not None
    return packed


def sealed(content: bytes) -> str:
    packed = zlib.compress(content, 9)
    return base64.urlsafe_b64encode(zlib.crc32(packed).to_bytes(4, "big") + packed).decode().rstrip("=")


def link_of(board: Board) -> str:
    packed = pack(board)
    assert packed is not None
    return packed


def there_and_back(board: Board) -> Board:
    opened = unpack(link_of(board))
    assert opened.dropped == ()
    return opened.board


def assert_same(one: Board, other: Board) -> None:
    assert (one.text, one.words, one.hand.words) == (other.text, other.words, other.hand.words)
    assert (one.cut.removed, one.cut.unread, one.cut.undrawn) == (
        other.cut.removed,
        other.cut.unread,
        other.cut.undrawn,
    )
    assert (one.source, one.seed, one.pick) == (other.source, other.seed, other.pick)
    assert (one.switches, one.view) == (other.switches, other.view)
    np.testing.assert_allclose(one.hand.values, other.hand.values, atol=1e-6)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    board = with_text(opening_board(), draw(TEXT))
    for _ in range(draw(st.integers(0, 3))):
        with suppress(BadCut):
            i = draw(st.integers(0, 5))
            board = draw(st.sampled_from([with_merge, lambda b, i: with_split(b, i, 1)]))(board, i)
    for _ in range(draw(st.integers(0, 3))):
        i, j = (draw(st.integers(0, len(board.words) - 1)) for _ in range(2))
        board = with_hand(board, with_values(board.hand, [(i, j, draw(CELL))]))
    flags = {name: draw(st.booleans()) for name in ("scale", "diagonal", "causal", "hide_punctuation")}
    shown = {name: draw(st.booleans()) for name in ("digits", "normalise_hand", "stretch", "projector")}
    return replace(
        board,
        source=draw(st.sampled_from(list(SOURCES))),
        seed=draw(st.integers(*SEED_RANGE)),
        pick=Pick(draw(st.sampled_from(PICK_WAYS)), draw(st.integers(0, 11)), draw(st.integers(0, 11))),
        switches=Switches(temperature=draw(st.floats(*TEMPERATURES)), **flags),
        view=View(language=draw(st.sampled_from(["zh", "en"])), **shown),
    )


@given(boards())
def test_a_board_comes_back_as_it_went(board: Board) -> None:
    assume(not board.is_empty)
    assert_same(there_and_back(board), board)


@given(boards(), st.sampled_from(["", "  ", "\u200b"]))
@settings(max_examples=30)
def test_an_empty_board_comes_back_empty_and_no_table_goes_to_other_words(board: Board, text: str) -> None:
    back = there_and_back(with_text(board, text))
    assert back.is_empty
    assert back.text == text
    assert back.source == board.source
    assert back.hand is SEED.table


def test_the_opening_board_makes_a_short_link() -> None:
    packed = link_of(opening_board())
    assert len(packed) < 120
    assert packed.isascii()
    assert set(packed) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_every_example_and_an_edited_one() -> None:
    for example in examples():
        board = with_example(opening_board(), example)
        assert_same(there_and_back(board), board)
        board = with_hand(board, HandTable(board.words, np.random.default_rng(0).random((len(board.words),) * 2)))
        assert_same(there_and_back(board), board)


def test_a_cut_and_a_table_by_hand() -> None:
    board = with_merge(opening_board(), 4)
    board = with_hand(board, with_values(board.hand, [(5, 4, 0.77)]))
    back = there_and_back(board)
    assert back.words == ("我", "喜欢", "在", "周末", "去公园", "散步")
    assert back.cut.tokens.source == "hand"
    assert back.hand.values[5, 4] == 0.77


def test_a_new_start_comes_back_as_one_and_takes_nothing_from_the_first_example() -> None:
    board = with_text(opening_board(), "我去公园")
    assert np.nanmax(board.hand.values) == 0.9
    assert np.nanmax(there_and_back(with_hand(board, fresh_table(board))).hand.values) == 0.1


def test_matrices_typed_in_come_back_number_by_number() -> None:
    X = np.array([[0.1, -1000, 1 / 3], [2, 0, 5], [1e-9, 7, 8]])
    board = with_board_example(opening_board())
    board = replace(board, typed=with_arrays(board.typed, {"X": X}))
    back = there_and_back(board)
    assert (back.source, back.words, back.typed.words) == ("typed", ("猫", "吃", "鱼"), ("猫", "吃", "鱼"))
    for name in MATRIX_NAMES:
        np.testing.assert_array_equal(getattr(back.typed, name), getattr(board.typed, name))


# Too much for a link


def noisy(n: int) -> Board:
    board = with_text(opening_board(), "的" + "我去公园散步" * 60)
    words = board.words[:n]
    board = with_text(opening_board(), "".join(words))
    n = len(board.words)
    return with_hand(board, HandTable(board.words, np.random.default_rng(0).random((n, n))))


def test_a_table_that_is_too_long_is_left_out_and_the_rest_goes() -> None:
    board = replace(noisy(100), seed=7)
    packed = pack(board)
    assert packed is not None
    assert len(packed) <= MAX_LINK_LENGTH
    assert not carries_hand(board)
    back = unpack(packed)
    assert (back.board.text, back.board.words, back.board.seed, back.dropped) == (board.text, board.words, 7, ())
    assert np.nanmax(back.board.hand.values) == 0.1
    assert carries_hand(opening_board())


@pytest.mark.parametrize("length", [1_000, 20_000, 100_000, 200_000, 1_000_000])
def test_a_link_that_is_made_can_be_opened(length: int) -> None:
    board = with_text(opening_board(), "的" * length)
    packed = pack(board)
    if length <= 100_000:
        assert_same(there_and_back(board), board)
    else:
        assert packed is None or unpack(packed).board.text == board.text


def test_a_text_without_repetition_that_is_too_long_has_no_link() -> None:
    rng = np.random.default_rng(0)
    text = "".join(map(chr, rng.integers(0x4E00, 0x9FA5, 4000)))
    assert pack(with_text(opening_board(), text)) is None


@pytest.mark.parametrize("count", [128, 129, 150])
def test_a_cut_by_hand_in_a_sentence_too_long_to_be_drawn_never_puts_values_at_other_words(count: int) -> None:
    board = with_merge(with_text(opening_board(), "学校公园" * count), 0)
    board = with_hand(board, with_values(board.hand, [(3, 5, 0.77)]))
    packed = pack(board)
    assert packed is not None
    opened = unpack(packed)
    if "h" not in opened.dropped:
        assert_same(opened.board, board)
    else:
        assert np.nanmax(opened.board.hand.values) == 0.1


# Damage


@given(boards(), st.data())
def test_a_changed_character_is_noticed(board: Board, data: st.DataObject) -> None:
    packed = link_of(board)
    at = data.draw(st.integers(0, len(packed) - 1))
    other = data.draw(st.characters())
    with suppress(LinkError):  # the last character has bits to spare, so it may mean the same
        assert_same(unpack(packed[:at] + other + packed[at + 1 :]).board, unpack(packed).board)


def test_each_character_of_a_link_counts() -> None:
    packed = link_of(opening_board())
    for at in range(len(packed) - 1):
        for other in ("A", "z", "*", "我"):
            if packed[at] != other:
                with pytest.raises(LinkError):
                    unpack(packed[:at] + other + packed[at + 1 :])


@given(boards(), st.data())
@settings(max_examples=30)
def test_a_link_cut_off_or_with_something_behind_it_is_noticed(board: Board, data: st.DataObject) -> None:
    packed = link_of(board)
    with pytest.raises(LinkError):
        unpack(packed[: data.draw(st.integers(0, len(packed) - 2))])
    with pytest.raises(LinkError):
        unpack(packed + "AAAA")


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda b: base64.urlsafe_b64encode(b).decode()))
def test_anything_else_is_no_link(text: str) -> None:
    with pytest.raises(LinkError) as caught:
        unpack(text)
    assert caught.value.reason


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{}", b"[]", b"null", b"1", b'"t"', b'{"t":1}', b'{"t":null}', b'{"t":["a"]}', b"{", b'{"t":"a"} x'),
        *(b"\xff\xfe", b"[" * 200_000, b'{"t":' * 50_000, b'{"t":"a","n":' + b"9" * 5_000 + b"}"),
    ],
)
def test_content_without_a_board_is_no_link(content: bytes) -> None:
    with pytest.raises(LinkError):
        unpack(sealed(content))


def test_a_decompression_bomb_stays_small() -> None:
    bomb = sealed(b'{"t":"' + b" " * 8_000_000 + b'"}')
    assert len(bomb) < 2 * MAX_LINK_LENGTH
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(LinkError):
        unpack(bomb)
    assert time.process_time() - start < 1
    assert tracemalloc.get_traced_memory()[1] < 10 * MAX_LINK_JSON
    tracemalloc.stop()
    with pytest.raises(LinkError):
        unpack("A" * 10_000_000)


# What happens to a link on its way


@pytest.mark.parametrize("sign", list('。，》）”！>")].,；：、」』】~…＞） \u3000\n\r\t\u200b\ufeff='))
def test_a_sign_before_or_behind_a_link_or_a_blank_inside_does_no_harm(sign: str) -> None:
    board = with_hand(
        with_text(opening_board(), "我去公园"), HandTable(("我", "去", "公园"), np.full((3, 3), 0.123456))
    )
    packed = link_of(board)
    for changed in (packed + sign, packed + sign * 3, sign + packed, f"{sign}{packed}{sign}"):
        assert_same(unpack(changed).board, board)
    if sign.isspace() or sign in "=\u200b\ufeff":
        assert_same(unpack(sign.join(packed[i : i + 20] for i in range(0, len(packed), 20))).board, board)


@pytest.mark.parametrize(
    "behind", ["。看看这个", ", look at this", "\n\n我发的", "）abc", "%E3%80%82", "%0A", "--", "_", "——"]
)
def test_what_is_written_behind_a_link_does_no_harm(behind: str) -> None:
    packed = link_of(opening_board())
    assert_same(unpack(packed + behind).board, opening_board())


@pytest.mark.parametrize(
    "before", ["link: ", "链接：", "http://a.example/?s=", "_", "-", "&quot;", "</a>", "3D", "看_"]
)
def test_what_is_written_before_a_link_or_the_link_once_more_does_no_harm(before: str) -> None:
    packed = link_of(opening_board())
    for changed in (before + packed, packed + before + packed, f"{before}{packed}\n{before}{packed}。"):
        assert_same(unpack(changed).board, opening_board())


@given(boards())
@settings(max_examples=30)
def test_where_a_link_begins_is_seen_in_it(board: Board) -> None:
    packed = pack(board)
    assert packed is not None
    assert ENCODED_START.match(packed)


def test_a_link_that_is_encoded_without_end_is_answered_at_once() -> None:
    start = time.process_time()
    with pytest.raises(LinkError):
        unpack("%" + "25" * (5 * MAX_LINK_LENGTH - 1))
    assert time.process_time() - start < 1


def test_encodings_of_a_link_do_no_harm() -> None:
    packed = link_of(with_text(opening_board(), "我去公园"))
    wide = packed.translate({c: c + 0xFEE0 for c in range(0x21, 0x7F)})
    percent = "".join(f"%{ord(c):02x}" for c in packed)
    for changed in (
        wide,
        percent,
        percent.replace("%", "%25"),
        packed.replace("-", "&#45;").replace("_", "&#95;"),
        packed.replace("-", "\u2011"),
        packed.replace("-", "–"),
    ):
        assert unpack(changed).board.text == "我去公园"


def test_a_link_cut_short_says_so_and_a_changed_one_that_it_is_damaged() -> None:
    packed = link_of(opening_board())
    for length in range(1, len(packed)):
        for behind in ("", "…", "。"):
            with pytest.raises(LinkCut):
                unpack(packed[:length] + behind)
    changed = packed[:9] + ("A" if packed[9] != "A" else "B") + packed[10:]
    for text in (changed, packed[::-1], "A" * len(packed), "*", "。"):
        with pytest.raises(LinkError) as caught:
            unpack(text)
        assert type(caught.value) is LinkError or text in "*。"


# What a link may not bring in

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["scale", "zh"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["scale", "temperature", "x"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["v", "c", "h", "s", "n", "m", "w", "l", "x"]), JSON))
def test_any_content_opens_as_a_board_that_works_and_what_is_unknown_is_named(state: dict[str, Any]) -> None:
    opened = unpack(made(**state))
    board = opened.board
    assert board.text == "我去公园"
    assert "".join(board.words) == board.text
    assert board.hand.words == board.words
    assert board.source in SOURCES
    assert SEED_RANGE[0] <= board.seed <= SEED_RANGE[1]
    assert isinstance(board.seed, int)
    assert TEMPERATURES[0] <= board.switches.temperature <= TEMPERATURES[1]
    assert board.view.language in ("zh", "en")
    flags = {**vars(board.switches), **vars(board.view)}
    assert all(isinstance(value, bool) for name, value in flags.items() if name not in ("temperature", "language"))
    assert ("x" in opened.dropped) == ("x" in state)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("c", ["我", "去"]),
        ("c", ["我", "去", "公园", "也"]),
        ("c", "我去了"),
        ("c", 3),
        ("h", [3, 9, 0.5]),
        ("h", [3, -1, 0.5]),
        ("h", [3, 1, 1.5]),
        ("h", [3, 1, -0.5]),
        ("h", [3, 1, "x"]),
        ("h", [3, 1]),
        ("h", [2, 1, 0.5]),
        ("h", [3, 1, float("nan")]),
        ("h", [3, 1, float("inf")]),
        ("h", [3, 1, True]),
        ("h", [3, 1, "0.5"]),
        ("h", [3, 1, [0.5]]),
        ("h", [3, 1, 10**400]),
        ("h", [3, 1.5, 0.5]),
        ("h", [3, 1.0, 0.5]),
        ("h", [3, "1", 0.5]),
        ("h", [3, True, 0.5]),
        ("h", [3, None, 0.5]),
        ("h", [3.0, 1, 0.5]),
        ("h", {"0": 3}),
        ("h", []),
        ("h", None),
        ("s", "nonsense"),
        ("s", ["random"]),
        ("n", "x"),
        ("n", None),
        ("n", "12"),
        ("n", 1.5),
        ("n", True),
        ("n", [5]),
        ("s", None),
        ("c", [1, 2]),
        ("c", {"我": 1}),
        ("m", {"words": ["我"], "X": [["1"]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": ["我"], "X": [[True]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": ["我"], "X": [[10**400]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": [1], "X": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": "我", "X": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("w", {"temperature": "1"}),
        ("w", {"temperature": True}),
        ("w", [["scale", False]]),
        ("n", float("nan")),
        ("m", 3),
        ("m", {}),
        ("m", {"words": ["我"], "X": [[1]], "W_Q": [[1]], "W_K": [[1]]}),
        ("m", {"words": ["我"], "X": [[1], [2]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": ["我"], "X": [[1e9]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": ["我"], "X": [[float("nan")]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("m", {"words": ["我"], "X": [["x"]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}),
        ("w", {"temperature": 0}),
        ("w", {"temperature": 1e9}),
        ("w", {"temperature": float("nan")}),
        ("w", {"temperature": None}),
        ("w", {"scale": 1}),
        ("w", ["scale"]),
        ("l", {"language": "fr"}),
        ("l", {"digits": "yes"}),
        ("l", 5),
    ],
)
def test_what_cannot_be_used_is_dropped_and_named_and_the_rest_is_kept(key: str, value: Any) -> None:
    usual = unpack(made(n=5)).board
    opened = unpack(made(**{"n": 5, key: value}))
    assert opened.dropped == (key,)
    assert_same(opened.board, replace(usual, seed=opened.board.seed))
    assert opened.board.seed == (0 if key == "n" else 5)


@pytest.mark.parametrize(("given_seed", "wanted"), [(-5, 0), (10**9, SEED_RANGE[1]), (12, 12)])
def test_a_seed_is_brought_into_its_range(given_seed: int, wanted: int) -> None:
    assert unpack(made(n=given_seed)).board.seed == wanted


def test_what_a_newer_version_added_is_named_and_the_rest_is_read() -> None:
    opened = unpack(made(v=2, zz=1, w={"scale": False, "heads": 3}, l={"language": "en", "fonts": "big"}))
    assert opened.dropped == ("zz", "w.heads", "l.fonts")
    assert not opened.board.switches.scale
    assert opened.board.view.language == "en"


def test_the_table_of_a_cut_that_cannot_be_made_is_dropped_with_it() -> None:
    opened = unpack(made(c=["我", "去", "家"], h=[3, 1, 0.7]))
    assert opened.dropped == ("c", "h")
    assert np.nanmax(opened.board.hand.values) == 0.1


def test_the_content_is_plain_json() -> None:
    packed = link_of(opening_board())
    raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    assert json.loads(zlib.decompress(raw[4:]))["t"] == SEED.text


def test_own_words_go_with_the_link() -> None:
    board = with_own_words(with_text(opening_board(), "我看注意力表"), ["注意力表"])
    opened = unpack(pack(board) or "").board
    assert (opened.own_words, opened.words, opened.cut.tokens.source) == (
        ("注意力表",),
        ("我", "看", "注意力表"),
        "jieba",
    )
    merged = with_merge(board, 0)
    assert unpack(pack(merged) or "").board.words == ("我看", "注意力表")


@pytest.mark.parametrize("listed", [7, [7], "注意力表", {"a": 1}])
def test_own_words_that_are_no_list_of_words_are_dropped(listed: object) -> None:
    opened = unpack(encode({"v": 1, "t": "我看注意力表", "o": listed}) or "")
    assert opened.dropped == ("o",)
    assert opened.board.own_words == ()


@pytest.mark.parametrize("pick", [{"how": "most"}, {"layer": -1}, {"head": "2"}, {"layer": True}, [1, 2]])
def test_a_table_that_cannot_be_picked_is_dropped_and_named(pick: Any) -> None:
    opened = unpack(made(p=pick))
    assert opened.dropped == ("p",)
    assert opened.board.pick == opening_board().pick
