"""The log says what a roll came to, and says what the rule made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, fighter, scene
from warbook.core.check import Target
from warbook.core.dice import Pool
from warbook.core.events import Rolled
from warbook.rulesets.gangfight import RULESET as GANGFIGHT
from warbook.rulesets.necromunda.attacks.close_combat import blows, exchange
from warbook.rulesets.necromunda.attacks.shooting.strays import stray
from warbook.rulesets.necromunda.checks.aiming import HitRoll, volley
from warbook.rulesets.necromunda.checks.firepower import ammo_tests
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.rulesets.necromunda.harm.dice import harm_once
from warbook.rulesets.necromunda.harm.saves import Field
from warbook.rulesets.necromunda.harm.strikes import UNHARMED, Harm, Mark, Strike
from warbook.rulesets.necromunda.view.verdicts import verdict


class Dice:
    """As much of a play as a dice rule sees, with faces that were laid ready."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left, self.rolls = list(faces), list[Rolled]()

    def roll(
        self,
        pool: Pool,
        key: str,
        why: str = "",
        who: int = -1,
        because: tuple[str, ...] = (),
        came: Callable[[Any], str] | None = None,
    ) -> Any:
        faces, self.left = self.left[: pool.count], self.left[pool.count :]
        value = pool.read(faces)
        self.rolls.append(Rolled(key, pool.name, value, faces, why, who, because, came(value) if came else ""))
        return value

    def dice(self, rule: Callable[..., Any], *values: Any) -> Any:
        return rule(self, *values)

    def came(self, key: str) -> list[str]:
        return [roll.came or verdict(roll) for roll in self.rolls if roll.key == key]


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
        (Rolled("control", "2D6", 7, [5, 2], "Handling test, 8+ (handling 8+)"), "failed"),
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
    assert roll.sentence(str) == "Save, 6+: D6 shows 4."


def test_gangfight_counts_what_reached_its_number() -> None:
    name = str
    hits = Rolled("hit", "3D6 on 4+", [2, 1], [4, 6, 1, 5], "To hit")
    assert GANGFIGHT.sentence(hits, name) == "To hit: 3D6 on 4+ shows 4, 6, 1, 5: 3 hits."
    armour = Rolled("armour", "2D6 on 5+", 3, [1, 2], "Armour")  # read as enough, where more wounds cannot be taken
    assert GANGFIGHT.sentence(armour, name) == "Armour: 2D6 on 5+ shows 1, 2: stops none."


# ---- what traits and skills make of a roll ---------------------------------------------------------------------------


def injuries_told(blow: Strike, victim: Mark, *faces: int) -> tuple[list[str], Harm]:
    """What the log says of the injury dice of a hit that wounds without a roll, and what it did."""
    play = Dice(faces)
    done = harm_once(play, blow, victim)  # type: ignore[arg-type]
    assert not play.left
    return play.came("injury"), done


def sure(*traits: str, damage: int = 1) -> Strike:
    return Strike(4, 0, damage, frozenset(traits), sure_wound=True)


@pytest.mark.parametrize(("trait", "name"), [("melta", "Melta"), ("sever", "Sever")])
def test_an_injury_die_that_a_weapon_overrides_says_so(trait: str, name: str) -> None:
    assert injuries_told(sure(trait), Mark(4, 1), 1) == (
        [f"out of action instead of a flesh wound ({name})"],
        Harm(out=1, wounds=1),
    )
    assert injuries_told(sure(trait), Mark(4, 1), 3)[0] == [f"out of action instead of a serious injury ({name})"]
    assert injuries_told(sure(trait), Mark(4, 1), 6)[0] == ["out of action"]
    assert injuries_told(sure(trait), Mark(4, 0), 1)[0] == ["a flesh wound"]  # no wound was lost


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((6, 1), ["out of action", "a flesh wound; of the 2 dice the flesh wound counts (True Grit)"]),
        ((1, 4), ["a flesh wound", "a serious injury; of the 2 dice the flesh wound counts (True Grit)"]),
        ((4, 6), ["a serious injury", "out of action; of the 2 dice the serious injury counts (True Grit)"]),
        ((6, 6), ["out of action", "out of action; of the 2 dice one counts (True Grit)"]),
    ],
)
def test_true_grit_says_which_die_counts(faces: tuple[int, int], told: list[str]) -> None:
    said, done = injuries_told(sure(), Mark(4, 0, grit=True), *faces)
    assert said == told
    assert (done.flesh == 1) == ("flesh wound counts" in said[1])
    assert (done.serious == 1) == ("serious injury counts" in said[1])


