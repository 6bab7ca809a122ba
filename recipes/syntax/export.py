"""From the trained network to the shipped file: float16 arrays, a card, and a check that numpy says what PyTorch says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from attention.models import weights
from attention.models.syntax import HEADS, SyntaxModel
from recipes.syntax.batches import Example, collate
from recipes.syntax.material import Material
from recipes.syntax.network import Network
from recipes.syntax.trees import Tree

TOLERANCE = 1e-3


def arrays_of(network: Network, material: Material) -> dict[str, npt.NDArray[Any]]:
    """The file's arrays: numbers as float16, characters and words as bytes."""
    numbers = {name: array.astype(np.float16) for name, array in network.arrays().items()}
    return {
        **numbers,
        "characters": weights.pack_strings(material.characters),
        "words": weights.pack_strings(material.words),
    }


def config_of(network: Network) -> dict[str, Any]:
    """What the numpy model has to know, and what else made the network."""
    return {"heads": list(HEADS), **network.shape.as_config()}


def model_of(network: Network, material: Material) -> SyntaxModel:
    """The numpy model as it will be loaded."""
    return SyntaxModel.from_arrays(arrays_of(network, material), {"config": config_of(network)})


@torch.no_grad()
def largest_difference(
    network: Network, material: Material, trees: Sequence[Tree], examples: Sequence[Example]
) -> float:
    """Largest difference between a weight of the numpy model and PyTorch's, both with the weights rounded to float16."""
    model = model_of(network, material)
    rounded = rounded_copy(network, material)
    worst = 0.0
    for tree, example in zip(trees, examples, strict=True):
        batch = collate([example])
        logs, _, _ = rounded(batch.rows, batch.real, torch.tensor([0]))
        for name, trace in model.traces(tree.words).items():
            column = logs[0, HEADS.index(name), :, 1:]
            theirs = torch.softmax(column, dim=-1).numpy() if len(tree) > 1 else trace.weights
            worst = max(worst, float(np.abs(trace.weights - theirs).max()))
    return worst


def rounded_copy(network: Network, material: Material) -> Network:
    """The network with every weight rounded to float16, source 0 added to the positions as in the file."""
    other = Network(
        network.shape,
        material.table,
        characters=len(network.E_character),
        words=len(network.E_word),
        sources=len(network.E_source) - 1,
        tags=network.to_tag.out_features,
        relations=network.to_relation.out_features,
    )
    other.load_state_dict(network.state_dict())
    other.P.copy_(other.P + other.E_source[0])
    for parameter in other.parameters():
        parameter.copy_(parameter.half().float())
    other.E_source.zero_()
    return other.eval()
