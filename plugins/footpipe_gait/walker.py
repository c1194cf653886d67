"""Who goes along a route."""

from __future__ import annotations

from dataclasses import dataclass

from footpipe import Floats, gait_kernel
from footpipe_gait.shape import LegShape

ROOM = 0.15  # m that the hips' inner end is away from the middle of a bend


@dataclass(frozen=True, eq=False)
class Walker:
    """What of a figure says where its feet can go.

    shape   of the legs
    aside   (2,) m, left and right: hips from the middle between them, the left one's above 0
    anchor  m, by which the hips are ahead of the heels as it begins
    """

    shape: LegShape
    aside: Floats
    anchor: float

    @property
    def sole(self) -> float:
        """m, its length."""
        return self.shape.heel_back + self.shape.ball_forward + self.shape.toe_length

    @property
    def middle(self) -> float:
        """m, from the heel to the middle of the sole."""
        return self.sole / 2

    @property
    def farthest(self) -> float:
        """m, the longest step."""
        return gait_kernel.LONG_STEP * self.shape.leg

    @property
    def beside(self) -> float:
        """m: feet that are nearer to each other stand beside each other."""
        return gait_kernel.BESIDE * self.shape.leg

    def bend(self, step: float) -> float:
        """m, the least radius of a bend that it can go round by steps along the middle."""
        wide = float(abs(self.aside).max())
        spare = max(self.farthest / step - 1, 1e-9)  # of its step, by which the outer foot's may be longer
        return max(wide + ROOM, wide / spare)
