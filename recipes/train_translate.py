"""Trains the translation model: parallel sentences and our own pairs in, assets/weights/translate.npz and .json out.

    python -m recipes.train_translate --parallel train.tsv [--dev dev.tsv]
    python -m recipes.train_translate --smoke       a run in seconds, on a few of our own pairs; its weights are no good

A file has one pair a line, Chinese and English with a tab between; what stands in --dev is never trained on. A run that was
broken off goes on where it was. The folder --work can be deleted afterwards.
"""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from attention.assets import WEIGHTS_FOLDER
from attention.models import weights
from attention.models.translate import TranslateModel, load
from attention.words.segment import cut
from recipes.translate import aligned, pairs
from recipes.translate.card import card
from recipes.translate.export import TOLERANCE, arrays_of, begin_from, largest_difference, model_of
from recipes.translate.material import Material, prepare
from recipes.translate.network import Network, Shape
from recipes.translate.scoring import Scored, alignment_error, bleu_and_chrf
from recipes.translate.training import Plan, fit
from recipes.translate.units import Sizes

SEED_SENTENCE = "我喜欢在周末去公园散步"
TINY = Shape(d_model=16, d_ff=32, heads=2, encoder_layers=1, decoder_layers=1)
WATCHED_EVERY = 5
"""Epochs between two looks at the dev sentences."""


@dataclass(frozen=True)
class Run:
    """One run of the recipe."""

    material: Material
    dev: Scored
    gold: list[aligned.HandAligned]
    shape: Shape
    plan: Plan
    seed: int
    own_copies: int
    start: TranslateModel | None = None

    def network(self) -> Network:
        torch.manual_seed(self.seed)
        v = self.material.vocabulary
        network = Network(
            self.shape, characters=len(v.characters) + 1, words=len(v.words) + 1, units=len(self.material.pieces.units)
        )
        if self.start:
            begin_from(network, self.start, self.material)
        return network

    def watch(self, averaged: Network, epoch: int) -> str:
        """Now and then, how the averaged network does."""
        if epoch % WATCHED_EVERY:
            return ""
        model = model_of(averaged, self.material)
        found = bleu_and_chrf(model, self.dev, beam=1) if self.dev else {}
        said = f"greedy {found.get('BLEU')} chrF {found.get('chrF')}  AER {self.guided_error(model):.3f}"
        return f"{said}  {seed_translation(model)}"

    def guided_error(self, model: TranslateModel) -> float:
        layer, head = model.guided
        return self.error(model, layer, head)

    def error(self, model: TranslateModel, layer: int, head: int) -> float:
        pieces, casing = self.material.pieces, self.material.casing
        return alignment_error(model, self.gold, pieces, casing, layer=layer, head=head)


def seed_translation(model: TranslateModel, beam: int = 4) -> str:
    return model.translate(cut(SEED_SENTENCE).tokens.words, beam=beam).text


def all_scores(run: Run, model: TranslateModel) -> dict[str, object]:
    """What the card says, on sentences that nothing was trained on."""
    found: dict[str, object] = {}
    for name, beam in (("greedy", 1), ("beam 4", 4)):
        if run.dev:
            found[f"dev, {name}"] = bleu_and_chrf(model, run.dev, beam=beam)
    layers, heads = model.decoder_layers, model.heads
    others = [(k, h) for k in range(layers) for h in range(heads) if (k, h) != model.guided]
    best = min((run.error(model, k, h) for k, h in others), default=1.0)
    found["alignment"] = {
        "AER": round(run.guided_error(model), 3), "AER of the best other head": round(best, 3), "pairs": len(run.gold),
    }  # fmt: skip
    found["seed sentence"] = {"beam 4": seed_translation(model), "greedy": seed_translation(model, 1)}
    return found


