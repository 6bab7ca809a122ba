"""Our own scripts run on Chromium 86 and Safari 15, as in WeChat's browser: nothing newer stands in them. Their modules go
together, and their own tests pass."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pages.ui.widgets.component import all_scripts, version
from tests.pages.visit import ROOT, bundle, found, opened

SCRIPTS = sorted([*(ROOT / "pages").rglob("*.js"), *(ROOT / "attention").rglob("*.js")])
OLD = ROOT / "pages/ui/widgets/old_browser.js"
NEWER = {
    r"Object\.(hasOwn|groupBy)\b": "Chromium 93, Safari 15.4",
    r"\.at\(": "Chromium 92, Safari 15.4",
    r"\bstructuredClone\b": "Chromium 98, Safari 15.4",
    r"\.findLast(Index)?\(": "Chromium 97, Safari 15.4",
    r"\.to(Sorted|Reversed|Spliced)\(|\.with\(": "Chromium 110, Safari 16",
    r"Promise\.withResolvers|Array\.fromAsync|Map\.groupBy": "Chromium 119",
    r"\(\?<[=!]": "Safari 16.4",
    r"/[a-z]*[dv][a-z]*[;,.)]\s*$": "Chromium 90: flags of regular expressions",
    r"\bstatic\s*\{": "Chromium 94, Safari 16.4",
    r"#\w+\s+in\b": "Chromium 91",
    r"\bcrypto\.randomUUID\b": "Chromium 92, Safari 15.4",
    r"\bAbortSignal\.(any|timeout)\b": "Chromium 103, Safari 16",
    r"\bIntl\.Segmenter\b": "Chromium 87",
    r"\.(checkVisibility|showModal|showPopover|togglePopover|setHTML|scrollend|requestIdleCallback)\b": "Safari 15.4 or newer",
    r"\bimport\b.*\b(with|assert)\s*\{": "Chromium 91",
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|document\.write)\b": "words are text",
}
"""What came later, and with which browser; and what would read a word as HTML."""
NEWER_THAN_ALL = re.compile(r"=>|`|\b(const|let|class|async)\b|\?\?|\?\.|\.\.\.")
"""What old JavaScript (ES5) does not have."""


def bare(path: Path) -> str:
    """The script without comments."""
    return re.sub(r"/\*.*?\*/|^\s*//.*$|\s//\s.*$", "", path.read_text(encoding="utf8"), flags=re.DOTALL | re.MULTILINE)


def test_there_are_scripts() -> None:
    assert {"film.js", "page.js", "pulse.js", "grid_row.js"} <= {path.name for path in SCRIPTS}


def newer(script: str) -> list[str]:
    return [f"{feature}: {since}" for feature, since in NEWER.items() if re.search(feature, script, flags=re.MULTILINE)]


def test_nothing_newer_stands_in_a_script() -> None:
    assert [(path.name, found) for path in SCRIPTS if path != OLD for found in newer(bare(path))] == []


@pytest.mark.parametrize(
    "planted",
    [
        "Object.hasOwn(a, b)",
        "words.at(-1)",
        "/(?<=a)b/",
        "class A { static { } }",
        "structuredClone(a)",
        "a.innerHTML = b",
    ],
)
def test_the_check_finds_a_planted_one(planted: str) -> None:
    assert newer(planted)


def test_what_speaks_to_old_browsers_is_old_itself() -> None:
    """It may name what is new, in order to ask for it; a look-behind only as a text."""
    assert not NEWER_THAN_ALL.search(bare(OLD))


# Modules


def node(*arguments: str) -> str:
    """What node prints."""
    if not (command := shutil.which("node")):
        pytest.skip("node is not here, so scripts are tried in the browser tests only")
    done = subprocess.run(
        [command, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        folder.joinpath(f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def test_two_modules_may_use_the_same_private_names(tmp_path: Path) -> None:
    written(
        tmp_path,
        base="const secret = 1;\nexport const add = (x) => x + secret;\nexport class Box {}\n",
        left='import { add } from "./base.js";\n\nconst secret = 10;\nexport function show(x) {\n  return add(x) * secret;\n}\n',
        main='import {\n  add as plus,\n  Box,\n} from "./base.js";\nimport { show } from "./left.js";\n\nconst secret = 100;\n'
        "export default function mount() {\n  return [secret, plus(1), show(1), Box.name];\n}\n",
    )
    script = bundle("main", tmp_path)
    assert script.count("class Box") == 1
    out = tmp_path / "out.mjs"
    out.write_text(f"{script}\n", encoding="utf-8")
    asked = f"import({str(out)!r}).then((made) => console.log(JSON.stringify(made.default())))"
    assert node("-e", asked) == '[100,2,20,"Box"]\n'


@pytest.mark.parametrize(
    "line",
    ['import all from "./base.js";', 'import * as base from "./base.js";', "export { secret };", "export default 1;"],
)
def test_an_import_or_export_that_would_be_left_behind_is_an_error(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js: (im|ex)port"):
        bundle("main", written(tmp_path, base="", main=f"const secret = 1;\n{line}\n"))


def test_the_scripts_own_tests() -> None:
    """Small and pure: a number as text, a colour, where a step leads. The rest is tried in the browser tests."""
    files = sorted(ROOT.glob("tests/pages/widgets/*.test.js"))
    assert files
    node("--test", *map(str, files))


def test_renewed_scripts_are_others_for_a_browser_that_has_had_the_page_open(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "pages/ui/widgets", tmp_path / "widgets")
    assert version(tmp_path / "widgets") == version()
    with (tmp_path / "widgets" / "grid_square.css").open("a") as styles:
        styles.write("a {}\n")
    assert version(tmp_path / "widgets") != version()
    place = f"globalThis.attentionTable{version()}"
    app = opened()
    assert place in all_scripts()
    assert version() in found(app, "library").proto.component_name
    assert place in found(app, "hand_cells").proto.js_content
