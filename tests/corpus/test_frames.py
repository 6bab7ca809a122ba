"""The same rows on Dask: a worker may die."""

from __future__ import annotations

import os
import signal
from typing import Any

import pandas as pd
import pytest

import attention
from attention.corpus.forms import SCHEMA
from attention.corpus.frames import partition_rows
from attention.corpus.rows import Asked
from attention.errors import SourceError
from attention.hand.examples import examples

OWN = [example.text for example in examples()]
COLUMNS = [name for name in SCHEMA.names if name != "line"]


@pytest.fixture(scope="module")
def sentences() -> pd.DataFrame:
    texts: list[str | None] = [f"{OWN[i % len(OWN)]}{i}" for i in range(1200)]
    texts[7], texts[900] = "\u200b", None
    return pd.DataFrame({"sentence": texts, "year": 2020}, index=pd.RangeIndex(500, 1700, name="id"))


def test_a_partition_keeps_its_index_and_has_a_row_a_sentence(sentences: pd.DataFrame) -> None:
    rows = partition_rows(sentences[:10], "sentence", Asked("random"))
    assert list(rows.columns) == COLUMNS
    assert rows.index.equals(sentences.index[:10])
    assert rows["error"].dropna().to_dict() == {507: "the text has no visible character"}
    alone = attention.table(OWN[3] + "3", source="random")
    assert list(rows.loc[503, "words"]) == list(alone.words)
    ours = partition_rows(
        pd.DataFrame({"sentence": ["小满满算点积"]}), "sentence", Asked("random", own_words=("小满满",))
    )
    assert ours["words"][0][0] == "小满满"
    assert partition_rows(sentences[900:901], "sentence", Asked())["error"].tolist() == ["no text"]
    assert partition_rows(sentences[:0], "sentence", Asked()).dtypes.equals(rows.dtypes)


def test_a_source_that_is_not_there_is_said_at_once() -> None:
    class Frame:
        def map_partitions(self, func: Any, *args: Any, meta: Any) -> None:
            pytest.fail("computed")

    with pytest.raises(SourceError):
        attention.on_dask(Frame(), source="elsewhere")


@pytest.fixture(scope="module")
def dask() -> Any:
    return pytest.importorskip(
        "dask.dataframe", reason="tests with Dask skipped: requirements-corpus.txt is not installed"
    )


def test_on_dask_with_the_threads_of_this_process(dask: Any, sentences: pd.DataFrame) -> None:
    frame = attention.on_dask(dask.from_pandas(sentences, npartitions=4), "sentence", source="random", seed=5)
    alone = partition_rows(sentences, "sentence", Asked("random", 5))
    assert list(frame.columns) == COLUMNS
    pd.testing.assert_frame_equal(frame.compute(scheduler="threads"), alone)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a worker is killed by a signal")
def test_two_workers_of_which_one_is_killed_give_the_same_rows(dask: Any, sentences: pd.DataFrame) -> None:
    distributed = pytest.importorskip("distributed")
    frame = attention.on_dask(dask.from_pandas(sentences, npartitions=30), "sentence")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = client.run(os.getpid)
        assert len(workers) == 2
        parts = client.compute(frame.to_delayed())
        done = distributed.as_completed(parts)
        for _ in range(6):
            next(done)
        os.kill(next(iter(workers.values())), signal.SIGKILL)
        lost = sum(part.status != "finished" for part in parts)
        rows = pd.concat(client.gather(parts))
        assert lost > 10
        assert set(client.run(os.getpid).values()) != set(workers.values())
    pd.testing.assert_frame_equal(rows, partition_rows(sentences, "sentence", Asked()))
