"""Warbook: a referee for tabletop battles.

::

    import warbook

    game = warbook.battle("hive-stand-off", red="greedy", blue="uniform", seed=7)
    print(game.result, *game.log()[-3:], sep="\\n")

Names are imported when they are first used, so that ``import warbook`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.errors import BadData, Illegal, WarbookError
    from .core.game import Game, NeedsConsent
    from .core.length import INCH, inches
    from .core.ruleset import Result, Ruleset, Setup
    from .core.verdict import Verdict
    from .core.verify import verify
    from .core.version import VERSION as __version__
    from .odds import odds as odds_of
    from .rulesets import find as ruleset
    from .sim.match import compare, simulate
    from .table import battle, load, open_record, scenarios, setup

__all__ = [
    "INCH",
    "BadData",
    "Game",
    "Illegal",
    "NeedsConsent",
    "Result",
    "Ruleset",
    "Setup",
    "Verdict",
    "WarbookError",
    "__version__",
    "battle",
    "compare",
    "inches",
    "load",
    "odds_of",
    "open_record",
    "ruleset",
    "scenarios",
    "setup",
    "simulate",
    "verify",
]

_HOMES = {
    "INCH": "core.length",
    "BadData": "core.errors",
    "Game": "core.game",
    "Illegal": "core.errors",
    "NeedsConsent": "core.game",
    "Result": "core.ruleset",
    "Ruleset": "core.ruleset",
    "Setup": "core.ruleset",
    "Verdict": "core.verify",
    "WarbookError": "core.errors",
    "__version__": "core.version:VERSION",
    "battle": "table",
    "compare": "sim.match",
    "inches": "core.length",
    "load": "table",
    "odds_of": "odds:odds",
    "open_record": "table",
    "ruleset": "rulesets:find",
    "scenarios": "table",
    "setup": "table",
    "simulate": "sim.match",
    "verify": "core.verify",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'warbook' has no attribute {name!r}")
    module, _, original = home.partition(":")
    value = getattr(import_module(f"{__name__}.{module}"), original or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
