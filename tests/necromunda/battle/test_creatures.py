"""The creatures of badzones, under the classic rules: giant rats, what a leaf has overgrown, beasts in their lairs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import KNIFE, fighter, next_round, rolled_keys, run_rule, set_phase
from tests.necromunda.scenes import spot as place
from warbook.rulesets.necromunda.actions import rats
from warbook.rulesets.necromunda.attacks.blasts import burst
from warbook.rulesets.necromunda.attacks.rats import arrive
from warbook.rulesets.necromunda.battle import badzones as badzone_events
from warbook.rulesets.necromunda.battle import creatures
from warbook.rulesets.necromunda.edition_classic import LIBRARY
from warbook.rulesets.necromunda.events.moments import RatHit
from warbook.rulesets.necromunda.harm import recovery
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.things import Rat

SMALL = 0.4 + 0.492  # from the middle of a rat to that of a fighter, in contact


def there(game: Any, kind: str) -> list[Rat]:
    return [r for r in game.state.records if isinstance(r, Rat) and r.kind == kind and r.there]


def put(game: Any, kind: str, x: float, y: float) -> int:
    """One more creature of a kind, at a place."""
    who = next(r.id for r in game.state.records if isinstance(r, Rat) and r.kind == kind and not r.there)
    at = game.record(who).at.moved_to((round(x * 1000), round(y * 1000), 0))
    game.given(who, there=True, at=at)
    return int(who)


def status(game: Any, who: int) -> str:
    return str(game.record(who).status.value)


# ---- giant rats ------------------------------------------------------------------------------------------------------


def test_giant_rats_come_where_players_put_them_one_side_after_the_other() -> None:
    game, _, _ = badzone(fighter(10, 10))
    spots = [place(20 + 2 * n, 20)[:3] for n in range(4)]
    set_phase(game, "priority", actor=-1, round=1)
    game.goes_on(dice=[5, 2, 3, 5, 1], creature=spots)
    assert [game.at(rat.id)[0] for rat in there(game, "giant-rat")] == [20, 22, 24, 26]


def test_creatures_come_outside_deployment_zones_and_away_from_models() -> None:
    zone = 'deployment = [{ name = "start", rect = [20, 0, 20, 6] }]\n'
    game, _, _ = badzone(fighter(10, 10), event="giant-rats", board=zone)
    rat, lair = put(game, "giant-rat", 40, 10), put(game, "lair", 25, 20)
    question = creatures.place_of(game.play, rat)
    assert question.legal(place(10, 10 + SMALL + 1)[:3]) == ()
    assert question.legal(place(10, 10 + SMALL + 0.9)[:3]) == ("It must be farther from models.",)
    assert question.legal(place(25, 3)[:3]) == ("It must be outside all deployment zones.",)
    second = next(r.id for r in game.state.records if isinstance(r, Rat) and r.kind == "lair" and r.id != lair)
    question = creatures.place_of(game.play, second)
    assert question.legal(place(10, 22.8)[:3]) and not question.legal(place(10, 23)[:3])
    assert question.legal(place(25, 32.7)[:3]) and not question.legal(place(25, 32.9)[:3])


@pytest.mark.parametrize(("gap", "dice", "bites"), [(7.9, (4, 6), True), (7.9, (3,), False), (8.1, (180, 1, 1), False)])
def test_a_giant_rat_charges_who_is_near_or_runs_about(gap: float, dice: tuple[int, ...], bites: bool) -> None:
    game, red, _ = badzone(fighter(10, 10, wounds=2), event="giant-rats")
    rat = put(game, "giant-rat", 10, 10 + gap + SMALL)
    run_rule(game, creatures.prowl, rat, dice=dice)
    assert (game.record(red).wounds == 1) == bites
    assert (game.gap(red, rat) <= 100) == (gap < 8)


def test_more_giant_rats_come_until_the_event_is_over() -> None:
    game, _, _ = badzone(fighter(10, 10), event="giant-rats")
    put(game, "giant-rat", 30, 30)
    spots = [place(20 + 2 * n, 20)[:3] for n in range(2)]
    run_rule(game, badzone_events.end_phase_later, None, dice=(90, 1, 1, 2, 4), creature=spots)
    assert len(there(game, "giant-rat")) == 3
    run_rule(game, badzone_events.pass_over, dice=(5,))
    assert not there(game, "giant-rat")


@pytest.mark.parametrize(("dice", "dies"), [((3,), False), ((4, 3), True), ((4, 4), False)])
def test_a_giant_rat_has_a_toughness_and_a_save(dice: tuple[int, ...], dies: bool) -> None:
    game, _, _ = badzone(fighter(10, 10), event="giant-rats")
    rat = put(game, "giant-rat", 10, 14)
    run_rule(game, lambda play: play.reach(RatHit(rat, 3)), dice=dice)
    assert bool(there(game, "giant-rat")) != dies


def test_giant_rats_are_shot_fought_and_caught_by_blasts() -> None:
    game, red, _ = badzone(fighter(10, 10, facing=(0, 1), weapons=[*KNIFE, "autogun"]), event="giant-rats")
    put(game, "giant-rat", 10, 10 + SMALL + 0.5)
    game.does(red, "shoot", target=there(game, "giant-rat")[0].id, dice=[6, 2, 4, 1])
    assert not there(game, "giant-rat")
    game, red, _ = badzone(fighter(10, 10), event="giant-rats")
    put(game, "giant-rat", 10, 30)
    hit = Hit(LIBRARY.weapons["frag-grenades"].profiles[0], way="blast")
    run_rule(game, lambda play: burst(play, (10_000, 30_000, 0), hit), dice=(4, 1))
    assert not there(game, "giant-rat")


def test_bomb_rats_near_giant_ones_are_led_three_worse() -> None:
    for y, needed in ((21, "10+"), (40, "7+")):
        carrier = fighter(10, 10, weapons=["frag-grenades"], wargear=("bomb-delivery-rats",))
        game, red, _ = badzone(carrier, event="giant-rats")
        put(game, "giant-rat", 10, y)
        bomb = next(r.id for r in game.state.records if isinstance(r, Rat) and r.kind == "bomb")
        game.given(bomb, there=True, at=game.record(bomb).at.moved_to((10_000, 11_000, 0)))
        run_rule(
            game, lambda play, red=red, bomb=bomb: rats.keeps_it_in_hand(play, Model(play, red), bomb), dice=(1, 2)
        )
        assert any(f"Intelligence test, {needed}" in line for line in game.log())


# ---- creeping leaf ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "grows"), [(1, False), (3, True), (6, True)])
def test_who_does_not_recover_is_overgrown(face: int, grows: bool) -> None:
    game, red, _ = badzone(fighter(10, 10, status="seriously-injured", wounds=0), event="creeping-leaf")
    run_rule(game, recovery.recover, red, dice=(face,))
    assert len(there(game, "overgrown")) == grows
    assert status(game, red) == ("out-of-action" if grows else "pinned")
    assert game.record(red).injuries == (("out-cold",) if grows else ())


@pytest.mark.parametrize(("dice", "reaches"), [((1, 1), False), ((4, 4, 5, 6), True)])
def test_what_is_overgrown_walks_towards_whoever_is_nearest(dice: tuple[int, ...], reaches: bool) -> None:
    game, red, _ = badzone(fighter(10, 10, wounds=2), event="creeping-leaf")
    who = put(game, "overgrown", 10, 17)
    run_rule(game, creatures.prowl, who, dice=dice)
    assert game.at(who)[1] < 15.1 and (game.record(red).wounds == 1) == reaches


def test_whom_it_takes_out_becomes_such_a_thing_too() -> None:
    game, red, _ = badzone(fighter(10, 10, wounds=1), event="creeping-leaf", options={"lasting-injuries": False})
    who = put(game, "overgrown", 10, 10 + SMALL)
    run_rule(game, creatures.prowl, who, dice=(1, 1, 5, 6, 6))
    assert status(game, red) == "out-of-action" and len(there(game, "overgrown")) == 2


@pytest.mark.parametrize(("injury", "down"), [(5, False), (6, True)])
def test_it_goes_down_for_a_while_only(injury: int, down: bool) -> None:
    game, _, _ = badzone(fighter(10, 10), event="creeping-leaf")
    who = put(game, "overgrown", 10, 20)
    run_rule(game, lambda play: play.reach(RatHit(who, 4)), dice=(6, injury))
    assert (game.record(who).wounds == 0) == down and there(game, "overgrown")
    if down:
        run_rule(game, creatures.prowl, who)
        assert game.record(who).wounds == 1 and game.at(who) == (10, 20, 0)


# ---- lairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap", "dice", "wounds"),
    [(2.5, (3,), 4), (2.5, (4, 3), 4), (2.5, (4, 4, 6), 1), (5.9, (5,), 4), (5.9, (6, 4, 6), 1), (6.1, (), 4)],
)
def test_who_ends_an_action_near_a_lair_may_rouse_the_beast(gap: float, dice: tuple[int, ...], wounds: int) -> None:
    game, red, _ = badzone(fighter(10, 10, weapons=["autogun"], wounds=4), event="lair-of-the-beast")
    put(game, "lair", 10, 10 + SMALL + gap)
    set_phase(game, "action", actor=red, left=2)
    game.does(red, "aim", dice=dice)
    assert game.record(red).wounds == wounds
    assert (game.at(red)[1] < 9.1) == (wounds == 1), "it is knocked back an inch"


def test_a_beast_is_roused_once_in_an_activation() -> None:
    game, red, _ = badzone(fighter(10, 10, weapons=["autogun"]), event="lair-of-the-beast")
    put(game, "lair", 10, 10 + SMALL + 2.5)
    game.does(red, "aim", dice=[1])
    game.then("move", path=lambda asked: asked.candidates(1)[0])
    assert not rolled_keys(game)


def test_a_lair_takes_three_wounds() -> None:
    game, _, _ = badzone(fighter(10, 10), event="lair-of-the-beast")
    lair = put(game, "lair", 10, 20)
    for left in (2, 1, 0):
        assert there(game, "lair")
        run_rule(game, lambda play: play.reach(RatHit(lair, 4)), dice=(4,))
        assert game.record(lair).wounds == left
    assert not there(game, "lair")


def test_three_lairs_come() -> None:
    game, _, _ = badzone(fighter(10, 10), event="")
    spots = [place(24, 24)[:3], place(40, 10)[:3], place(10, 40)[:3]]
    next_round(game, dice=[5, 2, 4, 1], creature=spots)
    assert len(there(game, "lair")) == 3


@pytest.mark.parametrize(("kind", "goes_off"), [("giant-rat", False), ("lair", False), ("overgrown", True)])
def test_a_bomb_goes_off_beside_what_was_a_fighter_and_not_beside_vermin(kind: str, goes_off: bool) -> None:
    bearer = fighter(10, 10, weapons=["frag-grenades"], wargear=("bomb-delivery-rats",))
    game, red, _ = badzone(bearer, event="giant-rats")
    bomb = put(game, "bomb", 10, 20)
    put(game, kind, 10, 21.2)
    run_rule(game, arrive, bomb, dice=(1,) if goes_off else ())
    assert game.record(bomb).there is not goes_off
