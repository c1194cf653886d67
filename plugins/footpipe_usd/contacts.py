"""Contacts as attributes of a SkelAnimation, where an artist can edit them and `detect.labels` reads them back."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from pxr import Vt

from footpipe import Contacts, Floats
from footpipe_usd.source import CONTACT_POINTS, CONTACT_STATES, CONTACT_WEIGHTS
from footpipe_usd.specs import attribute


def author_contacts(prim: Any, contacts: Contacts, codes: Floats) -> None:
    """Author the contact points, their weights at each of `codes` (F,), and their states wherever one changes."""
    _custom(attribute(prim, CONTACT_POINTS, "token[]", Vt.TokenArray(list(contacts.points)), uniform=True))
    states, weights = contacts.active(), contacts.weights.astype(np.float32)
    changed = np.ones(len(codes), bool)
    changed[1:] = (states[1:] != states[:-1]).any(axis=1)
    _rows(prim, CONTACT_STATES, "bool[]", codes[changed], states[changed].tolist(), Vt.BoolArray)
    _rows(prim, CONTACT_WEIGHTS, "float[]", codes, weights, Vt.FloatArray.FromNumpy)


def states_digest(layer: Any, animation: str) -> str:
    """sha256 (hex) of the contact points and of when their states change; empty where the layer has none."""
    points = layer.GetAttributeAtPath(f"{animation}.{CONTACT_POINTS}")
    if not points:
        return ""
    told = [tuple(map(str, points.default or ()))]
    states, last = f"{animation}.{CONTACT_STATES}", None
    for code in layer.ListTimeSamplesForPath(states):
        row = tuple(map(bool, layer.QueryTimeSample(states, code)))
        told += [] if row == last else [(repr(code), *map(str, row))]
        last = row
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _rows(prim: Any, name: str, kind: str, codes: Floats, rows: Any, made: Any) -> None:
    spec = _custom(attribute(prim, name, kind))
    for code, row in zip(codes, rows, strict=True):
        prim.layer.SetTimeSample(spec.path, float(code), made(row))


def _custom(spec: Any) -> Any:
    """Of no schema, which USD wants said."""
    spec.custom = True
    return spec
