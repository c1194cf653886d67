"""Contacts that came with a clip, out of its own file: their names brought to the rig's."""

from __future__ import annotations

from dataclasses import replace

from footpipe import BoundRig, Clip, Contacts, FileError, StageError, hint, place
from footpipe_contacts.label_files import known_points


def own_labels(clip: Clip, rig: BoundRig) -> Contacts:
    """The clip's contacts, by the rig's contact points.

    Raises `StageError` where it has none, `FileError` for a name that is no contact point, toe or ankle of the rig.
    """
    if clip.contacts is None:
        raise StageError(
            "detect.labels has no path, and the clip's own file holds no contacts",
            help="give the path of a CSV or JSON file; USD stages hold contacts on their SkelAnimation",
        )
    points = tuple(_point(name, clip, rig) for name in clip.contacts.points)
    return clip.contacts if points == clip.contacts.points else replace(clip.contacts, points=points)


def _point(name: str, clip: Clip, rig: BoundRig) -> str:
    """The contact point of a name: itself, or that of a joint."""
    known = known_points(rig)
    if name in known:
        return name
    joints = rig.skeleton.find(name)
    for point, joint in zip(known, [*rig.toe.tolist(), *rig.ankle.tolist()], strict=True):
        if joint in joints:
            return point
    where = place(clip.file) if clip.file else None
    raise FileError(
        f"'{name}' is no contact point, toe or ankle of the rig", where=where, help=hint(name, known, "the rig has")
    )
