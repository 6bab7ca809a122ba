"""Parallel sentences: read, cut as the app cuts them, and what must not be trained on left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from attention.words.segment import cut
from recipes.syntax.corpus import EXAMPLE_SENTENCES, example_texts, letters
from recipes.translate.english import words_of

FOLDER = Path(__file__).parents[1] / "data" / "pairs"
"""Our own pairs: one a line, Chinese and English with a tab between."""

LONGEST = 50
"""Words on either side; what is longer is no sentence."""

BETWEEN_REFERENCES = " ||| "
UNSUITABLE = re.compile(
    r"\b(kill|murder|suicid|rap(e|ed|ing|ist)\b|sex|nak(ed|ing)\b|nude|prostitut|whore|bitch|fuck|shit|bastard|stab"
    r"|shot (him|her|me|them)\b|shoot|guns?\b|rifle|pistol|bomb|corpse|tortur|slaughter|massacre|cocaine|heroin|porn"
    r"|penis|vagina|condom|orgasm|erotic|strangl|behead|terroris|execut(ed|ion)\b|hang(ed)? (him|her)self|weapon|drunk"
    r"|bleed|blood|poison|breasts?\b|virgin\b)",
    re.IGNORECASE,
)
"""No violent and no adult sentences: this is shown in classrooms."""


@dataclass(frozen=True)
class Pair:
    """A Chinese sentence, cut, and one English translation as words and marks; `own`: written for this project."""

    chinese: tuple[str, ...]
    english: tuple[str, ...]
    own: bool = False


def read(path: Path, *, own: bool = False, limit: int | None = None) -> Iterator[tuple[str, str]]:
    """Chinese and English of each line; further columns are not read."""
    for number, line in enumerate(path.read_text(encoding="utf8").splitlines()[:limit], 1):
        columns = line.split("\t")
        if len(columns) < 2 or not all(column.strip() for column in columns[:2]):
            raise ValueError(f"{path.name}, line {number}: wanted Chinese and English with a tab between")
        yield columns[0].strip(), columns[1].strip()


def of_files(
    paths: Sequence[Path], *, closed: Iterable[str] = (), own: bool = False, limit: int | None = None
) -> list[Pair]:
    """The pairs to train on. closed: Chinese sentences that must stay unseen (dev and test sets)."""
    unseen = {letters(text) for text in (*EXAMPLE_SENTENCES, *example_texts(), *closed)}
    rows = dict.fromkeys(row for path in paths for row in read(path, own=own, limit=limit))
    kept = [(zh, en) for zh, en in rows if letters(zh) not in unseen and not UNSUITABLE.search(en)]
    pairs = (Pair(cut(zh).tokens.words, tuple(words_of(en)), own) for zh, en in kept)
    return [pair for pair in pairs if pair.english and max(len(pair.chinese), len(pair.english)) <= LONGEST]


def references(path: Path, limit: int | None = None) -> list[tuple[str, list[str]]]:
    """A file to score on: Chinese, and its English references."""
    return [(zh, en.split(BETWEEN_REFERENCES)) for zh, en in read(path, limit=limit)]
