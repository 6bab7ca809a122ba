"""Codes, secrets and their digests: what a room is called, what opens it, and what of that is kept."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import unicodedata
from urllib.parse import unquote

LETTERS = "23456789ACDEFHJKMNPRTVWXY"
"""Without look-alikes: no 0 O Q, 1 I L, B (8), G (6), S (5), Z (2), U (V)."""
CODE_LENGTH = 6
"""25⁶ are 244 million codes; SECURITY.md says how far that protects."""
MAX_TYPED_CODE = 300
"""Characters that are looked through for a code."""
SECRET_BYTES = 16
"""128 random bits: nobody guesses them."""
SECRET = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
STUDENT = re.compile(r"[0-9a-f]{32}", re.ASCII)


def new_code() -> str:
    """A random code for a new room."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def tidy_code(typed: str) -> str | None:
    """The code in what a person typed, pasted or opened: in full-width or small letters, in pieces, with a sentence or a whole
    link around it. A word of English may look like one; what has digits goes before. None if there is none.

    >>> [tidy_code(typed) for typed in ("k7m 3px", "Ｋ７Ｍ３ＰＸ。", "课堂K7M-3PX，快来", "http://a.example/classroom?room=K7M3PX&x=1")]
    ['K7M3PX', 'K7M3PX', 'K7M3PX', 'K7M3PX']
    >>> [tidy_code(typed) for typed in ("attend K7M3PX", "classroom%3Froom%3DK7M3PX%26x")]
    ['K7M3PX', 'K7M3PX']
    >>> [tidy_code(typed) for typed in ("K7M3PO", "K7M3PXA", "")]
    [None, None, None]
    """
    plain = unicodedata.normalize("NFKC", unquote(typed[:MAX_TYPED_CODE])).upper()
    pieces = re.findall("[A-Z0-9]+", plain.rpartition("ROOM=")[2])
    joined = ("".join(pieces[i:j]) for i in range(len(pieces)) for j in range(i + 2, i + CODE_LENGTH + 1))
    whole = sorted(pieces, key=str.isalpha)
    return next((code for code in (*whole, *joined) if len(code) == CODE_LENGTH and set(code) <= set(LETTERS)), None)


def new_secret() -> str:
    """The secret that controls a room. Only its digest is kept, so a copy of the database controls nothing."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_student() -> str:
    """An id for a student whose browser has none yet."""
    return secrets.token_hex(SECRET_BYTES)


def seated(student: str, seat: int) -> str:
    """The id of another student in the same browser; seat 0 is the browser's own. No id ever overwrites another."""
    return digest(student, str(seat))[: 2 * SECRET_BYTES] if seat else student


def digest(*parts: str) -> str:
    """SHA-256 of the parts in order, as hexadecimal digits."""
    return hashlib.sha256("\0".join(parts).encode("utf8", "surrogatepass")).hexdigest()


def address_network(address: str | None) -> str:
    """The part of an address that one person cannot change at will: all of IPv4, the first 64 bits of IPv6.

    >>> [address_network(address) for address in ("10.0.0.7", "::ffff:10.0.0.7", "2001:db8::1", None)]
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
