"""Reading: from a stage to a clip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footpipe import Clip, Contacts, Floats, Placement, Skeleton, place
from footpipe_usd.ancestors import placement_of, tell_still
from footpipe_usd.animation import read_animation
from footpipe_usd.authored import contacts_of
from footpipe_usd.binding import animation_of, binding_of
from footpipe_usd.choice import choose, prim_path, skeletons
from footpipe_usd.digests import digests_of
from footpipe_usd.editable import blocked, variants_of
from footpipe_usd.facts import check_facts, facts_of, tell_units
from footpipe_usd.ground import ground_placement, on_ground, tell_carried
from footpipe_usd.load import LoadUsd
from footpipe_usd.opening import Opened, above_shot, is_anonymous, load_payloads, open_file, shot_of, without_ours
from footpipe_usd.pose import posed
from footpipe_usd.rest import rest_of
from footpipe_usd.source import StageFacts, UsdSource
from footpipe_usd.tell import Teller, listed, named
from footpipe_usd.topology import joint_paths, parents_of, places_in


def read_file(p: LoadUsd) -> Clip:
    """The clip in a file; raises as `load` does."""
    opened = open_file(p.path, p.skeleton)
    tell = Teller(place(p.path), p.strict)
    if p.skeleton:
        _load_what_is_needed(opened, p.skeleton, p.ground, tell)
    return _read(opened, p.skeleton, p.ground, None, tell)


def clip_of(stage: Any, skeleton: str | None = None, *, ground: str | None = None, strict: bool = False) -> Clip:
    """The clip in a stage that is open (a `Usd.Stage`), of any pxr; the rest as `load.usd` has it.

    The stage is left as it is; payloads that it has not loaded stay so. Raises `FileError` as `load` does.
    """
    layer = stage.GetRootLayer()
    name = layer.GetDisplayName() or "an unsaved stage" if is_anonymous(layer) else layer.identifier
    return _read(without_ours(stage), skeleton, ground, stage, Teller(place(name), strict))


def _load_what_is_needed(opened: Opened, skeleton: str, ground: str | None, tell: Teller) -> None:
    """Payloads on the way to the skeleton, to its animation, and to its ground."""
    stages = {id(stage): stage for stage in (opened.whole, opened.stage)}.values()
    for stage in stages:
        load_payloads(stage, prim_path(skeleton, tell))
    targets = [
        *binding_of(choose(opened.stage, skeletons(opened.stage), skeleton, tell)).targets,
        *([prim_path(ground, tell)] if ground else []),
    ]
    for stage in stages:
        for target in targets:
            load_payloads(stage, target)


def _read(opened: Opened, wanted: str | None, ground: str | None, given: Any, tell: Teller) -> Clip:
    stage = opened.stage
    known = skeletons(stage)
    skeleton = choose(stage, known, wanted, tell)
    animation = animation_of(skeleton, tell)
    facts = facts_of(stage)
    check_facts(facts, tell)
    tell_units(facts, tell)
    clip, details = _motion(skeleton, animation, ground, facts, tell)
    layer = shot_of(stage)
    source = UsdSource(
        path=None if is_anonymous(layer) else layer.identifier,
        stage=given,
        facts=facts,
        skeleton=str(skeleton.GetPath()),
        animation=str(animation.GetPath()),
        clip=clip,
        digests=digests_of(stage, (skeleton, animation)),
        above=above_shot(stage),
        muted=opened.muted,
        blocked=blocked(animation),
        shared_with=_others(known, skeleton, animation),
        variants=variants_of(animation),
        **details,
    )
    tell.note(_found(source))
    return clip.replace(source=source, contacts=_contacts(opened.whole, source, tell))


def _contacts(whole: Any, source: UsdSource, tell: Teller) -> Contacts | None:
    """Those that are authored, in an override of ours too, which is told: a detector would replace them."""
    contacts = contacts_of(whole.GetPrimAtPath(source.animation), source.codes, tell)
    if contacts is not None:
        points = listed(contacts.points)
        tell.note(
            f"{named(source.animation)} holds contacts of {points}: detect.labels takes them, no other detector does"
        )
    return contacts


def _motion(
    skeleton: Any, animation: Any, ground: str | None, facts: StageFacts, tell: Teller
) -> tuple[Clip, dict[str, Any]]:
    """The clip, and what its source keeps of how it was stored."""
    attribute = skeleton.GetAttribute("joints")
    joints = joint_paths(attribute, tell)
    parents = parents_of(joints, attribute, tell)
    moved = joint_paths(animation.GetAttribute("joints"), tell)
    places = places_in(moved, joints, animation, tell)
    still = [joint for joint in joints if joint not in set(moved)]
    rest = rest_of(skeleton, joints, parents, still, tell)
    found = read_animation(animation, moved, facts, tell)
    tell_still(skeleton, animation, found.codes, tell)
    pose = posed(found, places, len(joints), rest)
    clip = Clip(
        Skeleton(joints, pose.rest.translations, pose.rest.rotations, parents, pose.rest_scales),
        pose.translations,
        pose.rotations,
        found.codes / facts.rate,
        placement=_placement(skeleton, ground, found.codes, facts, tell),
        scales=pose.scales,
    )
    stored = {name: getattr(found, name).stored for name in ("translations", "rotations")}
    scales = found.scales.stored if found.scales else None
    return clip, {"joints": moved, "joint_map": places, "codes": found.codes, "scales": scales, **stored}


def _placement(skeleton: Any, ground: str | None, codes: Floats, facts: StageFacts, tell: Teller) -> Placement:
    """Where the stage has the skeleton, or where its ground sees it."""
    at = placement_of(skeleton, codes, facts, tell)
    if ground is None:
        tell_carried(skeleton, codes, facts, tell)
        return at
    return on_ground(at, ground_placement(skeleton.GetStage(), ground, codes, facts, tell))


def _others(known: Sequence[Any], skeleton: Any, animation: Any) -> tuple[str, ...]:
    """Other skeletons that the same animation moves."""
    path = animation.GetPath()
    others = (prim for prim in known if prim != skeleton and path in binding_of(prim).targets)
    return tuple(str(prim.GetPath()) for prim in others)


def _found(source: UsdSource) -> str:
    """One line on what was found."""
    facts = source.facts
    notes = [
        f"{named(source.skeleton)} moved by {named(source.animation)}",
        f"{len(source.codes)} frames at time codes {source.codes[0]:g} to {source.codes[-1]:g}",
        f"{facts.rate:g} of them a second",
        f"unit {facts.metres_per_unit:g} m",
        f"up {facts.up_axis.lower()}",
        *(f"{named(path)} shares the animation" for path in source.shared_with),
        *(f"{path} is left out, footpipe wrote it" for path in source.muted),
    ]
    return ", ".join(notes)
