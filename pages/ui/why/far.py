"""Far apart: attention against a recurrent network's memory, and one fixed vector against looking back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.errors import FileError, WeightsError
from attention.experiments.bottleneck import material, read_looking_back, read_packed, right, shares
from attention.experiments.far import Stretch, stretches, weights_back
from attention.experiments.memory import memory, random_network
from attention.figures.lines import Line, lines_figure
from attention.models.untrained import embed
from attention.sources.random_matrices import RANDOM
from attention.sources.syntax_model import SYNTAX
from attention.sources.table import AttentionTable
from pages.ui.frame import markup
from pages.ui.frame.page import said, source_name, write_heading
from pages.ui.frame.state import board
from pages.ui.parts.show import plot, word_names
from pages.ui.parts.tables import head_name
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

SOUGHT_HEADS: dict[str, tuple[str, ...]] = {SYNTAX.name: ("head", "neighbours"), RANDOM.name: ("",)}
"""Which heads are drawn of which source: those that look for the word that a word hangs on."""
LOWEST = 1e-6
MAX_POINTS = 24


@dataclass(frozen=True)
class NamedValues:
    name: str
    values: Sequence[float]


def start_far(computed: AttentionTable) -> Setting:
    return {"far": "growing", "network": False, "strength": 0.9, "log": False}


def set_far(computed: AttentionTable) -> Setting:
    return {
        "far": parts.why_choice("far", ("growing", "board")),
        "network": parts.why_toggle("network"),
        "log": parts.why_toggle("log"),
        "strength": parts.why_slider("strength", 0.5, 1.5, 0.9, 0.05),
    }


def far_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """The curves of attention, and where it is wished that of the recurrent network."""
    try:
        title, x, curves = curves_of(computed, setting)
    except FileError as error:
        st.warning(markup.unmarked(said("why.text_file", name=error.name)))
        return
    shown = curves if setting["network"] else curves[:-1]
    curve_picture(f"far_{setting['far']}_{side}", x, shown, title, setting["log"])


def curves_of(computed: AttentionTable, setting: Setting) -> tuple[str, list[int], list[NamedValues]]:
    """What the axis counts, its numbers, and the curves, the network's last. Raises FileError."""
    strength, words = setting["strength"], computed.words
    if setting["far"] == "growing":
        found = stretches()
        names = found[0].words[found[0].first], found[0].words[found[0].last]
        curves = [*attention_curves(), NamedValues(said("why.far.network"), [memory_of(s, strength) for s in found])]
        return said("why.far.distance", first=names[0], last=names[1]), [s.distance for s in found], curves
    row = [float(x) for x in computed.heads[0].weights[-1]]
    kept = [float(x) for x in memory(random_network(strength), embed(words))]
    curves = [NamedValues(said("why.far.row", source=source_name(computed.origin.source)), row)]
    return said("why.far.place"), list(range(1, len(words) + 1)), [*curves, NamedValues(said("why.far.network"), kept)]


def far_more(computed: AttentionTable, setting: Setting) -> None:
    st.caption(said("why.far.measure") + (said("why.far.lowest") if setting["log"] else ""))
    longest = computed.words
    with suppress(FileError):  # the picture has said so
        longest = far_table(computed, setting)
    write_heading("why.bottleneck.title")
    parts.write_lesson("far.bottleneck")
    one_vector(longest)
    parts.write_questions("far.bottleneck")


def far_table(computed: AttentionTable, setting: Setting) -> tuple[str, ...]:
    """The numbers of the curves; returns the longest sentence that was read."""
    _, x, curves = curves_of(computed, setting)
    shares = [[share_left(curve.values[k]) for curve in curves] for k in range(len(x))]
    if setting["far"] == "growing":
        rows = [["".join(s.words), str(s.distance), *line] for s, line in zip(stretches(), shares, strict=True)]
        with st.container(key="far_table"):
            parts.write_table([said("why.far.sentence"), said("why.far.apart"), *(c.name for c in curves)], rows)
        return stretches()[-1].words
    rows = [[name, *shares[k]] for k, name in enumerate(word_names(computed.words, parts.MAX_DRAWN))]
    parts.write_table([said("why.values.word"), *(c.name for c in curves)], rows)
    parts.cut_short(computed.words)
    return computed.words


def attention_curves() -> list[NamedValues]:
    """For each source and head the weight from the last word back to the first, sentence by sentence."""
    curves = []
    for source, heads in SOUGHT_HEADS.items():
        try:
            found = weights_back(source, heads, board().seed, board().switches)
        except WeightsError as error:
            st.info(markup.unmarked(said("why.no_weights", name=error.name)))
            continue
        for head, values in zip(heads, found, strict=True):
            name = said(f"source.{source}") + (f"·{head_name(head, 0)}" if head else "")
            curves.append(NamedValues(name, values))
    return curves


def memory_of(s: Stretch, strength: float) -> float:
    """What the network still has of the first word when it has read the last one."""
    return float(memory(random_network(strength), embed(s.words[: s.last + 1]))[s.first])


def curve_picture(key: str, x: Sequence[float], curves: Sequence[NamedValues], x_title: str, log: bool) -> None:
    lines = [Line(c.name, x, [max(v, LOWEST) for v in c.values] if log else c.values) for c in curves]
    top = max(1.0, *(max(c.values) for c in curves))
    limits = (LOWEST, top * 1.2) if log else (0.0, top * 1.05)
    figure = lines_figure(lines, x_title=x_title, y_title=said("why.far.left"), y_range=limits, y_log=log, height=340)
    plot(figure, f"why_{key}", said("why.far.alt"))


def share_left(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}" if value > 0 else "0"


def one_vector(words: tuple[str, ...]) -> None:
    """The sentence packed into d numbers and read back, and the share read right as it grows."""
    d = parts.why_steps("packed", (4, 8, 16, 32, 64, 128, 256), 32)
    m = material(words, d)
    ways = {"one": read_packed(m), "back": read_looking_back(m)}
    n = len(words)
    counts = [[said(f"why.bottleneck.{name}"), f"{right(m, read)} / {n}"] for name, read in ways.items()]
    for row, size in zip(counts, (d, n * 2 * d), strict=True):
        row.append(str(size))
    parts.write_table(["", said("why.bottleneck.right"), said("why.bottleneck.numbers")], counts)
    st.html(read_words(words, ways["one"]))
    lengths = sorted({round(float(x)) for x in np.linspace(1, n, min(n, MAX_POINTS))})
    one, back = shares(words, d, lengths)
    lines = [Line(said(f"why.bottleneck.{name}"), lengths, y) for name, y in (("one", one), ("back", back))]
    figure = lines_figure(
        lines,
        x_title=said("why.bottleneck.axis"),
        y_title=said("why.bottleneck.share"),
        y_range=(0.0, 1.05),
        height=280,
    )
    plot(figure, "why_bottleneck", said("why.bottleneck.alt"))
    st.caption(said("why.bottleneck.help"))


def read_words(words: Sequence[str], read: Sequence[str]) -> Markup:
    """What was read back from the one vector; a wrong word is struck out, the right one follows."""
    struck = Markup('<span><s class="wrong">{0}</s> {1}</span>')
    pairs = list(zip(read, words, strict=True))[: parts.MAX_DRAWN]
    spans = [(struck if found != word else Markup("<span>{1}</span>")).format(found, word) for found, word in pairs]
    return markup.paragraph(markup.NO_HTML.join([said("why.bottleneck.read"), " ", *spans]), "read")


FAR = Experiment(start_far, set_far, ("network",), far_picture, far_more)
