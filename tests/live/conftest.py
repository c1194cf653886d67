from pathlib import Path

import pytest

import footpipe
from footpipe import BoundRig, Clip, find_rig

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def slid() -> Clip:
    """The example's walk with contacts of toes and ankles, its root going three quarters as far."""
    found = footpipe.stage("detect.speed")(footpipe.load(ROOT / "examples/walk.bvh"), points=("toe", "ankle"))
    return footpipe.stage("edit.scale_travel")(found, factor=0.75)


@pytest.fixture(scope="session")
def rig(slid) -> BoundRig:
    return find_rig(slid.skeleton).bind(slid.skeleton)
