"""Attention comes in: from a file, or from a model that is run here on the sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

import streamlit as st

from attention.errors import ImportRefused, WeightsError
from attention.imported import hub
from attention.imported.arrays import MOST_BYTES
from attention.imported.files import (
    NAMES,
    SHAPES,
    SIDES,
    TOKENS,
    Found,
    Naming,
    imported,
    read_attention,
    read_names,
    typed_names,
)
from attention.imported.shelf import Held
from attention.imported.shipped import of_translation
from attention.imported.stack import MOST_CELLS, MOST_PIECES, Imported
from attention.sources.registry import translate_model
from pages.ui.frame import cache, markup, state
from pages.ui.frame.page import folded, said
from pages.ui.frame.state import board
from pages.ui.parts import imports
from pages.ui.parts.uploads import upload

GIVEN, NUMBER = "import_names", "import_number"
FROM = ("own", "file", "model")
ENDINGS = ["npz", "npy", "json", "safetensors"]
MODEL, TARGET = "import_model", "import_target"
MOST_NAMES = 100_000
"""Characters in the box for the names of pieces."""
EXAMPLE = f"{hub.FOLDER}=/home/me/models make run"


def bring() -> None:
    key = state.fill("import_from", state.value("import_from_kept", "own"))
    st.segmented_control(
        said("models.from"), FROM, key=key, required=True, format_func=lambda name: said(f"models.from.{name}"),
        on_change=lambda: state.keep("import_from_kept", state.value(key)),
    )  # fmt: skip
    with st.container(key="bring"):
        if state.value(key) == "own":
            own_part()
        elif state.value(key) == "model":
            model_part()
        else:
            file_part()
    if imports.imported():
        st.button(said("models.forget"), key="import_forget", type="tertiary", on_click=imports.keep, args=(None,))


# From the translation model that the app brings along


def own_part() -> None:
    """For whoever has no model at hand: real layers and heads to look at."""
    st.html(markup.paragraph(said("models.own.text")))
    if st.button(said("models.own.run"), key="import_own", type="primary", disabled=board().is_empty):
        try:
            made = of_translation(translate_model(), board().cut.tokens, said("models.own.name"))
            imports.keep(Held(made))
        except (ImportRefused, WeightsError) as error:
            state.notify(error)
        st.rerun()


# From a file


def file_part() -> None:
    upload("import_file", said("models.file"), ENDINGS, take_file, megabytes=MOST_BYTES // 1_000_000)
    st.caption(
        said("models.limits", megabytes=MOST_BYTES // 1_000_000, millions=MOST_CELLS // 1_000_000, pieces=MOST_PIECES)
    )
    folded("models.shapes", shapes)
    if (held := imports.held()) and held.found:
        names_part(held.found)


def shapes() -> None:
    st.html(markup.paragraph(said("models.shapes.text", shapes=SHAPES)))
    own = [name for name, kind in NAMES.items() if kind == "self"]
    parts = [name for name, kind in NAMES.items() if kind != "self"]
    sides = [names[0] for names in SIDES.values()]
    st.html(
        markup.paragraph(
            said(
                "models.shapes.names",
                arrays=", ".join(own),
                parts=", ".join(parts),
                tokens=TOKENS[0],
                sides=", ".join(sides),
                text="text",
            )
        )
    )


def take_file(name: str, data: bytes) -> None:
    """What was there before stays where the file is refused. A file that another visitor has imported already is in memory."""
    digest = blake2b(data).digest()
    found = imports.SHELF.of_file(digest)
    found = replace(found, name=name) if found else read_attention(name, data)
    made = with_names(found, Naming((), board().cut.tokens.text, board().words), 0)
    imports.keep(Held(made, found, digest))
    for key, value in ((GIVEN, ()), (NUMBER, 0)):
        state.keep(key, value)


def with_names(found: Found, naming: Naming, number: int) -> Imported:
    """Where the file's own names are not as many as its weights, that is said, and the pieces are numbered."""
    try:
        return imported(found, naming, number=number)
    except ImportRefused as error:
        if error.data["problem"] != "tokens" or naming.given:
            raise
        state.notify(error)
        return imported(Found(found.name, found.arrays, {}), Naming(), number=number)


