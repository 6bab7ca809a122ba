"""Where weights come from: one function a source, from words to the traces of its heads. A new source is one row of SOURCES.

The switches act on every source alike: on the scores of the source's own matrices, in the order scale, temperature, mask.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice

import numpy as np

from attention.core import attend, attention_mask, masked_softmax
from attention.errors import ImportRefused
from attention.models.syntax import HEADS, SyntaxModel
from attention.models.syntax import load as load_syntax
from attention.models.translate import TranslateModel
from attention.models.translate import load as load_translate
from attention.models.untrained import embed, random_matrices
from attention.sources.imported_table import Chosen
from attention.sources.typed_matrices import Typed, board_example, with_words
from attention.train import FitSettings, Fitted, fit, objective_for
from attention.types import AttentionTable, Floats, HandTable, Mask, Origin, SourceName, Trace, frozen
from attention.words.characters import is_punctuation


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
    (for 自己输入), the weights between just these words (for 导入), the switches."""

    words: tuple[str, ...]
    hand: HandTable | None = None
    seed: int = 0
    switches: Switches = field(default_factory=Switches)
    heads: int = 1
    typed: Typed | None = None
    imported: Chosen | None = None


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
    """The heads together; the main table is the mean of their weights, or the one given (then there may be no heads)."""
    hidden = set(hidden_positions(request.words, request.switches))
    shown = tuple(i for i in range(len(request.words)) if i not in hidden)
    weights = np.mean([head.trace.weights for head in heads], axis=0) if weights is None else weights
    mask = heads[0].trace.mask if heads else mask_for(request.words, request.switches)
    return Computation(request.words, heads, weights, mask, origin, shown)


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
    X = frozen(model.encode(request.words))
    scale, temperature = switches.scale, switches.temperature
    heads = tuple(Head(name, model.trace(name, X, scale=scale, temperature=temperature, mask=mask)) for name in HEADS)
    neighbours = heads[HEADS.index("neighbours")].trace.weights
    main = computation(heads, request, Origin("syntax", {}), neighbours)
    return replace(main, linked=model.links(X), unseen=tuple(model.unseen(request.words)))


@cache
def translate_model() -> TranslateModel:
    """The shipped model, loaded once. Raises WeightsError, each time anew, while its files are not whole."""
    return load_translate()


def translation_source(request: Request) -> Computation:
    """The encoder of the translation model: its self-attention, layer by layer. The main table is the mean of all heads.

    Each layer reads what the layers below it made of the sentence with all words in view; the switches act on the tables that
    are shown, not on what is passed upwards. Nobody taught these heads what to look at.
    """
    model = translate_model()
    memory = model.encode(request.words)
    heads = tuple(
        Head(encoder_head(layer, h), attend_heads(X, [("", *model.encoder_matrices(layer, h))], request)[0].trace)
        for layer, X in enumerate(map(frozen, memory.inputs))
        for h in range(model.heads)
    )
    main = computation(heads, request, Origin("translation", {"layers": model.encoder_layers, "heads": model.heads}))
    unseen = tuple(model.vocabulary.familiarity(word) == "unseen" for word in request.words)
    return replace(main, unseen=unseen)


ENCODER_HEAD = "encoder"


def encoder_head(layer: int, head: int) -> str:
    """The name of an encoder head; layer and head count from 0, the name from 1.

    >>> encoder_head(0, 2)
    'encoder.1.3'
    """
    return f"{ENCODER_HEAD}.{layer + 1}.{head + 1}"


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


def imported_source(request: Request) -> Computation:
    """Weights from outside. Raises ImportRefused where nothing was imported, or not for these words."""
    chosen = request.imported
    if chosen is None:
        raise ImportRefused("nothing")
    if chosen.words != request.words:
        found, wanted = " ".join(chosen.words), " ".join(request.words)
        raise ImportRefused("other_words", name=chosen.name, found=found, wanted=wanted)
    heads = tuple(Head("", switched(weights, request, chosen.d_k)) for weights in chosen.heads)
    details: dict[str, str | int | float] = {"file": chosen.name, "table": chosen.how}
    details |= {name: n for name, n in (("layer", chosen.layer), ("head", chosen.head), ("d_k", chosen.d_k)) if n}
    main = switched(chosen.weights, request, chosen.d_k).weights
    return computation(heads, request, Origin("imported", details), main)


def switched(weights: Floats, request: Request, d_k: int | None) -> Trace:
    """The switches on weights (n, n) whose matrices nobody knows: log w is their scaled score, up to a number for each row that
    softmax takes off again. So temperature and masks act as they would have in the model, and ÷√d_k where d_k is known.

    The matrices of the trace are empty: their width is 0.
    """
    switches, mask = request.switches, mask_for(request.words, request.switches)
    root = math.sqrt(d_k) if d_k else 1.0
    with np.errstate(divide="ignore"):
        scores = np.log(weights) * root
    factor = 1 / root if switches.scale else 1.0
    scaled = scores * (factor / switches.temperature)
    shares, masked = masked_softmax(scaled, mask)
    X, W = np.zeros((len(weights), 0)), np.zeros((0, 0))
    return Trace(X, W, W, W, X, X, X, scores, scaled, masked, shares, X, mask, factor, switches.temperature)


def require_hand(request: Request) -> HandTable:
    if request.hand is None:
        raise ValueError("the fitted source needs a hand table")
    return request.hand


SOURCES: Mapping[SourceName, Callable[[Request], Computation]] = {
    "syntax": syntax_source,
    "translation": translation_source,
    "fitted": fitted_source,
    "random": random_source,
    "typed": typed_source,
    "imported": imported_source,
}


