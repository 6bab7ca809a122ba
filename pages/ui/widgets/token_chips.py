"""The words of a sentence as chips in a line: merge two neighbours, split a word, by mouse, keyboard and touch.

A click gives one event. It carries the words that the visitor saw; once they have changed it is stale and ignored, so that a
click can never fall on other words than it was meant for, and never counts twice. Read it before the words are drawn:

    event = chip_event(st.session_state.get("words"), words)      # top of the run, or of a callback
    if event: words = …
    token_chips(words, splits=…, key="words")

or take it from `token_chips`, and rerun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from attention.words.characters import is_punctuation
from pages.ui.widgets.component import load_component, nothing


@dataclass(frozen=True)
class ChipEvent:
    """merge: word `i` with the next one; split: word `i` before its character `at` (code points, as in Python)."""

    action: Literal["merge", "split"]
    i: int
    at: int = 0


def chip_event(state: object, words: Sequence[str]) -> ChipEvent | None:
    """The click in the component's `state` (what `st.session_state.get(key)` holds), if it was meant for these words."""
    event = state.get("event") if isinstance(state, Mapping) else None
    if not isinstance(event, Mapping) or event.get("words") != list(words):
        return None
    i, at = event.get("i"), event.get("at", 0)
    if type(i) is not int or type(at) is not int:
        return None
    if event.get("action") == "merge" and 0 <= i < len(words) - 1:
        return ChipEvent("merge", i)
    if event.get("action") == "split" and 0 <= i < len(words) and 0 < at < len(words[i]):
        return ChipEvent("split", i, at)
    return None


def token_chips(
    words: Sequence[str],
    *,
    key: str,
    splits: Sequence[Sequence[int]] | None = None,
    marks: Mapping[int, str] | None = None,
    labels: Mapping[str, str],
    places: Sequence[int] | None = None,
    covered: bool = False,
    readings: Sequence[tuple[str, str]] | None = None,
    on_event: Callable[[], None] | None = None,
) -> ChipEvent | None:
    """Draw the chips; the click of this run, or None.

    splits: for each word the places where it may be split, as positions in the string; none without it.
    marks: what to say about a word, by its position ("never seen in training"); it gets a dotted line and a tooltip.
    labels: title, merge (gaps left, right) and split (gaps word, part).
    places: which words have a row in the page's table, in order, for arcs from the one that is looked at; `covered`: none.
    readings: pinyin and gloss of each word, to stand under it.
    on_event: called at the start of the run that a click causes, before the script (Streamlit's callback).
    """
    data = {
        "words": list(words),
        "splits": [[]] * len(words) if splits is None else [list(places) for places in splits],
        "quiet": [is_punctuation(word) for word in words],
        "marks": {str(i): text for i, text in (marks or {}).items()},
        "labels": dict(labels),
        "places": None if places is None else list(places),
        "covered": covered,
        "readings": None if readings is None else [list(reading) for reading in readings],
    }
    state = _chips(key=key, data=data, on_event_change=on_event or nothing)
    return chip_event(state, words)


_chips = load_component("token_chips")
