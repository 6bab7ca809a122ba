"""Here plotly checks each field of a figure; elsewhere that would take most of the time of a page."""

import pytest

from attention.figures import heatmap


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heatmap, "CHECKED", True)
