"""Trains the syntax model: CoNLL-U files and our own tables in, assets/weights/syntax.npz and .json out.

    python -m recipes.train_syntax --treebank zh_gsd-ud-train.conllu zh_hk-ud-test.conllu … [--dev zh_gsd-ud-dev.conllu]
    python -m recipes.train_syntax --smoke          a run in seconds, on a few of our own sentences; its weights are no good

Several teachers are trained from different seeds, two at a time; then one student learns from the trees and from what
the teachers see, also in sentences without trees (--text). A run that was broken off goes on where it was. The folder
--work can be deleted afterwards.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path

import jieba
import torch

from attention.assets import WEIGHTS_FOLDER
from attention.models import weights
from attention.models.syntax import SyntaxModel
from recipes import tables
from recipes.syntax import corpus, distil
from recipes.syntax.batches import Example, Labels
from recipes.syntax.card import card
from recipes.syntax.conllu import read as read_conllu
from recipes.syntax.export import TOLERANCE, arrays_of, config_of, largest_difference, model_of
from recipes.syntax.material import Material, Sentences, examples, network, prepare
from recipes.syntax.network import Network, Shape
from recipes.syntax.scoring import score, seed_agreement, with_cut
from recipes.syntax.training import Plan, fit
from recipes.syntax.trees import OWN, Tree

TEACHER = Shape(d_model=192, layers=5)
STUDENT = Shape(d_model=192, layers=5, dropout_in=0.25, dropout=0.15)
TINY = Shape(d_model=16, layers=2, d_character=8, d_word=8, keys=(8, 8, 4, 4, 4, 4), values=4)


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the result, and where the run keeps its files."""

    teachers: int
    teacher: tuple[Shape, Plan]
    student: tuple[Shape, Plan]
    own_copies: int
    variants: int
    trust: float
    seed: int
    work: Path
    processes: int
    command: str


@dataclass(frozen=True)
class Run:
    """One run of the recipe on one corpus."""

    recipe: Recipe
    corpus: corpus.Corpus
    dev: list[Tree]

    @cached_property
    def trees(self) -> Sentences:
        """Sentences with trees, in their variants, ours several times over."""
        rng = random.Random(self.recipe.seed)
        found = corpus.augmented(self.corpus, variants_each=self.recipe.variants, rng=rng)
        own = [variants for variants in found if variants[0].source == OWN]
        return [*found, *own * (self.recipe.own_copies - 1)]

    @cached_property
    def text(self) -> Sentences:
        return corpus.augmented_text(self.corpus.text, random.Random(self.recipe.seed))

    @cached_property
    def labels(self) -> Labels:
        return Labels.of([*self.corpus.treebanks, *self.corpus.own])

    @cached_property
    def for_teachers(self) -> Material:
        return prepare(self.trees, self.text, self.labels)

    @cached_property
    def for_student(self) -> Material:
        return prepare([*self.trees, *self.text], (), self.labels)

    def teach(self, number: int) -> None:
        """Train one teacher; what is left is its checkpoint."""
        torch.set_num_threads(1)
        shape, plan = self.recipe.teacher
        seed = self.recipe.seed + number
        first = network(self.for_teachers, shape, seed)
        sentences = examples(self.trees, self.for_teachers)
        watch = self.watcher(self.for_teachers, f"teacher {number}", plan)
        fit(first, sentences, plan, seed=seed, checkpoint=self.checkpoint(number), watch=watch)

    def checkpoint(self, number: int) -> Path:
        return self.recipe.work / (f"teacher-{number}.pt" if number else "student.pt")

    def teacher(self, number: int) -> Network:
        loaded = network(self.for_teachers, self.recipe.teacher[0], 0)
        loaded.load_state_dict(torch.load(self.checkpoint(number), weights_only=True)["averaged"])
        return loaded

    def lessons(self) -> list[list[Example]]:
        """All sentences with the teachers' views in their targets."""
        sentences = [*self.trees, *self.text]
        flat = [one for variants in examples(sentences, self.for_teachers) for one in variants]
        views = distil.mean_of([distil.seen_by(self.teacher(k), flat) for k in range(1, self.recipe.teachers + 1)])
        aims = iter(views)
        return [
            [distil.taught(one, next(aims), self.recipe.trust) for one in variants]
            for variants in examples(sentences, self.for_student)
        ]

    def learn(self) -> Network:
        """Train the student."""
        shape, plan = self.recipe.student
        first = network(self.for_student, shape, self.recipe.seed)
        lessons = self.lessons() if self.recipe.teachers else examples(self.trees, self.for_student)
        watch = self.watcher(self.for_student, "student", plan)
        return fit(first, lessons, plan, seed=self.recipe.seed, checkpoint=self.checkpoint(0), watch=watch)

    def watcher(self, material: Material, name: str, plan: Plan) -> Watcher:
        return Watcher(self, material, name)


@dataclass
class Watcher:
    """After every few epochs, says how the averaged network does."""

    run: Run
    material: Material
    name: str
    epochs: int = 0

    def __call__(self, averaged: Network) -> str:
        self.epochs += 1
        if self.epochs % 4:
            return self.name
        model = model_of(averaged, self.material)
        return "  ".join([self.name, *(f"{key} {brief(model, trees)}" for key, trees in watched(self.run))])


def watched(run: Run) -> list[tuple[str, list[Tree]]]:
    """Sentences that train nothing: of the treebanks, and a tenth of our own."""
    return [(key, trees) for key, trees in (("dev", run.dev), ("ours, held out", run.corpus.held_out)) if trees]


