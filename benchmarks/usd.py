"""What reading and writing USD costs beside USD's own ways. Exit 1 when a bound is broken.

    python benchmarks/usd.py

A made clip of 65 joints and 5,000 frames in a .usdc. Ratio, of the fastest of several runs in this process:
  load      footpipe.load, with everything checked: at most the time of opening the stage and of a loop over all frames
            with ComputeJointSkelTransforms into arrays
  write     footpipe.save of an override with every joint turned and moved: at most 1/10 of Usd.Attribute.Set with lists
            of Gf values, and Save
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdSkel, Vt
from timing import fastest

import footpipe

FRAMES, JOINTS, RUNS = 5000, 65, 15
Result = tuple[str, float, float]  # what, measured, bound


def made(folder: Path) -> Path:
    """A stage whose every joint turns and moves in every frame."""
    stage = Usd.Stage.CreateNew(str(folder / "clip.usdc"))
    UsdGeom.SetStageUpAxis(stage, "Y")
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(24.0)
    names = ["j0"]
    for joint in range(1, JOINTS):
        names.append(f"{names[(joint - 1) // 2]}/j{joint}")
    UsdSkel.Root.Define(stage, "/Hero")
    skeleton, animation = UsdSkel.Skeleton.Define(stage, "/Hero/Skel"), UsdSkel.Animation.Define(stage, "/Hero/Anim")
    still = Vt.Matrix4dArray([Gf.Matrix4d(1)] * JOINTS)
    skeleton.CreateJointsAttr(names)
    skeleton.CreateRestTransformsAttr(still)
    skeleton.CreateBindTransformsAttr(still)
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets(["/Hero/Anim"])
    animation.CreateJointsAttr(names)
    animation.CreateScalesAttr(Vt.Vec3hArray([Gf.Vec3h(1)] * JOINTS))
    moves, turns = animation.CreateTranslationsAttr(), animation.CreateRotationsAttr()
    rng = np.random.default_rng(0)
    for frame in range(FRAMES):
        quaternions = rng.normal(size=(JOINTS, 4)).astype("f")
        quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
        moves.Set(Vt.Vec3fArray.FromNumpy(rng.normal(size=(JOINTS, 3)).astype("f")), float(frame))
        turns.Set(Vt.QuatfArray.FromNumpy(quaternions), float(frame))
    stage.Save()
    return folder / "clip.usdc"


def with_usdskel(path: Path) -> np.ndarray:
    """(F, J, 4, 4) in skeleton space."""
    stage = Usd.Stage.Open(str(path))
    query = UsdSkel.Cache().GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath("/Hero/Skel")))
    codes = query.GetAnimQuery().GetJointTransformTimeSamples()
    out = np.empty((len(codes), JOINTS, 4, 4))
    for row, code in zip(out, codes, strict=True):
        row[...] = query.ComputeJointSkelTransforms(code)
    return out


def loading(path: Path) -> Result:
    took = []  # of both in turn, since the machine has slower and faster moments
    for _ in range(RUNS):
        ours = fastest(lambda: footpipe.load(path).rotations.sum(), 1)
        took.append((ours, fastest(lambda: with_usdskel(path)[..., 3, :3].sum(), 1)))
    ours, theirs = (min(times) for times in zip(*took, strict=True))
    print(f"load    {ours * 1e3:.0f} ms, UsdSkel {theirs * 1e3:.0f} ms")
    return "load / UsdSkel", ours / theirs, 1.0


def touched(clip: footpipe.Clip) -> footpipe.Clip:
    """Every joint turned and moved."""
    turn = np.broadcast_to([0.0, 0.0, 0.6, 0.8], clip.rotations.shape)
    return clip.replace(rotations=footpipe.kernel.multiply(clip.rotations, turn), translations=clip.translations + 1.0)


def with_attributes(clip: footpipe.Clip, path: Path) -> None:
    """The motion alone, attribute by attribute and sample by sample."""
    path.unlink(missing_ok=True)
    stage = Usd.Stage.CreateNew(str(path))
    animation = UsdSkel.Animation.Define(stage, "/Hero/Anim")
    moves, turns = animation.CreateTranslationsAttr(), animation.CreateRotationsAttr()
    for frame in range(len(clip)):
        moves.Set([Gf.Vec3f(*place) for place in clip.translations[frame].tolist()], float(frame))
        turns.Set([Gf.Quatf(w, x, y, z) for x, y, z, w in clip.rotations[frame].tolist()], float(frame))
    stage.Save()


def writing(path: Path) -> Result:
    clip = touched(footpipe.load(path))
    ours = fastest(lambda: footpipe.save(clip, path.with_name("out.usda")), 3 * RUNS)
    theirs = fastest(lambda: with_attributes(clip, path.with_name("theirs.usdc")), 3)
    print(f"write   {ours * 1e3:.0f} ms, Usd.Attribute.Set {theirs * 1e3:.0f} ms")
    return "write / Usd.Attribute.Set", ours / theirs, 0.1


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = made(Path(folder))
        results = [loading(path), writing(path)]
    for what, measured, bound in results:
        print(f"{what:32} {measured:7.3f}  (bound {bound:g})" + ("  BROKEN" if measured > bound else ""))
    return int(any(measured > bound for _, measured, bound in results))


if __name__ == "__main__":
    sys.exit(main())
