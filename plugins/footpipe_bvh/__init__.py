"""BVH: `load.bvh` and `write.bvh`. What no stage touched goes back with the very text it had."""

from footpipe import Loader, Writer, hookimpl
from footpipe_bvh.load import LoadBvh, load
from footpipe_bvh.write import WriteBvh, write


@hookimpl
def footpipe_loaders() -> list[Loader]:
    """Loaders of this package."""
    return [Loader("bvh", LoadBvh, load, suffixes=(".bvh",))]


@hookimpl
def footpipe_writers() -> list[Writer]:
    """Writers of this package."""
    return [Writer("bvh", WriteBvh, write, suffixes=(".bvh",))]
