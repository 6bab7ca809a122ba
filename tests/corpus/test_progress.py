"""What a long run says about itself."""

from __future__ import annotations

import sys

import pytest

from attention.corpus.progress import Progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("attention.corpus.progress.time.monotonic", lambda: now[0])
    return now


def shown(going: Progress, clock: list[float], capsys: pytest.CaptureFixture, *steps: tuple[float, int, int]) -> str:
    for moment, sentences, end in steps:
        clock[0] = moment
        going.show(sentences, end)
    return capsys.readouterr().err


def test_a_terminal_has_one_line_with_share_and_time_left(clock, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    going = Progress(1000)
    steps = ((10.0, 5, 100), (20.0, 20, 200), (20.1, 21, 210))
    assert shown(going, clock, capsys, *steps) == "\r5 sentences\r20 sentences, 20 %, 80 s left"
    going.end()
    assert capsys.readouterr().err == "\r21 sentences, 21 %, 73 s left\n"


def test_a_log_has_a_line_a_minute(clock, capsys) -> None:
    steps = ((1.0, 5, 0), (30.0, 20, 200), (61.0, 40, 400), (62.0, 41, 400), (122.0, 80, 800))
    said = "40 sentences, 40 %, 90 s left\n80 sentences, 80 %, 30 s left\n"
    assert shown(Progress(1000), clock, capsys, *steps) == said


def test_what_was_done_before_makes_no_pace(clock, capsys) -> None:
    """The first word comes after a batch: a resumed run has most of the file behind it at once."""
    assert shown(Progress(1000), clock, capsys, (61.0, 900, 900)) == "900 sentences\n"


def test_without_a_known_size_there_is_no_time_left(clock, capsys) -> None:
    assert shown(Progress(None), clock, capsys, (1.0, 1, 10), (70.0, 50, 500)) == "50 sentences\n"
