"""What reading may cost, and what becomes of the errors of a damaged file."""

from __future__ import annotations

import json
import tracemalloc
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import FileError, FileProblem
from attention.limits.budget import SPARE, Budget, TooCostly, json_cost, refusing

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(-9, 9) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=3), inner, max_size=9),
)  # fmt: skip


def refusal(problem: FileProblem, **_: str) -> FileError:
    return FileError("x", "", problem=problem)


def refused(error: Exception) -> str:
    with pytest.raises(FileError) as caught, refusing(FileProblem, refusal):
        raise error
    return str(caught.value.problem)


@pytest.mark.parametrize(
    "error", [ValueError(), OverflowError(), KeyError("x"), RecursionError(), OSError(), zipfile.BadZipFile()]
)
def test_what_a_damaged_file_makes_a_library_raise_is_a_refusal(error: Exception) -> None:
    assert refused(error) == "damaged"


def test_too_little_memory_and_too_much_cost_are_refusals_of_their_own() -> None:
    assert refused(MemoryError()) == "memory"
    assert refused(TooCostly(2, 1)) == "unpacked"
    assert refused(FileError("x", "", problem=FileProblem.WORD)) == "word"


@pytest.mark.parametrize("error", [NameError(), AttributeError(), AssertionError(), KeyboardInterrupt()])
def test_a_mistake_of_ours_is_none(error: BaseException) -> None:
    with pytest.raises(type(error)), refusing(FileProblem, refusal):
        raise error


def test_a_budget_is_spent_once() -> None:
    budget = Budget(10)
    budget.take(SPARE)
    budget.take(20)
    with pytest.raises(TooCostly) as caught:
        budget.take(1)
    assert (caught.value.found, caught.value.wanted) == (SPARE + 21, SPARE + 20)


@given(VALUES, st.sampled_from([None, 1]), st.integers(1, 300))
def test_json_costs_no_more_than_is_counted_beforehand(value: object, indent: int | None, times: int) -> None:
    text = json.dumps([value] * times, indent=indent, ensure_ascii=False)
    json.loads(text)
    tracemalloc.start()
    found = json.loads(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found is not None
    assert peak <= json_cost(text) + 3_000
