import os
import stat

import pytest

from footpipe import FileError, replacing, replacing_path


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


def refusal(path):
    """What is said where `replacing` refuses."""
    with pytest.raises(FileError) as raised, replacing(path):
        pass
    return str(raised.value)


def test_a_pipe_is_never_replaced(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    told = f"{path}: error: the output is no file but a device or a pipe\n  help: name a file"
    assert refusal(path) == told
    (tmp_path / "link").symlink_to(path)
    assert refusal(tmp_path / "link") == told.replace(str(path), str(tmp_path / "link"))
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_device_is_never_replaced():
    assert (
        refusal(os.devnull) == f"{os.devnull}: error: the output is no file but a device or a pipe\n  help: name a file"
    )
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)  # noqa: PTH116


def test_a_file_that_may_not_be_written_stays(tmp_path, monkeypatch):
    path = tmp_path / "clip.bvh"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda target, mode: (target, mode) != (path, os.W_OK))
    assert refusal(path) == (
        f"{path}: error: the output is there already and may not be written\n"
        "  help: make it writable, or choose another place"
    )
    assert [(p, p.read_bytes()) for p in tmp_path.iterdir()] == [(path, b"old")]


def test_a_folder_that_nobody_may_look_into_is_told(tmp_path, monkeypatch):
    def stat_of(self, **_):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr("pathlib.Path.stat", stat_of)
    told = refusal(tmp_path / "clip.bvh")
    assert told == f"{tmp_path}/clip.bvh: error: cannot write: Permission denied\n  help: choose another place for it"


def test_links_in_a_circle_are_told(tmp_path):
    path = tmp_path / "circle"
    path.symlink_to(path)
    assert refusal(path) == (
        f"{path}: error: cannot write: Too many levels of symbolic links\n  help: choose another place for it"
    )


def test_a_library_makes_its_file_at_a_path_with_the_same_ending(tmp_path):
    target = tmp_path / "clip.usdc"
    with replacing_path(target) as part:
        assert part.parent == tmp_path
        assert part.suffix == ".usdc"
        part.write_text("new")
        assert not target.exists()
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_library_that_fails_leaves_the_old_file(tmp_path):
    target = tmp_path / "clip.usdc"
    target.write_text("old")
    with pytest.raises(ValueError, match="no room"), replacing_path(target) as part:
        part.write_text("half")
        raise ValueError("no room")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_library_that_makes_no_file_is_told(tmp_path):
    with pytest.raises(FileError, match="cannot write"), replacing_path(tmp_path / "clip.usdc"):
        pass
