"""The settings of a fitting, in the sidebar."""

from __future__ import annotations

from typing import Any

import streamlit as st

from attention.train import OPTIMISERS, FitSettings
from pages.ui.frame import inputs
from pages.ui.frame.page import said
from pages.ui.train.fitting import change_settings, settings, usual_settings


def setting_controls() -> None:
    """All settings; each change begins a new run."""
    with st.container(key="train_settings"):
        setting_number("d_model", 2, 64)
        setting_number("d_k", 1, 32)
        setting_number("heads", 1, 4)
        inputs.bound(
            st.selectbox, "train.optimiser", setting("optimiser"), options=list(OPTIMISERS),
            format_func=lambda name: said(f"train.optimiser.{name}"),
        )  # fmt: skip
        setting_number("learning_rate", 0.0001, 1000.0, step=0.01, format="%.4g")
        if settings().optimiser == "momentum":
            setting_number("momentum", 0.0, 0.99, step=0.05)
        setting_number("steps", 10, 5000, step=50)
        setting_number("seed", 0, 9999)
        for name in ("positions", "scale", "train_X"):
            inputs.toggle(f"train.{name}", setting(name))
        st.button(said("train.usual"), key="train_usual", on_click=usual_settings, width="stretch")


def setting_number(name: str, low: float, high: float, **more: Any) -> None:
    inputs.number_box(f"train.{name}", setting(name), low, high, **more)


def setting(name: str) -> inputs.Binding:
    """A field of the settings; what is entered takes its type."""
    kind = type(getattr(FitSettings(), name))
    return inputs.Binding(
        f"fit_{name}", getattr(settings(), name), lambda entered: change_settings(**{name: kind(entered)})
    )
