"""What a database complains of, as the few errors that a page has a sentence for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from attention.errors import StoreBusy, StoreError, StoreFull, StoreUnavailable

BUSY = {
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "40001",  # serialization failure
    "40P01",  # deadlock
    "53300",  # too many connections
    "55P03",  # lock not available in time
    "57014",  # statement took too long
}
FULL = {"SQLITE_FULL", "53100"}
"""SQLite's names and PostgreSQL's SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html."""


@contextmanager
def as_store_errors() -> Iterator[None]:
    """Turn what SQLAlchemy raises into StoreBusy, StoreFull or StoreUnavailable."""
    try:
        yield
    except exc.TimeoutError as error:  # all connections of the pool are in use
        raise StoreBusy(str(error)) from error
    except exc.DBAPIError as error:
        raise store_error(error.orig) from error
    except (exc.SQLAlchemyError, OSError) as error:
        raise StoreUnavailable(str(error)) from error


def store_error(fault: BaseException | None) -> StoreError:
    """The error for what the database's driver raised."""
    name = str(getattr(fault, "sqlite_errorname", None) or getattr(fault, "sqlstate", None) or "")
    reason = f"{name} {str(fault).strip()[:300]}".strip()
    codes = {name, "_".join(name.split("_")[:2])}  # SQLITE_BUSY_SNAPSHOT is SQLITE_BUSY
    if codes & BUSY:
        return StoreBusy(reason)
    return StoreFull(reason) if codes & FULL else StoreUnavailable(reason)
