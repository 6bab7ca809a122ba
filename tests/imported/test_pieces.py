"""Pieces and their places in the visible text: characters, WordPieces, SentencePieces, bytes, special and unknown ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.imported.pieces import (
    BYTES,
    MAX_ALIGNED_TEXT,
    Pieces,
    is_special,
    line_of,
    number_pieces,
    style_of,
    text_of_pieces,
)

SEED = "我喜欢在周末去公园散步"
OF_BYTE = {byte: character for character, byte in BYTES.items()}


def as_bytes(text: str) -> list[str]:
    """Each byte as GPT-2 writes it."""
    return [OF_BYTE[byte] for byte in text.encode()]


def spans(line: Pieces) -> list[tuple[int, int] | None]:
    return [piece.span for piece in line.pieces]


def labels(line: Pieces) -> list[str]:
    return [piece.label for piece in line.pieces]


# The four ways of writing


def test_characters_of_bert() -> None:
    line = line_of(["[CLS]", *SEED, "[SEP]"])
    assert line.text == SEED
    assert spans(line) == [None, *((i, i + 1) for i in range(11)), None]
    assert [piece.special for piece in line.pieces] == [True, *[False] * 11, True]
    assert labels(line) == ["[CLS]", *SEED, "[SEP]"]


def test_wordpieces_grow_together_and_latin_words_stand_apart() -> None:
    line = line_of(["[CLS]", "trans", "##form", "##er", "model", "很", "好", "[SEP]"])
    assert line.text == "transformer model很好"
    assert [line.text[slice(*span)] for span in spans(line) if span] == ["trans", "form", "er", "model", "很", "好"]


def test_sentencepieces() -> None:
    line = line_of(["▁", "我", "喜欢", "▁like", "<0xE6>", "<0x88>", "<0x91>", "</s>"])
    assert line.text == "我喜欢 like我"
    assert spans(line) == [None, (0, 1), (1, 3), (4, 8), (8, 9), (8, 9), (8, 9), None]
    assert labels(line)[4:7] == ["我·1", "我·2", "我·3"]


def test_bytes_of_gpt_2() -> None:
    line = line_of([*as_bytes("我去"), "Ġlike"])
    assert line.text == "我去 like"
    assert spans(line) == [(0, 1)] * 3 + [(1, 2)] * 3 + [(3, 7)]
    assert labels(line) == ["我·1", "我·2", "我·3", "去·1", "去·2", "去·3", "like"]


def test_a_piece_of_two_half_characters_covers_both() -> None:
    a, b = as_bytes("我")[2] + as_bytes("去")[0], as_bytes("我")[:2]
    assert spans(line_of([*b, a, *as_bytes("去")[1:]])) == [(0, 1), (0, 1), (0, 2), (1, 2), (1, 2)]


@pytest.mark.parametrize(
    ("names", "style"),
    [
        (["我", "喜欢"], "plain"),
        (["[CLS]", "a", "##b"], "wordpiece"),
        (["##", "a"], "plain"),
        (["▁a"], "sentencepiece"),
        (["café", "naïve"], "plain"),  # Latin letters beyond ASCII are no bytes of a text
        (["Ġa"], "bytes"),
        (as_bytes("我"), "bytes"),
        (["abc", "d"], "plain"),
    ],
)
def test_the_way_of_writing_is_found_out(names: list[str], style: str) -> None:
    assert style_of(names) == style


@given(st.text(alphabet="我喜欢abc 园é😀ñ", min_size=1).filter(lambda text: " ".join(text.split()) == text))
def test_bytes_are_put_together_to_the_text_again(text: str) -> None:
    line = line_of(list(as_bytes(text)), text)
    assert line.text == text
    covered = {i for span in spans(line) if span for i in range(*span)}
    assert covered == {i for i, c in enumerate(text) if c != " "}


# The text on the board


def test_the_boards_sentence_is_taken_where_the_pieces_fit_it() -> None:
    line = line_of(["[CLS]", "cafe", "很", "贵"], "Café 很贵")
    assert line.text == "Café 很贵"  # case and accents that a model takes off do not count
    assert spans(line) == [None, (0, 4), (5, 6), (6, 7)]


def test_another_text_is_passed_over() -> None:
    assert line_of(["你", "好"], "我去").text == "你好"
    assert line_of(["你", "好"], "你好吗").text == "你好"
    assert line_of(["你", "好"], "你" * (MAX_ALIGNED_TEXT + 1)).text == "你好"  # and is not even looked at


def test_a_long_text_is_looked_through_once() -> None:
    text = "😀" * MAX_ALIGNED_TEXT
    line = line_of(["😀", "[UNK]"], text)
    assert (line.text, spans(line)) == (text, [(0, 1), (1, MAX_ALIGNED_TEXT)])


def test_unknown_pieces_share_what_lies_between_known_ones() -> None:
    line = line_of(["[CLS]", "我", "[UNK]", "去", "[UNK]", "[SEP]"], "我🀄🀄去园")
    assert spans(line) == [None, (0, 1), (1, 3), (3, 4), (4, 5), None]
    assert line_of(["[UNK]", "[UNK]"], "我去").text == "我去"
    assert spans(line_of(["[UNK]"], "")) == [(0, 5)]  # nobody knows the text: the name itself


def test_names_that_make_no_text() -> None:
    line = line_of(["[CLS]", "[SEP]"])
    assert spans(line) == [None, None]
    assert number_pieces(3).pieces[2].label == "3"
    assert number_pieces(3).text == ""


def test_hostile_names_are_names() -> None:
    for name in ("<b>", "%{x}", "**", "[x]", "$a$", "<|", "\x00", "\ud800", "[CLSX]"):
        assert not is_special(name)
        assert len(line_of([name, "我"])) == 2


@given(st.lists(st.text(max_size=5) | st.sampled_from(["[UNK]", "[CLS]", "##a", "▁", "Ġ", "<0xE6>"]), max_size=12))
def test_any_names_make_a_line_whose_places_are_inside_its_text(names: list[str]) -> None:
    for text in ("", "我喜欢 abc"):
        line = line_of(names, text)
        assert len(line) == len(names)
        for span in spans(line):
            assert span is None or 0 <= span[0] < span[1] <= len(line.text)


def test_blanks_stand_between_latin_words_of_any_number() -> None:
    assert text_of_pieces(["I", "like", "tea", "我", "去", "it", "."]) == "I like tea我去it ."


@pytest.mark.parametrize(
    "name",
    [
        "<｜begin▁of▁sentence｜>", "<｜User｜>", "[gMASK]", "<sop>", "<start_of_turn>", "<end_of_turn>", "zho_Hans", "__zh__",
        "zh_CN", ">>eng<<",
    ],
)  # fmt: skip
def test_special_tokens_of_many_models_are_special(name: str) -> None:
    line = line_of([name, "我", "喜欢"], "我喜欢")
    assert [piece.special for piece in line.pieces] == [True, False, False]
    assert line.text == "我喜欢"
    assert [piece.span for piece in line.pieces] == [None, (0, 1), (1, 3)]


def in_bytes(data: bytes) -> str:
    return "".join({byte: c for c, byte in BYTES.items()}[byte] for byte in data)


def test_of_a_character_cut_in_the_middle_only_that_piece_is_torn() -> None:
    """The text was cut off after so many bytes, or a piece of it is missing."""
    names = [in_bytes("我".encode()), in_bytes("喜欢".encode()), in_bytes("公园".encode()[:4])]
    line = line_of(names)
    assert [piece.label for piece in line.pieces] == ["我", "喜欢", "公�"]
    assert [piece.label for piece in line_of(names, "我喜欢公园").pieces] == ["我", "喜欢", "公园"]
    halves = [in_bytes("公".encode()[:1]), in_bytes("公".encode()[1:]), *names[:2]]
    assert [piece.label for piece in line_of(halves).pieces] == ["公·1", "公·2", "我", "喜欢"]
    assert style_of(["café", "naïve"]) == "plain"
