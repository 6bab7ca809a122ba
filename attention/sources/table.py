"""The one result: what a source says about a sentence. It flows from there to page, file, command line and Python.

n: words. Row = query, column = key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from attention.core import attention_mask, blanked
from attention.errors import ShapeError
from attention.hand.table import blank_table, normalised
from attention.types import Floats, HandTable, Mask, Origin, Switches, Trace, frozen, require_shape
from attention.view import View
from attention.words.characters import is_punctuation, writable


@dataclass(frozen=True, eq=False)
class Head:
    """What it is for ("" where nothing was taught), its weights (n, n), and all that led to them; None: nobody knows it."""

    name: str
    weights: Floats
    trace: Trace | None = None


@dataclass(frozen=True, eq=False)
class AttentionTable:
    """The words of a sentence and how much each attends to each. Checked when made: ShapeError.

    weights (n, n): the source's main table; a row sums to 1, or is all 0 where its word may attend to nothing. mask (n, n):
    True = may attend. heads: none where the sentence was one of many. linked (n, n): where a source has it, the probability
    that two words are linked, no softmax rows. unseen: for each word, whether training had not seen it. What goes with it
    onto a page or into a file: text, the sentence; hand, the hand table beside it; view; own_words, a class's own.
    """

    words: tuple[str, ...]
    weights: Floats
    mask: Mask
    origin: Origin
    heads: tuple[Head, ...] = ()
    linked: Floats | None = None
    unseen: tuple[bool, ...] = ()
    switches: Switches = field(default_factory=Switches)
    text: str = ""
    hand: HandTable | None = None
    view: View = field(default_factory=View)
    own_words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.words)
        for name, dtype in (("weights", np.float64), ("mask", np.bool_), ("linked", np.float64)):
            if (array := getattr(self, name)) is not None:
                object.__setattr__(self, name, array := frozen(array, dtype))
                require_shape(name, array, (n, n))
        require_distributions(self.weights)
        if self.hand is not None and self.hand.words != self.words:
            raise ShapeError("a hand table's words", found="others", wanted=f"those of the table, {n}")
        object.__setattr__(self, "text", writable(self.text) or "".join(self.words))

    @property
    def shown(self) -> tuple[int, ...]:
        """The positions of the words that are not hidden."""
        hidden = set(hidden_positions(self.words, self.switches))
        return tuple(i for i in range(len(self.words)) if i not in hidden)

    @property
    def shown_words(self) -> tuple[str, ...]:
        """The words that are not hidden."""
        return tuple(self.words[i] for i in self.shown)

    @property
    def shows_linked(self) -> bool:
        """Whether the table is drawn as that of linked words, which the source has to have."""
        return self.view.linked and self.linked is not None

    @property
    def drawn(self) -> Floats:
        """(n, n) between the n words shown: the weights, or `linked`; NaN where the mask forbids a cell."""
        values = self.linked if self.view.linked and self.linked is not None else self.weights
        return self.between_shown(blanked(values, self.mask))

    @property
    def top(self) -> float:
        """Where the colours of the drawn table end: 1, or its largest value where they are stretched."""
        return max(float(np.nan_to_num(self.drawn).max(initial=0)), 1e-9) if self.view.stretch else 1.0

    @property
    def hand_table(self) -> HandTable:
        """The hand table, or an empty one to begin with."""
        return self.hand or blank_table(self.words)

    @property
    def shown_hand(self) -> Floats:
        """(n, n): the hand table between the words shown, as shares of their row if that is wanted."""
        hand = normalised(self.hand_table) if self.view.normalise_hand else self.hand_table
        return self.between_shown(hand.values)

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The traces of all heads. Raises ValueError if they are unknown: such a source is not `worked`."""
        traces = tuple(head.trace for head in self.heads if head.trace is not None)
        if not traces or len(traces) < len(self.heads):
            raise ValueError(f"the source {self.origin.source!r} gives weights and nothing that led to them")
        return traces

    @property
    def d_k(self) -> int:
        """The width of a query or key of the first head; 0 if unknown."""
        trace = self.heads[0].trace if self.heads else None
        return trace.W_Q.shape[-1] if trace else int(self.origin.details.get("d_k", 0))

    def between_shown(self, values: Floats) -> Floats:
        """The part of a table (n, n) between the words that are shown."""
        return values[np.ix_(self.shown, self.shown)]


def require_distributions(weights: Floats) -> None:
    """Raise ShapeError unless each row of (n, n) has no negative numbers and sums to 1, or to 0 where it is masked."""
    if weights.min(initial=0) < 0:
        raise ShapeError("smallest weight", found=float(weights.min()), wanted="0 or more")
    sums = weights.sum(axis=1)
    if not ((np.abs(sums - 1) < 1e-6) | (sums == 0)).all():  # NaN is neither
        raise ShapeError("row sums of the weights", found=np.round(sums, 4).tolist(), wanted="1, or 0 where masked")


def mask_for(words: Sequence[str], switches: Switches) -> Mask:
    """(n, n), True = may attend. A word that stands alone attends to itself, whatever the switches say."""
    hidden = hidden_positions(words, switches)
    diagonal = switches.diagonal or len(words) - len(hidden) == 1
    return attention_mask(len(words), diagonal=diagonal, causal=switches.causal, hidden=hidden)


def hidden_positions(words: Sequence[str], switches: Switches) -> tuple[int, ...]:
    """The positions of the punctuation that is left out; none if there is nothing else."""
    marks = tuple(i for i, word in enumerate(words) if is_punctuation(word)) if switches.hide_punctuation else ()
    return marks if len(marks) < len(words) else ()
