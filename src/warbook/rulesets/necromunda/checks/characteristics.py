"""Tests of characteristics: what is rolled, what changes the number, what passes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ....core.check import Modifier, Target, target
from ....core.dice import D6, SHOWN, TWO_D6, Pool
from ....core.length import INCH
from ..events.moments import TestFailed
from ..records import Actor, Driver, Model, Play
from . import badzones, drink, pieces

ICON_REACH = 6 * INCH
FORSWORN = "mark-of-the-forsworn"
LOWEST_OF_TWO = 2  # what two dice show at least
OF_THE_MIND = ("cool", "willpower")
TWO_D6_SHOWN = Pool(2, 6, SHOWN, "2D6")


Characteristic: TypeAlias = Literal["initiative", "cool", "willpower", "intelligence", "leadership", "handling"]
"""Those that are tested."""


class Trial(Struct, frozen=True):
    """A test in its situation: who is tested, against whom (or None), and what for (``"leap"``, ``"retreat"`` ...)."""

    model: Model
    other: Model | None = None
    purpose: str = ""

    @property
    def play(self) -> Play:
        return self.model.play


class Steering(Struct, frozen=True):
    """A test of a vehicle in its situation: whose, and what for (``"control"``, ``"restart"`` ...)."""

    model: Driver
    purpose: str = ""

    @property
    def play(self) -> Play:
        return self.model.play


def number_needed(kind: Characteristic, base: int, trial: Trial | Steering, bonus: int = 0) -> Target:
    """The number a test needs: the characteristic, and every modifier of that kind of test that applies."""
    found = target(kind, base, trial.play.ruleset.modifiers.get(kind, ()), trial)
    if not bonus:
        return found
    return Target(found.number - bonus, found.base, found.name, (*found.because, (trial.purpose or "bonus", bonus)))


def initiative_needed(model: Model, purpose: str, bonus: int = 0) -> Target:
    """The number that an Initiative test takes."""
    return number_needed("initiative", model.initiative, Trial(model, None, purpose), bonus)


def passes_initiative(model: Model, purpose: str, bonus: int = 0, *, natural_one: bool = False) -> bool:
    """An Initiative test: one die.  `natural_one` says that a natural 1 fails whatever is added."""
    needed = initiative_needed(model, purpose, bonus)
    face: int = model.play.roll(D6, purpose, f"Initiative test, {needed}", model.id, needed.reasons)
    play = model.play
    if face == 1 and (natural_one or play.world.edition.lowest_roll_fails or play.option["natural-1-fails-initiative"]):
        return False
    return face >= needed.number


def passes_cool(model: Actor, purpose: str, bonus: int = 0) -> bool:
    """A Cool test, of a vehicle by its crew: two dice.  Some are too drunk to fail."""
    if isinstance(model, Driver):
        return two_dice("cool", model.crew.cl, Steering(model, purpose), bonus)
    if drink.fearless(model):
        return True
    return two_dice("cool", model.profile.cl, Trial(model, None, purpose), bonus)


def passes_willpower(model: Actor, purpose: str, bonus: int = 0) -> bool:
    """A Willpower test, of a vehicle by its crew: two dice."""
    if isinstance(model, Driver):
        return two_dice("willpower", model.crew.wil, Steering(model, purpose), bonus)
    return two_dice("willpower", model.profile.wil, Trial(model, None, purpose), bonus)


def passes_intelligence(model: Model, purpose: str, bonus: int = 0) -> bool:
    """An Intelligence test: two dice."""
    return two_dice("intelligence", model.profile.intelligence, Trial(model, None, purpose), bonus)


def intelligence_and_double(model: Model, purpose: str, bonus: int = 0) -> tuple[bool, bool]:
    """An Intelligence test of which the dice themselves matter: whether it passes, and whether they show a double."""
    trial = Trial(model, None, purpose)
    passed, (one, other) = two_dice_shown("intelligence", model.profile.intelligence, trial, bonus)
    return passed, one == other


def passes_leadership(model: Model, purpose: str, bonus: int = 0) -> bool:
    """A Leadership test: two dice."""
    return two_dice("leadership", model.profile.ld, Trial(model, None, purpose), bonus)


def holds_out(model: Model, kind: Literal["strength", "toughness"], purpose: str) -> bool:
    """A Strength test or a Toughness test: one die of at most the characteristic."""
    softened = badzones.befallen_by(model.play, "irradiated-coolant")
    most = model.strength if kind == "strength" else model.toughness - softened
    return bool(model.play.roll(D6, purpose, f"{kind.capitalize()} test, {most} or less", model.id) <= most)


def two_dice(kind: Characteristic, base: int, trial: Trial | Steering, bonus: int = 0) -> bool:
    """A test on two dice; to the odds of a vehicle it is one of two things, for its dice matter to nobody else."""
    play = trial.play
    if isinstance(trial, Steering):
        needed = number_needed(kind, base, trial, bonus)
        told = needed.number, trial.purpose, _why(kind, needed), trial.model.id, needed.reasons
        passed = play.dice(steered, *told, play.world.edition.lowest_roll_fails)
    else:
        needed, total = _rolled(kind, base, trial, bonus, TWO_D6)
        passed = _reached(play, total, needed)
    if not passed and kind in OF_THE_MIND:
        play.reach(TestFailed(trial.model.id))
    return passed


def steered(
    play: Play, number: int, purpose: str, why: str, who: int, because: tuple[str, ...], lowest_fails: bool
) -> bool:
    """Dice rule: whether two dice reach a number."""
    total: int = play.roll(TWO_D6, purpose, why, who, because)
    return total >= number and not (total == LOWEST_OF_TWO and lowest_fails)


def two_dice_shown(
    kind: Characteristic, base: int, trial: Trial | Steering, bonus: int = 0
) -> tuple[bool, tuple[int, int]]:
    """A test of which the dice themselves matter: whether it passes, and what they show."""
    needed, faces = _rolled(kind, base, trial, bonus, TWO_D6_SHOWN)
    return _reached(trial.play, sum(faces), needed), faces


def _rolled(kind: Characteristic, base: int, trial: Trial | Steering, bonus: int, pool: Pool) -> tuple[Target, Any]:
    """What a test needs, and what the dice come to."""
    needed = number_needed(kind, base, trial, bonus)
    return needed, trial.play.roll(pool, trial.purpose, _why(kind, needed), trial.model.id, needed.reasons)


def _why(kind: Characteristic, needed: Target) -> str:
    return f"{kind.capitalize()} test, {needed}"


def _reached(play: Play, total: int, needed: Target) -> bool:
    return total >= needed.number and not (total == LOWEST_OF_TWO and play.world.edition.lowest_roll_fails)


# ---- modifiers -------------------------------------------------------------------------------------------------------


def _courage_of_drink(trial: Trial | Steering) -> int:
    return drink.courage(trial.model) if isinstance(trial, Trial) else 0


COOL_MODIFIERS = (Modifier("drink", _courage_of_drink, "wargear"),)


def _bad_feeling(trial: Trial | Steering) -> int:
    return -2 if trial.purpose == "nerve" and badzones.befallen_by(trial.play, "bad-feeling") else 0


BAD_FEELING = Modifier("bad feeling", _bad_feeling, "badzone events")


def _downpour(trial: Trial | Steering) -> int:
    tainted = badzones.fought_in(trial.play, "tainted-ground")
    return -2 if tainted and badzones.befallen_by(trial.play, "toxic-downpour") else 0


DOWNPOUR = Modifier("toxic downpour", _downpour, "badzone events")


def _icon(trial: Trial | Steering) -> int:
    model = trial.model
    if not isinstance(model, Model) or not pieces.beside(trial.play, model.at, "holy-icon", ICON_REACH):
        return 0
    if model.carries(FORSWORN):
        return -2 if trial.play.option["icons-daunt-forsworn"] else 0
    return 2


ICON = Modifier("holy icon", _icon, "special terrain")


def _gunk(trial: Trial) -> int:
    return -1 if trial.model.suffers("gunked") else 0


INITIATIVE_MODIFIERS = (Modifier("gunked", _gunk, "conditions"),)
