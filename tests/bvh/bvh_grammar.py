"""Sane BVH files of any make, as hypothesis draws them: with what they say, to compare with what is read."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

AXES = "XYZ"
KINDS = ("position", "rotation", "scale")
NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), blacklist_characters="{}"),
    min_size=1,
    max_size=8,
)
SPACED = st.builds("{} {}".format, NAMES, NAMES)
BLANKS = st.sampled_from([" ", "  ", "\t", " \t "])
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", " \n", "\t\r\n \r\n"])
CASES = st.sampled_from([str, str.lower, str.upper, str.title])
SITES = st.sampled_from(["End Site", "End  Site", "EndSite", "End_Site", "End", "End Site tip"])


@dataclass(frozen=True)
class Joint:
    """A joint as the file has it; `name` None is an End Site."""

    name: str | None
    parent: int
    offset: tuple[str, str, str]
    channels: tuple[str, ...] | None


@dataclass(frozen=True)
class File:
    """A file's bytes and what they say: words of numbers, a row a frame."""

    raw: bytes
    joints: tuple[Joint, ...]
    rows: tuple[tuple[str, ...], ...]


@st.composite
def numbers(draw: st.DrawFn) -> str:
    """A number in any of its ways of writing, up to a thousand."""
    value = draw(st.integers(-(10**6), 10**6)) / 1000
    digits = draw(st.integers(0, 18))
    plain = f"{value:.{digits}f}"
    ways = [
        plain,
        f"{value:.{digits}e}",
        f"{value:.{digits}E}",
        repr(value),
        plain.replace("0.", ".", 1) if plain.startswith("0.") else plain,
    ]
    word = draw(st.sampled_from(ways))
    return f"+{word}" if word[0] != "-" and draw(st.booleans()) and word[0] != "+" else word


@st.composite
def channel_lists(draw: st.DrawFn) -> tuple[str, ...] | None:
    """Up to three positions, six rotations with axes repeated, three scales, in any order; None: no CHANNELS line."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from([None, ()]))
    positions = draw(st.lists(st.sampled_from(AXES), unique=True, max_size=3))
    rotations = draw(st.lists(st.sampled_from(AXES), max_size=6))
    scales = draw(st.lists(st.sampled_from(AXES), unique=True, max_size=draw(st.sampled_from([0, 0, 3]))))
    made = [a + kind for kind, axes in zip(KINDS, (positions, rotations, scales), strict=True) for a in axes]
    return tuple(draw(st.permutations(made))) or ("Xrotation",)


@st.composite
def skeletons(draw: st.DrawFn) -> tuple[Joint, ...]:
    """Up to eight joints, in the order of a file."""
    joints: list[Joint] = []

    def grow(parent: int, left: int) -> None:
        end = parent >= 0 and draw(st.integers(0, 3)) == 0
        offset = (draw(numbers()), draw(numbers()), draw(numbers()))
        channels = ("Zrotation",) if parent < 0 else None if end else draw(channel_lists())
        joints.append(Joint(None if end else draw(NAMES | SPACED), parent, offset, channels))
        me = len(joints) - 1
        for _ in range(0 if end else draw(st.integers(0, min(2, left)))):
            grow(me, left - 1)

    grow(-1, 3)
    return tuple(joints)


@st.composite
def files(draw: st.DrawFn) -> File:
    """A whole file."""
    joints = draw(skeletons())
    width = sum(len(joint.channels or ()) for joint in joints)
    rows = tuple(tuple(draw(numbers()) for _ in range(width)) for _ in range(draw(st.integers(1, 3))))
    text = _Text(draw)
    text.header(joints)
    text.motion(rows)
    bom = draw(st.sampled_from(["", "\ufeff"]))
    return File((bom + "".join(text.pieces)).encode(), joints, rows)


class _Text:
    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.end, self.blank, self.case = draw(LINE_ENDS), draw(BLANKS), draw(CASES)
        self.pieces: list[str] = []

    def line(self, *words: str) -> None:
        self.pieces += [self.blank * self.draw(st.integers(0, 2)), self.blank.join(words), self.end]

    def header(self, joints: tuple[Joint, ...]) -> None:
        self.line(self.case("HIERARCHY"))
        open_: list[int] = []
        for index, joint in enumerate(joints):
            while open_ and open_[-1] != joint.parent:
                self.line("}")
                open_.pop()
            self.joint(joint)
            open_.append(index)
        for _ in open_:
            self.line("}")

    def joint(self, joint: Joint) -> None:
        if joint.name is None:
            self.line(self.draw(SITES))
        else:
            self.line(self.case("ROOT" if joint.parent < 0 else "JOINT"), joint.name)
        self.line("{")
        self.line(self.case("OFFSET"), *joint.offset)
        if joint.channels is not None:
            self.line(self.case("CHANNELS"), str(len(joint.channels)), *map(self.case, joint.channels))

    def motion(self, rows: tuple[tuple[str, ...], ...]) -> None:
        colon = self.draw(st.sampled_from([":", ": ", " : ", ":\t", " "]))
        self.line(self.case("MOTION"))
        self.line(f"{self.case('Frames')}{colon}{len(rows)}")
        self.line(
            f"{self.case('Frame Time')}{colon}{self.draw(st.sampled_from(['0.0333333', '.0083333', '1E-2', '0.04']))}"
        )
        for row in rows:
            self.line(*row)
        if self.draw(st.booleans()):
            self.pieces.pop()
