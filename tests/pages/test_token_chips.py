"""What comes from the chips of the words is checked against the words that stand there now."""

from __future__ import annotations

from typing import Any

import pytest

from pages.ui.widgets.token_chips import ChipEvent, chip_event


def click(words: list[str], **event: Any) -> dict[str, Any]:
    return {"event": {"words": words, **event}}


def test_chip_event_reads_a_click_on_these_words_only() -> None:
    words = ["公园", "散步"]
    assert chip_event(click(words, action="merge", i=0), words) == ChipEvent("merge", 0)
    assert chip_event(click(words, action="split", i=1, at=1), words) == ChipEvent("split", 1, 1)
    assert chip_event(click(["公园散步"], action="split", i=0, at=2), words) is None


@pytest.mark.parametrize(
    "event",
    [
        {"action": "merge", "i": 1},
        {"action": "merge", "i": -1},
        {"action": "merge", "i": "0"},
        {"action": "split", "i": 0, "at": 0},
        {"action": "split", "i": 0, "at": 2},
        {"action": "drop", "i": 0},
        {},
    ],
)
def test_chip_event_refuses_what_the_words_do_not_allow(event: dict[str, Any]) -> None:
    assert chip_event(click(["公园", "散步"], **event), ["公园", "散步"]) is None


@pytest.mark.parametrize("state", [None, {}, {"event": None}, {"event": "merge"}])
def test_chip_event_without_a_click(state: Any) -> None:
    assert chip_event(state, ["公园"]) is None
