"""4x4 matrices as USD has them: rows, vectors from the left."""

from __future__ import annotations

import numpy as np

from footpipe import Floats, kernel


def transforms(translations: Floats, rotations: Floats) -> Floats:
    """(N, 4, 4) of translations (N, 3) and rotations (N, 4) xyzw."""
    out = np.zeros((len(translations), 4, 4))
    for axis, unit in enumerate(np.eye(3)):
        out[:, axis, :3] = kernel.rotate(rotations, np.broadcast_to(unit, translations.shape))
    out[:, 3, :3] = translations
    out[:, 3, 3] = 1.0
    return out
