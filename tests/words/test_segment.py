"""jieba's cut, and what a person changes in it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import BinaryIO

import jieba
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from attention.errors import BadCut, EmptyText
from attention.types import Tokens
from attention.words import segment as module
from attention.words.characters import clean, grapheme_cuts
from attention.words.segment import (
    MAX_CHARACTERS,
    MAX_OWN_LENGTH,
    MAX_OWN_WORDS,
    MAX_WORDS,
    Cut,
    cut,
    cut_as,
    from_words,
    merge,
    own_words_in,
    recut,
    split,
    warm,
    whole_words,
    without_gaps,
)

SEED = "我喜欢在周末去公园散步"
ORDINARY = [
    SEED,
    "小明昨天去了学校他今天也去了学校",
    "公园，公园，公园！",
    "中华人民共和国成立于1949年10月1日，首都是北京。",
    "他说：“这部手机要2999元，打九五折（也就是95%）！”",
    "卡拉OK和T恤都是从英语来的，C++也是。",
    "阿尔弗雷德在杭研大厦工作；小红不来吗？",  # 杭研 is not in the dictionary: the Markov model finds it
    "结婚的和尚未结婚的，研究生命起源。",
]
CHINESE = st.text(
    alphabet="我喜欢在周末去公园散步小明昨天了学校不亦乐乎大学生前来，。……的一2 5a-é😀", min_size=1, max_size=40
)
HOSTILE = st.text(
    alphabet="a1.-':,/@é\u0301\u200d\ufe0f\u20e3👨👩🏽🇨🇳好的，… \u0600\ufeff\ud800שَ＜１％", min_size=1, max_size=25
)
ANY = st.text(min_size=1, max_size=40) | CHINESE | HOSTILE


# No deadline: the first example waits for the dictionary.
many = settings(deadline=None)


def words(text: str) -> tuple[str, ...]:
    return cut(text).tokens.words


def by_hand(text: str, listed: str) -> Tokens:
    """`listed`: the words with / between them."""
    tokens = from_words(text, listed.split("/")).tokens
    assert tokens.source == "hand"
    return tokens


def visible(text: str) -> bool:
    return bool(clean(text).text)


# The cut


def test_the_seed_sentence() -> None:
    assert cut(SEED) == Cut(Tokens(SEED, ((0, 1), (1, 3), (3, 4), (4, 6), (6, 7), (7, 9), (9, 11))))
    assert words(SEED) == ("我", "喜欢", "在", "周末", "去", "公园", "散步")


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_chinese_is_cut_as_jieba_does(text: str) -> None:
    assert words(text) == tuple(jieba.Tokenizer.lcut(module._jieba(), text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2024 1e5 <b> $x$", "2024 1e5 < b > $ x $"),
        ("%{z}", "% { z }"),
        ("**粗**", "* * 粗 * *"),
        ("真的……我——不", "真的 …… 我 —— 不"),
        ("我爱😀👨‍👩‍👧你👍🏽1️⃣🇨🇳🇺🇸", "我 爱 😀 👨‍👩‍👧 你 👍🏽 1️⃣ 🇨🇳 🇺🇸"),
        ("去café喝cafe\u0301", "去 café 喝 cafe\u0301"),
        ("ＡＢＣ１２３号", "ＡＢＣ１２３ 号"),
        ("I don't know 3.14 or 50%", "I don't know 3.14 or 50%"),
        ("见https://a.cn/x?y=1。2024-01-01", "见 https://a.cn/x?y=1 。 2024-01-01"),
        ("好\u0308人", "好\u0308 人"),  # a mark goes with its character, whatever that is
        ("我 \u0308去", "我 \u0308 去"),
        ("שלום 我 مرحبا", "שלום 我 مرحبا"),
        ("\ud800我\udfff", "我"),
        ("周\u200b末", "周末"),  # what is invisible does not divide
        ("周 末", "周 末"),
        ("a\u200d\ufe0fb", "ab"),
    ],
)
def test_what_is_one_word(text: str, wanted: str) -> None:
    assert words(text) == tuple(wanted.split(" "))


@given(ANY.filter(visible))
@many
def test_words_are_the_visible_text_without_blanks(text: str) -> None:
    result = cut(text)
    assert "".join(result.tokens.words) == clean(text).text.replace(" ", "")
    assert all(word and not any(c.isspace() for c in word) for word in result.tokens.words)
    assert (result.removed, result.unread, result.undrawn) == (clean(text).removed, 0, 0)


@given(ANY.filter(visible))
@many
def test_no_word_begins_inside_a_grapheme(text: str) -> None:
    tokens = cut(text).tokens
    for part in tokens.text.split():
        place = tokens.text.index(part)
        bounds = {place, place + len(part), *(place + at for at in grapheme_cuts(part))}
        assert all(end in bounds for start, end in tokens.spans if place <= start and end <= place + len(part))


@pytest.mark.parametrize("text", ["", " ", "\u3000\n\t", "\ufeff\u200b", "\ud800", "\u200d\ufe0f"])
def test_nothing_visible(text: str) -> None:
    for attempt in (lambda: cut(text), lambda: recut(cut("我").tokens, text), lambda: from_words(text, [])):
        with pytest.raises(EmptyText):
            attempt()


# Limits


def test_long_text_is_cut_short_and_says_so() -> None:
    module._jieba()
    begin = time.process_time()
    result = cut("的" * 20_000)
    assert time.process_time() - begin < 1
    assert result.tokens.text == "的" * MAX_WORDS
    assert (result.unread, result.undrawn) == (20_000 - MAX_CHARACTERS, MAX_CHARACTERS - MAX_WORDS)


def test_exactly_at_the_limits() -> None:
    assert cut("a " * MAX_WORDS).undrawn == 0
    assert cut("a " * (MAX_WORDS + 1)).undrawn == 1
    assert cut("a" * MAX_CHARACTERS).unread == 0
    assert cut("a" * (MAX_CHARACTERS + 1)).unread == 1


@pytest.mark.parametrize("emoji", ["👨‍👩‍👧", "🇨🇳", "e\u0301"])
@pytest.mark.parametrize("shift", range(5))
def test_no_grapheme_is_cut_through_at_the_limit(emoji: str, shift: int) -> None:
    text = "中" * 1990 + "好" * shift + emoji * 10
    read = module._read(text)
    assert MAX_CHARACTERS - len(emoji) < len(read.text) <= MAX_CHARACTERS
    assert (len(read.text) - 1990 - shift) % len(emoji) == 0
    assert read.unread == len(text) - len(read.text)


def test_a_single_endless_grapheme() -> None:
    result = cut("e" + "\u0301" * 5000)
    assert [len(word) for word in result.tokens.words] == [MAX_CHARACTERS]
    assert result.unread == 3001


@pytest.mark.parametrize(
    "piece", ["a'", "a.", "1,", "a@", "www.", "http://", "-", "e\u0301", "👨\u200d", "…—", "１．", "ABC的"]
)
def test_hostile_repetition_is_quick(piece: str) -> None:
    module._jieba()
    begin = time.process_time()
    cut(piece * 10_000)
    assert time.process_time() - begin < 1


# One tokenizer


@pytest.fixture
def not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has just started; the tokenizer of the other tests comes back afterwards."""
    monkeypatch.setattr(module, "_load", cache(module._load.__wrapped__))


