"""Where the files of the product are. Nothing else knows the folder."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets"
WEIGHTS = ASSETS / "weights"
EXAMPLES = ASSETS / "examples"
TEXTS = ASSETS / "texts"
