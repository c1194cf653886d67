"""The ground as a surface: level, a height map, or steps; each tells its height and its normal at any place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from footpipe.arrays import Floats
from footpipe.errors import FileError, Place, place, warn
from footpipe.number_table import NumberTable, read_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAP = ("x", "z", "height")
STEPS = ("x_from", "x_to", "z_from", "z_to", "height")
UP = (0.0, 1.0, 0.0)
FARTHEST = 1e5  # m from the origin


class Surface(Protocol):
    """A ground; places are (..., 3) m in world space, their own heights do not matter."""

    def heights(self, places: Floats) -> Floats:
        """(...) m, of the ground under places (..., 3)."""

    def normals(self, places: Floats) -> Floats:
        """(..., 3) unit vectors that stand on it there."""


class Level(NamedTuple):
    """One height (m) everywhere."""

    height: float

    def heights(self, places: Floats) -> Floats:
        """(...) m, the height."""
        return np.full(places.shape[:-1], self.height)

    def normals(self, places: Floats) -> Floats:
        """(..., 3): up."""
        return np.broadcast_to(UP, places.shape)


class Steps(NamedTuple):
    """Level rectangles (N, 5) m, x_from, x_to, z_from, z_to, height: the highest counts. Beside them is height 0."""

    rectangles: Floats

    def heights(self, places: Floats) -> Floats:
        """(...) m, of the highest step that the place is on."""
        x, z = places[..., 0], places[..., 2]
        out = np.full(x.shape, -np.inf)
        for x_from, x_to, z_from, z_to, height in self.rectangles:
            on = (x >= x_from) & (x < x_to) & (z >= z_from) & (z < z_to)
            out = np.where(on, np.maximum(out, height), out)
        return np.where(np.isfinite(out), out, 0.0)

    def normals(self, places: Floats) -> Floats:
        """(..., 3): up."""
        return np.broadcast_to(UP, places.shape)


class HeightMap(NamedTuple):
    """Heights (X, Z) m at the crossings of x (X,) and z (Z,) m, linear between; beyond its rim the rim goes on.

    `file` is where it comes from, as far as that is known.
    """

    x: Floats
    z: Floats
    grid: Floats
    file: Place | None = None

    def heights(self, places: Floats) -> Floats:
        """(...) m, between the four crossings around."""
        (i, a), (j, b) = _cell(self.x, places[..., 0]), _cell(self.z, places[..., 2])
        g = self.grid
        low, high = g[i, j] * (1 - b) + g[i, j + 1] * b, g[i + 1, j] * (1 - b) + g[i + 1, j + 1] * b
        return low * (1 - a) + high * a

    def covers(self, places: Floats) -> NDArray[np.bool_]:
        """(...) whether places are within its rim."""
        x, z = places[..., 0], places[..., 2]
        return (x >= self.x[0]) & (x <= self.x[-1]) & (z >= self.z[0]) & (z <= self.z[-1])

    def normals(self, places: Floats) -> Floats:
        """(..., 3), of the slope between the four crossings around."""
        (i, a), (j, b) = _cell(self.x, places[..., 0]), _cell(self.z, places[..., 2])
        g = self.grid
        dx = ((g[i + 1, j] - g[i, j]) * (1 - b) + (g[i + 1, j + 1] - g[i, j + 1]) * b) / (self.x[i + 1] - self.x[i])
        dz = ((g[i, j + 1] - g[i, j]) * (1 - a) + (g[i + 1, j + 1] - g[i + 1, j]) * a) / (self.z[j + 1] - self.z[j])
        normals = np.stack([-dx, np.ones_like(dx), -dz], axis=-1)
        return normals / np.linalg.norm(normals, axis=-1, keepdims=True)


def _cell(lines: Floats, at: Floats) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.intp]], Floats]:
    """The interval of `lines` that each of `at` is in, and how far along it, 0..1."""
    i = np.clip(np.searchsorted(lines, at, side="right") - 1, 0, len(lines) - 2)
    return i, np.clip((at - lines[i]) / (lines[i + 1] - lines[i]), 0.0, 1.0)


def surface_of(ground: float | Path) -> Surface:
    """The surface that a height in metres or a file tells.

    A file is CSV with the header `x,z,height` (a height map, a row per crossing) or `x_from,x_to,z_from,z_to,height`
    (steps), all in metres, world space. Raises `FileError` on anything else.
    """
    if not isinstance(ground, Path):
        return Level(ground)
    table = read_numbers(ground, (MAP, STEPS))
    table.check_within(FARTHEST)
    return _steps(table) if table.header == STEPS else _map(table)


def tell_beyond(surface: Surface | None, feet: Floats, stands: NDArray[np.bool_]) -> None:
    """Warn of feet (F, L, 3) m that are not over a height map: of all of them, else of those that stand, (F, L).

    Other surfaces are everywhere.
    """
    if not isinstance(surface, HeightMap):
        return
    beyond = ~surface.covers(feet)
    frames = (beyond & stands).any(axis=1).sum()
    if beyond.all():
        what = f"no foot comes over this height map; feet are at {_extent(feet)}"
    elif frames:
        what = f"in {frames} frames of contact feet are beyond this height map; they stand at {_extent(feet[stands])}"
    else:
        return
    rim = np.array([[surface.x[end], 0.0, surface.z[end]] for end in (0, -1)])
    warn(f"{what}, and it covers {_extent(rim)}", where=surface.file, help="beyond its rim the rim's height goes on")


def _extent(places: Floats) -> str:
    """From where to where places (..., 3) are."""
    ends = ((axis, places[..., at].min(), places[..., at].max()) for axis, at in (("x", 0), ("z", 2)))
    return ", ".join(f"{axis} {low:.2f} to {high:.2f} m" for axis, low, high in ends)


def _steps(table: NumberTable) -> Steps:
    if not len(table.values):
        raise FileError("there are no steps", where=place(table.path))
    for low, high in (STEPS[:2], STEPS[2:4]):
        turned = np.flatnonzero(table.column(low) >= table.column(high))
        if turned.size:
            raise FileError(f"{high} is not beyond {low}: no place is on this step", where=table.place(int(turned[0])))
    return Steps(table.values)


def _map(table: NumberTable) -> HeightMap:
    values = table.values
    _, firsts = np.unique(values[:, :2], axis=0, return_index=True)
    twice = np.setdiff1d(np.arange(len(values)), firsts)
    if twice.size:
        raise FileError("the height of this crossing is told twice", where=table.place(int(twice[0])))
    x, z = np.unique(values[:, 0]), np.unique(values[:, 1])
    grid = np.full((len(x), len(z)), np.nan)
    grid[np.searchsorted(x, values[:, 0]), np.searchsorted(z, values[:, 1])] = values[:, 2]
    if min(grid.shape) < 2 or np.isnan(grid).any():
        raise FileError(
            f"a height map needs a height at every crossing of its x and z, two of each or more; "
            f"{np.isnan(grid).sum()} of {grid.size} are missing",
            where=place(table.path),
        )
    return HeightMap(x, z, grid, place(table.path))
