"""Verdicts: what a roll came to, in a word or two for the log: a hit, a miss, saved, failed.

They are read from what the log has always held, the faces and the number that was told before they fell, so that
records from before these words read like others."""

from __future__ import annotations

import re
from collections.abc import Callable

from ....core.events import Rolled
from ..checks.aiming import IMPROBABLE, reaches
from ..harm.dice import INJURY_RESULTS

_NUMBER = re.compile(r"(-?\d+)\+")
_TOUGHNESS = re.compile(r"toughness (\d+)")
_TEST = re.compile(r"(Initiative|Cool|Willpower|Intelligence|Leadership|Handling) test, ")


def verdict(rolled: Rolled) -> str:
    """What a roll came to; empty where its sentence says all, or the rule has more to weigh than the dice."""
    if rolled.faces is None:
        return ""
    if _TEST.match(rolled.why):
        return _tested(rolled, rolled.faces)
    judge = JUDGES.get(rolled.key)
    return judge(rolled, rolled.faces) if judge is not None else ""


Judge = Callable[[Rolled, list[int]], str]


def _number(why: str) -> int:
    """The number that was told before the roll."""
    found = _NUMBER.search(why)
    return int(found[1]) if found is not None else 0


def _tested(rolled: Rolled, faces: list[int]) -> str:
    """A test of a characteristic: the sum of the dice.  Whether a natural 1 may pass is the table's to say."""
    number = _number(rolled.why)
    if faces == [1] and number <= 1:
        return ""
    return "passed" if sum(faces) >= number else "failed"


def _hit(rolled: Rolled, faces: list[int]) -> str:
    """A hit roll of a shot; where it takes 7 or more, a 6 is only half of it."""
    number, face = _number(rolled.why), faces[0]
    if number > 6:
        return "now for its skill" if face == IMPROBABLE else "a miss"
    return "a hit" if reaches(face, number) else "a miss"


def _blows(rolled: Rolled, faces: list[int]) -> str:
    number = _number(rolled.why)
    return _counted(sum(reaches(face, number) for face in faces), len(faces), "a hit", "hits", "a miss")


def _wounds(rolled: Rolled, faces: list[int]) -> str:
    number = _number(rolled.why)
    came = sum(face >= number for face in faces)
    if rolled.why.startswith("To damage"):
        return "it is damaged" if came else "no damage"
    return _counted(came, len(faces), "a wound", "wounds", "no wound")


def _counted(came: int, of: int, one: str, several: str, none: str) -> str:
    """How many of so many dice, in words."""
    if not came:
        return none if of == 1 else f"no {several}"
    return one if of == 1 else f"1 {several.removesuffix('s')}" if came == 1 else f"{came} {several}"


def _injured(rolled: Rolled, faces: list[int]) -> str:
    return INJURY_RESULTS[faces[0]]


def _poisoned(rolled: Rolled, faces: list[int]) -> str:
    """Against a Toughness, or with a natural 6."""
    found = _TOUGHNESS.search(rolled.why)
    toughness = int(found[1]) if found is not None else 0
    return "overcome" if any(face >= toughness or face == 6 for face in faces) else "withstood"


def _pulverised(rolled: Rolled, faces: list[int]) -> str:
    """Against a Toughness as well; it was rolled because there was a flesh wound."""
    return "a flesh wound becomes a serious injury" if _poisoned(rolled, faces) == "overcome" else "no change"


def _crushed(rolled: Rolled, faces: list[int]) -> str:
    """How many graviton hits a victim did not bear up under: the rule has counted them."""
    return _counted(int(rolled.value), len(faces), "crushed", "hits crush", "it bears up")


def _stray(rolled: Rolled, faces: list[int]) -> str:
    """What hits is the table's to say: the rule has counted it."""
    return _counted(int(rolled.value), len(faces), "it hits", "hits", "it goes by")


def one_of_two(reached: str, short: str) -> Judge:
    """A single die, or the best of several, against a number."""

    def judge(rolled: Rolled, faces: list[int]) -> str:
        return reached if max(faces) >= _number(rolled.why) else short

    return judge


#: By the keys of the rolls.
JUDGES: dict[str, Judge] = {
    "hit": _hit,
    "hit.improbable": _hit,
    "fight.hit": _blows,
    "wound": _wounds,
    "save": one_of_two("saved", "failed"),
    "dodge": one_of_two("dodged", "failed"),
    "injury": _injured,
    "recovery": _injured,
    "pulverise": _pulverised,
    "graviton": _crushed,
    "gas": _poisoned,
    "toxin": _poisoned,
    "ammo": one_of_two("passed", "failed"),
    "ammo.again": one_of_two("passed", "failed"),
    "unstable": one_of_two("it holds", "it blows up"),
    "fight.unstable": one_of_two("it holds", "it blows up"),
    "headbutt": one_of_two("it lands", "it goes wrong"),
    "knockback": one_of_two("knocked back", "it stands firm"),
    "drag": one_of_two("dragged", "it stands firm"),
    "blaze": one_of_two("it catches fire", "it does not"),
    "rad-phage": one_of_two("a flesh wound", "nothing"),
    "impale": one_of_two("it hits the next", "it is spent"),
    "unstoppable": one_of_two("passed", "failed"),
    "treat": one_of_two("treated", "failed"),
    "pit": one_of_two("passed", "failed"),
    "claw": one_of_two("passed", "failed"),
    "rat.bomb": one_of_two("it goes off", "a dud"),
    "rat.hit": one_of_two("it goes off", "it does not"),
    "stray": _stray,
}
