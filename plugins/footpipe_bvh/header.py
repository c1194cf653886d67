"""Reads a BVH's header: keywords in any case, any line ends, names with anything in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from footpipe import FileError
from footpipe_bvh.layout import CHANNELS, END, FileJoint, Header
from footpipe_bvh.text import Text, decode, quote
from footpipe_bvh.words import Word, Words

DEEPEST = 500  # joints below one another
MOST_JOINTS = 10_000
LONGEST_NAME = 4096  # bytes
NAMED = 10  # ROOTs that an error names
MOST_TURNS = 6  # rotation channels of a joint


@dataclass
class _Draft:
    name: str
    parent: int
    at: int
    tree: int
    offset: tuple[float, ...] | None = None
    channels: tuple[str, ...] | None = None
    column: int = 0


def read_header(text: Text, root: str | None = None) -> Header:
    """The header of `text`: of its joints those below the ROOT called `root`, where there are several.

    Raises `FileError` with the place of the first thing that is wrong.
    """
    words = Words(text)
    if words.next().key != "hierarchy":
        raise text.error("not a BVH file: it does not begin with HIERARCHY", text.start)
    reader = _Reader(text, words, root)
    while (word := words.next()).key != "motion":
        reader.statement(word)
    return reader.finished(word)


class _Reader:
    def __init__(self, text: Text, words: Words, wanted: str | None) -> None:
        self.text = text
        self.words = words
        self.wanted = wanted
        self.joints: list[_Draft] = []
        self.roots: list[_Draft] = []
        self.open: list[int] = []
        self.width = 0
        self.statements: dict[str, Callable[[Word], None]] = {
            "root": self.root, "joint": self.joint, "offset": self.offset, "channels": self.channels, "}": self.close,
            "end": self.end_site, "endsite": self.end_site, "end_site": self.end_site,
        }  # fmt: skip

    def statement(self, word: Word) -> None:
        statement = self.statements.get(word.key)
        if statement is None:
            raise self.unknown(word)
        statement(word)

    def root(self, keyword: Word) -> None:
        name = self.named(keyword)
        if self.roots and self.wanted is None:
            raise self.text.error(
                f"a second ROOT '{decode(name.raw)}': a clip has one skeleton",
                keyword.at,
                f"choose one by its name, such as root = '{self.roots[0].name}'",
            )
        if self.open:
            raise self.text.error(f"ROOT {quote(name.raw)} stands inside of another ROOT's braces", keyword.at)
        self.roots.append(_Draft(decode(name.raw), -1, name.at, len(self.roots)))
        self.enter(self.roots[-1])

    def joint(self, keyword: Word) -> None:
        parent, name = self.owner(keyword), self.named(keyword)
        self.enter(_Draft(decode(name.raw), parent, name.at, len(self.roots) - 1))

    def named(self, keyword: Word) -> Word:
        name = self.words.name(keyword)
        if not name.raw:
            raise self.text.error(f"a {keyword.key.upper()} without a name", keyword.at)
        if len(name.raw) > LONGEST_NAME:
            raise self.text.error(f"a name of {len(name.raw)} bytes: {LONGEST_NAME} are the most", name.at)
        return name

    def end_site(self, keyword: Word) -> None:
        parent = self.owner(keyword)
        self.words.site(keyword)
        self.enter(_Draft(END, parent, keyword.at, len(self.roots) - 1))

    def enter(self, joint: _Draft) -> None:
        self.open.append(len(self.joints))
        self.joints.append(joint)
        if len(self.open) > DEEPEST:
            raise self.text.error(f"more than {DEEPEST} joints below one another", joint.at)
        if len(self.joints) > MOST_JOINTS:
            raise self.text.error(f"more than {MOST_JOINTS} joints", joint.at)

    def close(self, brace: Word) -> None:
        self.owner(brace)
        self.open.pop()

    def offset(self, keyword: Word) -> None:
        joint = self.joints[self.owner(keyword)]
        if joint.offset is not None:
            raise self.text.error(f"a second OFFSET of '{joint.name}'", keyword.at)
        joint.offset = tuple(self.words.number(f"OFFSET of '{joint.name}'") for _ in range(3))

    def channels(self, keyword: Word) -> None:
        joint = self.joints[self.owner(keyword)]
        if joint.channels is not None:
            raise self.text.error(f"a second CHANNELS of '{joint.name}'", keyword.at)
        count = self.words.next()
        if not (count.raw.isdigit() and len(count.raw) <= 2):
            raise self.text.error(f"{quote(count.raw)} is not a number of channels ('{joint.name}')", count.at)
        joint.channels = tuple(self.channel(joint, int(count.raw)) for _ in range(int(count.raw)))
        joint.column, self.width = self.width, self.width + len(joint.channels)
        fault = _channel_fault(joint.channels)
        if fault:
            raise self.text.error(f"'{joint.name}' has {fault}", keyword.at)

    def channel(self, joint: _Draft, count: int) -> str:
        word = self.words.next()
        if word.key in CHANNELS:
            return CHANNELS[word.key]
        raise self.text.error(
            f"{quote(word.raw)} is not a channel ('{joint.name}' has {count})",
            word.at,
            "channels are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation",
        )

    def owner(self, word: Word) -> int:
        """The joint whose braces we are in."""
        if not self.open:
            raise self.text.error(f"{quote(word.raw)} stands outside of the ROOT's braces", word.at)
        return self.open[-1]

    def unknown(self, word: Word) -> FileError:
        last = self.joints[self.open[-1]] if self.open else None
        if last is not None and last.channels is not None and word.key in CHANNELS:
            count = f"'{last.name}' has CHANNELS {len(last.channels)}"
            return self.text.error(f"{count}, but one more follows: {quote(word.raw)}", word.at)
        return self.text.error(
            f"{quote(word.raw)} is not expected here", word.at, "a header has ROOT, JOINT, End Site, OFFSET, CHANNELS"
        )

    def finished(self, motion: Word) -> Header:
        if not self.joints:
            raise self.text.error("MOTION comes before any ROOT", motion.at)
        if self.open:
            raise self.text.error(f"'}}' of '{self.joints[self.open[-1]].name}' is missing", motion.at)
        if not self.width:
            raise self.text.error("no joint has a channel: there is no motion", motion.at)
        tree = self.chosen_tree()
        chosen = [index for index, joint in enumerate(self.joints) if joint.tree == tree]
        first = chosen[0]  # a ROOT's joints follow one another
        others = tuple(self.finished_joint(joint, 0) for joint in self.joints if joint.tree != tree)
        return Header(tuple(self.finished_joint(self.joints[i], first) for i in chosen), others, self.words.at)

    def chosen_tree(self) -> int:
        """The tree of the ROOT that is wanted. Raises `FileError` where no single one has that name."""
        if self.wanted is None:
            return 0
        found = [root for root in self.roots if root.name == self.wanted]
        if not found:
            names = ", ".join(f"'{root.name}'" for root in self.roots[:NAMED])
            raise self.text.error(f"no ROOT is called '{self.wanted}'", self.roots[0].at, f"the file has {names}")
        if len(found) > 1:
            raise self.text.error(
                f"a second ROOT is called '{self.wanted}'", found[1].at, "give each a name of its own"
            )
        return found[0].tree

    def finished_joint(self, joint: _Draft, first: int) -> FileJoint:
        """The joint as it is; indices of parents count from the joint `first`."""
        if joint.offset is None:
            raise self.text.error(f"'{joint.name}' has no OFFSET", joint.at)
        x, y, z = joint.offset
        parent = joint.parent - first if joint.parent >= 0 else -1
        return FileJoint(joint.name, parent, (x, y, z), joint.channels or (), joint.column, joint.at)


def _channel_fault(channels: tuple[str, ...]) -> str:
    """What is wrong with these channels; empty where nothing is."""
    turns = [channel for channel in channels if channel.endswith("rotation")]
    twice = [c for c in channels if channels.count(c) > 1 and c not in turns]
    if twice:
        return f"{twice[0]} twice"
    if len(turns) > MOST_TURNS:
        return f"{len(turns)} rotation channels: {MOST_TURNS} are the most"
    return ""
