"""What people see: results on stdout, everything else as plain lines on stderr."""

from __future__ import annotations

import json
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from footpipe.errors import FootpipeWarning, log
from footpipe.report import Table, holds_numbers

if TYPE_CHECKING:
    from footpipe.run import Progress


# stdout


def print_json(value: Any) -> None:
    """One JSON object, and nothing else."""
    _print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def print_tables(tables: Sequence[Table]) -> None:
    """Tables for people: drawn on a terminal, plain and in full width anywhere else."""
    for index, table in enumerate(tables):
        if index:
            _print("")
        if sys.stdout.isatty():
            _draw(table)
        else:
            _print(str(table))


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


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def drop_output(fault: BaseException) -> bool:
    """Whether stdout's reader has gone: no reason to complain, now or when Python flushes at its end.

    Any other fault of stdout is told once, and what could not be written is let go too.
    """
    gone = isinstance(fault.__context__ if isinstance(fault, SystemExit) else fault, BrokenPipeError)
    if gone or isinstance(fault, OSError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return gone


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
            self._once(record.getMessage())

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
