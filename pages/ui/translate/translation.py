"""The page of the translation: the sentence in English step by step, where the model looked, both word orders, all its tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st

from attention.errors import WeightsError
from attention.figures.heatmap import weights_figure
from attention.figures.plan import PAGE
from attention.hand.compare import crossings
from attention.hand.examples import HandTranslation, examples
from attention.models.translate import END, MOST_WORDS, START, WORD, Translation
from attention.sources.registry import translate_model
from attention.types import Floats
from attention.words.characters import is_punctuation
from pages.ui.frame import cache, markup, state
from pages.ui.frame.page import folded, said
from pages.ui.frame.state import board
from pages.ui.parts.choices import choose, chosen
from pages.ui.parts.curves import links_chart
from pages.ui.parts.tables import CHART, hover_text, reader_table, size
from pages.ui.widgets.translation_player import translation_player

BEAM, GREEDY = "beam", "greedy"
BEAMS = {BEAM: 4, GREEDY: 1}
HEAD = "translate_head"
GUIDED, MEAN = "guided", "mean"
Place = tuple[int, int]
PLAYER = (
    "title", "source", "target", "play", "pause", "back", "forward", "slider", "candidates", "end", "readout",
)  # fmt: skip


def search_picker() -> None:
    """Beam search or greedy search."""
    key = state.fill("search", state.value("translate_search", BEAM))
    st.segmented_control(
        said("translate.search"), list(BEAMS), key=key, required=True, help=said("translate.search.help"),
        format_func=lambda name: said(f"translate.search.{name}"),
        on_change=lambda: state.keep("translate_search", state.value("search")),
    )  # fmt: skip


def head_picker() -> None:
    """Which cross-attention is shown: the guided head, the mean of all, or one of the others."""
    labels = [cross_name(which) for which in choices()]
    key = state.fill("translate_head_picker", chosen(HEAD, len(labels)))
    st.selectbox(
        said("translate.head"), range(len(labels)), key=key, format_func=labels.__getitem__, help=said("translate.head.help"),
        on_change=choose, args=(HEAD, key),
    )  # fmt: skip


def choices() -> list[str | Place]:
    """The guided head, the mean, then every other head of every layer."""
    try:
        model = translate_model()
    except WeightsError:
        return [GUIDED]
    places = [(layer, head) for layer in range(model.decoder_layers) for head in range(model.heads)]
    return [GUIDED, MEAN, *(place for place in places if place != model.guided)]


def cross_name(which: str | Place) -> str:
    if isinstance(which, str):
        return said(f"translate.head.{which}")
    return said("translate.head.place", layer=which[0] + 1, head=which[1] + 1)


def translation_of_the_sentence() -> None:
    """The whole page under the words."""
    if written := translated():
        player(written)
        said_in_english(written)
        heatmap(written)
        folded("translate.by_hand", by_hand)
        folded("translate.cross", partial(all_cross, written))
        folded("translate.encoder", partial(encoder, written))
        folded("translate.decoder", partial(decoder, written))


def translated() -> Translation | None:
    """The board's sentence in English, searched as the visitor wants it; None, and why, where the weights are not whole."""
    try:
        translate_model()  # what is remembered of a sentence is of no use without the model
        return cache.translated(board().words[:MOST_WORDS], BEAMS[state.value("translate_search", BEAM)])
    except WeightsError as error:
        st.error(markup.unmarked(said("translate.broken", **error.data)))
        return None


def marks() -> dict[int, str]:
    """What to say about words that training saw seldom or never, by their position."""
    try:
        vocabulary = translate_model().vocabulary
    except WeightsError:
        return {}
    found = {i: vocabulary.familiarity(word) for i, word in enumerate(board().words)}
    return {i: said(f"translate.word.{how}") for i, how in found.items() if how != "known"}


def cross(translation: Translation) -> Floats:
    """(m, n): where each step looked, in the head that the visitor chose."""
    options = choices()
    which = options[chosen(HEAD, len(options))]
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
    unsure = dict.fromkeys(word for word in words[:MOST_WORDS] if vocabulary.familiarity(word) != "known")
    notes = []
    if len(words) > MOST_WORDS:
        notes.append(said("translate.long", most=MOST_WORDS, left=len(words) - MOST_WORDS))
    if unsure and len(unsure) == len(set(words[:MOST_WORDS])):
        notes.append(said("translate.all_unseen"))
    elif unsure:
        notes.append(said("translate.unsure", words=said("translate.between").join(map(quoted, unsure))))
    if not translation.finished:
        notes.append(said("translate.unfinished", most=len(translation.steps)))
    return notes


