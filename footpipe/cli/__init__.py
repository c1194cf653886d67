"""The command line. `main` is the `footpipe` command; `job`, `look` and `new` hold its commands."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from functools import cache
from types import ModuleType

from footpipe.cli.later import load_later

__all__ = ["main"]

INTERRUPTED = 130  # exit code: 128 and the number of Ctrl-C's signal


def main(arguments: Sequence[str] | None = None) -> None:
    """The `footpipe` command: run it and leave with its exit code."""
    try:
        code = _command().main(arguments)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


@cache
def _command() -> ModuleType:
    """All that the command line needs. Importing leaves no garbage, and to look for some takes a tenth of a check."""
    load_later("numpy")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # it would look for some in all that is installed
    gc.disable()
    try:
        from footpipe.cli import command
    finally:
        gc.enable()
    gc.freeze()
    return command
