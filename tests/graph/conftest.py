import made_stages
import pytest

from footpipe.providers import Provider
from footpipe.registry import Registry


@pytest.fixture(scope="session")
def registry() -> Registry:
    """The stages of `made_stages`, alone."""
    return Registry([Provider("made 1.0", made_stages)])
