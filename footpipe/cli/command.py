"""Running a command, and what becomes of its faults. The commands are in `job`, `look` and `new`."""

from __future__ import annotations

import atexit
import gc
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

import typer

from footpipe.cli import INTERRUPTED, job, look, new, terminal
from footpipe.cli.app import app
from footpipe.errors import FootpipeError, Place, describe
from footpipe.plugin_files import origin, told

COMMANDS = (job, look, new)  # imported for the commands that they add to the app, in this order
TERMINATED = 128 + signal.SIGTERM  # exit code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    atexit.register(gc.freeze)  # a process that ends need not look for garbage: that took a tenth of a check
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    terminal.open_streams()
    with terminal.notes() as notes, _terminable() as terminated:
        code = _main(given, notes)
    return TERMINATED if terminated else code


@contextmanager
def _terminable() -> Iterator[list[int]]:
    """Let SIGTERM interrupt the block as Ctrl-C does, so that nothing half written stays; the signals that came."""
    came: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield came
        return
    signal.signal(signal.SIGTERM, interrupt)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _main(arguments: list[str], notes: terminal.Notes) -> int:
    command = typer.main.get_command(_with(arguments[0]))
    try:
        code = command.main(arguments, prog_name="footpipe", standalone_mode=False, obj=notes)
        terminal.finish()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as fault:  # typer leaves by SystemExit where a pipe breaks
        if terminal.drop_output(fault):
            return 0
        if "--debug" in arguments:
            traceback.print_exc()
        code, text = _told(fault, ours=arguments[0] in getattr(command, "commands", ()))
        if text:
            notes.say(text)
    return code if isinstance(code, int) else 0  # a command of a plugin may return anything


def _with(name: str) -> typer.Typer:
    """The app with one of our commands alone, where `name` is one: to make them all takes longer than most work."""
    found = [info for info in app.registered_commands if info.callback and info.callback.__name__ == name]
    one = copy(app)
    one.registered_commands = found or app.registered_commands
    return one


def _told(fault: BaseException, ours: bool) -> tuple[int, str]:
    """Exit code and text of what went wrong, in a command of ours or of a plugin."""
    if isinstance(fault, FootpipeError):
        return fault.exit_code, str(fault)
    if hasattr(fault, "format_message"):  # of typer, for a command line that it cannot read
        return 2, _usage(fault)
    if isinstance(fault, SystemExit):
        return _left(fault, ours)
    if isinstance(fault, OSError):
        where = Place(str(fault.filename)) if fault.filename else None
        return 1, describe("error", fault.strerror or told(fault), where, None)
    return 1, describe(
        "error", f"a fault of footpipe itself: {told(fault)}", None, "run it again with --debug, and report it"
    )


def _left(fault: SystemExit, ours: bool) -> tuple[int, str]:
    """Exit code and text of a command that left by itself. A plugin's may; ours never do: something made them."""
    if ours:
        return 1, describe("error", f"a plugin ended the work: {told(fault)}", origin(fault), "mend it or uninstall it")
    if isinstance(fault.code, int | None):
        return fault.code or 0, ""
    return 1, describe("error", str(fault.code), None, None)


def _usage(fault: Any) -> str:
    message = str(getattr(fault, "message", "")) or fault.format_message()
    if message.startswith("Usage: "):  # a group of commands, asked for none of them, shows its help
        return message
    option = getattr(fault, "option_name", None)
    near = getattr(fault, "possibilities", None) or []
    if option and near is not None and message.startswith("No such option"):
        return describe("error", f"there is no option '{option}'", None, f"did you mean '{near[0]}'?" if near else None)
    return describe("error", fault.format_message().rstrip("."), None, _see_help(fault))


def _see_help(fault: Any) -> str:
    path = fault.ctx.command_path if getattr(fault, "ctx", None) else "footpipe"
    return f"see {path} --help"
