"""Charges and close combat of units on foot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.rulesets.draft_40k.checks.striking import attacks_of, initiative_of
from warbook.rulesets.draft_40k.movement.charging import charge_question
from warbook.rulesets.draft_40k.movement.contacts import fighting
from warbook.rulesets.draft_40k.records.state import Mode
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import model

TOUCHING = 11.005


def charge(game: Field, who: str, whom: str, mode: Mode = "advance") -> Any:
    """The question where a unit ends that charges another."""
    return charge_question(game.play, Unit(game.play, game.unit(who)), [Unit(game.play, game.unit(whom))], mode)


@covers("charge", "works")
def test_a_charge_brings_all_into_contact_who_can_come_and_locks_both() -> None:
    game = field(row(5, 10, 10, "tideling", "us"), row(5, 10, 15, "militia", "them"))
    us, them = game.unit("us"), game.unit("them")
    question = charge(game, "us", "them")
    answer = question.proposal()
    assert question.is_legal(answer)
    game.does(us, "charge", target=them, mode="advance", charge=answer)
    assert (game.squad("us").locked, game.squad("them").locked) == ((them,), (us,))
    assert game.squad("us").has("charged")
    assert len(fighting(game.play, Unit(game.play, us), game.squad("them").members)) == 5


def test_who_could_come_into_contact_has_to() -> None:
    game = field(row(3, 10, 10, "tideling", "us"), row(3, 10, 15, "militia", "them"))
    question = charge(game, "us", "them")
    answer = question.proposal()
    lazy = (answer[0], *(((10_000 + 1_600 * n, 13 * INCH, 0, 0),) for n in (1, 2)))
    assert question.legal(lazy) == ("Us 2 could come into contact with an enemy.",)
    assert "Somebody has to come into contact with an enemy." in question.legal(question.stay)


@covers("charge", "numbers")
@pytest.mark.parametrize(("y", "modes"), [(16.9, ["advance", "surge"]), (22.9, ["surge"]), (23.2, [])])
def test_how_far_a_charge_goes(y: float, modes: list[str]) -> None:
    game = field(row(1, 10, 10, "militia", "us"), row(1, 10, y, "militia", "them"))
    us = game.unit("us")
    if not modes:
        assert game.why_not(us, "charge") == ("It must have an enemy in sight whom it can reach.",)
    elif len(modes) > 1:
        assert list(game.asks(us, "charge", target=game.unit("them")).candidates(9)) == modes
    else:
        assert game.asks(us, "charge", target=game.unit("them")).key == "charge"


@covers("charge", "refused")
def test_the_suppressed_do_not_charge_and_who_moved_neither() -> None:
    for unit, why in (
        ({"morale": "suppressed"}, "It must not be suppressed."),
        ({"done": ["moved"]}, "It must not have moved in this phase."),
    ):
        game = field(row(3, 10, 10, "militia", "us", unit=unit), row(3, 10, 15, "militia", "them"))
        assert why in game.why_not(game.unit("us"), "charge")


# ---- the fight -------------------------------------------------------------------------------------------------------


def locked(us: str, them: str, count: int = 1, **ours: Any) -> Field:
    """Two rows in contact, the first of which has charged."""
    mine = row(count, 10, 10, us, "us", unit={"locked": [2 * count + 1], "done": ["charged"]}, **ours)
    theirs = row(count, 10, TOUCHING, them, "them", unit={"locked": [2 * count]})
    return field(mine, theirs, phase="assault")


def attack(game: Field) -> Any:
    """The attacks of the first of us."""
    us, them = Unit(game.play, game.unit("us")), Unit(game.play, game.unit("them"))
    return attacks_of(us, us.members[:1], them)


@covers("assault", "numbers")
def test_how_often_and_when_one_strikes() -> None:
    """Two weapons and a charge are an attack more each; a fist strikes last; furious charges are quicker and harder."""
    game = locked("tideling", "militia")
    us = Unit(game.play, game.unit("us"))
    assert attack(game).dice == 2 + 1 + 1
    assert initiative_of(us, us.members[0]) == 2 + 1
    assert attack(game).wound.number == 3, "Strength 4 against Toughness 3"
    fist = locked("bell-keeper", "militia")
    strikers = Unit(fist.play, fist.unit("us"))
    assert initiative_of(strikers, strikers.members[0]) == 1
    assert attack(fist).pierces


def fight(game: Field, dice: list[int], **answers: Any) -> None:
    """The combat is fought."""
    game.does(game.unit("us"), "assault", dice=dice, **answers)


def test_who_falls_at_the_same_step_still_strikes_and_a_draw_keeps_both_locked() -> None:
    """Two against two, all at Initiative 3: both sides wound one, who fails its save, and nobody tests."""
    game = locked("militia", "militia", count=2)
    fight(game, [4, 1, 1, 1, 4, 4, 1, 4, 4, 4], casualties=[(0, 1), (0, 1)])
    assert (len(game.squad("us").members), len(game.squad("them").members)) == (1, 1)
    assert game.squad("us").locked == (game.unit("them"),)


@covers("assault", "works")
def test_the_loser_tests_and_is_swept_away() -> None:
    """Two keepers at Initiative 4 kill one of two militia, and the other hits nobody; 7 less 1 is failed by a 7, and
    4 + 3 catches 3 + 4."""
    game = duel()
    fight(game, [4, 1, 1, 1, 4, 4, 1, 3, 4, 4, 3], casualties=(0, 1))
    assert game.squad("them").where == "gone"
    assert game.squad("us").has("won")
    assert game.squad("us").locked == ()


def test_who_gets_away_falls_back() -> None:
    game = duel()
    fight(game, [4, 1, 1, 1, 4, 4, 1, 3, 4, 5, 3, 3, 3], casualties=(0, 1))
    assert game.squad("them").morale == "falling-back"
    assert game.squad("us").locked == game.squad("them").locked == ()


def test_who_holds_stays_locked() -> None:
    game = duel()
    fight(game, [4, 1, 1, 1, 4, 4, 1, 3, 3], casualties=(0, 1))
    assert game.squad("them").locked == (game.unit("us"),)
    assert not game.squad("us").has("won")


def duel() -> Field:
    """Two keepers have charged two militia."""
    return locked("keeper", "militia", count=2)


def test_a_walker_is_hurt_through_its_front_and_does_not_run() -> None:
    """A bell-keeper's fist, Strength 8: two attacks and one for the charge, against 12 in front."""
    game = field(
        row(1, 10, 10, "bell-keeper", "us", unit={"locked": [3], "done": ["charged"]}),
        [model(10, 12.005, "walking-tomb", name="tomb", squad="them", unit={"locked": [2]})],
        phase="assault",
    )
    blows = attack(game)
    assert (blows.dice, blows.strength, blows.hit.number) == (3, 8, 4)


