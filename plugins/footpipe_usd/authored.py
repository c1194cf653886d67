"""Contacts authored on the animation: those that footpipe wrote, or what a person made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Vt

from footpipe import Contacts, Floats
from footpipe_usd.source import CONTACT_POINTS, CONTACT_STATES, CONTACT_WEIGHTS
from footpipe_usd.tell import Teller

KINDS = {CONTACT_STATES: Vt.BoolArray, CONTACT_WEIGHTS: Vt.FloatArray}


def contacts_of(animation: Any, codes: Floats, tell: Teller) -> Contacts | None:
    """Contacts at the time codes (F,), or None where none are authored.

    States win over weights: a point keeps its weights where they say the same as its states.
    """
    points = _points(animation.GetAttribute(CONTACT_POINTS), tell)
    if not points:
        return None
    if len(set(points)) < len(points):
        raise tell.error(
            animation.GetAttribute(CONTACT_POINTS), "a contact point stands there twice", "keep one of them"
        )
    states = _rows(animation.GetAttribute(CONTACT_STATES), points, codes, tell)
    weights = _rows(animation.GetAttribute(CONTACT_WEIGHTS), points, codes, tell)
    if states is None and weights is None:
        attribute = animation.GetAttribute(CONTACT_POINTS)
        raise tell.error(attribute, f"there is neither {CONTACT_STATES} nor {CONTACT_WEIGHTS}", "author one of them")
    return Contacts(points, _agreed(points, states, weights))


def _points(attribute: Any, tell: Teller) -> tuple[str, ...]:
    found = attribute.Get()
    if not isinstance(found, Vt.TokenArray | Vt.StringArray | None):
        raise tell.error(attribute, f"holds {_kind(found)}, where names are wanted", "author it as token[]")
    return tuple(map(str, found or ()))


def _kind(value: Any) -> str:
    return "one value" if isinstance(value, str | int | float) else type(value).__name__


def _agreed(points: tuple[str, ...], states: Floats | None, weights: Floats | None) -> Any:
    """(F, P) the weights of points whose states say the same, else the states."""
    if states is None or weights is None:
        return weights if states is None else states
    same = (Contacts(points, weights).active() == (states > 0.5)).all(axis=0)
    return np.where(same, weights, states)


def _rows(attribute: Any, points: tuple[str, ...], codes: Floats, tell: Teller) -> Floats | None:
    """(F, P) values of an attribute, or None without any."""
    if not (attribute and attribute.HasValue()):
        return None
    rows = [attribute.Get(code) for code in codes.tolist()]
    for row, code in zip(rows, codes, strict=True):
        if not isinstance(row, KINDS[attribute.GetName()] | None):
            told = f"holds {_kind(row)} at time code {code:g}, where one value for each contact point is wanted"
            raise tell.error(attribute, told, "author states as bool[], weights as float[]")
        if row is None or len(row) != len(points):
            told = f"has {len(row or ())} values at time code {code:g} for {len(points)} contact points"
            raise tell.error(attribute, told, f"one value for each of {CONTACT_POINTS}")
    values = np.array(rows, np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        frame, point = np.argwhere(~((values >= 0) & (values <= 1)))[0]
        told = f"the weight of {points[point]!r} at time code {codes[frame]:g} is {values[frame, point]:g}"
        raise tell.error(attribute, told, "a weight is 0 to 1")
    return values
