"""Where weights come from: one function a source, from words to the traces of its heads. A new source is one row of SOURCES.

The switches act on every source alike: on the scores of the source's own matrices, in the order scale, temperature, mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice

import numpy as np

from attention.core import attend, attention_mask
from attention.models.syntax import SyntaxModel
from attention.models.syntax import load as load_syntax
from attention.models.untrained import embed, random_matrices
from attention.text import is_punctuation
from attention.train import FitSettings, Fitted, fit, objective_for
from attention.typed import Typed, board_example, with_words
from attention.types import AttentionTable, Floats, HandTable, Mask, Origin, SourceName, Trace


@dataclass(frozen=True)
class Switches:
    """scale: ÷√d_k. temperature: > 0. diagonal: a word may attend to itself. causal: only to earlier words and itself.
    hide_punctuation: marks neither ask nor are asked."""

    scale: bool = True
    temperature: float = 1.0
    diagonal: bool = False
    causal: bool = False
    hide_punctuation: bool = False


@dataclass(frozen=True)
class Head:
    """One head: what it is for ("" where nothing was taught), and everything that it computed."""

    name: str
    trace: Trace


@dataclass(frozen=True)
class Computation:
    """What a source says about a sentence.

    weights (n, n): the source's main table. shown: the positions of the words that are not hidden. linked (n, n): where a
    source has it, the probability that two words are linked, no softmax rows. unseen: for each word, whether training had
    not seen it.
    """

    words: tuple[str, ...]
    heads: tuple[Head, ...]
    weights: Floats
    mask: Mask
    origin: Origin
    shown: tuple[int, ...]
    linked: Floats | None = None
    unseen: tuple[bool, ...] = ()

    def table(self) -> AttentionTable:
        """The table of the words that are shown."""
        words = tuple(self.words[i] for i in self.shown)
        return AttentionTable(words, words, self.weights[np.ix_(self.shown, self.shown)], self.origin)

    def drawn(self, *, linked: bool = False) -> Floats:
        """The shown weights (or `linked`) with NaN where a mask forbids the cell: a picture tells 0 from 'not asked'."""
        cells = np.ix_(self.shown, self.shown)
        values = self.linked if linked and self.linked is not None else self.weights
        return np.where(self.mask[cells], values[cells], np.nan)


@dataclass(frozen=True)
class Request:
    """What a source is asked: the words, the hand table (for 拟合), the seed and the number of heads (for 随机), the matrices
    (for 自己输入), the switches."""

    words: tuple[str, ...]
    hand: HandTable | None = None
    seed: int = 0
    switches: Switches = field(default_factory=Switches)
    heads: int = 1
    typed: Typed | None = None


def mask_for(words: Sequence[str], switches: Switches) -> Mask:
    """(n, n), True = may attend. A word that stands alone attends to itself, whatever the switches say."""
    hidden = hidden_positions(words, switches)
    diagonal = switches.diagonal or len(words) - len(hidden) == 1
    return attention_mask(len(words), diagonal=diagonal, causal=switches.causal, hidden=hidden)


def hidden_positions(words: Sequence[str], switches: Switches) -> tuple[int, ...]:
    """The marks that are left out; none where there is nothing but marks."""
    marks = tuple(i for i, word in enumerate(words) if is_punctuation(word)) if switches.hide_punctuation else ()
    return marks if len(marks) < len(words) else ()


def attend_heads(
    X: Floats, matrices: Sequence[tuple[str, Floats, Floats, Floats]], request: Request
) -> tuple[Head, ...]:
    """X (n, d_model) and, for each head, its name, W_Q, W_K (d_model, d_k) and W_V (d_model, d_v)."""
    mask, switches = mask_for(request.words, request.switches), request.switches
    return tuple(
        Head(name, attend(X, W_Q, W_K, W_V, scale=switches.scale, temperature=switches.temperature, mask=mask))
        for name, W_Q, W_K, W_V in matrices
    )


def computation(
    heads: tuple[Head, ...], request: Request, origin: Origin, weights: Floats | None = None
) -> Computation:
    """The heads together; the main table is the mean of their weights, or the one given."""
    hidden = set(hidden_positions(request.words, request.switches))
    shown = tuple(i for i in range(len(request.words)) if i not in hidden)
    weights = np.mean([head.trace.weights for head in heads], axis=0) if weights is None else weights
    return Computation(request.words, heads, weights, heads[0].trace.mask, origin, shown)


def random_source(request: Request) -> Computation:
    """Untrained matrices: X from the words' characters and positions, W_Q, W_K, W_V from the seed."""
    X = embed(request.words)
    matrices = [("", *random_matrices(seed=request.seed * 1000 + head)) for head in range(request.heads)]
    return computation(attend_heads(X, matrices, request), request, Origin("random", {"seed": request.seed}))


