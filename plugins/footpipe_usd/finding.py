"""What a check has found: where, what, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pxr import Sdf

Kind = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """One finding.

    check      who found it: "footpipe", or a validator of USD by its name
    prim       path of the prim, "/" for the stage itself
    attribute  name of its property, empty where the prim is meant
    what       what is wrong
    help       what to do
    kind       "error": USD or a program would do something else than is meant; "warning": it may
    """

    check: str
    prim: str
    attribute: str
    what: str
    help: str
    kind: Kind = "error"

    def __str__(self) -> str:
        where = f"<{self.prim}.{self.attribute}>" if self.attribute else f"<{self.prim}>"
        return f"{where}: {self.kind}: {self.what} ({self.check})\n  help: {self.help}"


def found(subject: Any, what: str, help: str, kind: Kind = "error") -> Finding:
    """A finding of ours about a prim, a property, or what is at a path."""
    path = subject if isinstance(subject, Sdf.Path) else subject.GetPath()
    return Finding("footpipe", str(path.GetPrimPath()), path.name if path.IsPropertyPath() else "", what, help, kind)
