"""Codes, secrets and their digests: what a room is called, what opens it, and what of that is kept."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import unicodedata

LETTERS = "23456789ACDEFHJKMNPRTVWXY"
"""Without look-alikes: no 0 O Q, 1 I L, B (8), G (6), S (5), Z (2), U (V)."""
CODE_LENGTH = 6
"""25⁶ are 244 million codes; store.py says how many may be tried."""
SECRET_BYTES = 16
"""128 random bits: nobody guesses them."""
SECRET = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
STUDENT = re.compile(r"[0-9a-f]{32}", re.ASCII)


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str | None:
    """The code that a person typed, in full-width or small letters, with blanks or hyphens; None where it can be none.

    >>> [tidy_code(typed) for typed in ("k7m 3px", "Ｋ７Ｍ３ＰＸ", "K7M3PO", "")]
    ['K7M3PX', 'K7M3PX', None, None]
    """
    plain = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed[:100])).upper()
    return plain if len(plain) == CODE_LENGTH and set(plain) <= set(LETTERS) else None


def new_secret() -> str:
    """What steers a room. Only its digest is kept, so that a copy of the database steers nothing."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_student() -> str:
    """A student's id, for one who has none in the browser."""
    return secrets.token_hex(SECRET_BYTES)


def digest(*parts: str) -> str:
    """SHA-256 of the parts in order, as hexadecimal digits."""
    return hashlib.sha256("\0".join(parts).encode("utf8", "surrogatepass")).hexdigest()


def network(address: str | None) -> str:
    """The part of an address that one person cannot change at will: all of IPv4, the first 64 bits of IPv6.

    >>> [network(address) for address in ("10.0.0.7", "::ffff:10.0.0.7", "2001:db8::1", None)]
    ['10.0.0.7', '10.0.0.7', '2001:db8::/64', '']
    """
    try:
        known = ipaddress.ip_address((address or "").strip().partition("%")[0])
    except ValueError:
        return (address or "")[:64]
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))
