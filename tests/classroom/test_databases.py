"""What only a real database does: killed in the middle, two processes at once, locked, full, gone, older or newer than we are."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Engine, create_engine, event, inspect, text

from attention.classroom import schema
from attention.classroom.places import DAYS, open_place, open_store, postgres_engine, room_days, sqlite_engine
from attention.classroom.sql import SqlBackend
from attention.classroom.store import LONGEST_WAIT, MAX_WRONG, NewRoom, Store
from attention.errors import (
    AttentionError,
    RoomUnknown,
    StoreAddressError,
    StoreBusy,
    StoreFull,
    StoreTooNew,
    StoreUnavailable,
)
from tests.classroom.places import DATABASES, WORDS, address_of, cells, student

ROOT = Path(__file__).parents[2]
ENOUGH = 40
"""Acknowledged tables before the process is killed."""
SOON = 30.0
OPENED: list[Callable[[], None]] = []


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return address_of(request.param, request, tmp_path)


@pytest.fixture(autouse=True)
def closed_afterwards() -> Iterator[None]:
    """Whatever a test opened; a connection that is left to the garbage collector is a warning."""
    yield
    while OPENED:
        OPENED.pop()()


def store_on(address: str, *, patience: float = 5.0) -> Store:
    store = Store(open_place(address, patience=patience))
    OPENED.append(store.close)
    return store


def kept(engine: Engine) -> Engine:
    OPENED.append(engine.dispose)
    return engine


@pytest.fixture
def store(address: str) -> Store:
    return store_on(address, patience=0.3)


@pytest.fixture
def room(store: Store) -> NewRoom:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells(0.1))
    return opened


def started(script: str, *arguments: str, **pipes: Any) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__).with_name(script)), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT, **pipes)


def raw(address: str) -> Engine:
    """A connection past the store, for what others do to the database."""
    return kept(create_engine(address.replace("postgresql://", "postgresql+psycopg://")))


def unchanged(store: Store, room: NewRoom) -> bool:
    """The table that was acknowledged before is still the only one."""
    (sent,) = store.tables(room.room.code, room.secret)
    return bool(np.array_equal(sent.table.values, cells(0.1), equal_nan=True))


# Killed, and two at once


def test_a_process_killed_while_it_writes_loses_nothing_acknowledged_and_leaves_no_half_table(address: str) -> None:
    opened = store_on(address).open_room(WORDS)
    acknowledged: dict[str, int] = {}
    with started("writer.py", address, opened.room.code) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            who, step = line.split()
            acknowledged[who] = int(step)
            if sum(acknowledged.values()) > ENOUGH * 4 and len(acknowledged) == 12:
                writer.send_signal(signal.SIGKILL)
                break
        for line in writer.stdout:  # what it had said before it was killed
            if line.endswith("\n"):
                who, step = line.split()
                acknowledged[who] = int(step)
    assert writer.returncode == -signal.SIGKILL
    after = store_on(address)
    for who, last in acknowledged.items():
        own = after.own(opened.room.code, who)
        assert own is not None
        assert own.table.values[0, 1] * 10_000 >= last - 1e-6
    tables = after.tables(opened.room.code, opened.secret)
    assert [sent.number for sent in tables] == list(range(1, len(tables) + 1))
    for sent in tables:
        off_diagonal = sent.table.values[~np.eye(len(WORDS), dtype=bool)]
        assert np.ptp(off_diagonal) == 0
    after.send(opened.room.code, student(99), cells())
    assert len(after.tables(opened.room.code, opened.secret)) == len(tables) + 1


def test_two_processes_see_each_others_tables(store: Store, address: str, room: NewRoom) -> None:
    code = room.room.code
    with started("answerer.py", address, stdin=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None

        def ask(line: str) -> str:
            print(line, file=other.stdin, flush=True)
            return str(other.stdout.readline().strip())

        assert other.stdout.readline() == "ready\n"
        assert ask(f"tables {code} {room.secret}") == "0.1"
        assert ask(f"send {code} {student(1)} 0.9") == "sent"
        assert [sent.table.values[0, 1] for sent in store.tables(code, room.secret)] == [0.1, 0.9]
        store.close_room(code, room.secret)
        store.reveal(code, room.secret, {0: [0.0, 0.5, 0.25, 0.25]})
        assert ask(f"room {code}") == "True True"
        other.stdin.close()


def test_two_processes_that_start_at_once_make_one_schema(address: str) -> None:
    with started("answerer.py", address, stdin=subprocess.PIPE) as one, started("answerer.py", address) as other:
        assert one.stdout is not None
        assert other.stdout is not None
        assert (one.stdout.readline(), other.stdout.readline()) == ("ready\n", "ready\n")
        one.terminate()
        other.terminate()
    with raw(address).connect() as connection:
        assert connection.execute(text("SELECT version FROM schema_version")).all() == [(len(schema.MIGRATIONS),)]


def test_wrong_codes_are_counted_over_restarts(address: str) -> None:
    code = store_on(address).open_room(WORDS).room.code
    for _ in range(2):
        store = store_on(address)
        for _ in range(MAX_WRONG // 2):
            with pytest.raises(RoomUnknown) as caught:
                store.find("AAAAAA", address="10.0.0.7")
    assert caught.value.wait == LONGEST_WAIT
    assert store_on(address).find(code, address="10.0.0.7")


def test_no_secret_id_or_address_stands_in_the_file(tmp_path: Path) -> None:
    store = store_on(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    opened = store.open_room(WORDS, maker="a session of someone's")
    store.send(opened.room.code, student(12345), cells(), maker="a session of someone's")
    with pytest.raises(RoomUnknown):
        store.find("AAAAAA", address="203.0.113.77")
    everything = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for told in (opened.secret, student(12345), "203.0.113.77", "a session of"):
        assert told.encode() not in everything
    assert opened.room.code.encode() in everything, "the search itself works"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_only_the_servers_user_may_read_the_file(tmp_path: Path) -> None:
    store_on(f"sqlite:///{tmp_path / 'new' / 'rooms.sqlite'}")
    assert (tmp_path / "new" / "rooms.sqlite").stat().st_mode & 0o077 == 0


# Locked, full, gone


def refused(kind: type[AttentionError], call: Callable[[], object]) -> None:
    began = time.monotonic()
    with pytest.raises(kind):
        call()
    assert time.monotonic() - began < SOON, "nobody waits for ever"


def test_a_locked_database_is_busy_and_works_again_afterwards(store: Store, address: str, room: NewRoom) -> None:
    lock = "LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE" if address.startswith("postgres") else "BEGIN EXCLUSIVE"
    engine = raw(address)
    with engine.connect() as other:
        other.exec_driver_sql(lock)
        refused(StoreBusy, lambda: store.send(room.room.code, student(), cells(0.9)))
        refused(StoreBusy, lambda: store.open_room(WORDS))
        other.rollback()
    assert unchanged(store, room)
    store.send(room.room.code, student(), cells(0.9))


def test_a_short_lock_is_waited_for(address: str) -> None:
    store = store_on(address, patience=10)
    opened, engine = store.open_room(WORDS), raw(address)
    lock = "LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE" if address.startswith("postgres") else "BEGIN EXCLUSIVE"
    with engine.connect() as other:
        other.exec_driver_sql(lock)
        sending = threading.Thread(target=store.send, args=(opened.room.code, student(), cells()))
        sending.start()
        sending.join(0.2)
        assert sending.is_alive()
        other.rollback()
    sending.join(SOON)
    assert len(store.tables(opened.room.code, opened.secret)) == 1


def fill(store: Store, address: str) -> Callable[[], None]:
    """Leave no room on the disk; returns what makes room again.

    SQLite's file may grow no further than it is. PostgreSQL, whose disk we leave alone, raises its own error for a full one.
    """
    if address.startswith("postgres"):
        engine = raw(address)
        with engine.begin() as connection:
            for statement in (
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$",
                "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON hand_tables EXECUTE FUNCTION full_disk()",
            ):
                connection.exec_driver_sql(statement)

        def make_room() -> None:
            with engine.begin() as connection:
                connection.exec_driver_sql("DROP TRIGGER full_disk ON hand_tables")

        return make_room
    backend = store._backend
    assert isinstance(backend, SqlBackend)
    backend._engine.dispose()

    def small(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the present size where that is larger

    event.listen(backend._engine, "connect", small)

    def larger() -> None:
        event.remove(backend._engine, "connect", small)
        backend._engine.dispose()

    return larger


def test_a_full_disk_is_told_and_keeps_what_was_acknowledged(store: Store, address: str, room: NewRoom) -> None:
    make_room = fill(store, address)
    large = np.where(np.eye(4, dtype=bool), np.nan, 0.1234)
    sends = (store.send(room.room.code, student(i), large) for i in range(1, 200))
    with pytest.raises(StoreFull):
        list(sends)
    make_room()
    (first, *rest) = store.tables(room.room.code, room.secret)
    assert np.array_equal(first.table.values, cells(0.1), equal_nan=True)
    assert all(np.array_equal(sent.table.values, large, equal_nan=True) for sent in rest)
    store.send(room.room.code, student(), cells(0.9))


@pytest.mark.parametrize("gone", ["disk", "disk/rooms.sqlite"])
def test_a_deleted_file_is_told_and_not_begun_anew(tmp_path: Path, gone: str) -> None:
    store = store_on(f"sqlite:///{tmp_path / 'disk' / 'rooms.sqlite'}")
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells(0.1))
    moved = (tmp_path / gone).rename(tmp_path / "elsewhere")
    for call in (lambda: store.send(opened.room.code, student(), cells(0.9)), lambda: store.room(opened.room.code)):
        refused(StoreUnavailable, call)
    assert not (tmp_path / gone).exists()
    moved.rename(tmp_path / gone)  # the disk is there again
    assert unchanged(store, opened)
    store.send(opened.room.code, student(), cells(0.9))


def test_a_transaction_that_will_write_has_the_lock_before_it_reads(tmp_path: Path) -> None:
    """Else one that reads first, as the migration does, would be refused once another has written meanwhile."""
    file = tmp_path / "rooms.sqlite"
    engine = kept(sqlite_engine(file))
    other = sqlite3.connect(file, timeout=0, isolation_level=None)
    writing, locked = engine.connect(), pytest.raises(sqlite3.OperationalError, match="locked")
    with writing as bare, bare.execution_options(writes=True).begin(), locked:
        other.execute("BEGIN IMMEDIATE")
    with engine.connect() as bare, bare.begin():
        other.execute("BEGIN IMMEDIATE")
    other.close()


def test_another_file_in_its_place_is_told(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    store = store_on(f"sqlite:///{file}")
    opened = store.open_room(WORDS)
    file.rename(tmp_path / "old.sqlite")
    file.touch()
    refused(StoreUnavailable, lambda: store.room(opened.room.code))


@pytest.mark.parametrize("content", [b"this is no database " * 100, b""])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rooms.sqlite"
    file.write_bytes(content)
    if content:
        refused(StoreUnavailable, lambda: open_place(f"sqlite:///{file}"))
        assert file.read_bytes() == content
    else:
        assert store_on(f"sqlite:///{file}").open_room(WORDS), "an empty file is made into one"


@pytest.mark.skipif(os.name == "nt", reason="there is no /proc")
def test_a_folder_that_cannot_be_made() -> None:
    refused(StoreUnavailable, lambda: open_place("sqlite:////proc/no/such/rooms.sqlite"))


def test_a_postgres_server_that_is_not_there() -> None:
    pytest.importorskip("psycopg")
    refused(StoreUnavailable, lambda: open_place("postgresql://nobody:secret@127.0.0.1:1/rooms", patience=1))


def test_a_postgres_server_that_drops_its_clients_is_connected_to_again(postgres: str) -> None:
    store = store_on(postgres)
    opened = store.open_room(WORDS)
    with raw(postgres).connect() as other:
        other.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    store.send(opened.room.code, student(), cells())


# The schema and its versions


def tables_of(engine: Engine) -> dict[str, Any]:
    found = inspect(engine)
    return {
        name: (
            [(column["name"], column["nullable"]) for column in found.get_columns(name)],
            found.get_pk_constraint(name)["constrained_columns"],
            sorted(tuple(one["column_names"]) for one in found.get_unique_constraints(name)),
            [(one["constrained_columns"], one["options"]) for one in found.get_foreign_keys(name)],
        )
        for name in sorted(found.get_table_names())
    }


def engine_for(address: str) -> Engine:
    if address.startswith("postgres"):
        return kept(postgres_engine(raw(address).url))
    return kept(sqlite_engine(Path(raw(address).url.database or "")))


def test_the_steps_make_the_tables_that_the_queries_are_written_in(store: Store, address: str, tmp_path: Path) -> None:
    made = tables_of(raw(address))
    if address.startswith("postgres"):
        with raw(address).begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        described = raw(address)
    else:
        described = kept(create_engine(f"sqlite:///{tmp_path / 'described.sqlite'}"))
    schema.METADATA.create_all(described)
    assert made == tables_of(described)


def test_an_older_database_is_brought_up_to_date_once_and_keeps_its_rooms(address: str) -> None:
    opened = store_on(address).open_room(WORDS)
    steps = (*schema.MIGRATIONS, ("ALTER TABLE rooms ADD COLUMN colour TEXT", "UPDATE rooms SET colour = 'blue'"))
    for expected in (len(schema.MIGRATIONS), len(steps)):
        with engine_for(address).connect().execution_options(writes=True) as connection, connection.begin():
            assert schema.migrate(connection, steps) == expected
    with raw(address).connect() as connection:
        assert connection.execute(text("SELECT code, colour FROM rooms")).all() == [(opened.room.code, "blue")]


def test_the_second_version_counts_what_the_first_one_kept(address: str) -> None:
    with engine_for(address).connect().execution_options(writes=True) as connection, connection.begin():
        schema.migrate(connection, schema.MIGRATIONS[:1])
        room = "INSERT INTO rooms VALUES ('{}', 'x', '[\"我\", \"去\"]', FALSE, FALSE, 1, 1.0, 1.0)"
        connection.exec_driver_sql(room.format("AAAAAA"))
        connection.exec_driver_sql(room.format("CCCCCC"))
        for i in (1, 2):
            connection.exec_driver_sql(
                f"INSERT INTO hand_tables VALUES ('AAAAAA', {i}, 's{i}', '[[null,0.5],[0.5,null]]', FALSE, 1.0)"
            )
    place = open_place(address)
    OPENED.append(place.close)
    sizes = [place.room(code) for code in ("AAAAAA", "CCCCCC")]
    assert [room and room.bytes for room in sizes] == [46, 0]


def test_a_step_that_fails_leaves_the_database_as_it_was(address: str) -> None:
    store_on(address)
    steps = (*schema.MIGRATIONS, ("CREATE TABLE half (a INTEGER)", "INSERT INTO no_such_table VALUES (1)"))
    with engine_for(address).connect().execution_options(writes=True) as connection:
        begun = connection.begin()
        with pytest.raises(Exception, match="no_such_table"), begun:
            schema.migrate(connection, steps)
    assert "half" not in tables_of(raw(address))
    assert store_on(address).open_room(WORDS)


def test_a_newer_database_is_left_alone(address: str) -> None:
    store_on(address)
    with raw(address).begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreTooNew) as caught:
        open_place(address)
    assert caught.value.found == 99
    with raw(address).connect() as connection:
        assert connection.execute(text("SELECT version FROM schema_version")).scalar() == 99


# The settings


def test_the_setting_names_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attention.classroom.places.DEFAULT_FILE", tmp_path / "data" / "rooms.sqlite")
    OPENED.append(open_store({}).close)
    assert (tmp_path / "data" / "rooms.sqlite").is_file()
    OPENED.append(open_store({"ATTENTION_STORE": f"sqlite:///{tmp_path / '文 件.sqlite'}"}).close)
    assert (tmp_path / "文 件.sqlite").is_file()


@pytest.mark.parametrize(
    "setting", ["nonsense", "mysql://me:geheim@host/x", "sqlite://", "postgresql", "://", "http://[geheim"]
)
def test_a_setting_that_is_no_place_is_refused_without_its_password(setting: str) -> None:
    with pytest.raises(StoreAddressError) as caught:
        open_store({"ATTENTION_STORE": setting})
    assert "geheim" not in str(caught.value)


def test_a_missing_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreAddressError, match=r"requirements-postgres\.txt"):
        open_place("postgresql://127.0.0.1/rooms")


def test_days_are_a_setting() -> None:
    assert room_days({}) == DAYS == 30
    assert room_days({"ATTENTION_ROOM_DAYS": "7"}) == 7
    assert open_store({"ATTENTION_STORE": "memory:", "ATTENTION_ROOM_DAYS": "0.5"}).days == 0.5
    for wrong in ("x", "0", "-1", "nan", "inf"):
        with pytest.raises(StoreAddressError):
            room_days({"ATTENTION_ROOM_DAYS": wrong})
