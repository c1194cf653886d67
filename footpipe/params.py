"""A stage's parameters: typed, bounded, documented with their units; one pydantic model a stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from footpipe.nearest import nearest

BOUNDS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "examples")


class Fault(NamedTuple):
    """A parameter whose value does not go together with the rest: its name, what is wrong, what to do."""

    name: str
    message: str
    help: str | None = None


class Params(BaseModel):
    """Base of every stage's parameters. Frozen; a name that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, allow_inf_nan=False, defer_build=True)

    def faults(self, inputs: Sequence[str]) -> Sequence[Fault]:
        """What does not go together among values that are right by themselves; for stages that have such.

        `inputs` are the names of the clips that will come in. Told before anything runs.
        """
        return ()


class NoParams(Params):
    """Parameters of a stage that has none."""


def param(default: Any = ..., *, doc: str, unit: str | None = None, **bounds: Any) -> Any:
    """One parameter: its default (... = it must be given), what it means, its unit, and its bounds.

    `unit` is "" for a number that has none; `bounds` are pydantic's: gt, ge, lt, le, min_length, pattern and so on.
    `examples`, a list: the manual and `footpipe stages --toml` show the first. One that must be given needs one there.

    Raises `TypeError` for a bound that pydantic does not know.
    """
    for name in bounds:
        if name not in (Field.__kwdefaults__ or bounds):
            near = nearest(name, BOUNDS)
            raise TypeError(f"param() knows no '{name}'" + (f": did you mean '{near}'?" if near else ""))
    return Field(default, description=doc, json_schema_extra=None if unit is None else {"unit": unit}, **bounds)


def unit_of(model: type[BaseModel], name: str) -> str:
    """The unit of one parameter, or an empty text."""
    extra = model.model_fields[name].json_schema_extra
    return str(extra.get("unit", "")) if isinstance(extra, dict) else ""
