from . import kernel, number_text, solver
from .api import fix, load, run, save, stage
from .arrays import Floats, Ints
from .carry import carried, carrier, moving_root
from .clip import Clip, Placement
from .contacts import OFF, ON, Contacts, spans
from .errors import (
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
from .foot_rule import FootRule
from .hookspecs import hookimpl
from .live import FootLocker, Pose
from .nearest import hint
from .output import replacing, replacing_path
from .params import Fault, NoParams, Params, param
from .report import Report, Table
from .rig import BoundRig, Limb, Rig
from .rig_find import find_rig
from .rig_names import RigNames
from .roles import Detection, Detector, Edit, Generator, Loader, Locker, Measure, Merge, Outcome, Stage, Writer
from .running import graph_digest
from .skeleton import Skeleton, escape, unescape
from .unscaled import unscaled

__all__ = [
    "OFF",
    "ON",
    "BoundRig",
    "Clip",
    "Contacts",
    "DataError",
    "Detection",
    "Detector",
    "Edit",
    "Fault",
    "FileError",
    "Floats",
    "FootLocker",
    "FootRule",
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
    "Pose",
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
