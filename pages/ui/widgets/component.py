"""Makes a Streamlit component (v2: no iframe, no build step) out of a script and a style sheet beside this file.

Streamlit sends a component's script and styles again whenever its data changes. So each has a few lines that ask the library for
the rest, and the library, all scripts and styles at once, is a component of its own whose data never changes.

Each script is an ES module. In the library they have no addresses to import each other from. So a module goes behind those that
it imports, each in a function of its own that returns what the module exports: no private names can meet.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from pages.ui.texts import TEXTS
from pages.ui.texts.foreign import ORIGINALS
from pages.ui.widgets.old_browser import LANGUAGES, script

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import \{([\w,\s]+)\} from "\./(\w+)\.js";', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?(?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def version(folder: Path = _HERE) -> str:
    """Another one where any script or style sheet is another."""
    files = sorted([*folder.glob("*.js"), *folder.glob("*.css")])
    return hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:12]


_VERSION = version()
_PLACE = f"""\
const place = (globalThis.attentionTable{_VERSION} ??= {{}});
place.here ??= new Promise((arrived) => {{
  place.arrived = arrived;
}});
"""
"""Where components and library find each other, whoever comes first. A browser that has had the page open since before the app
was renewed asks for new scripts, and does not take them for those that it has."""


def load_component(name: str, *styles: str) -> Callable[..., Any]:
    """The component of `name`.js with all that it imports, and of the named style sheets (usually `name`.css). Call it once,
    when the module is imported; a page that draws it draws the `library` as well."""
    asked = f"place.mount({json.dumps(name)}, {json.dumps(styles or (name,))}, component)"
    wait = "export default async (component) => {\n  if (!place.mount) await place.here;\n"
    component = st.components.v2.component(f"attention_{name}", js=f"{_PLACE}{wait}  return {asked};\n}};\n")
    return partial(_alone, component)


def _alone(component: ComponentRenderer, *, data: Any = None, **more: Any) -> Any:
    """Draw the component. Its data goes as the only one of a list: in a dictionary Streamlit asks of every value whether it is
    one of twenty kinds of data frame."""
    return component(data=[data], **more)


def library() -> None:
    """All scripts and styles; to be drawn before the components."""
    _library(key="library")


def all_scripts() -> str:
    """What the library consists of: first the script that old browsers understand."""
    names = [path.stem for path in sorted(_HERE.glob("*.js")) if "\nexport default" in path.read_text(encoding="utf-8")]
    css = {path.stem: path.read_text(encoding="utf-8") for path in sorted(_HERE.glob("*.css"))}
    mounts = ", ".join(f"{name}: ${name}.$default" for name in names)
    mounting = f"place.mount = $library.mounting({json.dumps(css)}, {{ {mounts} }});\nplace.arrived();\n"
    texts = "\n".join([script(), *modules(names), _PLACE, mounting, "export default $library.$default;\n"])
    return texts.replace('"STREAMLIT"', json.dumps(foreign_rows(), ensure_ascii=False), 1)


def foreign_rows() -> list[tuple[str, str, str]]:
    """What Streamlit says, and what it says here in Chinese and in English."""
    chinese, english = (TEXTS.under(language, "streamlit") for language in LANGUAGES)
    return [(ORIGINALS.get(f"streamlit.{name}", english[name]), chinese[name], english[name]) for name in english]


def nothing() -> None:
    """A callback: Streamlit reports a component's events by name only where it has one."""


def modules(names: Iterable[str], folder: Path = _HERE) -> list[str]:
    """The modules and all that they import, in an order in which each can be read.

    Raises ValueError for an import or export of another form than the modules here have.
    """
    scopes: dict[str, str] = {}
    for name in names:
        if name not in scopes:
            _add(name, folder, scopes)
    return list(scopes.values())


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


_library = st.components.v2.component(f"attention_library_{_VERSION}", js=all_scripts())
