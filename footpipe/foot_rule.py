"""How a foot is held, as the kernel takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypedDict

from footpipe import kernel_checks as check
from footpipe.errors import DataError

Pivot = Literal["toe", "ankle", "both"]
PIVOTS: tuple[Pivot, ...] = ("toe", "ankle", "both")  # numbered as in foot.h


class PackedLockRule(TypedDict):
    """The fields of `fp_lock_rule`."""

    blend: float
    release: float
    lock_distance: float
    unlock_distance: float
    keep_height: bool


class PackedFootRule(TypedDict):
    """The fields of `fp_foot_rule`."""

    on: float
    off: float
    pivot: int
    lock: PackedLockRule
    flatten: bool


class HoldSettings(Protocol):
    """What the parameters of `lock.runtime` say of this."""

    pivot: Pivot
    on: float
    off: float
    blend: float
    release: float
    lock_distance: float
    unlock_distance: float
    height: Literal["keep", "floor"]
    flatten: bool


@dataclass(frozen=True)
class FootRule:
    """When a foot is held, and how it goes over to that.

    pivot            what stands still: "toe", "ankle" or "both"
    on, off          weights at which a contact begins, and below which it ends
    blend, release   s, into a lock and out of it
    lock_distance    m, a point farther than this from its input does not lock yet
    unlock_distance  m, and farther than this is let go
    keep_height      locked in the plane only
    flatten          soles of feet in contact are laid square to the ground

    Raises `DataError` on a pivot that is none, and on a number below 0.
    """

    pivot: Pivot
    on: float
    off: float
    blend: float
    release: float
    lock_distance: float
    unlock_distance: float
    keep_height: bool
    flatten: bool = False

    def __post_init__(self) -> None:
        if self.pivot not in PIVOTS:
            raise DataError(f"pivot: one of {', '.join(PIVOTS)} wanted, got {self.pivot!r}")
        numbers = ("on", "off", "blend", "release", "lock_distance", "unlock_distance")
        check.not_negative(**{name: getattr(self, name) for name in numbers})

    @classmethod
    def of(cls, settings: HoldSettings) -> FootRule:
        """The rule that the parameters of `lock.runtime` ask for."""
        s = settings
        distances = s.lock_distance, s.unlock_distance
        return cls(s.pivot, s.on, s.off, s.blend, s.release, *distances, s.height == "keep", s.flatten)

    @property
    def points(self) -> tuple[str, ...]:
        """The points that need contacts: toe or ankle, or toe and ankle."""
        return ("toe", "ankle") if self.pivot == "both" else (self.pivot,)

    def packed(self) -> PackedFootRule:
        """The C record's fields."""
        return {
            "on": self.on,
            "off": self.off,
            "pivot": PIVOTS.index(self.pivot),
            "lock": {
                "blend": self.blend,
                "release": self.release,
                "lock_distance": self.lock_distance,
                "unlock_distance": self.unlock_distance,
                "keep_height": self.keep_height,
            },
            "flatten": self.flatten,
        }
