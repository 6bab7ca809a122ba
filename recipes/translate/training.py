"""The training loop: AdamW, warm-up, then a straight line down to nothing; averaged weights; a checkpoint after each epoch."""

from __future__ import annotations

import copy
import hashlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from attention.models.translate import TranslationVocabulary
from recipes.running import Running
from recipes.translate.batches import Batch, Example, Noise, collate, in_batches, noisy
from recipes.translate.network import Network

FINISH = 6
"""Epochs of the second part."""


@dataclass(frozen=True)
class Plan:
    """How to train. units: English units a batch. guided: weight of the loss of the guided head. own_copies: how often our own
    pairs come in an epoch. halved: matrix products in bfloat16, a third faster where the processor has it."""

    epochs: int = 60
    units: int = 800
    rate: float = 2e-3
    warm_up: int = 400
    decay: float = 0.01
    clip: float = 1.0
    average: float = 0.9995
    smoothing: float = 0.1
    guided: float = 0.7
    own_copies: int = 1
    halved: bool = True
    noise: Noise = field(default_factory=Noise)

    def finish(self) -> Plan:
        """The second, short part: slowly, and with sentences that lack their final mark, which the first part has never seen."""
        noise = replace(self.noise, unmarked=0.4)
        return replace(
            self, epochs=min(FINISH, self.epochs), rate=self.rate / 5, warm_up=max(1, self.warm_up // 4), noise=noise
        )


def fit(
    network: Network,
    examples: Sequence[Example],
    vocabulary: TranslationVocabulary,
    plan: Plan,
    *,
    seed: int,
    checkpoint: Path,
    watch: Callable[[Network, int], str] = lambda network, epoch: "",
) -> Network:
    """The network of averaged weights. Goes on from the checkpoint."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, betas=(0.9, 0.98), weight_decay=plan.decay)
    averaged = copy.deepcopy(network).eval()
    run = Running(network, averaged, optimizer, checkpoint, fingerprint(vocabulary, network))
    for epoch in range(run.resume(), plan.epochs):
        started, rng = time.process_time(), random.Random(f"{seed}/{epoch}")
        torch.manual_seed(seed * 1000 + epoch)
        groups, total = list(in_batches(examples, plan.units, rng)), 0.0
        for k, group in enumerate(groups):
            set_rate(optimizer, plan, epoch, k, len(groups))
            shown = [noisy(examples[i], plan.noise, rng) for i in group]
            batch = collate(shown, vocabulary, dropped=plan.noise.dropped, rng=rng)
            total += run.step(loss_of(network.train(), batch, plan), clip=plan.clip)
            run.average(epoch * len(groups) + k, plan.average)
        run.save(epoch + 1)
        said = watch(averaged, epoch + 1)
        spent = time.process_time() - started
        print(f"  epoch {epoch + 1}/{plan.epochs}  loss {total / len(groups):.3f}  {spent:.0f} s  {said}", flush=True)
    return averaged


def fingerprint(vocabulary: TranslationVocabulary, network: Network) -> str:
    """Changes with the words of the training data and with the network's shape."""
    text = repr((list(vocabulary.characters), list(vocabulary.words), network.shape, sorted(network.weights)))
    return hashlib.sha256(text.encode()).hexdigest()


def set_rate(optimizer: torch.optim.Optimizer, plan: Plan, epoch: int, k: int, of: int) -> None:
    """Linear warm-up, then a straight line down to nothing at the end of the last epoch."""
    progress = (epoch + k / of) / plan.epochs
    warm = min(1.0, (epoch * of + k + 1) / plan.warm_up)
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * warm * (1 - progress)


def loss_of(network: Network, batch: Batch, plan: Plan) -> Tensor:
    """Cross-entropy of the next unit, and of the guided head's rows against the alignment, per English unit."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=plan.halved):
        logits, guided = network(batch.characters, batch.shares, batch.words, batch.before)
    each = cross_entropy(
        logits.flatten(0, 1).float(), batch.after.flatten(), label_smoothing=plan.smoothing, reduction="none"
    )
    counts = batch.counts.flatten()
    rows = -(batch.aligned * torch.log(guided + 1e-9)).sum(dim=-1).flatten()
    return ((each + plan.guided * rows) * counts).sum() / counts.sum()
