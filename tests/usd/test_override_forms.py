"""An override works on every form that a shot's animation may have: USD then shows what was meant."""

from itertools import pairwise

import numpy as np
import pytest
from pxr import Sdf, Usd, UsdGeom, UsdSkel, UsdUtils
from usd_stages import ANIM, SKEL, WALK, agrees_with_usd, animate, bind, character, new_stage

import footpipe
from footpipe import Clip, kernel

HERO = "/World/Hero"
pytestmark = pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")


def edited(clip: Clip) -> Clip:
    """Every joint that the animation holds turned by 10 degrees, and the first one moved."""
    held = sorted(joint for joint in set(clip.source.joint_map.tolist()) if joint >= 0)
    turn = kernel.euler_to_quat([[10.0]], "X")
    rotations, translations = clip.rotations.copy(), clip.translations.copy()
    for joint in held:
        rotations[:, joint] = kernel.multiply(rotations[:, joint], np.repeat(turn, len(clip), 0))
    translations[:, held[0]] += [0.1, 0.2, 0.3]
    return clip.replace(rotations=rotations, translations=translations)


def local(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO)
    stage.Save()


def sublayer(folder):
    stage = new_stage(folder / "anim.usda", rate=30.0)
    character(stage, HERO)
    stage.Save()
    root = new_stage(folder / "shot.usda")
    root.GetRootLayer().subLayerPaths.append("./anim.usda")
    root.GetRootLayer().subLayerOffsets[0] = Sdf.LayerOffset(7.0)
    root.Save()


def asset(folder, **options):
    stage = new_stage(folder / "hero.usda", rate=options.pop("rate", 24.0))
    stage.SetDefaultPrim(character(stage, "/Hero", **options))
    stage.Save()


def reference_with_offset_and_scale(folder):
    asset(folder, rate=30.0)
    stage = new_stage(folder / "shot.usda")
    stage.DefinePrim(HERO).GetReferences().AddReference("./hero.usda", Sdf.Path(), Sdf.LayerOffset(100.0, 1.5))
    stage.Save()


def payload(folder):
    asset(folder)
    stage = new_stage(folder / "shot.usda")
    stage.DefinePrim(HERO).GetPayloads().AddPayload("./hero.usda")
    stage.Save()


def variant(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO)
    stage.RemovePrim(f"{HERO}/{ANIM}")
    chosen = stage.GetPrimAtPath(HERO).GetVariantSets().AddVariantSet("motion")
    for name in ("still", "walk"):
        chosen.AddVariant(name)
        chosen.SetVariantSelection(name)
        with chosen.GetVariantEditContext():
            animate(stage, f"{HERO}/{ANIM}", WALK if name == "walk" else WALK.pick([0]))
    stage.Save()


def value_clips(folder):
    clip = new_stage(folder / "clip.usda")
    animate(clip, "/Anim")
    clip.Save()
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO)
    stage.RemovePrim(f"{HERO}/{ANIM}")
    animation = stage.DefinePrim(f"{HERO}/{ANIM}", "SkelAnimation")
    UsdSkel.Animation(animation).CreateJointsAttr(list(WALK.skeleton.joints))
    UsdSkel.Animation(animation).CreateScalesAttr([(1, 1, 1)] * len(WALK.skeleton))
    api = Usd.ClipsAPI(animation)
    api.SetClipAssetPaths([Sdf.AssetPath("./clip.usda")])
    api.SetClipPrimPath("/Anim")
    api.SetClipActive([(0.0, 0.0)])
    api.SetClipTimes([(5.0, 0.0), (28.0, 23.0)])
    manifest = Sdf.Layer.CreateNew(str(folder / "manifest.usda"))
    prim = Sdf.CreatePrimInLayer(manifest, "/Anim")
    prim.specifier = Sdf.SpecifierDef
    for name, kind in (("translations", "float3[]"), ("rotations", "quatf[]")):
        Sdf.AttributeSpec(prim, name, Sdf.ValueTypeNames.Find(kind))
    manifest.Save()
    api.SetClipManifestAssetPath(Sdf.AssetPath("./manifest.usda"))
    stage.Save()


