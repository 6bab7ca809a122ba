"""All heads of a model as small pictures, drawn in the browser from one array of bytes; a click chooses one."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence

from attention.imported.wall import Behaviour, Wall
from attention.types import Mask
from pages.ui.widgets.component import load_component


def draw_wall(
    wall: Wall,
    *,
    key: str,
    shades: Sequence[str],
    labels: Mapping[str, str],
    on_head: Callable[[], None],
    lit: Mask,
    order: Sequence[int] | None = None,
    chosen: tuple[int, int] | None = None,
    counted: tuple[str, Behaviour] | None = None,
) -> None:
    """lit (L, H): the heads that are not dimmed. order: their places, where not layer by layer. chosen: the head that is shown
    large. counted: what is counted, as the line below says it. labels: wall, head (gaps layer, head), count (said, counted,
    count, rows), invitation."""
    layers, heads = wall.shape
    data = {
        "pictures": base64.b64encode(wall.pictures.tobytes()).decode("ascii"),
        "layers": layers, "heads": heads, "rows": wall.pictures.shape[2], "cols": wall.pictures.shape[3],
        "shades": list(shades), "labels": dict(labels), "plain": order is None,
        "order": list(range(layers * heads) if order is None else order),
        "lit": "".join("1" if on else "0" for on in lit.ravel()),
        "chosen": chosen[0] * heads + chosen[1] if chosen else None,
        "counted": counted and counted[0],
        "counts": counted and counted[1].counts.ravel().tolist(),
        "of": counted and counted[1].rows,
    }  # fmt: skip
    _wall(key=key, data=data, on_head_change=on_head)


def chosen_head(state: object, wall: Wall) -> tuple[int, int] | None:
    """The layer and head in the component's `state`, if the wall has them."""
    given = state.get("head") if isinstance(state, Mapping) else None
    if not isinstance(given, Mapping):
        return None
    layer, head = given.get("layer"), given.get("head")
    if type(layer) is not int or type(head) is not int:
        return None
    return (layer, head) if 0 <= layer < wall.shape[0] and 0 <= head < wall.shape[1] else None


_wall = load_component("wall")
