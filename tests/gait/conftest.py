import pytest

import footpipe


@pytest.fixture(scope="session")
def examples(request):
    return request.config.rootpath / "examples"


@pytest.fixture(scope="session")
def captured(examples):
    return footpipe.load(examples / "walk.bvh")
