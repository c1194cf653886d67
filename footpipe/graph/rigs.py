"""Rigs of a graph: given whole, or laid over the one that is found in the clip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from footpipe.errors import Place, RigError
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.values import Subject, check_values
from footpipe.nearest import hint
from footpipe.params import Params, param
from footpipe.rig import BoundRig, Limb, Rig, Side
from footpipe.skeleton import Skeleton

NEEDED = ("hip", "knee", "ankle", "toe")


class LimbTable(Params):
    """`limbs.NAME` of a graph's rig; what is left out is as found."""

    hip: str | None = param(None, doc="joint at the top of the limb")
    knee: str | None = param(None, doc="joint that bends")
    ankle: str | None = param(None, doc="joint above the foot")
    toe: str | None = param(None, doc="joint at the ball of the foot, the point that is locked")
    toe_end: str | None = param(None, doc="tip of the toe")
    side: Side | None = param(None, doc="side of the body")
    knee_axis: tuple[float, float, float] | None = param(None, doc="hinge axis in the knee's own frame")


class RigTable(Params):
    """`[rigs.NAME]` of a graph."""

    limbs: dict[str, Any] = param({}, doc="the limbs by name, each a table")
    keep_found: bool = param(
        False, doc="beside limbs that are given whole keep those found in the clip, as when hands are added to legs"
    )
    pelvis: str | None = param(None, doc="joint that carries the hips")
    floor: float | None = param(None, unit="m", doc="world height of the floor")


class RigEntry(NamedTuple):
    """A rig of a graph. `places`: where its parts stand, by what a `RigError` calls them ("left.hip:")."""

    name: str
    limbs: Mapping[str, Mapping[str, Any]]
    keep_found: bool
    pelvis: str | None
    floor: float | None
    place: Place | None
    places: Mapping[str, Place]

    def bind(self, skeleton: Skeleton, find: Callable[[Skeleton], Rig]) -> BoundRig:
        """The rig on a skeleton; raises `RigError` with the place in the graph of what does not fit."""
        try:
            return self._over(find, skeleton).bind(skeleton)
        except RigError as fault:
            where = next((place for part, place in self.places.items() if fault.message.startswith(part)), self.place)
            raise RigError(fault.message, where=fault.where or where, help=fault.help) from fault

    def _over(self, find: Callable[[Skeleton], Rig], skeleton: Skeleton) -> Rig:
        whole = bool(self.limbs) and all(_is_whole(limb) for limb in self.limbs.values())
        if whole and not self.keep_found:
            rig = Rig({name: Limb(**limb) for name, limb in self.limbs.items()}, origin=f"given as '{self.name}'")
        else:
            found = find(skeleton)
            limbs = {**found.limbs, **{name: self._limb(name, found) for name in self.limbs}}
            rig = replace(found, limbs=limbs, origin=f"{found.origin}, with rig '{self.name}' over it")
        pelvis = rig.pelvis if self.pelvis is None else self.pelvis
        return replace(rig, pelvis=pelvis, floor=rig.floor if self.floor is None else self.floor)

    def _limb(self, name: str, found: Rig) -> Limb:
        given = self.limbs[name]
        if _is_whole(given):
            return Limb(**given)
        if name not in found.limbs:
            raise RigError(
                f"limb '{name}': none of that name was found, and a new one needs {', '.join(NEEDED)}",
                help=hint(name, found.limbs, "the limbs found are"),
            )
        limb = found.limbs[name]
        if given.get("toe", limb.toe) != limb.toe:
            limb = replace(limb, toe_end=None)  # the tip of another toe
        return replace(limb, **given)


def _is_whole(limb: Mapping[str, Any]) -> bool:
    return all(limb.get(part) is not None for part in NEEDED)


def read_rigs(tables: Any, notes: Mistakes) -> dict[str, RigEntry]:
    """The rigs of a graph by name; what is wrong with them is noted."""
    if not isinstance(tables, dict):
        notes.add("'rigs' must hold tables, as in [rigs.hero]", ("rigs",))
        return {}
    rigs = {name: _read_rig(name, table, notes) for name, table in tables.items()}
    return {name: rig for name, rig in rigs.items() if rig}


def _read_rig(name: str, table: Any, notes: Mistakes) -> RigEntry | None:
    path = ("rigs", name)
    if not isinstance(table, dict):
        notes.add(f"'{name}' must be a table, as in [rigs.{name}]", path)
        return None
    rig = check_values(RigTable, table, Subject(f"rig '{name}'", path, "key"), notes)
    given = table.get("limbs", {})
    limbs = (
        {limb: _read_limb(name, limb, part, notes) for limb, part in given.items()} if isinstance(given, dict) else {}
    )
    if rig is None:
        return None
    return RigEntry(
        name, limbs, rig.keep_found, rig.pelvis, rig.floor, notes.source.place(path), _places(path, limbs, notes)
    )


def _read_limb(rig: str, name: str, given: Any, notes: Mistakes) -> dict[str, Any]:
    path = ("rigs", rig, "limbs", name)
    if not isinstance(given, dict):
        notes.add(f"limb '{name}' must be a table (rig '{rig}')", path, f"as in limbs.{name} = {{ toe = ... }}")
        return {}
    subject = Subject(f"limb '{name}'", path, "part", f" (rig '{rig}')")
    limb = check_values(LimbTable, given, subject, notes)
    return limb.model_dump(exclude_unset=True) if limb else {}


def _places(path: tuple[str, ...], limbs: Mapping[str, Mapping[str, Any]], notes: Mistakes) -> dict[str, Place]:
    spots = {"the pelvis:": (*path, "pelvis")}
    for limb in limbs:
        spots |= {f"{limb}.{f.name}:": (*path, "limbs", limb, f.name) for f in fields(Limb)}
        spots[f"limb '{limb}':"] = (*path, "limbs", limb)
    return {part: place for part, spot in spots.items() if (place := notes.source.place(spot))}
