"""footpipe cleans sliding feet: load a clip, find its contacts, lock the feet, measure, write it back."""

from footpipe import kernel, number_text, solver
from footpipe.api import fix, load, run, save, stage
from footpipe.arrays import Floats, Ints
from footpipe.carry import carried, carrier, moving_root
from footpipe.clip import Clip, Placement
from footpipe.contacts import OFF, ON, Contacts, spans
from footpipe.errors import (
    DataError,
    FileError,
    FootpipeError,
    FootpipeWarning,
    GraphError,
    Place,
    PluginError,
    RigError,
    StageError,
    log,
    place,
    warn,
)
from footpipe.hookspecs import hookimpl
from footpipe.nearest import hint
from footpipe.output import replacing, replacing_path
from footpipe.params import Fault, NoParams, Params, param
from footpipe.report import Report, Table
from footpipe.rig import BoundRig, Limb, Rig
from footpipe.rig_find import find_rig
from footpipe.rig_names import RigNames
from footpipe.roles import Detector, Edit, Generator, Loader, Locker, Measure, Merge, Outcome, Stage, Writer
from footpipe.running import graph_digest
from footpipe.skeleton import Skeleton, escape, unescape
from footpipe.unscaled import unscaled

__all__ = [
    "OFF",
    "ON",
    "BoundRig",
    "Clip",
    "Contacts",
    "DataError",
    "Detector",
    "Edit",
    "Fault",
    "FileError",
    "Floats",
    "FootpipeError",
    "FootpipeWarning",
    "Generator",
    "GraphError",
    "Ints",
    "Limb",
    "Loader",
    "Locker",
    "Measure",
    "Merge",
    "NoParams",
    "Outcome",
    "Params",
    "Place",
    "Placement",
    "PluginError",
    "Report",
    "Rig",
    "RigError",
    "RigNames",
    "Skeleton",
    "Stage",
    "StageError",
    "Table",
    "Writer",
    "carried",
    "carrier",
    "escape",
    "find_rig",
    "fix",
    "graph_digest",
    "hint",
    "hookimpl",
    "kernel",
    "load",
    "log",
    "moving_root",
    "number_text",
    "param",
    "place",
    "replacing",
    "replacing_path",
    "run",
    "save",
    "solver",
    "spans",
    "stage",
    "unescape",
    "unscaled",
    "warn",
]
