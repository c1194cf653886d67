"""How many decimals a number is written with."""

from __future__ import annotations

from footpipe import number_text

FEWEST_DECIMALS = 7  # three channels then read back within 1e-6 degrees, and joints within 1e-6 of a unit; 6 miss both


def decimals_for(files: int) -> int:
    """Decimals to write where the file's own numbers have `files` of them."""
    return min(max(files, FEWEST_DECIMALS), number_text.MOST_DECIMALS)