def quoted(word: str) -> str:
    return said("translate.quoted", word=word)


def hand_translation() -> HandTranslation | None:
    """A person's translation of the sentence, where it is an example cut as it came."""
    return next((one.english for one in examples() if one.table.words == board().words), None)


def player(translation: Translation) -> None:
    labels = {name: said(f"translate.player.{name}") for name in PLAYER}
    translation_player(translation, cross(translation), labels=labels, marks=marks(), key="translation_player")


def heatmap(translation: Translation) -> None:
    """English rows, Chinese columns."""
    values = translation.by_word(cross(translation))
    title = said("translate.table")
    st.html(markup.heading(title) + markup.paragraph(said("translate.table.text"), "said"))
    picture("translate_cross", title, translation.words, translation.source, values)
    st.html(markup.paragraph(order(translation.words, values)))


def order(words: Sequence[str], values: Floats) -> str:
    """How far the two word orders differ, from the numbers; marks stand for no word and are left out."""
    linked = [i for i, word in enumerate(words) if not is_punctuation(word) and values[i].any()]
    pairs, crossed = len(linked) * (len(linked) - 1) // 2, crossings(values[linked])
    if not pairs:
        return said("translate.order.none")
    return said("translate.order" if crossed else "translate.order.same", crossed=crossed, pairs=pairs)


def picture(key: str, title: str, rows: Sequence[str], cols: Sequence[str], values: Floats, **look: int) -> None:
    """A heatmap with different words on its sides, and its table for readers."""
    if not len(rows):
        return
    figure = weights_figure(rows, cols, values, text=hover_text(), digits=board().view.digits, **(look or size(PAGE)))
    st.plotly_chart(figure, key=key, config=CHART, alt=title)
    st.html(reader_table(title, rows, values, columns=cols))


def by_hand() -> None:
    """The person's translation, aligned by hand, as table and links."""
    if not (hand := hand_translation()):
        st.info(said("translate.by_hand.none"))
        return
    values = hand.table(len(board().words))
    st.html(markup.paragraph(said("translate.by_hand.text", english=hand.text)))
    links_chart("translate_hand", hand.words, board().words, values)
    picture("translate_hand_table", said("translate.by_hand"), hand.words, board().words, values)
    st.html(markup.paragraph(order(hand.words, values)))


SMALL = {"height": 300, "font_size": 11}


def encoder(translation: Translation) -> None:
    """Self-attention of the encoder: Chinese words among themselves."""
    tables = cache.encoded(translation.source).self_attention
    layer = layer_picker("translate_encoder", len(tables))
    st.html(markup.paragraph(said("translate.encoder.text")))
    small_tables("translate_encoder", tables[layer], translation.source, translation.source)


def decoder(translation: Translation) -> None:
    """Self-attention of the decoder: what it had written by then, and nothing later."""
    layer = layer_picker("translate_decoder", len(translation.self_attention))
    st.html(markup.paragraph(said("translate.decoder.text")))
    tables = np.where(np.tri(len(translation.steps), dtype=bool), translation.self_attention[layer], np.nan)
    small_tables("translate_decoder", tables, unit_names(translation.units), unit_names(translation.read))


def all_cross(translation: Translation) -> None:
    """Cross-attention of every head of a layer."""
    layer = layer_picker("translate_crosses", len(translation.cross), usual=translate_model().guided[0])
    st.html(markup.paragraph(said("translate.cross.text")))
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
            picture(f"{name}_{head}", title, rows, cols, values, **SMALL)


def layer_picker(name: str, layers: int, usual: int | None = None) -> int:
    key = state.fill(f"{name}_layer", chosen(name, layers, layers - 1 if usual is None else usual))
    st.segmented_control(
        said("translate.layer"), range(layers), key=key, required=True, format_func=lambda i: str(i + 1),
        on_change=choose, args=(name, key),
    )  # fmt: skip
    return int(state.value(key) or 0)


def unit_names(units: Sequence[str]) -> list[str]:
    """Units as they are shown on an axis: the end by a word, a piece that goes on with a word behind a hyphen."""
    return [unit_name(unit) for unit in units]


def unit_name(unit: str) -> str:
    if unit == END:
        return said("translate.player.end")
    if unit.startswith(WORD):
        return unit.removeprefix(WORD)
    return said("translate.start") if unit == START else f"‑{unit}"
