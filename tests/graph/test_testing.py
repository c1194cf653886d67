"""`check_stage` finds what it is there to find."""

import made_stages
import numpy as np
import pytest

from footpipe import (
    Clip,
    Contacts,
    DataError,
    Detection,
    Detector,
    Edit,
    Generator,
    Loader,
    Locker,
    Measure,
    NoParams,
    Params,
    Report,
    StageError,
    find_rig,
    param,
)
from footpipe.providers import Provider
from footpipe.registry import Registry
from footpipe.testing import check_stage, walking_clip

MADE = Registry([Provider("made 1.0", made_stages)]).stages


@pytest.mark.parametrize("name", [name for name in MADE if name != "edit.broken"])
def test_a_good_stage_of_every_role_passes(name, tmp_path):
    (tmp_path / "walk.bvh").write_text("a walk")
    stage = MADE[name].stage
    check_stage(stage, **({"path": tmp_path / "walk.bvh"} if isinstance(stage, Loader) else {}))


def fails(record, **params):
    with pytest.raises(AssertionError) as raised:
        check_stage(record, **params)
    return str(raised.value)


class Unit(Params):
    far: float = param(1.0, doc="a length")


class Doc(Params):
    far: float = 1.0


def nowhere(clip, rig, p):
    """No contact."""
    return Contacts(rig.points("toe"), np.zeros((len(clip), 2)))


def test_what_is_not_documented_is_told():
    assert fails(Detector("x", Doc, nowhere)) == "detect.x: the parameter 'far' has no doc"
    assert fails(Detector("x", Unit, nowhere)) == (
        "detect.x: the parameter 'far' is a number without unit (\"\" where it has none)"
    )
    assert fails(Edit("x", NoParams, lambda clip, p: clip)) == (
        "edit.x: its function has no docstring, whose first line is the summary"
    )


def test_an_output_that_changes_from_time_to_time_is_told():
    count = iter(range(100))

    def later(clip, p):
        """Move the clip in time."""
        return clip.replace(times=clip.times + next(count))

    assert fails(Edit("x", NoParams, later)) == "edit.x: it gives another output the second time (on a clip)"


def test_a_changed_input_is_told():
    def spoil(clip, p):
        """Write where nobody may."""
        clip.rotations.flags.writeable = True
        clip.rotations[0, 0] = [1, 0, 0, 0]
        return clip

    assert fails(Edit("x", NoParams, spoil)) == "edit.x: it changes its input (on a clip)"


def test_numbers_that_are_not_finite_are_refused_by_the_clip():
    def noise(clip, p):
        """Add a channel of nothing."""
        return clip.replace(channels={"noise": np.full(len(clip), np.inf)})

    with pytest.raises(DataError, match=r"channel 'noise'\[0\] is inf: every number must be finite"):
        check_stage(Edit("x", NoParams, noise))


def test_a_stage_that_cannot_do_with_one_frame_is_told():
    def rate(clips, rig, p):
        """The first clip's rate."""
        return Report({"rate": 1 / (clips["one"].times[1] - clips["one"].times[0])})

    with pytest.raises(Exception, match="IndexError"):
        check_stage(Measure("x", NoParams, rate))


def test_a_stage_that_only_claims_to_be_causal_is_told():
    def mean(clip, rig, p):
        """Move to the mean of all frames."""
        return clip.replace(translations=clip.translations - clip.translations.mean(axis=0))

    assert fails(Locker("x", NoParams, mean, causal=True)) == (
        "lock.x: it is not causal: translations of the beginning changes when the end is cut off"
    )
    check_stage(Locker("x", NoParams, mean))


def test_a_generator_that_needs_no_clip_is_tried_with_one():
    def same(clip: Clip | None, rig, p):
        """The clip again."""
        assert clip is not None
        return clip

    check_stage(Generator("x", NoParams, same))


def test_the_walking_clip_walks_on_a_floor():
    clip = walking_clip()
    tips = clip.world.positions[:, [5, 10], 1]
    assert tips.min() == pytest.approx(0, abs=1e-9)
    assert clip.rate == 60
    assert clip.contacts.points == ("left.toe", "right.toe")
    travelled = clip.world.positions[-1, 0, 2] - clip.world.positions[0, 0, 2]
    assert travelled == pytest.approx(1.2 * 59 / 60)
    assert len(clip.pick(slice(7))) == 7
    np.testing.assert_array_equal(clip.pick(slice(7)).contacts.weights, clip.contacts.weights[:7])


def test_a_detector_may_give_channels_with_its_contacts():
    def found(rows):
        def detect(clip, rig, p):
            """No contact, and how high the feet are."""
            return Detection(nowhere(clip, rig, p), {"height": clip.world.positions[:rows, rig.toe, 1]})

        return Detector("x", NoParams, detect)

    clip = walking_clip()
    bind = lambda clip: find_rig(clip.skeleton).bind(clip.skeleton)  # noqa: E731
    check_stage(found(None))
    after = found(None).apply({"clip": clip.replace(channels={"old": clip.times})}, bind, NoParams()).clip
    assert set(after.channels) == {"old", "height"}
    assert after.channels["height"].shape == (60, 2)
    with pytest.raises(StageError, match="returned a channel 'height' without a row for each of the 60 frames"):
        found(59).apply({"clip": clip}, bind, NoParams())
