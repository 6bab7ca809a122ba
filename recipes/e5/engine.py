"""The wheel's own engine, e5.c, compiled here, to compare with: what pieces a text is cut into, and its vector.

The library in the wheel does not give the pieces, so that a function is added that does. Wants a C compiler.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt

WIDTH = 384
MAX_PIECES = 4096
ADDED = """
#include "e5.c"
int e5_pieces(e5_model *m, const char *text, int *out, int most) { return tok_content(&m->tok, text, out, most); }
"""


def compiler() -> str | None:
    """A C compiler, if there is one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class Engine:
    """folder: with e5.c, e5.h and the model's file. built: where the library is put."""

    def __init__(self, folder: Path, built: Path) -> None:
        added, library = built / "pieces.c", built / "pieces.so"
        added.write_text(ADDED, encoding="ascii")
        options = ["-O2", "-march=native", "-shared", "-fPIC", "-w", f"-I{folder}"]
        subprocess.run([str(compiler()), *options, str(added), "-o", str(library), "-lm"], check=True)
        self.library = ctypes.CDLL(str(library))
        self.library.e5_load.restype = ctypes.c_void_p
        self.model = ctypes.c_void_p(self.library.e5_load(str(folder / "e5-small-q4.bin").encode()))

    def pieces(self, text: str) -> list[int]:
        """The numbers of a text's pieces in the whole vocabulary, without special tokens."""
        out = (ctypes.c_int * MAX_PIECES)()
        return list(out[: self.library.e5_pieces(self.model, text.encode("utf8"), out, MAX_PIECES)])

    def embed(self, text: str) -> npt.NDArray[np.float32]:
        """The vector of a text as a question, (WIDTH,): the engine puts "query: " in front of it."""
        out = (ctypes.c_float * WIDTH)()
        self.library.e5_embed(self.model, text.encode("utf8"), 1, out)
        return np.array(out, dtype=np.float32)