@pytest.mark.usefixtures("not_loaded")
def test_loaded_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[int] = []

    def parse(self: object, file: BinaryIO) -> tuple[dict[str, int], int]:
        file.close()
        loads.append(1)
        time.sleep(0.05)
        return {"公": 0, "公园": 5}, 5

    monkeypatch.setattr(jieba.Tokenizer, "gen_pfdict", parse)
    threads = [warm() for _ in range(8)]
    assert words("公园") == ("公园",)
    for thread in threads:
        thread.join()
    assert loads == [1]


@pytest.mark.usefixtures("not_loaded")
def test_a_failed_load_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(jieba.Tokenizer, "get_dict_file", lambda self: (_ for _ in ()).throw(OSError("disk")))
        with pytest.raises(OSError, match="disk"):
            cut("公园")
    assert words("公园") == ("公园",)


def test_same_input_same_output_in_many_threads_and_nothing_changed() -> None:
    tokenizer = module._jieba()
    before = hash(frozenset(tokenizer.FREQ.items())), tokenizer.total, dict(tokenizer.user_word_tag_tab)
    texts = [*ORDINARY, "杭研大厦" * 30, "😀2024-01-01"] * 20
    wanted = [cut(text) for text in texts]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(cut, texts)) == wanted
    assert (hash(frozenset(tokenizer.FREQ.items())), tokenizer.total, dict(tokenizer.user_word_tag_tab)) == before


def test_changes_to_jiebas_own_tokenizer_do_not_reach_ours() -> None:
    other = jieba.Tokenizer()
    other.FREQ, other.total, other.initialized = {"喜欢在": 10**9}, 10**9, True
    other.add_word("周末去")
    assert words(SEED) == ("我", "喜欢", "在", "周末", "去", "公园", "散步")


