"""Files are written beside their place and moved in at the end: a failure leaves the old file whole."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from footpipe.errors import FileError, place


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file to write; it takes the place of `path` when the block ends well, and vanishes when not.

    A link is followed: the file that it leads to is replaced. The old file's permissions stay.

    Raises `FileError` where the folder is missing or cannot be written to, where the old file may not be written, and
    where `path` is no file but a folder, a device or a pipe.
    """
    with replacing_path(path) as part, part.open("xb") as file:
        yield file


@contextmanager
def replacing_path(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The same for a library that opens its files itself: a path beside `path`, with its ending, to make a file at."""
    try:
        target = Path(os.path.realpath(path))
        mode = _checked(Path(path), target)
        part = target.with_name(f".{target.stem[:200]}.{secrets.token_hex(4)}.part{target.suffix[:40]}")
        try:
            yield part
            if mode is not None:
                part.chmod(stat.S_IMODE(mode))
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as fault:
        raise _cannot_write(Path(path), fault) from fault


def _checked(path: Path, target: Path) -> int | None:
    """The mode of the file that is there, or None; raises `FileError` where none can take its place."""
    folder, mode = _mode(target.parent), _mode(target)
    if folder is None or not stat.S_ISDIR(folder):
        raise FileError("the output folder does not exist", where=place(path), help=f"make the folder {path.parent}")
    if mode is None:
        return None
    if stat.S_ISDIR(mode):
        raise FileError("the output is a folder", where=place(path), help="name a file in it")
    if not stat.S_ISREG(mode):
        raise FileError("the output is no file but a device or a pipe", where=place(path), help="name a file")
    if not os.access(target, os.W_OK):
        advice = "make it writable, or choose another place"
        raise FileError("the output is there already and may not be written", where=place(path), help=advice)
    return mode


def _mode(path: Path) -> int | None:
    """What is at a path, None for nothing; raises `OSError` where that cannot be seen."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _cannot_write(target: Path, fault: OSError) -> FileError:
    return FileError(
        f"cannot write: {fault.strerror or fault}", where=place(target), help="choose another place for it"
    )
