"""axe-core for the accessibility tests: a script that is put into a page and finds what people with a handicap stumble over.

    python -m tools.axe            fetch it where it is not there yet, print where it lies
    python -m tools.axe --find     fetch nothing, only say what is there

The npm package axe-core (MPL-2.0), in the version and with the sum that stand here, through npm. It lies in .cache/, is never
committed, and no part of the app. Without it the tests that need it are skipped, and the rest still runs.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import shutil
import tarfile
import tempfile
from pathlib import Path

from tools.browser import run

VERSION = "4.14.1"
SUM = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
"""SHA-512 of the package, as npm's registry has it."""
FILE = Path(__file__).parents[1] / ".cache" / f"axe-core-{VERSION}.min.js"
NONE_FOUND = (
    f"axe-core {VERSION} is not here, so the tests that want it are skipped; with npm, python -m tools.axe fetches it"
)
SECONDS = 120


def find() -> Path | None:
    """The script, or None. Fetches nothing. TEST_AXE names another file."""
    named = os.environ.get("TEST_AXE")
    file = Path(named) if named else FILE
    return file if file.is_file() else None


def bring() -> Path | None:
    """Fetch the script if need be and possible, and return what `find` returns then."""
    if not find() and not os.environ.get("TEST_AXE") and (npm := shutil.which("npm")):
        fetch(npm)
    return find()


def fetch(npm: str) -> None:
    """Let npm bring the package, and keep its one script."""
    with tempfile.TemporaryDirectory(prefix="attention-axe-") as folder:
        say(f"fetching axe-core {VERSION} through npm")
        if run([npm, "pack", f"axe-core@{VERSION}", "--silent", "--pack-destination", folder], seconds=SECONDS):
            unpack(Path(folder) / f"axe-core-{VERSION}.tgz")


def unpack(package: Path, to: Path = FILE) -> None:
    """Keep the script of a package that is the right one; of another, nothing."""
    if base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() != SUM:
        say("what came is not the package that is meant; it is left alone")
        return
    with tarfile.open(package) as files, files.extractfile("package/axe.min.js") as script:  # type: ignore[union-attr]
        to.parent.mkdir(exist_ok=True)
        to.write_bytes(script.read())


def say(text: str) -> None:
    print(f"axe-core: {text}", flush=True)


def main() -> None:
    """The command. Ends well also without the script: then the tests that need it are skipped by name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--find", action="store_true", help="fetch nothing")
    found = find() if parser.parse_args().find else bring()
    say(str(found or NONE_FOUND))


if __name__ == "__main__":
    main()
