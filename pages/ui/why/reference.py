"""Who is 他: each source's weights said honestly, then a small set of matrices made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import streamlit as st

from attention.errors import WeightsError
from attention.experiments.four_steps import cosines
from attention.experiments.reference import CONTENTS, DIRECTIONS, FEATURE_NAMES, PRONOUNS, Reference, reference
from attention.hand.compare import read_row
from attention.hand.examples import examples
from attention.hand.table import filled_rows
from attention.sources.fitted_matrices import FITTED
from attention.sources.random_matrices import RANDOM
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.sources.syntax_model import SYNTAX
from attention.sources.table import AttentionTable
from attention.types import HandTable
from pages.ui.frame import markup
from pages.ui.frame.page import lead, said, write_heading
from pages.ui.frame.state import board
from pages.ui.parts.show import word_names
from pages.ui.parts.tables import head_name
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

PRONOUN_WORDS = ("他", "她", "它", "他们", "她们", "它们")
PRONOUN_EXAMPLE = "02-who-is-he"


def start_reference(computed: AttentionTable) -> Setting:
    table, _ = sentence_and_pronoun()
    return {"who": len(list(rows_of(table))) - 1}


def set_reference(computed: AttentionTable) -> Setting:
    table, _ = sentence_and_pronoun()
    titles = [title for title, _ in rows_of(table)]
    return {"who": parts.why_select("who", titles, len(titles) - 1)}


def reference_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """The pronoun's row by one source, as bars."""
    table, i = sentence_and_pronoun()
    title, weights = list(rows_of(table))[setting["who"]]
    names, row = word_names(table.words, parts.MAX_DRAWN), weights[i]
    st.html(
        markup.paragraph(f"{title}{said('why.reference.row', pronoun=word_names(table.words)[i])}", "lead")
        + parts.bars([(name, float(w), f"{w:.2f}") for name, w in zip(names, row, strict=False)], 1.0)
    )


def reference_more(computed: AttentionTable, setting: Setting) -> None:
    by_source()
    write_heading("why.matrices.title")
    parts.write_lesson("reference.matrices")
    matrices_by_hand()
    parts.write_questions("reference.matrices")


def sentence_and_pronoun() -> tuple[HandTable, int]:
    """The board's sentence where a pronoun stands in it after another word, else the example; and the pronoun's position."""
    for table in (board().hand, *(e.table for e in examples() if e.name == PRONOUN_EXAMPLE), examples()[0].table):
        found = [i for i, word in enumerate(table.words) if i and word in PRONOUN_WORDS]
        if found:
            return table, found[0]
    return examples()[0].table, len(examples()[0].table) - 1


def by_source() -> None:
    """Every source and head: the strongest words of the pronoun's row, and its weight on the sentence's first word."""
    table, i = sentence_and_pronoun()
    words = table.words
    names = word_names(words)
    lead("why.reference.sentence", words=" ".join(words[: parts.MAX_DRAWN]), pronoun=names[i], first=names[0])
    rows = []
    for title, weights in rows_of(table):
        reading = read_row(weights, i)
        keys = [] if reading is None else [f"{names[j]} {weight:.2f}" for j, weight in reading.keys]
        rows.append([title, said("reading.and").join(keys) or "–", f"{weights[i, 0]:.3f}"])
    with st.container(key="by_source"):
        parts.write_table(
            [said("why.reference.who"), said("why.reference.most"), said("why.reference.first", first=names[0])], rows
        )


def rows_of(table: HandTable) -> Iterator[tuple[str, np.ndarray]]:
    """A title and the weights (n, n) of each head of each source; a hand table that nobody filled in is not fitted."""
    request = Request(table.words, table, board().seed, board().switches)
    try:
        for i, head in enumerate(compute(SYNTAX.name, request).heads):
            yield f"{said(f'source.{SYNTAX.name}')}·{head_name(head.name, i)}", head.weights
    except WeightsError as error:
        st.info(markup.unmarked(said("why.no_weights", name=error.name)))
    if filled_rows(table).any():
        yield said("why.reference.fitted"), compute(FITTED.name, request).weights
    yield said("why.reference.random", seed=board().seed), compute(RANDOM.name, request).weights


def matrices_by_hand() -> None:
    left, middle, right = st.columns([1, 1, 2], vertical_alignment="bottom")
    with left:
        pronoun = parts.why_choice("pronoun", PRONOUNS)
    with middle:
        two = parts.why_toggle("two")
    with right:
        strength = parts.why_slider("asking", 0.0, 10.0, 6.0, 0.5)
    found = reference(pronoun, two=two, strength=strength)
    person = found.words.index("小红" if pronoun == "她" and two else "小明")
    change(found, person)
    row_of_pronoun(found)
    every_matrix(found)


def change(found: Reference, person: int) -> None:
    """The pronoun before and after: weight, and likeness to the person's content."""
    trace, i = found.trace, found.pronoun
    even = 1 / (i + 1)
    before, after = (float(cosines(vector, trace.V)[person]) for vector in (trace.V[i], trace.output[i]))
    word, name = found.words[i], found.words[person]
    parts.write_table(
        ["", said("why.matrices.before"), said("why.matrices.after")],
        [
            [said("why.matrices.weight", pronoun=word, person=name), f"{even:.3f}", f"{trace.weights[i, person]:.3f}"],
            [said("why.matrices.like", pronoun=word, person=name), f"{before:.3f}", f"{after:.3f}"],
        ],
    )


def row_of_pronoun(found: Reference) -> None:
    """q·k, ÷√2, softmax: the pronoun's row over the words up to itself, and the output that it makes."""
    trace, i = found.trace, found.pronoun
    words = word_names(found.words)[: i + 1]
    seen = slice(0, i + 1)
    steps = np.stack([trace.scores[i, seen], trace.scaled[i, seen], trace.weights[i, seen]])
    titles = [said("why.matrices.score"), said("why.matrices.scaled"), said("why.values.weight")]
    pair = np.stack([trace.V[i], trace.output[i]])
    parts.write_matrices(
        parts.tinted_matrix(said("why.matrices.row", pronoun=found.words[i]), steps, titles, words),
        parts.tinted_matrix(said("why.matrices.output"), pair, [said("why.matrices.v"), said("why.output")], CONTENTS),
    )


def every_matrix(found: Reference) -> None:
    trace = found.trace
    words = word_names(found.words)
    parts.write_matrices(
        parts.tinted_matrix("X", trace.X, words, FEATURE_NAMES, ".0f"),
        parts.tinted_matrix("W_Q", trace.W_Q, FEATURE_NAMES, DIRECTIONS, ".1f"),
        parts.tinted_matrix("W_K", trace.W_K, FEATURE_NAMES, DIRECTIONS, ".0f"),
        parts.tinted_matrix("W_V", trace.W_V, FEATURE_NAMES, CONTENTS, ".0f"),
        parts.tinted_matrix("Q = X·W_Q", trace.Q, words, DIRECTIONS, ".1f"),
        parts.tinted_matrix("K = X·W_K", trace.K, words, DIRECTIONS, ".0f"),
        parts.tinted_matrix("V = X·W_V", trace.V, words, CONTENTS, ".0f"),
    )
    st.caption(said("why.matrices.help"))


REFERENCE = Experiment(start_reference, set_reference, ("who",), reference_picture, reference_more)
