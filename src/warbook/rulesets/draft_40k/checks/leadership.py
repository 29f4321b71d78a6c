"""Leadership: what a unit tests against, who need not test, and the test itself."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.decision import Confirm
from ....core.dice import TWO_D6
from ....core.length import INCH
from ..records.position import own
from ..records.unit import Unit
from ..records.world import Play
from . import sight

Occasion: TypeAlias = Literal["losses", "pinning", "tank shock", "combat", "rally", "counter-attack"]
FEARLESS_OF: dict[Occasion, int] = {"losses": 1, "pinning": 2, "tank shock": 2, "combat": 3, "rally": 3}
"""From which level on Fearless passes a test."""
MORALE: tuple[Occasion, ...] = ("losses", "tank shock", "combat")
"""The tests of morale, which some may fail of their own will."""
GIVES_WAY = -12
"""What is to spare for who does not stand, without dice: less than where a test is nearly passed."""
MOB = 11
"""From so many models on a mob knows no fear."""
SYNAPSE = 12 * INCH
SURE = 2
"""Two ones always pass."""


def leadership(unit: Unit) -> tuple[int, tuple[str, ...]]:
    """The Leadership of a unit, and where it comes from: that of its leader, or the highest where it has none."""
    values = {id: profile.ld for id in unit.members if (profile := unit.kit(id).profile) is not None}
    highest = max(values.values(), default=0)
    by_leader = unit.play.option["leadership"] == "leader" and unit.leader in values
    value = values[unit.leader] if by_leader else highest
    because = (f"Leadership {value}" + (f" of {unit.kit(unit.leader).name}" if by_leader else ""),)
    if unit.has("mob-rule") and len(unit.members) > value:
        return min(10, len(unit.members)), (f"Mob rule: {len(unit.members)} models",)
    return value, because


def fearlessness(unit: Unit) -> int:
    """The level of Fearless of a unit, by itself, by its number, or by a synapse near it."""
    if unit.has("mob-rule") and len(unit.members) >= MOB:
        return FEARLESS_OF["combat"]
    if unit.has("brood") and near_synapse(unit):
        return FEARLESS_OF["combat"]
    level = unit.has("fearless")
    return level if unit.play.option["fearless-grades"] or not level else FEARLESS_OF["combat"]


def near_synapse(unit: Unit) -> bool:
    """Whether somebody of its side who has a synapse is within twelve inches."""
    play = unit.play
    sources = (id for each in own(play, unit.owner) for id in each.members if play.world.kits[id].has("synapse"))
    return any(sight.within(play, id, member, SYNAPSE) for id in sources for member in unit.members)


def passes(play: Play, unit: Unit, occasion: Occasion, minus: int = 0) -> bool:
    """Whether a unit passes a test of Leadership."""
    spare = margin(play, unit, occasion, minus)
    return spare is None or spare >= 0


def margin(play: Play, unit: Unit, occasion: Occasion, minus: int = 0) -> int | None:
    """Tests the Leadership of a unit: how far below the number the dice stay, less than 0 where they go over it.

    `minus` lowers the number, but not for the stubborn.  None for vehicles and the fearless, who pass without dice.
    Who has the rule for it may fail without dice.
    """
    if unit.crewed or (occasion in FEARLESS_OF and fearlessness(unit) >= FEARLESS_OF[occasion]):
        return None
    if occasion in MORALE and unit.has("combat-tactics") and unit.ask(Confirm("yield", f"Does {unit.name} give way?")):
        return GIVES_WAY
    value, because = leadership(unit)
    if minus and not unit.has("stubborn"):
        value, because = value - minus, (*because, f"lost by {minus}, -{minus}")
    rolled: int = play.roll(TWO_D6, "leadership", f"Leadership ({occasion}), {value} or less", unit.id, because=because)
    return max(0, value - rolled) if rolled == SURE else value - rolled
