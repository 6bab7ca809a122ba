"""Pairs → numbers for the network: units, alignments, and the words that are dropped or taken apart in training."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from attention.models.translate import END_UNIT, START_UNIT, UNKNOWN, TranslationVocabulary
from attention.words.characters import is_punctuation

Table = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Example:
    """A pair as the network sees it. units: the English, END included. aligned (n, m): how surely Chinese word i belongs to
    unit j; the column of END is 0."""

    words: tuple[str, ...]
    units: tuple[int, ...]
    aligned: Table


@dataclass(frozen=True)
class Noise:
    """Share of the words whose own vector is dropped; of the sentences in which words are taken apart, and of their words; of
    the Chinese sentences that lose their final mark, as visitors type them."""

    dropped: float = 0.1
    apart: float = 0.2
    apart_words: float = 0.25
    unmarked: float = 0.0


@dataclass(frozen=True)
class Batch:
    """b pairs: characters, shares (b, n, c), words (b, n), before, after (b, m): what is read and what is to be written;
    aligned (b, m, n): for each unit a distribution over the words, or zeros; counts (b, m): the unit is real."""

    characters: Tensor
    shares: Tensor
    words: Tensor
    before: Tensor
    after: Tensor
    aligned: Tensor
    counts: Tensor


def noisy(example: Example, noise: Noise, rng: random.Random) -> Example:
    """The example as this epoch shows it."""
    return unmarked(taken_apart(example, noise, rng), noise, rng)


def unmarked(example: Example, noise: Noise, rng: random.Random) -> Example:
    """Now and then without the Chinese final mark; the English keeps its own."""
    if len(example.words) < 2 or not is_punctuation(example.words[-1]) or rng.random() >= noise.unmarked:
        return example
    return Example(example.words[:-1], example.units, example.aligned[:-1])


def taken_apart(example: Example, noise: Noise, rng: random.Random) -> Example:
    """Some words as single characters, each aligned as its word was: a visitor may cut otherwise than jieba."""
    if rng.random() >= noise.apart:
        return example
    apart = [len(word) > 1 and rng.random() < noise.apart_words for word in example.words]
    words = [part for word, cut in zip(example.words, apart, strict=True) for part in (word if cut else [word])]
    rows = [i for i, word in enumerate(example.words) for _ in range(len(word) if apart[i] else 1)]
    return Example(tuple(words), example.units, example.aligned[rows])


def in_batches(examples: Sequence[Example], units: int, rng: random.Random) -> Iterator[list[int]]:
    """Positions of examples of similar length, about `units` English units a batch, in random order."""
    order = sorted(range(len(examples)), key=lambda i: (len(examples[i].units), len(examples[i].words), rng.random()))
    groups: list[list[int]] = [[]]
    for i in order:
        longest = len(examples[i].units)
        if groups[-1] and longest * (len(groups[-1]) + 1) > units:
            groups.append([])
        groups[-1].append(i)
    rng.shuffle(groups)
    yield from groups


def collate(
    examples: Sequence[Example],
    vocabulary: TranslationVocabulary,
    *,
    dropped: float = 0.0,
    rng: random.Random | None = None,
) -> Batch:
    """Examples of any lengths → one batch."""
    b, n, m = (
        len(examples),
        max(len(one.words) for one in examples),
        max(len(one.units) for one in examples),
    )
    described = [[vocabulary.describe(word) for word in one.words] for one in examples]
    c = max(len(characters) for row in described for characters, _ in row)
    characters, shares = np.zeros((b, n, c), dtype=np.int64), np.zeros((b, n, c), dtype=np.float32)
    words = np.full((b, n), UNKNOWN, dtype=np.int64)
    before, after = np.full((2, b, m), END_UNIT, dtype=np.int64)
    aligned, counts = np.zeros((b, m, n), dtype=np.float32), np.zeros((b, m), dtype=np.float32)
    for k, (one, row) in enumerate(zip(examples, described, strict=True)):
        for i, (of_characters, own) in enumerate(row):
            characters[k, i, : len(of_characters)] = of_characters
            shares[k, i, : len(of_characters)] = 1 / len(of_characters)
            words[k, i] = UNKNOWN if rng is not None and rng.random() < dropped else own
        length = len(one.units)
        after[k, :length] = one.units
        before[k, :length] = (START_UNIT, *one.units[:-1])
        counts[k, :length] = 1
        aligned[k, :length, : len(one.words)] = one.aligned.T
    total = aligned.sum(axis=-1, keepdims=True)
    aligned = np.where(total > 0, aligned / np.maximum(total, 1e-9), 0) * np.minimum(total, 1)
    arrays = (characters, shares, words, before, after, aligned.astype(np.float32), counts)
    return Batch(*map(torch.from_numpy, arrays))
