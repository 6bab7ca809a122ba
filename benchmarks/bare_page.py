"""The floor: a Streamlit page with one live text box and one plotly heatmap, nothing else. `?text=…` begins with a text.

A character is a word, and the weights are random numbers. Size, ticks and digits as in the app's heatmap; the rest
is plotly's and Streamlit's own choice.
"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st

MAX_BESIDE, MAX_TICKS, MAX_DIGITS = 12, 40, 40

st.set_page_config(layout="wide")
words = list(st.text_input("text", st.query_params.get("text", ""), live="300ms"))
if words:
    n = len(words)
    weights = np.random.default_rng().dirichlet(np.ones(n), n).astype(np.float32)
    every = -(-n // MAX_TICKS)
    ticks = {"tickvals": list(range(0, n, every)), "ticktext": words[::every], "showgrid": False, "fixedrange": True}
    digits = {"texttemplate": "%{z:.2f}", "xgap": 1, "ygap": 1} if n <= MAX_DIGITS else {}
    cells = {"type": "heatmap", "z": weights, "zmin": 0, "zmax": 1, "showscale": False, **digits}
    across, down = {**ticks, "side": "top"}, {**ticks, "autorange": "reversed"}
    height = 356 if n <= MAX_BESIDE else min(840, max(356, 52 + 19 * n))
    size = {"height": height, "margin": {"l": 58, "r": 4, "t": 48, "b": 4}}
    figure = go.Figure({"data": [cells], "layout": {"xaxis": across, "yaxis": down, **size}})
    place = st.columns(2, gap="small")[0] if n <= MAX_BESIDE else st.container()
    place.plotly_chart(figure, key="chart", config={"displayModeBar": False})
