"""Dice that are rolled again: by a luck charm, or by the skill of a shot."""

from __future__ import annotations

from ....core.decision import Confirm
from ..records import Model, Play
from ..records.effects import EffectName, begin_effect

LUCK = "luck-charm"
LUCKLESS: EffectName = "luck-is-out"  # the effect of a luck charm that has served in this round


def calls_on_luck(play: Play, who: int, why: str) -> bool:
    """Whether a figure calls on its luck charm for the roll that comes: once a round its ones are rolled again."""
    model = Model(play, who)
    if not model.wears(LUCK) or model.effect(LUCKLESS):
        return False
    if not play.ask(model.owner, Confirm("luck", f"{model.kit.name}, {why}: call on the luck charm?")):
        return False
    begin_effect(play, LUCKLESS, who, who)
    return True


def rerolls(play: Play, who: int, why: str) -> tuple[int, ...]:
    """Faces that a figure rolls once more in the roll that comes: ones, by luck."""
    return (1,) if calls_on_luck(play, who, why) else ()


def attack_rerolls(play: Play, who: int, *, shot: bool = False) -> tuple[int, ...]:
    """Faces that a figure rolls once more when it attacks: ones, by the skill of its shots or by luck."""
    if shot and Model(play, who).able("boom-headshot"):
        return (1,)
    return rerolls(play, who, "to hit")


def armour_rerolls(play: Play, whom: int) -> tuple[int, ...]:
    """Faces that its armour dice are rolled once more for: ones, by luck."""
    return rerolls(play, whom, "armour")
