"""Bomb delivery rats, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    SAFE,
    fighter,
    next_question,
    next_round,
    piece,
    rolled_keys,
    roof,
    run_rule,
    scene,
    target_of,
)
from tests.necromunda.scenes import spot as place
from warbook.rulesets.necromunda.attacks.close_combat import blows
from warbook.rulesets.necromunda.attacks.rats import go_off
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.gear import ProfileSpent
from warbook.rulesets.necromunda.events.things import RatRan, RatSent, ThingGone
from warbook.rulesets.necromunda.records.things import Rat

FAR = fighter(40, 40)
CLEVER, SIMPLE = [6, 6], [1, 2]
ON, OFF = 6, 1  # Ammo tests
RAT = 2  # the first of the rats, after one fighter a side
EAST, NORTH = 360, 90
BESIDE = place(10, 10.892)[:3]


def keeper(x: float = 10, y: float = 10, weapons: tuple[str, ...] = ("frag-grenades",), **changes: Any) -> Any:
    return fighter(x, y, weapons=weapons, wargear=("bomb-delivery-rats",), **changes)


def sewer(red: Any, blue: Any = FAR, **around: Any) -> Any:
    return scene(red=[red], blue=[blue], ruleset=RULESET, **around)


def covers(aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, "prime-bomb-rat", aspect)


def loose(game: Any, x: float, y: float, rat: int = RAT, z: float = 0) -> None:
    """Puts a rat of the first fighter somewhere."""
    at = game.record(rat).at.moved_to(place(x, y, z)[:3])
    game.given(rat, there=True, at=at)


@covers("works")
@covers("numbers")
def test_a_rat_is_set_down_beside_its_bearer_and_runs_where_that_leads_it() -> None:
    game, red, _ = sewer(keeper())
    game.does(red, "prime-bomb-rat", place=BESIDE, run=place(10, 16.892)[:3], dice=[ON, *CLEVER])
    assert rolled_keys(game) == ["ammo", "rat"]
    assert game.happened(RatSent)[0].who == red and game.at(RAT) == (10, 16.892, 0)
    assert game.record(RAT).there and game.state.turn.left == 1 and not game.happened(ThingGone)
    shown = [thing for thing in game.ruleset.tableau(game.play).things if thing.kind == "bomb-rat"]
    assert [thing.words for thing in shown] == [("with frag grenades",)]


@covers("works")
def test_without_wit_it_runs_six_inches_at_random() -> None:
    game, red, _ = sewer(keeper())
    game.does(red, "prime-bomb-rat", place=BESIDE, dice=[ON, *SIMPLE, NORTH])
    assert game.at(RAT) == (10, 16.892, 0)


@covers("numbers")
def test_a_grenade_that_gives_out_is_the_last_but_its_rat_runs_unless_the_table_says_otherwise() -> None:
    game, red, _ = sewer(keeper())
    game.does(red, "prime-bomb-rat", place=BESIDE, run=place(10, 16)[:3], dice=[OFF, *CLEVER])
    assert game.happened(ProfileSpent) and game.record(RAT).there
    assert "It must have a grenade left." in game.why_not(red, "prime-bomb-rat")
    game, red, _ = sewer(keeper(), options={"spent-grenades-still-run": False})
    game.does(red, "prime-bomb-rat", dice=[OFF])
    assert game.happened(ProfileSpent) and not game.happened(RatSent)


@covers("refused")
def test_it_takes_rats_and_a_grenade_and_both_feet() -> None:
    refused = {
        "no rats": (fighter(10, 10, weapons=["frag-grenades"]), "It must carry bomb delivery rats."),
        "no grenades": (keeper(weapons=("autogun",)), "It must have a grenade left."),
        "none left": (keeper(gone=((0, 0),)), "It must have a grenade left."),
        "prone": (keeper(status="pinned"), "It must be standing and not engaged."),
    }
    for who, why in refused.values():
        game, red, _ = sewer(who)
        assert why in game.why_not(red, "prime-bomb-rat")
    game, red, _ = sewer(keeper())
    for rat in [r.id for r in game.state.records if isinstance(r, Rat)]:
        loose(game, 30, 30, rat)
    assert game.why_not(red, "prime-bomb-rat")[0] == "It must have a rat that does not run about already."


@covers("refused")
def test_it_runs_no_farther_than_six_inches_and_through_no_wall() -> None:
    wall = piece("wall", line=[8, 14, 12, 14], height=3)
    game, red, _ = sewer(keeper(), board=wall)
    answers = {"activate": red, "group": -1, "action": "prime-bomb-rat", "place": BESIDE}
    question = next_question(game, dice=[ON, *CLEVER], **answers)
    assert question.legal(place(10, 13)[:3]) == () == question.legal(BESIDE)
    assert question.legal(place(10, 15)[:3]) == ("It does not get there in a straight line.",)
    assert question.legal(place(17, 10.892)[:3]) == ('It runs up to 6".',)
    assert question.cautions(BESIDE) == ("goes off beside Dipper at 10, 10",)
    assert not question.cautions(place(10, 13)[:3])


@pytest.mark.parametrize(("face", "blasts"), [(1, 0), (2, 1)])
@covers("numbers")
def test_beside_a_fighter_it_goes_off_on_two_or_more_and_is_gone(face: int, blasts: int) -> None:
    game, red, blue = sewer(keeper(), fighter(10, 16))
    hurt = [1, 1] * blasts
    game.does(red, "prime-bomb-rat", place=BESIDE, run=place(10, 14.6)[:3], dice=[ON, *CLEVER, face, *hurt])
    assert rolled_keys(game)[:3] == ["ammo", "rat", "rat.bomb"]
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(10_000, 14_600)] * blasts
    assert not game.record(RAT).there
    assert game.record(blue).status.value == ("pinned" if blasts else "standing")


def test_beside_another_rat_it_goes_off_too() -> None:
    game, red, _ = sewer(keeper())
    loose(game, 10, 18, RAT + 1)
    game.does(red, "prime-bomb-rat", place=BESIDE, run=place(10, 16.5)[:3], dice=[ON, *CLEVER, 2, 3])
    assert len(game.happened(BlastFell)) == 1 and not game.record(RAT).there and not game.record(RAT + 1).there


def test_after_the_roll_for_priority_it_runs_on_as_its_bearer_leads_it() -> None:
    game, _, _ = sewer(keeper())
    loose(game, 10, 18)
    next_round(game, run=place(10, 23)[:3], dice=[5, 2, *CLEVER])
    assert game.at(RAT) == (10, 23, 0) and rolled_keys(game) == ["priority", "rat"]


@pytest.mark.parametrize(
    ("bearer", "y"),
    [({}, 20), ({"status": "seriously-injured"}, 18), ({"status": "out-of-action"}, 18)],
    ids=["too far", "injured", "out"],
)
def test_nobody_leads_it_who_is_too_far_away_or_down(bearer: dict[str, Any], y: float) -> None:
    game, _, _ = sewer(keeper(**bearer))
    loose(game, 10, y)
    next_round(game, dice=[5, 2, EAST])
    assert rolled_keys(game) == ["priority", "rat.direction"] and game.at(RAT) == (16, y, 0)


def test_the_pinned_lead_it_and_the_simple_fail_to() -> None:
    game, _, _ = sewer(keeper(status="pinned"))
    loose(game, 10, 18)
    next_round(game, dice=[5, 2, *SIMPLE, EAST])
    assert rolled_keys(game) == ["priority", "rat", "rat.direction"] and game.happened(RatRan)


def test_the_rats_of_the_side_with_priority_run_first() -> None:
    game, _, _ = sewer(keeper(1, 1), keeper(40, 40))
    loose(game, 20, 20)
    loose(game, 20, 30, RAT + 8)
    next_round(game, dice=[2, 5, EAST, EAST])
    assert [event.who for event in game.happened(RatRan)] == [RAT + 8, RAT]


def test_it_climbs_and_leaps_but_not_over_what_is_too_wide() -> None:
    game, _, _ = sewer(keeper(1, 1), board=roof(3, 10) + roof(3, 18))
    loose(game, 8, 13)
    next_round(game, dice=[5, 2, EAST])
    assert game.at(RAT) == (14, 13, 0)  # beneath the roof, whose floor it is not on
    loose(game, 13, 13, z=3)
    next_round(game, dice=[5, 2, EAST])
    assert game.at(RAT) == (19, 13, 3)
    game, _, _ = sewer(keeper(1, 1), board=roof(3, 10) + roof(3, 18.002))
    loose(game, 14, 13, z=3)
    next_round(game, dice=[5, 2, EAST])
    assert game.at(RAT)[2] == 3 and 15 < game.at(RAT)[0] <= 16
    game, _, _ = sewer(keeper(1, 1), board=roof(3, 10))
    loose(game, 14, 13, z=3)
    next_round(game, dice=[5, 2, EAST])
    assert game.at(RAT) == (20, 13, 0)


@pytest.mark.parametrize(("face", "blasts"), [(3, 0), (4, 1)])
def test_it_is_shot_at_one_worse_and_goes_off_on_four_or_more(face: int, blasts: int) -> None:
    game, red, blue = sewer(keeper(1, 1), fighter(10, 10, facing=(0, 1), weapons=["autogun"]))
    loose(game, 10, 16)
    assert ("bomb delivery rat", -1) in target_of(game, blue, RAT).because
    game.does(blue, "shoot", target="rat 1 of Dipper at 1, 1", dice=[6, 3, face])
    assert len(game.happened(BlastFell)) == blasts and not game.record(RAT).there


def test_a_grenade_without_a_blast_hits_one_fighter_beside_it() -> None:
    game, red, blue = sewer(keeper(weapons=("krak-grenades",)), fighter(10, 16))
    game.does(red, "prime-bomb-rat", place=BESIDE, run=place(10, 14.6)[:3], dice=[ON, *CLEVER, 2, 1])
    assert "wound" in rolled_keys(game) and not game.happened(BlastFell)


def test_who_brings_no_rats_has_none_on_the_list() -> None:
    game, _, _ = sewer(fighter(10, 10))
    assert not [r for r in game.state.records if isinstance(r, Rat)]


# ---- attacks on rats -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "blasts"), [(3, 0), (4, 1)])
def test_it_is_fought_within_an_inch_one_worse_and_goes_off_on_four_or_more(face: int, blasts: int) -> None:
    game, _, blue = sewer(keeper(1, 1), fighter(10, 10, weapons=["fighting-knife"]))
    loose(game, 10, 11.8)
    bout = blows.Bout(game.model(blue), game.model(RAT), blows.weapon_held(game.model(blue), (0, 0)))
    assert [pair for pair in blows.hit_number(bout).because if pair[1]] == [("bomb delivery rat", -1)]
    game.does(blue, "fight", dice=[6, face, *[1, 1] * blasts], passing=True)
    assert len(game.happened(BlastFell)) == blasts and not game.record(RAT).there


def test_a_blow_that_misses_leaves_it_there() -> None:
    game, _, blue = sewer(keeper(1, 1), fighter(10, 10, weapons=["fighting-knife"]))
    loose(game, 10, 11.8)
    game.does(blue, "fight", dice=[4])
    assert game.record(RAT).there
    loose(game, 10, 12.5)
    assert game.why_not(blue, "fight")


def test_a_blast_or_a_flame_hits_it_too_and_one_may_set_off_the_next() -> None:
    game, red, _ = sewer(keeper(1, 1))
    for rat, y in ((RAT, 10), (RAT + 1, 11.5), (RAT + 2, 20)):
        loose(game, 10, y, rat)
    run_rule(game, lambda play: go_off(play, RAT), dice=(3,))
    assert [game.record(RAT + n).there for n in range(3)] == [False, False, True]
    loose(game, 10, 10, RAT)
    loose(game, 10, 11.5, RAT + 1)
    run_rule(game, lambda play: go_off(play, RAT), dice=(4,))
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(10_000, 10_000), (10_000, 11_500)]
    game, red, _ = sewer(keeper(10, 10, weapons=("flamer",)))
    loose(game, 10, 15)
    game.does(red, "shoot", bearing=(0, 1), dice=[SAFE, 3])
    assert not game.record(RAT).there


def test_a_rat_that_is_shot_at_with_a_blast_is_hit_once() -> None:
    game, red, _ = sewer(keeper(1, 1), fighter(10, 10, facing=(0, 1), weapons=["frag-grenades"]))
    loose(game, 10, 16)
    game.does(1, "shoot", target="rat 1 of Dipper at 1, 1", dice=[6, SAFE, 3])
    assert not game.record(RAT).there and rolled_keys(game).count("rat.hit") == 1


def test_a_lord_of_rats_drives_them_off_to_three_inches() -> None:
    game, _, _ = sewer(keeper(10, 10), fighter(14, 19, skills=("lord-of-rats",)))
    loose(game, 10, 18)
    next_round(game, run=place(12, 19)[:3], dice=[5, 2, *CLEVER])
    assert next((e.x, e.y) for e in game.happened(RatRan)) == (12_000, 19_000)
    x, y, _ = game.at(RAT)
    assert y == 19 and abs(14 - x - 3.892) < 0.002 and game.record(RAT).there
    loose(game, 10, 18)
    next_round(game, run=place(10.1, 19)[:3], dice=[5, 2, *CLEVER])
    assert len(game.happened(RatRan)) == 1, "three inches away already"


@pytest.mark.parametrize(
    ("status", "x", "led"),
    [("standing", 10, True), ("pinned", 10, True), ("seriously-injured", 10, False), ("standing", 20.3, False)],
)
def test_it_runs_on_at_random_from_a_bearer_who_is_down_or_too_far_off(status: str, x: float, led: bool) -> None:
    game, _, _ = sewer(keeper(status=status))
    loose(game, x, 15 if x == 10 else 10)
    answers = {"run": place(x, 16)[:3], "dice": [5, 2, *CLEVER]} if led else {"dice": [5, 2, NORTH]}
    next_round(game, **answers)
    assert ("rat" in rolled_keys(game)) == led


def test_a_bomb_that_goes_off_may_set_off_the_one_beside_it() -> None:
    game, red, _ = sewer(keeper())
    loose(game, 10, 18, rat=RAT + 1)
    run = place(10, 16.892)[:3]
    game.does(red, "prime-bomb-rat", place=BESIDE, run=run, dice=[ON, *CLEVER, 2, 4])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(10_000, 16_892), (10_000, 18_000)]
    assert not game.record(RAT).there and not game.record(RAT + 1).there
