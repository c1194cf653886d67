"""What the root layer says of time, unit and up axis."""

from __future__ import annotations

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


def tell_units(facts: StageFacts, tell: Teller) -> None:
    """Warn of a unit or an up axis that is USD's fallback, since nobody said it."""
    missing = [name for name in UNITS if name not in facts.authored]
    if missing:
        taken = " and ".join(UNITS[name] for name in missing)
        tell.warn("/", f"the root layer has no {' nor '.join(missing)}: {taken}", "author them in the root layer")
