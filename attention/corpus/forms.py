"""Rows as a file: Parquet or JSON lines. A batch becomes a file of its own, and such files become one.

Parquet has a row a sentence:

    line        its number in the file, from 1; not on Dask, whose frames have an index
    text        the sentence as far as it was drawn, or as it was read where it has no table
    words       its words, in order
    weights     a list a word (row, query) of a number a word (column, key), in single precision
    source      JSON: name and what else identifies the weights
    switches    JSON: scale, temperature, diagonal, causal, hide_punctuation
    agreeing, compared, rho, kl     the agreement with the hand table of these words, null where there is none; an infinite kl too
    unread, undrawn                 characters and words that were left out as too many
    error       why there is no table, in English; else null

JSON lines have what `attention.exchange.table_json.json_line` writes, and line, agreement, unread, undrawn or error.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from attention.api import SentenceTable
from attention.corpus.rows import Asked, LineTable
from attention.exchange.table_json import agreement_fields, json_line, plain

SCHEMA = pa.schema({
    "line": pa.int64(),
    "text": pa.string(),
    "words": pa.list_(pa.string()),
    "weights": pa.list_(pa.list_(pa.float32())),
    "source": pa.string(),
    "switches": pa.string(),
    "agreeing": pa.int32(),
    "compared": pa.int32(),
    "rho": pa.float64(),
    "kl": pa.float64(),
    "unread": pa.int32(),
    "undrawn": pa.int32(),
    "error": pa.string(),
})  # fmt: skip
GROUP_BYTES = 16_000_000
"""Of rows that stand together in the finished Parquet file; so much is in memory while it is written."""
REPEATED = ["source", "switches", "error"]
"""Columns in which few values come again and again."""


@dataclass(frozen=True)
class Form:
    """write: a batch as the bytes of a file. join: such files, in their order, as one."""

    ending: str
    write: Callable[[Sequence[LineTable], Asked], bytes]
    join: Callable[[Iterable[Path], Path], None]


def arrow_table(rows: Sequence[LineTable], asked: Asked) -> pa.Table:
    """The rows as a table of SCHEMA."""
    made = [row.made for row in rows]
    columns = {name: [scalars[name] for scalars in map(scalar_fields, rows)] for name in SCALARS}
    columns["switches"] = [plain(asdict(asked.switches)) if one else None for one in made]
    columns["source"] = [plain({"name": one.origin.source, **one.origin.details}) if one else None for one in made]
    arrays = {name: pa.array(values, SCHEMA.field(name).type) for name, values in columns.items()}
    arrays["words"] = pa.array([one.words if one else None for one in made], SCHEMA.field("words").type)
    arrays["weights"] = weight_lists(made)
    return pa.table([arrays[name] for name in SCHEMA.names], schema=SCHEMA)


SCALARS = ("line", "text", "agreeing", "compared", "rho", "kl", "unread", "undrawn", "error")


def scalar_fields(row: LineTable) -> dict[str, Any]:
    """What a row has in SCALARS."""
    fields: dict[str, Any] = {**dict.fromkeys(SCALARS), "line": row.line.number, "text": row.line.text}
    if row.made is None:
        return {**fields, "error": row.error}
    agreement = agreement_fields(row.made.agreement()) if row.made.hand else {}
    agreed = {name: agreement.get(name) for name in ("agreeing", "compared", "rho", "kl")}
    return {**fields, **agreed, "text": row.made.text, "unread": row.made.cut.unread, "undrawn": row.made.cut.undrawn}


def weight_lists(made: Sequence[SentenceTable | None]) -> pa.Array:
    """The weights (n, n) of each table as lists of lists, null where there is no table."""
    counts = [len(one.words) if one else 0 for one in made]
    cells = [np.ravel(one.weights) for one in made if one]
    flat = np.concatenate(cells, dtype=np.float32) if cells else np.zeros(0, np.float32)
    row_ends = np.cumsum([0, *np.repeat(counts, counts)])
    rows = pa.ListArray.from_arrays(pa.array(row_ends, pa.int32()), pa.array(flat))
    missing = pa.array([one is None for one in made], pa.bool_())
    return pa.ListArray.from_arrays(pa.array(np.cumsum([0, *counts]), pa.int32()), rows, mask=missing)


def to_parquet(rows: Sequence[LineTable], asked: Asked) -> bytes:
    """A batch as a Parquet file."""
    out = io.BytesIO()
    pq.write_table(arrow_table(rows, asked), out, use_dictionary=REPEATED)
    return out.getvalue()


def to_json_lines(rows: Sequence[LineTable], asked: Asked) -> bytes:
    """A batch as lines of JSON."""
    return b"".join(row_line(row, asked) for row in rows)


def row_line(row: LineTable, asked: Asked) -> bytes:
    """A row as one line of JSON."""
    more: dict[str, Any] = {"line": row.line.number}
    if row.made is None:
        return (json.dumps({**more, "text": row.line.text, "error": row.error}, ensure_ascii=False) + "\n").encode()
    if row.made.hand:
        more["agreement"] = agreement_fields(row.made.agreement())
    if row.shortened:
        more |= {"unread": row.made.cut.unread, "undrawn": row.made.cut.undrawn}
    return json_line(row.made.said_in(asked.language), more)


def join_parquet(parts: Iterable[Path], out: Path) -> None:
    """Several Parquet files as one, in groups of GROUP_BYTES."""
    with pq.ParquetWriter(out, SCHEMA, use_dictionary=REPEATED) as writer:
        for group in grouped(pq.read_table(part, memory_map=True) for part in parts):
            writer.write_table(pa.concat_tables(group), row_group_size=sum(map(len, group)))


def grouped(tables: Iterable[pa.Table]) -> Iterator[list[pa.Table]]:
    """The tables in lists of about GROUP_BYTES."""
    group: list[pa.Table] = []
    for table in tables:
        group.append(table)
        if sum(one.nbytes for one in group) > GROUP_BYTES:
            yield group
            group = []
    if group:
        yield group


def join_lines(parts: Iterable[Path], out: Path) -> None:
    """Several files one after another."""
    with out.open("wb") as whole:
        for part in parts:
            with part.open("rb") as file:
                shutil.copyfileobj(file, whole)


PARQUET = Form(".parquet", to_parquet, join_parquet)
JSON_LINES = Form(".jsonl", to_json_lines, join_lines)