def names_part(found: Found) -> None:
    """Which sentence of the file, and the names of its pieces."""
    if found.many > 1:
        key = state.fill("import_number_box", int(state.value(NUMBER, 0)) + 1)
        st.number_input(
            said("models.number", many=found.many), 1, found.many, key=key, step=1,
            on_change=lambda: choose_number(found, int(state.value(key)) - 1),
        )  # fmt: skip
    folded("models.names", lambda: names_boxes(found))


def names_boxes(found: Found) -> None:
    st.html(markup.paragraph(said("models.names.text")))
    key = state.fill("import_names_box", state.value("import_names_typed", ""))
    st.text_area(
        said("models.names.typed"), key=key, height=80, max_chars=MOST_NAMES, on_change=lambda: type_names(found, key)
    )
    upload(
        "import_names", said("models.names.file"), ["txt", "json"],
        lambda name, data: rename(found, lambda: read_names(name, data)), megabytes=1,
    )  # fmt: skip


def type_names(found: Found, key: str) -> None:
    typed = str(state.value(key))
    state.keep("import_names_typed", typed)
    rename(found, lambda: typed_names(typed, found.name))


def rename(found: Found, read: Callable[[], tuple[str, ...]]) -> None:
    """Other names for the pieces; those that cannot be used become a notice."""
    try:
        given = read()
        again(found, given, int(state.value(NUMBER, 0)))
        state.keep(GIVEN, given)
    except ImportRefused as error:
        state.notify(error)


def choose_number(found: Found, number: int) -> None:
    try:
        again(found, state.value(GIVEN, ()), number)
        state.keep(NUMBER, number)
    except ImportRefused as error:
        state.notify(error)


def again(found: Found, given: tuple[str, ...], number: int) -> None:
    """The same file with other names, or another sentence of it."""
    made = with_names(found, Naming(given, board().cut.tokens.text, board().words), number)
    imports.keep(replace(imports.held() or Held(made), imported=made, found=found))


# From a model


def model_part() -> None:
    if not hub.installed():
        st.info(markup.unmarked(said("models.install")))
        st.code("make models", language=None)
        return
    names = [*hub.folders(), *(name for name in hub.cached() if name not in hub.folders())]
    key = state.fill("import_model_box", state.value(MODEL))
    st.selectbox(
        said("models.model"), [*names, *([kept] if (kept := state.value(MODEL)) and kept not in names else [])],
        index=None, key=key, accept_new_options=True, placeholder=said("models.model.choose"),
        on_change=lambda: state.keep(MODEL, state.value(key)),
    )  # fmt: skip
    folder = hub.models_folder()
    text = "models.folder" if folder else "models.no_folder"
    st.caption(markup.unmarked(said(text, variable=hub.FOLDER, count=len(names), example=EXAMPLE)))
    target = state.fill("import_target_box", state.value(TARGET, ""))
    st.text_input(
        said("models.target"), key=target, help=said("models.target.help"), max_chars=500,
        on_change=lambda: state.keep(TARGET, state.value(target)),
    )  # fmt: skip
    name = state.value(MODEL)
    if st.button(said("models.run"), key="import_run", type="primary", disabled=not name or board().is_empty):
        compute(str(name))
        st.rerun()


def compute(name: str) -> None:
    """The model's attention on the board's sentence; with what goes on, since loading takes a while."""
    bar = st.progress(0.0, said("models.step.start"))

    def progress(step: hub.Step) -> None:
        bar.progress(hub.STEPS.index(step) / (len(hub.STEPS) - 1), said(f"models.step.{step}"))

    try:
        made = cache.model_slot().attention(name, board().cut.tokens.text, str(state.value(TARGET, "")), progress)
        imports.keep(Held(made))
    except ImportRefused as error:
        state.notify(error)
