"""The log says what a roll came to, and says what the rule made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from warbook.core.check import Target
from warbook.core.dice import Pool
from warbook.core.events import Rolled
from warbook.rulesets.gangfight import RULESET as GANGFIGHT
from warbook.rulesets.necromunda_2023 import RULESET
from warbook.rulesets.necromunda_2023.aiming import HitRoll, volley
from warbook.rulesets.necromunda_2023.ammo import ammo_tests
from warbook.rulesets.necromunda_2023.harm import UNHARMED, Mark, Strike, harm_once
from warbook.rulesets.necromunda_2023.strays import stray
from warbook.rulesets.necromunda_2023.verdicts import verdict


class Dice:
    """As much of a play as a dice rule sees, with faces that were laid ready."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left, self.rolls = list(faces), list[Rolled]()

    def roll(self, pool: Pool, key: str, why: str = "", who: int = -1, because: tuple[str, ...] = ()) -> Any:
        faces, self.left = self.left[: pool.count], self.left[pool.count :]
        value = pool.read(faces)
        self.rolls.append(Rolled(key, pool.name, value, faces, why, who, because))
        return value

    def dice(self, rule: Callable[..., Any], *values: Any) -> Any:
        return rule(self, *values)

    def came(self, key: str) -> list[str]:
        return [verdict(roll) for roll in self.rolls if roll.key == key]


def throws(count: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=count)


@pytest.mark.parametrize("number", range(2, 10))
def test_a_hit_is_told_where_the_shot_hits(number: int) -> None:
    for faces in throws(2):
        play = Dice(faces)
        shot = volley(play, HitRoll(number, 4, dice=0))  # type: ignore[arg-type]
        last = [roll for roll in play.rolls if roll.key.startswith("hit")][-1]
        assert verdict(last) == ("a hit" if shot.hits else "a miss"), faces


def mark(save: int) -> Mark:
    return Mark(toughness=3, wounds=1, saves=(Target(save, save, "mesh"),))


@pytest.mark.parametrize(("strength", "save"), [(3, 5), (4, 4), (6, 1), (1, 6)])
def test_a_wound_and_a_save_are_told_as_they_came(strength: int, save: int) -> None:
    for faces in throws(3):
        play = Dice(faces)
        done = harm_once(play, Strike(strength, 0, 1), mark(save))  # type: ignore[arg-type]
        assert (play.came("wound") == ["a wound"]) == bool(play.came("save"))
        assert (play.came("save") == ["failed"]) == (done != UNHARMED), faces
        assert (play.came("injury") == ["out of action"]) == bool(done.out)
        assert (play.came("injury") == ["a serious injury"]) == bool(done.serious)


@pytest.mark.parametrize("trait", ["gas", "toxin"])
def test_poison_is_told_as_it_came(trait: str) -> None:
    for faces in throws(2):
        play = Dice(faces)
        done = harm_once(play, Strike(None, 0, None, frozenset({trait})), Mark(toughness=4, wounds=1))  # type: ignore[arg-type]
        assert (play.came(trait) == ["overcome"]) == (done != UNHARMED)


def test_ammo_tests_and_stray_shots_are_told_as_they_came() -> None:
    for faces in throws(3):
        play = Dice(faces)
        tally = ammo_tests(play, 4, 2, False)  # type: ignore[arg-type]
        assert play.came("ammo").count("failed") == tally.failed
        play = Dice(faces)
        struck = stray(play, 1, 2, (6, 6))  # type: ignore[arg-type]
        assert [told == "it hits" for told in play.came("stray")] == [n > 0 for n in struck[: len(play.rolls)]]


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        (Rolled("fight.hit", "3D6", [2], [5, 1, 3], "To hit, 3+"), "2 hits"),
        (Rolled("fight.hit", "3D6", [0], [1, 1, 2], "To hit, 3+"), "no hits"),
        (Rolled("fight.hit", "D6", [0], [2], "To hit, 3+"), "a miss"),
        (Rolled("wound", "D6", 5, [5], "To damage, 6+"), "no damage"),
        (Rolled("priority", "2D6", 7, [4, 3], "Cool test, 7+ (cool 7+)"), "passed"),
        (Rolled("leap", "D6", 3, [3], "Initiative test, 4+ (initiative 4+)"), "failed"),
        (Rolled("leap", "D6", 1, [1], "Initiative test, 0+ (initiative 3+, +3 boots)"), ""),
        (Rolled("hit", "D6", 6, [6], "To hit, 7+"), "now for its skill"),
        (Rolled("firepower", "Firepower die", [3, 0], [3], "Firepower"), ""),
        (Rolled("hit", "D6", 6, None, "To hit, 7+"), ""),
    ],
)
def test_what_is_told_in_words(roll: Rolled, told: str) -> None:
    assert verdict(roll) == told


def test_the_log_says_it_after_the_dice() -> None:
    roll = Rolled("save", "D6", 4, [4], "Save, 6+")
    assert RULESET.sentence(roll, str) == "Save, 6+: D6 shows 4: failed."
    assert roll.said(str) == "Save, 6+: D6 shows 4."


def test_gangfight_counts_what_reached_its_number() -> None:
    name = str
    hits = Rolled("hit", "3D6 on 4+", [2, 1], [4, 6, 1, 5], "To hit")
    assert GANGFIGHT.sentence(hits, name) == "To hit: 3D6 on 4+ shows 4, 6, 1, 5: 3 hits."
    armour = Rolled("armour", "2D6 on 5+", 3, [1, 2], "Armour")  # read as enough, where more wounds cannot be taken
    assert GANGFIGHT.sentence(armour, name) == "Armour: 2D6 on 5+ shows 1, 2: stops none."
