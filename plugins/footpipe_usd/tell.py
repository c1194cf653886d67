"""Errors and warnings about a stage: they name the prim, and its attribute."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from footpipe import FileError, Place, log, warn

NAMESPACE = re.compile(r"\bpxrInternal_\w+::")  # of C++ names that USD puts into its sentences


@dataclass(frozen=True)
class Teller:
    """Speaks of one stage. `strict`: warnings are errors."""

    where: Place
    strict: bool

    def error(self, subject: Any, what: str, help: str | None = None) -> FileError:
        """An error about a prim or property; it is for the caller to raise."""
        return FileError(f"{named(subject)}: {what}", where=self.where, help=help)

    def warn(self, subject: Any, what: str, help: str | None = None) -> None:
        """A warning about a prim or property; raised as an error where strict."""
        warn(f"{named(subject)}: {what}", where=self.where, help=help, strict=self.strict)

    def note(self, what: str) -> None:
        """A line for whoever wants to know what was found."""
        log.info("%s: %s", self.where, what)


def said(fault: Exception) -> str:
    """What went wrong first, of what USD says in its own error."""
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    return NAMESPACE.sub("", lines[0].partition(" : ")[2].strip("' ") or lines[0])


def named(subject: Any) -> str:
    """A prim, property or path as USD writes it: "</Hero/Skel.joints>"."""
    return f"<{subject.GetPath() if hasattr(subject, 'GetPath') else subject}>"


def listed(names: Any, most: int = 6) -> str:
    """Names in a sentence: the first few where they are many."""
    known = [str(name) for name in names]
    return ", ".join(known[:most]) + (f" and {len(known) - most} more" if len(known) > most else "")
