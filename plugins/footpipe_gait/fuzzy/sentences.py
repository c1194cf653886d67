"""Rules as sentences: "delta is start and not clearance is low", and what they say: "hip is slow and knee is fast".

condition   term, or terms joined by `or`
term        factor, or factors joined by `and`, which binds closer
factor      `not` factor, `(` condition `)`, INPUT is SET, INPUT is not SET
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from footpipe import DataError

Span = tuple[int, int]  # of the characters of a sentence
TOKEN = re.compile(r"[()]|[^\s()]+")
NAME = re.compile(r"[\w-]+")
KEYWORDS = ("and", "or", "not", "is")


@dataclass(frozen=True)
class Is:
    """An input belongs to a set. The spans tell where a sentence says both."""

    input: str
    set: str
    input_at: Span = field(default=(0, 0), compare=False)
    set_at: Span = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return f"{self.input} is {self.set}"


@dataclass(frozen=True)
class Not:
    """As far as `part` does not hold: 1 - it."""

    part: Condition

    def __str__(self) -> str:
        return f"{self.part.input} is not {self.part.set}" if isinstance(self.part, Is) else f"not ({self.part})"


@dataclass(frozen=True)
class And:
    """As far as both hold: their product."""

    left: Condition
    right: Condition

    def __str__(self) -> str:
        left = f"({self.left})" if isinstance(self.left, Or) else str(self.left)
        right = f"({self.right})" if isinstance(self.right, And | Or) else str(self.right)
        return f"{left} and {right}"


@dataclass(frozen=True)
class Or:
    """As far as one holds: their sum less their product."""

    left: Condition
    right: Condition

    def __str__(self) -> str:
        right = f"({self.right})" if isinstance(self.right, Or) else str(self.right)
        return f"{self.left} or {right}"


Condition = Is | Not | And | Or


class Said(NamedTuple):
    """What a sentence says about an output, and where."""

    output: str
    value: str | float
    output_at: Span
    value_at: Span


class SentenceError(DataError):
    """A sentence that cannot be read; `span` tells where."""

    def __init__(self, message: str, span: Span, help: str) -> None:
        super().__init__(message, help=help)
        self.span = span


def check_names(what: str, names: Iterable[str]) -> None:
    """Raise `DataError` for a name that a sentence could not hold."""
    for name in names:
        if not NAME.fullmatch(name) or name in KEYWORDS or _number(name) is not None:
            advice = f"letters, digits, _ and -; no number, and none of {', '.join(KEYWORDS)}"
            raise DataError(f"{what} cannot be called '{name}'", help=advice)


def parse_condition(text: str) -> Condition:
    """The condition that a sentence states; raises `SentenceError`."""
    words = _Words(text, 'such as "delta is start and not clearance is low"')
    condition = _condition(words)
    words.expect_end()
    return condition


def parse_conclusions(text: str) -> tuple[Said, ...]:
    """What a sentence says, such as "hip is slow and knee is 12.5"; raises `SentenceError`."""
    words = _Words(text, 'such as "hip is slow and knee is 12.5"')
    said = [_said(words)]
    while words.take("and"):
        said.append(_said(words))
    words.expect_end()
    return tuple(said)


class _Words:
    """The words of a sentence, one after the other; `example`: one that is right."""

    def __init__(self, text: str, example: str) -> None:
        self.example = example
        self.found = [(match[0], match.span()) for match in TOKEN.finditer(text)]
        self.found.append(("", (len(text), len(text))))
        self.at = 0

    @property
    def word(self) -> str:
        return self.found[self.at][0]

    @property
    def span(self) -> Span:
        return self.found[self.at][1]

    def take(self, word: str) -> bool:
        """Go past `word` if it comes next."""
        if self.word != word:
            return False
        self.at += 1
        return True

    def name(self, what: str) -> tuple[str, Span]:
        """The name that comes next, of a `what`."""
        if self.word in KEYWORDS or not NAME.fullmatch(self.word):
            self.fail(f"the name of {what}")
        self.at += 1
        return self.found[self.at - 1]

    def expect(self, word: str, instead: str) -> None:
        if not self.take(word):
            self.fail(instead)

    def expect_end(self) -> None:
        if self.word:
            self.fail("'and', 'or' or the end" if self.word != ")" else "no ')', as none was opened,")

    def fail(self, wanted: str) -> None:
        got = f"'{self.word}'" if self.word else "the end"
        raise SentenceError(f"{wanted} wanted here, not {got}", self.span, self.example)


def _condition(words: _Words) -> Condition:
    condition = _term(words)
    while words.take("or"):
        condition = Or(condition, _term(words))
    return condition


def _term(words: _Words) -> Condition:
    term = _factor(words)
    while words.take("and"):
        term = And(term, _factor(words))
    return term


def _factor(words: _Words) -> Condition:
    if words.take("not"):
        return Not(_factor(words))
    if words.take("("):
        condition = _condition(words)
        words.expect(")", "a ')'")
        return condition
    return _statement(words)


def _statement(words: _Words) -> Condition:
    variable, variable_at = words.name("an input")
    words.expect("is", "'is'")
    turned = words.take("not")
    word, word_at = words.name("a set")
    statement = Is(variable, word, variable_at, word_at)
    return Not(statement) if turned else statement


def _said(words: _Words) -> Said:
    output, output_at = words.name("an output")
    words.expect("is", "'is'")
    number, number_at = _number(words.word), words.span
    if number is not None:
        words.take(words.word)
        return Said(output, number, output_at, number_at)
    value, value_at = words.name("a value")
    return Said(output, value, output_at, value_at)


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None
