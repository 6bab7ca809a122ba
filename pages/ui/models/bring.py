"""Attention comes in: from a file, or from a model that is run here on the sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

import streamlit as st

from attention.errors import ImportProblem, ImportRefused, WeightsError
from attention.imported import hub
from attention.imported.arrays import MAX_IMPORT_BYTES
from attention.imported.files import (
    KIND_BY_NAME,
    SHAPES,
    SIDES,
    TOKENS,
    ImportedFile,
    Naming,
    imported,
    read_attention,
    read_names,
    typed_names,
)
from attention.imported.shelf import Held
from attention.imported.shipped import of_translation
from attention.imported.stack import MAX_CELLS, MAX_PIECES, Imported
from attention.sources.translation_model import translate_model
from pages.ui.frame import cache, inputs, markup, state
from pages.ui.frame.page import fold, said, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts import imports
from pages.ui.parts.uploads import upload

GIVEN, NUMBER = "import_names", "import_number"
ENDINGS = ["npz", "npy", "json", "safetensors", "pt", "pth", "pkl", "xlsx"]
"""The last ones are only named, with what to save instead."""
MAX_NAMES = 100_000
"""Characters in the box for the names of pieces."""
RUN_EXAMPLE = f"{hub.FOLDER}=/home/me/models make run"


def bring() -> None:
    parts = {"own": own_part, "file": file_part, "model": model_part}
    way = inputs.choice("models.from", inputs.of_page("import_from_kept", "own", "import_from"), list(parts))
    with st.container(key="bring"):
        parts[way]()
    if imports.held_import():
        st.button(
            said("models.forget"), key="import_forget", type="tertiary", on_click=imports.keep_import, args=(None,)
        )


# From the translation model that the app brings along


def own_part() -> None:
    """For whoever has no model at hand: real layers and heads to look at."""
    write_paragraph("models.own.text")
    if st.button(said("models.own.run"), key="import_own", type="primary", disabled=board().is_empty):
        try:
            made = of_translation(translate_model(), board().cut.tokens, said("models.own.name"))
            imports.keep_import(Held(made))
        except (ImportRefused, WeightsError) as error:
            state.notify(error)
        st.rerun()


# From a file


def most_weights() -> str:
    """MAX_CELLS as one counts in the visitor's language."""
    return f"{MAX_CELLS // 10_000} 万" if board().view.language == "zh" else f"{MAX_CELLS // 1_000_000} million"


def file_part() -> None:
    upload("import_file", said("models.file"), ENDINGS, take_file, megabytes=MAX_IMPORT_BYTES // 1_000_000)
    st.caption(
        said("models.limits", megabytes=MAX_IMPORT_BYTES // 1_000_000, weights=most_weights(), pieces=MAX_PIECES)
    )
    fold("models.shapes", write_shapes)
    if (held := imports.held_now()) and held.found:
        names_part(held.found)


def write_shapes() -> None:
    write_paragraph("models.shapes.text", shapes=SHAPES)
    own = ", ".join(name for name, kind in KIND_BY_NAME.items() if kind == "self")
    parts = ", ".join(name for name, kind in KIND_BY_NAME.items() if kind != "self")
    sides = ", ".join(names[0] for names in SIDES.values())
    write_paragraph("models.shapes.names", arrays=own, parts=parts, tokens=TOKENS[0], sides=sides, text="text")


def take_file(name: str, data: bytes) -> None:
    """What was there before stays where the file is refused. A file that another visitor has imported already is in memory."""
    digest = blake2b(data).digest()
    found = imports.SHELF.of_file(digest)
    found = replace(found, name=name) if found else read_attention(name, data)
    made = import_named(found, Naming((), board().cut.tokens.text, board().words), 0)
    imports.keep_import(Held(made, found, digest))
    for key, value in ((GIVEN, ()), (NUMBER, 0)):
        state.keep(key, value)


def import_named(found: ImportedFile, naming: Naming, number: int) -> Imported:
    """Where the file's own names are not as many as its weights, that is said, and the pieces are numbered."""
    try:
        return imported(found, naming, number=number)
    except ImportRefused as error:
        if error.problem != ImportProblem.TOKENS or naming.given:
            raise
        state.notify(error)
        return imported(ImportedFile(found.name, found.arrays, {}), Naming(), number=number)


def names_part(found: ImportedFile) -> None:
    """Which sentence of the file, and the names of its pieces."""
    if found.many > 1:
        number = inputs.Binding(
            "import_number_box", sentence_number() + 1,
            lambda entered: again(found, lambda: state.value(GIVEN, ()), int(entered) - 1),
        )  # fmt: skip
        inputs.number_box("models.number", number, 1, found.many, gaps={"many": found.many})
    fold("models.names", lambda: names_boxes(found))


def names_boxes(found: ImportedFile) -> None:
    write_paragraph("models.names.text")
    typed = inputs.Binding(
        "import_names_box", state.value("import_names_typed", ""), lambda entered: type_names(found, entered)
    )
    inputs.bound(st.text_area, "models.names.typed", typed, height=80, max_chars=MAX_NAMES)
    upload(
        "import_names", said("models.names.file"), ["txt", "json"],
        lambda name, data: again(found, lambda: read_names(name, data), sentence_number()), megabytes=1,
    )  # fmt: skip


def type_names(found: ImportedFile, typed: str) -> None:
    state.keep("import_names_typed", typed)
    again(found, lambda: typed_names(typed, found.name), sentence_number())


def sentence_number() -> int:
    """Of the file's sentences, from 0."""
    return int(state.value(NUMBER, 0))


def again(found: ImportedFile, names: Callable[[], tuple[str, ...]], number: int) -> None:
    """The same file with other names for its pieces, or another sentence of it; what cannot be used becomes a notice."""
    try:
        given = names()
        made = import_named(found, Naming(given, board().cut.tokens.text, board().words), number)
        imports.keep_import(replace(imports.held_now() or Held(made), imported=made, found=found))
        state.keep(GIVEN, given)
        state.keep(NUMBER, number)
    except ImportRefused as error:
        state.notify(error)


# From a model


def model_part() -> None:
    if not hub.is_installed():
        st.info(markup.unmarked(said("models.install")))
        st.code("make models", language=None)
        return
    names = [*hub.folders(), *(name for name in hub.cached() if name not in hub.folders())]
    model = inputs.of_page("import_model", None, "import_model_box", optional=True)
    known = names if model.value in (None, *names) else [*names, model.value]
    name = inputs.bound(
        st.selectbox, "models.model", model, known, index=None, accept_new_options=True,
        placeholder=said("models.model.choose"),
    )  # fmt: skip
    folder = hub.models_folder()
    text = "models.folder" if folder else "models.no_folder"
    st.caption(markup.unmarked(said(text, variable=hub.FOLDER, count=len(names), example=RUN_EXAMPLE)))
    target = inputs.text_box("models.target", inputs.of_page("import_target", "", "import_target_box"), max_chars=500)
    if st.button(said("models.run"), key="import_run", type="primary", disabled=not name or board().is_empty):
        run_model(str(name), target)
        st.rerun()


def run_model(name: str, target: str) -> None:
    """The model's attention on the board's sentence; with what goes on, since loading takes a while."""
    bar = st.progress(0.0, said("models.step.start"))

    def progress(step: hub.LoadingStage) -> None:
        bar.progress(hub.LOADING_STAGES.index(step) / (len(hub.LOADING_STAGES) - 1), said(f"models.step.{step}"))

    try:
        made = cache.model_slot().attention(name, board().cut.tokens.text, target, progress)
        imports.keep_import(Held(made))
    except ImportRefused as error:
        state.notify(error)
