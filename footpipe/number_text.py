"""Rows of numbers as text, read and written by compiled code: the only module that imports `footpipe._text`.

Every number is read as the nearest double, whatever its digits and the locale, and written as its exact value
rounded once; no Python object is made of any. The methods are in `native/include/footpipe/decimal_read.h`,
`decimal_write.h` and `number_rows.h`. F rows, W numbers in each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footpipe import kernel_checks as check
from footpipe.arrays import Floats
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    from footpipe import _text
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

MOST_DECIMALS = 17


@dataclass(frozen=True)
class RowsFound:
    """What `read_rows` found. Places are bytes of the text; None where there is no such thing.

    values        (N,) the numbers before the first bad word, as many as there are and are wanted
    words, lines  all words, and the lines that have any
    full_lines    lines of as many words as a row has
    begun         rows, with the one after the last, that begin on a line of their own
    decimals      most digits behind the point that a number of the first rows has
    end           after the last word that is wanted
    beyond        the first word that is not wanted any more
    bad           the first wanted word that is no number or too large: its index; `bad_at` its place, `bad_line` its
                  line among those with words, `bad_column` its index in that line
    odd_at        the first byte between the wanted words that no text has, such as a 0
    uneven_at     the first line among the first F that has another number of words; `uneven_words` how many
    """

    values: Floats
    words: int
    lines: int
    full_lines: int
    begun: int
    decimals: int
    end: int
    beyond: int | None
    bad: int | None
    bad_at: int | None
    bad_line: int | None
    bad_column: int | None
    odd_at: int | None
    uneven_at: int | None
    uneven_words: int | None


def read_rows(text: bytes, start: int, rows: int, width: int, largest: float, sample: int) -> RowsFound:
    """Read `rows` rows of `width` numbers, none beyond `largest`, from the byte `start` on, in one pass.

    Memory is taken by the text's length, whatever `rows` promises. `sample` words are looked at for decimals.
    """
    room = max(0, len(text) - start)
    rows = min(rows, room)
    values = np.empty(max(1, min(rows * width, room // 2 + 1)))
    wanted: _text.Wanted = {"rows": rows, "width": width, "sample": sample, "largest": largest}
    found = _text.read(text or b"\0", min(start, len(text)), wanted, values)
    numbers = found["bad"] if found["bad"] >= 0 else min(found["words"], rows * width)
    return RowsFound(values[:numbers], **{key: None if place == -1 else place for key, place in found.items()})  # type: ignore[arg-type]


def row_starts(text: bytes, start: int, rows: int, width: int) -> NDArray[np.int64]:
    """(F + 1,) the byte where each row's line begins, and where what follows the last row does."""
    out = np.empty(rows + 1, np.int64)
    _text.starts(text, start, width, out)
    return out


def patch_rows(text: memoryview, values: Floats, kept: NDArray[np.bool_], decimals: int) -> memoryview:
    """The text of F rows with the numbers of `values` (F, W) for those that are not `kept` (F, W).

    Raises `DataError` on numbers that are not finite, and on 0 or more than 17 decimals.
    """
    _check_writable(values, decimals)
    changed = kept.size - int(np.count_nonzero(kept))
    out = np.empty(len(text) + changed * longest(values, decimals) + 1, np.uint8)
    flags = np.ascontiguousarray(kept).view(np.uint8).ravel()
    return out.data[: _text.patch(text, np.ascontiguousarray(values).ravel(), flags, decimals, out)]


def write_rows(values: Floats, decimals: int, line_end: bytes) -> memoryview:
    """Rows of `values` (F, W), a line each, with a space between numbers.

    Raises `DataError` on numbers that are not finite, and on 0 or more than 17 decimals.
    """
    _check_writable(values, decimals)
    if not values.size:
        return memoryview(line_end * len(values))
    room = values.size * (longest(values, decimals) + 1) + len(values) * len(line_end)
    out = np.empty(room, np.uint8)
    return out.data[: _text.write(np.ascontiguousarray(values), decimals, line_end, out)]


def longest(values: Floats, decimals: int) -> int:
    """Bytes that no number of `values` needs more of: sign, digits, one more by rounding, point, decimals."""
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    return len(str(int(largest))) + decimals + 3


def _check_writable(values: Floats, decimals: int) -> None:
    if not 1 <= decimals <= MOST_DECIMALS:
        raise DataError(f"decimals: 1 to {MOST_DECIMALS} wanted, got {decimals}")
    if not np.isfinite(values).all():
        raise DataError("values: a number that is not finite has no text")
