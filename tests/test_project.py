"""The project as a whole: what its documents say is there, its packages are pinned, it reaches nothing outside."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from vulture import Vulture

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")
CODE = ("app.py", "attention/", "pages/", "assets/", "tools/", ".streamlit/")
TEXT_ENDINGS = (".py", ".js", ".css", ".html", ".toml", ".json", ".md", ".svg")
ADDRESS = re.compile(r"https?:|(?<![:\w/])//[a-z0-9-]+\.[a-z]{2,}")
HARMLESS = re.compile(r"https?://(127\.0\.0\.1|localhost|www\.w3\.org/(2000/svg|1999/xhtml|1999/xlink))")
"""This machine, and the names of XML name spaces, which nobody fetches."""
PICKLES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}


def project_files() -> list[str]:
    """Paths of the project's own files: what git tracks or would track, or in a bare folder what is there."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout.split(
            "\0"
        )
    except (OSError, subprocess.CalledProcessError):
        listed = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if not hidden(path)]
    return sorted(name for name in listed if (ROOT / name).is_file())


def hidden(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return bool({"__pycache__", "node_modules"} & {*parts}) or (
        parts[0].startswith(".") and parts[0] not in {".streamlit", ".ci"}
    )


FILES = project_files()


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# The documents


def tree(readme: str) -> Iterator[str]:
    """The paths that the file tree of a README names. A deeper line belongs to the last folder that is less deep."""
    block = next(part for part in re.findall(r"```\n(.*?)```", readme, re.DOTALL) if part.startswith("app.py"))
    folders: list[tuple[int, str]] = []
    for line in block.splitlines():
        name = line.split()[0]
        depth = len(line) - len(line.lstrip())
        folders = [folder for folder in folders if folder[0] < depth]
        path = "".join(folder for _, folder in folders) + name
        if name.endswith("/"):
            folders.append((depth, name))
        yield path


def worth_naming(files: list[str]) -> set[str]:
    """Every folder at the top but the hidden ones, every module and package of attention/."""
    top = {f"{name.partition('/')[0]}/" for name in files if "/" in name and not name.startswith(".")}
    deep = [name.split("/") for name in files if name.startswith("attention/") and name.endswith(".py")]
    parts = {f"attention/{part[1]}" + ("/" if len(part) > 2 else "") for part in deep}
    return top | {part for part in parts if not part.endswith("/__init__.py")}


def test_a_tree_is_read_with_its_folders() -> None:
    planted = "text\n```\napp.py   x\na/       y\n  b/     z\n    c.py\n  d.py\ne/\n```\n"
    assert list(tree(planted)) == ["app.py", "a/", "a/b/", "a/b/c.py", "a/d.py", "e/"]


@pytest.mark.parametrize("readme", READMES)
def test_the_tree_names_what_is_there(readme: str) -> None:
    named = set(tree(text(readme)))
    there = {"/".join(name.split("/")[:n]) + "/" for name in FILES for n in range(1, name.count("/") + 1)} | set(FILES)
    assert named - there == set()


@pytest.mark.parametrize("readme", READMES)
def test_the_tree_names_every_folder_and_module(readme: str) -> None:
    assert worth_naming(FILES) - set(tree(text(readme))) == set()


def test_what_is_worth_naming() -> None:
    files = ["a/b.py", ".ci/run", "README.md", "attention/x.py", "attention/core/y.py", "attention/__init__.py"]
    assert worth_naming(files) == {"a/", "attention/", "attention/x.py", "attention/core/"}


@pytest.mark.parametrize("readme", READMES)
def test_a_readme_has_the_commands_and_the_packages(readme: str) -> None:
    wanted = ["make run", "make test", r".venv\Scripts\streamlit run app.py", r".venv\Scripts\python -m pytest"]
    wanted += [f"\n| {name} |" for name in direct_dependencies()]
    assert [part for part in wanted if part not in text(readme)] == []


def link_faults(document: str, content: str) -> list[str]:
    """Links of a document, pictures too, that lead to no file of the project."""
    targets = re.findall(r"\]\(([^)#]+)\)", content)
    return [
        target for target in targets if ":" not in target and not (ROOT / document).parent.joinpath(target).exists()
    ]


def test_links_lead_somewhere() -> None:
    assert [fault for name in FILES if name.endswith(".md") for fault in link_faults(name, text(name))] == []


def test_a_broken_link_is_found() -> None:
    assert link_faults("README.md", "[a](LICENSE) ![b](docs/none.png)") == ["docs/none.png"]


def test_the_licence_is_mit() -> None:
    assert text("LICENSE").startswith("MIT License\n")
    assert project()["license"] == "MIT"


# The packages


def project() -> dict[str, object]:
    return tomllib.loads(text("pyproject.toml"))["project"]


def direct_dependencies() -> list[str]:
    names = project()["dependencies"]
    assert isinstance(names, list)
    return names


def requirements(name: str) -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in text(name).splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-r")]


RUN = requirements("requirements.txt")
DEV = requirements("requirements-dev.txt")
PINS = {canonicalize_name(pin.name) for pin in RUN + DEV}


def applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def pin_faults(pins: list[Requirement]) -> list[str]:
    """Pins that are none, and packages installed in another version than pinned."""
    loose = [pin.name for pin in pins if [one.operator for one in pin.specifier] != ["=="]]
    return loose + [pin.name for pin in pins if applies(pin) and not pin.specifier.contains(metadata.version(pin.name))]


def test_every_requirement_is_pinned_and_installed_as_pinned() -> None:
    assert pin_faults(RUN + DEV) == []


@pytest.mark.parametrize("planted", ["numpy", "numpy>=1", "numpy==1.0"])
def test_a_loose_or_wrong_pin_is_found(planted: str) -> None:
    assert pin_faults([Requirement(planted)])


def test_no_package_is_pinned_twice() -> None:
    assert len(PINS) == len(RUN) + len(DEV)


def brought_along(pins: list[Requirement]) -> set[str]:
    """The names of all that the packages want, here and on this version of Python."""
    wanted = [Requirement(line) for pin in pins if applies(pin) for line in metadata.requires(pin.name) or []]
    return {canonicalize_name(one.name) for one in wanted if applies(one)}


@pytest.mark.parametrize(("pins", "known"), [(RUN, RUN), (DEV, RUN + DEV)], ids=["app", "tests"])
def test_all_that_a_package_brings_along_is_pinned(pins: list[Requirement], known: list[Requirement]) -> None:
    assert brought_along(pins) - {canonicalize_name(pin.name) for pin in known} == set()


def test_what_a_package_brings_along_is_seen() -> None:
    assert "numpy" in brought_along([Requirement("pandas")])


def test_the_imported_packages_are_the_first_in_the_file() -> None:
    upper = text("requirements.txt").partition("# What these bring along.")[0]
    assert sorted(re.findall(r"^([a-z0-9]+)==", upper, re.MULTILINE)) == sorted(direct_dependencies())


# What the code must not do


def address_faults(name: str, content: str) -> list[str]:
    """Addresses outside this machine in a file that the app or the browser reads."""
    return [f"{name}: {content[m.start() : m.start() + 60]}" for m in ADDRESS.finditer(HARMLESS.sub("", content))]


def without_prose(source: str) -> str:
    """The strings of a Python file but its docstrings: these and comments may cite a source."""
    nodes = list(ast.walk(ast.parse(source)))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = [
        n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in prose
    ]
    return "\n".join(strings)


def address_files() -> list[str]:
    """Documents and the cards of weights may cite; nothing fetches what they name."""
    cited = ("assets/weights/", "assets/glosses/")
    return [n for n in FILES if n.startswith(CODE) and n.endswith(TEXT_ENDINGS) and not n.startswith(cited)]


def test_nothing_outside_is_addressed() -> None:
    contents = {name: without_prose(text(name)) if name.endswith(".py") else text(name) for name in address_files()}
    assert [fault for name, content in contents.items() for fault in address_faults(name, content)] == []


@pytest.mark.parametrize(
    "planted", ["fetch('https://a.example/x')", "<script src='//cdn.example.com/a.js'>", "@import url(//x.org)"]
)
def test_an_address_outside_is_found(planted: str) -> None:
    assert address_faults("x", planted)


@pytest.mark.parametrize(
    "planted", ["http://127.0.0.1:8501", 'xmlns="http://www.w3.org/2000/svg"', "7 // 2", "a //b.c"]
)
def test_no_address_is_seen_where_there_is_none(planted: str) -> None:
    assert not address_faults("x", planted)


def pickle_faults(name: str, source: str) -> list[str]:
    faults = []
    for node in ast.walk(ast.parse(source)):
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        faults += [f"{name} imports {module}" for module in imported if module.partition(".")[0] in PICKLES]
        if isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False":
            faults.append(f"{name} allows pickles")
    return faults


def test_no_pickle_is_read_or_written() -> None:
    assert [fault for name in FILES if name.endswith(".py") for fault in pickle_faults(name, text(name))] == []


@pytest.mark.parametrize("planted", ["import pickle", "from joblib import load", "np.load(p, allow_pickle=True)"])
def test_a_pickle_is_found(planted: str) -> None:
    assert pickle_faults("x.py", planted)


# The weights


def weight_faults(folder: Path) -> list[str]:
    """Cards without weights, weights without a card, and weights other than their card says."""
    cards = {path.stem: path for path in folder.glob("*.json")}
    arrays = {path.stem: path for path in folder.glob("*.npz")}
    faults = [f"{name} stands alone" for name in sorted(cards.keys() ^ arrays.keys())]
    for name in sorted(cards.keys() & arrays.keys()):
        card = json.loads(cards[name].read_text(encoding="utf-8"))
        if card.get("sha256") != hashlib.sha256(arrays[name].read_bytes()).hexdigest():
            faults.append(f"{name} is not what its card says")
        faults += [f"the card of {name} lacks {key}" for key in ("licence", "data") if not card.get(key)]
    return faults


def test_weights_are_what_their_cards_say() -> None:
    assert weight_faults(ROOT / "assets" / "weights") == []


def test_wrong_weights_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"a")
    card = {"sha256": hashlib.sha256(b"a").hexdigest(), "licence": "MIT", "data": "none"}
    (tmp_path / "a.json").write_text(json.dumps(card), encoding="utf-8")
    assert weight_faults(tmp_path) == []
    (tmp_path / "a.npz").write_bytes(b"b")
    (tmp_path / "c.npz").write_bytes(b"c")
    assert weight_faults(tmp_path) == ["c stands alone", "a is not what its card says"]


def test_no_name_is_kept_from_the_search_for_dead_code_in_vain() -> None:
    settings = tomllib.loads(text("pyproject.toml"))["tool"]["vulture"]
    search = Vulture()
    search.scavenge([str(ROOT / path) for path in settings["paths"]])
    assert {*settings["ignore_names"]} - {found.name for found in search.get_unused_code()} == set()
