"""`write.usd`: a clip as an override above the stage that it came from, or as a stage of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from footpipe import Clip, Params, StageError, param
from footpipe_usd.hand_over import hand_over
from footpipe_usd.wanted import pxr_wanted

if TYPE_CHECKING:
    from footpipe_usd.source import UsdSource

Author = Literal["auto", "override", "flat"]


class WriteUsd(Params):
    """Parameters of `write.usd`."""

    path: Path = param(
        doc="the file: for an override the stage that lays it above the shot, whose layer goes beside it as "
        "<stem>.override.usdc",
        examples=["shot.footlock.usda"],
    )
    author: Author = param(
        "auto",
        doc="override: a layer above the clip's own stage; flat: a stage of its own; auto takes the override "
        "for a clip from USD, flat for any other",
    )
    shared: bool = param(
        False, doc="whether an animation that moves other characters too may be overridden, for all of them"
    )


def write(clip: Clip, p: WriteUsd) -> list[Path]:
    """Write a layer that lies above the shot and touches none of its layers, or a whole stage for any clip.

    An override holds whole attributes with every sample of the source: the animation's rotations, and its translations
    where they moved. What no stage touched keeps its bits, and the contacts stand beside them. The file at `path` is a
    small stage with two sublayers, the override and the shot: open that, or lay the override into the shot yourself.

    `author = "flat"` writes a SkelRoot with Skeleton, SkelAnimation and guide geometry: what a clip from a BVH gets.

    The same clip makes the same bytes. Raises `StageError` where USD would not see the override, and where it would
    move other characters too.
    """
    with pxr_wanted("write.usd", p.path):
        import pxr  # noqa: F401 (the layers need it)
    layer = _layer(clip, p)
    if (both := hand_over()) is not None:
        both.layers.append(layer)
        return []
    return _saved(layer, clip, p)


def becomes_override(clip: Clip, author: Author) -> bool:
    """Whether a clip becomes an override. Raises `StageError` where it shall and cannot."""
    source = _source(clip)
    if author == "override" and source is None:
        raise StageError(
            "an override lies above the stage that a clip came from, and this clip came from none",
            help='write it with author = "flat"',
        )
    return author != "flat" and source is not None


def _source(clip: Clip) -> UsdSource | None:
    """The stage that a clip came from, if any."""
    from footpipe_usd.source import UsdSource

    return clip.source if isinstance(clip.source, UsdSource) else None


def _layer(clip: Clip, p: WriteUsd) -> Any:
    if becomes_override(clip, p.author):
        from footpipe_usd.override import override_layer

        return override_layer(clip, shared=p.shared)
    from footpipe_usd.flat import flat_layer

    return flat_layer(clip)


def _saved(layer: Any, clip: Clip, p: WriteUsd) -> list[Path]:
    if becomes_override(clip, p.author):
        from footpipe_usd.wrapper import save_above

        return save_above(layer, clip.source, p.path)
    from footpipe_usd.free import check_free
    from footpipe_usd.save import save

    if (source := _source(clip)) is not None:
        check_free(p.path, source)
    save({p.path: layer})
    return [p.path]
