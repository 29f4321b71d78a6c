"""The seven dice: their faces, how pools are built, and the exact odds of ten pools."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warbook.mechanics import narrative as printed
from warbook.mechanics.narrative import Dice, negative, pool_of, positive

VECTORS = {
    "A": ("1/2", "5/8", "5/8", "0"),
    "AA": ("3/4", "5/4", "5/4", "0"),
    "AADD": ("891/2048", "1/4", "-1/4", "0"),
    "PP": ("8/9", "5/3", "4/3", "23/144"),
    "PDD": ("5/16", "-1/6", "-5/6", "1/12"),
    "PPDD": ("217/384", "2/3", "-1/6", "23/144"),
    "PPADD": ("6455/9216", "31/24", "11/24", "23/144"),
    "PPABDD": ("41953/55296", "13/8", "9/8", "23/144"),
    "PPPDD": ("5153/6912", "3/2", "1/2", "397/1728"),
    "PPPDDD": ("34655/55296", "1", "-1/4", "397/1728"),
}
LETTERS = {"A": "ability", "P": "proficiency", "D": "difficulty", "C": "challenge", "B": "boost", "S": "setback"}


def dice(letters: str) -> Dice:
    return Dice(**{name: letters.count(letter) for letter, name in LETTERS.items()})


@pytest.mark.parametrize("letters", VECTORS)
def test_odds_are_those_of_the_faces(letters: str) -> None:
    success, mean, advantage, triumph = map(Fraction, VECTORS[letters])
    outcomes = pool_of(dice(letters)).outcomes()
    assert sum(p for roll, p in outcomes if roll.success > 0) == success
    assert sum(p * roll.success for roll, p in outcomes) == mean
    assert sum(p * roll.advantage for roll, p in outcomes) == advantage
    assert sum(p for roll, p in outcomes if roll.triumph) == triumph
    assert not any(roll.despair for roll, _ in outcomes)


def test_a_force_die_has_seven_dark_faces_and_as_many_pips_of_each_kind() -> None:
    faces = printed.FORCE.faces
    dark = [face for face in faces if isinstance(face, tuple) and printed.DARK in face]
    assert len(dark) == 7
    assert sum(map(len, dark)) == 8 == sum(len(face) for face in faces if isinstance(face, tuple)) - 8


def test_a_triumph_is_a_success_that_a_failure_cancels_and_a_trigger_that_nothing_does() -> None:
    pool = pool_of(dice("PD"))
    triumph, failure = pool.meant(["T", "F"])
    assert pool.read([triumph, failure]) == (0, 0, 1, 0)
    both = pool_of(dice("PC"))
    assert both.read(both.meant(["T", "D"])) == (0, 0, 1, 1)


def test_the_greater_of_both_makes_the_dice_and_the_lesser_their_strength() -> None:
    assert positive(3, 2) == positive(2, 3) == dice("PPA")
    assert positive(3, 0) == dice("AAA")
    assert negative(3, 2) == dice("CCD")


def test_an_upgrade_without_a_die_to_turn_adds_one() -> None:
    assert dice("D").harder(2) == dice("CD")
    assert dice("DD").harder(3) == dice("CCD")
    assert dice("DD").harder(-1) == dice("DD")
    assert dice("A").upgraded(2) == dice("PA")
    assert dice("AA").upgraded(-1) == dice("AA")
