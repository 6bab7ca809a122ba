"""From the trained network to the shipped file: matrices as rows of int8, the rest as float16, and a check against PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from attention.models import weights
from attention.models.copied import Copied
from attention.models.translate import TranslateModel
from recipes.translate.batches import Example, collate
from recipes.translate.material import Material
from recipes.translate.network import Network

TOLERANCE = 1e-4


def arrays_of(network: Network, material: Material) -> dict[str, npt.NDArray[Any]]:
    """The file's arrays: each row of a matrix as int8 with its scale, vectors as float16, words and units as bytes."""
    found: dict[str, npt.NDArray[Any]] = {}
    for name, array in network.arrays().items():
        found |= weights.rows_of_int8(name, array) if array.ndim == 2 else {name: array.astype(np.float16)}
    lists = {**material.lists, "units": list(material.pieces.units)}
    return {**found, **{name: weights.pack_strings(strings) for name, strings in lists.items()}}


def model_of(network: Network, material: Material) -> TranslateModel:
    """The numpy model as it will be loaded."""
    return TranslateModel.from_arrays(arrays_of(network, material), {"config": network.shape.as_config()})


@torch.no_grad()
def begin_from(network: Network, model: TranslateModel, material: Material) -> None:
    """The network with a trained model's numbers: matrices as they are, a character's, word's or unit's row by its name."""
    theirs, ours = model.vocabulary, material.vocabulary
    rows = {
        "E_character": (ours.characters, theirs.characters),
        "E_word": (ours.words, theirs.words),
        "E_unit": (material.pieces.index, {unit: i for i, unit in enumerate(model.units)}),
    }
    for name, parameter in network.weights.items():
        given = torch.from_numpy(model.arrays[name])
        new, old = rows["E_unit" if name == "b_unit" else name] if name in (*rows, "b_unit") else ({}, {})
        if not new:
            parameter.copy_(given)
        both = [(i, old[key]) for key, i in new.items() if key in old]
        if both:
            to, of = zip(*both, strict=True)
            parameter[list(to)] = given[list(of)]


@torch.no_grad()
def largest_difference(
    model: TranslateModel, network: Network, material: Material, examples: Sequence[Example]
) -> float:
    """Largest difference of a probability or a guided weight between numpy and PyTorch with the same rounded numbers."""
    rounded = rounded_copy(model, network, material)
    worst = 0.0
    for one in examples:
        batch = collate([one], material.vocabulary)
        logits, guided = rounded(batch.characters, batch.shares, batch.words, batch.before)
        logits[..., 1] = -torch.inf  # START is never written
        theirs = torch.softmax(logits[0], dim=-1)[torch.arange(len(one.units)), list(one.units)].numpy()
        memory = model.encode_read(one.words, Copied(one.words, {}, {}))  # its signs are in their places already
        ours = model.explain(memory, one.units)
        layer, head = model.guided
        chosen = np.array([step.probability for step in ours.steps])
        worst = max(
            worst,
            float(np.abs(chosen - theirs).max()),
            float(np.abs(ours.cross[layer, head] - guided[0].numpy()).max()),
        )
    return worst


def rounded_copy(model: TranslateModel, network: Network, material: Material) -> Network:
    """The network in PyTorch with the numbers of the file."""
    v = material.vocabulary
    other = Network(
        network.shape, characters=len(v.characters) + 1, words=len(v.words) + 1, units=len(material.pieces.units)
    )
    for name, parameter in other.weights.items():
        parameter.copy_(torch.from_numpy(model.arrays[name]))
    return other.eval()
