import numpy as np
import pytest

from footpipe import Limb, Rig, RigError, Skeleton, find_rig
from footpipe.rig_names import take_apart


def human(hip="{}UpLeg", knee="{}Leg", ankle="{}Foot", toe="{}ToeBase", sides=("Left", "Right"), end=True):
    """Legs and arms of a standing figure that faces +z, its joints called as asked."""
    joints, places = ["Hips"], [[0, 100, 0]]

    def add(parent, name, place):
        joints.append(f"{parent}/{name}")
        places.append(place)
        return joints[-1]

    for side, x in zip(sides, (10, -10), strict=True):
        at = add("Hips", hip.format(side), [x, -5, 0])
        at = add(at, knee.format(side), [0, -45, 1])
        at = add(at, ankle.format(side), [0, -42, -1])
        if toe:
            at = add(at, toe.format(side), [0, -6, 14])
        if end:
            add(at, "End", [0, 0, 7])
    chest = add("Hips", "Chest", [0, 45, 0])
    for side, x in zip(sides, (1, -1), strict=True):
        at = add(chest, f"{side}Shoulder", [4 * x, 0, 0])
        at = add(at, f"{side}Arm", [14 * x, 0, 0])
        at = add(at, f"{side}ForeArm", [28 * x, 0, 0])
        at = add(at, f"{side}Hand", [25 * x, 0, 0])
        add(at, "End", [15 * x, 0, 0])
    return Skeleton(tuple(joints), np.array(places, float))


STYLES = {
    "CMU": {},
    "Mixamo": {
        k: f"mixamorig:{{}}{v}" for k, v in {"hip": "UpLeg", "knee": "Leg", "ankle": "Foot", "toe": "ToeBase"}.items()
    },
    "LAFAN": {"toe": "{}Toe"},
    "Xsens": {"hip": "{}UpperLeg", "knee": "{}LowerLeg", "toe": "{}Toe"},
    "100STYLE": {"hip": "{}Hip", "knee": "{}Knee", "ankle": "{}Ankle", "toe": "{}Toe"},
    "SMPL": {"hip": "{}_Hip", "knee": "{}_Knee", "ankle": "{}_Ankle", "toe": "{}_Foot", "sides": ("L", "R")},
    "Kinect": {"hip": "Hip{}", "knee": "Knee{}", "ankle": "Ankle{}", "toe": "Foot{}"},
    "Nuitrack": {"hip": "{}_hip", "knee": "{}_knee", "ankle": "{}_ankle", "toe": "{}_foot", "sides": ("left", "right")},
    "Unreal": {"hip": "thigh_{}", "knee": "calf_{}", "ankle": "foot_{}", "toe": "ball_{}", "sides": ("l", "r")},
    "Biped": {
        "hip": "Bip01 {} Thigh",
        "knee": "Bip01 {} Calf",
        "ankle": "Bip01 {} Foot",
        "toe": "Bip01 {} Toe0",
        "sides": ("L", "R"),
    },
    "Rigify": {
        "hip": "DEF-thigh.{}",
        "knee": "DEF-shin.{}",
        "ankle": "DEF-foot.{}",
        "toe": "DEF-toe.{}",
        "sides": ("L", "R"),
    },
    "Auto-Rig": {
        "hip": "thigh_stretch.{}",
        "knee": "leg_stretch.{}",
        "ankle": "foot.{}",
        "toe": "toes_01.{}",
        "sides": ("l", "r"),
    },
    "Daz": {"hip": "{}ThighBend", "knee": "{}Shin", "ankle": "{}Foot", "toe": "{}Toe", "sides": ("l", "r")},
    "MakeHuman": {
        "hip": "upperleg01.{}",
        "knee": "lowerleg01.{}",
        "ankle": "foot.{}",
        "toe": "toe1-1.{}",
        "sides": ("L", "R"),
    },
    "glued": {"hip": "{}upleg", "knee": "{}leg", "ankle": "{}foot", "toe": "{}toe", "sides": ("left", "right")},
    "one-sided prefix": {
        "hip": "Fight_s_{}UpLeg",
        "knee": "Fight_s_{}Leg",
        "ankle": "Fight_s_{}Foot",
        "toe": "Fight_s_{}ToeBase",
    },
    "VRM": {
        "hip": "J_Bip_{}_UpperLeg",
        "knee": "J_Bip_{}_LowerLeg",
        "ankle": "J_Bip_{}_Foot",
        "toe": "J_Bip_{}_ToeBase",
        "sides": ("L", "R"),
    },
}


@pytest.mark.parametrize("style", STYLES)
def test_legs_are_found_by_the_names_that_programs_give_them(style):
    skeleton = human(**STYLES[style])
    rig = find_rig(skeleton)
    bound = rig.bind(skeleton)
    assert rig.origin.startswith("by names")
    assert bound.names == ("left", "right")
    assert bound.legs.tolist() == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]
    assert bound.pelvis == 0


