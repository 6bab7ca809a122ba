"""The tables of the database, the same for SQLite and PostgreSQL, and the steps that bring an older one up to them.

The steps are plain SQL and never change once they have landed: each leads from one version to the next. `migrate` runs those
that are missing, all in one transaction, while other processes that start at the same time wait. A test compares what the
steps make with the tables below, which the queries are written in.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from attention.errors import StoreTooNew

METADATA = MetaData()
ROOMS = Table(
    "rooms",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("lock", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("shown", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("opened", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("maker", Text, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("expired", Float),
    Column("question", Text, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("scene", Integer, nullable=False),
    Column("next", Text, nullable=False),
)
HAND_TABLES = Table(
    "hand_tables",
    METADATA,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("student", Text, nullable=False),
    Column("cells", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("sent", Float, nullable=False),
    Column("maker", Text, nullable=False),
    UniqueConstraint("room", "student"),
)
REVEALS = Table(
    "reveals",
    METADATA,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("query", Integer, primary_key=True),
    Column("weights", Text, nullable=False),
)
VOTES = Table(
    "votes",
    METADATA,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("question", Text, primary_key=True),
    Column("student", Text, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("maker", Text, nullable=False),
)
TRIES = Table(
    "tries",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("began", Float, nullable=False),
    Column("count", Integer, nullable=False),
)
STORE_SETTINGS = Table(
    "settings", METADATA, Column("name", Text, primary_key=True), Column("value", Text, nullable=False)
)
SCHEMA_VERSION = Table("schema_version", METADATA, Column("version", Integer, nullable=False))

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE rooms (code TEXT NOT NULL PRIMARY KEY, lock TEXT NOT NULL, words TEXT NOT NULL, closed BOOLEAN NOT NULL, "
        "shown BOOLEAN NOT NULL, revision INTEGER NOT NULL, opened DOUBLE PRECISION NOT NULL, "
        "touched DOUBLE PRECISION NOT NULL)",
        "CREATE TABLE hand_tables (room TEXT NOT NULL, number INTEGER NOT NULL, "
        "student TEXT NOT NULL, cells TEXT NOT NULL, hidden BOOLEAN NOT NULL, sent DOUBLE PRECISION NOT NULL, "
        "PRIMARY KEY (room, number), UNIQUE (room, student), "
        "FOREIGN KEY (room) REFERENCES rooms (code) ON DELETE CASCADE)",
        "CREATE TABLE tries (key TEXT NOT NULL PRIMARY KEY, began DOUBLE PRECISION NOT NULL, count INTEGER NOT NULL)",
        "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE INDEX rooms_touched ON rooms (touched)",
    ),
    (
        "ALTER TABLE rooms ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE rooms ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE rooms ADD COLUMN expired DOUBLE PRECISION",
        "ALTER TABLE hand_tables ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX hand_tables_counted ON hand_tables (room, maker, hidden)",  # to count without reading cells
        "UPDATE rooms SET bytes = "
        "(SELECT COALESCE(SUM(LENGTH(cells)), 0) FROM hand_tables WHERE hand_tables.room = rooms.code)",
    ),
    (
        "ALTER TABLE rooms ADD COLUMN question TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE rooms ADD COLUMN counted BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE rooms ADD COLUMN scene INTEGER NOT NULL DEFAULT -1",
        "ALTER TABLE rooms ADD COLUMN next TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE reveals (room TEXT NOT NULL, query INTEGER NOT NULL, weights TEXT NOT NULL, "
        "PRIMARY KEY (room, query), FOREIGN KEY (room) REFERENCES rooms (code) ON DELETE CASCADE)",
        "CREATE TABLE votes (room TEXT NOT NULL, question TEXT NOT NULL, student TEXT NOT NULL, answer TEXT NOT NULL, "
        "maker TEXT NOT NULL, PRIMARY KEY (room, question, student), "
        "FOREIGN KEY (room) REFERENCES rooms (code) ON DELETE CASCADE)",
        "UPDATE rooms SET shown = FALSE",  # what was shown was no rows, and none are kept for it
    ),
)
"""STEPS[v] leads from version v to v + 1."""
MIGRATION_LOCK = 0x61_74_74_6E
"""The number by which PostgreSQL knows our lock."""


def migrate(connection: Connection, steps: Sequence[Sequence[str]] = MIGRATIONS) -> int:
    """Bring the database to the newest version, inside the caller's transaction; the version that it had.

    Raises StoreTooNew if it is newer than what we know.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    found = connection.execute(SCHEMA_VERSION.select()).scalar()
    if found is None:
        found = 0
        connection.execute(SCHEMA_VERSION.insert().values(version=0))
    if found > len(steps):
        raise StoreTooNew(found=found, known=len(steps))
    for statement in (one for step in steps[found:] for one in step):
        connection.exec_driver_sql(statement)
    if found < len(steps):
        connection.execute(SCHEMA_VERSION.update().values(version=len(steps)))
    return int(found)