def test_no_cache_file_is_read_or_written_and_nothing_printed(tmp_path: Path) -> None:
    """A planted cache in the common temporary folder once changed the cut."""
    planted = tmp_path / "jieba.cache"
    planted.write_bytes(b"planted")
    code = f"from attention.words.segment import cut; print(*cut('{SEED}').tokens.words)"
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONUTF8": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("我 喜欢 在 周末 去 公园 散步\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["jieba.cache"]
    assert planted.read_bytes() == b"planted"


# By hand


def test_merge_and_split() -> None:
    tokens = cut(SEED).tokens
    joined = merge(tokens, 5)
    assert joined.words == ("我", "喜欢", "在", "周末", "去", "公园散步")
    assert (joined.source, tokens.source) == ("hand", "jieba")
    assert split(joined, 5, 2).words == tokens.words
    assert split(tokens, 1, 1).words == ("我", "喜", "欢", "在", "周末", "去", "公园", "散步")


@given(ANY.filter(visible), st.data())
@many
def test_split_then_merge_and_merge_then_split_give_back(text: str, data: st.DataObject) -> None:
    tokens = cut(text).tokens
    i = data.draw(st.integers(0, len(tokens) - 1))
    for at in grapheme_cuts(tokens.words[i]):
        halves = split(tokens, i, at)
        assert len(halves) == len(tokens) + 1
        assert merge(halves, i) == Tokens(tokens.text, tokens.spans, "hand")
    if i + 1 < len(tokens) and tokens.spans[i][1] == tokens.spans[i + 1][0]:
        joined = merge(tokens, i)
        assert joined.words[i] == tokens.words[i] + tokens.words[i + 1]
        assert split(joined, i, len(tokens.words[i])).spans == tokens.spans


@pytest.mark.parametrize(
    ("i", "reason"),
    [(-1, "no word"), (2, "no word"), (3, "no word"), (99, "no word"), (1, "blank between letters")],
)
def test_merges_refused(i: int, reason: str) -> None:
    tokens = cut("公园iPhone 15").tokens
    with pytest.raises(BadCut, match=reason):
        merge(tokens, i)


def test_a_merge_over_a_blank_closes_it() -> None:
    tokens = cut("公园 散步 好").tokens
    assert merge(tokens, 0) == Tokens("公园散步 好", ((0, 4), (5, 6)), "hand")
    assert merge(cut("去 Paris").tokens, 0).words == ("去Paris",)


# A class's own words


def test_own_words_stay_whole() -> None:
    own = ("小李子", "注意力表", "台湾大学")
    assert cut("小李子看注意力表格", own).tokens.words == ("小李子", "看", "注意力表", "格")
    assert cut("臺灣大學很大", own).tokens.words[0] == "臺灣大學"
    assert cut("小李子", own).tokens.source == from_words("小李子", ["小李子"], own).tokens.source == "jieba"
    assert from_words("小李子", ["小李子"]).tokens.source == "hand"
    assert cut("a.c abc", ("a.c",)).tokens.words == ("a.c", "abc")  # no pattern, a word


def test_the_longer_own_word_goes_first() -> None:
    assert cut("注意力表", ("注意", "注意力表")).tokens.words == ("注意力表",)


def test_own_words_go_into_what_was_cut_by_hand_and_leave_the_rest() -> None:
    tokens = by_hand("我喜欢注意力表格吗", "我喜欢/注/意力/表格吗")
    assert whole_words(tokens, ("注意力表",)).words == ("我喜欢", "注意力表", "格吗")
    assert whole_words(tokens, ("公园",)) == tokens


def test_own_words_as_somebody_lists_them() -> None:
    assert own_words_in(" 小明明,注意力表；小明明\n点积/查询 ") == ("小明明", "注意力表", "点积", "查询")
    assert own_words_in(" ，") == ()
    assert len(own_words_in(" ".join(str(i) for i in range(1000)))) == MAX_OWN_WORDS
    assert own_words_in("长" * 99) == ("长" * MAX_OWN_LENGTH,)


# Gaps


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("我 喜 欢 在 周 末 散 步", "我喜欢在周末散步"),
        ("我喜欢在周\n末散步", "我喜欢在周末散步"),
        ("我 用 iPhone 15 Pro 拍 照 片 。", "我用 iPhone 15 Pro 拍照片。"),
        ("iPhone 15 Pro", None),
        ("New York 我喜欢", None),
        ("我 喜欢 公园", None),  # the words are the same without
        ("我喜欢公园", None),
        ("", None),
    ],
)
def test_gaps_inside_words(text: str, closed: str | None) -> None:
    assert without_gaps(text) == closed


