"""How good a style is: every figure beside the bar that it has to meet."""

from footpipe_gait.bench.judge import bench
from footpipe_gait.bench.learning import learning_rows
from footpipe_gait.bench.rows import Row, report
from footpipe_gait.bench.terrain import terrain_rows

__all__ = ["Row", "bench", "learning_rows", "report", "terrain_rows"]
