"""Did you mean: the right name nearest to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like `word`, or None where none is like it."""
    import difflib

    known = list(choices)
    alike = {choice.lower(): choice for choice in known}
    found = difflib.get_close_matches(word.lower(), list(alike), 1)
    return alike[found[0]] if found else None


def hint(word: str, choices: Iterable[str], what: str) -> str:
    """A line of help: the nearest choice, else all of them, as `what`: "the stages are"."""
    known = list(choices)
    near = nearest(word, known)
    if near:
        return f"did you mean '{near}'?"
    return f"{what} {', '.join(known)}" if known else f"{what.rsplit(' ', 1)[0]}: none"
