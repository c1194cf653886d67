"""How the feet of one clip move while they are in contact. Lengths in cm, speeds in cm/s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import BoundRig, Clip, Contacts, Floats, Ints, Surface, spans, tell_beyond

if TYPE_CHECKING:
    from numpy.typing import NDArray

CM = 100.0
FLOOR_SHARE = 5  # percentile of the heights in contact that is taken as the floor


@dataclass(frozen=True)
class Judge:
    """What all clips are judged by.

    joints  (L,) what each limb is judged by: its toe, or its ankle where only that has contacts
    spans   per limb, the contacts as (first, after the last)
    ground  (L,) m: height of each when planted, on level ground; or a surface that tells it
    edge, settle  frames at both ends of a contact
    first   first frame that is motion
    """

    joints: Ints
    spans: tuple[tuple[tuple[int, int], ...], ...]
    ground: Floats | Surface
    edge: int
    settle: int
    first: int

    @classmethod
    def of(
        cls,
        clip: Clip,
        rig: BoundRig,
        contacts: Contacts,
        ground: Surface | None,
        *,
        edge: float,
        settle: float,
        on: float,
        off: float,
    ) -> Judge:
        """The judge by some contacts; no ground is the lowest that feet have in them in `clip`. Times in s."""
        step = float(np.median(np.diff(clip.times))) if len(clip) > 1 else 1.0
        kinds = [_kind(name, contacts) for name in rig.names]
        active = contacts.active(on, off)
        active[: clip.rest_rows] = False
        points = [f"{name}.{kind}" for name, kind in zip(rig.names, kinds, strict=True)]
        touched = [active[:, contacts.column(p)] if p in contacts.points else active[:, 0] & False for p in points]
        joints = np.array([getattr(rig, kind)[limb] for limb, kind in enumerate(kinds)], np.int32)
        places, stands = clip.world.positions[:, joints], np.stack(touched, axis=1)
        tell_beyond(ground, places, stands)
        found = tuple(tuple(spans(mask)) for mask in touched)
        ends, settled = (round(min(seconds / step, len(clip))) for seconds in (edge, settle))  # the clip at most
        return cls(joints, found, ground or _ground(places[..., 1], stands), ends, settled, clip.rest_rows)

    def heights(self, clip: Clip) -> Floats:
        """(F, L) m above the ground."""
        places = clip.world.positions[:, self.joints]
        under = self.ground if isinstance(self.ground, np.ndarray) else self.ground.heights(places)
        heights: Floats = places[..., 1] - under
        return heights

    def velocity_error(self, reference: Clip, clip: Clip) -> float:
        """Mean difference of the feet's horizontal velocities from the reference's, all frames, cm/s."""
        wrong = (_steps(clip, self.joints) - _steps(reference, self.joints))[self.first :]
        return float(np.linalg.norm(wrong, axis=-1).mean()) if wrong.size else 0.0


def _kind(limb: str, contacts: Contacts) -> str:
    ankle_alone = f"{limb}.ankle" in contacts.points and f"{limb}.toe" not in contacts.points
    return "ankle" if ankle_alone else "toe"


def _ground(heights: Floats, touched: NDArray[np.bool_]) -> Floats:
    """(L,) m; a foot without contact has the ground of the others."""
    every = heights[touched] if touched.any() else heights
    return np.array(
        [np.percentile(h[on] if on.any() else every, FLOOR_SHARE) for h, on in zip(heights.T, touched.T, strict=True)]
    )


def _steps(clip: Clip, joints: Ints) -> Floats:
    """(F-1, L, 2) cm/s: horizontal velocity from each frame to the next."""
    places = clip.world.positions[:, joints][..., [0, 2]] * CM
    return np.diff(places, axis=0) / np.diff(clip.times)[:, None, None]


def feet(clip: Clip, rig: BoundRig, judge: Judge) -> dict[str, Any]:
    """Figures of each foot, of each of its contacts, and of all feet together."""
    speeds = np.linalg.norm(_steps(clip, judge.joints), axis=-1)
    places, above = clip.world.positions[:, judge.joints], judge.heights(clip)
    each, contacts = {}, []
    parts = []
    for limb, name in enumerate(rig.names):
        motion = speeds[:, limb], places[:, limb], above[:, limb]
        found = [_Contact.of(span, *motion, judge) for span in judge.spans[limb]]
        contacts += [{"foot": name, **contact.figures()} for contact in found]
        heights = above[judge.first :, limb] * CM
        parts.append((found, heights))
        each[name] = _summary(found, heights)
    together = _summary([c for found, _ in parts for c in found], np.concatenate([h for _, h in parts]))
    return {"all": together, "feet": each, "contacts": contacts}


@dataclass(frozen=True)
class _Contact:
    """One contact: frame-to-frame speeds of its middle, its edges, its settled part; how far it strays and rises."""

    first: int
    last: int
    core: Floats
    edges: Floats
    settled: Floats
    stray: float
    above: float

    @classmethod
    def of(cls, span: tuple[int, int], speeds: Floats, places: Floats, above: Floats, judge: Judge) -> _Contact:
        start, stop = span
        inside, flat = speeds[start : stop - 1], places[start:stop, [0, 2]]
        return cls(
            start,
            stop - 1,
            _without(inside, judge.edge),
            np.concatenate([inside[: judge.edge], inside[max(judge.edge, len(inside) - judge.edge) :]]),
            _without(inside, judge.settle),
            float(np.linalg.norm(flat - np.median(flat, axis=0), axis=1).max() * CM),
            float(above[start:stop].max() * CM),
        )

    def figures(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "last": self.last,
            "slide_mean": _mean(self.core),
            "slide_max": _max(self.core),
            "stray": self.stray,
        }


def _without(values: Floats, ends: int) -> Floats:
    return values[ends : max(ends, len(values) - ends)]


def _summary(contacts: list[_Contact], heights: Floats) -> dict[str, float | int | None]:
    core, edges, settled = (_joined([getattr(c, part) for c in contacts]) for part in ("core", "edges", "settled"))
    return {
        "contacts": len(contacts),
        "slide_mean": _mean(core),
        "slide_p95": float(np.percentile(core, 95)) if core.size else None,
        "slide_max": _max(core),
        "edge_mean": _mean(edges),
        "settled_mean": _mean(settled),
        "settled_max": _max(settled),
        "stray_max": max((c.stray for c in contacts), default=None),
        "below_max": float(max(0.0, -heights.min())),
        "above_max": max((c.above for c in contacts), default=None),
    }


def _joined(parts: list[Floats]) -> Floats:
    return np.concatenate(parts) if parts else np.zeros(0)


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if values.size else None


def _max(values: Floats) -> float | None:
    return float(values.max()) if values.size else None
