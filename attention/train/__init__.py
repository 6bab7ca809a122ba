"""Fitting W_Q and W_K to a hand table by gradient descent."""

from attention.train.fit import FitSettings, Fitted, Step, fit, fit_to_end
from attention.train.objective import Objective, backward, backward_X, forward, objective_for
from attention.train.optimisers import OPTIMISERS, adam, momentum, sgd
from attention.train.run import Curve, Frame, Run, change_when_reversed, with_curve

__all__ = [
    "OPTIMISERS", "Curve", "FitSettings", "Fitted", "Frame", "Objective", "Run", "Step", "adam", "backward", "backward_X",
    "change_when_reversed", "fit", "fit_to_end", "forward", "momentum", "objective_for", "sgd", "with_curve",
]  # fmt: skip
