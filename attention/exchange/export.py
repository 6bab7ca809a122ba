"""What goes out into a file: a sentence's words, its computed table, its hand table, and where the numbers come from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from attention.hand.table import blank_table, normalised
from attention.session.board import Board, View
from attention.sources.registry import Computation, Switches, hidden_positions
from attention.types import Floats, HandTable, Mask, Origin, frozen, require_shape


@dataclass(frozen=True, eq=False)
class Export:
    """text: the sentence. weights (n, n): rows sum to 1, a row that is masked whole is all zeros. mask (n, n): True = may
    attend. hand: None where nobody gave one. linked (n, n): the probability that two words are linked, where the source has
    it. view: language, digits, colours and which of the two tables is shown, as on the page.
    """

    text: str
    words: tuple[str, ...]
    weights: Floats
    mask: Mask
    origin: Origin
    hand: HandTable | None = None
    switches: Switches = field(default_factory=Switches)
    view: View = field(default_factory=View)
    linked: Floats | None = None

    def __post_init__(self) -> None:
        for name, dtype in (("weights", np.float64), ("mask", np.bool_), ("linked", np.float64)):
            if (array := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(array, dtype))
                require_shape(name, getattr(self, name), (len(self.words), len(self.words)))
        if self.hand is not None and self.hand.words != self.words:
            raise ValueError("the hand table has other words")

    @property
    def shown(self) -> tuple[int, ...]:
        """The positions of the words that are not hidden."""
        hidden = hidden_positions(self.words, self.switches)
        return tuple(i for i in range(len(self.words)) if i not in hidden)

    @property
    def shown_words(self) -> tuple[str, ...]:
        return tuple(self.words[i] for i in self.shown)

    @property
    def shows_linked(self) -> bool:
        return self.view.linked and self.linked is not None

    @property
    def computed(self) -> Floats:
        """The computed table as it is shown: NaN where the mask forbids a cell."""
        values = self.linked if self.view.linked and self.linked is not None else self.weights
        return np.where(self.mask, values, np.nan)[np.ix_(self.shown, self.shown)]

    @property
    def hand_table(self) -> HandTable:
        """The hand table, or an empty one to begin with."""
        return self.hand or blank_table(self.words)

    @property
    def shown_hand(self) -> Floats:
        """The hand table's values of the shown words, as shares of their row where that is wished."""
        hand = normalised(self.hand_table) if self.view.normalise_hand else self.hand_table
        return hand.values[np.ix_(self.shown, self.shown)]

    @property
    def top(self) -> float:
        """Where the colours of the computed table end."""
        return max(float(np.nan_to_num(self.computed).max(initial=0)), 1e-9) if self.view.stretch else 1.0


def export_of(board: Board, computed: Computation) -> Export:
    """What stands on the page."""
    hand = board.hand if board.hand.words == computed.words else None
    return export_computation(computed, text=board.text, hand=hand, switches=board.switches, view=board.view)


def writable(text: str) -> str:
    """The text with each lone surrogate, which no file can hold, as the sign for what cannot be shown."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def export_computation(
    computed: Computation,
    *,
    text: str | None = None,
    hand: HandTable | None = None,
    switches: Switches | None = None,
    view: View | None = None,
) -> Export:
    """A computation made with these switches. text: the sentence, where it is more than its words one after the other."""
    return Export(
        "".join(computed.words) if text is None else writable(text),
        computed.words,
        computed.weights,
        computed.mask,
        computed.origin,
        hand,
        switches or Switches(),
        view or View(),
        computed.linked,
    )


def of_head(export: Export, name: str, weights: Floats) -> Export:
    """The same sentence with the weights (n, n) of one head."""
    origin = Origin(export.origin.source, {**export.origin.details, "head": name})
    return Export(
        export.text, export.words, weights, export.mask, origin, export.hand, export.switches, export.view, None
    )
