"""Text → Tokens: the cut that jieba makes, and what a person changes in it.

jieba (https://github.com/fxsjy/jieba: dictionary and hidden Markov model) cuts what is Chinese; the words that it would
tear apart (emoji, addresses, café, ＡＢＣ, ……) are found before it, by attention/words/characters.py. One tokenizer serves the
whole process and is never changed: a person's merges and splits live in Tokens, a class's own words on its board.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Any, Literal, TypeAlias

from attention.errors import BadCut, BlankBetween, EmptyText
from attention.types import Tokens
from attention.words.characters import (
    clean,
    common_beginning,
    grapheme_cuts,
    is_punctuation,
    on_graphemes,
    special_runs,
)
from attention.words.dictionary import improve
from attention.words.rules import mended
from attention.words.usual import unusual, usual

MAX_CHARACTERS = 2000  # jieba's time grows with the square of a repeated character: 0.05 s here, 2 to 4 s at 20,000
MAX_WORDS = 256
MAX_OWN_WORDS, MAX_OWN_LENGTH = 100, 20
"""So many words of a class's own, and so many characters each."""

Spans: TypeAlias = tuple[tuple[int, int], ...]
OwnWords: TypeAlias = Sequence[str]

_CHINESE = r"[\u3007\u2e80-\u2fd5\u3400-\u9fff\uf900-\ufaff，。、；：？！“”‘’（）《》…—]"
_OWN_LINE = re.compile(r"\s*(?:我们的词|我們的詞|our words)\s*[:：](.*)", re.IGNORECASE | re.DOTALL)
_GAP = re.compile(rf"(?<={_CHINESE}) (?={_CHINESE})")
_SPELLED_END, _SPELLED_START = (
    re.compile(r"[^\W_\u2e80-\u9fff\uf900-\ufaff]$"),
    re.compile(r"[^\W_\u2e80-\u9fff\uf900-\ufaff]"),
)


@dataclass(frozen=True)
class Cut:
    """The words to draw, and what was left out on the way to them.

    `removed`: invisible characters taken out of the text; `unread`: visible characters beyond the first MAX_CHARACTERS;
    `undrawn`: words that were read beyond the first MAX_WORDS. `tokens.text` ends with the last drawn word. `alike`: characters
    of it that count as usual ones that look alike; `traditional`: it has characters that count as simplified ones.
    """

    tokens: Tokens
    removed: int = 0
    unread: int = 0
    undrawn: int = 0
    alike: int = 0
    traditional: bool = False


def warm() -> threading.Thread:
    """Start loading jieba's dictionary (about a second) in the background; a `cut` in the meantime waits for it."""
    thread = threading.Thread(target=_jieba, name="jieba", daemon=True)
    thread.start()
    return thread


def cut(text: str, own: OwnWords = ()) -> Cut:
    """The visible `text`, cut by jieba's default mode (hidden Markov model on).

    Blanks are not words. Long text is shortened, never refused. own: a class's own words, which stay whole wherever they stand.
    Raises EmptyText if nothing is visible.
    """
    read = _read(text)
    return _drawn(read, _spans(read.text, own), "jieba")


def own_words_in(text: str) -> tuple[str, ...]:
    """The words that somebody has listed, with blanks, commas or line ends between; at most MAX_OWN_WORDS, none twice.

    >>> own_words_in("小明明、注意力表 注意力表")
    ('小明明', '注意力表')
    """
    listed = re.split(r"[\s,，、;；/]+", clean(text).text)
    return tuple(dict.fromkeys(word[:MAX_OWN_LENGTH] for word in listed if word))[:MAX_OWN_WORDS]


def own_words_line(line: str) -> tuple[str, ...] | None:
    """The words that a line of a file names as a class's own; None for any other line.

    >>> own_words_line("我们的词：李小满、注意力权重"), own_words_line("我们的词不多。")
    (('李小满', '注意力权重'), None)
    """
    found = _OWN_LINE.fullmatch(line)
    return own_words_in(found[1]) if found else None