def typed_source(request: Request) -> Computation:
    """The matrices that the visitor typed in; words that they have no row for get zeros. TypedError beyond 8 words."""
    typed = with_words(request.typed or board_example(), request.words)
    heads = attend_heads(typed.X, [("", typed.W_Q, typed.W_K, typed.W_V)], request)
    return computation(heads, request, Origin("typed", {"d_model": typed.d_model, "d_k": typed.d_k, "d_v": typed.d_v}))


@cache
def syntax_model() -> SyntaxModel:
    """The shipped model, loaded once. Raises WeightsError, each time anew, while its files are not whole."""
    return load_syntax()


def syntax_source(request: Request) -> Computation:
    """Heads taught grammar. The main table is that of the head that looks at a word's neighbours in the tree."""
    model, switches = syntax_model(), request.switches
    mask = mask_for(request.words, switches)
    X = model.encode(request.words)
    traces = model.traces(request.words, scale=switches.scale, temperature=switches.temperature, mask=mask, encoded=X)
    heads = tuple(Head(name, trace) for name, trace in traces.items())
    main = computation(heads, request, Origin("syntax", {}), traces["neighbours"].weights)
    return replace(main, linked=model.linked(request.words, encoded=X), unseen=tuple(model.unseen(request.words)))


def fitting_steps(n: int, wished: int) -> int:
    """Fewer steps for long sentences, so that the answer still comes at once: the work of a step grows with n²."""
    return min(wished, max(40, round(wished * (25 / max(n, 1)) ** 2)))


def fit_hand(hand: HandTable, settings: FitSettings | None = None) -> Fitted:
    """W_Q and W_K fitted to the hand table with the given settings; the same table gives the same matrices."""
    settings = settings or FitSettings()
    X = embed(hand.words, settings.d_model, seed=settings.seed, positions=settings.positions)
    objective = objective_for(hand, d_k=settings.d_k, scale=settings.scale, temperature=settings.temperature)
    steps = fit(X, objective, settings, np.random.default_rng(settings.seed))
    # The best one, not the last: Adam's steps do not shrink, so near the floor the loss jumps up again now and then.
    best = min(islice(steps, fitting_steps(len(hand), settings.steps) + 1), key=lambda step: step.loss)
    return Fitted(settings, best.W_Q, best.W_K, best.number, best.loss, objective.floor, hand.words)


def fitted_source(request: Request, fitted: Fitted | None = None) -> Computation:
    """The fitted matrices applied to the sentence. V is X through a random W_V: fitting the weights says nothing about it."""
    fitted = fitted or fit_hand(require_hand(request))
    settings = fitted.settings
    X = embed(request.words, settings.d_model, seed=settings.seed, positions=settings.positions)
    W_V = random_matrices(settings.d_model, settings.d_k, seed=settings.seed)[2]
    matrices = [("", W_Q, W_K, W_V) for W_Q, W_K in zip(fitted.W_Q, fitted.W_K, strict=True)]
    details: dict[str, str | int | float] = {"steps": fitted.steps, "loss": fitted.loss, "floor": fitted.floor}
    details |= {"seed": settings.seed, "trained_on": "".join(fitted.words)}
    return computation(attend_heads(X, matrices, request), request, Origin("fitted", details))


def require_hand(request: Request) -> HandTable:
    if request.hand is None:
        raise ValueError("the fitted source needs a hand table")
    return request.hand


SOURCES: Mapping[SourceName, Callable[[Request], Computation]] = {
    "syntax": syntax_source,
    "fitted": fitted_source,
    "random": random_source,
    "typed": typed_source,
}


def compute(source: SourceName, request: Request) -> Computation:
    """What `source` says about the words."""
    return SOURCES[source](request)
