"""All rows of the bench."""

from __future__ import annotations

from footpipe_gait.bench.feet import feet_rows
from footpipe_gait.bench.paths import path_rows
from footpipe_gait.bench.people import people_rows
from footpipe_gait.bench.rows import Row
from footpipe_gait.bench.steering import steering_rows
from footpipe_gait.bench.sturdy import sturdy_rows
from footpipe_gait.style import Style


def bench(style: Style) -> tuple[Row, ...]:
    """Level walking by a style: beside people, steps and feet, what does not throw it over, what is asked meanwhile,
    round bends and on the spot.
    """
    return (
        *people_rows(style),
        *feet_rows(style),
        *sturdy_rows(style),
        *steering_rows(style),
        *path_rows(style),
    )
