import stat

import pytest

from footpipe import FileError, replacing


def test_a_failure_leaves_the_old_file_whole_and_nothing_beside_it(tmp_path):
    path = tmp_path / "clip.bvh"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), replacing(path) as file:
        file.write(b"new")
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_file_takes_the_old_ones_place_and_permissions(tmp_path):
    path = tmp_path / "clip.bvh"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(FileError, match="the output folder does not exist"), replacing(tmp_path / "no" / "clip.bvh"):
        pass


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(FileError, match="the output is a folder"), replacing(tmp_path):
        pass
