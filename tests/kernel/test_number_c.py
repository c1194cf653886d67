"""The reader and writer of rows in C, under the address and undefined-behaviour sanitizers where the compiler has them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from footpipe import number_text

HERE = Path(__file__).parent
INCLUDE = HERE.parents[1] / "native" / "include"
COMPILER = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-g", f"-I{INCLUDE}"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
FOUND = 14  # int64 in fp_rows_found
PIECES = [b" ", b" ", b"\n", b"\r\n", b"\t", b"\0", b"\x1a", b"1", b"-0.5", b"+.25", b"3.", b"90,5", b"nan", b".", b"-", b"e", b"1e5", b"2E-400",
          b"1e999", b"9" * 25, b"0." + b"0" * 30 + b"7", b"1" * 900, b"123456789.123456789123456789", b"7e-30", b"\xc3\xa9", b"1e15", b"1e16"]  # fmt: skip

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The driver, with sanitizers; without them where the compiler has none."""
    out = tmp_path_factory.mktemp("c") / "rows"
    for flags in (SANITIZE, []):
        command = [*str(COMPILER).split(), *STRICT, *flags, str(HERE / "rows.c"), "-o", str(out), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0 and subprocess.run([str(out)], input=b"", capture_output=True).returncode == 0:
            return out
    pytest.fail(done.stderr)


def texts(count: int) -> list[tuple[int, int, bytes]]:
    """Rows, width and text: half of them sane, half of them anything."""
    rng = random.Random(7)
    made = []
    for i in range(count):
        rows, width = rng.randint(1, 4), rng.randint(1, 5)
        if i % 2:
            words = [f"{rng.uniform(-400, 400):.{rng.randint(0, 19)}f}".encode() for _ in range(rows * width)]
            text = b"".join(w + rng.choice([b" ", b"\n", b"\r\n", b"\t "]) for w in words) + rng.choice(
                [b"", b"\n", b"5 6"]
            )
        else:
            text = b"".join(rng.choice(PIECES) for _ in range(rng.randint(0, 40)))
        made.append((rows, width, text))
    return made


def test_c_gives_what_python_gives_and_touches_nothing_else(program: Path) -> None:
    made = texts(3000)
    data = b"".join(np.array([rows, width, len(text)]).tobytes() + text for rows, width, text in made)
    done = subprocess.run([str(program)], input=data, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    out, whole = done.stdout, 0
    for rows, width, text in made:
        found = number_text.read_rows(text, 0, rows, width, 1e15, 100)
        numbers = found.values
        names = np.frombuffer(out, np.int64, FOUND).tolist()
        assert names[:5] == [found.words, found.lines, found.full_lines, found.begun, found.decimals]
        out = out[8 * FOUND :]
        assert out[: numbers.nbytes] == numbers.tobytes()
        out = out[numbers.nbytes :]
        if len(numbers) == rows * width:
            out = out[_again(out, rows, width, text, numbers) :]
            whole += 1
    assert out == b""
    assert whole > 1000


def _again(out: bytes, rows: int, width: int, text: bytes, numbers: np.ndarray) -> int:
    """Checks where rows begin and the text written anew; the bytes that these take."""
    starts = number_text.row_starts(text, 0, rows, width)
    assert out[: starts.nbytes] == starts.tobytes()
    kept = (np.arange(rows * width) % 2).astype(bool).reshape(rows, width)
    part = memoryview(text)[starts[0] : starts[-1]]
    new = bytes(number_text.patch_rows(part, numbers.reshape(rows, width), kept, 7))
    length = int(np.frombuffer(out, np.int64, 1, starts.nbytes)[0])
    end = starts.nbytes + 8 + length
    assert out[starts.nbytes + 8 : end] == new
    return end
