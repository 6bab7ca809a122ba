"""Run all benchmarks, or those named: `python -m benchmarks [edit_to_redraw …]`. Prints one table (Markdown)."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable

import benchmarks
from benchmarks import Result

Measure = Callable[[], list[Result]]


def found(names: list[str]) -> dict[str, Measure]:
    """The modules of this package that measure something, by name; all of them where none is named."""
    modules = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in ("__main__", "bare_page")]
    loaded = {name: importlib.import_module(f"benchmarks.{name}") for name in modules if not names or name in names}
    return {name: module.measure for name, module in loaded.items() if hasattr(module, "measure")}


def main(names: list[str]) -> None:
    print("| benchmark | measured | aim | note |\n|---|---|---|---|", flush=True)
    for name, measure in found(names).items():
        for row in measure():
            print(f"| {name}: {row.name} | {row.value} | {row.aim} | {row.note} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
