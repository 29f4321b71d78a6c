"""Roles, sides and deployment; what a file must say; what odds assume of a battle that has not begun."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import battle, figure, from_the_start, scene, small_battle, spot
from warbook.core.errors import BadData, WarbookError
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.odds import odds
from warbook.rulesets.gangfight.battle import deployment, rounds, setup
from warbook.rulesets.gangfight.checks import edges
from warbook.rulesets.gangfight.events.rounds import BattleBegan, Deployed, HeldBack, RolesTaken, Spent
from warbook.rulesets.gangfight.printed.shelf import SHELF
from warbook.rulesets.gangfight.records.position import supplies, things
from warbook.testing.script import Script, Unscripted


def first(decision: Any) -> Any:
    """The first answer that a question proposes."""
    return decision.candidates(1)[0]


def deployed(scenario: str, **options: Any) -> tuple[Any, list[tuple[int, int]]]:
    """A battle until the first activation, red attacking from the south and every answer the first: the scene, and who
    was put down, with its seat, in order."""
    game = from_the_start(scenario, options=options)
    script = Script([6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1], {"roles": "attack", "side": "north", "who": [first] * 50})
    script.give("deploy", [first] * 50)
    order: list[tuple[int, int]] = []
    while game.state.turn.phase != "play":
        play = script.run(game.state, game.ruleset, game.world)
        order += [(e.who, play.state.records[e.who].owner) for e in play.events if isinstance(e, Deployed)]
        game.state = play.state
    return game, order


# ---- roles -----------------------------------------------------------------------------------------------------------


def roles(dice: list[int], **answers: Any) -> RolesTaken:
    game = from_the_start("open-field")
    play = Script(dice, answers).run(game.state, game.ruleset, game.world)
    return next(e for e in play.events if isinstance(e, RolesTaken))


def test_the_leader_with_more_successes_says_who_attacks_and_the_defender_picks_its_side() -> None:
    taken = roles([4, 4, 1, 1, 4, 1, 1, 1], roles="defend", side="south")
    assert taken.attacker == 1 and taken.sides == ("south", "north")
    taken = roles([4, 1, 1, 1, 4, 5, 1, 1], roles="attack", side="south")
    assert taken.attacker == 1 and taken.sides == ("south", "north")
    taken = roles([4, 4, 1, 1, 4, 1, 1, 1], roles="attack", side="south")
    assert taken.attacker == 0 and taken.sides == ("north", "south")


def test_level_leaders_roll_again() -> None:
    assert roles([4, 1, 1, 1, 4, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1], roles="attack", side="north").attacker == 0


def test_a_scenario_may_name_the_attacker_and_the_sides() -> None:
    text = SHELF.content("open-field")["scenario"]["text"]
    text = text.replace("points = 1000\n", 'points = 1000\nattacker = "blue"\nchoose_side = false\n')
    game = from_the_start("open-field")
    world, state = setup.table(game.ruleset, SHELF.content("", text=text, source="mine"))
    play = Script().run(state, game.ruleset, world)
    assert play.state.turn.attacker == 1 and play.state.turn.sides == ("south", "north")


def brought(game: Any, engagement: str) -> bool:
    """Whether there is what this engagement brings, and nothing else."""
    wards = {game.state.records[who].owner for who in game.world.civilians}
    crates = {crate.state for crate in supplies(game.play)}
    return wards == ({1} if engagement == "escort" else {-1}) and crates == (
        {"closed"} if engagement == "supply-drop" else {"gone"}
    )


SHOWN = {  # as the page has them
    1: "escort",
    2: "ambush",
    3: "reinforcements",
    4: "supply-drop",
    5: "battleground",
    6: "point-defense",
}


@pytest.mark.parametrize(("face", "engagement"), SHOWN.items())
def test_a_scenario_may_leave_the_engagement_to_the_die_which_some_tables_roll_with_the_roles(
    face: int, engagement: str
) -> None:
    game = small_battle("roll", options={"engagement-rolled": "roles"})
    game.goes_on(dice=[face])
    assert game.state.turn.engagement == engagement and brought(game, engagement)


def in_place(face: int, attacker: str = "red") -> Any:
    """A battle when everybody is in place, and the die has shown for which engagement."""
    game = small_battle("roll", attacker=attacker)
    game.goes_on(deploy=[first] * 6)
    assert game.state.turn.engagement == "" and brought(game, "") and all(game.record(who).here for who in range(6))
    game.goes_on(dice=[face])
    return game


@pytest.mark.parametrize(("face", "engagement"), SHOWN.items())
def test_and_others_once_everybody_is_in_place(face: int, engagement: str) -> None:
    game = in_place(face)
    assert game.state.turn.engagement == engagement and brought(game, engagement)
    begun = engagement not in ("escort", "reinforcements")
    assert len(game.happened(BattleBegan)) == begun and (game.state.turn.phase == "play") is begun


def test_the_die_has_six_faces() -> None:
    with pytest.raises(AssertionError, match="cannot show"):
        in_place(7)
    (rolled,) = [event for event in in_place(5).happened(Rolled) if event.key == "engagement"]
    assert (rolled.pool, rolled.faces) == ("D6", [5])


def test_the_defender_then_puts_down_its_civilians_and_the_battle_begins() -> None:
    game = in_place(1)
    game.goes_on(deploy=[first] * 4)
    assert all(game.record(ward).here and game.record(ward).owner == 1 for ward in game.world.civilians)
    assert [e.reserves for e in game.happened(BattleBegan)] == [()]


def test_and_each_side_takes_up_half_of_its_party_again_where_that_is_to_come_later() -> None:
    game = in_place(3)
    game.goes_on(hold_back=[2, 3])
    assert [e.who for e in game.happened(HeldBack)] == [2, 3] and game.state.turn.reserves == (2, 3)
    assert [who for who in range(6) if game.record(who).here] == [0, 1, 4, 5]
    assert not game.happened(Deployed)


def test_the_attacker_first_whoever_that_is() -> None:
    game = in_place(3, attacker="blue")
    game.goes_on(hold_back=[5, 0])
    assert game.state.turn.reserves == (0, 5)


# ---- deployment ------------------------------------------------------------------------------------------------------


def test_the_attacker_puts_down_everybody_then_the_defender_and_the_attacker_begins() -> None:
    game, order = deployed("open-field")
    seats = [seat for _, seat in order]
    assert seats == sorted(seats) and len(order) == sum(map(len, game.world.sides[:2]))
    assert game.state.turn.seat == 0 and game.state.turn.round == 1
    for who, seat in order:
        lurks = game.world.kits[who].able("ambush-tactics")
        assert edges.in_zone(game.play, seat, game.record(who).at) is not lurks


def test_who_lies_in_ambush_comes_last_and_up_to_16_inches_in() -> None:
    lurker = figure(5, 5, abilities={"ambush-tactics": 0}, state="waiting")
    plain = figure(5, 5, state="waiting")
    game, red, blue = scene(red=[lurker, plain], blue=[plain, plain], phase="deploy")
    order = []
    for place in (spot(10, 12), spot(10, 36), spot(14, 36), spot(20, 16)):
        game.goes_on(deploy=place)
        order += [e.who for e in game.happened(Deployed)]
    assert order == [red[1], *blue, red[0]]
    assert len(game.happened(BattleBegan)) == 1 and game.record(red[0]).at.y == 16 * INCH


def test_nobody_starts_outside_its_zone_and_no_ambusher_deeper_than_16_inches() -> None:
    lurker = figure(5, 5, abilities={"ambush-tactics": 0}, state="waiting")
    game, red, blue = scene(red=[lurker], blue=[figure(5, 5, state="waiting")], phase="deploy")
    assert "outside" in deployment.ask_start(game.play, blue).legal(spot(10, 35.9))[0]
    assert not deployment.ask_start(game.play, blue).legal(spot(10, 36))
    assert "outside" in deployment.ask_start(game.play, red).legal(spot(10, 16.1))[0]
    assert not deployment.ask_start(game.play, red).legal(spot(10, 16))


def test_civilians_start_at_the_defenders_edge_of_the_table() -> None:
    game, order = deployed("safe-conduct")
    civilians = [who for who, _ in order if who in game.world.civilians]
    assert len(civilians) == 4
    for who in civilians:
        at = game.record(who).at
        assert game.record(who).owner == 1 and edges.distance_from_own_edge(game.play, 1, at) <= 2 * at.radius


def test_they_may_start_a_whole_base_away_from_it() -> None:
    game = small_battle("escort")
    game.goes_on(deploy=[first] * 6)
    start = deployment.ask_start(game.play, game.world.civilians[0])
    base = 2 * game.record(game.world.civilians[0]).at.radius
    assert not start.legal((10 * INCH, 48 * INCH - base, 0))
    assert "outside" in start.legal((10 * INCH, 48 * INCH - base - 1, 0))[0]


def test_what_is_proposed_first_is_as_near_to_the_enemys_zone_as_it_gets() -> None:
    game = small_battle("battleground")
    game.goes_on(deploy=[first] * 6)
    for leader, forward in zip(game.world.leaders, (12 * INCH, 36 * INCH), strict=True):
        at = game.record(leader).at
        assert abs(at.x - 24 * INCH) < INCH // 2 and abs(at.y - forward) < INCH // 2


def test_a_place_is_shown_with_how_well_the_enemies_would_see_who_is_put_there() -> None:
    wall = "[[block]]\nrect = [8, 14, 6, 2]\nheight = 6\n[[block]]\nrect = [8, 8, 4, 4]\nheight = 9\n"
    game, red, _ = scene(red=[figure(5, 5, state="waiting")], blue=[figure(11, 24)], phase="deploy", board=wall)
    seen_at = deployment.ask_start(game.play, red).notes
    assert seen_at(spot(10, 4)) == ("out of sight of 1 of 1 enemy",)
    assert seen_at(spot(10, 11, 9)) == seen_at(spot(2, 11)) == ("in the open to 1 of 1 enemy",)


def test_in_reinforcements_half_of_each_party_rounded_up_is_there_from_the_start() -> None:
    game, order = deployed("late-for-market")
    for seat in (0, 1):
        party = len(game.world.sides[seat])
        there = sum(1 for _, owner in order if owner == seat)
        assert there == (party + 1) // 2
        assert sum(1 for who in game.state.turn.reserves if game.record(who).owner == seat) == party - there


def test_the_defenders_hold_nothing_in_the_attackers_first_turn_unless_the_table_gives_them_points() -> None:
    game, _ = deployed("open-field")
    assert {game.record(who).ap for who in game.world.sides[1]} == {0}
    for attacker, held in (("red", [4, 3, 3, 2, 2, 2]), ("blue", [2, 2, 2, 4, 3, 3])):
        game = small_battle("battleground", attacker=attacker, options={"defender-first-points": 2})
        game.goes_on(deploy=[first] * 6)
        assert [game.record(who).ap for who in range(6)] == held


def test_points_come_with_each_turn_or_where_the_table_has_it_so_with_the_round() -> None:
    for when, defenders in (("turn", (1, 3)), ("round", (3, 2))):
        game, red, blue = scene(red=[figure(10, 10, ap=0)], blue=[figure(10, 30, ap=1)], options={"points-come": when})
        rounds.give_points(game.play, 0, 2)
        assert (game.record(red).ap, game.record(blue).ap) == (3, defenders[0])
        game.play.happen(Spent(blue))
        rounds.give_points(game.play, 1, 2)
        assert (game.record(blue).ap, game.record(blue).activation) == (defenders[1], "ready")


# ---- what is laid out ------------------------------------------------------------------------------------------------


def test_a_beast_and_sixteen_of_the_dead_may_come_to_any_battle() -> None:
    world = small_battle("battleground").world
    names = [world.kits[who].name for who in world.sides[2]]
    assert names == ["Large Beast", *(f"Barrow Walker {number}" for number in range(1, 17))]


FURNISHED = """
[[door]]
id = "gate"
line = [14, 14, 16, 14]
height = 6
state = "closed"

