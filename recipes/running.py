"""What every training run does: go on from a checkpoint, keep one after each epoch, average the weights, take a step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class Running:
    """network, the average of its weights so far, and its optimizer; made_of: changes with the data and the network's shape."""

    network: nn.Module
    averaged: nn.Module
    optimizer: torch.optim.Optimizer
    checkpoint: Path
    made_of: str

    def resume(self) -> int:
        """Take up the checkpoint if there is one; the number of epochs done. Refuses one of other data or another shape."""
        if not self.checkpoint.exists():
            return 0
        state = torch.load(self.checkpoint, weights_only=True)
        if state["made_of"] != self.made_of:
            raise SystemExit(f"{self.checkpoint} was trained on other data: delete it to start anew")
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        return int(state["epoch"])

    def save(self, epoch: int) -> None:
        """Write beside and rename, so that a broken run leaves a whole file."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        beside = self.checkpoint.with_suffix(".part")
        parts = {"network": self.network, "averaged": self.averaged, "optimizer": self.optimizer}
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save({"epoch": epoch, "made_of": self.made_of, **state}, beside)
        beside.replace(self.checkpoint)

    def step(self, loss: Tensor, *, clip: float) -> float:
        """One step of the optimizer down the loss; its value."""
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.network.parameters(), clip)
        self.optimizer.step()
        return float(loss.detach())

    @torch.no_grad()
    def average(self, done: int, keep: float) -> None:
        """Exponential moving average of the weights after `done` steps; quicker at the beginning."""
        keep = min(keep, (1 + done) / (10 + done))
        torch._foreach_lerp_(list(self.averaged.parameters()), list(self.network.parameters()), 1 - keep)
