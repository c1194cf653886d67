"""Files are written beside their place and moved in at the end: a failure leaves the old file whole."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from footpipe.errors import FileError, place


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file to write; it takes the place of `path` when the block ends well, and vanishes when not.

    A link is followed: the file that it leads to is replaced. The old file's permissions stay.

    Raises `FileError` where the folder is missing or cannot be written to.
    """
    target = Path(path).resolve()
    if not target.parent.is_dir():
        raise FileError(
            "the output folder does not exist", where=place(path), help=f"make the folder {Path(path).parent}"
        )
    if target.is_dir():
        raise FileError("the output is a folder", where=place(path), help="name a file in it")
    part = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            yield file
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)
    except OSError as fault:
        raise _cannot_write(Path(path), fault) from fault
    finally:
        part.unlink(missing_ok=True)


def _cannot_write(target: Path, fault: OSError) -> FileError:
    return FileError(
        f"cannot write: {fault.strerror or fault}", where=place(target), help="choose another place for it"
    )
