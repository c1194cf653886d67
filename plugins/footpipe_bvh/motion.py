"""The two lines after MOTION: how many frames, and how long each lasts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from footpipe import warn
from footpipe_bvh.text import INK, Text, number, quote

FRAMES = re.compile(rb"\s*frames\s*:?\s*(\S*)", re.IGNORECASE)
FRAME_TIME = re.compile(rb"\s*frame\s*time\s*:?\s*(\S*)", re.IGNORECASE)
MOST_DIGITS = 18
SHORTEST = 1e-9  # s
LONGEST = 1.0  # s; longer ones are rates in the wrong place

Span = tuple[int, int]  # first byte, byte after the last


@dataclass(frozen=True)
class Motion:
    """What the lines say, and where: `frames` declared, `frame_time` in s, and the byte where the rows may begin."""

    frames: int
    frames_span: Span
    frame_time: float
    frame_time_span: Span
    start: int


def read_motion(text: Text, at: int, strict: bool) -> Motion:
    """The lines that follow the byte `at`, in either order. Raises `FileError` where they are missing or wrong.

    Warns of a frame that takes too long.
    """
    found: dict[str, Span] = {}
    for _ in range(2):
        for name, line in (("Frames", FRAMES), ("Frame Time", FRAME_TIME)):
            match = line.match(text.raw, at)
            if match and name not in found:
                found[name], at = match.span(1), match.end()
    for name in ("Frames", "Frame Time"):
        if name not in found:
            raise text.error(f"'{name}:' is missing", _next_word(text, at), "it follows MOTION")
    frames, frame_time = found["Frames"], found["Frame Time"]
    return Motion(_frames(text, frames), frames, _frame_time(text, frame_time, strict), frame_time, at)


def _next_word(text: Text, at: int) -> int:
    found = INK.search(text.raw, at)
    return found.start() if found else len(text.raw)


def _frames(text: Text, span: Span) -> int:
    raw = text.raw[slice(*span)]
    if not raw.isdigit() or len(raw) > MOST_DIGITS:
        raise text.error(f"Frames: {quote(raw)} is not a number of frames", span[0])
    if int(raw) == 0:
        raise text.error("the clip has no frames", span[0])
    return int(raw)


def _frame_time(text: Text, span: Span, strict: bool) -> float:
    raw = text.raw[slice(*span)]
    seconds = number(raw)
    if seconds is None:
        raise text.not_a_number(raw, span[0], "Frame Time")
    if seconds < SHORTEST:
        raise text.error(f"Frame Time must be > 0, it is {quote(raw)}", span[0], "it is the seconds of one frame")
    if seconds > LONGEST:
        warn(
            f"a frame of {seconds:g} s",
            where=text.place(span[0]),
            help="Frame Time is the seconds of one frame, not frames per second",
            strict=strict,
        )
    return seconds
