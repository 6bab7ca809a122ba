"""The sentences that files carry beside a table: what it is, where it comes from."""

from __future__ import annotations

from attention.hand.table import filled_rows
from attention.sources.registry import SOURCES
from attention.sources.table import AttentionTable
from attention.texts.files import LABELS, say
from attention.types import HandTable, Origin, Switches
from attention.view import Language
from attention.words.readings import Reading, readings


def corner(language: Language) -> str:
    """What stands where the names of rows and columns meet."""
    return f"{say(language, 'label.query')}\\{say(language, 'label.key')}"


def computed_name(table: AttentionTable) -> str:
    """What the computed table shows."""
    return say(table.view.language, "label.name.linked" if table.shows_linked else "label.name.computed")


def hand_sentence(hand: HandTable, language: Language) -> str:
    """What the hand table is."""
    return say(language, "label.filled" if filled_rows(hand).any() else "label.unfilled")


def asked_readings(table: AttentionTable) -> tuple[Reading, ...]:
    """How each word is said and what it means; nothing unless the view asks for that."""
    return readings(table.words) if table.view.readings else ()


def word_list(table: AttentionTable) -> tuple[tuple[str, str, str], ...]:
    """The words that are shown, each with its pinyin and its gloss, in their order; none twice, none that has no pinyin."""
    said = asked_readings(table)
    listed = ((table.words[i], *said[i]) for i in table.shown if said and said[i].pinyin)
    return tuple(dict.fromkeys(listed))


def source_sentence(origin: Origin, switches: Switches, language: Language) -> str:
    """Where the weights come from, and the switches that are not as usual."""
    source, details = origin.source, origin.details
    said = [LABELS.say_of(language, source, f"label.source.{source}")]
    if SOURCES[source].seeded and "seed" in details:
        said.append(say(language, "label.seed", seed=details["seed"]))
    if "layer" in details:
        said.append(say(language, "label.layer", layer=details["layer"]))
    if "head" in details:
        said.append(say(language, "label.head", head=details["head"]))
    changed = {
        "label.unscaled": not switches.scale,
        "label.temperature": switches.temperature != 1,
        "label.diagonal": switches.diagonal,
        "label.causal": switches.causal,
        "label.hidden": switches.hide_punctuation,
    }
    said += [say(language, key, temperature=switches.temperature) for key, on in changed.items() if on]
    return say(language, "label.origin", said=say(language, "label.between").join(said))