def brief(model: SyntaxModel, trees: Sequence[Tree]) -> str:
    found = score(model, trees)
    return f"UAS {found['UAS']:.1f} nb {found['neighbour top-1']:.1f} AUC {found['AUC']:.3f}"


def all_scores(run: Run, model: SyntaxModel) -> dict[str, object]:
    """What the card says: on held-out sentences, the treebank's cut and jieba's."""
    found: dict[str, object] = {}
    for key, trees in watched(run):
        found[key] = rounded(score(model, trees))
        found[f"{key}, jieba's cut"] = rounded(score(model, with_cut(trees)))
    return {**found, "seed sentence": seed_agreement(model)}


def rounded(scores: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3 if name == "AUC" else 1) for name, value in scores.items()}


def export(run: Run, student: Network, out: Path) -> None:
    """Check the numpy model against PyTorch, score it, write the file and its card."""
    material = run.for_student
    checked = run.corpus.own[:100]
    difference = largest_difference(
        student, material, checked, [one for [one] in examples([[tree] for tree in checked], material)]
    )
    if difference > TOLERANCE:
        raise SystemExit(f"numpy and PyTorch differ by {difference:.2g}: nothing written")
    scores = all_scores(run, model_of(student, material))
    training = {
        "command": run.recipe.command,
        "seed": run.recipe.seed,
        "teachers": run.recipe.teachers,
        "epochs": {"teacher": run.recipe.teacher[1].epochs, "student": run.recipe.student[1].epochs},
        "sentences": {
            "treebanks": len(run.corpus.treebanks),
            "ours": len(run.corpus.own),
            "text": len(run.corpus.text),
        },
        "numpy against PyTorch": float(f"{difference:.2g}"),
    }
    described = card(config=config_of(student), scores=scores, training=training, text_used=bool(run.corpus.text))
    weights.save(out, arrays_of(student, material), described)
    print(f"{out}: {out.stat().st_size / 2**20:.2f} MiB, numpy against PyTorch {difference:.1e}")
    print("\n".join(f"{key}: {value}" for key, value in scores.items()))


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe as it is, or a tiny one of the same form."""
    common = {"seed": options.seed, "work": options.work, "processes": options.processes, "command": command(options)}
    if options.smoke:
        plan = Plan(epochs=2, words=200, warm_up=2)
        return Recipe(2, (TINY, plan), (TINY, plan), own_copies=1, variants=2, trust=0.5, **common)
    teacher, student = Plan(epochs=options.teacher_epochs), Plan(epochs=options.epochs)
    return Recipe(
        options.teachers, (TEACHER, teacher), (STUDENT, student), own_copies=2, variants=4, trust=0.5, **common
    )


def command(options: argparse.Namespace) -> str:
    """The command that makes the same weights from the same files, for the card; files by name."""
    words = ["python -m recipes.train_syntax"]
    for name in ("treebank", "dev", "text"):
        if files := getattr(options, name):
            words += [f"--{name}", *(path.name for path in files)]
    words += [f"--teachers {options.teachers} --teacher-epochs {options.teacher_epochs}"]
    return " ".join(
        [*words, f"--epochs {options.epochs} --seed {options.seed}", *(["--smoke"] if options.smoke else [])]
    )


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--treebank", nargs="+", type=Path, default=[], metavar="FILE", help="CoNLL-U files to train on"
    )
    parser.add_argument(
        "--dev", nargs="+", type=Path, default=[], metavar="FILE", help="CoNLL-U files to score on only"
    )
    parser.add_argument("--tables", type=Path, default=tables.FOLDER, metavar="FOLDER", help="our own sentences")
    parser.add_argument(
        "--text", nargs="+", type=Path, default=[], metavar="FILE", help="sentences without trees, one a line"
    )
    parser.add_argument("--out", type=Path, help="where the weights go (default: assets/weights/syntax.npz)")
    parser.add_argument("--work", type=Path, default=Path("recipes/work/syntax"), help="checkpoints")
    parser.add_argument("--teachers", type=int, default=4)
    parser.add_argument("--teacher-epochs", type=int, default=14)
    parser.add_argument("--epochs", type=int, default=16, help="of the student")
    parser.add_argument("--processes", type=int, default=2, help="teachers trained at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a few sentences, a tiny network, seconds")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    jieba.setLogLevel("WARNING")
    limit = 40 if options.smoke else None
    found = corpus.read(options.treebank, options.tables, options.text, limit)
    for text in found.refused:
        print(f"not trained on, it is an example of the app: {text}")
    run = Run(recipe_of(options), found, [tree for path in options.dev for tree in read_conllu(path)[:limit]])
    print(f"{len(found.treebanks)} sentences of treebanks, {len(found.own)} of ours, {len(found.text)} without trees")
    teach_all(run)
    torch.set_num_threads(1)
    student = run.learn()
    default = options.work / "smoke.npz" if options.smoke else WEIGHTS_FOLDER / "syntax.npz"
    export(run, student, options.out or default)
    return 0


def teach_all(run: Run) -> None:
    """Train the teachers, several at a time; the data are shared with the processes, not copied."""
    numbers = range(1, run.recipe.teachers + 1)
    _ = run.for_teachers
    with ProcessPoolExecutor(run.recipe.processes, mp_context=get_context("fork")) as pool:
        list(pool.map(run.teach, numbers))


if __name__ == "__main__":
    sys.exit(main())
