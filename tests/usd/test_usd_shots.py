"""Every kind of shot is read as USD has it: joints in the world at every sample, times verbatim, sources untouched."""

import hashlib
import warnings

import numpy as np
import pytest
from pxr import Usd
from usd_shots import SHOTS
from usd_stages import WALK, agrees_with_usd

import footpipe
from footpipe import FileError, FootpipeWarning


@pytest.fixture(params=SHOTS)
def shot(request, tmp_path):
    return SHOTS[request.param](tmp_path)


def loaded(shot, **params):
    """The clip, with the warnings on the way."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        clip = footpipe.load(shot.path, skeleton=shot.skeleton, **params)
    return clip, [str(one.message) for one in caught if one.category is FootpipeWarning]


def test_joints_are_where_usd_has_them(shot):
    clip, _ = loaded(shot)
    if not shot.dropped:
        agrees_with_usd(clip, Usd.Stage.Open(str(shot.path)))
    if shot.exact:
        np.testing.assert_allclose(clip.translations, WALK.translations, atol=1e-6)
        np.testing.assert_allclose(abs((clip.rotations * WALK.rotations).sum(-1)), 1, atol=1e-12)
    assert (clip.scales is not None) == shot.scaled


def test_times_are_the_stages_own(shot):
    clip, _ = loaded(shot)
    assert clip.source.codes.tolist() == list(shot.codes)
    assert clip.source.rate == shot.rate
    np.testing.assert_array_equal(clip.times, np.array(shot.codes, float) / shot.rate)
    np.testing.assert_array_equal(clip.source.codes_of(clip.times[::3]), clip.source.codes[::3])


def test_what_is_odd_is_told_and_refused_where_strict(shot):
    _, told = loaded(shot)
    assert len(told) == len(shot.warned)
    for part, warning in zip(shot.warned, told, strict=True):
        assert part in warning
        assert warning.startswith(str(shot.path))
    if shot.warned:
        with pytest.raises(FileError) as raised:
            loaded(shot, strict=True)
        assert shot.warned[0] in raised.value.message


def test_the_source_tells_what_a_writer_needs(shot):
    source = loaded(shot)[0].source
    assert (source.blocked is None) == shot.editable
    stage = Usd.Stage.Open(str(shot.path))
    animation = stage.GetPrimAtPath(source.animation)
    assert animation.GetTypeName() == "SkelAnimation"
    assert list(animation.GetAttribute("joints").Get()) == list(source.joints)
    for name in ("translations", "rotations"):
        stored, attribute = getattr(source, name), animation.GetAttribute(name)
        assert list(stored.times) == attribute.GetTimeSamples()
        for code, row in zip(stored.times or [Usd.TimeCode.Default()], stored.values, strict=True):
            np.testing.assert_array_equal(np.array(attribute.Get(code)), row)


def test_reading_changes_no_file_and_tells_each_layers_digest(shot):
    before = {path: path.read_bytes() for path in shot.path.parent.iterdir()}
    source = loaded(shot)[0].source
    assert {path: path.read_bytes() for path in shot.path.parent.iterdir()} == before
    assert source.digests[source.path] == hashlib.sha256(before[shot.path]).hexdigest()
    known = {hashlib.sha256(data).hexdigest() for data in before.values()}
    assert set(source.digests.values()) <= known
