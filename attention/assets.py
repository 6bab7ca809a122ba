"""Where the product's files are. Nothing else knows the folder."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets"
WEIGHTS_FOLDER = ASSETS / "weights"
EXAMPLES_FOLDER = ASSETS / "examples"
TEXTS_FOLDER = ASSETS / "texts"
GLOSSES_FOLDER = ASSETS / "glosses"