[[door]]
id = "vault"
line = [24, 14, 26, 14]
height = 6
state = "vault"

[[marker]]
id = "chest"
kind = "chest"
at = [20, 20, 0]
"""


def test_doors_and_chests_are_numbered_after_the_figures_and_crates_after_them() -> None:
    game = small_battle("supply-drop", board=FURNISHED)
    assert [record.id for record in game.state.records] == list(range(len(game.state.records)))
    assert [(thing.kind, thing.state, thing.lock, thing.heavy) for thing in things(game.play)] == [
        ("door", "closed", 0, False),
        ("door", "locked", 4, False),
        ("chest", "closed", 0, False),
        *[("crate", "gone", 0, False)] * 3,
    ]


# ---- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SHELF.ids("scenario"))
def test_what_is_shipped_can_be_laid_out_and_says_what_it_is(scenario: str) -> None:
    game = battle(scenario)
    assert all(f.here for f in game.state.records[: game.world.mustered] if f.owner in (0, 1))
    for seat, leader in enumerate(game.world.leaders):
        assert [who for who in game.world.sides[seat] if game.world.kits[who].leader] == [leader]
        assert game.world.kits[leader].profile.rank == "hero"
    content = SHELF.content(scenario)
    assert SHELF.check("scenario", content["scenario"]["text"], "x")
    assert "zones: south, north" in SHELF.check("board", content["board"]["text"], "x")
    assert "figures for" in SHELF.check("roster", content["rosters"][0]["text"], "x")


def test_what_is_not_shipped_is_refused_with_what_there_is() -> None:
    with pytest.raises(WarbookError, match="open-field"):
        SHELF.content("open-fields")
    text = SHELF.content("open-field")["scenario"]["text"]
    with pytest.raises(BadData, match="ford-red"):
        SHELF.content("", text=text.replace('"ford-red"', '"ford-rad"'), source="mine")
    with pytest.raises(BadData, match=r"no such file"):
        SHELF.content("", text=text.replace('"ford"', '"mine.toml"'), source="mine")
    unknown: Any = "rooster"
    with pytest.raises(BadData, match="one of scenario"):
        SHELF.check(unknown, text, "mine")


# ---- odds ------------------------------------------------------------------------------------------------------------


def test_odds_of_a_battle_that_has_not_begun_are_those_of_everybody_in_place() -> None:
    game = from_the_start("open-field")
    poised = game.poised(0)
    assert poised.turn.phase == "play" and poised.turn.actor == 0 and poised.records[0].ap == 4
    assert all(f.here for f in poised.records[: game.world.mustered])
    asked = game.offered(0)
    assert "move" in asked.options()
    assert game.state.turn.phase == "roles"


def test_odds_answer_for_a_figure_that_is_about_to_act() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)])
    answer = odds(game.play, red, "fight", {"target": blue, "close": False}, "incapacitated")
    assert 0 < answer.probability < 1


def test_a_question_that_nobody_foresaw_stops_a_script() -> None:
    game = from_the_start("open-field")
    with pytest.raises(Unscripted):
        Script([4, 4, 1, 1, 4, 1, 1, 1]).run(game.state, game.ruleset, game.world)
