"""What a SkelAnimation holds: read as it is stored, and at every sample time of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from pxr import Usd, Vt

from footpipe import Floats
from footpipe_usd.source import Samples, StageFacts
from footpipe_usd.tell import Teller, named

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 32  # frames read at once: they stay in the processor's cache
NEAR = 1e-7  # s: between samples that are nearer there is no speed
LATEST = 1e18  # time codes: what is beyond is no time
OFF_UNIT = 1e-3  # a quaternion whose length is farther from 1 is told
KINDS = {  # as UsdSkel's schema has them
    "translations": (Vt.Vec3fArray, "f4", 3),
    "rotations": (Vt.QuatfArray, "f4", 4),
    "scales": (Vt.Vec3hArray, "f2", 3),
}


@dataclass(frozen=True, eq=False)
class Channel:
    """One attribute of an animation.

    stored  as it is
    values  (F|1, A, 3|4) float64 at the clip's frames, between its samples as USD interpolates; one row where it
            does not vary
    """

    stored: Samples
    values: Floats


@dataclass(frozen=True, eq=False)
class Animation:
    """Codes (F,) of all sample times, and the three attributes; scales are None where UsdSkel finds none."""

    codes: Floats
    translations: Channel
    rotations: Channel
    scales: Channel | None


def read_animation(prim: Any, joints: tuple[str, ...], facts: StageFacts, tell: Teller) -> Animation:
    """All that moves `joints` (A). An animation that has no samples is one frame, at the stage's start.

    Raises `FileError` on a missing or blocked value, a length that does not fit, a number that is not finite, and on
    time codes that are none.
    """
    queries = {name: Usd.AttributeQuery(prim.GetAttribute(name)) for name in KINDS}
    own = {name: query.GetTimeSamples() for name, query in queries.items()}
    codes = np.unique(np.concatenate([*own.values(), [facts.start or 0.0] if not any(own.values()) else []]))
    _check_codes(prim, codes, facts.rate, tell)
    reader = _Reader(joints, codes, tell)
    has_scales = queries["scales"].HasValue()
    if not has_scales:
        _tell_no_scales(prim, tell)
    return Animation(
        codes,
        reader.read(queries["translations"], own["translations"]),
        _unit(reader.read(queries["rotations"], own["rotations"]), reader, prim, tell),
        reader.read(queries["scales"], own["scales"]) if has_scales else None,
    )


@dataclass(frozen=True, eq=False)
class _Reader:
    joints: tuple[str, ...]
    codes: Floats
    tell: Teller

    def read(self, query: Any, own: list[float]) -> Channel:
        """An attribute with samples at its `own` time codes."""
        stored = self._rows(query, own or [float(self.codes[0])])
        same = not own or np.array_equal(own, self.codes)
        values = (stored if same else self._rows(query, self.codes.tolist())).astype(np.float64)
        self._check_finite(query.GetAttribute(), values)
        return Channel(Samples(tuple(own), stored), values)

    def _rows(self, query: Any, codes: list[float]) -> NDArray[Any]:
        """(T, A, 3|4) as stored."""
        array, kind, width = KINDS[query.GetAttribute().GetName()]
        rows: NDArray[Any] = np.empty((len(codes), len(self.joints), width), kind)
        for start in range(0, len(codes), BLOCK):
            block = codes[start : start + BLOCK]
            arrays = list(map(query.Get, block))
            if set(map(type, arrays)) != {array} or set(map(len, arrays)) != {len(self.joints)}:
                raise self._no_pose(query.GetAttribute(), arrays, block)
            rows[start : start + BLOCK] = np.frombuffer(b"".join(arrays), kind).reshape(len(block), -1, width)
        rows.flags.writeable = False
        return rows

    def _no_pose(self, attribute: Any, arrays: list[Any], codes: list[float]) -> Exception:
        """An error about the first array that is not one value for each joint, as the schema has it."""
        wanted, kind = len(self.joints), KINDS[attribute.GetName()][0]
        wrong = (not isinstance(array, kind) or len(array) != wanted for array in arrays)
        code, found = next(pair for pair, odd in zip(zip(codes, arrays, strict=True), wrong, strict=True) if odd)
        if found is None:
            what = f"has no value at time code {code:g}" if attribute.GetNumTimeSamples() else "has no value"
            return self.tell.error(attribute, what, "USD drops the whole animation: author it")
        if not isinstance(found, kind):
            what = f"holds {type(found).__name__} at time code {code:g}, where UsdSkel takes {attribute.GetTypeName()}"
            return self.tell.error(attribute, what, "USD drops the whole animation: author it in that type")
        told = f"has {len(found)} values at time code {code:g} for {wanted} joints"
        return self.tell.error(attribute, told, "USD drops such a pose: one value for each joint")

    def _check_finite(self, attribute: Any, values: Floats) -> None:
        if not np.isfinite(values.sum()):  # of numbers that came from float32: it is as large as they are
            told = f"{self.at(np.argwhere(~np.isfinite(values))[0])} is not finite"
            raise self.tell.error(attribute, told, "every number must be finite")

    def at(self, index: NDArray[np.intp]) -> str:
        """Joint and time code of a value, in words."""
        return f"{self.joints[index[1]]!r} at time code {self.codes[index[0]]:g}"


def _unit(channel: Channel, reader: _Reader, prim: Any, tell: Teller) -> Channel:
    """Rotations of unit length; what is far from it is told."""
    attribute = prim.GetAttribute("rotations")
    lengths = _normalized(channel.values)
    if not lengths.all():
        told = f"the quaternion of {reader.at(np.argwhere(lengths == 0)[0])} is zero"
        raise tell.error(attribute, told, "the one without a turn is (1, 0, 0, 0)")
    if max(lengths.max() - 1, 1 - lengths.min()) > OFF_UNIT:
        off = abs(lengths - 1)
        at = np.array(np.unravel_index(int(off.argmax()), off.shape))
        count, worst = (off > OFF_UNIT).sum(), lengths[tuple(at)]
        told = f"{count} quaternions are not of unit length, the worst is {worst:.4g} long ({reader.at(at)})"
        tell.warn(attribute, told, "their turns are taken; USD would also scale")
    return channel


def _normalized(quaternions: Floats) -> Floats:
    """(F, A) the lengths that quaternions (F, A, 4) had: they are of unit length now, but for those of none."""
    lengths = np.empty(quaternions.shape[:2])
    for start in range(0, len(quaternions), BLOCK):
        block, length = quaternions[start : start + BLOCK], lengths[start : start + BLOCK]
        np.sqrt(np.einsum("fji,fji->fj", block, block), out=length)
        block /= np.where(length > 0, length, 1.0)[..., None]
    return lengths


def _check_codes(prim: Any, codes: Floats, rate: float, tell: Teller) -> None:
    if abs(codes).max() > LATEST:
        told = f"has a sample at time code {codes[abs(codes).argmax()]:g}, which is no time of a shot"
        raise tell.error(prim, told, "mend its time codes, or the offsets and rates of the layers that bring it")
    near = np.flatnonzero(np.diff(codes) < NEAR * rate)
    if near.size:
        one, other = codes[near[0] : near[0] + 2].tolist()
        told = f"has samples at time codes {one!r} and {other!r}, which are too near to be two frames"
        raise tell.error(prim, told, "give what is sampled there one time code; see whether the stage's rate is right")


def _tell_no_scales(prim: Any, tell: Teller) -> None:
    what = f"no value, so UsdSkel drops the whole animation of {named(prim)} in silence: scales are taken to be 1"
    tell.warn(prim.GetAttribute("scales"), what, "author scales of 1 for every joint; write.usd does")
