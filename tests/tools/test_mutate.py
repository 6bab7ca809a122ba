"""The planting of faults, on a package of one module: what is changed, what is left alone, and that the tests are asked."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tools import mutate

MODULE = '''
"""A module whose text has 1 + 1 in it."""
from dataclasses import dataclass

@dataclass(frozen=True)
class Cell:
    width: int | None = 3

def larger(a: int | None, b: int) -> int:
    """Of 1 and 2 the 2."""
    if a > b:
        return a
    return b

def tail(row):
    return row[1:]
'''
TESTS = """
from attention.hand.grid import larger

def test_the_larger_one():
    assert larger(2, 1) == 2
    assert larger(1, 2) == 2
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {"attention/hand/grid.py": MODULE, "tests/hand/test_grid.py": TESTS}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text.lstrip(), encoding="utf-8")
    settings = '[tool.pytest.ini_options]\npythonpath = ["."]\nmarkers = ["slow: is"]\n'
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    return tmp_path


def changed(source: str) -> set[str]:
    """The module's text after each fault."""
    data = textwrap.dedent(source).encode()
    return {fault.planted(data).decode() for fault in mutate.faults("attention/x.py", data)}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a < b", {"(a <= b)"}),
        ("a is b", {"(a is not b)"}),
        ("'词' in b", {"('词' not in b)"}),
        ("a + b", {"(a - b)"}),
        ("'x' + b", set()),
        ("a and b", {"((a) or (b))"}),
        ("not a", {"(a)"}),
        ("-a", {"(a)"}),
        ("f(7)", {"f(8)", "f((6))", "pass"}),
        ("x = 0.5", {"x = 1.0"}),
        ("x = True", {"x = False"}),
        ("f.x = y", {"pass"}),
        ("f.sum(axis=1)", {"f.sum(axis=0)", "pass"}),
        ("f.sum(axis=-1)", {"f.sum(axis=0)", "pass"}),
        ("a[b:c]", {"a[:c]", "a[b:]"}),
        ("a[b:]", {"a[:]"}),
        ("a if b else c", {"(c if b else a)"}),
        ("a += b", {"pass"}),
        ("raise E(1 + 1)", {"pass"}),
        ("log.warning(a)", set()),
        ("'去' * 1", {"'去' * 2", "'去' * (0)"}),
        ("x: int | None = a", set()),
    ],
)
def test_what_is_changed(source: str, wanted: set[str]) -> None:
    assert changed(source) == wanted


def test_docstrings_annotations_and_decorators_are_left_alone() -> None:
    lines = {fault.line for fault in mutate.faults("attention/x.py", MODULE.lstrip().encode())}
    assert lines == {6, 10, 11, 12, 15}


def test_a_sample_is_the_same_for_the_same_seed_and_takes_a_line_once() -> None:
    found = mutate.faults("attention/x.py", MODULE.lstrip().encode())
    one = mutate.sample(found, 4, seed=3)
    assert one == mutate.sample(found, 4, seed=3) != mutate.sample(found, 4, seed=4)
    assert len({fault.line for fault in one}) == 4


def test_its_own_tests_mirror_it_else_have_its_name_else_import_it_else_are_the_folders(tree: Path) -> None:
    def own(module: str) -> list[str]:
        return mutate.own_tests(module, tree)[:-1]

    assert own("attention/hand/grid.py") == ["tests/hand/test_grid.py"]
    assert own("attention/moved/grid.py") == ["tests/hand/test_grid.py"]
    assert own("attention/hand/other.py") == ["tests/hand"]
    assert own("attention/elsewhere.py") == []
    imported = (tree / "tests/hand/test_grid.py").read_text(encoding="utf-8").replace("hand.grid", "hand.other")
    (tree / "tests/hand/test_board.py").write_text(imported, encoding="utf-8")
    assert own("attention/hand/other.py") == ["tests/hand/test_board.py"]
    assert mutate.own_tests("attention/hand/grid.py", tree)[-1] == "attention/hand/grid.py"


@pytest.mark.slow
def test_what_the_tests_see_is_noticed_and_what_they_do_not_survives(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (tree / "attention/hand/grid.py").read_bytes()
    mutate.main(["--faults", "9"], tree)
    said = capsys.readouterr().out
    assert "noticed  attention/hand/grid.py:12: return b" in said
    assert "SURVIVED attention/hand/grid.py:15: " in said
    assert "3 of 5 noticed" in said or "2 of 5 noticed" in said  # a > b may have become a >= b, which is as good
    assert (tree / "attention/hand/grid.py").read_bytes() == before
    assert len((tree / mutate.KEPT).read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.slow
def test_a_second_run_takes_what_the_first_one_found(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutate.main(["--faults", "1"], tree)
    first = capsys.readouterr().out
    monkeypatch.setattr(mutate, "noticed", lambda *given: pytest.fail("asked again"))
    mutate.main(["--faults", "1"], tree)
    assert capsys.readouterr().out == first


@pytest.mark.slow
def test_tests_that_fail_anyway_tell_nothing(tree: Path) -> None:
    (tree / "tests/hand/test_grid.py").write_text("def test_it():\n    assert False\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="without any fault these tests do not pass"):
        mutate.main(["--faults", "1"], tree)


@pytest.mark.slow
def test_tests_that_take_too_long_are_ended_and_count_as_noticed(tree: Path) -> None:
    (tree / "tests/hand/test_grid.py").write_text("while True:\n    pass\n", encoding="utf-8")
    fault = mutate.faults("attention/hand/grid.py", (tree / "attention/hand/grid.py").read_bytes())[0]
    assert mutate.noticed(fault, ["tests/hand/test_grid.py"], tree, seconds=3)
