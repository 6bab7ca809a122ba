"""What to try: texts, messages, files and matrices as nobody would send them on purpose, or only on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

PIECES = [
    "我喜欢在周末去公园散步", "小明昨天去了学校", "，", "。", "……", " ", "\u3000", "\n", "\t", "\u200b", "\u202e", "\ufeff",
    "\x00", "\ud800", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style><b>",
    "[x](javascript:alert(1))", "$x^2$", ":red[a]", "**粗**", "%{z}", "{name}", "=1+1", "@SUM(A1)", "-2+3",
    "+1", "NaN", "None", "null", "1e5", "2024-01-01", "0.5", "，,;\"'", "&amp;",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "🇨🇳", "é", "e\u0301", "ＡＢＣ", "１２３", "한국어", "العربية",
    "的" * 40, "去" * 5, "🧑🏽", "ﷺ", "\u0600", "https://example.org/a?b=c", "a@b.cn", "don't", "C++", "3.14%",
    "__proto__", "constructor", "toString",
]  # fmt: skip

texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=12).map("".join),
)

odd = st.sampled_from(
    [10**400, -(10**400), 2**63, True, False, None, "0.5", "NaN", 0.5, 1.5, -1, 1e308, 5e-324, [], {}, "a" * 300]
)
"""Values that are nearly a number."""
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=True, allow_infinity=True), texts, odd
)


def json_like(size: int = 8) -> st.SearchStrategy[Any]:
    """Whatever JSON, or a browser, can say."""
    keys = st.one_of(st.sampled_from(PIECES), st.text(max_size=5))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=size), st.dictionaries(keys, inner, max_size=size)),
        max_leaves=20,
    )


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file with some bytes changed, left out, doubled, or cut off."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        how = draw(st.sampled_from(["set", "cut", "drop", "double", "insert"]))
        if how == "set" and data:
            data[at] = draw(st.integers(0, 255))
        elif how == "cut":
            del data[at:]
        elif how == "drop":
            del data[at : at + draw(st.integers(1, 40))]
        elif how == "double":
            data[at:at] = data[at : at + 40]
        else:
            data[at:at] = draw(st.binary(max_size=8))
    return bytes(data)


def swapped(value: Any) -> st.SearchStrategy[Any]:
    """JSON with one of its values, wherever it stands, replaced, left out or doubled."""
    return st.tuples(st.sampled_from(list(paths(value))), st.one_of(odd, json_like(3)), st.booleans()).map(
        lambda how: changed(value, how[0], how[1], how[2])
    )


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from paths(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any, gone: bool) -> Any:
    """A copy with what stands at the path replaced; gone: left out instead, where that can be."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    if gone and len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = changed(value[path[0]], path[1:], new, gone)
    return copy
