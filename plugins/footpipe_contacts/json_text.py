"""JSON that people edit: read as a whole, and where each value stands, for what is told about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from footpipe import FileError, Place, place
from footpipe_contacts.label_files import read_text

Steps = Sequence[str | int]
BLANK = re.compile(r"[ \t\r\n]*")
SAVE = "save it as JSON in UTF-8"


class Table(dict[str, Any]):
    """An object of JSON. `twice`: keys that stand there more than once."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = [key for key in self if keys.count(key) > 1]


class JsonText:
    """A JSON file: its `document`, and faults that tell their lines.

    Raises `FileError` where the file cannot be read, or is not JSON.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path, "JSON", SAVE)
        try:
            self.document: Any = json.loads(self.text, object_pairs_hook=Table)
        except json.JSONDecodeError as fault:
            where = place(path, fault.lineno, fault.colno)
            raise FileError(f"not JSON: {fault.msg}", where=where, help=SAVE) from fault
        except (ValueError, RecursionError) as fault:
            raise FileError(f"not JSON that can be read: {fault}", where=place(path), help=SAVE) from fault

    def fault(self, message: str, steps: Steps, help: str | None = None) -> FileError:
        """An error about the value that `steps` (keys, and numbers in lists) lead to."""
        return FileError(message, where=self.where(steps), help=help)

    def where(self, steps: Steps) -> Place:
        """Line and column of the value that `steps` lead to."""
        at = self.after(BLANK, 0)
        for step in steps:
            at = next(value for key, value in self.items(at) if key == step)
        line = self.text.count("\n", 0, at) + 1
        return place(self.path, line, at - self.text.rfind("\n", 0, at))

    def items(self, at: int) -> Iterator[tuple[str | int, int]]:
        """Key or number, and offset, of every value in the object or list that begins at `at`."""
        decode, keyed, number = json.JSONDecoder().raw_decode, self.text[at] == "{", 0
        at = self.after(BLANK, at + 1)
        while self.text[at] not in "]}":
            key: str | int = number
            if keyed:
                key, at = decode(self.text, at)
                at = self.after(BLANK, self.after(BLANK, at) + 1)  # the colon
            yield key, at
            number, (_, at) = number + 1, decode(self.text, at)
            at = self.after(BLANK, at)
            if self.text[at] == ",":
                at = self.after(BLANK, at + 1)

    def after(self, pattern: re.Pattern[str], at: int) -> int:
        """Offset after what `pattern` matches at an offset."""
        found = pattern.match(self.text, at)
        assert found  # the pattern takes what is empty, too
        return found.end()