def whole_words(tokens: Tokens, own: OwnWords) -> Tokens:
    """What a person has cut, with a class's own words whole."""
    bounds = _all_bounds(tokens.spans)
    for start, run in _unbroken(tokens.text):
        for first, last in _shifted(_listed(usual(run), own), start):
            bounds = {bound for bound in bounds if not first < bound < last} | {first, last}
    runs = [(start, start + len(run)) for start, run in _unbroken(tokens.text)]
    inside = (sorted(bound for bound in bounds if start <= bound <= end) for start, end in runs)
    return Tokens(tokens.text, tuple(span for one in inside for span in pairwise(one))[:MAX_WORDS], "hand")


def without_gaps(text: str, own: OwnWords = ()) -> str | None:
    """The visible text without the blanks between Chinese characters, if words reach across them; else None.

    Text from a PDF has blanks between all its characters, or a line's end inside a word. iPhone 15 Pro keeps its blanks.
    """
    whole = clean(text).text
    closed = _GAP.sub("", whole)
    if closed == whole:
        return None
    kept = list(accumulate(c != " " or not _GAP.match(whole, i) for i, c in enumerate(whole)))
    gaps = {kept[match.start()] for match in _GAP.finditer(whole)}
    spans = cut(closed, own).tokens.spans
    return closed if any(start < gap < end for start, end in spans for gap in gaps) else None


def from_words(text: str, words: Sequence[str], own: OwnWords = ()) -> Cut:
    """The visible `text`, cut as the list `words` (from a link or a file) says.

    The list may stop early only if the table was full, with more than MAX_WORDS in all; jieba then cuts the rest.
    If jieba alone cuts the same words, the result is jieba's, not made by hand. Raises EmptyText, or BadCut if the
    words are not the text, or one ends inside a character or an emoji.
    """
    read = _read(text)
    spans = _located(read.text, words)
    end = spans[-1][1] if spans else 0
    rest = _shifted(_spans(read.text[end:]), end)
    if rest and len(spans) + len(rest) <= MAX_WORDS:
        raise BadCut("the text goes on after the last word")
    spans += rest
    return _drawn(read, spans, "jieba" if spans == _spans(read.text, own) else "hand")


def cut_as(words: Sequence[str]) -> Cut:
    """The words as a sentence that is cut into them, with blanks between words in letters or digits (New York), and between all
    only if they would run into each other without.

    Raises BadCut if they are not words, EmptyText if there are none.
    """
    spelled = [" " + b if _SPELLED_END.search(a) and _SPELLED_START.match(b) else b for a, b in pairwise(("", *words))]
    try:
        return from_words("".join(spelled), words)
    except BadCut:
        return from_words(" ".join(words), words)


def recut(old: Tokens, text: str, own: OwnWords = ()) -> Cut:
    """The cut of `text`, which a visitor made from `old.text` by editing.

    What jieba alone cut is cut anew as a whole. What a person merged or split stays wherever the edit did not reach into it, and,
    seen from the edit, so does every word beyond the next such place, blank or full-width punctuation mark; up to there jieba
    cuts anew, so that a word typed letter by letter grows together. Raises EmptyText.
    """
    read = _read(text)
    if old.source == "hand" and read.text == old.text:
        return _drawn(read, old.spans, "hand")
    spans = _kept_by_hand(old, read.text, own) if old.source == "hand" else ()
    return _drawn(read, spans, "hand") if spans else _drawn(read, _spans(read.text, own), "jieba")


def merge(tokens: Tokens, i: int) -> Tokens:
    """Join the words `i` and `i + 1` (from 0); a blank between them goes.

    Raises BadCut if there is no such pair, BlankBetween if the blank is all that keeps letters or digits apart.
    """
    _require_word(tokens, i, last=len(tokens) - 2)
    (start, end), (following, stop) = tokens.spans[i : i + 2]
    left, right = tokens.words[i : i + 2]
    gap = following - end
    if gap and _SPELLED_END.search(left) and _SPELLED_START.match(right):
        raise BlankBetween("the blank between letters or digits stays", left, right)
    text = tokens.text[:end] + tokens.text[following:]
    after = _shifted(tokens.spans[i + 2 :], -gap)
    return Tokens(text, (*tokens.spans[:i], (start, stop - gap), *after), "hand")


