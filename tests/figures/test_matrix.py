"""A matrix as a picture: rows and columns are counted as on the board, from 1."""

from __future__ import annotations

import numpy as np

from attention.figures.matrix import matrix_figure


def test_rows_and_columns_are_numbered_from_1() -> None:
    cells = matrix_figure(np.ones((2, 3))).data[0]
    assert (cells.x0, cells.y0) == (1, 1)


def test_a_row_has_its_name_and_is_inside_the_picture() -> None:
    figure = matrix_figure(np.ones((2, 3)), rows=["前", "后"])
    assert list(zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True)) == [(1, "前"), (2, "后")]
    assert figure.layout.yaxis.range == (2.5, 0.5)
