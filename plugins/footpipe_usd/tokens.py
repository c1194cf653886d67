"""Joint names as UsdSkel can read them: every part of a joint's path must be an identifier."""

from __future__ import annotations

from pxr import Sdf, UsdSkel

from footpipe import Skeleton
from footpipe_usd.topology import is_joint


def joint_tokens(skeleton: Skeleton) -> list[str]:
    """A path for each joint, of identifiers alone, unique; letters that none may have become "_".

    The joints' own paths where USD reads them as they are meant.
    """
    if _are_paths(skeleton):
        return list(skeleton.joints)
    tokens: list[str] = []
    taken: set[str] = set()
    for name, parent in zip(skeleton.names, skeleton.parents, strict=True):
        above = f"{tokens[parent]}/" if parent >= 0 else ""
        tokens.append(_unused(above + identifier(name), taken))
    return tokens


def joint_names(skeleton: Skeleton) -> list[str]:
    """The joints' own names, for other programs; full paths where two joints share a name."""
    unique = len(set(skeleton.names)) == len(skeleton.names)
    return list(skeleton.names if unique else skeleton.joints)


def identifier(name: str) -> str:
    """The name with every character that USD forbids as "_"."""
    if Sdf.Path.IsValidIdentifier(name):
        return name
    kept = "".join(c if Sdf.Path.IsValidIdentifier(f"a{c}") else "_" for c in name)
    return kept if Sdf.Path.IsValidIdentifier(kept) else f"_{kept}"


def _are_paths(skeleton: Skeleton) -> bool:
    valid = all(is_joint(joint) for joint in skeleton.joints)
    return valid and list(UsdSkel.Topology(skeleton.joints).GetParentIndices()) == skeleton.parents.tolist()


def _unused(path: str, taken: set[str]) -> str:
    free, count = path, 1
    while free in taken:
        count += 1
        free = f"{path}_{count}"
    taken.add(free)
    return free
