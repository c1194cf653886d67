"""The command line: `footpipe.cli:main`. The commands are in `job`, `look` and `new`."""

from __future__ import annotations

import atexit
import gc
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from footpipe.cli import job, look, new, terminal
from footpipe.cli.app import app
from footpipe.errors import FootpipeError, describe

COMMANDS = (job, look, new)  # imported for the commands that they add to the app, in this order
INTERRUPTED = 130  # exit code after Ctrl-C


def main(arguments: Sequence[str] | None = None) -> None:
    """The `footpipe` command: run it and leave with its exit code."""
    atexit.register(gc.freeze)  # a process that ends need not look for garbage: that took a tenth of a check
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    with terminal.notes() as notes:
        code = _main(given, notes)
    sys.exit(code)


def _main(arguments: list[str], notes: terminal.Notes) -> int:
    command = typer.main.get_command(app)
    try:
        code = command.main(arguments, prog_name="footpipe", standalone_mode=False, obj=notes)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Exception, SystemExit) as fault:  # typer leaves by SystemExit where a pipe breaks
        if terminal.drop_output(fault):
            return 0
        if "--debug" in arguments:
            traceback.print_exc()
        code, text = _told(fault)
        if text:
            notes.say(text)
    return code if isinstance(code, int) else 0  # a command of a plugin may return anything


def _told(fault: BaseException) -> tuple[int, str]:
    """Exit code and text of what went wrong."""
    if isinstance(fault, FootpipeError):
        return fault.exit_code, str(fault)
    if hasattr(fault, "format_message"):  # of typer, for a command line that it cannot read
        return 2, _usage(fault)
    if isinstance(fault, SystemExit):
        return _left(fault.code)
    if isinstance(fault, OSError):
        return 1, describe("error", fault.strerror or str(fault), None, None)
    what = f"{type(fault).__name__}: {fault}"
    return 1, describe("error", f"a fault of footpipe itself: {what}", None, "run it again with --debug, and report it")


def _left(code: int | str | None) -> tuple[int, str]:
    """Exit code and text of a command that left by itself, as a plugin's may."""
    if isinstance(code, str):
        return 1, describe("error", code, None, None)
    return code or 0, ""


def _usage(fault: Any) -> str:
    message = str(getattr(fault, "message", "")) or fault.format_message()
    option = getattr(fault, "option_name", None)
    near = getattr(fault, "possibilities", None) or []
    if option and near is not None and message.startswith("No such option"):
        return describe("error", f"there is no option '{option}'", None, f"did you mean '{near[0]}'?" if near else None)
    return describe("error", fault.format_message().rstrip("."), None, _see_help(fault))


def _see_help(fault: Any) -> str:
    path = fault.ctx.command_path if getattr(fault, "ctx", None) else "footpipe"
    return f"see {path} --help"
