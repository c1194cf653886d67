"""USD: skeletal clips out of layered stages, and back as an override that touches none of their layers."""

from footpipe import Writer, hookimpl
from footpipe_usd.write import WriteUsd, write


@hookimpl
def footpipe_writers() -> list[Writer]:
    """Writers of this package."""
    return [Writer("usd", WriteUsd, write, suffixes=(".usda", ".usdc", ".usd"), fix_suffix=".usda")]
