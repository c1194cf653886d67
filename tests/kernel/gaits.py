"""Pelvis and toes of made-up walks, for tests of the solvers that look at a whole clip."""

from dataclasses import dataclass, replace

import numpy as np

from footpipe import solver

LEG = 0.8


@dataclass(frozen=True)
class Gait:
    """A walk along z: toes (F, T, 3), spans (F, T, 3) from ankle to hip, contact (F, T), steps (F,)."""

    toes: np.ndarray
    spans: np.ndarray
    contact: np.ndarray
    steps: np.ndarray
    size: float = 1.0

    @property
    def reach(self):
        return np.maximum(0.994 * LEG * self.size, np.linalg.norm(self.spans, axis=-1))

    def solve(self, raised=None, **options):
        raised = np.zeros(self.contact.shape) if raised is None else raised
        options = {"slack": 1e-3 * self.size, "watch": 1e-2 * self.size, **options}
        return solver.solve_offline(self.toes, self.spans, self.reach, self.contact, raised, self.steps, **options)

    def over(self, solution):
        """How far each span is past its reach."""
        after = self.spans + solution.pelvis[:, None] - solution.toes
        return np.linalg.norm(after, axis=-1) - self.reach

    def mapped(self, change):
        """The same with every vector (..., 3) changed."""
        return replace(self, toes=change(self.toes), spans=change(self.spans))

    def reversed(self):
        steps = np.concatenate([[0.0], self.steps[:0:-1]])
        return Gait(self.toes[::-1], self.spans[::-1], self.contact[::-1], steps, self.size)


def gait(frames=90, toes=2, rate=60.0, slide=0.25, seed=0, even=True):
    """Toes stand half of each second while the body goes on; what they slide is a share of its way."""
    rng = np.random.default_rng(seed)
    steps = np.full(frames, 1 / rate) if even else rng.uniform(0.5, 1.5, frames) / rate
    steps[:1] = 0.0
    times = np.cumsum(steps)
    phases = times[:, None] + np.arange(toes) / max(toes, 1) + rng.uniform(0, 1)
    contact = phases % 1.0 < 0.55
    stride = 1.2
    within = phases % 1.0
    gone = np.floor(phases) + np.where(contact, 0.0, 0.5 - 0.5 * np.cos(np.pi * (within - 0.55) / 0.45))
    z = stride * gone + slide * stride * times[:, None] + 0.002 * rng.standard_normal((frames, toes))
    height = 0.05 + np.where(contact, 0.0, 0.1 * np.sin(np.pi * (within - 0.55) / 0.45))
    x = np.tile(0.1 * (np.arange(toes) - (toes - 1) / 2), (frames, 1))
    places = np.stack([x, height, z], axis=-1)
    hip = np.stack([x, np.full(x.shape, 0.85), np.repeat((1 + slide) * stride * times[:, None], toes, 1)], axis=-1)
    spans = hip - places - [0.0, 0.07, -0.12]
    spans *= np.minimum(1.0, 0.99 * LEG / np.linalg.norm(spans, axis=-1, keepdims=True))
    return Gait(places, spans, contact, steps)
