"""Files are written beside their place and moved in at the end: a failure leaves the old file whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from footpipe.errors import FileError, place

NEW_FILE_MODE = 0o666  # less the user's umask, as any new file


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file to write; it takes the place of `path` when the block ends well, and vanishes when not.

    Raises `FileError` where the folder is missing or cannot be written to.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise FileError(
            "the output folder does not exist", where=place(target), help=f"make the folder {target.parent}"
        )
    if target.is_dir():
        raise FileError("the output is a folder", where=place(target), help="name a file in it")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as fault:
        raise _cannot_write(target, fault) from fault
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        part.chmod(_mode(target))
        part.replace(target)
    except OSError as fault:
        raise _cannot_write(target, fault) from fault
    finally:
        part.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The old file's permissions, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return NEW_FILE_MODE & ~umask


def _cannot_write(target: Path, fault: OSError) -> FileError:
    return FileError(
        f"cannot write: {fault.strerror or fault}", where=place(target), help="choose another place for it"
    )
