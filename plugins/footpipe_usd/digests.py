"""Digests of the layers that a motion comes from, so that one can tell later whether it still is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pxr import Ar

from footpipe import FileError, place
from footpipe_usd.binding import upwards
from footpipe_usd.opening import shot_of


def digests_of(stage: Any, prims: Iterable[Any]) -> Mapping[str, str]:
    """sha256 (hex) by identifier of every layer with a word on the prims or on what is above them."""
    layers = sorted(_layers(stage, prims), key=lambda layer: layer.identifier)
    return Digests({layer.identifier: _text_of(layer) or _file_of(layer) for layer in layers})


@dataclass(frozen=True)
class Text:
    """A layer that is in memory alone, or was changed there."""

    digest: str


@dataclass(frozen=True)
class File:
    """A layer's file as it was when it was read. Its digest is worked out when somebody asks: that reads all of it."""

    path: Path
    size: int
    changed: int  # ns

    @cached_property
    def digest(self) -> str:
        """sha256 of the file's bytes. Raises `FileError` where it is another file by now."""
        try:
            if self != _stamped(self.path):
                raise FileError("was changed since it was read", where=place(self.path), help="load it again")
            with self.path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as fault:
            raise FileError(f"cannot read: {fault.strerror}", where=place(self.path)) from fault


class Digests(Mapping[str, str]):
    """sha256 (hex) of layers by their identifiers."""

    def __init__(self, layers: Mapping[str, Text | File]) -> None:
        self.layers = layers

    def __getitem__(self, identifier: str) -> str:
        return self.layers[identifier].digest

    def __iter__(self) -> Iterator[str]:
        return iter(self.layers)

    def __len__(self) -> int:
        return len(self.layers)


def _text_of(layer: Any) -> Text | None:
    """The text of a layer that no file holds as it is."""
    if layer.dirty or not _path(layer).is_file():
        return Text(hashlib.sha256(layer.ExportToString().encode()).hexdigest())
    return None


def _file_of(layer: Any) -> File:
    return _stamped(_path(layer))


def _path(layer: Any) -> Path:
    """Where a layer's file is; the package that it is in."""
    package, _ = Ar.SplitPackageRelativePathOuter(layer.realPath)
    return Path(package or layer.realPath)


def _stamped(path: Path) -> File:
    found = path.stat()
    return File(path, found.st_size, found.st_mtime_ns)


def _layers(stage: Any, prims: Iterable[Any]) -> set[Any]:
    above = {prim for one in prims for prim in upwards(one)}
    specs = {spec.layer for prim in above for spec in prim.GetPrimStack()}
    clips = set(stage.GetUsedLayers(True)) - set(stage.GetUsedLayers(False))
    return {shot_of(stage), *specs, *clips}
