"""Warbook for those who write rulesets: scenes, scripted dice, conformance, a fuzzer, and the table of rulings.

    from warbook.testing import Scene, conformance, every_setup

A scene is a sentence of a test::

    game.does(red, "charge", target=blue, dice=[1])

The fuzzer lives in `warbook.testing.fuzz` (it is a command too), the table of rulings is a pytest plugin,
`warbook.testing.rulings`.
"""

from .conformance import Nonconforming, Report, conformance, every_setup
from .scene import Scene
from .script import Script, Unscripted

__all__ = ["Nonconforming", "Report", "Scene", "Script", "Unscripted", "conformance", "every_setup"]
