"""What people often ask before such a table, answered with the table's own numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.imported.stack import Stack
from attention.imported.words import WordTable
from pages.ui.frame import markup
from pages.ui.frame.page import said


def answers(stack: Stack, shown: WordTable) -> None:
    for name in ("axis", "sink", "symmetric"):
        with st.container(key=f"answer_{name}"):
            st.html(markup.heading(said(f"models.ask.{name}")) + markup.paragraph(said(f"models.answer.{name}")))
    with st.container(key="answer_figures"):
        st.html(markup.paragraph(sink(stack)))
        if shown.rows == shown.cols:
            st.html(markup.paragraph(asymmetry(shown)))


def sink(stack: Stack) -> str:
    """How much the first piece gets, over all layers and heads, against an even share."""
    first = float(stack.weights[..., 0].mean(dtype=np.float64))
    seen = (stack.weights > 0).any(axis=(0, 1)).sum(axis=1)  # by each query: a causal one cannot look ahead
    even = float(np.mean(1 / np.maximum(seen, 1)))
    return said("models.sink", piece=stack.keys.pieces[0].label, share=first, even=even)


def asymmetry(shown: WordTable) -> str:
    """The pair of words for which both directions differ most."""
    apart = shown.weights - shown.weights.T
    i, j = (int(x) for x in np.unravel_index(np.argmax(apart), apart.shape))
    return said(
        "models.asymmetric",
        a=shown.rows[i],
        b=shown.rows[j],
        there=float(shown.weights[i, j]),
        back=float(shown.weights[j, i]),
    )
