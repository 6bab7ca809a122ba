"""The tiny models in a folder that ATTENTION_MODELS names while a test wants them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def models(made_models: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of models; Hugging Face's cache is an empty one."""
    monkeypatch.setenv("ATTENTION_MODELS", str(made_models))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    for name in ("HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        monkeypatch.setenv(name, os.environ.get(name, "1"))
    return made_models
