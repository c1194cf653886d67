"""The lengths of a leg, seen from the side."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from footpipe import DataError


@dataclass(frozen=True)
class LegShape:
    """Lengths of one leg in the sagittal plane, m, the same for both legs; the foot lies flat.

    thigh         hip to knee
    shank         knee to ankle
    ankle_height  of the ankle over the sole
    heel_back     from the ankle back to the rear end of the sole
    ball_forward  from the ankle forward to the ball (the toe joint)
    ball_height   of the toe joint over the sole
    toe_length    from the toe joint forward to the tip, which is as high as the joint while the foot is flat

    The defaults are those of a leg of .9 m. Raises `DataError` for a length that cannot be.
    """

    thigh: float = 0.414
    shank: float = 0.414
    ankle_height: float = 0.072
    heel_back: float = 0.0495
    ball_forward: float = 0.126
    ball_height: float = 0.0
    toe_length: float = 0.0675

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value >= 0 or value == float("inf"):
                raise DataError(f"{field.name} of a leg is {value} m: a finite length, not below 0, wanted")
        for name in ("thigh", "shank", "ball_forward"):
            if getattr(self, name) == 0:
                raise DataError(f"{name} of a leg is 0 m: a length above 0 wanted")

    @property
    def leg(self) -> float:
        """Hip to ground, m, of a straight leg on a flat foot: what steps are measured by."""
        return self.thigh + self.shank + self.ankle_height

    @property
    def numbers(self) -> tuple[float, ...]:
        """(7,) the lengths in their order."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def scaled(self, leg: float) -> LegShape:
        """The same proportions with another length from hip to ground, m."""
        by = leg / self.leg
        return replace(self, **{field.name: getattr(self, field.name) * by for field in fields(self)})
