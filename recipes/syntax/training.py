"""The training loop: AdamW, warm-up and cosine, a moving average of the weights, a checkpoint after each epoch."""

from __future__ import annotations

import copy
import hashlib
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from attention.models.syntax import HEADS
from recipes.running import Running
from recipes.syntax.batches import IGNORED, Batch, Example, collate, in_batches
from recipes.syntax.network import Network

HEAD_WEIGHTS = {"head": 1.0, "neighbours": 1.0, "subject": 0.4, "object": 0.4, "modifier": 0.4, "function": 0.4}


@dataclass(frozen=True)
class Plan:
    """How to train one network.

    label_weight: of the losses on parts of speech and relations. no_source: share of the sentences of treebanks that are
    trained as if they were ours. shifted: share of the sentences that are moved to later positions.
    """

    epochs: int = 14
    words: int = 700
    rate: float = 2e-3
    warm_up: int = 200
    decay: float = 0.01
    clip: float = 2.0
    average: float = 0.995
    label_weight: float = 0.3
    no_source: float = 0.4
    shifted: float = 0.3


def fit(
    network: Network,
    sentences: Sequence[Sequence[Example]],
    plan: Plan,
    *,
    seed: int,
    checkpoint: Path,
    watch: Callable[[Network], str] = lambda network: "",
) -> Network:
    """Train on one variant of each sentence an epoch; the network of averaged weights. Goes on from the checkpoint."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, betas=(0.9, 0.98), weight_decay=plan.decay)
    averaged = copy.deepcopy(network).eval()
    run = Running(network, averaged, optimizer, checkpoint, fingerprint(network))
    for epoch in range(run.resume(), plan.epochs):
        started, rng = time.process_time(), random.Random(f"{seed}/{epoch}")
        torch.manual_seed(seed * 1000 + epoch)
        chosen = [rng.choice(variants) for variants in sentences]
        groups = list(in_batches(chosen, plan.words, rng))
        total = 0.0
        for k, group in enumerate(groups):
            set_rate(optimizer, plan, epoch, k, len(groups))
            total += run.step(loss_of(network.train(), collate([chosen[i] for i in group]), plan), clip=plan.clip)
            run.average(epoch * len(groups) + k, plan.average)
        run.save(epoch + 1)
        spent = time.process_time() - started
        print(
            f"  epoch {epoch + 1}/{plan.epochs}  loss {total / len(groups):.3f}  {spent:.0f} s  {watch(averaged)}",
            flush=True,
        )
    return averaged


def fingerprint(network: Network) -> str:
    """Changes with the words of the training data, whose numbers the embeddings go by."""
    return hashlib.sha256(network.of_word.numpy().tobytes() + network.of_characters.numpy().tobytes()).hexdigest()


def set_rate(optimizer: torch.optim.Optimizer, plan: Plan, epoch: int, k: int, of: int) -> None:
    """Linear warm-up, then half a cosine down to nothing at the end of the last epoch."""
    progress = (epoch + k / of) / plan.epochs
    warm = min(1.0, (epoch * of + k + 1) / plan.warm_up)
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * warm * (1 + math.cos(math.pi * progress)) / 2


def loss_of(network: Network, batch: Batch, plan: Plan) -> Tensor:
    """Cross-entropy of each head's rows against their targets, and of the labels."""
    b = len(batch.rows)
    source = batch.source.masked_fill(torch.rand(b) < plan.no_source, 0)
    room = network.shape.positions - batch.real.shape[1]
    shift = (torch.rand(b) * max(room, 0)).long() * (torch.rand(b) < plan.shifted)
    logs, tags, relations = network(batch.rows, batch.real, source, shift)
    rows = -(batch.aim * logs).sum(dim=-1) * batch.weight
    by_head = rows.sum(dim=(0, 2)) / batch.real.sum()
    attention = sum(HEAD_WEIGHTS[name] * by_head[h] for h, name in enumerate(HEADS))
    return attention + plan.label_weight * (labels_loss(tags, batch.tags) + labels_loss(relations, batch.relations))


def labels_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """Mean cross-entropy over the words that have a label; 0 where none has."""
    total = cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=IGNORED, reduction="sum")
    return total / wanted.numel()
