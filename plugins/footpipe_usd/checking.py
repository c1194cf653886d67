"""All checks of a stage: USD's own validators, then ours."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footpipe_usd.check_animation import animations_of, check_animation, check_binding
from footpipe_usd.check_ours import check_ours
from footpipe_usd.check_skeleton import check_skeleton
from footpipe_usd.choice import skeletons
from footpipe_usd.finding import Finding
from footpipe_usd.opening import open_file
from footpipe_usd.validators import validate


@dataclass(frozen=True)
class Checked:
    """What ran on a stage, and what was found."""

    ran: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(finding.kind == "error" for finding in self.findings)


def check_file(path: Path) -> Checked:
    """Check the stage in a file. Raises `FileError` where USD cannot open it."""
    return check_stage(open_file(path, None).whole, str(path))


def check_stage(stage: Any, path: str | None = None) -> Checked:
    """Check an open stage; `path` is its file where its root layer's identifier is not that."""
    ran, findings = validate(stage, path or stage.GetRootLayer().identifier)
    found = skeletons(stage)
    for skeleton in found:
        findings += [*check_skeleton(skeleton), *check_binding(skeleton)]
    moved = animations_of(found)
    for animation, skeleton in moved:
        findings += check_animation(animation, skeleton)
    findings += check_ours(stage)
    own = f"footpipe ({len(found)} skeletons, {len(moved)} animations)"
    return Checked((ran, own), tuple(findings))
