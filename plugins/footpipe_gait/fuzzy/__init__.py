"""A fuzzy core, small and general: sets, rules in words, Takagi and Sugeno's mean, exact derivatives, fitting.

`sets` and `words` are what rules are about, `sentences` and `rules` the rules; `tables` compiles them, `controller`
runs them; `read` and `write` know their TOML file, `free` and `fit` fit them to examples.
"""

from footpipe_gait.fuzzy.controller import Controller
from footpipe_gait.fuzzy.fit import Fitted
from footpipe_gait.fuzzy.read import read_controller, read_rules
from footpipe_gait.fuzzy.rules import Rule
from footpipe_gait.fuzzy.sentences import And, Condition, Is, Not, Or, SentenceError
from footpipe_gait.fuzzy.sets import Gaussian, Set, Trapezoid, Triangle
from footpipe_gait.fuzzy.words import Input, Output
from footpipe_gait.fuzzy.write import controller_toml

__all__ = [
    "And",
    "Condition",
    "Controller",
    "Fitted",
    "Gaussian",
    "Input",
    "Is",
    "Not",
    "Or",
    "Output",
    "Rule",
    "SentenceError",
    "Set",
    "Trapezoid",
    "Triangle",
    "controller_toml",
    "read_controller",
    "read_rules",
]
