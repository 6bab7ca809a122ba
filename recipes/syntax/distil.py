"""Several teachers, one student: what the teachers see in a sentence, on average, becomes the student's target
(Hinton et al. 2015, "Distilling the knowledge in a neural network")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import torch

from attention.models.syntax import HEADS
from recipes.syntax.batches import Example, collate, in_batches
from recipes.syntax.network import Network

Aims = list[npt.NDArray[np.float32]]


@torch.no_grad()
def seen_by(teacher: Network, examples: Sequence[Example], words: int = 4000) -> Aims:
    """The weights of the teacher's heads for each example, (h, n, n + 1)."""
    teacher.eval()
    found: Aims = [np.empty(0, np.float32)] * len(examples)
    for group in in_batches(examples, words):
        batch = collate([examples[i] for i in group])
        logs, _, _ = teacher(batch.rows, batch.real, batch.source)
        for k, i in enumerate(group):
            n = len(examples[i])
            found[i] = logs[k, :, :n, : n + 1].exp().numpy()
    return found


def mean_of(per_teacher: Sequence[Aims]) -> Aims:
    """The teachers' weights, averaged example by example."""
    return [np.mean(views, axis=0) for views in zip(*per_teacher, strict=True)]


def taught(example: Example, aim: npt.NDArray[np.float32], trust: float) -> Example:
    """The example with (1 − trust)·tree + trust·teachers as its target; where no tree says anything, the teachers alone."""
    known = (example.weight > 0)[..., None]
    mixed = np.where(known, (1 - trust) * example.aim.astype(np.float32) + trust * aim, aim)
    weight = np.where(example.weight > 0, example.weight, unsaid(len(example)))
    return replace(example, aim=mixed.astype(np.float16), weight=weight.astype(np.float32))


def unsaid(n: int) -> npt.NDArray[np.float32]:
    """(h, n): weights of the rows that only the teachers fill; a lone word has no neighbour to look at."""
    weight = np.ones((len(HEADS), n), np.float32)
    if n == 1:
        weight[[h for h, name in enumerate(HEADS) if name != "head"]] = 0
    return weight
