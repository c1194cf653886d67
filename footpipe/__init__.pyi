from . import figure_kernel, fuzzy_kernel, gait_kernel, kernel, number_text, solver
from .api import fix, load, run, save, stage
from .arrays import Floats, Frozen, Ints
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
from .graph.mistakes import Mistakes
from .graph.text import Source, read_toml
from .graph.values import Subject, check_values
from .hookspecs import hookimpl
from .live import FootLocker, Pose
from .live_gait import Gait, Target
from .nearest import hint
from .number_table import NumberTable, read_numbers
from .output import replacing, replacing_path
from .params import Fault, NoParams, Params, param
from .report import Report, Table
from .rig import BoundRig, Limb, Rig
from .rig_find import find_arms, find_pairs, find_rig
from .rig_names import RigNames
from .roles import Detection, Detector, Edit, Generator, Loader, Locker, Measure, Merge, Outcome, Stage, Writer
from .running import graph_digest
from .skeleton import Skeleton, escape, unescape
from .surface import HeightMap, Level, Steps, Surface, surface_of, tell_beyond
from .unscaled import unscaled
from .walking import Plays, Walking

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
    "Frozen",
    "Gait",
    "Generator",
    "GraphError",
    "HeightMap",
    "Ints",
    "Level",
    "Limb",
    "Loader",
    "Locker",
    "Measure",
    "Merge",
    "Mistakes",
    "NoParams",
    "NumberTable",
    "Outcome",
    "Params",
    "Place",
    "Placement",
    "Plays",
    "PluginError",
    "Pose",
    "Report",
    "Rig",
    "RigError",
    "RigNames",
    "Skeleton",
    "Source",
    "Stage",
    "StageError",
    "Steps",
    "Subject",
    "Surface",
    "Table",
    "Target",
    "Walking",
    "Writer",
    "carried",
    "carrier",
    "check_values",
    "escape",
    "figure_kernel",
    "find_arms",
    "find_pairs",
    "find_rig",
    "fix",
    "fuzzy_kernel",
    "gait_kernel",
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
    "read_numbers",
    "read_toml",
    "replacing",
    "replacing_path",
    "run",
    "save",
    "solver",
    "spans",
    "stage",
    "surface_of",
    "tell_beyond",
    "unescape",
    "unscaled",
    "warn",
]