@pytest.mark.parametrize("part", ["RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"])
def test_one_joint_may_have_a_further_prefix(part):
    """As in "Fight_RightLeg" with "Fight_s_genrig_RightFoot", where a program kept two names apart."""
    plain = human("Fight_{}UpLeg", "Fight_{}Leg", "Fight_{}Foot", "Fight_{}ToeBase")
    joints = [joint.replace(f"Fight_{part}", f"Fight_s_genrig_{part}") for joint in plain.joints]
    rig = find_rig(Skeleton(tuple(joints), plain.rest_translations))
    assert rig.origin.startswith("by names (MotionBuilder")
    assert rig.bind(Skeleton(tuple(joints), plain.rest_translations)).legs.tolist() == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
    ]


def test_a_thigh_is_not_taken_for_a_shin_behind_a_prefix():
    plain = human("Fight_{}UpLeg", "Fight_{}Shank", "Fight_{}Foot", "Fight_{}ToeBase")
    assert find_rig(plain).bind(plain).legs.tolist() == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


@pytest.mark.parametrize("sides", [("A", "B"), ("B", "A")])
def test_legs_are_found_by_shape_where_names_say_nothing(sides):
    skeleton = human("{}1", "{}2", "{}3", "{}4", sides)
    rig = find_rig(skeleton)
    assert rig.origin == "by shape"
    assert rig.bind(skeleton).legs.tolist() == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_without_toes_the_end_site_of_the_foot_is_locked():
    skeleton = human(toe="")
    rig = find_rig(skeleton)
    assert rig.bind(skeleton).legs.tolist() == [[1, 2, 3, 4, -1], [5, 6, 7, 8, -1]]
    assert rig.origin.endswith("; no toe joints: the feet's End Sites are locked")


def test_without_anything_below_the_ankle_it_is_locked_itself():
    skeleton = human(toe="", end=False)
    rig = find_rig(skeleton)
    assert rig.bind(skeleton).legs.tolist() == [[1, 2, 3, 3, -1], [4, 5, 6, 6, -1]]
    assert rig.origin.endswith("; no toes: the ankles are locked")


def test_a_skeleton_without_legs_says_what_to_write():
    with pytest.raises(RigError) as caught:
        find_rig(Skeleton(("Hips", "Hips/Tail"), np.zeros((2, 3))))
    assert caught.value.message == "no legs found: neither usual joint names nor two equal limbs"
    assert "limbs.left = {" in caught.value.help


def test_every_two_legged_clip_has_its_legs_found(shared):
    import footpipe

    found = {}
    for path in sorted((shared / "data/bvh").glob("*.bvh")):
        if path.name == "pybvh_rotation_first_root.bvh":
            continue
        skeleton = footpipe.load(path).skeleton
        rig = find_rig(skeleton).bind(skeleton)
        found[path.stem] = [[skeleton.names[j] if j >= 0 else None for j in leg] for leg in rig.legs]
    assert len(found) == 15
    assert all(legs[0] != legs[1] for legs in found.values())
    assert found["cmu_02_02_daz_walk"][0] == ["lThigh", "lShin", "lFoot", "End", None]
    assert found["makehuman_zombieWalk1"][1] == ["UpLeg_R", "LoLeg_R", "Foot_R", "Toe_R", "End"]
    assert found["makehuman_benchmark_pose"][0] == ["upperleg01.L", "lowerleg01.L", "foot.L", "toe3-1.L", "toe3-2.L"]
    assert found["pab_run_blender_inplace"][0] == [
        "LeftUpLeg",
        "LeftLeg",
        "LeftFoot",
        "LeftFootThumb1",
        "Bip01LToe0Nub",
    ]
    assert found["cmu_jumping_jacks_30fps"][0] == ["LeftHip", "LeftKnee", "LeftAnkle", "LeftToe", "End"]


@pytest.mark.parametrize(
    ("name", "side", "core"),
    [
        ("mixamorig:LeftUpLeg", "left", "upleg"),
        ("Bip01 R Calf", "right", "bip01calf"),
        ("upperleg01.L", "left", "upperleg01"),
        ("HIP_LEFT", "left", "hip"),
        ("LHipJoint", "left", "hipjoint"),
        ("rightfoot", "right", "foot"),
        ("Spine", "", "spine"),
    ],
)
def test_names_are_taken_apart(name, side, core):
    assert take_apart(name) == (side, core)


LEFT = Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase")


def test_a_rig_has_any_number_of_limbs():
    bound = Rig({"left": LEFT}).bind(human())
    assert bound.points("toe") == ("left.toe",)
    assert bound.legs.tolist() == [[1, 2, 3, 4, -1]]


@pytest.mark.parametrize(
    ("limb", "text", "help"),
    [
        (
            Limb("LeftUpLeg", "LeftLeg", "LeftFot", "LeftToeBase"),
            "left.ankle: the skeleton has no joint 'LeftFot'",
            "did you mean 'LeftFoot'?",
        ),
        (
            Limb("RightUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"),
            "limb 'left': knee 'LeftLeg' does not hang below hip 'RightUpLeg'",
            "a limb goes down the skeleton: hip, knee, ankle, toe, toe_end",
        ),
        (Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "End"), "left.toe: 'End' is the name of 4 joints", None),
    ],
)
def test_a_rig_that_does_not_fit_says_where(limb, text, help):
    with pytest.raises(RigError) as caught:
        Rig({"left": limb}).bind(human())
    assert caught.value.message == text
    assert help in (None, caught.value.help)
