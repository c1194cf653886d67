"""What `generate.fuzzy_gait` can be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import radians
from pathlib import Path
from typing import Literal

from footpipe import Fault, Params, param

STEPS = 8  # where nothing says how far
STEEPEST = 20.0  # deg
MOST_STEPS = 10_000
UPRIGHT = 1.25  # rise / tread of stairs that are gone up, at most
HIGHEST = 1e4  # m, of ground above or below the origin


class Stairs(Params):
    """A flight of stairs ahead of the figure."""

    rise: float = param(unit="m", ge=-0.4, le=0.4, doc="of each step; below 0 they go down")
    tread: float = param(unit="m", ge=0.1, le=1.2, doc="from riser to riser")
    count: int = param(unit="steps", ge=1, le=1000, doc="how many")
    after: float | None = param(
        None, unit="m", gt=0, doc="level ground before the first riser; room for two steps where left out"
    )


class Bend(Params):
    """A way round: an arc, or turning on the spot."""

    radius: float | None = param(None, unit="m", gt=0, doc="of an arc")
    angle: float | None = param(None, unit="deg", doc="of an arc: to the left, below 0 to the right")
    turn: float | None = param(None, unit="deg", doc="on the spot: to the left, below 0 to the right")

    @property
    def arc(self) -> tuple[float, float]:
        """Radius, m, and angle, rad, of an arc."""
        return self.radius or 0.0, radians(self.angle or 0.0)

    @property
    def wrong(self) -> str | None:
        """What does not go together."""
        arc = self.radius is not None, self.angle is not None
        if (self.turn is not None) == any(arc) or any(arc) != all(arc):
            return "'path' is to have a radius and an angle, or a turn"
        return None if self.angle or self.turn else "'path' turns by 0 degrees"


class FuzzyGait(Params):
    """Parameters of `generate.fuzzy_gait`."""

    style: Literal["walk", "cmu_walk", "zombie", "paper"] | Path = param(
        "walk", doc="how to walk: a style that comes along, or a TOML file of one's own"
    )
    step: float = param(0.65, unit="m", gt=0, doc="from one foot to the other, along the path")
    steps: int | None = param(
        None, unit="steps", ge=1, le=MOST_STEPS, doc=f"how many; {STEPS} where nothing else says how far to go"
    )
    distance: float | None = param(None, unit="m", gt=0, doc="how far to go instead, to the nearest whole step")
    path: Path | Bend | None = param(
        None,
        doc="where along: `{ radius = 2.0, angle = 180.0 }`, an arc to the left; `{ turn = 90.0 }`, on the spot; or a "
        "CSV file of points (x,z) in metres, in world space, through which a smooth curve goes",
    )
    slope: float | None = param(
        None, unit="deg", ge=-STEEPEST, le=STEEPEST, doc="of the ground, from where the figure stands; above 0 uphill"
    )
    stairs: Stairs | None = param(
        None,
        doc="`{ rise = 0.17, tread = 0.29, count = 7 }`, in metres; a rise below 0 goes down; `after`: metres of level "
        "ground before the first riser, room for two steps where left out",
    )
    footholds: Path | None = param(
        None,
        doc="a CSV file (x,z,height or x,z,height,slope) with a row for every step, the right foot's first: where the "
        "middle of the sole goes, in metres, in world space, and by how many degrees it lies uphill",
    )
    ground: float | Path | None = param(
        None,
        unit="m",
        doc="height of the ground, the rig's floor where left out; or a CSV file, as `lock.offline` takes it: a height "
        "map (x,z,height) or steps (x_from,x_to,z_from,z_to,height), in metres",
    )
    rate: float | None = param(None, unit="frames/s", gt=0, le=1000, doc="the input's where left out, else 60")
    start: bool = param(True, doc="whether it begins from standing")
    stop: bool = param(True, doc="whether it comes to a stand at the end")
    heading: float | None = param(
        None, unit="deg", doc="where to go, about the vertical from z towards x; forward where left out"
    )
    upper_body: bool = param(True, doc="whether pelvis, spine and arms move against the legs; else they are still")
    stature: float | None = param(None, unit="m", gt=0, doc="height of the built-in figure; 1.75 when left out")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """What is said twice, or does not go together."""
        return [*self._grounds(), *self._ways(), *self._how_far(), *self._figure(inputs)]

    @property
    def turns(self) -> bool:
        """Whether it turns on the spot."""
        return isinstance(self.path, Bend) and self.path.turn is not None

    def _given(self, *names: str) -> list[str]:
        return [name for name in names if getattr(self, name) is not None]

    def _grounds(self) -> Iterator[Fault]:
        """One ground, and none that is not level for a figure that stays where it is."""
        first, *others = self._given("slope", "stairs", "footholds") or [""]
        for other in others:
            yield Fault(other, f"'{first}' says already what it walks on", "give one of them")
        if first and (isinstance(self.ground, Path) or (self.footholds is not None and self.ground is not None)):
            yield Fault("ground", f"'{first}' says already what it walks on", "give one of them")
        if self.stairs is not None and self.stairs.rise > UPRIGHT * self.stairs.tread:
            most = f"a rise of {UPRIGHT * self.stairs.tread:.2g} m can be gone up on treads of {self.stairs.tread:g} m"
            yield Fault("stairs", "these stairs are a ladder", most)
        if isinstance(self.ground, float) and abs(self.ground) > HIGHEST:
            yield Fault("ground", f"'ground' is {self.ground:g} m", f"-{HIGHEST:g} to {HIGHEST:g} can be walked on")
        if self.turns and (first or isinstance(self.ground, Path)):
            yield Fault(first or "ground", "turning on the spot is for level ground", "leave it out, or walk an arc")

    def _ways(self) -> Iterator[Fault]:
        """One way, that can be."""
        if isinstance(self.path, Bend) and self.path.wrong:
            wanted = "such as { radius = 2.0, angle = 180.0 } or { turn = 90.0 }"
            yield Fault("path", self.path.wrong, wanted)
        if self.path is not None and self.footholds is not None:
            yield Fault("path", "'footholds' says already where to go", "give one of them")
        if isinstance(self.path, Path) and self.heading is not None:
            yield Fault("heading", "the path says already where to go", "leave it out")
        if not self.start and (self.turns or self.footholds is not None):
            what = "footholds" if self.footholds is not None else "path"
            yield Fault("start", f"with '{what}' it begins from standing", "leave it out")

    def _how_far(self) -> Iterator[Fault]:
        """Steps, or a distance, or what else tells."""
        if self.steps == 1 and self.start and self.stop:
            yield Fault(
                "steps", "a walk that begins and ends standing has two steps or more", "take 2, or stop = false"
            )
        if self.distance is not None and self.steps is not None:
            yield Fault("distance", "'steps' says already how far to go", "give one of them")
        tells = "path" if self.turns else next(iter(self._given("footholds", "stairs")), None)
        ruled = [name for name in ("distance", "steps", "step") if tells and name in self.model_fields_set]
        for name in ruled:
            if tells != "stairs" or name == "distance":
                yield Fault(name, f"'{tells}' says already where the steps go", "leave it out")

    def _figure(self, inputs: Sequence[str]) -> Iterator[Fault]:
        if inputs and self.stature is not None:
            yield Fault("stature", "the figure is that of the input clip", "leave it out")
