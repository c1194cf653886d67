"""pxr may be missing: a studio's programs bring their own, and without USD nobody needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from footpipe import FileError, place


@contextmanager
def pxr_wanted(who: str, path: Path | None = None) -> Iterator[None]:
    """Around imports of pxr: where it is missing, a `FileError` tells how to get it."""
    try:
        yield
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] != "pxr":
            raise
        raise FileError(
            f"{who} needs OpenUSD's Python modules (pxr), which are not here",
            where=place(path) if path else None,
            help="install them: pip install 'footpipe[usd]'",
        ) from None
