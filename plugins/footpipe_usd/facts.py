"""What the root layer says of time, unit and up axis."""

from __future__ import annotations

import math
from typing import Any

from pxr import UsdGeom

from footpipe_usd.source import StageFacts
from footpipe_usd.tell import Teller

TOLD = ("timeCodesPerSecond", "framesPerSecond", "upAxis", "metersPerUnit")
RANGE = ("startTimeCode", "endTimeCode", "defaultPrim")
OWN = (  # what every layer says of itself alone
    "comment", "documentation", "customLayerData", "owner", "sessionOwner", "hasOwnedSubLayers",
    "subLayers", "subLayerOffsets", "layerRelocates", "primChildren",
)  # fmt: skip
MOST = 1e18  # metres or time codes: what is beyond it, or below its inverse, is no unit and no rate of anything
UNITS = {"upAxis": "up is taken to be Y", "metersPerUnit": "a unit is taken to be 0.01 m"}


def facts_of(stage: Any) -> StageFacts:
    """Metadata of a stage's root layer, as they count."""
    root = stage.GetPseudoRoot()
    return StageFacts(
        rate=stage.GetTimeCodesPerSecond(),
        frames_per_second=stage.GetFramesPerSecond(),
        start=stage.GetStartTimeCode() if root.HasAuthoredMetadata("startTimeCode") else None,
        end=stage.GetEndTimeCode() if root.HasAuthoredMetadata("endTimeCode") else None,
        up_axis=str(UsdGeom.GetStageUpAxis(stage)),
        metres_per_unit=UsdGeom.GetStageMetersPerUnit(stage),
        default_prim=stage.GetRootLayer().defaultPrim or None,
        authored=frozenset(name for name in TOLD if root.HasAuthoredMetadata(name)),
        further=_further(stage.GetRootLayer().pseudoRoot),
    )


def _further(root: Any) -> dict[str, Any]:
    names = set(root.ListInfoKeys()) - {*TOLD, *RANGE, *OWN}
    return {name: root.GetInfo(name) for name in sorted(names)}


def check_facts(facts: StageFacts, tell: Teller) -> None:
    """Raises `FileError` on a rate or a unit with which no motion has a speed, and on an up axis that is none."""
    if facts.up_axis not in ("Y", "Z"):
        raise tell.error("/", f"the root layer's upAxis is {facts.up_axis}", 'USD knows "Y" and "Z"')
    rate = "framesPerSecond" if "timeCodesPerSecond" not in facts.authored else "timeCodesPerSecond"
    for name, value in {rate: facts.rate, "metersPerUnit": facts.metres_per_unit}.items():
        if not (math.isfinite(value) and 1 / MOST < value < MOST):
            advice = "author what it is in the root layer, such as 24" if name == rate else "author it, such as 0.01"
            raise tell.error(
                "/", f"the root layer's {name} is {value:g}: it must be above 0, and below {MOST:g}", advice
            )


def tell_units(facts: StageFacts, tell: Teller) -> None:
    """Warn of a unit or an up axis that is USD's fallback, since nobody said it."""
    missing = [name for name in UNITS if name not in facts.authored]
    if missing:
        taken = " and ".join(UNITS[name] for name in missing)
        tell.warn("/", f"the root layer has no {' nor '.join(missing)}: {taken}", "author them in the root layer")
