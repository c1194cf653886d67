"""The command line. `main` is the `footpipe` command; `job`, `look` and `new` hold its commands."""

from footpipe.cli.main import main

__all__ = ["main"]
