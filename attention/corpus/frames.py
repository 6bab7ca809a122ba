"""The same rows on Dask, for more sentences than one machine computes: a partition is what a batch is elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from attention.api import own_words_of, source_named
from attention.corpus.forms import SCHEMA, arrow_table
from attention.corpus.lines import Line, batched
from attention.corpus.rows import Asked, line_tables
from attention.sources.registry import USUAL
from attention.types import HandTable, Switches

if TYPE_CHECKING:
    import pandas as pd

F = TypeVar("F", covariant=True)


class Partitioned(Protocol[F]):
    """What is asked of a Dask DataFrame."""

    def map_partitions(self, func: Any, *args: Any, meta: Any) -> F:
        """The frame of what `func` makes of each partition."""
        ...


def on_dask(
    frame: Partitioned[F],
    column: str = "text",
    *,
    source: str = USUAL,
    seed: int = 0,
    hand: HandTable | None = None,
    switches: Switches | None = None,
    own_words: str | Sequence[str] = (),
) -> F:
    """A Dask DataFrame with a sentence a row in `column` → one with the columns of attention/corpus/forms.py and the same index.

    A sentence that cannot be cut has the reason in the column `error`. The rest as in `attention.tables`. Raises SourceError.
    """
    asked = Asked(source_named(source).name, seed, hand, switches or Switches(), own_words=own_words_of(own_words))
    meta = pandas_frame(SCHEMA.empty_table())
    return frame.map_partitions(partition_rows, column, asked, meta=meta)


def partition_rows(frame: pd.DataFrame, column: str, asked: Asked) -> pd.DataFrame:
    """What on_dask makes of one partition."""
    import pandas as pd
    import pyarrow as pa

    numbers, given = count(1), frame[column]
    lines = (
        Line(next(numbers), "", "no text") if missing else Line(next(numbers), str(text))
        for text, missing in zip(given, pd.isna(given), strict=True)
    )
    made = [arrow_table(line_tables(batch, asked), asked) for batch in batched(lines)]
    rows = pandas_frame(pa.concat_tables([SCHEMA.empty_table(), *made]))
    rows.index = frame.index
    return rows


def pandas_frame(table: Any) -> pd.DataFrame:
    """An Arrow table of SCHEMA for pandas, with Arrow's own types and without `line`."""
    import pandas as pd

    frame: pd.DataFrame = table.drop_columns(["line"]).to_pandas(types_mapper=pd.ArrowDtype)
    return frame
