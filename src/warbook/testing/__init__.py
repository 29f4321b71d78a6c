"""Warbook for those who write rulesets: scenes, scripted dice, conformance, a fuzzer, and the table of rulings.

    from warbook.testing import Scene, model

A scene is a position, and a test a sentence about it::

    game, red, blue = Scene.of("tideline", red=[model(4, 12, "bosun")], blue=[model(10, 12, "deckhand")])
    game.does(red, "charge", at=blue, passing=True, reach=[1], mine=[6], theirs=[1])

The fuzzer lives in `warbook.testing.fuzz` (it is a command too), the table of rulings is a pytest plugin,
`warbook.testing.rulings`.
"""

from .activation import Activation
from .arranging import Placed, drive, leg, model, piece, spot, way
from .conformance import Nonconforming, Report, conformance, every_setup, options_otherwise
from .given import if_asked
from .scene import Scene
from .script import Mismatch, Script, Unscripted, Unused

__all__ = [
    "Activation",
    "Mismatch",
    "Nonconforming",
    "Placed",
    "Report",
    "Scene",
    "Script",
    "Unscripted",
    "Unused",
    "conformance",
    "drive",
    "every_setup",
    "if_asked",
    "leg",
    "model",
    "options_otherwise",
    "piece",
    "spot",
    "way",
]
