"""The page of the translation: the sentence in English step by step, where the model looked, both word orders, all its tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from attention.errors import WeightsError
from attention.figures.plan import PAGE
from attention.hand.compare import crossings
from attention.hand.examples import HandTranslation, examples
from attention.models.doubts import doubts as how_doubtful
from attention.models.doubts import unread
from attention.models.translate import END, MAX_TRANSLATED, START, WORD, Translation
from attention.sources.translation_model import translate_model
from attention.types import Floats
from attention.words.characters import is_punctuation
from attention.words.usual import usual_words
from pages.ui.frame import cache, inputs, markup, state
from pages.ui.frame.page import fold, labels_of, said, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts.curves import links_chart
from pages.ui.parts.show import figure_size, palette, show
from pages.ui.widgets.translation_player import translation_player

BEAMS = {"beam": 4, "greedy": 1}
CROSS_HEAD = "translate_head"
GUIDED, MEAN = "guided", "mean"
LayerHead = tuple[int, int]


def search_binding() -> inputs.Binding:
    return inputs.of_page("translate_search", "beam", "search")


def search_picker() -> None:
    """Beam search or greedy search."""
    inputs.choice("translate.search", search_binding(), list(BEAMS))


def head_picker() -> None:
    """Which cross-attention is shown: the guided head, the mean of all, or one of the others."""
    head = inputs.of_page(CROSS_HEAD, 0, f"{CROSS_HEAD}_picker")
    inputs.select("translate.head", head, [cross_name(which) for which in cross_choices()])


def cross_choices() -> list[str | LayerHead]:
    """The guided head, the mean, then every other head of every layer."""
    try:
        model = translate_model()
    except WeightsError:
        return [GUIDED]
    places = [(layer, head) for layer in range(model.decoder_layers) for head in range(model.heads)]
    return [GUIDED, MEAN, *(place for place in places if place != model.guided)]


def cross_name(which: str | LayerHead) -> str:
    if isinstance(which, str):
        return said(f"translate.head.{which}")
    return said("translate.head.place", layer=which[0] + 1, head=which[1] + 1)


def translation_of_the_sentence() -> None:
    """The whole page under the words."""
    if translation := board_translation():
        player(translation)
        said_in_english(translation)
        cross_table(translation)
        fold("translate.by_hand", hand_alignment)
        fold("translate.cross", partial(all_cross, translation))
        fold("translate.encoder", partial(encoder, translation))
        fold("translate.decoder", partial(decoder, translation))


def board_translation() -> Translation | None:
    """The board's sentence in English, searched as the visitor wants it; None, and why, where the weights are not whole."""
    try:
        translate_model()  # what is remembered of a sentence is of no use without the model
        return cache.translation_of(board().words[:MAX_TRANSLATED], BEAMS[search_binding().value])
    except WeightsError as error:
        st.error(markup.unmarked(said("translate.broken", name=error.name)))
        return None


def familiarity_marks() -> dict[int, str]:
    """What to say about words that training saw seldom or never, by their position."""
    try:
        vocabulary = translate_model().vocabulary
    except WeightsError:
        return {}
    found = {i: vocabulary.familiarity(word) for i, word in enumerate(usual_words(board().words))}
    marks = {i: said(f"translate.word.{how}") for i, how in found.items() if how != "known"}
    made = board_translation()
    return marks | {i: said("translate.word.unread") for i in (unread(made) if made else ())}


def cross(translation: Translation) -> Floats:
    """(m, n): where each step looked, in the head that the visitor chose."""
    options = cross_choices()
    which = options[min(int(state.value(CROSS_HEAD, 0)), len(options) - 1)]
    if which == MEAN:
        return np.asarray(translation.cross.mean(axis=(0, 1)))
    layer, head = translate_model().guided if isinstance(which, str) else which
    return np.asarray(translation.cross[layer, head])


def said_in_english(translation: Translation) -> None:
    """The translation as a sentence, what a person would say beside it, and how far the model can be trusted."""
    rows = [[said("translate.model"), translation.text]]
    if hand := hand_translation():
        rows.append([said("translate.person"), hand.text])
    with st.container(key="translate_said"):
        st.html(markup.table([said("translate.who"), said("translate.english")], rows))
    for note in doubts(translation):
        st.caption(markup.unmarked(note))


def doubts(translation: Translation) -> list[str]:
    """What a visitor should know before believing the translation."""
    words, vocabulary = board().words, translate_model().vocabulary
    known = [vocabulary.familiarity(word) == "known" for word in usual_words(words[:MAX_TRANSLATED])]
    unsure = dict.fromkeys(word for word, is_known in zip(words, known, strict=False) if not is_known)
    notes = []
    if len(words) > MAX_TRANSLATED:
        notes.append(said("translate.long", most=MAX_TRANSLATED, left=len(words) - MAX_TRANSLATED))
    if unsure and len(unsure) == len(set(words[:MAX_TRANSLATED])):
        notes.append(said("translate.all_unseen"))
    elif unsure:
        notes.append(
            said(
                "translate.unsure",
                words=said("reading.and").join(said("translate.quoted", word=word) for word in unsure),
            )
        )
    found = how_doubtful(translate_model(), translation)
    if found.shaky:
        notes.append(said("translate.shaky", word=found.weakest))
    if found.lost:
        listed = said("reading.and").join(said("translate.quoted", word=word) for word in found.lost)
        notes.append(said("translate.lost", words=listed))
    if not translation.finished:
        notes.append(said("translate.unfinished", most=len(translation.steps)))
    return notes


