"""Changes that a table may agree on: functions from a ruleset to a ruleset."""

from __future__ import annotations

from dataclasses import replace

from warbook.core.check import Modifier
from warbook.core.ruleset import HouseRule, Ruleset


def wet_powder(ruleset: Ruleset) -> Ruleset:
    damp = Modifier("wet powder", lambda shot: -1)
    return replace(ruleset, modifiers={"shooting": (*ruleset.modifiers["shooting"], damp)})


WET_POWDER = HouseRule(
    "wet-powder", "Wet powder", "Every shot is one harder: the crews have waded ashore.", "our choice", wet_powder
)