def split(tokens: Tokens, i: int, at: int) -> Tokens:
    """Split the word `i` (from 0) after its first `at` characters; grapheme_cuts(word) lists what `at` may be.

    Raises BadCut if there is no such word, `at` is not between two of its visible characters, or the table already has
    MAX_WORDS.
    """
    _require_word(tokens, i, last=len(tokens) - 1)
    if at not in grapheme_cuts(tokens.words[i]):
        raise BadCut(f"the word {i} cannot be split after {at} characters")
    if len(tokens) >= MAX_WORDS:
        raise BadCut(f"the table already has {MAX_WORDS} words")
    start, end = tokens.spans[i]
    halves = ((start, start + at), (start + at, end))
    return Tokens(tokens.text, (*tokens.spans[:i], *halves, *tokens.spans[i + 1 :]), "hand")


def _require_word(tokens: Tokens, i: int, *, last: int) -> None:
    if not 0 <= i <= last:
        raise BadCut(f"no word {i} among {len(tokens)} to merge or split")


# Reading


@dataclass(frozen=True)
class _Read:
    text: str
    removed: int
    unread: int


def _read(text: str) -> _Read:
    whole = clean(text)
    if not whole.text:
        raise EmptyText
    part = _beginning(whole.text)
    return _Read(part, whole.removed, len(whole.text) - len(part))


def _beginning(text: str) -> str:
    """At most MAX_CHARACTERS of `text`, ending between two graphemes and not with a blank."""
    if len(text) <= MAX_CHARACTERS:
        return text
    cuts = grapheme_cuts(text[: MAX_CHARACTERS + 1])
    # One grapheme can be longer than all that is read (a letter under 3,000 accents): then it is cut through.
    return clean(text[: cuts[-1] if cuts else MAX_CHARACTERS]).text


def _drawn(read: _Read, spans: Spans, source: Literal["jieba", "hand"]) -> Cut:
    drawn = spans[:MAX_WORDS]
    undrawn = len(spans) - len(drawn)
    text = read.text[: drawn[-1][1]] if undrawn else read.text
    return Cut(Tokens(text, drawn, source), read.removed, read.unread, undrawn, *unusual(text))


# jieba

_loading = threading.Lock()


def _jieba() -> Any:
    """The process's one tokenizer; whoever comes first loads it, the others wait."""
    with _loading:
        return _load()


@cache
def _load() -> Any:
    import jieba  # here, so that `warm` bears its 0.2 s as well

    tokenizer = jieba.Tokenizer()
    # Instead of tokenizer.initialize(), which logs to stderr and unmarshals a cache file from the common temporary
    # folder, whoever wrote it. Reading the dictionary itself is as fast (0.9 to 1.2 s; from the cache 1.1 to 1.7 s).
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.total += improve(tokenizer.FREQ)
    tokenizer.initialized = True
    return tokenizer


def _spans(text: str, own: OwnWords = ()) -> Spans:
    """The words of clean `text`: jieba's, the special ones and a class's own, no bound inside a grapheme."""
    places = ((start, run) for start, run in _unbroken(text))
    return tuple(span for start, run in places for span in _shifted(on_graphemes(run, tuple(_bounds(run, own))), start))


def _unbroken(text: str) -> Iterator[tuple[int, str]]:
    """The parts of `text` between blanks, each with its place."""
    start = 0
    for run in text.split(" "):
        if run:
            yield start, run
        start += len(run) + 1


def _bounds(run: str, own: OwnWords) -> Iterator[int]:
    """Where words begin and end in `run`, which has no blanks."""
    done, tokenizer, plain = 0, _jieba(), usual(run)
    yield done
    for start, end in (*_kept_whole(run, plain, own), (len(run), len(run))):
        if start > done:
            words = mended(tokenizer.lcut(plain[done:start]), tokenizer.FREQ)
            yield from (done + length for length in accumulate(map(len, words)))
        if end > start:
            yield end
        done = end


def _kept_whole(run: str, plain: str, own: OwnWords) -> Iterator[tuple[int, int]]:
    """What jieba does not get to see: a class's own words, and between them the special ones."""
    done = 0
    for start, end in (*_listed(plain, own), (len(run), len(run))):
        yield from _shifted(special_runs(run[done:start]), done)
        if end > start:
            yield start, end
        done = end


