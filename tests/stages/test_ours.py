"""Every stage that comes along passes the test that we give to plugin authors."""

from pathlib import Path

import pytest
from usd_stages import character, new_stage

from footpipe.registry import installed
from footpipe.testing import check_stage, walking_clip

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted(installed().stages)


@pytest.fixture
def needed(tmp_path):
    """Parameters that must be given, by stage."""
    labels = tmp_path / "labels.csv"
    rows = [f"{i},{i // 15 % 2},0.5" for i in range(len(walking_clip()))]
    labels.write_text("\n".join(["frame,left.toe,right.toe", *rows]))
    shot = tmp_path / "shot.usda"
    stage = new_stage(shot)
    character(stage)
    stage.Save()
    return {
        "detect.labels": {"path": labels},
        "edit.resample": {"rate": 90.0},
        "edit.scale_travel": {"factor": 0.75},
        "load.bvh": {"path": ROOT / "tests/data/run_blender.bvh"},
        "write.contacts": {"path": tmp_path / "contacts.json"},
        "load.usd": {"path": shot},
    }


@pytest.mark.parametrize("name", OURS)
def test_it_keeps_its_roles_promises(name, needed):
    check_stage(installed().stages[name].stage, **needed.get(name, {}))
