"""What people see: results on stdout, everything else as plain lines on stderr."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from footpipe.errors import FileError, FootpipeWarning, Place, log, plain
from footpipe.report import Table, holds_numbers

if TYPE_CHECKING:
    from footpipe.execute import Progress


def open_streams() -> None:
    """See that stdout and stderr are there, and take every character: what they cannot hold is escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


# stdout


def plugins_aside() -> redirect_stdout[Any]:
    """While plugins are loaded and run: what they print goes to stderr, stdout being for results."""
    return redirect_stdout(sys.stderr)


def print_json(value: Any) -> None:
    """One JSON object, and nothing else."""
    any_character = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print_text(json.dumps(value, indent=2, ensure_ascii=not any_character, allow_nan=False))


def print_tables(tables: Sequence[Table]) -> None:
    """Tables for people: drawn on a terminal, plain and in full width anywhere else."""
    for index, table in enumerate(tables):
        if index:
            print_text("")
        if sys.stdout.isatty():
            with _stdout_named():
                _draw(table)
        else:
            print_text(str(table))


def _draw(table: Table) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(title=Text(table.title, "bold"), title_justify="left")
    for index, column in enumerate(table.columns):
        right = holds_numbers(row[index] for row in table.rows)
        drawn.add_column(Text(column), justify="right" if right else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*(Text(cell) for cell in row))
    Console().print(drawn)


def print_text(text: str) -> None:
    """A line on stdout, or several. Raises `FileError` where it takes none."""
    with _stdout_named():
        sys.stdout.write(text + "\n")


def finish() -> None:
    """Write what is still to be written. Raises `FileError` where stdout takes no more."""
    with _stdout_named():
        sys.stdout.flush()


@contextmanager
def _stdout_named() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        _let_go()
        raise FileError(f"cannot write: {fault.strerror or fault}", where=Place("stdout")) from fault


def drop_output(fault: BaseException) -> bool:
    """Whether stdout's reader has gone: no reason to complain, now or when Python flushes at its end.

    Any other fault of stdout is told once, and what could not be written is let go too.
    """
    gone = isinstance(fault.__context__ if isinstance(fault, SystemExit) else fault, BrokenPipeError)
    if gone or isinstance(fault, OSError):
        _let_go()
    return gone


def _let_go() -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# stderr


class Notes(logging.Handler):
    """Notes, warnings and errors on stderr, each line once, as it is; above a progress bar where there is one."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.said: set[str] = set()
        self.quiet = False  # warnings and errors alone
        self.console: Any = None

    def say(self, text: str) -> None:
        """A line, or several."""
        if self.console:
            self.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            sys.stderr.write(text + "\n")

    def emit(self, record: logging.LogRecord) -> None:
        """A note of footpipe's log."""
        if not self.quiet:
            self._once(plain(record.getMessage()))

    def warning(self, message: Warning | str, category: type[Warning], *place: Any) -> None:
        """A Python warning; footpipe's own has its place in its text."""
        if issubclass(category, FootpipeWarning):
            self._once(str(message))
        else:
            self._once(warnings.formatwarning(message, category, *place[:2]).rstrip())

    def _once(self, text: str) -> None:
        if text not in self.said:
            self.said.add(text)
            self.say(text)


@contextmanager
def notes() -> Iterator[Notes]:
    """Show footpipe's log and warnings on stderr while the block runs."""
    shown = Notes()
    level = log.level
    with warnings.catch_warnings():
        warnings.simplefilter("always", FootpipeWarning)
        warnings.showwarning = shown.warning  # type: ignore[assignment]
        log.addHandler(shown)
        log.setLevel(logging.INFO)
        try:
            yield shown
        finally:
            log.removeHandler(shown)
            log.setLevel(level)


@contextmanager
def progress(shown: Notes, quiet: bool) -> Iterator[Progress | None]:
    """A bar on a terminal's stderr; None where there is none to draw."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    bar = Bar(console=Console(stderr=True), transient=True, redirect_stderr=False, redirect_stdout=False)
    task = bar.add_task("")
    with bar:
        shown.console = bar.console
        try:
            yield lambda done, count, node: bar.update(task, completed=done, total=count, description=node)
        finally:
            shown.console = None
