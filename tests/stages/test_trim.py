from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import footpipe
from footpipe import GraphError, StageError

ROOT = Path(__file__).resolve().parents[2]
trim = footpipe.stage("edit.trim")


@given(st.integers(0, 400), st.integers(2, 120))
def test_frames_are_counted_from_the_files_first(found, start, count):
    cut = trim(found, start=start, stop=start + count, rest="keep")
    assert (cut.translations == found.translations[start : start + count]).all()
    assert (cut.contacts.weights == found.contacts.weights[start : start + count]).all()
    assert (cut.times == found.times[start : start + count]).all()
    assert cut.rest_rows == (1 if start == 0 else 0)


def test_an_injected_rest_pose_goes_unless_it_is_to_stay(walk):
    assert len(trim(walk)) == len(walk) - 1
    assert trim(walk).rest_rows == 0
    assert (trim(walk, rest="keep").rotations == walk.rotations).all()
    assert trim(walk, rest="keep").rest_rows == 1


def test_seconds_are_counted_from_the_first_frame(walk):
    cut = trim(walk, start_time=1.0, stop_time=2.0)
    assert (cut.times[0], cut.times[-1]) == (1.0, pytest.approx(2 - 1 / 120))
    assert len(cut) == 120


def test_numbers_below_0_count_from_the_end(walk):
    assert (trim(walk, start=-10).times == walk.times[-10:]).all()
    assert (trim(walk, stop=-10).times == walk.times[1:-10]).all()


def test_what_leaves_nothing_says_how_long_the_clip_is(walk):
    with pytest.raises(StageError) as caught:
        trim(walk, start=600)
    assert caught.value.message == "edit.trim leaves nothing of the motion"
    assert caught.value.help == "the clip has 524 frames, of which 1 rest, and lasts 4.35833 s"


@given(st.integers(1, 200), st.integers(0, 300))
def test_a_time_that_is_a_frames_own_finds_that_frame(walk, first, frame):
    """Also in a clip that begins later, whose times are differences of floats."""
    later = trim(walk, start=first)
    cut = trim(later, start_time=frame / 120)
    assert cut.times[0] == later.times[frame]


def test_an_end_given_twice_is_told(walk):
    with pytest.raises(GraphError, match="'start' says already where to cut"):
        trim(walk, start=1, start_time=0.5)


def test_a_trimmed_file_keeps_its_text(walk, tmp_path):
    footpipe.save(trim(walk, start=100, stop=110), tmp_path / "cut.bvh")
    whole = (ROOT / "examples/walk.bvh").read_bytes().splitlines()
    first = next(i for i, line in enumerate(whole) if line.startswith(b"Frame Time")) + 1
    assert (tmp_path / "cut.bvh").read_bytes().splitlines()[-10:] == whole[first + 100 : first + 110]