def export(run: Run, averaged: Network, out: Path, command: str) -> None:
    """Check the numpy model against PyTorch, score it, write the file and its card."""
    model = model_of(averaged, run.material)
    difference = largest_difference(model, averaged, run.material, run.material.examples[:200])
    if difference > TOLERANCE:
        raise SystemExit(f"numpy and PyTorch differ by {difference:.2g}: nothing written")
    scores = all_scores(run, model)
    own = (len(run.material.examples) - run.material.pairs) // max(run.own_copies - 1, 1) if run.own_copies > 1 else 0
    training = {
        "command": command,
        "seed": run.seed,
        "epochs": [run.plan.epochs, run.plan.finish().epochs],
        "pairs": {"parallel": run.material.pairs - own, "ours": own},
        "numpy against PyTorch": float(f"{difference:.2g}"),
    }
    described = card(config=run.shape.as_config(), scores=scores, training=training)
    weights.save(out, arrays_of(averaged, run.material), described)
    print(f"{out}: {out.stat().st_size / 2**20:.2f} MiB, numpy against PyTorch {difference:.1e}")
    print("\n".join(f"{key}: {value}" for key, value in scores.items()))


def run_of(options: argparse.Namespace) -> Run:
    """The run that the command asks for, its data read."""
    limit = 60 if options.smoke else None
    dev = [row for path in options.dev for row in pairs.references(path, limit)]
    gold = aligned.read(options.alignments)
    closed = [zh for zh, _ in dev] + ["".join(one.chinese) for one in gold]
    found = pairs.of_files(options.parallel, closed=closed, limit=limit)
    own = pairs.of_files(sorted(options.pairs.glob("*.tsv")), closed=closed, own=True, limit=limit)
    print(f"{len(found)} parallel pairs, {len(own)} of ours, {len(dev)} to watch, {len(gold)} aligned by hand")
    plan = Plan(epochs=2, units=200, warm_up=2) if options.smoke else Plan(epochs=options.epochs, rate=options.rate)
    sizes = Sizes(word=1, target=1, merges=20) if options.smoke else Sizes()
    material = prepare([*found, *own], sizes, own_copies=plan.own_copies)
    start = load(options.start) if options.start else None
    return Run(material, dev, gold, TINY if options.smoke else Shape(), plan, options.seed, plan.own_copies, start)


def command(options: argparse.Namespace) -> str:
    """The command that makes the same weights from the same files, for the card; files by name."""
    words = ["python -m recipes.train_translate"]
    for name in ("parallel", "dev"):
        if files := getattr(options, name):
            words += [f"--{name}", *(path.name for path in files)]
    words.append(f"--epochs {options.epochs} --rate {options.rate:g} --seed {options.seed}")
    start = [f"--start {options.start.name}"] if options.start else []
    return " ".join([*words, *start, *(["--smoke"] if options.smoke else [])])


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parallel", nargs="+", type=Path, default=[], metavar="FILE", help="pairs to train on")
    parser.add_argument("--dev", nargs="+", type=Path, default=[], metavar="FILE", help="pairs to score on only")
    parser.add_argument("--pairs", type=Path, default=pairs.FOLDER, metavar="FOLDER", help="our own pairs")
    parser.add_argument("--alignments", type=Path, default=aligned.FILE, metavar="FILE", help="pairs aligned by hand")
    parser.add_argument("--out", type=Path, help="where the weights go (default: assets/weights/translate.npz)")
    parser.add_argument("--work", type=Path, default=Path("recipes/work/translate"), help="checkpoints")
    parser.add_argument("--epochs", type=int, default=Plan().epochs)
    parser.add_argument("--rate", type=float, default=Plan().rate, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="weights to begin from, instead of random numbers")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a few pairs, a tiny network, seconds")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    torch.set_num_threads(options.threads)
    run = run_of(options)
    network, name = run.network(), "smoke" if options.smoke else "network"
    for part, plan in (("", run.plan), ("-finish", run.plan.finish())):
        network = fit(
            network, run.material.examples, run.material.vocabulary, plan, seed=run.seed,
            checkpoint=options.work / f"{name}{part}.pt", watch=run.watch,
        ).requires_grad_()  # fmt: skip
    default = options.work / "smoke.npz" if options.smoke else WEIGHTS_FOLDER / "translate.npz"
    export(run, network.eval(), options.out or default, command(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
