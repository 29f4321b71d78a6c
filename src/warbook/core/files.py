"""Files that somebody named: read whole, and what is wrong with them told in the words of whoever named them."""

from __future__ import annotations

from pathlib import Path

from .errors import BadData, nearest

MOST = 64 * 1024 * 1024  # bytes: far above any record, far below what would fill a machine


def read_bytes(path: str | Path) -> bytes:
    """A file, whole.  Raises `BadData` where there is none, where it is a directory, or where it cannot be read."""
    path = Path(path)
    if path.is_dir():
        raise BadData(str(path), "", "a directory", "a file")
    try:
        if path.stat().st_size > MOST:
            raise BadData(str(path), "", f"{path.stat().st_size} bytes", f"at most {MOST}")
        return path.read_bytes()
    except FileNotFoundError as fault:
        beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        raise BadData(str(path), "", "no such file" + nearest(path.name, beside), "a file that exists") from fault
    except OSError as fault:
        raise BadData(str(path), "", fault.strerror or str(fault), "a file that can be read") from fault


def read_text(path: str | Path) -> str:
    """A file as text.  Raises `BadData`, also where it is not UTF-8."""
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        where = f"byte {fault.start + 1}"
        raise BadData(str(path), where, f"0x{data[fault.start]:02x}", "text in UTF-8") from fault
    if "\0" in text:
        raise BadData(str(path), f"line {text[: text.index(chr(0))].count(chr(10)) + 1}", "a zero byte", "text")
    return text
