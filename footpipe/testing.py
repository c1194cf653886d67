"""For tests of stages: `check_stage` is a plugin's whole first test, `walking_clip` a clip to try things on.

`exact_walk` is a person's walk whose contacts are known exactly: what a detector or a lock can be judged by.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from footpipe.api import checked_params, stage
from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.contacts import Contacts
from footpipe.errors import FileError
from footpipe.graph.values import kinds_of
from footpipe.params import Params
from footpipe.rig_find import find_rig
from footpipe.roles import Loader, Locker, Measure, Merge, Outcome, Stage, Writer
from footpipe.skeleton import Skeleton

STRIDE = 1.0  # s
SPEED = 1.2  # m/s
SAME = 1e-9  # how far a causal stage's frames may differ when later ones are cut off


def check_stage(record: Stage, clip: Clip | None = None, **params: Any) -> None:
    """Everything that footpipe expects of any stage, tried on `clip` (a synthetic walk when left out).

    Its function and parameters are documented, numbers with units; it leaves its input alone and gives the same output
    twice, finite, also for one frame and without a single contact; what claims to be causal is. `params` are for
    parameters that must be given, such as a loader's `path`; a writer writes to a folder that vanishes again. A merge
    or a measure gets inputs called `one` and `other`.

    Raises `AssertionError` with a sentence on what fails.
    """
    whole = clip or walking_clip()
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(record, Writer):
            params = {"path": Path(folder) / f"clip{(*record.suffixes, '')[0]}", **params}
        trial = _Trial(record, checked_params(record, params, tuple(_inputs(record, whole))))
        trial.is_documented()
        trial.works_on(whole, "a clip")
        if not isinstance(record, Loader):
            with suppress(*([FileError] if "path" in params else [])):  # of labels that are not this clip's
                trial.works_on(whole.pick(slice(whole.rest_rows, whole.rest_rows + 1)), "a clip of one frame")
            trial.works_on(without_contact(whole), "a clip whose feet never touch the ground")
        if isinstance(record, Locker) and record.causal:
            trial.is_causal_on(whole)


class _Trial:
    def __init__(self, record: Stage, params: Params) -> None:
        self.record = record
        self.params = params

    def demand(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise AssertionError(f"{self.record.full_name}: {otherwise}")

    def is_documented(self) -> None:
        model = self.record.params
        self.demand(bool(self.record.summary), "its function has no docstring, whose first line is the summary")
        for name, field in model.model_fields.items():
            self.demand(bool(field.description), f"the parameter '{name}' has no doc")
            number = bool(kinds_of(field.annotation) & {int, float})
            told = isinstance(field.json_schema_extra, dict) and "unit" in field.json_schema_extra
            self.demand(told or not number, f"the parameter '{name}' is a number without unit (\"\" where it has none)")

    def works_on(self, clip: Clip, what: str) -> None:
        inputs = _inputs(self.record, clip)
        before = {name: _copied(_arrays(given)) for name, given in inputs.items()}
        first, second = _contents(self.apply(inputs)), _contents(self.apply(inputs))
        for name, given in inputs.items():
            self.demand(_same(before[name], _arrays(given)), f"it changes its input (on {what})")
        self.demand(_same(first, second), f"it gives another output the second time (on {what})")

    def is_causal_on(self, clip: Clip) -> None:
        half = max(1 + clip.rest_rows, len(clip) // 2)
        whole, part = (self.apply(_inputs(self.record, c)).clip for c in (clip, clip.pick(slice(half))))
        assert whole is not None
        assert part is not None
        wanted = _arrays(whole.pick(slice(half)))
        for name, values in _arrays(part).items():
            close = bool(np.allclose(values, wanted[name], rtol=0, atol=SAME))
            self.demand(close, f"it is not causal: {name} of the beginning changes when the end is cut off")

    def apply(self, inputs: Mapping[str, Clip]) -> Outcome:
        bind: Callable[[Clip], Any] = lambda clip: find_rig(clip.skeleton).bind(clip.skeleton)  # noqa: E731
        return self.record.apply(inputs, bind, self.params)


def _inputs(record: Stage, clip: Clip) -> Mapping[str, Clip]:
    """What goes into a stage: `one` and `other` where it takes several clips, `other` being without a contact."""
    if isinstance(record, Loader):
        return {}
    if isinstance(record, Merge | Measure):
        return {"one": clip, "other": without_contact(clip)}
    return {"clip": clip}


Arrays = dict[str, np.ndarray[Any, Any]]


def _contents(outcome: Outcome) -> Arrays:
    """All that a stage left, as arrays by name."""
    files = {path.name: np.frombuffer(path.read_bytes(), np.uint8) for path in outcome.files}
    report = {"report": np.array(json.dumps(outcome.report.values, default=str))} if outcome.report else {}
    return {**files, **report, **(_arrays(outcome.clip) if outcome.clip else {})}


def _arrays(clip: Clip) -> Arrays:
    contacts = {"contacts": clip.contacts.weights} if clip.contacts else {}
    own = {"translations": clip.translations, "rotations": clip.rotations, "times": clip.times}
    scales = {} if clip.scales is None else {"scales": clip.scales}
    return {**own, **scales, **contacts, **{f"channel {name}": values for name, values in clip.channels.items()}}


def _copied(arrays: Arrays) -> Arrays:
    return {name: values.copy() for name, values in arrays.items()}


def _same(one: Arrays, other: Arrays) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k], equal_nan=False) for k in one)


# Clips


def without_contact(clip: Clip) -> Clip:
    """The clip with contacts that are nowhere on."""
    points = clip.contacts.points if clip.contacts else ("left.toe", "right.toe")
    return clip.replace(contacts=Contacts(points, np.zeros((len(clip), len(points)))))


def exact_walk(**params: Any) -> Clip:
    """A person who walks, made by `generate.fuzzy_gait`, whose parameters `params` are.

    Feet stand exactly still in its contacts, "left.toe", "right.toe", "left.ankle" and "right.ankle", and nowhere else.
    """
    walk: Clip = stage("generate.fuzzy_gait")(**params)
    return walk


def walking_clip(frames: int = 60, rate: float = 60.0) -> Clip:
    """Two legs with toes, walking along z in metres, y up; the feet slide a little.

    `contacts` has "left.toe" and "right.toe": on in the half of each stride in which the leg swings back.
    """
    times = np.arange(frames) / rate
    phases = 2 * np.pi * times / STRIDE + np.array([[0.0], [np.pi]])  # left, right
    angles = _leg_angles(phases)
    skeleton = Skeleton(_JOINTS, _OFFSETS)
    rotations = np.tile([0.0, 0, 0, 1], (frames, len(skeleton), 1))
    for side, first in enumerate((1, 6)):
        for joint, angle in enumerate(angles[:, side], first):
            rotations[:, joint] = _about_x(angle)
    translations = np.tile(_OFFSETS, (frames, 1, 1))
    translations[:, 0] = np.stack([0 * times, _hip_height(angles), SPEED * times], axis=1)
    contacts = Contacts(("left.toe", "right.toe"), (np.sin(phases) > 0).T)
    return Clip(skeleton, translations, rotations, times, contacts=contacts)


_LEG = (("UpLeg", (0.1, -0.05, 0)), ("Leg", (0, -0.42, 0)), ("Foot", (0, -0.42, 0)), ("ToeBase", (0, -0.08, 0.14)))
_TIP = (0, -0.02, 0.06)


def _leg(side: str, sign: int) -> tuple[list[str], list[tuple[float, float, float]]]:
    paths, offsets = ["Hips"], []
    for name, (x, y, z) in (*_LEG, ("End", _TIP)):
        paths.append(f"{paths[-1]}/{name if name == 'End' else side + name}")
        offsets.append((sign * x, y, z))
    return paths[1:], offsets


_LEFT, _RIGHT = _leg("Left", 1), _leg("Right", -1)
_JOINTS = ("Hips", *_LEFT[0], *_RIGHT[0])
_OFFSETS = np.array([(0.0, 0.0, 0.0), *_LEFT[1], *_RIGHT[1]])


def _leg_angles(phases: Floats) -> Floats:
    """(3, 2, F) rad about x of hip, knee and ankle.

    On the ground the foot goes back evenly, a little slower than the hips go forth; in the air the knee bends.
    """
    back = np.sin(phases) > 0
    knee = 0.15 + 0.6 * np.where(back, 0.0, np.sin(phases)) ** 2
    reach = np.where(back, 2 / np.pi * np.arcsin(np.cos(phases)), np.cos(phases))
    thigh = -np.arcsin(0.33 * reach) - knee / 2
    return np.stack([thigh, knee, -(thigh + knee)])


def _hip_height(angles: Floats) -> Floats:
    """(F,) m: as high as the longer leg is."""
    thigh, knee, _ = angles
    return np.asarray((0.42 * np.cos(thigh) + 0.42 * np.cos(thigh + knee)).max(axis=0) + 0.15)


def _about_x(angles: Floats) -> Floats:
    """(F, 4) xyzw."""
    return np.stack([np.sin(angles / 2), 0 * angles, 0 * angles, np.cos(angles / 2)], axis=1)
