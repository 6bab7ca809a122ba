"""Every short text, Chinese and English, one module a page, and a sentence for each error. Long ones are in assets/texts.

A key is "place.name"; a text's gaps are named in braces. `say` fills them; what fills a gap is shown as it is.
"""

from __future__ import annotations

from attention.errors import AttentionError, FileError, ImportRefused
from attention.texts.catalogue import Texts
from attention.view import Language
from pages.ui.texts import (
    classroom,
    errors,
    export,
    foreign,
    frame,
    heads,
    lesson,
    links,
    models,
    steps,
    table,
    train,
    translate,
    why,
)

MODULES = (frame, foreign, table, lesson, steps, train, heads, why, translate, links, models, classroom, export, errors)
TEXTS = Texts({key: text for module in MODULES for key, text in module.TEXTS.items()})

say = TEXTS.say


def say_file_error(language: Language, error: FileError) -> str:
    """What is wrong with a file, and where."""
    gaps, place = vars(error), ""
    if error.line is not None:
        place = say(language, "file.place.line" if error.column is None else "file.place.column", **gaps)
    return place + say(language, f"file.{error.problem}", **gaps)


def say_error(language: Language, error: AttentionError) -> str:
    """One sentence for the visitor: that of the error's class, else of the nearest class above that has one."""
    if isinstance(error, FileError):
        return say_file_error(language, error)
    if isinstance(error, ImportRefused):
        return say(language, f"import.{error.problem}", **vars(error))
    key = next(f"error.{c.__name__}" for c in type(error).__mro__ if f"error.{c.__name__}" in TEXTS)
    return say(language, key, **vars(error))