@covers("assault", "refused")
@covers("after-combat-move", "refused")
def test_nobody_fights_alone_and_nobody_moves_on_who_has_not_won() -> None:
    apart = field(row(1, 10, 10, "militia", "us"), row(1, 10, 20, "militia", "them"), phase="assault")
    assert apart.why_not(apart.unit("us"), "assault") == (
        "It must be locked in combat, or touch a vehicle that it has charged.",
    )
    drawn = locked("militia", "militia")
    fight(drawn, [1, 1, 1])
    assert drawn.why_not(drawn.unit("us"), "after-combat-move") == (
        "It must have won a combat in this phase, and fight nobody any more.",
        "It must not be locked in combat.",
    )


@covers("after-combat-move", "works")
@covers("after-combat-move", "numbers")
def test_who_has_won_moves_on_by_as_much_as_a_die_shows_and_once() -> None:
    won = row(2, 10, 10, "militia", "us", unit={"done": ["won"]})
    game = field(won, row(2, 10, 24, "militia", "them"), phase="assault")
    us = game.unit("us")
    question: Any = game.asks(us, "after-combat-move", dice=[4])
    assert {rules.allowance for rules in question.rules.values()} == {4 * INCH}
    four, more = (tuple(((x, y, 0, 0),) for x in (10_000, 11_600)) for y in (14_000, 14_010))
    assert question.legal(four) == ()
    assert question.legal(more) != ()
    game.does(us, "after-combat-move", dice=[4], consolidate=four)
    assert [game.state.records[id].at.y for id in game.squad("us").members] == [14_000] * 2
    assert "after-combat-move" not in game.allowed(us)


def test_only_who_has_won_moves_on_and_not_into_contact() -> None:
    game = field(
        row(2, 10, 10, "militia", "us", unit={"done": ["won"]}), row(2, 10, 14, "militia", "them"), phase="assault"
    )
    us = game.unit("us")
    assert game.allowed(us) == ["after-combat-move"]
    question: Any = game.asks(us, "after-combat-move", dice=[6])
    touching = question.following(question.leader, ((10 * INCH, 13 * INCH - 5, 0, 0),))
    assert touching is None or question.is_legal(touching)
    assert all(
        "contact" in reason for reason in question.legal((((10 * INCH, 12_995, 0, 0),), ((11_600, 12_995, 0, 0),)))
    )
    assert question.legal((((10 * INCH, 12_995, 0, 0),), ((11_600, 12_995, 0, 0),)))


# ---- several targets -------------------------------------------------------------------------------------------------


def test_a_charge_may_come_to_several_units_of_which_it_touches_the_first() -> None:
    """Six charge: the first unit is straight ahead of the left three, the other ahead of the right ones."""
    them = [*row(2, 10, 15, "militia", "them"), *row(2, 15, 15, "militia", "others")]
    game = field(row(6, 9, 10, "militia", "us"), them)
    us, first, second = (game.unit(name) for name in ("us", "them", "others"))
    question: Any = game.asks(us, "charge", target=first, mode="advance")
    assert list(question.candidates(9)) == [-1, second]
    script: Any = {"target": first, "mode": "advance", "also": second}
    home: Any = game.asks(us, "charge", **script)
    game.does(us, "charge", charge=home.candidates(1)[0], **script)
    assert set(game.squad("us").locked) == {first, second}
    assert game.squad("others").locked == (us,)
    alone = field(row(6, 9, 10, "militia", "us"), them)
    one: Any = {"target": first, "mode": "advance", "also": -1}
    near: Any = alone.asks(us, "charge", **one)
    alone.does(us, "charge", charge=near.candidates(1)[0], **one)
    assert alone.squad("us").locked == (first,)
    assert all(
        gap(alone.state.records[id].at, alone.state.records[foe].at) >= INCH
        for id in alone.squad("us").members
        for foe in alone.squad("others").members
    ), "an inch from whom it does not charge"


def test_the_first_of_the_targets_has_to_be_touched() -> None:
    them = [*row(1, 10, 15, "militia", "them"), *row(1, 13, 13, "militia", "others")]
    game = field(row(1, 11, 10, "militia", "us"), them)
    us, first, second = (game.unit(name) for name in ("us", "them", "others"))
    question: Any = game.asks(us, "charge", target=first, mode="advance", also=second)
    at_second = (((12_560, 12_102, 0, 0),),)
    assert "Somebody has to come into contact with an enemy." in question.legal(at_second)
    assert question.is_legal(question.candidates(1)[0])
