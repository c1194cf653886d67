"""What there is to know of a clip, for people and programs; and its rig as a graph would have it."""

from __future__ import annotations

from typing import Any

import numpy as np

from footpipe import kernel
from footpipe.cli.show_stage import toml_text
from footpipe.clip import Clip
from footpipe.errors import RigError
from footpipe.registry import Registry
from footpipe.report import Table
from footpipe.rig import JOINTS, BoundRig
from footpipe.rig_find import find_rig_of
from footpipe.skeleton import Skeleton

AXES = ("x", "y", "z")


def facts(clip: Clip, registry: Registry) -> dict[str, Any]:
    """What is known of a clip, as JSON can hold it; `rig` is None where no legs are found."""
    return {
        "joints": len(clip.skeleton),
        "frames": len(clip),
        "rate": clip.rate,
        "seconds": float(clip.times[-1] - clip.times[0]),
        "metres_per_unit": clip.placement.scale,
        "up": _up(clip),
        "rest_rows": clip.rest_rows,
        "rig": _rig_facts(clip, registry),
        "contacts": _contact_facts(clip),
        "channels": sorted(clip.channels),
    }


def table(path: str, known: dict[str, Any]) -> Table:
    """The facts as a table."""
    rate = "uneven" if known["rate"] is None else f"{known['rate']:g} frames per second"
    rows = [
        ("joints", str(known["joints"])),
        ("frames", f"{known['frames']}" + (f", of which {known['rest_rows']} rest" if known["rest_rows"] else "")),
        ("rate", "one frame" if known["frames"] == 1 else rate),
        ("length", f"{known['seconds']:.3f} s"),
        ("unit", f"{known['metres_per_unit']:.6g} m"),
        ("up", known["up"]),
        *_rig_rows(known["rig"]),
        (
            "contacts",
            ", ".join(f"{point} {share:.0%}" for point, share in (known["contacts"] or {}).items())
            or "none in the file",
        ),
    ]
    return Table(path, ("", ""), rows)


def rig_toml(clip: Clip, registry: Registry) -> str:
    """A `[rigs.found]` table for a graph, with the rig that is found in the clip. Raises `RigError` without legs."""
    rig = find_rig_of(clip, registry.rig_names).bind(clip.skeleton)
    lines = [f"[rigs.found]  # {rig.rig.origin}"]
    for limb, joints in _limbs(rig).items():
        side = rig.rig.limbs[limb].side
        parts = {**joints, **({"side": side} if side else {})}
        lines.append(f"limbs.{limb} = {{ {', '.join(f'{key} = {toml_text(name)}' for key, name in parts.items())} }}")
    return "\n".join([*lines, f"pelvis = {toml_text(_name(rig.skeleton, rig.pelvis))}", f"floor = {rig.floor}"])


def _up(clip: Clip) -> str:
    """The file's axis that points up in the world."""
    up = kernel.rotate(kernel.inverse(clip.placement.rotation[:1]), np.array([[0.0, 1.0, 0.0]]))[0]
    axis = int(np.argmax(np.abs(up)))
    return ("-" if up[axis] < 0 else "") + AXES[axis]


def _rig_facts(clip: Clip, registry: Registry) -> dict[str, Any] | None:
    try:
        rig = find_rig_of(clip, registry.rig_names).bind(clip.skeleton)
    except RigError:
        return None
    return {"origin": rig.rig.origin, "pelvis": _name(rig.skeleton, rig.pelvis), "limbs": _limbs(rig)}


def _rig_rows(rig: dict[str, Any] | None) -> list[tuple[str, str]]:
    if rig is None:
        return [("rig", "no legs found")]
    return [("rig", rig["origin"]), *((limb, " > ".join(joints.values())) for limb, joints in rig["limbs"].items())]


def _limbs(rig: BoundRig) -> dict[str, dict[str, str]]:
    """Each limb's joints by the shortest name that is theirs alone."""
    return {
        limb: {part: _name(rig.skeleton, joint) for part, joint in zip(JOINTS, leg, strict=True) if joint >= 0}
        for limb, leg in zip(rig.names, rig.legs.tolist(), strict=True)
    }


def _name(skeleton: Skeleton, joint: int) -> str:
    name = skeleton.names[joint]
    return name if len(skeleton.find(name)) == 1 else skeleton.joints[joint]


def _contact_facts(clip: Clip) -> dict[str, float] | None:
    """Share of the frames in which each point is in contact."""
    if clip.contacts is None:
        return None
    shares = clip.contacts.active().mean(axis=0)
    return {point: float(share) for point, share in zip(clip.contacts.points, shares, strict=True)}


def _shares(contacts: dict[str, float]) -> str:
    return ", ".join(f"{point} {share:.0%}" for point, share in contacts.items())
