"""For mkdocstrings: lists of fields in docstrings, `name   what it is` in columns, become lists on the page."""

from __future__ import annotations

import re
from typing import Any

import griffe

FIELD = re.compile(r"^(?P<names>[\w|, /]*\w) {2,}(?P<what>\S.*)$")


class Fields(griffe.Extension):
    """Rewrites every docstring as it is collected."""

    def on_object(self, *, obj: Any, **rest: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = "\n\n".join(map(as_list, obj.docstring.value.split("\n\n")))


def as_list(paragraph: str) -> str:
    """A paragraph as it is, or as a Markdown list where it is columns; what goes on below its column is joined."""
    lines = paragraph.splitlines()
    if not lines or not FIELD.match(lines[0]):
        return paragraph
    items: list[str] = []
    for line in lines:
        found = FIELD.match(line)
        if found:
            items.append(f"- `{found['names']}`: {found['what']}")
        elif line.startswith("  "):
            items[-1] += f" {line.strip()}"
        else:
            items.append(f"\n{line}")
    return "\n".join(items)
