"""Scores the shipped translation model on files of parallel sentences.

    python -m recipes.score_translate dev.tsv …

A file has one sentence a line: Chinese, a tab, English; several references with " ||| " between them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from attention.models.translate import load
from recipes.translate.pairs import references
from recipes.translate.scoring import bleu_and_chrf, caught

BEAMS = {"greedy": 1, "beam 4": 4}


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--weights", type=Path, help="other weights than the shipped ones")
    options = parser.parse_args(given)
    model = load(options.weights)
    for path in options.files:
        scored = references(path)
        print(f"{path.name}, {len(scored)} sentences")
        for name, beam in BEAMS.items():
            found = bleu_and_chrf(model, scored, beam=beam)
            shaky = caught(model, scored, beam=beam)
            print(f"  {name}: called shaky: {shaky['wrong']} % of the wrong ones, {shaky['good']} % of the good ones")
            print(f"  {name}: BLEU {found['BLEU']}, chrF {found['chrF']}  ({found['signature']})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
