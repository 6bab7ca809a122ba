"""Plants faults in attention/, one at a time, and asks the module's own tests whether they notice.

    python -m tools.mutate --faults 70 --seed 1             a sample, the same for the same seed and code
    python -m tools.mutate --only hand/table --faults 20    of the modules whose path has this in it

A fault is a small change of one expression or statement: another comparison, a bound moved by one, a step left out. Texts,
annotations, decorators and what is raised or logged are left alone. The working tree is never written to: the tests run in a
copy of it. A run that takes too long counts as noticed. Results are kept in .cache/mutate.jsonl, by the text of the module and
of its tests, so that a run that was broken off goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parent.parent
KEPT = Path(".cache/mutate.jsonl")
LEFT_OUT = (".git", ".venv", ".cache", "node_modules", "__pycache__", ".*_cache", ".hypothesis", "work")
"""What a copy of the tree does without."""
NOT_OWN = {"e2e", "pages", "fuzz", "deploy", "recipes"}
"""Folders of tests that see every module from afar."""
SECONDS = 120
PYTEST = "-x -q -n0 -p no:cacheprovider --hypothesis-seed=0 --no-header --tb=no".split()

COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
OPERATIONS = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*", ast.Pow: "*",
    ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
TINY = 1e-6
"""Below this a number is a guard against 0 or rounding, which twice as large is as good."""
AXES = {"0": "1", "1": "0", "-1": "0", "2": "0"}


@dataclass(frozen=True)
class Fault:
    """Bytes start to end of the file are replaced."""

    path: str
    line: int
    start: int
    end: int
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.was.split())}  →  {self.becomes}"

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.becomes.encode() + source[self.end :]


def faults(path: str, source: bytes) -> list[Fault]:
    """All faults that can be planted in a module, each of which is still Python."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    for node, becomes in changes(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        fault = Fault(path, node.lineno, start, end, source[start:end].decode(), becomes)
        if parses(fault.planted(source)):
            found.append(fault)
    return found


def parses(source: bytes) -> bool:
    try:
        compile(source, "planted", "exec")
    except SyntaxError:
        return False
    return True


def changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Each expression or statement below `node` that can be changed, and what stands there instead."""
    if isinstance(node, ast.expr):
        yield from ((node, text) for text in other_expressions(node))
    if isinstance(node, ast.stmt):
        yield from ((node, text) for text in other_statements(node))
    if isinstance(node, ast.keyword) and node.arg == "axis":
        if axis := AXES.get(ast.unparse(node.value)):
            yield node.value, axis
        return
    for child in parts(node):
        yield from changes(child)


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node and does something: no annotation, decorator, message, f-string or import."""
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Raise):
        return
    skipped = {"annotation", "returns", "decorator_list", "ctx"}
    if isinstance(node, ast.Assert):
        skipped.add("msg")
    for name, value in ast.iter_fields(node):
        if name not in skipped:
            yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def other_expressions(node: ast.expr) -> Iterator[str]:
    """What an expression could wrongly be."""
    text = ast.unparse
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARISONS:
            yield f"({text(left)} {COMPARISONS[type(operator)]} {text(right)})"
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATIONS and not is_text(node):
            yield f"({text(left)} {OPERATIONS[type(operator)]} {text(right)})"
        case ast.BoolOp(op=operator, values=values):
            word = " and " if isinstance(operator, ast.Or) else " or "
            yield f"({word.join(f'({text(value)})' for value in values)})"
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield f"({text(operand)})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield from (str(value + 1), f"({value - 1})")
        case ast.Constant(value=float() as value) if not 0 < value < TINY:
            yield repr(value * 2 or 1.0)
        case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
            yield from (f"{text(value)}[:{text(upper)}]" for _ in [lower] if lower and upper)
            yield from (f"{text(value)}[{text(lower) if lower and upper else ''}:]" for _ in [0])
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({text(orelse)} if {text(test)} else {text(body)})"


def is_text(node: ast.BinOp) -> bool:
    """Whether an operation is on a text, as far as can be seen: '%' and '+' then break at once, which anybody notices."""
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )


def other_statements(node: ast.stmt) -> Iterator[str]:
    """What a statement could wrongly be: without effect, or on the other branch."""
    match node:
        case ast.Return(value=ast.expr()) if ast.unparse(node) != "return None":
            yield "return None"
        case ast.Expr(value=ast.Call(func=function)) if "log" not in ast.unparse(function):
            yield "pass"
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"