def compute(source: SourceName, request: Request) -> Computation:
    """What `source` says about the words."""
    return SOURCES[source](request)


SMALLEST_GAP = 1e-6
"""Scores of a row that are nearer than this are the same to softmax, whatever they are divided by."""


def idle_switches(computed: Computation, *, linked: bool = False) -> dict[str, str]:
    """Which of scale and temperature change nothing in this table, and why. (A mask acts on whatever word comes next.)

    one_value: every row has one score, which any division leaves even; root_unknown, root_one: d_k is not known, or 1;
    linked: the probabilities of links are shown, which are not softmax's.

    >>> idle_switches(compute("random", Request(("我",))))
    {'scale': 'one_value', 'temperature': 'one_value'}
    """
    if linked or not any(uneven(head.trace) for head in computed.heads):
        return dict.fromkeys(("scale", "temperature"), "linked" if linked else "one_value")
    d_k = width(computed)
    return {"scale": "root_one" if d_k else "root_unknown"} if d_k < 2 else {}


def uneven(trace: Trace) -> bool:
    """Whether some row has two scores that differ, among the keys that it may attend to."""
    open_ = trace.mask & np.isfinite(trace.scaled)
    highest = np.where(open_, trace.scaled, -np.inf).max(axis=1)
    lowest = np.where(open_, trace.scaled, np.inf).min(axis=1)
    return bool((highest - lowest > SMALLEST_GAP).any())


def width(computed: Computation) -> int:
    """d_k; 0 where nobody knows it."""
    return computed.heads[0].trace.W_Q.shape[-1] or int(computed.origin.details.get("d_k", 0))


# Many sentences: those of one length are computed at once

BATCH_CELLS = 50_000
"""Cells of a table that one batch may have: what more would save, the memory eats."""


def compute_many(source: SourceName, requests: Sequence[Request]) -> list[Computation]:
    """What `source` says about the words of each request, in their order, without the heads: `heads` is empty.

    All else is as in `compute`. The requests have to agree in everything but their words (and, for 拟合, have one hand table).
    """
    if requests and source in MANY and differ_in_words_only(requests):
        return MANY[source](requests)
    return [replace(compute(source, request), heads=()) for request in requests]


def differ_in_words_only(requests: Sequence[Request]) -> bool:
    """Whether the requests differ in nothing but their words."""
    return all(replace(request, words=requests[0].words) == requests[0] for request in requests)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions of sentences to compute at once: of one length, and no more than BATCH_CELLS cells."""
    for length in sorted(set(lengths)):
        places = [i for i, other in enumerate(lengths) if other == length]
        most = max(1, BATCH_CELLS // max(1, length**2))
        yield from (places[i : i + most] for i in range(0, len(places), most))


def by_length(
    batch: Callable[[Sequence[Request]], list[Computation]], requests: Sequence[Request]
) -> list[Computation]:
    """What `batch` makes of requests of one length, for requests of any; in their order."""
    found: dict[int, Computation] = {}
    for places in batches([len(request.words) for request in requests]):
        found |= zip(places, batch([requests[i] for i in places]), strict=True)
    return [found[i] for i in range(len(requests))]


def random_batch(requests: Sequence[Request]) -> list[Computation]:
    """b requests of n words: X (b, 1, n, d_model) through the matrices (h, d_model, d_k) of all heads."""
    first = requests[0]
    heads = [random_matrices(seed=first.seed * 1000 + head) for head in range(first.heads)]
    W_Q, W_K, W_V = (np.stack(matrices) for matrices in zip(*heads, strict=True))
    X = np.stack([embed(request.words) for request in requests])[:, None]
    scale, temperature, mask = first.switches.scale, first.switches.temperature, masks_for(requests)[:, None]
    tables = attend(X, W_Q, W_K, W_V, scale=scale, temperature=temperature, mask=mask).weights.mean(axis=1)  # (b, n, n)
    origin = Origin("random", {"seed": first.seed})
    return [computation((), request, origin, table) for request, table in zip(requests, tables, strict=True)]


def syntax_batch(requests: Sequence[Request]) -> list[Computation]:
    """b requests of n words: one run of the network for their tables and for the probabilities that two words are linked."""
    model, switches = syntax_model(), requests[0].switches
    X = frozen(model.encode_alike([request.words for request in requests]))  # (b, n + 1, d_model)
    scale, temperature, mask = switches.scale, switches.temperature, masks_for(requests)
    tables = model.trace("neighbours", X, scale=scale, temperature=temperature, mask=mask).weights  # (b, n, n)
    return [
        replace(
            computation((), request, Origin("syntax", {}), table),
            linked=linked,
            unseen=tuple(model.unseen(request.words)),
        )
        for request, table, linked in zip(requests, tables, model.links(X), strict=True)
    ]


def masks_for(requests: Sequence[Request]) -> Mask:
    """b requests of n words → (b, n, n)."""
    return np.stack([mask_for(request.words, request.switches) for request in requests])


def fitted_many(requests: Sequence[Request]) -> list[Computation]:
    """One fitting for all; each sentence by itself, since the fitting is what takes the time."""
    fitted = fit_hand(require_hand(requests[0]))
    return [replace(fitted_source(request, fitted), heads=()) for request in requests]


MANY: Mapping[SourceName, Callable[[Sequence[Request]], list[Computation]]] = {
    "syntax": partial(by_length, syntax_batch),
    "fitted": fitted_many,
    "random": partial(by_length, random_batch),
}
"""The sources that compute many sentences in less time than one by one."""
