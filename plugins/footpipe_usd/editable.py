"""Whether an override above the stage would be seen."""

from __future__ import annotations

from typing import Any

from footpipe_usd.binding import upwards
from footpipe_usd.tell import named


def variants_of(animation: Any) -> tuple[str, ...]:
    """Variants that an animation's opinions come from, as "motion=walk": of others an override knows nothing."""
    prefixes = {prefix for spec in animation.GetPrimStack() for prefix in spec.path.GetPrefixes()}
    chosen = (prefix.GetVariantSelection() for prefix in prefixes if prefix.IsPrimVariantSelectionPath())
    return tuple(sorted({f"{name}={selection}" for name, selection in chosen}))


def blocked(animation: Any) -> str | None:
    """Why USD would ignore an override of an animation; None where it would not."""
    if not (animation.IsInstanceProxy() or animation.IsInPrototype()):
        return None
    instance = next((prim for prim in upwards(animation) if prim.IsInstance()), animation)
    return (
        f"{named(animation)} is inside the instance {named(instance)}, where USD ignores overrides: "
        "bind an animation outside of it on the instance, or set instanceable = false there"
    )
