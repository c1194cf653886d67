from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pxr") else ["test_*.py"]  # it takes pip install 'footpipe[usd]'