def test_words_alone_become_a_sentence_with_the_blanks_of_english() -> None:
    assert cut_as(["New", "York", "我", "喜欢"]).tokens.text == "New York我喜欢"
    assert cut_as(["我", "喜欢"]).tokens.text == "我喜欢"


def test_what_counts_as_usual_is_told() -> None:
    assert (cut("我⽤ＡＢ").alike, cut("我⽤ＡＢ").traditional) == (3, False)
    assert (cut("坐高鐵").alike, cut("坐高鐵").traditional) == (0, True)


@pytest.mark.parametrize(
    ("i", "at", "reason"),
    [(0, 0, "be split"), (0, 2, "be split"), (0, -1, "be split"), (-1, 1, "no word"), (4, 1, "no word")]
    + [(2, at, "be split") for at in range(5)]
    + [(3, 4, "be split")],
)
def test_splits_refused(i: int, at: int, reason: str) -> None:
    tokens = cut("公园去👨‍👩‍👧cafe\u0301").tokens
    assert tokens.words == ("公园", "去", "👨‍👩‍👧", "cafe\u0301")
    with pytest.raises(BadCut, match=reason):
        split(tokens, i, at)


def test_no_split_beyond_the_drawn_words() -> None:
    tokens = cut("公园 " * MAX_WORDS).tokens
    with pytest.raises(BadCut, match=f"already has {MAX_WORDS}"):
        split(tokens, 0, 1)
    assert len(split(cut("公园 " * (MAX_WORDS - 1)).tokens, 0, 1)) == MAX_WORDS


# From a list


def test_from_words() -> None:
    result = from_words("我\ufeff 喜欢公园", ["我", "喜", "欢公园"])
    assert result == Cut(Tokens("我 喜欢公园", ((0, 1), (2, 3), (3, 6)), "hand"), removed=1)
    assert from_words(SEED, ["我", "喜欢", "在", "周末", "去", "公园", "散步"]) == cut(SEED)


@given(ANY.filter(visible))
@many
def test_the_list_of_a_cut_gives_the_cut(text: str) -> None:
    assert from_words(text, words(text)) == cut(text)


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        (["我", "去", "👨‍👩‍👧"], "goes on"),
        (["我", "去", "👨‍👩‍👧", "好", "的"], "go on"),
        (["去", "我", "👨‍👩‍👧", "好"], "go on"),
        (["我 去", "👨‍👩‍👧", "好"], "go on"),
        (["我", "", "去", "👨‍👩‍👧", "好"], "go on"),
        (["我", "去", "👨", "👩‍👧", "好"], "ends inside"),
        ([], "goes on"),
    ],
)
def test_lists_refused(listed: list[str], reason: str) -> None:
    with pytest.raises(BadCut, match=reason):
        from_words("我 去👨‍👩‍👧好", listed)


def test_a_list_may_stop_where_the_table_was_full() -> None:
    text = "公园 " * (MAX_WORDS + 44)
    full = cut(text)
    assert from_words(text, full.tokens.words) == full
    joined = ["公园"] * 10 + ["公", "园"] + ["公园"] * (MAX_WORDS - 12)
    result = from_words(text, joined)
    assert result.tokens.words == tuple(joined)
    assert (result.undrawn, result.tokens.source) == (45, "hand")
    with pytest.raises(BadCut):
        from_words("公园 " * MAX_WORDS, full.tokens.words[:-1])


# After an edit


@pytest.mark.parametrize(
    ("old", "text", "wanted"),
    [
        # a word added at the end, in the middle, at the beginning
        ("我/喜欢/公园散步", "我喜欢公园散步。", "我/喜欢/公园散步/。"),
        ("我/喜欢/公园散步", "我不喜欢公园散步", "我/不/喜欢/公园散步"),
        ("我/喜欢/公园散步", "昨天我喜欢公园散步", "昨天/我/喜欢/公园散步"),
        ("我/喜/欢/公园/散步", "我喜欢公园里散步", "我/喜/欢/公园/里/散步"),
        # an edit inside what was cut by hand undoes that, and only that
        ("我喜欢/公园散步/好", "我喜欢公园里散步好", "我喜欢/公园/里/散步/好"),
        ("我喜欢/公园散步", "我喜欢公园散", "我喜欢/公园/散"),
        # growing words: what stands beside the edit and is jieba's own grows with it
        ("公园散步/周", "公园散步周末", "公园散步/周末"),
        ("公园散步/2024-01/-", "公园散步2024-01-01", "公园散步/2024-01-01"),
        ("公园散步/…", "公园散步……", "公园散步/……"),
        ("公园散步/３/．", "公园散步３．１", "公园散步/３．１"),
        ("公园散步/don/’", "公园散步don’t", "公园散步/don’t"),
        ("公园散步/不/亦/乐意", "公园散步不亦乐乎", "公园散步/不亦乐乎"),
        ("公园散步/cafe", "公园散步cafe\u0301", "公园散步/cafe\u0301"),
        ("公园散步/👨", "公园散步👨‍👩‍👧", "公园散步/👨‍👩‍👧"),
        # nothing changes beyond the clause (alone, jieba makes one word of 觉一)
        ("天我/觉/一/。/去", "天我觉一。去了", "天我/觉/一/。/去/了"),
        ("天我/觉/一/。", "天我觉一。去", "天我/觉/一/。/去"),
        ("去/。/觉/一/天我", "了去。觉一天我", "了/去/。/觉/一/天我"),
        # the same text, other blanks
        ("公园散步/我", "公园散步 我", "公园散步/我"),
        ("公园散步/我", "公园散步我", "公园散步/我"),
    ],
)
def test_recut_keeps_what_was_done_by_hand(old: str, text: str, wanted: str) -> None:
    result = recut(by_hand(old.replace("/", ""), old), text)
    assert result.tokens.words == tuple(wanted.split("/"))
    assert result.tokens.source == "hand"


