"""Crewed vehicles on the table: laid out with their gangs, put down with a facing, drawn, and in everybody's way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.necromunda.printed.test_roster_vehicles import BUGGY, LORRY, gang
from tests.necromunda.scenes import add_vehicle, fighter, leg, scene, way
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.ruleset import Setup
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.core.tableau import Card
from warbook.core.verify import verify_record
from warbook.mechanics.deployment import Start
from warbook.players import by_seat
from warbook.rulesets.necromunda import edition_2023
from warbook.rulesets.necromunda.edition_classic import RULESET, SHELF
from warbook.rulesets.necromunda.events.vehicles import Drove
from warbook.rulesets.necromunda.records.position import crewed_vehicles, layout
from warbook.rulesets.necromunda.records.vehicles import CrewedVehicle, Driver
from warbook.rulesets.necromunda.view import sightings, vehicle_card
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.space.footprints import HullSide, corners
from warbook.space.sight import PARTS, hidden_from
from warbook.testing import conformance

ROAD = """
kind = "board"
id = "road"
title = "A road"
size = [48, 48]
deployment = [
    { name = "south", rect = [0, 0, 48, 8] },
    { name = "north", rect = [0, 40, 48, 8] },
]
"""
NARROW = ROAD.replace("[0, 0, 48, 8]", "[0, 0, 48, 2.5]")
RED_VEHICLES = LORRY + BUGGY


def setup(red: str = RED_VEHICLES, blue: str = "", board: str = ROAD, options: Any = None, rounds: int = 8) -> Setup:
    """The stand-off on a bare road, with these vehicles, for so many rounds."""
    scenario, source = SHELF.text("scenario", "classic-stand-off")
    text = scenario.replace("\n[red]", f"rounds = {rounds}\n\n[red]")
    theirs = SHELF.text("roster", "stand-off-blue")[0] + blue
    rosters = {0: (gang(red), "red.toml"), 1: (theirs, "blue.toml")}
    content = SHELF.content("classic-stand-off", text=text, source=source, board=(board, "road.toml"), rosters=rosters)
    return Setup(RULESET.id, content, options or {})


def begun(**words: Any) -> Game:
    """A battle before anybody is put down."""
    return Game(RULESET, setup(**words), seed=1)


def card_of(game: Game, number: int = 0) -> Card:
    """The card of a vehicle."""
    assert RULESET.card is not None
    return RULESET.card(game.play, crewed_vehicles(game.world, game.play.state)[number].id)


def asked(game: Game) -> Start:
    """The question that the battle waits with: whom to put down where."""
    assert isinstance(game.decision, Start)
    return game.decision


def choose_until(game: Game, wanted: Callable[[Start], bool]) -> None:
    """Goes on to the first question like this."""
    while not wanted(asked(game)):
        game.choose(asked(game).candidates(1)[0])


def lorry_of(game: Game) -> CrewedVehicle:
    """The first vehicle of red."""
    return crewed_vehicles(game.world, game.play.state)[0]


def put_down(x: float = 20, y: float = 5, facing: tuple[int, int] = (0, 1), **words: Any) -> Game:
    """A battle in which the first vehicle has been put down there."""
    game = begun(**words)
    choose_until(game, lambda start: start.mover_id == lorry_of(game).id)
    game.choose((int(x * INCH), int(y * INCH), 0, *facing))
    return game


def test_vehicles_are_numbered_after_the_fighters_and_before_the_things() -> None:
    game = Game(RULESET, Setup(RULESET.id, {**setup().content, **on_the_board_of_the_stand_off()}), seed=1)
    world, records = game.world, game.play.state.records
    assert [number for number, r in enumerate(records) if isinstance(r, CrewedVehicle)] == [
        world.count,
        world.count + 1,
    ]
    assert len(records) > world.first_thing and not any(map(world.is_crewed, range(world.first_thing, len(records))))
    assert [world.names[v.id] for v in crewed_vehicles(world, game.play.state)] == ["Old Grit", "Rattle"]
    assert world.sides[0] == tuple(range(len(world.sides[0]))), "fighters alone"


def on_the_board_of_the_stand_off() -> dict[str, Any]:
    """The content of a setup on the board that the scenario names."""
    text, source = SHELF.text("board", "hive")
    return {"board": {"text": text, "source": source}}


def test_a_vehicle_is_put_down_first_with_its_facing() -> None:
    game = put_down(facing=(3, 4))
    lorry = lorry_of(game)
    assert "Old Grit rolls onto the field." in str(game.log())
    assert lorry.deployed and lorry.at.posture == Posture.UP and lorry.hull_points == 4
    assert (lorry.at.x, lorry.at.y, lorry.at.fx, lorry.at.fy) == (20 * INCH, 5 * INCH, 3, 4)
    front = corners(lorry.at)[:2]
    assert [(x - lorry.at.x, y - lorry.at.y) for x, y in front] == [(2700, 1100), (300, 2900)]


@pytest.mark.parametrize(
    ("spot", "facing", "against"),
    [
        ((20, 5), (0, 1), False),
        ((20, 6), (0, 1), True),  # five inches long: it stands out of a zone of eight
        ((20, 6), (1, 0), False),  # and three wide
        ((20, 2), (0, 1), True),  # over the edge of the table
    ],
)
def test_the_whole_hull_starts_in_its_zone(spot: tuple[int, int], facing: tuple[int, int], against: bool) -> None:
    game = begun()
    choose_until(game, lambda start: start.mover_id == lorry_of(game).id)
    assert bool(asked(game).legal((spot[0] * INCH, spot[1] * INCH, 0, *facing))) is against


def test_at_some_tables_its_middle_is_enough() -> None:
    game = put_down(y=7.9, options={"hulls-start-whole": False})
    assert lorry_of(game).deployed


def test_a_vehicle_without_room_stays_behind() -> None:
    game = begun(board=NARROW, red=LORRY)
    choose_until(game, lambda start: lorry_of(game).deployed)
    assert lorry_of(game).at.posture == Posture.AWAY
    (body,) = [body for body in tableau(game.play).bodies if body.id == lorry_of(game).id]
    assert (body.stands, body.words) == ("gone", ("stayed behind",))


def test_nobody_stands_in_a_hull_and_nobody_sees_through_it() -> None:
    game = put_down()
    choose_until(game, lambda start: start.player == 0 and not game.world.is_crewed(start.mover_id))
    assert asked(game).legal((20 * INCH, 5 * INCH, 0, 0, 1)) == ("It would end on top of Old Grit.",)
    who = asked(game).mover_id
    game.choose((20 * INCH, 1 * INCH, 0, 0, 1))
    now, board = layout(game.play), game.world.board
    over_it, past_it = (20 * INCH, 12 * INCH, INCH), (26 * INCH, 1 * INCH, INCH)
    assert hidden_from(now, board, over_it, who) == PARTS
    assert hidden_from(now, board, past_it, who) == 0


def beside_a_lorry(seat: int, **words: Any) -> tuple[Any, int, int, int]:
    """Two fighters on either side of a lorry of red's or blue's, which is three inches high and five long."""
    red, blue = [fighter(10, 5, **words)], [fighter(10, 16)]
    game, who, foe = scene(red=red, blue=blue, ruleset=RULESET)
    return game, who, foe, add_vehicle(game, seat, 10, 10, profile="gravel-eater")


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_walks_through_a_hull(seat: int) -> None:
    game, red, *_ = beside_a_lorry(seat, stats={"move": 8 * INCH})
    walk = game.asks(red, "move")
    assert walk.legal(way(leg(10, 10))), "into it"
    assert walk.legal(way(leg(10, 13.2))), "and out again"
    assert not walk.legal(way(leg(14, 6)))


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_keeps_an_inch_from_a_hull(seat: int) -> None:
    """One climbs on them, and fights them from beside them."""
    game, red, *_ = beside_a_lorry(seat)
    assert game.asks(red, "move").legal(way(leg(10, 6.5))) == ()


def test_one_aims_past_a_hull_and_not_through_it() -> None:
    game, red, blue, _ = beside_a_lorry(0, weapons=("autogun",))
    assert game.why_not(red, "shoot") == ("There is nothing it may be aimed at.",)
    game, red, blue, lorry = beside_a_lorry(0, weapons=("autogun",))
    v = game.record(lorry)
    game.state.put(replace(v, at=replace(v.at, x=16 * INCH)))
    assert not game.why_not(red, "shoot")


def test_the_board_draws_a_hull_with_its_state() -> None:
    game = begun()
    waiting = tableau(game.play).bodies[-2]
    assert (waiting.stands, waiting.words) == ("waiting", ("not yet on the table",))
    body = tableau(put_down().play).bodies[-2]
    assert (body.name, body.kind, body.label, body.stands) == ("Old Grit", "Gravel Eater", "V1", "here")
    assert body.words == ("wheeled", "driven by a Carter", "4 of 4 hull points")
    assert body.at.shape and (body.at.shape.length, body.at.shape.width) == (5 * INCH, 3 * INCH)


def test_its_card_has_both_lines_and_its_mounts() -> None:
    game = put_down()
    card = card_of(game)
    assert (card.name, card.kind, card.side) == ("Old Grit", "Gravel Eater, wheeled", game.world.gangs[0])
    line = {stat.short: stat.value for stat in card.stats}
    assert line == {
        "M": '5"', "F": "7", "S": "7", "R": "6", "HP": "4", "Hnd": "8+", "Sv": "4+",
        "BS": "4+", "Ld": "7+", "Cl": "6+", "Wil": "6+", "Int": "7+",
    }  # fmt: skip
    (grid,) = card.grids
    assert [row[:2] for row in grid.rows] == [
        ("Heavy stubber", "front and left, crew"),
        ("Mounted heavy stubber", "front and right, passenger"),
    ]
    assert {section.title for section in card.sections} >= {"Vehicle", "Crew", "Features", "Traits of its weapons"}
    assert not sightings.aims(game.play, lorry_of(game).id)


def test_its_card_has_its_sides_by_the_diagonals_and_where_its_weapons_bear() -> None:
    game = put_down(facing=(3, 4))
    sides, guns = card_of(game).arcs[:4], card_of(game).arcs[4:]
    right, left = (2500, -1500), (2500, 1500)  # the corners of its bow while it looks east
    assert [(arc.title, arc.kind) for arc in sides] == [
        ("front 7", "side"), ("left 7", "side"), ("rear 6", "side"), ("right 7", "side"),
    ]  # fmt: skip
    assert (sides[0].right, sides[0].left) == (right, left)
    assert [(arc.title, arc.right, arc.left) for arc in guns] == [
        ("Heavy stubber", right, (-2500, 1500)),  # front and left
        ("Mounted heavy stubber", (-2500, -1500), left),  # front and right
    ]
    game.play.state.put(replace(lorry_of(game), destroyed=(0,)))
    assert len(card_of(game).arcs) == 5
    assert not card_of(begun()).arcs, "it is not on the table yet"


@pytest.mark.parametrize(
    ("sides", "found"),
    [
        ((0,), [(0,)]),
        ((0, 3), [(3, 0)]),
        ((0, 2), [(0,), (2,)]),
        ((3, 1, 0), [(3, 0, 1)]),
        ((0, 1, 2, 3), [(0, 1, 2, 3)]),
    ],
)
def test_sides_that_follow_one_another_are_one_arc(sides: tuple[int, ...], found: list[tuple[int, ...]]) -> None:
    assert list(vehicle_card.runs([HullSide(side) for side in sides])) == found


def test_what_tracks_cost_is_on_the_card() -> None:
    game = begun()
    buggy = crewed_vehicles(game.world, game.play.state)[1]
    assert Driver(game.play, buggy.id).move == 6 * INCH
    move = card_of(game, 1).stats[0]
    assert (move.value, move.printed, move.why) == ('6"', '7"', ("on tracked running gear",))


def test_lost_hull_points_are_shown() -> None:
    game = put_down()
    game.play.state.put(replace(lorry_of(game), hull_points=1))
    assert tableau(game.play).bodies[-2].badges[0].sign == "-3"
    (points,) = [stat for stat in card_of(game).stats if stat.short == "HP"]
    assert (points.value, points.printed) == ("1", "4")


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_among_hulls_keep_the_contract(seed: int) -> None:
    assert conformance(RULESET, [setup(blue=LORRY)], games=1, seed=seed, samples=4, milliseconds=0).examined > 4


@pytest.mark.parametrize(
    ("red", "seed", "rounds"), [("uniform", 1, 8), ("uniform", 2, 8), ("greedy", 2, 1), ("greedy", 4, 1)]
)
def test_a_battle_among_hulls_comes_out_the_same_when_it_is_verified(red: str, seed: int, rounds: int) -> None:
    rows: list[bytes] = []
    words = setup(blue=LORRY, rounds=rounds)
    game = Game(RULESET, words, seed=seed, players=by_seat((red, "uniform"), seed), write=rows.append)
    assert any(isinstance(event, Drove) for event in game.events())
    assert game.play.state.turn.phase == "over"
    verdict = verify_record(b"".join(rows), lambda name: RULESET)
    assert not verdict.different and not verdict.rules, verdict


def test_only_the_edition_with_vehicles_has_their_options() -> None:
    names = [{option.name for option in rules.options} for rules in (RULESET, edition_2023.RULESET)]
    assert "hulls-start-whole" in names[0] - names[1] and not names[1] - names[0]
