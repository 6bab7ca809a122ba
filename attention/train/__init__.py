"""Fitting W_Q and W_K to a hand table by gradient descent."""

from attention.train.fit import FitSettings, Step, fit, fit_to_end
from attention.train.objective import Objective, backward, backward_X, forward, objective_for
from attention.train.optimisers import OPTIMISERS, adam, momentum, sgd

__all__ = [
    "OPTIMISERS", "FitSettings", "Objective", "Step", "adam", "backward", "backward_X", "fit", "fit_to_end", "forward",
    "momentum", "objective_for", "sgd",
]  # fmt: skip
