"""Makes a Streamlit component (v2: no iframe, no build step) out of a script and a style sheet beside this file.

Each script is an ES module. Streamlit takes one script a component, which has no address to import others from. So the modules
that it imports go before it, each in a function of its own that returns what the module exports: no private names can meet.
"""

from __future__ import annotations

import re
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import \{([\w,\s]+)\} from "\./(\w+)\.js";', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?(?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def load_component(name: str, *styles: str, first: str = "") -> ComponentRenderer:
    """The component of `name`.js with all that it imports, and of the named style sheets (usually `name`.css).

    first: a script that goes before them. Call it once, when the module is imported.
    """
    css = "".join(_HERE.joinpath(f"{style}.css").read_text(encoding="utf-8") for style in styles or (name,))
    return st.components.v2.component(f"attention_{name}", css=css, js=f"{first}\n{bundle(name)}")


def nothing() -> None:
    """A callback: Streamlit reports a component's events by name only where it has one."""


def bundle(name: str, folder: Path = _HERE) -> str:
    """One module of `name`.js and all that it imports; it exports what that one exports as its default.

    Raises ValueError for an import or export of another form than the modules here have.
    """
    scopes: dict[str, str] = {}
    _add(name, folder, scopes)
    return "\n".join([*scopes.values(), f"export default ${name}.$default;\n"])


def _add(name: str, folder: Path, scopes: dict[str, str]) -> None:
    """Put the module into `scopes`, behind those that it imports."""
    source = folder.joinpath(f"{name}.js").read_text(encoding="utf-8")
    for _, needed in _IMPORT.findall(source):
        if needed not in scopes:
            _add(needed, folder, scopes)
    exports = [f"$default: {own}" if default else own for default, own in _EXPORT.findall(source)]
    body = _EXPORT.sub("", _IMPORT.sub(_taken, source))
    if other := _OTHER.search(body):
        raise ValueError(f"{name}.js: {other[0]}")
    scopes[name] = f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    """What an import becomes: its names, taken from the scope of that module."""
    return f"const {{{found[1].replace(' as ', ': ')}}} = ${found[2]};"