def bound_on_an_instance(folder):
    asset(folder)
    stage = new_stage(folder / "shot.usda")
    hero = stage.DefinePrim(HERO)
    hero.GetReferences().AddReference("./hero.usda")
    hero.SetInstanceable(True)
    inside = Usd.Stage.Open(str(folder / "hero.usda"))
    inside.GetPrimAtPath(f"/Hero/{SKEL}").RemoveProperty("skel:animationSource")
    inside.Save()
    animate(stage, "/World/Motion")
    bind(hero, "/World/Motion")
    stage.Save()


def inherited_binding(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO)
    stage.GetPrimAtPath(f"{HERO}/{SKEL}").RemoveProperty("skel:animationSource")
    bind(stage.GetPrimAtPath("/World"), f"{HERO}/{ANIM}")
    stage.Save()


def no_skel_root_and_moving_ancestors(folder):
    stage = new_stage(folder / "shot.usda", unit=0.01, up="Z", rate=60.0)
    character(stage, HERO, root_type="Xform")
    xform = UsdGeom.Xformable(stage.GetPrimAtPath(HERO))
    travel, turn, size = xform.AddTranslateOp(), xform.AddRotateXYZOp(), xform.AddScaleOp()
    size.Set((90, 90, 90))
    for code in range(24):
        travel.Set((5.0 * code, 2.0, 0.0), code)
        turn.Set((90.0, 0.0, 3.0 * code), code)
    stage.Save()


def no_rate_at_all(folder):
    stage = new_stage(folder / "shot.usda", rate=None, unit=None, up=None)
    character(stage, HERO)
    stage.Save()


def frames_per_second_alone(folder):
    stage = new_stage(folder / "shot.usda", rate=None)
    stage.SetFramesPerSecond(30)
    character(stage, HERO)
    stage.Save()


def fractional_and_negative_codes(folder):
    stage = new_stage(folder / "shot.usda", rate=25.0)
    character(stage, HERO, codes=np.cumsum(np.linspace(0.3, 1.7, 24)) - 10)
    stage.Save()


def translations_and_rotations_sampled_apart(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO)
    animation = stage.GetPrimAtPath(f"{HERO}/{ANIM}")
    for code in range(24):
        if code % 5:
            animation.GetAttribute("rotations").ClearAtTime(code)
        if code % 3:
            animation.GetAttribute("translations").ClearAtTime(code)
    stage.Save()


def children_first(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO, joints=WALK.skeleton.joints[::-1])
    stage.Save()


def subset_that_skips_a_parent(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO, joints=[joint for joint in WALK.skeleton.joints if not joint.endswith(("Leg", "End"))])
    stage.Save()


def scales_that_move(folder):
    stage = new_stage(folder / "shot.usda")
    scales = np.ones((24, len(WALK.skeleton), 3))
    scales[:, -1] = np.linspace(1, 2, 24)[:, None]
    character(stage, HERO, scales=scales)
    stage.Save()


def no_scales(folder):
    stage = new_stage(folder / "shot.usda")
    character(stage, HERO, scales=None)
    stage.Save()


