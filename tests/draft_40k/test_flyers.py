"""Flyers: they zoom, leave the table and come back, are hard to hit, and fall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.rulesets.draft_40k.actions.reserves import comes
from warbook.rulesets.draft_40k.attacks.psychic import reach_turn
from warbook.rulesets.draft_40k.checks import mounts
from warbook.rulesets.draft_40k.checks.hitting import shot_needs
from warbook.rulesets.draft_40k.checks.hulls import cover_of_hull
from warbook.rulesets.draft_40k.records.state import Volley
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Unused, drive, model

NORTH, EAST, SOUTH = (0, 1), (1, 0), (0, -1)
CANNON = ["laser-cannon"]


def aloft(y: float = 10, **words: Any) -> Field:
    """A flyer that looks north, and somebody under its way."""
    them = words.pop("them", row(1, 10, 25, "keeper", "them", gear=CANNON))
    turn = {name: words.pop(name) for name in ("phase", "seat") if name in words}
    return field([model(10, y, "storm-petrel", name="petrel", squad="petrel", facing=NORTH, **words)], them, **turn)


def test_it_goes_on_from_eighteen_to_thirty_six_inches_over_everybody() -> None:
    game = aloft()
    petrel = game.unit("petrel")
    assert [each for each in game.allowed(petrel) if each != "leave-it"] == ["surge"]
    assert game.why_not(petrel, "leave-it") == ("It is a flyer: it must go on.",)
    question: Any = game.asks(petrel, "surge")
    assert question.legal(drive((10, NORTH))) == ('It must go 18" at least.',)
    assert question.legal(drive((18, NORTH), (1, EAST))) != ()
    assert question.legal(drive((20, SOUTH))) != (), "it turns by 90 degrees at most"
    assert question.legal(drive((20, EAST))) == ()
    game.does(petrel, "surge", zoom=drive((30, NORTH)))
    assert game.machine("petrel").at.spot == (10 * INCH, 40 * INCH, 0)
    assert mounts.rate_of(Unit(game.play, petrel)) == "all"


def test_who_leaves_the_table_comes_back_without_a_roll() -> None:
    game = aloft(y=30)
    petrel = game.unit("petrel")
    game.does(petrel, "surge", zoom=drive((36, NORTH)))
    squad = game.squad("petrel")
    assert (squad.where, squad.returns) == ("reserve", True)
    assert not game.machine("petrel").at.posture
    assert comes(game.play, squad)


def test_one_that_is_damaged_goes_straight_on() -> None:
    game = aloft(stunned=9)
    question: Any = game.asks(game.unit("petrel"), "surge")
    assert question.legal(drive((20, NORTH))) == ()
    assert question.legal(drive((20, EAST))) != ()


def test_only_snap_shots_hit_it_and_nobody_charges_it() -> None:
    game = aloft(phase="shoot", seat=1)
    game.does(game.unit("them"), "shoot", passing=True, target=game.unit("petrel"), dice=[5])
    near = aloft(y=22, phase="move", seat=1)
    assert "It must have an enemy in sight whom it can reach." in near.why_not(near.unit("them"), "charge")


@pytest.mark.parametrize("damage", [5, 6])
def test_it_falls_on_those_below(damage: int) -> None:
    """It does not scatter; of two under it both are wounded by S 6, and one is not saved."""
    them = [*row(1, 10, 25, "keeper", "them", gear=CANNON), *row(2, 9.2, 10, "militia", "under")]
    game = aloft(them=them, phase="shoot", seat=1)
    dice = [6, 6, damage, 1, 2, 2, 1, 6]
    game.does(game.unit("them"), "shoot", passing=True, target=game.unit("petrel"), dice=dice, casualties=(1, 0))
    assert game.squad("petrel").where == "gone"
    assert len(game.squad("under").members) == 1


def test_a_flyer_that_is_shot_at_may_jink_and_aims_badly_in_its_next_turn() -> None:
    """A 6 hits, a 6 goes through, and a cover save of 5 stops it; what it fires in its next turn are snap shots."""
    game = aloft(phase="shoot", seat=1)
    them, petrel = game.unit("them"), game.unit("petrel")
    answer: Any = {"ShotAt.after": ("jink", petrel)}
    game.does(them, "shoot", target=petrel, dice=[6, 6, 5], **answer)
    assert game.squad("petrel").where == "table"
    unit, foe = Unit(game.play, petrel), Unit(game.play, them)
    weapon = unit.kits[0].guns[0]

    def needed(number: int) -> int:
        reach_turn(game.play, number)
        return shot_needs(unit, foe, Volley(petrel, them), 4, weapon, weapon.modes[0]).number

    assert cover_of_hull(game.play, unit, 0, 1) == 5
    assert needed(2) == 6, "its own turn begins"
    assert cover_of_hull(game.play, unit, 0, 1) == 0
    assert needed(3) == 3


def test_only_flyers_jink() -> None:
    game = field(row(1, 10, 10, "keeper", "us", gear=CANNON), [model(10, 25, "gull-skiff", name="them")], phase="shoot")
    answer: Any = {"ShotAt.after": ("jink", game.unit("them"))}
    with pytest.raises(Unused):
        game.does(game.unit("us"), "shoot", target=game.unit("them"), dice=[1], **answer)


@pytest.mark.parametrize("gear", ["plasma-cannon", "mortar", "flame-thrower", "tank-cannon"])
def test_neither_markers_nor_ordnance_are_aimed_at_it(gear: str) -> None:
    game = aloft(them=row(1, 10, 16, "keeper", "them", gear=[gear]), phase="shoot", seat=1)
    assert "shoot" not in game.allowed(game.unit("them"))


def test_a_marker_that_comes_down_under_it_does_not_touch_it() -> None:
    them = row(1, 10, 30, "keeper", "them", gear=["plasma-cannon"])
    below = field(
        [model(10, 10, "storm-petrel", name="petrel", squad="petrel", facing=NORTH), *row(1, 10, 10, "militia", "men")],
        them, phase="shoot", seat=1,
    )  # fmt: skip
    below.does(below.unit("them"), "shoot", passing=True, target=below.unit("men"), dice=[2, 1, 2])
    assert below.squad("men").where == "gone"
    assert below.squad("petrel").where == "table"
