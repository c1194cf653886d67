"""What a SkelAnimation holds: read as it is stored, and at every sample time of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pxr import Usd

from footpipe import Floats
from footpipe_usd.source import Samples
from footpipe_usd.tell import Teller, named

OFF_UNIT = 1e-3  # a quaternion whose length is farther from 1 is told
KINDS = {"translations": ("f4", 3), "rotations": ("f4", 4), "scales": ("f2", 3)}  # as UsdSkel's schema has them


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


def read_animation(prim: Any, joints: tuple[str, ...], still: float, tell: Teller) -> Animation:
    """All that moves `joints` (A); `still` is the time code of an animation that has no samples.

    Raises `FileError` on a missing or blocked value, a length that does not fit, a number that is not finite.
    """
    queries = {name: Usd.AttributeQuery(prim.GetAttribute(name)) for name in KINDS}
    own = {name: query.GetTimeSamples() for name, query in queries.items()}
    codes = np.unique(np.concatenate([*own.values(), [still] if not any(own.values()) else []]))
    reader = _Reader(joints, codes, tell)
    has_scales = queries["scales"].HasValue()
    if not has_scales:
        _tell_no_scales(prim, tell)
    return Animation(
        codes,
        reader.read(queries["translations"]),
        _unit(reader.read(queries["rotations"]), reader, prim, tell),
        reader.read(queries["scales"]) if has_scales else None,
    )


@dataclass(frozen=True, eq=False)
class _Reader:
    joints: tuple[str, ...]
    codes: Floats
    tell: Teller

    def read(self, query: Any) -> Channel:
        attribute = query.GetAttribute()
        own = query.GetTimeSamples()
        stored = self._rows(query, own or [float(self.codes[0])])
        same = not own or np.array_equal(own, self.codes)
        values = stored if same else self._rows(query, self.codes.tolist())
        self._check_finite(attribute, values)
        return Channel(Samples(tuple(own), stored), values.astype(np.float64))

    def _rows(self, query: Any, codes: list[float]) -> NDArray[Any]:
        """(T, A, 3|4) as stored."""
        get, attribute = query.Get, query.GetAttribute()
        arrays = [get(code) for code in codes]
        self._check_lengths(attribute, arrays, codes)
        kind, width = KINDS[attribute.GetName()]
        rows: NDArray[Any] = np.frombuffer(b"".join(arrays), kind)
        return rows.reshape(len(codes), len(self.joints), width)

    def _check_lengths(self, attribute: Any, arrays: list[Any], codes: list[float]) -> None:
        for array, code in zip(arrays, codes, strict=True):
            if array is None:
                what = f"has no value at time code {code:g}" if attribute.GetNumTimeSamples() else "has no value"
                raise self.tell.error(attribute, what, "USD drops the whole animation: author it")
            if len(array) != len(self.joints):
                told = f"has {len(array)} values at time code {code:g} for {len(self.joints)} joints"
                raise self.tell.error(attribute, told, "USD drops such a pose: one value for each joint")

    def _check_finite(self, attribute: Any, values: NDArray[Any]) -> None:
        if not np.isfinite(values).all():
            told = f"{self.at(np.argwhere(~np.isfinite(values))[0])} is not finite"
            raise self.tell.error(attribute, told, "every number must be finite")

    def at(self, index: NDArray[np.intp]) -> str:
        """Joint and time code of a value, in words."""
        return f"{self.joints[index[1]]!r} at time code {self.codes[index[0]]:g}"


def _unit(channel: Channel, reader: _Reader, prim: Any, tell: Teller) -> Channel:
    """Rotations of unit length; what is far from it is told."""
    values = channel.values
    lengths = np.sqrt(np.einsum("fji,fji->fj", values, values))
    if not lengths.all():
        told = f"the quaternion of {reader.at(np.argwhere(lengths == 0)[0])} is zero"
        raise tell.error(prim.GetAttribute("rotations"), told, "the one without a turn is (1, 0, 0, 0)")
    off = abs(lengths - 1)
    if off.max() > OFF_UNIT:
        frame, joint = np.unravel_index(int(off.argmax()), off.shape)
        count, worst = (off > OFF_UNIT).sum(), lengths[frame, joint]
        told = f"{count} quaternions are not of unit length, the worst is {worst:.4g} long"
        where = reader.at(np.array([frame, joint]))
        tell.warn(prim.GetAttribute("rotations"), f"{told} ({where})", "their turns are taken; USD would also scale")
    values /= lengths[..., None]
    return channel


def _tell_no_scales(prim: Any, tell: Teller) -> None:
    what = f"no value, so UsdSkel drops the whole animation of {named(prim)} in silence: scales are taken to be 1"
    tell.warn(prim.GetAttribute("scales"), what, "author scales of 1 for every joint; write.usd does")
