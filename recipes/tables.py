"""Our own sentences with hand-built tables: reading and checking recipes/data/tables/*.txt.

The format and the rules of annotation are in recipes/data/ANNOTATION.md. As a command it checks every file:

    python recipes/tables.py [--show] [FILE …]
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "tables"
HELD_OUT_EVERY = 10
"""A sentence whose number is a multiple of this is kept out of training, for scoring."""


@dataclass(frozen=True)
class Sentence:
    """Words with, for each, the position of the word that it hangs on (None: root or punctuation)."""

    words: tuple[str, ...]
    heads: tuple[int | None, ...]
    held_out: bool

    @property
    def root(self) -> int:
        return next(i for i, head in enumerate(self.heads) if head is None and not is_mark(self.words[i]))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(i, head) for i, head in enumerate(self.heads) if head is not None]


class TableError(ValueError):
    """A sentence that breaks the format; says where and what to do."""


def is_mark(word: str) -> bool:
    """True for a word that is punctuation only."""
    return all(unicodedata.category(c)[0] in "PS" for c in word)


def read(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of one file; raises TableError at the first one that breaks the format."""
    for number, block in enumerate(re.split(r"\n\s*\n", path.read_text(encoding="utf8").strip()), 1):
        try:
            yield parse(block)
        except TableError as error:
            raise TableError(f"{path.name}, sentence {number}: {error}\n{block}") from None


def read_all(folder: Path = FOLDER) -> list[Sentence]:
    """All sentences of a folder, files in the order of their names."""
    return [sentence for path in sorted(folder.glob("*.txt")) for sentence in read(path)]


def parse(block: str) -> Sentence:
    """One sentence from its three lines."""
    lines = block.splitlines()
    if len(lines) != 3 or not (title := re.fullmatch(r"# [a-z-]+ (\d+)", lines[0])):
        raise TableError("wants three lines, the first like '# time-place 3'")
    words = tuple(lines[1].split(" "))
    heads = parse_pairs(lines[2], len(words))
    check_tree(words, heads)
    return Sentence(words, heads, int(title[1]) % HELD_OUT_EVERY == 0)


def parse_pairs(line: str, n: int) -> tuple[int | None, ...]:
    heads: list[int | None] = [None] * n
    for pair in line.split():
        if not (match := re.fullmatch(r"(\d+)-(\d+)", pair)):
            raise TableError(f"'{pair}' is not a pair like 1-5")
        dependent, head = int(match[1]), int(match[2])
        if not (1 <= dependent <= n and 1 <= head <= n and dependent != head):
            raise TableError(f"{pair} does not name two of the {n} words")
        if heads[dependent - 1] is not None:
            raise TableError(f"word {dependent} hangs on two words")
        heads[dependent - 1] = head - 1
    return tuple(heads)


def check_tree(words: tuple[str, ...], heads: tuple[int | None, ...]) -> None:
    roots = [i for i, head in enumerate(heads) if head is None and not is_mark(words[i])]
    if len(roots) != 1:
        raise TableError(f"wants one root, has {[f'{i + 1} {words[i]}' for i in roots]}")
    for i, head in enumerate(heads):
        if head is not None and (is_mark(words[i]) or is_mark(words[head])):
            raise TableError(f"pair {i + 1}-{head + 1} has a punctuation mark")
        seen = {i}
        while head is not None:
            if head in seen:
                raise TableError(f"the pairs run in a circle through word {i + 1}")
            seen.add(head)
            head = heads[head]


def show(sentence: Sentence) -> str:
    """The pairs as words, to be read by eye."""
    pairs = "  ".join(f"{sentence.words[a]}–{sentence.words[b]}" for a, b in sentence.pairs)
    return f"{' '.join(sentence.words)}   root {sentence.words[sentence.root]}\n    {pairs}"


def check(paths: list[Path]) -> list[str]:
    """All faults of the files, one a line: format, a cut that is not jieba's, a sentence or title used twice."""
    import jieba

    faults, texts, titles = [], set(), set()
    for path in paths:
        for title in re.findall(r"^# .*$", path.read_text(encoding="utf8"), re.M):
            if title in titles:
                faults.append(f"{path.name}: '{title}' stands twice")
            titles.add(title)
        try:
            sentences = list(read(path))
        except TableError as error:
            faults.append(str(error))
            continue
        for sentence in sentences:
            text = "".join(sentence.words)
            if text in texts:
                faults.append(f"{path.name}: {text} stands twice")
            texts.add(text)
            if (cut := jieba.lcut(text)) != list(sentence.words):
                faults.append(f"{path.name}: {text} is cut by jieba as {' '.join(cut)}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true", help="print the pairs as words")
    options = parser.parse_args()
    paths = options.files or sorted(FOLDER.glob("*.txt"))
    faults = check(paths)
    if faults:
        print("\n".join(faults))
        return 1
    sentences = [sentence for path in paths for sentence in read(path)]
    if options.show:
        print("\n".join(show(sentence) for sentence in sentences))
    print(f"{len(sentences)} sentences, {sum(s.held_out for s in sentences)} held out: no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
