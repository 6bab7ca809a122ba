"""Recognises a spreadsheet's own file, whatever its name: people save one and open it here as if it were CSV."""

from __future__ import annotations

from attention.errors import FileError, FileProblem

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = (
    (ZIP, b"xl/", "Excel"),
    (ZIP, b"opendocument.spreadsheet", "OpenDocument"),
    (ZIP, b"Index/Document.iwa", "Numbers"),
)
"""How a file begins, the name of one of its parts, which stands in it uncompressed, and whose workbook it then is."""
STREAMS = tuple(name.encode("utf-16-le") for name in ("Workbook", "Book"))
"""In the old format, which Excel (.xls) and WPS (.et) share."""
XML = b"urn:schemas-microsoft-com:office:spreadsheet"
XML_SEARCH_BYTES = 4096


def workbook(data: bytes) -> str | None:
    """Whose workbook it is: Excel, WPS, OpenDocument or Numbers; None for any other file."""
    if data.startswith(OLE) and any(name in data for name in STREAMS):
        return "Excel/WPS"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and XML in data[:XML_SEARCH_BYTES]:
        return "Excel"
    return next((kind for begin, part, kind in PARTS if data.startswith(begin) and part in data), None)


def refuse_workbook(name: str, data: bytes) -> None:
    """Raises FileError for a workbook."""
    if kind := workbook(data):
        reason = f"a workbook ({kind}): save it as CSV UTF-8 (File, Save As) and give that file"
        raise FileError(name, reason, problem=FileProblem.WORKBOOK, found=kind)
