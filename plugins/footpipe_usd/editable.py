"""Whether an override above the stage would be seen."""

from __future__ import annotations

from typing import Any

from footpipe_usd.binding import upwards
from footpipe_usd.tell import named


def blocked(animation: Any) -> str | None:
    """Why USD would ignore an override of an animation; None where it would not."""
    if not (animation.IsInstanceProxy() or animation.IsInPrototype()):
        return None
    instance = next((prim for prim in upwards(animation) if prim.IsInstance()), animation)
    return (
        f"{named(animation)} is inside the instance {named(instance)}, where USD ignores overrides: "
        "bind an animation outside of it on the instance, or set instanceable = false there"
    )