def test_a_booster_and_true_grit_together_are_both_named() -> None:
    said, done = injuries_told(sure(), Mark(4, 0, grit=True, booster=True), 6, 4, 1)
    assert said[2] == "a flesh wound; of the 3 dice the flesh wound counts (True Grit, bio-booster)" and done.flesh == 1
    said, _ = injuries_told(sure(damage=2), Mark(4, 0, booster=True), 3)
    assert said == ["a serious injury; one die fewer (bio-booster)"]


def test_grit_counts_the_serious_injury_where_a_flesh_wound_would_take_it_out() -> None:
    said, done = injuries_told(sure(), Mark(1, 0, grit=True), 1, 3)
    assert said[1] == "a serious injury; of the 2 dice the serious injury counts (True Grit)" and done.serious == 1


def test_a_serious_injury_beyond_the_first_says_that_it_is_a_flesh_wound() -> None:
    assert injuries_told(sure(damage=2), Mark(4, 0), 3, 4)[0] == [
        "a serious injury",
        "a serious injury, one flesh wound more",
    ]
    assert injuries_told(sure(), Mark(4, 0, serious=True), 4)[0] == ["a serious injury, one flesh wound more"]


@pytest.mark.parametrize("face", range(1, 7))
def test_pulverise_says_whether_it_makes_a_flesh_wound_worse(face: int) -> None:
    play = Dice([1, face])
    done = harm_once(play, sure("pulverise"), Mark(4, 0))  # type: ignore[arg-type]
    assert play.came("pulverise") == ["a flesh wound becomes a serious injury" if done.serious else "no change"]


@pytest.mark.parametrize(
    ("blow", "told"),
    [
        (Strike(4, 0, 1, frozenset({"rending"})), "a wound, 1 more damage (Rending)"),
        (Strike(4, 0, 1, frozenset({"seismic"})), "a wound, no save (Seismic)"),
        (Strike(4, 0, 1, frozenset({"rending", "seismic"})), "a wound, 1 more damage (Rending), no save (Seismic)"),
    ],
)
def test_a_natural_six_to_wound_says_what_it_does(blow: Strike, told: str) -> None:
    for face in (5, 6):
        play = Dice([face, 1, 1])
        harm_once(play, blow, Mark(4, 5, saves=(Target(5, 5, "mesh"),)))  # type: ignore[arg-type]
        assert play.came("wound") == [told if face == 6 else "a wound"]


def test_a_wound_that_nothing_saves_from_says_so() -> None:
    play = Dice([5])
    harm_once(play, Strike(4, 0, 1, no_save=True), Mark(4, 5, saves=(Target(5, 5, "mesh"),)))  # type: ignore[arg-type]
    assert play.came("wound") == ["a wound, no save (Phase)"]


def test_a_field_says_whether_it_holds() -> None:
    for face, told in ((1, "it burns out"), (2, "it holds")):
        play = Dice([5, 6, face])
        harm_once(play, Strike(4), Mark(4, 2, field=Field("refractor-field", 5, burns_out=1)))  # type: ignore[arg-type]
        assert play.came("field") == [told]


@pytest.mark.parametrize(
    ("skills", "weapon", "told"),
    [
        ((), "lasgun", "a hit"),
        (("marksman",), "lasgun", "a hit, double damage (Marksman)"),
        (("precision-shot",), "lasgun", "a hit, no armour save (Precision Shot)"),
        (("marksman", "precision-shot"), "lasgun", "a hit, double damage (Marksman), no armour save (Precision Shot)"),
    ],
)
def test_a_natural_six_of_a_shot_says_what_it_does(skills: tuple[str, ...], weapon: str, told: str) -> None:
    for face in (5, 6):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=[weapon], skills=skills)], blue=[fighter(10, 15, stats={"w": 5})]
        )
        game.does(red, "shoot", at=blue, dice=[face, SAFE, 1])
        [said] = [sentence for sentence in game.log() if sentence.startswith("To hit")]
        assert said.endswith(f": {told}." if face == 6 else ": a hit.")


@pytest.mark.parametrize(
    ("weapon", "told"),
    [
        ("fighting-knife", "a hit"),
        ("power-hammer", "a hit, no armour save and 1 more damage (Power)"),
        ("shock-baton", "a hit, no wound roll (Shock)"),
    ],
)
def test_a_natural_six_of_a_blow_says_what_it_does(weapon: str, told: str) -> None:
    play = Dice([6])
    game, red, blue = scene(red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, 11, stats={"w": 5})])
    swing = blows.flurry(game.play, game.model(red), blows.Aim((0, 0), blue, 1), blows.Stance())
    exchange.roll_to_hit(play, swing, 1)  # type: ignore[arg-type]
    assert play.came("fight.hit") == [told]
    play = Dice([6, 5, 1])
    exchange.roll_to_hit(play, swing, 3)  # type: ignore[arg-type]
    assert play.came("fight.hit") == [told.replace("a hit", "2 hits").replace(", ", ", 1 with ")]