FORMS = [
    local, sublayer, reference_with_offset_and_scale, payload, variant, value_clips, bound_on_an_instance,
    inherited_binding, no_skel_root_and_moving_ancestors, no_rate_at_all, frames_per_second_alone,
    fractional_and_negative_codes, translations_and_rotations_sampled_apart, children_first,
    subset_that_skips_a_parent, scales_that_move, no_scales,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("suffix", ["usda", "usdc"])
def test_usd_shows_what_was_meant(form, suffix, tmp_path):
    form(tmp_path)
    clip = footpipe.load(tmp_path / "shot.usda")
    meant = edited(clip)
    wrapper = footpipe.save(meant, tmp_path / f"out.{suffix}")[0]
    stage = Usd.Stage.Open(str(wrapper))
    agrees_with_usd(meant, stage, 2e-5 * max(1.0, abs(meant.world.positions).max() / clip.source.facts.metres_per_unit))
    before = Usd.Stage.Open(str(tmp_path / "shot.usda"))
    assert stage.GetTimeCodesPerSecond() == before.GetTimeCodesPerSecond()
    assert UsdGeom.GetStageUpAxis(stage) == UsdGeom.GetStageUpAxis(before)
    assert UsdGeom.GetStageMetersPerUnit(stage) == UsdGeom.GetStageMetersPerUnit(before)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_an_untouched_joint_is_where_it_was(form, tmp_path):
    form(tmp_path)
    clip = footpipe.load(tmp_path / "shot.usda")
    held = [joint for joint in clip.source.joint_map.tolist() if joint >= 0 and not clip.skeleton.children[joint]]
    if not held:
        held = clip.source.joint_map.tolist()[-1:]
    rotations = clip.rotations.copy()
    rotations[:, held[0]] = kernel.multiply(rotations[:, held[0]], np.repeat([[0.0, 0.6, 0, 0.8]], len(clip), 0))
    meant = clip.replace(rotations=rotations)
    stage = Usd.Stage.Open(str(footpipe.save(meant, tmp_path / "out.usda")[0]))
    before = Usd.Stage.Open(str(tmp_path / "shot.usda"))
    one, other = (s.GetPrimAtPath(clip.source.animation) for s in (before, stage))
    column = clip.source.joint_map.tolist().index(held[0])
    kept = np.arange(len(clip.source.joints)) != column
    for name in ("translations", "rotations", "scales"):
        if one.GetAttribute(name).HasValue():
            codes = one.GetAttribute(name).GetTimeSamples()
            assert set(codes) <= set(other.GetAttribute(name).GetTimeSamples() or codes)
            for code in codes or [0.0]:
                a, b = (np.array(prim.GetAttribute(name).Get(code))[kept] for prim in (one, other))
                assert np.array_equal(a, b)


@pytest.mark.parametrize(("one", "other"), list(pairwise([24.0, 25.0, 30.0, 60.0])))
def test_a_shot_of_one_rate_with_an_asset_of_another(one, other, tmp_path):
    asset(tmp_path, rate=other)
    stage = new_stage(tmp_path / "shot.usda", rate=one)
    stage.DefinePrim(HERO).GetReferences().AddReference("./hero.usda")
    stage.Save()
    clip = footpipe.load(tmp_path / "shot.usda")
    assert clip.times == pytest.approx(np.arange(24) / other)
    meant = edited(clip)
    agrees_with_usd(meant, Usd.Stage.Open(str(footpipe.save(meant, tmp_path / "out.usda")[0])), 1e-5)


def test_a_package_gets_its_override_beside_it(tmp_path):
    local(tmp_path)
    assert UsdUtils.CreateNewUsdzPackage(str(tmp_path / "shot.usda"), str(tmp_path / "shot.usdz"))
    clip = footpipe.load(tmp_path / "shot.usdz")
    meant = edited(clip)
    files = footpipe.save(meant, tmp_path / "shot.footlock.usda")
    wrapper = Sdf.Layer.FindOrOpen(str(files[0]))
    assert list(wrapper.subLayerPaths)[1] == "./shot.usdz"
    agrees_with_usd(meant, Usd.Stage.Open(str(files[0])), 1e-5)


def test_the_variant_that_an_override_is_of_is_told(tmp_path, caplog):
    caplog.set_level("INFO", "footpipe")
    variant(tmp_path)
    footpipe.save(edited(footpipe.load(tmp_path / "shot.usda")), tmp_path / "out.usda")
    assert "the override is of the variant motion=walk" in caplog.text
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "out.override.usdc"))
    assert layer.customLayerData["footpipe"]["variants"] == "motion=walk"


ROOT = """#usda 1.0
(
    doc = "theirs"
    customLayerData = {
        string a = "theirs"
    }
    expressionVariables = {
        string WHO = "hero"
    }
    kilogramsPerUnit = 0.5
    renderSettingsPrimPath = "/Render/Final"
    timeCodesPerSecond = 24
)

def "World"
{
    def "Hero" (
        references = @`"./${WHO}.usda"`@
    )
    {
    }
}
"""


def test_what_counts_only_in_a_root_layer_stands_in_the_wrapper_too(tmp_path):
    asset(tmp_path)
    (tmp_path / "shot.usda").write_text(ROOT)
    meant = edited(footpipe.load(tmp_path / "shot.usda"))
    stage = Usd.Stage.Open(str(footpipe.save(meant, tmp_path / "out.usda")[0]))
    agrees_with_usd(meant, stage, 1e-5)
    assert stage.GetMetadata("kilogramsPerUnit") == 0.5
    assert stage.GetMetadata("renderSettingsPrimPath") == "/Render/Final"
    assert not stage.GetRootLayer().documentation
    assert list(stage.GetRootLayer().customLayerData) == ["footpipe"]
