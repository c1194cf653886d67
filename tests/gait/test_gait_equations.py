"""The controller against its equations, written once more in numpy, over some hundred steps in time."""

from dataclasses import replace

import numpy as np
import pytest
from footpipe_gait.shape import LegShape
from footpipe_gait.style import JOINTS, LEAST_STEP, MOST_STEP
from footpipe_gait.style_read import shipped
from gait_walks import landings, run

DT = 1 / 120
STEP = 0.65
SHAPE = LegShape()
STYLE = replace(shipped(), rules=())
S = np.clip(STEP / SHAPE.leg, LEAST_STEP, MOST_STEP) - 0.743


def weights(phase):
    """(..., sets): Gaussians of the distance round a ring of 2, normalised."""
    at = np.array([pose.at for pose in STYLE.poses])
    spread = np.array([pose.spread for pose in STYLE.poses])
    away = (np.asarray(phase)[..., None] - at + 1) % 2 - 1
    raw = np.exp(-((away / spread) ** 2) / 2)
    return raw / raw.sum(axis=-1, keepdims=True)


def poses(phase):
    """(..., 4) rad."""
    wanted = [[pose.angles[j] + S * pose.per_step.get(j, 0) for j in JOINTS] for pose in STYLE.poses]
    return np.radians(weights(phase) @ np.array(wanted))


def pace(phase):
    """1/s, of a leg of .9 m."""
    said = [STYLE.paces.get(pose.pace, pose.pace) for pose in STYLE.poses]
    changes = [pose.per_step.get("pace", 0.0) for pose in STYLE.poses]
    values = np.array(said, float) + S * np.array(changes)
    return weights(phase) @ values / (1 + STYLE.step_time_per_step * S)


def turned(x, y, angle):
    return np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y], axis=-1)


def points(angles):
    """(..., 5, 2) m from the hip: knee, ankle, heel, ball, tip."""
    hip, knee, ankle, toe = np.moveaxis(angles, -1, 0)
    pitch = hip - knee + ankle
    at_knee = turned(0, -SHAPE.thigh, hip)
    at_ankle = at_knee + turned(0, -SHAPE.shank, hip - knee)
    heel = at_ankle + turned(-SHAPE.heel_back, -SHAPE.ankle_height, pitch)
    ball = at_ankle + turned(SHAPE.ball_forward, SHAPE.ball_height - SHAPE.ankle_height, pitch)
    return np.stack([at_knee, at_ankle, heel, ball, ball + turned(SHAPE.toe_length, 0, pitch + toe)], axis=-2)


@pytest.fixture(scope="module")
def walks():
    return run(STYLE, steps=[STEP], frames=600)


@pytest.fixture(scope="module")
def rolling(walks):
    """Pairs of frames in which a leg stands alone on its toes, long after any event: (frame, leg)."""
    touch, phase = walks.touch[0], walks.phase[0]
    found = []
    for frame in range(300, 599):
        for leg in (0, 1):
            alone = not touch[frame - 1 : frame + 2, 1 - leg].any() if frame < 598 else False
            on_toes = touch[frame : frame + 2, leg, 2].all() and not touch[frame : frame + 2, leg, 0].any()
            if alone and on_toes and 0.5 < phase[frame, leg] < phase[frame + 1, leg] < 0.76:
                found.append((frame, leg))
    assert len(found) > 20
    return np.array(found).T


def test_points_are_those_of_the_angles(walks):
    np.testing.assert_allclose(walks.points[0], walks.hip[0][:, None, None] + points(walks.angles[0]), atol=1e-12)


def test_joints_follow_their_poses(walks, rolling):
    frames, legs = rolling
    before, after = walks.angles[0, frames, legs], walks.angles[0, frames + 1, legs]
    follow = np.array([STYLE.follow[joint] for joint in JOINTS])
    phases = walks.phase[0, frames, legs], walks.phase[0, frames + 1, legs]
    wanted = poses(phases[1]) + np.exp(-follow * DT) * (before - poses(phases[0]))
    np.testing.assert_allclose(after[:, :3], wanted[:, :3], atol=2e-4)


def test_the_hip_is_where_the_foot_on_the_ground_puts_it(walks, rolling):
    frames, legs = rolling
    tips = walks.hip[0, frames] + points(walks.angles[0, frames, legs])[:, 4]
    landed = landings(walks)
    feet = np.array([landed[(landed[:, 1] == leg) & (landed[:, 0] <= frame * DT)][-1, 3] for frame, leg in rolling.T])
    length = SHAPE.heel_back + SHAPE.ball_forward + SHAPE.toe_length
    np.testing.assert_allclose(
        tips, np.stack([feet + length, np.zeros(len(feet))], axis=1), atol=1e-5
    )  # the toe comes to lie within .01 mm


def test_the_phase_of_the_foremost_foot_follows_pace_and_progress(walks, rolling):
    frames, legs = rolling
    phase = walks.phase[0, frames, legs]
    landed = landings(walks)
    feet = np.array([landed[(landed[:, 1] == leg) & (landed[:, 0] <= frame * DT)][-1, 3] for frame, leg in rolling.T])
    hip_at_contact = -points(poses(np.array(0.0)))[2, 0]
    measured = 0.8 * (walks.hip[0, frames, 0] - feet - hip_at_contact) / STEP
    middle = pace(phase) + 0.5 * DT * pace(phase) * (pace(phase + 1e-5) - pace(phase - 1e-5)) / 2e-5
    rate = middle + STYLE.trust * np.clip(measured - phase, -0.4, 0.4)
    rate = np.clip(rate, middle / 4, middle * 2)
    np.testing.assert_allclose(walks.phase[0, frames + 1, legs], phase + rate * DT, atol=1e-5)
