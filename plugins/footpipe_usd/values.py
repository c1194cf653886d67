"""Values of attributes in the types that UsdSkel's schema has: it ignores others in silence."""

from __future__ import annotations

from typing import Any

from footpipe_usd.tell import Teller

RETYPE = "USD ignores it: author it in that type"


def value_of(attribute: Any, kind: type, tell: Teller) -> Any:
    """The default value of an attribute, None without one. Raises `FileError` on one of another type than `kind`."""
    found = attribute.Get()
    if told := mistyped(attribute, found, kind):
        raise tell.error(attribute, told, RETYPE)
    return found


def mistyped(attribute: Any, found: Any, kind: type) -> str | None:
    """What is wrong with the type of a value that was found, in words; None where nothing is, or no value."""
    if found is None or isinstance(found, kind):
        return None
    return f"holds {type(found).__name__}, where USD takes {attribute.GetTypeName()}"
