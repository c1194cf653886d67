"""The shot after `footpipe fix`, for tests of what that wrote."""

import hashlib
from pathlib import Path

import shot
from pxr import Sdf, Usd

import footpipe


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


def locked(path: Path, **params) -> footpipe.Clip:
    """The clip that `fix` writes, before it is written."""
    clip = footpipe.load(path, **params)
    return footpipe.stage("lock.offline")(footpipe.stage("detect.adaptive")(clip))


class Fixed:
    """A shot after `footpipe fix`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = shot.write_shot(folder)
        self.before = digests(folder)
        self.result = footpipe.fix(self.path, set={"before.skeleton": shot.HERO})
        self.wrapper, self.override = self.result.files
        self.clip = locked(self.path, skeleton=shot.HERO)
        self.source = Usd.Stage.Open(str(self.path))
        self.stage = Usd.Stage.Open(str(self.wrapper))
        self.layer = Sdf.Layer.FindOrOpen(str(self.override))

    def attribute(self, stage: Usd.Stage, name: str) -> Usd.Attribute:
        return stage.GetPrimAtPath(shot.ANIMATION).GetAttribute(name)
