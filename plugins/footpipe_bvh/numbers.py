"""Numbers as text."""

from __future__ import annotations

import numpy as np

from footpipe_bvh.decode import Floats

FEWEST_DECIMALS = 7  # three channels then read back within 1e-6 degrees, and joints within 1e-6 of a unit; 6 miss both
MOST_DECIMALS = 17


def decimals_for(files: int) -> int:
    """Decimals to write where the file's own numbers have `files` of them."""
    return min(max(files, FEWEST_DECIMALS), MOST_DECIMALS)


def texts(values: Floats, decimals: int) -> list[bytes]:
    """Each of `values` (N,) with so many decimals; never "-0.000000"."""
    shown = np.where(abs(values) < 0.5 * 10.0**-decimals, 0.0, values)
    return (f"%.{decimals}f\n" * len(shown) % tuple(shown.tolist())).encode("ascii").split()


def lines(values: Floats, decimals: int, line_end: bytes) -> bytes:
    """Rows of `values` (F, N), a line each."""
    shown = np.where(abs(values) < 0.5 * 10.0**-decimals, 0.0, values)
    line = " ".join([f"%.{decimals}f"] * shown.shape[1]) + line_end.decode("ascii")
    return "".join([line % tuple(row) for row in shown.tolist()]).encode("ascii")
