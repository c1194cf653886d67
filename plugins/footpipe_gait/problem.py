"""What is fitted when a style is learned: its free numbers, and how far from the references they make it walk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.beside import residuals, spare_residuals, walk_styles
from footpipe_gait.references import Reference
from footpipe_gait.style import Style

HOLD = 0.03  # how much a number's distance from where it began counts
OTHER_STEPS = (0.45, 0.55, 0.68, 0.79, 0.95)  # step / leg at which it has to walk too, whatever the curves
ONE_SPEED = 0.2  # step / leg: references that lie closer are of one speed
AROUND = 0.12  # step / leg beside those of one speed at which it has to walk too

# What of a number is a small change: by the end of its name.
SCALES = {
    "at": 0.03,
    "spread": 0.015,
    "pace": 0.3,
    "follow": 1.5,
    "toe_off": 0.03,
    "toe_off_per_step": 0.1,
    "step_time_per_step": 0.3,
    "angle": 3.0,
    "angle_per_step": 14.0,
    "pace_per_step": 1.0,
}
LEAST = {"spread": 0.02, "pace": 0.1, "follow": 0.5}


@dataclass(frozen=True, eq=False)
class Problem:
    """The free numbers of a style, each over its scale."""

    references: tuple[Reference, ...]
    others: tuple[Reference, ...]
    first: Style
    start: Floats  # (P,)
    scale: Floats  # (P,)
    least: Floats  # (P,)
    free: Floats  # indices

    @classmethod
    def of(cls, references: Sequence[Reference], start: Style, freeze: Iterable[str]) -> Problem:
        """Raises `DataError` for a name to freeze that there is not."""
        frozen = replace(start, freeze=(*start.freeze, *freeze))
        _check_freeze(frozen)
        free = np.array([i for i, name in enumerate(start.names) if not frozen.is_frozen(name)], int)
        scale = np.array([SCALES[_kind(name)] for name in start.names])
        least = np.array([LEAST.get(_kind(name), -np.inf) for name in start.names])
        return cls(tuple(references), _others(references), start, start.parameters(), scale, least, free)

    def kept(self, parameters: Floats) -> Floats:
        """Within what can be, and with the frozen as they were."""
        kept = self.start.copy()
        kept[self.free] = np.maximum(parameters, self.least)[self.free]
        return kept

    def style(self, parameters: Floats) -> Style:
        """With other numbers (P,)."""
        return self.first.with_parameters(parameters)

    def residuals(self, many: Sequence[Floats]) -> list[Floats]:
        """(R,) of each vector of parameters."""
        numbers = [self.style(parameters).kernel_numbers() for parameters in many]
        walks = [walk_styles(numbers, self.first, reference) for reference in (*self.references, *self.others)]
        count = len(self.references)
        return [
            np.concatenate(
                [
                    *(residuals(walks[i][n], self.references[i]) for i in range(count)),
                    *(spare_residuals(walks[count + i][n], other.step) for i, other in enumerate(self.others)),
                    HOLD * ((many[n] - self.start) / self.scale)[self.free],
                ]
            )
            for n in range(len(many))
        ]


def _others(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Steps between and beyond the references', with times of their order; a little around those of one speed."""
    shape = references[0].shape
    steps = np.array([reference.step / reference.shape.leg for reference in references])
    times = np.array([reference.time * (shape.leg / reference.shape.leg) ** 0.5 for reference in references])
    order = np.argsort(steps)
    shares = OTHER_STEPS if np.ptp(steps) >= ONE_SPEED else (steps.min() - AROUND, steps.max() + AROUND)
    others = [(share * shape.leg, float(np.interp(share, steps[order], times[order]))) for share in shares]
    return tuple(replace(references[0], name="", step=step, time=time) for step, time in others)


def _check_freeze(style: Style) -> None:
    for said in style.freeze:
        if not any(name == said or name.startswith(f"{said}.") for name in style.names):
            raise DataError(f"there is no '{said}' to freeze", help=f"such as {', '.join(style.names[:4])}")


def _kind(name: str) -> str:
    *before, last = name.split(".")
    if before[0] in ("pace", "follow"):
        return before[0]
    if before[-1] == "per_step":
        return "pace_per_step" if last == "pace" else "angle_per_step"
    return last if last in SCALES else "angle"
