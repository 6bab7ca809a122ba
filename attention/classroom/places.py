"""Where the rooms are kept: the setting ATTENTION_STORE, and how SQLite and PostgreSQL are opened.

    (not set)                              data/rooms.sqlite in the project's folder
    sqlite:////srv/class/rooms.sqlite      another file
    postgresql://user@host/database        PostgreSQL, for several processes; wants requirements-postgres.txt
    memory:                                nowhere: gone when the process ends

ATTENTION_ROOM_DAYS is the number of days after which a room that nobody touches is deleted: 30, unless it says otherwise.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, exc, make_url

from attention.classroom.sql import SqlBackend
from attention.classroom.store import Store
from attention.errors import StoreAddressError, StoreUnavailable

VARIABLE = "ATTENTION_STORE"
DAYS_VARIABLE = "ATTENTION_ROOM_DAYS"
DAYS = 30.0
MEMORY = "memory:"
DEFAULT_FILE = Path(__file__).parents[2] / "data" / "rooms.sqlite"
PATIENCE = 5.0
"""Seconds to wait for a lock or for a free connection."""
CONNECTIONS = 5
MORE_CONNECTIONS = 15


def open_store(environment: Mapping[str, str] = os.environ, *, patience: float = PATIENCE) -> Store:
    """The store that the settings name, its tables made or brought up to date. Raises StoreError."""
    return Store(open_place(environment.get(VARIABLE, ""), patience=patience), days=room_days(environment))


def room_days(environment: Mapping[str, str] = os.environ) -> float:
    """Days after which an unused room is deleted. Raises StoreAddressError if the setting is not a number of days."""
    try:
        days = float(environment.get(DAYS_VARIABLE, "") or DAYS)
    except ValueError:
        days = 0
    if not 0 < days < 36_500:
        raise StoreAddressError(f"{DAYS_VARIABLE} wants a number of days")
    return days


def open_place(address: str, *, patience: float = PATIENCE) -> SqlBackend:
    """The database at this address, which is as in the module's table. Raises StoreError."""
    if address == MEMORY:
        return SqlBackend(memory_engine(patience=patience), patience=patience)
    if not address:
        return SqlBackend(sqlite_engine(DEFAULT_FILE, patience=patience), patience=patience)
    try:
        url = make_url(address)
    except (exc.ArgumentError, ValueError):
        raise StoreAddressError(f"{VARIABLE} holds no address of a database") from None  # it may hold a password
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database:
        return SqlBackend(sqlite_engine(Path(url.database), patience=patience), patience=patience)
    if backend in ("postgresql", "postgres"):
        return SqlBackend(postgres_engine(url, patience=patience))
    raise StoreAddressError(f"{VARIABLE} names {backend!r}; it can be sqlite:///FILE or postgresql://…")


def sqlite_engine(file: Path, *, patience: float = PATIENCE) -> Engine:
    """A SQLite file, made with its folder where it is not there.

    synchronous = FULL: what was acknowledged survives a power cut, too; with NORMAL, which is enough for a killed process, it
    would not. It costs one flush of the disk for each table sent, about a millisecond. WAL: readers do not wait for writers.
    """
    make_file(file)

    def connected() -> sqlite3.Connection:
        # rw, not rwc: a file that has gone is an error, not a reason to begin an empty one beside a lost disk
        connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=patience,
            check_same_thread=False,
            isolation_level=None,
        )
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    engine = create_engine(
        "sqlite://", creator=connected, poolclass=QueuePool,
        pool_size=CONNECTIONS, max_overflow=MORE_CONNECTIONS, pool_timeout=patience,
    )  # fmt: skip
    event.listen(engine, "begin", begin_sqlite)
    event.listen(engine, "connect", lambda _, record: record.info.update(file=identity(file)))
    event.listen(engine, "checkout", lambda _, record, __: require_same(file, record.info.get("file")))
    return engine


def memory_engine(*, patience: float = PATIENCE) -> Engine:
    """SQLite in the process's memory, over one connection that its callers wait for: a second one would be another database."""
    engine = create_engine(
        "sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=patience,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )  # fmt: skip
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    event.listen(engine, "begin", begin_sqlite)
    return engine


def begin_sqlite(connection: Connection) -> None:
    """A transaction that will write asks for the lock at once and waits for it; one that asks later would be refused."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def make_file(file: Path) -> None:
    """Create an empty database that only this user can read, unless the file exists."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreUnavailable(f"{file}: {error.strerror}") from error


def identity(file: Path) -> tuple[int, int] | None:
    """Device and inode of the file; None if it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def require_same(file: Path, opened: tuple[int, int] | None) -> None:
    """Refuse a connection to a file that was deleted or replaced: it would write where nobody can read again."""
    if identity(file) != opened:
        raise exc.DisconnectionError(f"{file} is no longer the file that was opened")


def postgres_engine(url: URL, *, patience: float = PATIENCE) -> Engine:
    """PostgreSQL; a connection that the server has dropped meanwhile is replaced before it is used."""
    wait = round(patience * 1000)
    options = f"-c lock_timeout={wait} -c statement_timeout={2 * wait}"
    arguments: dict[str, Any] = {"connect_timeout": max(2, round(patience)), "options": options}
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"), connect_args=arguments, pool_pre_ping=True,
            pool_size=CONNECTIONS, max_overflow=MORE_CONNECTIONS, pool_timeout=patience,
        )  # fmt: skip
    except ImportError as error:
        raise StoreAddressError("PostgreSQL wants its driver: pip install -r requirements-postgres.txt") from error
