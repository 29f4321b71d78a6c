"""Movement, the public face: routes and whether they are legal, where a body can get to, falls and pushes."""

from __future__ import annotations

from .displacement import (
    Fall,
    NearestEdge,
    beside,
    contact_point,
    edge_near,
    floor_below,
    landing,
    overlapping,
    plunge,
    settle,
    shove_clear,
)
from .passages import Passage, Vault, passages, vaults
from .pushing import Pushed, push
from .reach import reach
from .reached import Reach
from .reasons import Reason, Why, sentence
from .routes import body, check, is_leg, trace
from .rules import Body, Leg, Mode, Point, Route, Rules
from .shortest import partway, shortest, tighten
from .strides import run, sample, steps_free
from .walked import Crossing, Entry, Jump, Leap, Walked

__all__ = [
    "Body",
    "Crossing",
    "Entry",
    "Fall",
    "Jump",
    "Leap",
    "Leg",
    "Mode",
    "NearestEdge",
    "Passage",
    "Point",
    "Pushed",
    "Reach",
    "Reason",
    "Route",
    "Rules",
    "Vault",
    "Walked",
    "Why",
    "beside",
    "body",
    "check",
    "contact_point",
    "edge_near",
    "floor_below",
    "is_leg",
    "landing",
    "overlapping",
    "partway",
    "passages",
    "plunge",
    "push",
    "reach",
    "run",
    "sample",
    "sentence",
    "settle",
    "shortest",
    "shove_clear",
    "steps_free",
    "tighten",
    "trace",
    "vaults",
]
