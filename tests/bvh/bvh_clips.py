"""The real clips at hand, and what is known of each."""

from __future__ import annotations

from typing import NamedTuple

INCH, CMU = 0.0254, 0.0254 / 0.45


class Known(NamedTuple):
    frames: int
    joints: int  # with End Sites
    rate: float
    unit: float
    up: str
    rest_rows: int = 0
    positions: str = "absolute"


CLIPS = {
    "cmu_01_01_jumps": Known(2752, 38, 120, CMU, "y", 1),
    "cmu_02_02_daz_walk": Known(299, 57, 120, 0.01, "y", 3),
    "cmu_12_01_blender_6ch": Known(121, 38, 120, CMU, "y"),
    "cmu_12_01_walk": Known(524, 38, 120, CMU, "y", 1),
    "cmu_14_08_standing": Known(2626, 38, 120, CMU, "y", 1),
    "cmu_jumping_jacks_30fps": Known(125, 38, 30, CMU, "y"),
    "cmu_pirouette_daz": Known(592, 57, 120, 0.01, "y", 1),
    "fair1_zombie_zup": Known(779, 34, 30, INCH, "z"),
    "makehuman_benchmark_pose": Known(1, 212, 24, 0.1, "z", 0, "delta"),
    "makehuman_zombieWalk1": Known(31, 91, 24, 0.1, "z"),
    "pab_run_blender_inplace": Known(21, 79, 30, 0.01, "z"),
    "pab_run_blender_zxy_cm": Known(21, 79, 30, 0.01, "z"),
    "pymo_AV_8Walk_inch": Known(1064, 30, 120, INCH, "y"),
    "rokoko_jesse_dance": Known(1007, 73, 100, 0.01, "y"),
    "toolbox_walk01": Known(101, 24, 24, 0.01, "y"),
}
