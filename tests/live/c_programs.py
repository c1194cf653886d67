"""C programs that the tests of this room compile."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENGINE = ROOT / "examples/engine"
COMPILER = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
STRICT = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-pedantic", "-Werror"]
COUNTED = ["-DCOUNTED", *(f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc"))]
COUNTED = COUNTED if sys.platform == "linux" else []
MATH = {
    "sqrt",
    "exp",
    "expm1",
    "log1p",
    "fmax",
    "fmin",
    "pow",
    "atan2",
    "sin",
    "cos",
    "acos",
    "tan",
    "tanh",
    "atan",
    "sincos",
    "sincos_stret",
}
ADDED = {"memcpy", "memset", "memmove"}  # by the compiler itself
LINKED = {"_GLOBAL_OFFSET_TABLE_", "GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}


def compile_c(*arguments):
    include = f"-I{ROOT / 'native/include'}"
    command = [*COMPILER.split(), *STRICT, include, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def asks_for(source, folder):
    """Names that the object file of a C text does not hold itself; it must have no globals."""
    path = folder / "alone.c"
    path.write_text(source)
    compile_c("-DNDEBUG", "-c", path, "-o", folder / "alone.o")
    told = subprocess.run(["nm", str(folder / "alone.o")], capture_output=True, text=True, check=True).stdout
    assert not re.search(r" [bBdDcC] ", told)
    return set(re.findall(r" U _?(\w+)", told)) - LINKED
