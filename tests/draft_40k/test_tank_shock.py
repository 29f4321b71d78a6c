"""Tanks drive at the enemy: tests, way made, Death or Glory, Evade, Charge by Chance."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.rulesets.draft_40k.attacks.breaching import strike_back, strike_by_chance
from warbook.rulesets.draft_40k.checks.striking import attacks_of
from warbook.rulesets.draft_40k.events.turns import PhaseBegan
from warbook.rulesets.draft_40k.movement.contacts import fighting
from warbook.rulesets.draft_40k.movement.stepping_back import back_question
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.space.sight import gap
from warbook.testing import Placed, Unscripted, drive, model, piece

NORTH, EAST = (0, 1), (1, 0)


def charge_of(profile: str = "breakwater", **words: Any) -> Placed:
    """A tank that looks north."""
    return model(10, 10, profile, name="tank", squad="tank", facing=(0, 1), **words)


def at(them: list[Placed], *more: Placed, board: str = "", **turn: Any) -> Field:
    """A tank and a unit in front of it."""
    return field([charge_of(**turn.pop("tank", {})), *more], them, board, **turn)


def crowd(profile: str = "militia", y: float = 14, **words: Any) -> list[Placed]:
    """Three models across the way of the tank."""
    return row(3, 8.4, y, profile, "them", **words)


def shocks(game: Field, far: float, dice: list[int], mode: str = "advance", **answers: Any) -> None:
    """The tank drives at them."""
    game.does(game.unit("tank"), "tank-shock", mode=mode, straight=drive((far, NORTH)), dice=dice, **answers)


def window(game: Field, far: float, dice: list[int]) -> list[str]:
    """Which reactions they have."""
    tank = game.unit("tank")
    try:
        question = game.asks(tank, "tank-shock", mode="advance", straight=drive((far, NORTH)), dice=dice)
    except Unscripted:
        return []
    return sorted(id for id, _ in filter(None, question.candidates(9))) if question.kind == "window" else []


@covers("tank-shock", "works")
def test_who_fails_the_test_falls_back_and_the_tank_goes_on() -> None:
    """T19: Leadership 7, a 9."""
    game = at(crowd())
    shocks(game, 6, [4, 5, 3, 4])
    assert game.squad("them").morale == "falling-back"
    assert game.machine("tank").at.y == 16 * INCH
    assert {game.state.records[id].at.y for id in game.squad("them").members} == {21 * INCH}
    assert game.squad("tank").mode == "advance"
    assert game.state.turn.course is None


@covers("tank-shock", "numbers")
def test_who_passes_makes_way_by_an_inch() -> None:
    game = at(crowd())
    shocks(game, 6, [2, 3], passing=True)
    tank = game.machine("tank").at
    places = [game.state.records[id].at for id in game.squad("them").members]
    assert tank.y == 16 * INCH
    assert all(INCH <= gap(tank, each) < INCH + 50 for each in places), "no farther than need be"
    assert game.squad("them").morale == "steady"


def test_who_is_not_touched_at_the_end_stays() -> None:
    game = at(crowd(y=14))
    shocks(game, 2, [2, 3], passing=True)
    before = [game.state.records[id].at.y for id in game.squad("them").members]
    assert before != [14 * INCH] * 3, "the tank stands against them"
    far = at(row(1, 30, 14, "militia", "them"))
    assert far.why_not(far.unit("tank"), "tank-shock") == ("It must have an enemy unit on foot within reach.",)


def test_it_goes_straight_on_after_one_turn() -> None:
    game = at(crowd())
    question = game.asks(game.unit("tank"), "tank-shock", mode="advance")
    assert question.legal(drive()) == ("It must turn once at most, and go straight on.",)
    assert question.legal(drive((2, NORTH), (2, EAST))) != ()
    assert question.legal(drive((-2, NORTH))) == ("It may not go backwards.",)
    assert question.legal(drive((6, (1, 2)))) == ()


def test_friends_vehicles_and_walls_stop_it_an_inch_away() -> None:
    friend = at(row(1, 10, 20, "militia", "them"), *row(1, 10, 16, "militia", "us"))
    shocks(friend, 12, [], "surge")
    assert gap(friend.machine("tank").at, friend.state.records[1].at) == pytest.approx(INCH, abs=2)
    hull = [*row(1, 18, 12, "militia", "them"), model(10, 18, "harbour-tank", name="other", squad="other")]
    vehicle = at(hull)
    shocks(vehicle, 12, [], "surge")
    assert gap(vehicle.machine("tank").at, vehicle.machine("other").at) == pytest.approx(INCH, abs=2)
    walled = at(row(1, 18, 12, "militia", "them"), board=piece("wall", line=[5, 16, 15, 16], height=3))
    shocks(walled, 12, [], "surge")
    assert walled.machine("tank").at.y == 16 * INCH - INCH - 2250


def test_difficult_ground_may_hold_it_up() -> None:
    woods = piece("area", rect=[5, 13, 10, 2], height=4, kind="woods")
    game = at(row(1, 10, 20, "militia", "them"), board=woods)
    shocks(game, 12, [1], "surge")
    assert (game.machine("tank").immobilised, game.machine("tank").at.y) == (True, 10_750)
    assert game.squad("them").morale == "steady"


@covers("tank-shock", "refused")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"unit": {"morale": "suppressed"}}, "It must not be suppressed."),
        ({"stunned": 1}, "Its crew must not be stunned."),
        ({"unit": {"done": ["moved"]}}, "It must not have moved in this phase."),
        ({"profile": "haul-wagon"}, "It must be a tank."),
    ],
)
def test_who_may_not(state: dict[str, Any], why: str) -> None:
    game = at(crowd(), tank=state)
    assert why in game.why_not(game.unit("tank"), "tank-shock")


# ---- Death or Glory --------------------------------------------------------------------------------------------------


def test_death_or_glory_stops_the_tank_or_costs_the_model() -> None:
    for damage, stopped in (([6, 4], True), ([6, 1], False)):
        game = at(crowd("keeper", gear=["laser-cannon"]))
        them, hero = game.unit("them"), game.squad("them").members[1]
        stands: Any = {"TankShocked.after": ("death-or-glory", them), "hero": hero, "means": (0, 0)}
        shocks(game, 6, [2, 3, *damage], **stands)
        assert (hero in game.squad("them").members) is stopped
        assert (game.machine("tank").at.y < 12 * INCH) is stopped
        assert game.machine("tank").immobilised is stopped


def test_grenades_and_blows_serve_as_well() -> None:
    game = at(crowd("keeper"))
    them, hero = game.unit("them"), game.squad("them").members[1]
    answers: Any = {"TankShocked.after": ("death-or-glory", them), "hero": hero}
    tank = game.unit("tank")
    question: Any = game.asks(tank, "tank-shock", mode="advance", straight=drive((6, NORTH)), dice=[2, 3], **answers)
    assert question.options()[-1] == (-1, 0)
    shocks(game, 6, [2, 3, 6], means=(-2, 0), **answers)  # 6 and 6 are less than 13
    assert hero not in game.squad("them").members
    assert len(game.squad("them").members) == 2


# ---- Evade -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "dice", "offered"),
    [
        ("exactly", [4, 4], True),
        ("exactly", [4, 3], False),
        ("exactly", [4, 5], False),
        ("by-one", [4, 5], True),
        ("by-one", [4, 4], False),
        ("either", [4, 5], True),
        ("either", [4, 4], True),
    ],
)
def test_who_nearly_fails_may_evade(margin: str, dice: list[int], offered: bool) -> None:
    """Leadership 8."""
    game = at(crowd("road-keeper"), options={"evade-margin": margin})
    assert ("evade" in window(game, 6, dice)) is offered


def test_on_a_three_they_are_out_of_the_way() -> None:
    game = at(crowd("road-keeper"))
    them, tank = game.unit("them"), game.unit("tank")
    evades: Any = {"TankShocked.after": ("evade", them)}
    way: Any = game.asks(tank, "tank-shock", mode="advance", straight=drive((6, NORTH)), dice=[4, 4, 3], **evades)
    assert {rules.allowance for rules in way.rules.values()} == {6 * INCH}
    gone = way.following(way.leader, ((14_400, 14_000, 0, 0),))
    assert gone is not None
    shocks(game, 6, [4, 4, 3], consolidate=gone, **evades)
    assert [game.state.records[id].at for id in game.squad("them").members] == list(way.placed(gone).values())
    slow = at(crowd("road-keeper"))
    shocks(slow, 6, [4, 4, 2], **{**evades, "TankShocked.after": ("evade", slow.unit("them"))})
    assert slow.squad("them").morale == "steady"


def test_who_gets_away_after_failing_by_one_does_not_fall_back() -> None:
    game = at(crowd("road-keeper"), options={"evade-margin": "by-one"})
    evades: Any = {"TankShocked.after": ("evade", game.unit("them"))}
    tank = game.unit("tank")
    way: Any = game.asks(tank, "tank-shock", mode="advance", straight=drive((6, NORTH)), dice=[4, 5, 3], **evades)
    assert way.legal(way.stay) != (), "the tank touches them"
    shocks(game, 6, [4, 5, 3], consolidate=way.candidates(4)[0], **evades)
    assert game.squad("them").morale == "steady"


# ---- Charge by Chance ------------------------------------------------------------------------------------------------


def charges(game: Field, dice: list[int], far: float = 6, **more: Any) -> None:
    """They charge the tank when it has stopped."""
    by_chance: Any = {"TankShocked.after": ("charge-by-chance", game.unit("them")), **more}
    tank = game.unit("tank")
    question: Any = game.asks(tank, "tank-shock", mode="advance", straight=drive((far, NORTH)), dice=dice, **by_chance)
    assert question.kind == "march" and question.key == "chance-charge"
    shocks(game, far, dice, **by_chance, **{"chance-charge": question.proposal()})


def test_who_passed_may_charge_the_tank_and_strikes_it_in_the_assault_phase() -> None:
    game = at(crowd("keeper"))
    charges(game, [2, 3])
    tank, them = game.machine("tank").at, game.squad("them")
    assert sum(gap(tank, game.state.records[id].at) <= 10 for id in them.members) == 3
    assert (them.locked, them.has("by-chance"), them.has("charged")) == ((), True, False)


def test_whether_the_test_must_be_passed_and_how_far_they_go_are_options() -> None:
    assert "charge-by-chance" in window(at(crowd()), 6, [2, 3])
    assert "charge-by-chance" not in window(at(crowd()), 6, [4, 5])
    free = at(crowd(), options={"chance-charge-needs-pass": False})
    assert "charge-by-chance" in window(free, 6, [4, 5])
    charges(free, [4, 5])
    assert free.squad("them").morale == "steady", "instead of falling back"
    for reach, far in (("advance", 6), ("surge", 12)):
        game = at(crowd(), options={"chance-charge-reach": reach})
        by_chance: Any = {"TankShocked.after": ("charge-by-chance", game.unit("them"))}
        way: Any = game.asks(
            game.unit("tank"), "tank-shock", mode="advance", straight=drive((6, NORTH)), dice=[2, 3], **by_chance
        )
        assert {rules.allowance for rules in way.rules.values()} == {far * INCH}


@pytest.mark.parametrize("bonus", [True, False])
def test_a_charge_by_chance_gives_no_attack_more_unless_the_table_has_it(bonus: bool) -> None:
    """In the assault phase of the tank's turn each of them that touches it strikes once, or twice: on a 4+, as it has
    advanced, at Strength 3 against 10 in the rear."""
    game = at(crowd(), options={"chance-charge-bonus": bonus})
    charges(game, [2, 3])
    them = game.squad("them")
    assert (them.has("charged"), them.has("by-chance")) == (bonus, True)
    unit, tank = (Unit(game.play, game.unit(name)) for name in ("them", "tank"))
    touching = fighting(game.play, unit, tank.members)
    assert attacks_of(unit, tuple(touching), tank).dice == len(touching) * (1 + bonus)
    back = back_question(game.play, unit, tank.members).proposal()
    dice = [1] * len(touching) * (1 + bonus)
    game.runs(lambda play: strike_back(play, unit.id), dice=dice, **{"step-back": back})


def test_a_walker_takes_no_test_and_may_charge_a_tank_that_comes_to_it() -> None:
    walker = [model(10, 16, "walking-tomb", name="them", squad="them")]
    game = at(walker)
    assert window(game, 6, []) == ["charge-by-chance"]
    charges(game, [])
    assert game.squad("them").has("by-chance")
    assert gap(game.machine("tank").at, game.machine("them").at) <= 10
    shut = at(walker, options={"walkers-answer-tank-shock": False})
    assert window(shut, 6, []) == []


def test_the_crew_of_a_gun_does_not_charge_unless_the_table_has_it() -> None:
    for allowed in (False, True):
        gun = model(10, 15, "deck-gun", squad="them", name="them 9")
        crew = [*row(2, 8.4, 14, "powder-hand", "them"), gun]
        game = at(crew, options={"artillery-charges-by-chance": allowed})
        assert ("charge-by-chance" in window(game, 6, [1, 2])) is allowed


def test_one_answer_to_a_tank() -> None:
    game = at(crowd("keeper"))
    charges(game, [2, 3])  # no second window is asked
    many = at(crowd("keeper"), options={"reactions-per-trigger": "unlimited"})
    them, hero = many.unit("them"), many.squad("them").members[1]
    both: Any = {"TankShocked.after": [("charge-by-chance", them), ("death-or-glory", them)]}
    question: Any = many.asks(
        many.unit("tank"), "tank-shock", mode="advance", straight=drive((6, NORTH)), dice=[2, 3, 1], hero=hero,
        means=(0, 0), **both,
    )  # fmt: skip
    assert question.key == "chance-charge"


def test_the_trapped_charge_the_nearest_enemy_instead_of_being_destroyed() -> None:
    """T16."""
    ring = [*row(6, 6, 17, "militia", "others"), *row(1, 6, 20, "militia", "left"), *row(1, 14, 20, "militia", "right")]
    game = field(row(1, 10, 20, "militia", "watch", unit={"morale": "falling-back"}), ring)
    watch = game.unit("watch")
    by_chance: Any = {"Trapped.after": ("charge-by-chance", watch)}
    question: Any = game.asks(watch, "fall-back", dice=[4, 4], **by_chance)
    game.does(watch, "fall-back", dice=[4, 4], **by_chance, **{"chance-charge": question.proposal()}, **PILES(game))
    assert (game.squad("watch").morale, game.squad("watch").where) == ("steady", "table")
    assert game.squad("watch").locked == (game.unit("others"),)


def PILES(game: Field) -> dict[str, Any]:
    """The others close up as is proposed."""
    watch = game.unit("watch")
    by_chance: Any = {"Trapped.after": ("charge-by-chance", watch)}
    charge: Any = game.asks(watch, "fall-back", dice=[4, 4], **by_chance)
    pile: Any = game.asks(watch, "fall-back", dice=[4, 4], **by_chance, **{"chance-charge": charge.proposal()})
    return {"pile-in": pile.proposal()}


def test_those_who_charged_by_chance_strike_in_the_turn_of_the_tank() -> None:
    """Asked for no unit of theirs: their blows come by themselves when the assault phase begins."""
    game = field([charge_of()], row(1, 10, 12.76, "keeper", "them", unit={"done": ["by-chance"]}), phase="assault")
    play = game.play
    strike_by_chance(play, PhaseBegan("assault"))
    assert "strike_back" in repr(play.queue)