def hand_translation() -> HandTranslation | None:
    """A person's translation of the sentence, where it is an example cut as it came."""
    return next((one.english for one in examples() if one.table.words == board().words), None)


def player(translation: Translation) -> None:
    labels = labels_of("translate.player")
    translation_player(
        translation,
        cross(translation),
        palette=palette(),
        labels=labels,
        marks=familiarity_marks(),
        key="translation_player",
    )


def cross_table(translation: Translation) -> None:
    """English rows, Chinese columns."""
    values = translation.by_word(cross(translation))
    title = said("translate.table")
    st.html(markup.heading(title) + markup.paragraph(said("translate.table.text"), "said"))
    show_unlike("translate_cross", title, translation.words, translation.source, values)
    st.html(markup.paragraph(order(translation.words, values)))


def order(words: Sequence[str], values: Floats) -> str:
    """How far the two word orders differ, from the numbers; marks stand for no word and are left out."""
    linked = [i for i, word in enumerate(words) if not is_punctuation(word) and values[i].any()]
    pairs, crossed = len(linked) * (len(linked) - 1) // 2, crossings(values[linked])
    if not pairs:
        return said("translate.order.none")
    return said("translate.order" if crossed else "translate.order.same", crossed=crossed, pairs=pairs)


def show_unlike(key: str, title: str, rows: Sequence[str], cols: Sequence[str], values: Floats, **look: Any) -> None:
    """A table with different words on its sides, if there are any."""
    if len(rows):
        show(key, title, rows, values, cols=cols, look=look or figure_size(PAGE))


def hand_alignment() -> None:
    """The person's translation, aligned by hand, as table and links."""
    if not (hand := hand_translation()):
        st.info(said("translate.by_hand.none"))
        return
    values = hand.table(len(board().words))
    write_paragraph("translate.by_hand.text", english=hand.text)
    links_chart("translate_hand", hand.words, board().words, values)
    show_unlike("translate_hand_table", said("translate.by_hand"), hand.words, board().words, values)
    st.html(markup.paragraph(order(hand.words, values)))


TABLE_LOOK = {"height": 300, "font_size": 11}


def encoder(translation: Translation) -> None:
    """Self-attention of the encoder: Chinese words among themselves."""
    tables = cache.encoder_memory(translation.source).self_attention
    layer = layer_picker("translate_encoder", len(tables))
    write_paragraph("translate.encoder.text")
    small_tables("translate_encoder", tables[layer], translation.source, translation.source)


def decoder(translation: Translation) -> None:
    """Self-attention of the decoder: what it had written by then, and nothing later."""
    layer = layer_picker("translate_decoder", len(translation.self_attention))
    write_paragraph("translate.decoder.text")
    tables = np.where(np.tri(len(translation.steps), dtype=bool), translation.self_attention[layer], np.nan)
    small_tables("translate_decoder", tables, [*map(unit_name, translation.units)], [*map(unit_name, translation.read)])


def all_cross(translation: Translation) -> None:
    """Cross-attention of every head of a layer."""
    layer = layer_picker("translate_crosses", len(translation.cross), default=translate_model().guided[0])
    write_paragraph("translate.cross.text")
    tables = translation.by_word(translation.cross[layer])
    guided = translate_model().guided
    small_tables(
        "translate_crosses", tables, translation.words, translation.source, guided[1] if layer == guided[0] else None
    )


def small_tables(
    name: str, tables: Floats, rows: Sequence[str], cols: Sequence[str], guided: int | None = None
) -> None:
    """tables (n_head, n_q, n_k) side by side; guided: the head that was taught."""
    columns = st.columns(2)
    for head, values in enumerate(tables):
        title = said("translate.head.guided" if head == guided else "head.number", number=head + 1)
        with columns[head % 2]:
            st.html(markup.heading(title))
            show_unlike(f"{name}_{head}", title, rows, cols, values, **TABLE_LOOK)


def layer_picker(name: str, layers: int, default: int | None = None) -> int:
    layer = inputs.of_page(name, layers - 1 if default is None else default, f"{name}_layer")
    return int(inputs.choice("translate.layer", layer, range(layers), format_func=lambda i: str(i + 1)))


def unit_name(unit: str) -> str:
    """A unit as it is shown on an axis: the end by a word, a piece that goes on with a word behind a hyphen."""
    if unit == END:
        return said("translate.player.end")
    if unit.startswith(WORD):
        return unit.removeprefix(WORD)
    return said("translate.start") if unit == START else f"‑{unit}"
