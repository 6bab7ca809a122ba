"""Nobody outside is asked. The pages ask nobody; this is about a question of Streamlit's own.

When a page of another site knocks, Streamlit compares that site's address with its own external one. To learn that, it asks a
server on the internet, for up to two seconds, while everybody waits. It remembers the answer, so it is given one: this machine.
"""

from __future__ import annotations

from streamlit import net_util

THIS_MACHINE = "127.0.0.1"


def ask_nobody() -> None:
    """Once a process is enough; more does no harm."""
    for answer in ("_external_ip", "_internal_ip"):
        if getattr(net_util, answer) is None:
            setattr(net_util, answer, THIS_MACHINE)
