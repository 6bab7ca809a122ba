"""Attention tables for Chinese sentences.

>>> import attention
>>> made = attention.table("我喜欢在周末去公园散步")
>>> made.words
('我', '喜欢', '在', '周末', '去', '公园', '散步')
>>> float(made.to_frame(hand=True).loc["散步", "周末"])
0.9

Each name is loaded when it is first asked for, so that `import attention.core` needs numpy and nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attention.api import SentenceTable, table, tables
    from attention.core import attend, attention_mask
    from attention.corpus.frames import on_dask
    from attention.errors import AttentionError
    from attention.exchange.formats import FORMATS
    from attention.exchange.hand_file import load_hand, read_hand
    from attention.exchange.table_json import read_json
    from attention.exchange.versions import VERSION
    from attention.hand.table import blank_table
    from attention.imported.stack import Pick
    from attention.sources.table import AttentionTable
    from attention.types import HandTable, Switches

__all__ = [
    "FORMATS",
    "VERSION",
    "AttentionError",
    "AttentionTable",
    "HandTable",
    "Pick",
    "SentenceTable",
    "Switches",
    "attend",
    "attention_mask",
    "blank_table",
    "load_hand",
    "on_dask",
    "read_hand",
    "read_json",
    "table",
    "tables",
]

_HOME = {
    "FORMATS": "attention.exchange.formats",
    "VERSION": "attention.exchange.versions",
    "AttentionError": "attention.errors",
    "AttentionTable": "attention.sources.table",
    "HandTable": "attention.types",
    "Pick": "attention.imported.stack",
    "SentenceTable": "attention.api",
    "Switches": "attention.types",
    "attend": "attention.core",
    "attention_mask": "attention.core",
    "blank_table": "attention.hand.table",
    "load_hand": "attention.exchange.hand_file",
    "on_dask": "attention.corpus.frames",
    "read_hand": "attention.exchange.hand_file",
    "read_json": "attention.exchange.table_json",
    "table": "attention.api",
    "tables": "attention.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'attention' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
