"""Scenarios, boards, the shelf and deployment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from warbook.core.answers import Shown
from warbook.core.errors import BadData, WarbookError
from warbook.core.length import INCH
from warbook.core.play import Oracle, Play
from warbook.core.step import run_step
from warbook.rulesets.necromunda.battle import deployment, setup, zones
from warbook.rulesets.necromunda.battle.poised import about_to_act
from warbook.rulesets.necromunda.bots import outcomes, value
from warbook.rulesets.necromunda.edition_2023 import RULESET, SHELF, parse_scenario
from warbook.rulesets.necromunda.records.fighters import Fighter, Status
from warbook.rulesets.necromunda.records.position import layout
from warbook.rulesets.necromunda.records.things import Casket, Door, Trap, Vehicle
from warbook.space.boardfile import read_board
from warbook.space.movement import Rules, reach
from warbook.space.shapes import contains

SCENARIOS = SHELF.ids("scenario")
BOARDS = SHELF.ids("board")

MINIMAL = """
kind = "scenario"
id = "brawl"
ruleset = "necromunda-2023"
title = "A brawl"
summary = "Two gangs fight."
board = "street"
red = { roster = "dark-red", zone = "west" }
blue = { roster = "dark-blue", zone = "east" }
"""


class FirstCandidate(Oracle):
    """Puts everybody on the first candidate; every die shows 4."""

    def choose(self, play: Any, decision: Any) -> Any:
        return decision.candidates(1)[0]

    def roll(self, play: Any, pool: Any, key: str) -> Shown:
        return Shown(key, (4,) * pool.count, pool.read((4,) * pool.count))


def laid_out(scenario: str) -> tuple[Any, Any]:
    return setup.table(RULESET, SHELF.content(scenario))


def deployed(scenario: str) -> tuple[Any, Any, list[Any]]:
    """The position when everybody has been put down, and the events until then."""
    world, state = laid_out(scenario)
    events: list[Any] = []
    while state.turn.phase == "setup":
        play = Play(state.copy(), RULESET, world, [], FirstCandidate())
        run_step(play)
        state = play.state
        events += play.events
    return world, state, events


def poised(scenario: str, who: int = 0) -> tuple[Any, Any]:
    world, state = laid_out(scenario)
    return world, about_to_act(Play(state, RULESET, world, []), who)


# ---- what is shipped -------------------------------------------------------------------------------------------------


def test_four_scenarios_are_on_the_shelf_and_each_can_be_laid_out() -> None:
    rows = SHELF.scenarios()
    assert [row.id for row in rows] == SCENARIOS
    assert len(rows) == 4 and "hive-stand-off" in SCENARIOS
    for row in rows:
        world, state = laid_out(row.id)
        assert row.title and row.summary
        assert all(8 <= len(side) <= 12 for side in world.sides)
        assert all(f.status is Status.OUT and not f.deployed for f in state.records[: world.count])


def test_the_stand_off_is_ten_against_ten_over_eight_rounds() -> None:
    world, _ = laid_out("hive-stand-off")
    assert [len(side) for side in world.sides] == [10, 10]
    assert world.scenario.rounds == 8
    assert world.board.id == "hive"


@pytest.mark.parametrize("board", BOARDS)
def test_every_floor_of_a_shipped_board_can_be_reached_by_stairs_ladders_and_climbing(board: str) -> None:
    scenario = {"hive": "hive-stand-off", "street": "street-ambush", "tunnels": "vault-looting"}[board]
    world, state = poised(scenario)
    play = Play(state, RULESET, world, [])
    found = reach(world.board, layout(play), 0, Rules(120 * INCH))
    heights = {state.records[0].at.z, *(route[-1][2] for route in map(found.route, found.nodes()) if route)}
    floors = {platform.z for platform in world.board.platforms}
    floors |= {block.z + block.height for block in world.board.blocks if block.top}
    assert heights >= floors


def test_the_hive_has_walkways_on_three_levels_with_ladders_and_pitfalls() -> None:
    hive = read_board(*SHELF.text("board", "hive"))
    assert {platform.z for platform in hive.platforms} == {3 * INCH, 6 * INCH, 9 * INCH}
    assert len([link for link in hive.links if link.kind == 1]) >= 8
    assert {area.z for area in hive.areas if area.kind == "pitfall"} == {0, 6 * INCH}


def test_the_tunnels_have_doors_in_every_state_with_terminals_and_ductways() -> None:
    tunnels = read_board(*SHELF.text("board", "tunnels"))
    assert {door.state for door in tunnels.doors} == {"open", "closed", "locked", "vault"}
    assert all(len(door.terminals) == 2 for door in tunnels.doors if door.state in ("locked", "vault"))
    assert {duct.firing_port for duct in tunnels.ductways} == {True, False}


def test_doors_and_markers_of_the_board_are_things_on_the_table() -> None:
    world, state = laid_out("vault-looting")
    things = state.records[world.count :]
    vaults = [thing for thing in things if isinstance(thing, Door) and thing.vault]
    assert [(v.state, world.names[v.id]) for v in vaults] == [("locked", "the vault door")]
    caskets = zones.casket_ids(world)
    assert len(caskets) == 4 and all(isinstance(state.records[who], Casket) for who in caskets)
    assert world.names[caskets[0]] == "the vaulted casket"


def test_a_marker_may_say_what_it_is_called_and_what_kind_of_trap_it_is() -> None:
    world, state = laid_out("street-ambush")
    things = state.records[world.count :]
    assert [world.names[thing.id] for thing in things if isinstance(thing, Vehicle)] == ["the parked hauler"]
    assert [thing.kind for thing in things if isinstance(thing, Trap)] == ["frag-trap"]


# ---- deployment ------------------------------------------------------------------------------------------------------


def test_the_sides_take_turns_and_everybody_starts_in_a_zone_of_its_side() -> None:
    world, state, events = deployed("hive-stand-off")
    order = [state.records[event.who].owner for event in events if type(event).__name__ == "Deployed"]
    assert order == [0, 1] * 10
    for f in state.records[: world.count]:
        assert f.deployed and f.status is Status.STANDING
        assert any(contains(zone, f.at.x, f.at.y) for zone in zones.zones_of(world, f.owner))
    assert state.turn.phase == "priority"


def test_the_defender_of_the_ambush_deploys_everybody_before_the_attacker() -> None:
    _, state, events = deployed("street-ambush")
    order = [state.records[event.who].owner for event in events if type(event).__name__ == "Deployed"]
    assert order == [1] * 9 + [0] * 9


def test_an_attacker_may_not_start_within_six_inches_of_a_defender() -> None:
    text, source = SHELF.text("scenario", "street-ambush")
    wide = text.replace('zone = ["west", "east"]', 'zone = "middle"')
    world, state = setup.table(RULESET, SHELF.content("", text=wide, source=source))
    while deployment.next_to_deploy(world, state) == 1:
        play = Play(state.copy(), RULESET, world, [], FirstCandidate())
        run_step(play)
        state = play.state
    defender = state.records[world.sides[1][0]].at
    place = deployment.start_choice(Play(state, RULESET, world, []), world.sides[0][0])
    reasons = place.legal((defender.x + 4 * INCH, defender.y, defender.z, 0, 1000))
    assert any('6"' in reason for reason in reasons)


def test_a_battle_in_the_dark_begins_with_the_die_for_how_far_one_sees() -> None:
    _, state, events = deployed("fight-in-the-dark")
    kinds = [type(event).__name__ for event in events]
    assert state.turn.dark == 12 * INCH
    assert kinds.index("DarknessFell") < kinds.index("Deployed")
    _, light, _ = deployed("vault-looting")
    assert light.turn.dark == 0


# ---- a position to ask odds about ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_poised_position_has_everybody_in_place_and_the_fighter_about_to_act(scenario: str) -> None:
    world, state = laid_out(scenario)
    before = state.copy()
    who = world.sides[1][0]
    ready = about_to_act(Play(state, RULESET, world, []), who)
    assert state == before
    assert ready == about_to_act(Play(state, RULESET, world, []), who)
    assert all(f.status is Status.STANDING for f in ready.records_as(Fighter)[: world.count])
    now = ready.turn
    assert (now.phase, now.actor, now.left, now.done, now.seat) == ("action", who, 2, (), 1)
    assert bool(now.dark) == (scenario == "fight-in-the-dark")


def test_outcomes_are_about_the_fighter_named() -> None:
    world, state = poised("hive-stand-off")
    holds = {outcome.id: outcome.holds for outcome in outcomes.OUTCOMES}
    assert holds["standing"](state, 0) and not holds["out-of-action"](state, 0)
    assert holds["out-of-action"](laid_out("hive-stand-off")[1], 0)
    assert not holds["injured"](state, world.count), "a thing is never injured"


def test_a_position_is_worth_as_much_to_one_side_as_it_costs_the_other() -> None:
    world, state = poised("hive-stand-off")
    play = Play(state, RULESET, world, [])
    assert value.value(play, 0) == -value.value(play, 1)


def test_a_position_is_worth_less_without_a_fighter_or_with_a_hurt_one() -> None:
    from warbook.core.structs import replace

    world, state = poised("hive-stand-off")
    whole = value.value(Play(state, RULESET, world, []), 0)
    worths = []
    for changes in ({"broken": True}, {"flesh": 1}, {"status": Status.SERIOUS}, {"status": Status.OUT}):
        hurt = state.copy()
        hurt.put(replace(hurt.records[1], **changes))
        worths.append(value.value(Play(hurt, RULESET, world, []), 0))
    assert all(worth < whole for worth in worths)
    assert worths[3] < worths[2]


# ---- files that people bring -----------------------------------------------------------------------------------------


def test_a_scenario_of_ones_own_may_name_shipped_things_by_id() -> None:
    content = SHELF.content("brawl", text=MINIMAL, source="brawl.toml")
    world, _ = setup.table(RULESET, content)
    assert world.board.id == "street" and world.scenario.rounds == 8


def test_a_scenario_of_ones_own_may_name_files_beside_it(tmp_path: Path) -> None:
    text, _ = SHELF.text("roster", "dark-red")
    (tmp_path / "mine.toml").write_text(text.replace("dark-red", "mine"), encoding="utf-8")
    (tmp_path / "ours.toml").write_text(SHELF.text("board", "street")[0], encoding="utf-8")
    brought = MINIMAL.replace('"dark-red"', '"mine.toml"').replace('"street"', '"ours.toml"')
    content = SHELF.content("brawl", text=brought, source=str(tmp_path / "brawl.toml"))
    assert 'id = "mine"' in content["rosters"][0]["text"]
    assert content["board"]["source"] == str(tmp_path / "ours.toml")


def test_another_board_and_roster_replace_what_the_scenario_names() -> None:
    board, roster = SHELF.text("board", "tunnels"), SHELF.text("roster", "looting-red")
    content = SHELF.content("fight-in-the-dark", board=board, rosters={1: roster})
    world, _ = setup.table(RULESET, content)
    assert world.board.id == "tunnels" and world.gangs[1] == "Low Tide, with sacks"


def test_check_says_in_a_line_what_a_file_holds() -> None:
    assert SHELF.check("board", *SHELF.text("board", "hive")).startswith('The Candle Stacks: 36" by 36"')
    assert "9 fighters" in SHELF.check("roster", *SHELF.text("roster", "dark-red"))
    assert "dark-red against dark-blue on street" in SHELF.check("scenario", MINIMAL, "brawl.toml")


def test_an_unknown_scenario_suggests_the_nearest() -> None:
    with pytest.raises(WarbookError, match="did you mean 'hive-stand-off'"):
        SHELF.content("hive-standoff")


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        (('board = "street"', 'board = "streets"'), "board", "did you mean 'street'"),
        (('"dark-red"', '"dark-rod"'), "red.roster", "did you mean 'dark-red'"),
        (('"dark-blue"', '"nobody.toml"'), "blue.roster", "no such file"),
        (('zone = "west"', 'zone = "vest"'), "red.zone", "did you mean 'west'"),
        (('zone = "east"', "zone = []"), "blue.zone", "no zone"),
        (('ruleset = "necromunda-2023"', 'ruleset = "chess"'), "ruleset", "'necromunda-2023'"),
        (('title = "A brawl"', 'title = "A brawl"\nround = 6'), "round", "did you mean 'rounds'"),
        (('title = "A brawl"', 'title = "A brawl"\nrounds = 0'), "rounds", "wanted"),
        (('title = "A brawl"', 'title = "A brawl"\nscoring = ["goal"]'), "goal", "must reach"),
        (('title = "A brawl"', 'title = "A brawl"\nscoring = ["goals"]'), "scoring", "goal"),
        (('title = "A brawl"', 'title = "A brawl"\nattacker = "green"'), "attacker", "red"),
        (('title = "A brawl"', 'title = "A brawl"\nkeep_apart = -2'), "keep_apart", "0 or more"),
        (('title = "A brawl"', 'title = "A brawl"\ngoal = ["up"]'), "goal", "deployment zone"),
        (('zone = "west"', 'zone = "west", home_turf = "yes"'), "red.home_turf", "true or false"),
        (('zone = "west"', 'zone = "west", home = true'), "red.home", "did you mean 'home_turf'"),
        (('kind = "scenario"', 'kind = "skenario"'), "kind", "'scenario'"),
    ],
)
def test_a_mistake_in_a_scenario_is_told_with_its_place(change: tuple[str, str], where: str, words: str) -> None:
    assert change[0] in MINIMAL
    with pytest.raises(BadData) as told:
        SHELF.content("brawl", text=MINIMAL.replace(*change), source="brawl.toml")
    assert told.value.source == "brawl.toml"
    assert where in told.value.where
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("marker", "where", "words"),
    [
        ('kind = "caskett"', "marker[1].kind", "did you mean 'casket'"),
        ('kind = "casket"\nparams = { colour = "red" }', "marker[1].params", "'colour'"),
        ('kind = "booby-trap"\nparams = { kind = "frag" }', "marker[1].params.kind", "a kind of trap"),
        ('kind = "vehicle"\nparams = { wounds = "many" }', "marker[1].params.wounds", "a whole number"),
    ],
)
def test_a_marker_that_this_game_does_not_know_is_told_with_its_place(marker: str, where: str, words: str) -> None:
    text = f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 24]\n[[marker]]\nid = "m"\nat = [5, 5, 0]\n{marker}\n'
    with pytest.raises(BadData) as told:
        SHELF.check("board", text, "b.toml")
    assert (told.value.source, told.value.where) == ("b.toml", where)
    assert words in str(told.value)


def test_caskets_cannot_be_scored_where_there_are_none() -> None:
    text, source = SHELF.text("scenario", "vault-looting")
    bare = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 24]\n'
    for name in ("west", "east"):
        bare += f'[[deployment]]\nname = "{name}"\nrect = [0, 0, 24, 6]\n'
    with pytest.raises(BadData, match="casket"):
        SHELF.content("", text=text, source=source, board=(bare, "bare.toml"))


def test_a_shipped_scenario_reads_the_same_from_its_text() -> None:
    assert parse_scenario(*SHELF.text("scenario", "street-ambush")).goal == ("north-lane", "south-lane")


def test_only_doors_and_caskets_are_ever_open() -> None:
    world, state = poised("vault-looting")
    holds = next(o for o in outcomes.OUTCOMES if o.id == "open").holds
    assert not any(holds(state, who) for who in range(world.count))
    shut = [r.id for r in state.records if isinstance(r, Casket) or (isinstance(r, Door) and r.state == "closed")]
    assert shut and not any(holds(state, who) for who in shut)
