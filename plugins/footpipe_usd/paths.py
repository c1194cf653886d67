"""Paths of files as USD takes them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from footpipe import FileError, place

SUFFIXES = (".usda", ".usdc", ".usd")


def check_nameable(path: Path) -> None:
    """Raises `FileError` on a path that no asset path can hold: control characters, bytes that are no UTF-8."""
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in str(path)):
        what = "USD has no asset paths with control characters, nor with bytes that are no UTF-8"
        raise FileError(what, where=place(path), help="rename the file or its folder")


def check_written(path: Path) -> None:
    """The same for a path to write to, and on an ending that no layer has."""
    check_nameable(path)
    if path.suffix.lower() not in SUFFIXES:
        advice = f"name a file that ends in {', '.join(SUFFIXES)}"
        raise FileError(f"no layer is written as '{path.suffix}'", where=place(path), help=advice)
