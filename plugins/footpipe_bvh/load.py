"""`load.bvh`: a clip from a BVH file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from footpipe import Clip, Params, Skeleton, log, param, place, warn
from footpipe_bvh.decode import positions_meaning, rotations_of, translations_of
from footpipe_bvh.header import read_header
from footpipe_bvh.layout import skeleton_of
from footpipe_bvh.motion import read_motion
from footpipe_bvh.placement import Axis, Found, UnitName, place_in_world
from footpipe_bvh.rest import rest_rows_of
from footpipe_bvh.source import BvhSource, frame_time_text
from footpipe_bvh.table import Table, read_table
from footpipe_bvh.text import read_text
from footpipe_bvh.timing import rate_of, reads_as, times_of

JOINT_BYTES = 56  # of a joint in a frame: 3 + 4 numbers
MOST_TIMES = 12  # a clip's arrays may be larger than its file
FREE_BYTES = 1 << 25  # that a clip may take whatever its file
SAME_RATE = 1e-3  # relatively


class LoadBvh(Params):
    """Parameters of `load.bvh`."""

    path: Path = param(doc="the file")
    unit: UnitName | Annotated[float, Field(gt=0)] = param(
        "auto", unit="m", doc="length of one unit, or its name; auto takes the one that makes the legs a person's"
    )
    up: Axis = param("auto", doc="the axis that points up; auto takes the one along which the pelvis is over the feet")
    root: str | None = param(None, doc="the ROOT to take where the file has several; the others keep their numbers")
    strict: bool = param(False, doc="whether what is odd in the file, or only guessed, is an error")


def load(p: LoadBvh) -> Clip:
    """Read a BVH file, and find its unit, its up axis and the rest pose before the motion.

    Raises `FileError`, with line and column, on the first thing in the file that is wrong.
    """
    text = read_text(p.path)
    header = read_header(text, p.root)
    skeleton = skeleton_of(header, text, p.strict)
    table = read_table(text, header, read_motion(text, header.end, p.strict), p.strict)
    _tell_rate(table, p.strict)
    source, found = _decode(table, skeleton, p)
    if found.trouble:
        _tell_guess(found, p)
    log.info(_notes(source, found))
    return Clip(
        skeleton,
        source.translations,
        source.rotations,
        source.times,
        placement=source.placement,
        rest_rows=source.rest_rows,
        source=source,
    )


def _decode(table: Table, skeleton: Skeleton, p: LoadBvh) -> tuple[BvhSource, Found]:
    values = table.values
    _check_size(table, len(skeleton))
    positions = positions_meaning(table.header, values)
    translations = translations_of(table.header, values, positions)
    rotations = rotations_of(table.header, values)
    rest = rest_rows_of(skeleton, translations, rotations)
    found = place_in_world(skeleton, translations[rest:], rotations[rest:], p.unit, p.up)
    times = times_of(len(values), frame_time_text(table))
    times.flags.writeable = False
    source = BvhSource(table, skeleton, found.placement, times, translations, rotations, positions, rest)
    return source, found


def _check_size(table: Table, joints: int) -> None:
    """Refuse a clip that would take far more memory than its file: many joints without channels, times many frames."""
    takes = table.motion.frames * joints * JOINT_BYTES
    if takes > max(FREE_BYTES, MOST_TIMES * len(table.text.raw)):
        raise table.text.error(
            f"{joints} joints in {table.motion.frames} frames would take {takes / 2**30:.1f} GB of memory, "
            f"{takes / len(table.text.raw):.0f} times the file",
            help="leave out joints without channels",
        )


def _tell_rate(table: Table, strict: bool) -> None:
    """Warn where the well-known rate that is taken is one that somebody would see the difference to."""
    text = frame_time_text(table)
    rate, written = reads_as(text), 1 / float(text)
    if abs(written / rate - 1) > SAME_RATE:
        warn(
            f"Frame Time {text} is taken to be {rate:.6g} fps, not {written:.6g}",
            where=table.text.place(table.motion.frame_time_span[0]),
            help="give Frame Time more digits where that is wrong",
            strict=strict,
        )


def _tell_guess(found: Found, p: LoadBvh) -> None:
    warn(
        f"{found.trouble}: the unit is taken to be {found.unit}, up to be {found.up}",
        where=place(p.path),
        help="say unit and up where that is wrong",
        strict=p.strict,
    )


def _notes(source: BvhSource, found: Found) -> str:
    """One line on what was found."""
    frame_time = frame_time_text(source.table)
    rate = rate_of(frame_time)
    notes = [
        f"{len(source.times)} frames",
        f"{source.rate:.6g} fps" + (f" (Frame Time {frame_time})" if rate else ""),
        f"unit {found.unit}",
        f"up {found.up}",
    ]
    if source.rest_rows:
        notes.append(f"rest rows {source.rest_rows}")
    if any(joint.position_columns for joint in source.header.joints[1:]):
        notes.append(f"positions below the root are {source.positions}")
    return f"{source.table.text.path}: {', '.join(notes)}"