def sample(found: Sequence[Fault], count: int, seed: int) -> list[Fault]:
    """`count` faults, no two on one line: the lines are drawn first, so that a line of many numbers counts as one."""
    by_line: dict[tuple[str, int], list[Fault]] = {}
    for fault in found:
        by_line.setdefault((fault.path, fault.line), []).append(fault)
    draw = random.Random(seed)
    lines = draw.sample(sorted(by_line), min(count, len(by_line)))
    return [draw.choice(by_line[line]) for line in lines]


def own_tests(module: str, root: Path) -> list[str]:
    """The tests of attention/a/b.py: tests/a/test_b.py; else any test_b.py; else those that import it; else tests/a/.

    The module itself is always among them, for its doctests.
    """
    parts = Path(module).with_suffix("").parts[1:]
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    every = [path for path in (root / "tests").rglob("test_*.py") if not NOT_OWN & set(path.relative_to(root).parts)]
    name = f"test_{parts[-1]}.py" if parts else "test_api.py"
    mirrored = root / "tests" / Path(*parts[:-1]) / name
    dotted = ".".join(["attention", *parts])
    found = [mirrored] if mirrored.is_file() else [path for path in every if path.name == name]
    found = found or [path for path in every if imports(path, dotted)]
    found = found or [folder for folder in [root / "tests" / parts[0]] if folder.is_dir()] if parts else found
    return [path.relative_to(root).as_posix() for path in sorted(found)] + [module]


def imports(path: Path, dotted: str) -> bool:
    names = [node.module or "" for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom)]
    return dotted in names


def key(fault: Fault, tests: Sequence[str], root: Path) -> str:
    """A name for the fault, in this text of the module and before these texts of its tests."""
    texts = hashlib.sha256(repr(fault).encode())
    for test in tests:
        paths = sorted((root / test).rglob("*.py")) if (root / test).is_dir() else [root / test]
        for path in paths:
            texts.update(path.read_bytes())
    return texts.hexdigest()[:16]


def pass_in(copy: Path, tests: Sequence[str], seconds: float = SECONDS) -> bool:
    """Whether the tests pass in time. What they started ends with them."""
    command = [sys.executable, "-B", "-m", "pytest", *PYTEST, *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # or an old .pyc might stand for the planted file
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=copy, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def noticed(fault: Fault, tests: Sequence[str], copy: Path, seconds: float = SECONDS) -> bool:
    """Whether the tests fail with the fault planted in the copy, which is as before afterwards."""
    path = copy / fault.path
    source = path.read_bytes()
    try:
        path.write_bytes(fault.planted(source))
        return not pass_in(copy, tests, seconds)
    finally:
        path.write_bytes(source)


def run(planned: Sequence[Fault], root: Path, jobs: int) -> list[tuple[Fault, bool]]:
    """Every fault and whether it was noticed; prints each, and keeps it for the next run."""
    kept = root / KEPT
    kept.parent.mkdir(exist_ok=True)
    done = dict(json.loads(line) for line in kept.read_text().splitlines()) if kept.is_file() else {}
    tests = {fault.path: own_tests(fault.path, root) for fault in planned}
    copies: SimpleQueue[Path] = SimpleQueue()

    def one(fault: Fault) -> tuple[Fault, bool]:
        name = key(fault, tests[fault.path], root)
        if name not in done:
            copy = copies.get()
            try:
                done[name] = noticed(fault, tests[fault.path], copy)
            finally:
                copies.put(copy)
            with kept.open("a") as file:
                file.write(json.dumps([name, done[name]]) + "\n")
        print(f"{'noticed ' if done[name] else 'SURVIVED'} {fault}", flush=True)
        return fault, done[name]

    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        for number in range(jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
            copies.put(copy)
        whole = sorted({test for found in tests.values() for test in found})
        if not pass_in(copy, whole, SECONDS * 15):
            raise SystemExit("without any fault these tests do not pass, so they tell nothing: " + " ".join(whole))
        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, planned))


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=70, help="how many (70)")
    parser.add_argument("--seed", type=int, default=1, help="which (1)")
    parser.add_argument("--only", default="", help="a part of the modules' paths")
    parser.add_argument("--jobs", type=int, default=1, help="tests run at once (1)")
    given = parser.parse_args(arguments)
    modules = [path.relative_to(root).as_posix() for path in sorted((root / "attention").rglob("*.py"))]
    found = [fault for name in modules if given.only in name for fault in faults(name, (root / name).read_bytes())]
    results = run(sample(found, given.faults, given.seed), root, given.jobs)
    survived = [fault for fault, seen in results if not seen]
    print(f"\n{len(results) - len(survived)} of {len(results)} noticed, out of {len(found)} that there are")
    for fault in survived:
        print(f"  survived  {fault}")


if __name__ == "__main__":
    main()