def test_typed_letter_by_letter() -> None:
    tokens = by_hand("我喜欢公园散步", "我/喜欢/公园散步")
    for letter in "不亦乐乎，周末2024-01-01见https://a.cn/x":
        tokens = recut(tokens, tokens.text + letter).tokens
    assert tokens.words == ("我", "喜欢", "公园散步", "不亦乐乎", "，", "周末", "2024-01-01", "见", "https://a.cn/x")


def test_recut_of_jiebas_own_cut_is_a_new_cut() -> None:
    assert recut(cut(SEED).tokens, "结婚的和尚未结婚的") == cut("结婚的和尚未结婚的")


def test_nothing_left_by_hand_is_jiebas_cut_again() -> None:
    marked = "我公园散步\u0301"  # the accent changes the last character of the merged word
    assert recut(by_hand("我公园散步", "我/公园散步"), marked) == cut(marked)
    tokens = by_hand("我公园散步", "我/公园散步")
    assert recut(tokens, "我公园里散步") == cut("我公园里散步")
    undone = split(merge(cut(SEED).tokens, 0), 0, 1)
    assert recut(undone, SEED + "吗") == cut(SEED + "吗")


def test_recut_fills_the_table_again_after_a_merge() -> None:
    text = "公园散步" * 200
    first = cut(text)
    result = recut(merge(first.tokens, 3), text)
    assert len(result.tokens) == MAX_WORDS
    assert result.tokens.words[:5] == ("公园", "散步", "公园", "散步公园", "散步")
    assert result.undrawn == first.undrawn - 1


@st.composite
def cuts_by_hand(draw: st.DrawFn) -> Tokens:
    tokens = cut(draw(CHINESE.filter(visible))).tokens
    for _ in range(draw(st.integers(1, 6))):
        i = draw(st.integers(0, len(tokens) - 1))
        places = grapheme_cuts(tokens.words[i])
        if draw(st.booleans()) and places:
            tokens = split(tokens, i, draw(st.sampled_from(places)))
        elif i + 1 < len(tokens) and tokens.spans[i][1] == tokens.spans[i + 1][0]:
            tokens = merge(tokens, i)
    return tokens


@given(cuts_by_hand())
@many
def test_without_an_edit_nothing_changes(tokens: Tokens) -> None:
    assert recut(tokens, tokens.text).tokens == tokens


@given(cuts_by_hand(), CHINESE.filter(visible))
@many
def test_recut_is_a_cut_of_the_new_text(tokens: Tokens, text: str) -> None:
    assert "".join(recut(tokens, text).tokens.words) == clean(text).text.replace(" ", "")


@given(cuts_by_hand(), cuts_by_hand(), st.text(alphabet="国家人民，。3", max_size=8))
@many
def test_far_away_cuts_stay(left: Tokens, right: Tokens, typed: str) -> None:
    """Two sentences of a person's own cut; something that occurs in neither is typed between the blanks between them."""
    old = from_words(f"{left.text} 好 {right.text}", [*left.words, "好", *right.words]).tokens
    assume(old.source == "hand")
    edited = f"{left.text} 好{typed}好 {right.text}"
    result = recut(old, edited).tokens
    assume(result.source == "hand")
    assert result.words[: len(left)] == left.words
    assert result.words[-len(right) :] == right.words
    middle = result.words[len(left) : -len(right)]
    assert middle == words(f"好{typed}好")
