"""What stands between a figure and wounds: its armour dice, a bulwark, and the face that it clings to."""

from __future__ import annotations

from ....core.check import Modifier
from ....core.effect import has_effect
from ..records import LARGE, Model, Play
from .dice import Throw, blown_away, throw_of


def to_save(play: Play, whom: Model, number: int, by: Model | None = None, more: int = 0) -> Throw:
    """The armour test against a damage, with `more` dice.  Under the errata a figure that is smaller than a Large or
    Huge attacker drops no dice against its blows."""
    may_drop: bool = play.option["drop-dice"]
    if by is not None and play.option["wounds-rule"] == "errata" and by.size.order >= LARGE:
        may_drop = may_drop and whom.size.order >= by.size.order
    dice = whom.arm + more
    return throw_of(dice - blown_away(play, dice), number, may_drop=may_drop)


def bulwark(play: Play, who: int) -> int:
    """What a bulwark adds to a figure's defence, in the action under way or for as long as the table lets it last."""
    deed = play.state.turn.deed
    pledge = deed.pledged(who) if deed is not None else None
    return int((pledge is not None and pledge.kind == "bulwark") or has_effect(play.state, who, "bulwark"))


clinging = Modifier("clinging to a face", lambda attack: int(attack.whom.record.face is not None), "moving, climbing")
"""Whoever clings to a face is easier to hit, by blows, shots and what comes down on a place."""
