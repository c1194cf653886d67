from importlib.util import find_spec

import pytest

collect_ignore_glob = [] if find_spec("pxr") else ["test_*.py"]  # it takes pip install 'footpipe[usd]'


@pytest.fixture(scope="session")
def fixed(tmp_path_factory):
    """The shot after `footpipe fix`."""
    from fixed import Fixed  # it needs pxr

    return Fixed(tmp_path_factory.mktemp("fixed"))
