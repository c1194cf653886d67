from pathlib import Path

import pytest

import footpipe
from footpipe import Clip

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def walk() -> Clip:
    """The example's walk, as it was captured."""
    return footpipe.load(ROOT / "examples/walk.bvh")


@pytest.fixture(scope="session")
def found(walk) -> Clip:
    """The walk with its contacts."""
    return footpipe.stage("detect.speed")(walk)


@pytest.fixture(scope="session")
def slid(found) -> Clip:
    """The walk with contacts, its root going three quarters as far."""
    return footpipe.stage("edit.scale_travel")(found, factor=0.75)
