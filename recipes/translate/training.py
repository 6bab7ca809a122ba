"""The training loop: AdamW, warm-up, then a straight line down to nothing; averaged weights; a checkpoint after each epoch."""

from __future__ import annotations

import copy
import hashlib
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from attention.models.translate import Vocabulary
from recipes.translate.batches import Batch, Example, Noise, collate, in_batches, noisy
from recipes.translate.network import Network

FINISH = 8
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
    guided: float = 0.5
    own_copies: int = 2
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
    vocabulary: Vocabulary,
    plan: Plan,
    *,
    seed: int,
    checkpoint: Path,
    watch: Callable[[Network, int], str] = lambda network, epoch: "",
) -> Network:
    """The network of averaged weights. Goes on from the checkpoint."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, betas=(0.9, 0.98), weight_decay=plan.decay)
    averaged = copy.deepcopy(network).eval()
    first = resume(checkpoint, network, averaged, optimizer, fingerprint(vocabulary, network))
    for epoch in range(first, plan.epochs):
        started, rng = time.process_time(), random.Random(f"{seed}/{epoch}")
        torch.manual_seed(seed * 1000 + epoch)
        groups, total = list(in_batches(examples, plan.units, rng)), 0.0
        for k, group in enumerate(groups):
            set_rate(optimizer, plan, epoch, k, len(groups))
            shown = [noisy(examples[i], plan.noise, rng) for i in group]
            total += step(network, optimizer, collate(shown, vocabulary, dropped=plan.noise.dropped, rng=rng), plan)
            done = epoch * len(groups) + k
            average(averaged, network, min(plan.average, (1 + done) / (10 + done)))
        state = {"epoch": epoch + 1, "network": network.state_dict(), "averaged": averaged.state_dict()}
        save(checkpoint, {**state, "optimizer": optimizer.state_dict(), "made_of": fingerprint(vocabulary, network)})
        said = watch(averaged, epoch + 1)
        spent = time.process_time() - started
        print(f"  epoch {epoch + 1}/{plan.epochs}  loss {total / len(groups):.3f}  {spent:.0f} s  {said}", flush=True)
    return averaged


def resume(
    checkpoint: Path, network: Network, averaged: Network, optimizer: torch.optim.Optimizer, made_of: str
) -> int:
    """Take up the checkpoint if there is one; the number of epochs done. Refuses one of other data or another shape."""
    if not checkpoint.exists():
        return 0
    state = torch.load(checkpoint, weights_only=True)
    if state["made_of"] != made_of:
        raise SystemExit(f"{checkpoint} was trained on other data: delete it to start anew")
    network.load_state_dict(state["network"])
    averaged.load_state_dict(state["averaged"])
    optimizer.load_state_dict(state["optimizer"])
    return int(state["epoch"])


def fingerprint(vocabulary: Vocabulary, network: Network) -> str:
    """Changes with the words of the training data and with the network's shape."""
    text = repr((list(vocabulary.characters), list(vocabulary.words), network.shape, sorted(network.weights)))
    return hashlib.sha256(text.encode()).hexdigest()


def save(checkpoint: Path, state: dict[str, Any]) -> None:
    """Write beside and rename, so that a broken run leaves a whole file."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    beside = checkpoint.with_suffix(".part")
    torch.save(state, beside)
    beside.replace(checkpoint)


def set_rate(optimizer: torch.optim.Optimizer, plan: Plan, epoch: int, k: int, of: int) -> None:
    """Linear warm-up, then a straight line down to nothing at the end of the last epoch."""
    progress = (epoch + k / of) / plan.epochs
    warm = min(1.0, (epoch * of + k + 1) / plan.warm_up)
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * warm * (1 - progress)


def step(network: Network, optimizer: torch.optim.Optimizer, batch: Batch, plan: Plan) -> float:
    network.train()
    loss = loss_of(network, batch, plan)
    optimizer.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    nn.utils.clip_grad_norm_(network.parameters(), plan.clip)
    optimizer.step()
    return float(loss.detach())


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


@torch.no_grad()
def average(averaged: Network, network: Network, keep: float) -> None:
    """Exponential moving average of the weights."""
    torch._foreach_lerp_(list(averaged.parameters()), list(network.parameters()), 1 - keep)
