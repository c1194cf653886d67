"""USD: skeletal clips out of layered stages, and back as an override that touches none of their layers."""

from footpipe import Loader, hookimpl
from footpipe_usd.load import LoadUsd, load

SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")


@hookimpl
def footpipe_loaders() -> list[Loader]:
    """Loaders of this package."""
    return [Loader("usd", LoadUsd, load, suffixes=SUFFIXES, contacts=True)]
