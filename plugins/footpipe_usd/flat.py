"""`author = "flat"`: a stage of its own for any clip, with all that a viewer or another program needs."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Gf, Sdf, Vt

from footpipe import Clip, Floats, Placement, log
from footpipe_usd.contacts import author_contacts
from footpipe_usd.frame import Frame, frame_of
from footpipe_usd.guide import Guide, guide
from footpipe_usd.provenance import mark
from footpipe_usd.specs import attribute, define, ints, new_layer, quatf, relate, sampled, vec3f, vec3h
from footpipe_usd.timing import Timing, timing
from footpipe_usd.tokens import joint_names, joint_tokens
from footpipe_usd.transforms import in_skeleton_space, rest_transforms

ROOT = "Character"
SKELETON, ANIMATION, GUIDE = f"/{ROOT}/Skeleton", f"/{ROOT}/Animation", f"/{ROOT}/Guide"
COLOUR = (0.35, 0.6, 0.65)
COMMENT = "A motion clip as a character of its own: skeleton, animation, and guide geometry for viewers."


def flat_layer(clip: Clip) -> Any:
    """An anonymous `Sdf.Layer` with a SkelRoot that holds a Skeleton, its SkelAnimation and a guide mesh.

    Numbers are the clip's own, in single precision; its unit and up axis are the stage's, and what moves or turns the
    whole figure stands on the SkelRoot.
    """
    if clip.rest_rows:
        log.info("rest rows: %d; in USD they are frames as any other, and edit.trim leaves them out", clip.rest_rows)
    layer = new_layer()
    frame, when = frame_of(clip), timing(clip)
    rest = rest_transforms(clip.skeleton)
    bind = in_skeleton_space(rest, clip.skeleton.parents)
    bones = guide(clip.skeleton, bind[:, 3, :3])
    with Sdf.ChangeBlock():
        _metadata(layer, frame, when)
        layer.customLayerData = mark("flat")
        root = define(layer, f"/{ROOT}", "SkelRoot")
        _place(root, frame, when)
        _skeleton(layer, clip, rest, bind)
        _animation(layer, clip, when)
        _guide(layer, bones)
        attribute(root, "extent", "float3[]", vec3f(_extent(clip, bones, bind[:, 3, :3])))
    return layer


def _metadata(layer: Any, frame: Frame, when: Timing) -> None:
    layer.timeCodesPerSecond = layer.framesPerSecond = when.rate
    layer.startTimeCode, layer.endTimeCode = float(when.codes[0]), float(when.codes[-1])
    layer.pseudoRoot.SetInfo("upAxis", frame.up)
    layer.pseudoRoot.SetInfo("metersPerUnit", frame.unit)
    layer.defaultPrim = ROOT
    layer.comment = COMMENT


def _place(root: Any, frame: Frame, when: Timing) -> None:
    """The placement as the SkelRoot's transform; none where it changes nothing."""
    if frame.is_identity:
        return
    _perhaps_sampled(root, "xformOp:translate", "double3", when, frame.translations, lambda row: Gf.Vec3d(*row))
    _perhaps_sampled(root, "xformOp:orient", "quatd", when, frame.rotations, lambda row: Gf.Quatd(row[3], *row[:3]))
    order = Vt.TokenArray(["xformOp:translate", "xformOp:orient"])
    attribute(root, "xformOpOrder", "token[]", order, uniform=True)


def _perhaps_sampled(prim: Any, name: str, kind: str, when: Timing, values: Floats, made: Any) -> None:
    rows = values.tolist()
    if len(rows) == 1:
        attribute(prim, name, kind, made(rows[0]))
    else:
        sampled(prim, name, kind, when.codes, rows, made)


def _skeleton(layer: Any, clip: Clip, rest: Floats, bind: Floats) -> None:
    skeleton = clip.skeleton
    prim = define(layer, SKELETON, "Skeleton", ["SkelBindingAPI"])
    attribute(prim, "joints", "token[]", Vt.TokenArray(joint_tokens(skeleton)), uniform=True)
    attribute(prim, "jointNames", "token[]", Vt.TokenArray(joint_names(skeleton)), uniform=True)
    attribute(prim, "restTransforms", "matrix4d[]", Vt.Matrix4dArray.FromNumpy(rest), uniform=True)
    attribute(prim, "bindTransforms", "matrix4d[]", Vt.Matrix4dArray.FromNumpy(bind), uniform=True)
    relate(prim, "skel:animationSource", ANIMATION)


def _animation(layer: Any, clip: Clip, when: Timing) -> None:
    prim = define(layer, ANIMATION, "SkelAnimation")
    attribute(prim, "joints", "token[]", Vt.TokenArray(joint_tokens(clip.skeleton)), uniform=True)
    sampled(prim, "translations", "float3[]", when.codes, clip.translations.astype(np.float32), vec3f)
    sampled(prim, "rotations", "quatf[]", when.codes, clip.rotations.astype(np.float32), quatf)
    if clip.scales is None:
        attribute(prim, "scales", "half3[]", vec3h(np.ones((len(clip.skeleton), 3))))
    else:
        sampled(prim, "scales", "half3[]", when.codes, clip.scales, vec3h)
    if clip.contacts is not None:
        author_contacts(prim, clip.contacts, when.codes)


def _guide(layer: Any, bones: Guide) -> None:
    mesh = define(layer, GUIDE, "Mesh", ["SkelBindingAPI"])
    attribute(mesh, "points", "point3f[]", vec3f(bones.points))
    attribute(mesh, "faceVertexCounts", "int[]", ints(np.full(len(bones.faces), 3)))
    attribute(mesh, "faceVertexIndices", "int[]", ints(bones.faces.ravel()))
    attribute(mesh, "subdivisionScheme", "token", "none", uniform=True)
    attribute(mesh, "extent", "float3[]", vec3f(np.stack([bones.points.min(axis=0), bones.points.max(axis=0)])))
    colour = attribute(mesh, "primvars:displayColor", "color3f[]", vec3f(np.array([COLOUR])))
    colour.SetInfo("interpolation", "constant")
    _skin(mesh, bones)


def _skin(mesh: Any, bones: Guide) -> None:
    """Each point hangs on one joint."""
    indices = attribute(mesh, "primvars:skel:jointIndices", "int[]", ints(bones.joints))
    weights = attribute(
        mesh, "primvars:skel:jointWeights", "float[]", Vt.FloatArray.FromNumpy(np.ones(len(bones.joints), np.float32))
    )
    for spec in (indices, weights):
        spec.SetInfo("interpolation", "vertex")
        spec.SetInfo("elementSize", 1)
    attribute(mesh, "primvars:skel:geomBindTransform", "matrix4d", Gf.Matrix4d(1.0))
    relate(mesh, "skel:skeleton", SKELETON)


def _extent(clip: Clip, bones: Guide, places: Floats) -> Floats:
    """(2, 3) lowest and highest corner of all that the figure passes through, in skeleton space."""
    positions = clip.replace(placement=Placement()).world.positions
    reach = np.linalg.norm(bones.points - places[bones.joints], axis=1).max()
    return np.stack([positions.min(axis=(0, 1)) - reach, positions.max(axis=(0, 1)) + reach])
