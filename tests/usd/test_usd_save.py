"""Files are written whole, all that belong together, or none of them."""

import hashlib
import resource
from contextlib import contextmanager

import pytest
from usd_stages import character, new_stage

import footpipe
from footpipe import FileError


def everything(folder):
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def clip(tmp_path):
    """A clip of a stage in a file, with an edit."""
    stage = new_stage(tmp_path / "shot.usda")
    character(stage)
    stage.Save()
    read = footpipe.load(tmp_path / "shot.usda")
    moved = read.translations.copy()
    moved[:, 0, 1] += 1
    return read.replace(translations=moved)


@contextmanager
def no_file_over(size):
    """As on a disk that has room for so many bytes."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)


@pytest.mark.parametrize("author", ["override", "flat"])
def test_a_full_disk_is_told_and_leaves_what_was_there(author, clip, tmp_path):
    footpipe.save(clip.replace(translations=clip.translations + 1), tmp_path / "out.usda", author=author)
    before = everything(tmp_path)
    with (
        no_file_over(3000),
        pytest.raises(FileError, match="USD could not write the layer") as raised,
    ):
        footpipe.save(clip, tmp_path / "out.usda", author=author)
    assert "whether the disk has room" in raised.value.help
    assert everything(tmp_path) == before


def test_where_the_wrapper_cannot_be_written_the_override_is_not_either(clip, tmp_path):
    footpipe.save(clip.replace(translations=clip.translations + 1), tmp_path / "out.usda")
    (tmp_path / "out.usda").unlink()
    (tmp_path / "out.usda").mkdir()
    before = everything(tmp_path)
    with pytest.raises(FileError, match="the output is a folder"):
        footpipe.save(clip, tmp_path / "out.usda")
    assert everything(tmp_path) == before


def test_a_path_that_no_layer_can_be_called_by_is_refused(clip, tmp_path):
    before = everything(tmp_path)
    with pytest.raises(FileError, match="control characters"):
        footpipe.save(clip, tmp_path / "two\nlines.usda")
    assert everything(tmp_path) == before
