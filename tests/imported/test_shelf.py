"""What visitors import has one limit for all: whoever comes late is told, and room comes back with those who leave."""

from __future__ import annotations

import gc
import json
from dataclasses import replace

import numpy as np
import pytest

from attention.errors import ImportRefused
from attention.imported.files import Naming, imported, read_attention
from attention.imported.shelf import Held, Shelf, Ticket, size
from tests.imported.written import npy, weights

ONE = weights(2, 2, 20, 20).nbytes


def held(seed: int = 0, digest: bytes = b"") -> Held:
    array = np.roll(weights(2, 2, 20, 20), seed, axis=-1)
    found = read_attention("a.npy", npy(array))
    return Held(imported(found, Naming()), found, digest)


def test_an_import_counts_once_however_many_see_it() -> None:
    one = held()
    assert one.found is not None
    again = Held(imported(one.found, Naming(), number=0), one.found)
    assert size(one) == ONE
    assert size(one, one, Held(one.imported), again) == ONE
    assert size(one, held(1)) == 2 * ONE


def test_a_files_texts_count_too_and_what_names_nothing_is_not_kept() -> None:
    names = [[f"{i} {j}" for j in range(2)] for i in range(1000)]
    content = {"attention": [[0.5, 0.5]] * 2, "tokens": names, "other": names, "text": "我去" * 50_000}
    found = read_attention("a.json", json.dumps(content).encode())
    assert set(found.texts) == {"tokens", "text"}
    one, again = (Held(imported(file, Naming()), file) for file in (found, replace(found, name="b.json")))
    assert 300_000 < size(one) < 600_000
    assert size(one, again) < 1.01 * size(one)


def test_a_sentence_of_a_file_with_several_counts_as_the_whole_file() -> None:
    found = read_attention("a.npy", npy(np.stack([weights(2, 2, 20, 20)] * 3, axis=1)))
    assert size(Held(imported(found, Naming(), number=1))) == 3 * ONE


def test_who_comes_too_late_is_told_and_everybody_keeps_his_own() -> None:
    shelf = Shelf(lambda session: True, 2 * ONE)
    tickets = [Ticket(str(i)) for i in range(3)]
    kept = [held(i) for i in range(3)]
    for ticket, one in zip(tickets[:2], kept, strict=False):
        shelf.put(ticket, one)
    with pytest.raises(ImportRefused) as refused:
        shelf.put(tickets[2], kept[2])
    assert refused.value.problem == "full"
    assert [shelf.get(ticket) for ticket in tickets] == [*kept[:2], None]
    shelf.put(tickets[0], kept[2])  # in place of his own there is room
    assert shelf.get(tickets[0]) is kept[2]


def test_a_refused_one_stays_with_what_he_had() -> None:
    shelf, ticket, had = Shelf(lambda session: True, ONE), Ticket(""), held()
    shelf.put(ticket, had)
    found = read_attention("a.npy", npy(weights(4, 2, 20, 20)))
    with pytest.raises(ImportRefused):
        shelf.put(ticket, Held(imported(found, Naming()), found))
    assert shelf.get(ticket) is had


def test_who_has_left_makes_room_only_when_it_is_needed() -> None:
    there = {"a": False, "b": True}
    shelf = Shelf(there.__getitem__, 2 * ONE)
    a, b = Ticket("a"), Ticket("b")
    shelf.put(a, held(0))
    shelf.put(b, held(1))
    assert shelf.get(a)  # he may come back
    late = Ticket("b")
    shelf.put(late, held(2))
    assert shelf.get(a) is None
    assert shelf.get(b)
    assert shelf.get(late)


def test_nothing_is_kept_for_a_session_that_is_gone() -> None:
    shelf = Shelf(lambda session: True, ONE)
    for seed in range(5):
        ticket = Ticket("")
        shelf.put(ticket, held(seed))
        del ticket
        gc.collect()


def test_forgetting_makes_room() -> None:
    shelf, one, other = Shelf(lambda session: True, ONE), Ticket(""), Ticket("")
    shelf.put(one, held(0))
    shelf.put(one, None)
    shelf.put(one, None)
    shelf.put(other, held(1))
    assert shelf.get(one) is None


def test_the_same_file_is_found_again() -> None:
    shelf, ticket, one = Shelf(lambda session: True), Ticket(""), held(0, b"digest")
    shelf.put(ticket, one)
    assert shelf.of_file(b"digest") is one.found
    assert shelf.of_file(b"another") is None


def test_nobody_has_anything_without_a_ticket() -> None:
    assert Shelf(lambda session: True).get(None) is None
