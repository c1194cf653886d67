"""BVH texts for the tests, and a second, independent reading of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from footpipe_bvh.load import LoadBvh, load
from footpipe_bvh.write import WriteBvh, write

from footpipe import Clip

HEADER = """HIERARCHY
ROOT Hips
{
  OFFSET 0.0 90.0 0.0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Leg
  {
    OFFSET 0.0 -40.0 0.0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT Foot
    {
      OFFSET 0.0 -40.0 5.0
      CHANNELS 3 Zrotation Xrotation Yrotation
      End Site
      {
        OFFSET 0.0 -5.0 15.0
      }
    }
  }
}
"""
ROWS = """0 90 0 0 0 0 10 20 30 5 0 0
1 90.5 2 0 5 0 12 22 28 6 1 0
2 91 4 0 10 0 14 24 26 7 2 0
"""
MOTION = "MOTION\nFrames: 3\nFrame Time: 0.0333333\n"
TEXT = HEADER + MOTION + ROWS
PLACES = np.array([2.0, 91.0, 4.0])  # of the root in the last row


def load_text(folder: Path, text: str | bytes, **params: object) -> Clip:
    """The clip of a text; centimetres and y up unless said otherwise, since three joints have no legs."""
    path = folder / "clip.bvh"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return load(LoadBvh(**{"path": path, "unit": "cm", "up": "y", **params}))


def text_of(clip: Clip, folder: Path) -> bytes:
    """What `write.bvh` makes of a clip."""
    (path,) = write(clip, WriteBvh(path=folder / "written.bvh"))
    return path.read_bytes()


def turned(clip: Clip, joints: list[int], frames: slice = slice(None), degrees: float = 3.0) -> Clip:
    """The clip with some joints turned about their own x axis."""
    half = np.radians(degrees) / 2
    x, y, z, w = np.moveaxis(clip.rotations, -1, 0)
    s, c = np.sin(half), np.cos(half)
    new = np.stack([x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s], axis=-1)
    rotations = clip.rotations.copy()
    for joint in joints:
        rotations[frames, joint] = new[frames, joint]
    return clip.replace(rotations=rotations)


# The second reading: matrices, one frame at a time, names without blanks


def reference_places(text: str, deltas: bool = False, rows: range | None = None) -> dict[str, np.ndarray]:
    """(F, 3) places in skeleton space by joint name; an End Site is "<parent>.end"."""
    joints, numbers = _read(text)
    frames = np.array(numbers).reshape(-1, sum(len(j["channels"]) for j in joints))
    chosen = range(len(frames)) if rows is None else rows
    places = [pose(joints, frames[row], deltas) for row in chosen]
    return {joint["name"]: np.array([p[i] for p in places]) for i, joint in enumerate(joints)}


def _read(text: str) -> tuple[list[dict], list[float]]:
    words = iter(text.split())
    joints: list[dict] = []
    stack: list[int] = []
    for word in words:
        if word in ("ROOT", "JOINT", "End"):
            name = next(words)
            parent = stack[-1] if stack else -1
            name = f"{joints[parent]['name']}.end" if word == "End" else name
            stack.append(len(joints))
            joints.append({"name": name, "parent": parent, "channels": []})
        elif word == "OFFSET":
            joints[stack[-1]]["offset"] = [float(next(words)) for _ in range(3)]
        elif word == "CHANNELS":
            joints[stack[-1]]["channels"] = [next(words) for _ in range(int(next(words)))]
        elif word == "}":
            stack.pop()
        elif word == "Time:":
            next(words)
            break
    return joints, [float(word) for word in words]


def pose(joints: list[dict], row: np.ndarray, deltas: bool) -> list[np.ndarray]:
    """(J) places in skeleton space, of joints with a parent, an offset and channels."""
    places: list[np.ndarray] = []
    turns: list[np.ndarray] = []
    values = iter(row)
    for joint in joints:
        place, turn = np.array(joint["offset"]), np.eye(3)
        for channel in joint["channels"]:
            axis, value = "XYZ".index(channel[0]), next(values)
            if channel.endswith("position"):
                place[axis] = value + (place[axis] if deltas and joint["parent"] >= 0 else 0)
            elif channel.endswith("rotation"):
                turn = turn @ matrix(axis, value)
        above = joint["parent"]
        places.append(place if above < 0 else places[above] + turns[above] @ place)
        turns.append(turn if above < 0 else turns[above] @ turn)
    return places


def matrix(axis: int, degrees: float) -> np.ndarray:
    """Rotation about one axis."""
    s, c = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    out = np.eye(3)
    out[a, a] = out[b, b] = c
    out[a, b], out[b, a] = -s, s
    return out