def _listed(plain: str, own: OwnWords) -> Spans:
    """Where a class's own words stand, the longer before the shorter."""
    if not own:
        return ()
    longest_first = sorted(map(usual, own), key=len, reverse=True)
    return tuple(match.span() for match in re.finditer("|".join(map(re.escape, longest_first)), plain))


def _shifted(spans: Spans, by: int) -> Spans:
    return tuple((start + by, end + by) for start, end in spans)


# By hand


def _located(text: str, words: Sequence[str]) -> Spans:
    """Where `words` stand in `text`, one after the other from its beginning. Raises BadCut if they do not."""
    allowed = {end for start, run in _unbroken(text) for end in (start, *(start + at for at in grapheme_cuts(run)))}
    allowed |= {start + len(run) for start, run in _unbroken(text)}
    spans: list[tuple[int, int]] = []
    place = 0
    for word in (clean(word).text for word in words):
        place += text.startswith(" ", place)
        if not word or " " in word or not text.startswith(word, place):
            raise BadCut(f"the text does not go on with {word!r}")
        spans.append((place, place + len(word)))
        place += len(word)
        if place not in allowed:
            raise BadCut(f"{word!r} ends inside a visible character")
    return tuple(spans)


def _kept_by_hand(old: Tokens, text: str, own: OwnWords) -> Spans:
    """The words of `text` with what a person cut in `old` and did not edit since; empty if none of that is left."""
    size = len(old.text)
    held = _held(old, own)
    before, after = _unchanged(old.text, text)
    if not any(end <= before or start >= size - after for start, end in held):
        return ()
    left = _staying(old.words, old.spans, held, before)
    right = _staying(old.words[::-1], _mirrored(old.spans, size), _mirrored(held, size), after)
    head, tail = old.spans[:left], old.spans[len(old) - right :]
    start = head[-1][1] if head else 0
    end = (tail[0][0] if tail else size) + len(text) - size
    return (*head, *_shifted(_spans(text[start:end], own), start), *_shifted(tail, len(text) - size))


def _held(tokens: Tokens, own: OwnWords) -> Spans:
    """The smallest stretches that a person cut otherwise than jieba does."""
    ours, theirs = _all_bounds(tokens.spans), _all_bounds(_spans(tokens.text, own))
    common = sorted(ours & theirs)
    only = sorted(ours ^ theirs)
    return tuple((start, end) for start, end in pairwise(common) if any(start < bound < end for bound in only))


def _all_bounds(spans: Spans) -> set[int]:
    return {bound for span in spans for bound in span}


def _unchanged(old: str, new: str) -> tuple[int, int]:
    """How many characters at the beginning and at the end of `old` and `new` are the same, in whole graphemes."""
    old_cuts, new_cuts = ({0, *grapheme_cuts(text), len(text)} for text in (old, new))
    same = common_beginning(old, new)
    before = max(at for at in old_cuts & new_cuts if at <= same)
    same = min(common_beginning(old[::-1], new[::-1]), len(old) - before, len(new) - before)
    endings = {len(old) - at for at in old_cuts} & {len(new) - at for at in new_cuts}
    return before, max(at for at in endings if at <= same)


def _staying(words: Sequence[str], spans: Spans, held: Spans, unchanged: int) -> int:
    """How many words at the beginning stay as they are, when nothing is edited in the first `unchanged` characters."""
    firm = max((end for _, end in held if end <= unchanged), default=0)
    least = sum(end <= firm for _, end in spans)
    count = sum(end <= unchanged for _, end in spans)
    inside_a_word = count < len(spans) and spans[count][0] < unchanged
    reach = spans[count][0] if inside_a_word else unchanged
    while count > least and spans[count - 1][1] == reach:
        count -= 1
        reach = spans[count][0]
        if _ends_clause(words[count]):
            break
    return count


def _ends_clause(word: str) -> bool:
    # Not across what words grow over while they are typed: 3.14, 2024-01-01, addresses, ３．１４, don’t.
    return is_punctuation(word) and not word.isascii() and word not in ("．", "’")


def _mirrored(spans: Spans, size: int) -> Spans:
    """The same spans as counted from the end of a text of `size` characters."""
    return tuple((size - end, size - start) for start, end in reversed(spans))
