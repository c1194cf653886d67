"""The ground as a parameter of the lockers says it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from footpipe import Floats, Level, Surface, surface_of

Ground = float | Literal["auto"] | Path  # what a parameter may say
GROUND = (
    "height of the ground; 'auto': each contact has its own, where it stands anyway; a CSV file: "
    "a height map (x,z,height) or steps (x_from,x_to,z_from,z_to,height), in metres"
)


def asked_surface(ground: Ground) -> Surface | None:
    """The surface that a parameter asks for; None for "auto". Raises as `surface_of` does."""
    return None if isinstance(ground, str) else surface_of(ground)


def bends(surface: Surface | None) -> bool:
    """Whether the ground is another one elsewhere."""
    return not (surface is None or isinstance(surface, Level))


def normals_at(surface: Surface | None, places: Floats) -> Floats:
    """(..., 3) normals of the ground at places (..., 3); up where there is no surface."""
    return (surface or Level(0.0)).normals(places)
