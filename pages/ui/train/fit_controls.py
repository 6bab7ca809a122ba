"""The settings of a fitting, in the sidebar."""

from __future__ import annotations

import streamlit as st

from attention.train import OPTIMISERS, FitSettings
from pages.ui.frame import state
from pages.ui.frame.page import said
from pages.ui.texts import has_text
from pages.ui.train.fitting import change_settings, settings, usual_settings


def setting_controls() -> None:
    """All settings; each change begins a new run."""
    with st.container(key="train_settings"):
        number("d_model", 2, 64)
        number("d_k", 1, 32)
        number("heads", 1, 4)
        select("optimiser", list(OPTIMISERS))
        number("learning_rate", 0.0001, 1000.0, step=0.01, format="%.4g")
        if settings().optimiser == "momentum":
            number("momentum", 0.0, 0.99, step=0.05)
        number("steps", 10, 5000, step=50)
        number("seed", 0, 9999)
        flag("positions")
        flag("scale")
        flag("train_X")
        st.button(said("train.usual"), on_click=usual_settings, width="stretch")


def number(name: str, low: float, high: float, *, step: float = 1, format: str | None = None) -> None:
    key = state.fill(f"fit_{name}", getattr(settings(), name))
    st.number_input(
        said(f"train.{name}"), low, high, key=key, step=step, format=format, help=optional(f"train.{name}.help"),
        on_change=take_setting, args=(name, key),
    )  # fmt: skip


def select(name: str, options: list[str]) -> None:
    key = state.fill(f"fit_{name}", getattr(settings(), name))
    st.selectbox(
        said(f"train.{name}"), options, key=key, format_func=lambda value: said(f"train.{name}.{value}"),
        on_change=take_setting, args=(name, key),
    )  # fmt: skip


def flag(name: str) -> None:
    key = state.fill(f"fit_{name}", getattr(settings(), name))
    st.toggle(
        said(f"train.{name}"), key=key, help=optional(f"train.{name}.help"), on_change=take_setting, args=(name, key)
    )


def optional(key: str) -> str | None:
    return said(key) if has_text(key) else None


def take_setting(name: str, key: str) -> None:
    value = state.value(key)
    if value is not None and (name != "optimiser" or value in OPTIMISERS):
        change_settings(**{name: type(getattr(FitSettings(), name))(value)})
