"""Rules that answer to what happens, in words: "if clearance is low then knee is flex".

They are asked at every step of the controller, for each leg, and add to the speeds of its joints.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footpipe import gait_kernel
from footpipe_gait.fuzzy import Controller, Input, Output, Rule, Trapezoid, Triangle

INPUTS = {
    "foot": Input({"down": Triangle(0, 0, 1), "air": Triangle(0, 1, 1)}, (0, 1)),
    "delta": Input({"start": Triangle(-1, -1, 0), "center": Triangle(-1, 0, 1), "end": Triangle(0, 1, 1)}, (-1, 1)),
    "clearance": Input(
        {"low": Trapezoid(-1, -1, 0.01, 0.03), "high": Trapezoid(0.01, 0.03, 1, 1)}, (-1, 1), unit="of the leg"
    ),
    "reach": Input({"near": Trapezoid(0, 0, 0.9, 0.98), "far": Trapezoid(0.9, 0.98, 2, 2)}, (0, 2)),
    "progress": Input(
        {"slow": Trapezoid(-1, -1, -0.2, 0), "even": Triangle(-0.2, 0, 0.2), "fast": Trapezoid(0, 0.2, 1, 1)}, (-1, 1)
    ),
}
SPEEDS = {"flex": 90.0, "flex_slow": 30.0, "extend_slow": -30.0, "extend": -90.0}
OUTPUTS = {joint: Output(SPEEDS, 0.0, "deg/s") for joint in gait_kernel.JOINTS}


def reaction(rules: Sequence[Rule]) -> gait_kernel.Reaction | None:
    """What the kernel takes for them; None where there are none."""
    if not rules:
        return None
    joints = [joint for joint in OUTPUTS if any(joint in rule.conclusions for rule in rules)]
    outputs = {joint: _in_radians(OUTPUTS[joint]) for joint in joints}
    controller = Controller(INPUTS, outputs, tuple(_rule_in_radians(rule) for rule in rules))
    places = tuple(gait_kernel.JOINTS.index(joint) for joint in joints)
    return gait_kernel.Reaction(controller.program, controller.numbers, places)


def _in_radians(output: Output) -> Output:
    return Output({word: float(np.radians(speed)) for word, speed in output.values.items()}, 0.0, "rad/s")


def _rule_in_radians(rule: Rule) -> Rule:
    said = {
        joint: speed if isinstance(speed, str) else float(np.radians(speed))
        for joint, speed in rule.conclusions.items()
    }
    return Rule(rule.condition, said, rule.weight)
