import pytest
from c_programs import COMPILER, ENGINE, ROOT, compile_c

import footpipe
from footpipe import BoundRig, Clip, find_rig


@pytest.fixture(scope="session")
def slid() -> Clip:
    """The example's walk with contacts of toes and ankles, its root going three quarters as far."""
    found = footpipe.stage("detect.speed")(footpipe.load(ROOT / "examples/walk.bvh"), points=("toe", "ankle"))
    return footpipe.stage("edit.scale_travel")(found, factor=0.75)


@pytest.fixture(scope="session")
def rig(slid) -> BoundRig:
    return find_rig(slid.skeleton).bind(slid.skeleton)


@pytest.fixture(scope="session")
def engine(tmp_path_factory):
    """The example of an engine, compiled."""
    if COMPILER is None:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("engine") / "engine"
    compile_c(*sorted(ENGINE.glob("*.c")), "-o", program, "-lm")
    return program
