"""The layers that we write, letter for letter. To refresh: `python tests/usd/test_golden.py`, then read the diff."""

import tempfile
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from footpipe_usd.flat import flat_layer
from footpipe_usd.override import override_layer
from footpipe_usd.wrapper import wrapper_layer
from usd_stages import character, new_stage

import footpipe
from footpipe import Clip, Contacts, kernel
from footpipe.testing import walking_clip

GOLDEN = Path(__file__).with_name("golden")
WALK = walking_clip(3, 24.0)


def small() -> Clip:
    """Two legs for three frames, with contacts that change."""
    weights = np.array([[1, 0], [1, 0.25], [0, 1]])
    return WALK.replace(contacts=Contacts(("left.toe", "right.toe"), weights))


def edited(folder: Path) -> Clip:
    """The same from a stage, its left foot turned."""
    stage = new_stage(folder / "shot.usda", unit=0.01, up="Z", rate=30.0)
    character(stage, "/World/Hero", WALK, codes=[101, 102, 103.5])
    stage.SetDefaultPrim(stage.GetPrimAtPath("/World"))
    stage.Save()
    clip = footpipe.load(folder / "shot.usda")
    rotations = clip.rotations.copy()
    foot = clip.skeleton.names.index("LeftFoot")
    rotations[1, foot] = kernel.multiply(kernel.euler_to_quat([[30.0]], "X")[0], rotations[1, foot])
    return clip.replace(rotations=rotations, contacts=small().contacts)


def made(folder: Path) -> dict[str, str]:
    """Text of each layer by the name of its golden file."""
    clip = edited(folder)
    path = folder / "shot.footlock.usda"
    layers = {
        "flat.usda": flat_layer(small()),
        "override.usda": override_layer(clip),
        "wrapper.usda": wrapper_layer(clip.source, path, folder / "shot.footlock.override.usdc"),
    }
    return {name: _without_what_varies(layer.ExportToString(), clip) for name, layer in layers.items()}


def _without_what_varies(text: str, clip: Clip) -> str:
    """The version, and the digest of a file that USD's own version writes."""
    for digest in clip.source.digests.values():
        text = text.replace(digest, "DIGEST")
    return text.replace(f'version = "{version("footpipe")}"', 'version = "VERSION"')


@pytest.mark.parametrize("name", ["flat.usda", "override.usda", "wrapper.usda"])
def test_a_layer_is_as_the_golden_one(name, tmp_path):
    assert made(tmp_path)[name] == (GOLDEN / name).read_text(), "refresh: python tests/usd/test_golden.py"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        for name, text in made(Path(work)).items():
            (GOLDEN / name).write_text(text)
