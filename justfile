# What one does here every day. `just` alone lists it.

[private]
default:
    @just --list

# an editable build with all that development needs
dev:
    python -m pip install -e '.[dev]'

# the same with bounds checks in the kernel
debug:
    python -m pip install -e '.[dev]' -C cmake.define.FOOTPIPE_DEBUG=ON

test *args:
    pytest {{ args }}

lint:
    pre-commit run --all-files

bench:
    python benchmarks/kernel.py
    python benchmarks/bvh.py --full
    python benchmarks/offline.py
    python benchmarks/detect.py
    python benchmarks/usd.py
    python benchmarks/live.py
    python benchmarks/fuzzy.py
    python benchmarks/check.py

# strange bytes for the BVH reader, for so many seconds
fuzz seconds="600":
    python tests/fuzz/fuzz_bvh.py -max_total_time={{ seconds }}

# the pictures of the README and the manual
pictures:
    python docs/pictures.py

# the manual: what the code tells of itself, then the site in site/
docs:
    python docs/pages.py
    mkdocs build --strict

# the manual in a browser, while one writes at it
serve:
    mkdocs serve
