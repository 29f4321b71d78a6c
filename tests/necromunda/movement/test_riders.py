"""Fighters who ride on vehicles: carried along, holding on, falling off, thrown clear; and climbing on and off."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, armed, fighter, leg, roof, run_rule, scene, spot, way
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks.shooting import blast_spots
from warbook.rulesets.necromunda.checks import guns
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.movement import Fell
from warbook.rulesets.necromunda.events.vehicles import HeldOn
from warbook.rulesets.necromunda.harm import control, falling, injury, wrecks
from warbook.rulesets.necromunda.movement import riders
from warbook.rulesets.necromunda.records import Casket, Cloud, Driver, Model
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.space.movement import Mode
from warbook.testing import drive

NORTH, EAST, WEST = (0, 1), (1, 0), (-1, 0)
MOVE = "vehicle-move"
TOP = 2  # the height of a sledge


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of an entry of the classic catalogue."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


def aboard(
    profile: str = "sledge",
    x: float = 20,
    y: float = 10,
    z: float = TOP,
    *,
    options: Any = None,
    board: str = "",
    **changes: Any,
) -> tuple[Any, int, int]:
    """A vehicle that looks north from (20, 10), and a fighter on top of it; nobody else is near."""
    game, rider, _ = scene(
        red=[fighter(x, y, z=z, **changes)], blue=[fighter(46, 46)], ruleset=RULESET, options=options, board=board
    )
    return game, add_vehicle(game, 0, 20, 10, profile=profile), rider


# ---- on the move -----------------------------------------------------------------------------------------------------


def test_a_table_shows_who_stands_on_what() -> None:
    game, sledge, rider = aboard()
    bodies = {body.id: body for body in tableau(game.play).bodies}
    assert bodies[rider].on == sledge and f"on {game.world.names[sledge]}" in bodies[rider].words
    assert f"carries {game.world.names[rider]}" in bodies[sledge].words
    game.place(rider, 30, 10)
    assert {body.on for body in tableau(game.play).bodies} == {-1}


def test_who_would_have_to_hold_on_is_told_before_a_move() -> None:
    game, sledge, rider = aboard()
    question = game.asks(sledge, MOVE)
    (note,) = question.notes(drive((3, NORTH)))
    assert note == f"{game.world.names[rider]} holds on or falls off: Initiative test, 4+ (initiative 4+)."
    assert question.notes(()) == ()
    game.state.put(replace(game.record(sledge), holding=(rider,)))
    assert game.asks(sledge, MOVE).notes(drive((3, NORTH))) == (), "once in an activation"
    game, lorry, _ = aboard("tarpaulin", z=2.25)
    assert game.asks(lorry, MOVE).notes(drive((3, NORTH))) == (), "nobody falls out of a transport bed"


@covers(MOVE, "works")
@pytest.mark.parametrize(
    ("legs", "end", "facing"),
    [
        (drive((7, NORTH)), (20, 17.5, 2), (0, 1)),
        (drive((0, EAST)), (20.5, 10, 2), (1, 0)),
        (drive((3, NORTH), (2, WEST)), (17.5, 13, 2), (-1, 0)),
    ],
)
def test_whoever_stands_on_a_vehicle_keeps_its_place_on_it(legs: Any, end: Any, facing: Any) -> None:
    game, sledge, rider = aboard(y=10.5)
    game.does(sledge, MOVE, drive=legs, dice=[6])
    at = game.record(rider).at
    assert (
        game.at(rider) == end and (at.fx * facing[1] == at.fy * facing[0]) and at.fx * facing[0] + at.fy * facing[1] > 0
    )
    assert game.happened(HeldOn) and game.record(rider).status is Status.STANDING


@covers(MOVE, "works")
def test_who_does_not_hold_on_falls_an_inch_beside_it_after_the_move_and_is_hit() -> None:
    game, sledge, rider = aboard()
    game.does(sledge, MOVE, drive=drive((7, NORTH)), dice=[1, 180, 1])  # to the west; the hit does not wound
    assert game.happened(Fell)[0].height == 3 * INCH
    assert game.at(rider)[2] == 0 and game.at(rider)[:2] < (18, 18) and game.at(rider)[1] == 17
    assert INCH <= game.gap(sledge, rider) <= INCH + 5
    assert game.record(rider).status is Status.PINNED


def test_one_holds_on_once_in_an_activation_of_the_vehicle() -> None:
    game, sledge, _ = aboard()
    game.does(sledge, MOVE, drive=drive((3, NORTH)), dice=[6])
    assert game.record(sledge).holding == (0,)
    run_rule(game, lambda play: play.ruleset.action[MOVE].rule(play, Driver(play, sledge)), drive=[drive((3, NORTH))])
    assert not [event for event in game.happened(Rolled) if event.key == "hold-on"]


@covers(MOVE, "numbers")
@pytest.mark.parametrize(("y", "whole", "tests"), [(11, True, False), (11, False, True), (9, False, False)])
def test_nobody_falls_out_of_a_transport_bed(y: float, whole: bool, tests: bool) -> None:
    game, lorry, _ = aboard("tarpaulin", y=y, z=2.25, options={"beds-take-the-whole-top": whole})
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[6] if tests else [])
    assert bool(game.happened(HeldOn)) == tests


def test_whoever_has_held_on_must_do_so_again_when_the_vehicle_swerves() -> None:
    game, sledge, rider = aboard()
    game.does(sledge, MOVE, drive=drive((3, NORTH)), dice=[6])
    run_rule(game, lambda play: control.lose_control(play, Driver(play, sledge)), dice=(1, 1, 6))
    assert [event.key for event in game.happened(Rolled)] == ["control.die", "control.side", "hold-on"]
    assert game.at(rider)[2] == TOP


@pytest.mark.parametrize(("hurt", "height"), [(True, 3), (False, 2)])
def test_how_deep_a_fall_from_a_vehicle_counts(hurt: bool, height: int) -> None:
    game, sledge, _ = aboard(options={"falls-from-vehicles-hurt": hurt})
    game.does(sledge, MOVE, drive=drive((7, NORTH)), dice=[1, 90, 1] if hurt else [1, 90])
    assert game.happened(Fell)[0].height == height * INCH


def test_who_falls_off_beside_a_drop_falls_on() -> None:
    game, sledge, rider = aboard("sledge", z=5, board=roof(3, x=16))
    game.state.put(replace(game.record(sledge), at=game.record(sledge).at.moved_to((20 * INCH, 12 * INCH, 3 * INCH))))
    game.state.put(replace(game.record(rider), at=game.record(rider).at.moved_to((20 * INCH, 12 * INCH, 5 * INCH))))
    game.does(sledge, MOVE, drive=drive((0, EAST)), dice=[1, 180, 1, 1, 1])
    assert [event.height for event in game.happened(Fell)] == [3 * INCH, 3 * INCH] and game.at(rider)[2] == 0


def with_casket(x: float, z: float = TOP, profile: str = "sledge") -> Any:
    """A vehicle with a rider on its middle, and a casket on top of it."""
    game, rider, _ = scene(red=[fighter(20, 10, z=z)], blue=[fighter(46, 46)], ruleset=RULESET)
    who = add_vehicle(game, 0, 20, 10, profile=profile)
    at = replace(game.record(rider).at, x=round(x * INCH), height=400, posture=int(Posture.AWAY))
    game.state.records.append(Casket(id=who + 1, owner=-1, profile="casket", at=at))
    game.world = replace(game.world, names={**game.world.names, who + 1: "the casket"})
    game.state.derived = None
    return game, who, who + 1


@pytest.mark.parametrize(
    ("x", "dice", "stays"),
    [(20.985, [6], True), (20.985, [1, 180, 1, 180], False), (21.2, [6, 180], False)],
)
def test_a_casket_stays_on_a_vehicle_beside_somebody_who_holds_on(x: float, dice: list[int], stays: bool) -> None:
    game, sledge, casket = with_casket(x)
    game.does(sledge, MOVE, drive=drive((6, NORTH)), dice=dice)
    assert (game.at(casket) == (x, 16, TOP)) == stays
    assert stays or (game.at(casket)[2] == 0 and game.gap(sledge, casket) >= INCH)


def test_a_casket_stays_in_a_transport_bed() -> None:
    game, lorry, casket = with_casket(21, 2.25, "tarpaulin")
    game.does(lorry, MOVE, drive=drive((6, NORTH)))
    assert game.at(casket) == (21, 16, 2.25)


# ---- thrown clear ----------------------------------------------------------------------------------------------------


def wreck(game: Any, who: int, **answers: Any) -> None:
    """The vehicle is wrecked."""
    run_rule(game, lambda play: wrecks.wreck(play, Driver(play, who)), **answers)


@pytest.mark.parametrize("stays", [True, False])
def test_whoever_stood_on_a_vehicle_that_is_wrecked_is_thrown_clear(stays: bool) -> None:
    game, sledge, rider = aboard(options={"wrecks-stay": stays, "lasting-injuries": False})
    wreck(game, sledge, dice=(6, 6, 6), rider=[spot(23, 10)])
    assert game.at(rider) == (23, 10, 0) and game.record(rider).status is Status.STANDING
    assert not [event for event in game.happened(Rolled) if event.key == "wound"]


def test_one_is_thrown_no_further_than_two_inches_and_nowhere_else() -> None:
    game, sledge, rider = aboard()
    play = game.play
    against = riders.beside(play, Driver(play, sledge), riders.CLEAR)
    at = game.record(rider).at
    assert against(at.moved_to((24_500, 10_000, 0))) == ("It must be on the floor within 2 inches of the vehicle.",)
    assert against(at) != ()  # on top of it
    assert not against(at.moved_to((23_500, 10_000, 0)))


@pytest.mark.parametrize(("stalled", "strength"), [(True, 3), (False, 4)])
def test_who_lands_badly_is_pinned_and_hit_the_harder_if_the_vehicle_was_mobile(stalled: bool, strength: int) -> None:
    game, sledge, rider = aboard(options={"lasting-injuries": False})
    game.state.put(replace(game.record(sledge), stalled=stalled))
    wreck(game, sledge, dice=(1, 1, 6, 6), rider=[spot(23, 10)])
    (wound,) = [event for event in game.happened(Rolled) if event.key == "wound"]
    assert f"Strength {strength}" in str(wound) and game.record(rider).status is Status.PINNED


def test_who_lands_within_an_inch_of_an_enemy_is_put_clear_of_it() -> None:
    game, sledge, rider = aboard(options={"lasting-injuries": False})
    (foe,) = [f.id for f in game.state.records[: game.world.count] if f.owner == 1]
    game.state.put(replace(game.record(foe), at=game.record(foe).at.moved_to((24_500, 10_000, 0))))
    game.state.derived = None
    wreck(game, sledge, dice=(6, 6, 6), rider=[spot(23, 10)])
    assert INCH <= game.gap(rider, foe) <= INCH + 3


# ---- on and off ------------------------------------------------------------------------------------------------------


def test_one_climbs_onto_a_vehicle_as_onto_any_terrain() -> None:
    game, rider, _ = scene(red=[fighter(18.2, 10)], blue=[fighter(46, 46)], ruleset=RULESET)
    sledge = add_vehicle(game, 0, 20, 10, profile="sledge")
    game.does(rider, "move", path=way(leg(18.9, 10, 2, Mode.CLIMB)))
    assert game.at(rider) == (18.9, 10, 2) and Driver(game.play, sledge).aboard == (rider,)


@pytest.mark.parametrize(("face", "falls"), [(6, False), (1, True)])
def test_one_leaps_from_one_vehicle_to_another(face: int, falls: bool) -> None:
    game, first, rider = aboard()
    second = add_vehicle(game, 1, 24, 10, profile="sledge")
    game.does(rider, "move", path=way(leg(20.7, 10, 2), leg(23.3, 10, 2, Mode.LEAP)), dice=[face])
    assert (Driver(game.play, second).aboard == (rider,)) != falls and not Driver(game.play, first).aboard


def test_whoever_stands_on_a_vehicle_is_seen_and_hit_there() -> None:
    game, _, rider = aboard()
    shooter = 1
    armed(game, shooter, game.world.edition.library.weapons["autogun"])
    game.state.put(replace(game.record(shooter), at=game.record(shooter).at.moved_to((20 * INCH, 18 * INCH, 0))))
    game.does(shooter, "shoot", target=rider, priority=[6, 6], dice=[6, 3, 1])
    assert "wound" in [event.key for event in game.happened(Rolled)]
    assert game.record(rider).status is Status.PINNED


def test_who_stands_on_a_vehicle_in_smoke_may_aim_a_blast_at_its_own_feet() -> None:
    game, _, rider = aboard(weapons=["frag-grenades"])
    at = Placement(20 * INCH, 10 * INCH, TOP * INCH, radius=0, height=0, posture=Posture.AWAY)
    game.state.records.append(
        Cloud(id=len(game.state.records), owner=-1, profile="smoke", at=at, kind="smoke", size=3 * INCH)
    )
    game.state.derived = None
    model = Model(game.play, rider)
    feet = model.at.spot
    question = blast_spots.spot_choice(model, guns.gun(model, (0, 0)), "shoot")
    assert question.candidates(9) == [feet] and question.sample(Random(1)) == feet


def test_who_goes_down_at_the_edge_of_a_vehicle_may_fall_off_it() -> None:
    game, _, rider = aboard(x=21)
    run_rule(game, lambda play: falling.teeter(play, Model(play, rider)), dice=(1,))
    assert game.happened(Fell)[0].height == 2 * INCH and game.at(rider)[2] == 0


def test_who_falls_onto_a_vehicle_hurts_it_where_it_is_softest() -> None:
    """From 8 inches up it is nearly 6 to the top of the lorry: S5 wounds the Toughness 4 of its sides on 3."""
    game, who, _ = scene(red=[fighter(10.3, 13, z=8)], blue=[fighter(46, 46)], board=roof(8), ruleset=RULESET)
    lorry = add_vehicle(game, 1, 8.5, 13, profile="tarpaulin")
    run_rule(game, lambda play: injury.pin(play, Model(play, who)), dice=(1, 1, 2, 6))
    assert [(event.why, event.faces) for event in game.happened(Rolled)][1:3] == [
        ("To wound, 3+", [1]),
        ("To wound, 3+", [2]),
    ]
    assert [event.who for event in game.happened(WasHit)] == [lorry] and game.at(who)[2] == 2.25
