"""Lets the browser ask for the next look at something that goes on, until it has been shown the end.

Streamlit's own `run_every` and `st.rerun` leave that to requests and messages that may be lost: where a fragment's request comes
in while the run before has ended and its last messages wait to be sent, Streamlit drops these, and the timers with them. So
the browser asks, and asks again after three seconds without an answer, for as long as the last thing that reached it says that
it goes on. Draw it last, in one fragment with all that moves: then whoever has this has the rest.
"""

from __future__ import annotations

from pages.ui.widgets.component import load_component, nothing

_pulse = load_component("pulse", "pocket")


def pulse(*, live: bool, number: int, after: float, key: str) -> None:
    """live: it goes on, so ask for another run of this fragment. number: of this look. after: seconds until then."""
    data = {"live": live, "number": number, "after": round(1000 * after)}
    _pulse(key=key, data=data, on_look_change=nothing)
