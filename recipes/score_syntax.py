"""Scores the syntax model on trees, with the trees' own cut and with jieba's; numpy only.

    python -m recipes.score_syntax zh_gsd-ud-dev.conllu [--t2s]     CoNLL-U, as released
    python -m recipes.score_syntax recipes/data/tables              our own sentences that are kept out of training

What is counted is said in recipes/syntax/metrics.py, how trees are brought onto jieba's cut in recipes/syntax/trees.py (recut).
Beside the model stand two baselines: every word belongs to the next one, or to the one before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import jieba

from attention.models import syntax
from recipes import tables
from recipes.syntax import conllu
from recipes.syntax.scoring import score, score_adjacent, seed_agreement, with_cut
from recipes.syntax.trees import Tree, from_table

COLUMNS = ("UAS", "UAS with punctuation", "neighbour top-1", "recall at degree", "AUC")


def read(path: Path, convert: Callable[[str], str] | None, *, everything: bool = False) -> list[Tree]:
    """The trees of a CoNLL-U file, or of our own tables (a folder or a .txt): the held-out ones unless `everything`."""
    if path.suffix == ".conllu":
        return conllu.read(path, convert=convert)
    sentences = tables.read_all(path) if path.is_dir() else list(tables.read(path))
    return [from_table(sentence) for sentence in sentences if everything or sentence.held_out]


def report(model: syntax.SyntaxModel, trees: Sequence[Tree]) -> list[tuple[str, dict[str, float]]]:
    """A row a way of guessing."""
    return [
        ("this model", score(model, trees)),
        ("next word", score_adjacent(trees, 1)),
        ("previous word", score_adjacent(trees, -1)),
    ]


def lines(title: str, rows: Sequence[tuple[str, dict[str, float]]]) -> list[str]:
    """The rows as a Markdown table."""
    head = [f"| {title} | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    return head + [
        f"| {name} | " + " | ".join(shown(scores, column) for column in COLUMNS) + " |" for name, scores in rows
    ]


def shown(scores: dict[str, float], column: str) -> str:
    return f"{scores[column]:.3f}" if column == "AUC" else f"{scores[column]:.1f}"


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help=".conllu files, or our tables (.txt or their folder)")
    parser.add_argument("--weights", type=Path, help="default: the shipped weights")
    parser.add_argument("--t2s", action="store_true", help="convert traditional characters")
    parser.add_argument("--all", action="store_true", help="of our tables also the sentences that train the model")
    options = parser.parse_args(given)
    jieba.setLogLevel("WARNING")
    model, convert = syntax.load(options.weights), conllu.simplifier() if options.t2s else None
    for path in options.files:
        trees = read(path, convert, everything=options.all)
        print("\n".join(lines(f"{path.name}, {len(trees)} sentences", report(model, trees))), end="\n\n")
        print("\n".join(lines(f"{path.name}, jieba's cut", report(model, with_cut(trees)))), end="\n\n")
    print("seed sentence against its hand table:", seed_agreement(model))
    return 0


if __name__ == "__main__":
    sys.exit(main())
