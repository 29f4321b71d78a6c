"""Badzones, under the classic rules: what they are like, what befalls them, and what fighters do there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import FAR, badzone
from tests.necromunda.scenes import (
    COLD,
    end_round,
    fighter,
    gate,
    leg,
    next_round,
    piece,
    rolled_keys,
    roof,
    run_rule,
    scene,
    target_of,
    way,
)
from warbook.core.errors import BadData
from warbook.core.ruleset import Setup
from warbook.core.structs import replace
from warbook.rulesets.necromunda import edition_2023, edition_classic
from warbook.rulesets.necromunda.attacks import hits
from warbook.rulesets.necromunda.attacks.blasts import burst
from warbook.rulesets.necromunda.attacks.shooting.shots import gun_may_blow_up
from warbook.rulesets.necromunda.battle import badzones as badzone_events
from warbook.rulesets.necromunda.checks import badzones, characteristics, guns
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.badzones import BadzoneEventBegan, BadzoneEventEnded
from warbook.rulesets.necromunda.events.gear import GrenadesFound
from warbook.rulesets.necromunda.events.moments import ChargeEnds, RoundEnding
from warbook.rulesets.necromunda.harm import damage, falling, injury
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.printed.scenario import check_scenario
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.things import Casket
from warbook.space.boardfile import read_board
from warbook.testing import conformance

WITTY, WITLESS = [6, 6], [1, 2]


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, entry, aspect)


# ---- what befalls them -----------------------------------------------------------------------------------------------


def test_every_roll_of_two_dice_names_an_event_and_every_face_that_is_told_an_environment() -> None:
    for roll in (10 * tens + units for tens in range(1, 7) for units in range(1, 7)):
        assert sum(row.low <= roll <= row.high for row in LIBRARY.badzone_events.values()) == 1
    assert [row.roll for row in LIBRARY.environments.values()] == [1, 2, 3, 4, 5, 6]
    assert {row.repeat for row in LIBRARY.badzone_events.values()} == {"", "odd", "even"}


def test_an_event_comes_after_the_roll_for_priority_and_is_over_on_a_die() -> None:
    game, _, _ = badzone(fighter(10, 10))
    next_round(game, dice=[5, 2, 5, 3])
    assert badzones.event(game.play) == "old-cache" and rolled_keys(game) == ["priority", "badzone"]
    end_round(game, 2, dice=[2, 5, 2])
    assert badzones.event(game.play) == "old-cache", "2, of the 3 that it takes; and no other comes"
    end_round(game, 3, dice=[3, 5, 2, 1, 1])
    assert badzones.event(game.play) == "critter-swarm"


def test_an_event_is_over_after_three_rounds() -> None:
    game, _, _ = badzone(fighter(10, 10), event="howling-winds")
    end_round(game, 2, dice=[1, 5, 2])
    assert badzones.event(game.play) == "howling-winds"
    end_round(game, 3, dice=[5, 2, 6, 1])
    assert "badzone.over" not in rolled_keys(game) and badzones.event(game.play) == "bad-feeling"


@pytest.mark.parametrize(
    ("seen", "dice", "comes"), [("old-cache", [5, 4], "shutdown"), ("giant-rats", [3, 6], "shutdown")]
)
def test_in_place_of_what_has_been_there_the_tens_say_what_comes(seen: str, dice: list[int], comes: str) -> None:
    game, _, _ = badzone(fighter(10, 10))
    game.given(game.world.badzone, seen=(seen,))
    next_round(game, dice=[5, 2, *dice])
    assert badzones.event(game.play) == comes and game.state.turn.dark == 3000
    end_round(game, 2, dice=[4, 5, 2, 1, 1])
    assert not game.state.turn.dark


def test_a_collapse_pins_everybody_makes_the_badzone_another_one_and_is_over_at_once() -> None:
    game, red, blue = badzone(fighter(10, 10), environment="dome-jungle")
    game.given(game.world.badzone, seen=("spore-clouds",))
    next_round(game, dice=[5, 2, 2, 3, 6])
    assert [e.event for e in game.happened(BadzoneEventBegan)] == ["dome-collapse"]
    assert game.happened(BadzoneEventEnded) and not badzones.event(game.play)
    assert [game.record(who).status.value for who in (red, blue)] == ["pinned", "pinned"]
    assert badzones.fought_in(game.play, "unstable-dome") and not badzones.fought_in(game.play, "dome-jungle")


@pytest.mark.parametrize(("every", "comes"), [(False, "old-cache"), (True, "shutdown")])
def test_only_what_came_last_is_not_drawn_again_unless_the_table_says_so(every: bool, comes: str) -> None:
    game, _, _ = badzone(fighter(10, 10), options={"no-event-comes-twice": every})
    game.given(game.world.badzone, seen=("old-cache", "bad-air"))
    next_round(game, dice=[5, 2, 5, 3])
    assert badzones.event(game.play) == comes


def test_what_is_a_kind_of_another_event_counts_as_that_one() -> None:
    for every in (False, True):
        game, _, _ = badzone(fighter(10, 10), options={"no-event-comes-twice": every})
        game.given(game.world.badzone, seen=("chem-rain",))
        next_round(game, dice=[5, 2, 2, 1, 6])  # and what the badzone is like now
        assert [e.event for e in game.happened(BadzoneEventBegan)] == ["dome-collapse"]


def test_at_a_gunk_tank_each_fighter_is_gunked_on_a_one_in_each_round() -> None:
    game, red, blue = badzone(fighter(10, 10), event="gunk-tank")
    next_round(game, dice=[5, 2, 1, 2])
    assert game.record(red).conditions == ("gunked",) and not game.record(blue).conditions


# ---- scavenging ------------------------------------------------------------------------------------------------------


@covers("scavenge", "works")
@covers("scavenge", "numbers")
@pytest.mark.parametrize(("face", "environment", "finds"), [(5, "", 1), (4, "", 0), (3, "ancient-manufactory", 1)])
def test_with_a_friend_nearby_a_five_turns_up_a_casket(face: int, environment: str, finds: int) -> None:
    side = [fighter(10, 10, facing=(0, 1)), fighter(10, 16.9), fighter(10, 17.1)]
    game, red, _ = badzone(side, event="old-cache", environment=environment)
    answers = {"side": lambda asked: asked.options()[0]} if finds else {}
    game.does(red[0], "scavenge", dice=[face], **answers)
    caskets = [record for record in game.state.records if isinstance(record, Casket)]
    assert len(caskets) == finds and not game.state.turn.left
    if finds:
        assert game.at(caskets[0].id) == (10, 9.016, 0)
        assert any("Casket 1 of the old cache comes to light." in line for line in game.log())
        assert not game.why_not(red[0], "smash-open-casket")


@covers("scavenge", "numbers")
@pytest.mark.parametrize(("wits", "mad"), [(WITTY, ()), (WITLESS, ("insane",))])
def test_who_finds_nothing_on_tainted_ground_may_go_mad(wits: list[int], mad: tuple[str, ...]) -> None:
    game, red, _ = badzone(fighter(10, 10), event="old-cache", environment="tainted-ground")
    game.does(red, "scavenge", dice=[5, *wits])
    assert game.record(red).conditions == mad


@covers("scavenge", "refused")
def test_it_takes_an_old_cache_with_something_in_it() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[FAR], ruleset=RULESET)
    assert game.why_not(red, "scavenge") == ("The battle must be fought in a badzone with events.",)
    game, red, _ = badzone(fighter(10, 10), event="labyrinth")
    assert game.why_not(red, "scavenge") == ("The event in force must be the Old Cache.",)
    game, red, _ = badzone(fighter(10, 10, status="pinned"), event="old-cache")
    assert game.why_not(red, "scavenge") == ("It must be standing and not engaged.",)
    game, red, _ = badzone(fighter(10, 10), event="old-cache")
    for _ in range(game.world.count):
        game.does(red, "scavenge", dice=[6], side=lambda asked: asked.options()[0])
    reason = "There must be something left to find, and room for it beside the fighter."
    assert game.why_not(red, "scavenge") == (reason,)


def test_at_an_old_cache_ammo_tests_are_rolled_again_and_grenades_reloaded() -> None:
    armed = fighter(10, 10, weapons=["frag-grenades"], gone=((0, 0),))
    game, red, _ = badzone(armed, event="labyrinth")
    assert "reload" not in game.allowed(red)
    game, red, _ = badzone(armed, event="old-cache")
    game.does(red, "reload", dice=[1, 6])
    assert rolled_keys(game) == ["ammo", "ammo.again"]
    assert game.happened(GrenadesFound) and not game.record(red).gone


# ---- what they do ----------------------------------------------------------------------------------------------------


def test_in_a_jungle_shots_at_long_range_are_one_worse() -> None:
    for y, less in ((30, -1), (14, 0)):
        shooter = fighter(10, 10, facing=(0, 1), weapons=["autogun"])
        game, red, blue = badzone(shooter, fighter(10, y), environment="dome-jungle")
        assert dict(target_of(game, red, blue).because).get("dome jungle", 0) == less


@pytest.mark.parametrize(
    ("event", "short", "long"), [("howling-winds", 0, -1), ("choking-clouds", -1, -2), ("things-in-the-dark", 0, -1)]
)
def test_winds_clouds_and_things_in_the_dark_spoil_shots(event: str, short: int, long: int) -> None:
    shooter = fighter(10, 10, facing=(0, 1), weapons=["autogun"])
    for y, less in ((30, long), (14, short)):
        game, red, blue = badzone(shooter, fighter(10, y), event=event)
        assert dict(target_of(game, red, blue).because).get(event.replace("-", " "), 0) == less
        game, red, blue = badzone(shooter, fighter(10, y), event="labyrinth")
        assert event.replace("-", " ") not in dict(target_of(game, red, blue).because)


def test_winds_are_worse_over_bottomless_depths() -> None:
    shooter = fighter(10, 10, facing=(0, 1), weapons=["autogun"])
    game, red, blue = badzone(shooter, fighter(10, 30), event="howling-winds", environment="bottomless-depths")
    assert dict(target_of(game, red, blue).because)["howling winds"] == -2


@pytest.mark.parametrize(("face", "back"), [(4, True), (3, False)])
def test_who_falls_into_bottomless_depths_is_lost_or_back_in_the_end_phase(face: int, back: bool) -> None:
    zone = 'deployment = [{ name = "start", rect = [20, 0, 20, 6] }]\n'
    game, red, _ = badzone(fighter(13, 10.5, z=3), board=zone + roof(3), environment="bottomless-depths")
    side = replace(game.world.scenario.red, zone="start")
    game.world = replace(game.world, scenario=replace(game.world.scenario, red=side, blue=side))
    edge = (13_000, 10_000, 3_000)
    dice = (face, *COLD * (not back))
    run_rule(game, lambda play: falling.fall(play, Model(play, red), edge), dice=dice)
    assert game.record(red).status.value == "out-of-action" and bool(game.record(red).injuries) != back
    spots: Any = {"deploy": lambda asked: asked.candidates(1)[0]} if back else {}
    run_rule(game, lambda play: badzone_events.reinforce_later(play, RoundEnding()), **spots)
    assert (game.record(red).status.value == "standing") == back
    assert not back or game.at(red)[1] < 6


def test_elsewhere_one_falls_to_the_ground_as_ever() -> None:
    game, red, _ = badzone(fighter(13, 10.5, z=3), board=roof(3), environment="dome-jungle")
    run_rule(game, lambda play: falling.fall(play, Model(play, red), (13_000, 10_000, 3_000)), dice=(1,))
    assert game.record(red).status.value == "pinned" and game.at(red)[2] == 0


def test_whoever_sees_in_the_dark_does_not_mind_the_things_there() -> None:
    shooter = fighter(10, 10, facing=(0, 1), weapons=["autogun"], wargear=("photo-goggles",))
    game, red, blue = badzone(shooter, fighter(10, 30), event="things-in-the-dark")
    assert "things in the dark" not in dict(target_of(game, red, blue).because)


def test_a_bad_feeling_makes_nerve_tests_two_harder_and_no_others() -> None:
    for event, purpose, less in (("bad-feeling", "nerve", 2), ("bad-feeling", "rally", 0), ("labyrinth", "nerve", 0)):
        game, red, _ = badzone(fighter(10, 10), event=event)
        model = game.model(red)
        trial = characteristics.Trial(model, None, purpose)
        assert characteristics.number_needed("cool", model.profile.cl, trial).number == model.profile.cl + less


@pytest.mark.parametrize(
    ("event", "weapon", "lasers", "blows"),
    [
        ("static-storm", "lasgun", True, True),
        ("static-storm", "lasgun", False, False),
        ("static-storm", "plasma-gun", False, True),
        ("static-storm", "meltagun", True, True),
        ("static-storm", "autogun", True, False),
        ("labyrinth", "lasgun", True, False),
    ],
)
def test_in_a_static_storm_energy_weapons_may_blow_up(event: str, weapon: str, lasers: bool, blows: bool) -> None:
    shooter = fighter(10, 10, facing=(0, 1), weapons=[weapon])
    game, red, _ = badzone(shooter, event=event, options={"storms-upset-lasers": lasers})
    assert gun_may_blow_up(game.play, guns.gun(game.model(red), (0, 0))) == blows


@pytest.mark.parametrize(("event", "wounds"), [("static-storm", (1, 1)), ("labyrinth", (2, 2))])
def test_in_a_static_storm_a_charge_ends_in_sparks(event: str, wounds: tuple[int, int]) -> None:
    here = fighter(10, 10, facing=(0, 1), wounds=2)
    for y, left in ((10 + 2 * 0.492, wounds), (12.2, (2, 2))):
        game, red, blue = badzone(here, fighter(10, y, wounds=2), event=event)
        sparks = (6, 6) if left == (1, 1) else ()
        run_rule(game, lambda play, red=red: badzone_events.spark(play, ChargeEnds(red, ())), dice=sparks)
        assert (game.record(red).wounds, game.record(blue).wounds) == left


@pytest.mark.parametrize(
    ("environment", "melee", "dice", "taken", "earned"),
    [
        ("tainted-ground", True, ((1, 3), (5, 1)), "head-injury", 3),
        ("tainted-ground", False, ((1, 3),), "out-cold", 2),
        ("dome-jungle", True, ((1, 3),), "out-cold", 2),
    ],
)
def test_on_tainted_ground_close_combat_leaves_worse_injuries_and_teaches_more(
    environment: str, melee: bool, dice: tuple[tuple[int, int], ...], taken: str, earned: int
) -> None:
    game, red, blue = badzone(fighter(10, 10), environment=environment)
    faces = tuple(face for pair in dice for face in pair)
    run_rule(game, lambda play: injury.take_out(play, Model(play, blue), red, melee=melee), dice=faces)
    assert game.record(blue).injuries == (taken,) and game.record(red).experience == earned


@pytest.mark.parametrize(("environment", "mad"), [("tainted-ground", ("insane",)), ("dome-jungle", ())])
def test_on_tainted_ground_who_fails_a_test_of_the_mind_is_insane(environment: str, mad: tuple[str, ...]) -> None:
    game, red, _ = badzone(fighter(10, 10), environment=environment)
    run_rule(game, lambda play: characteristics.passes_cool(Model(play, red), "fear"), dice=(1, 2))
    assert game.record(red).conditions == mad
    game, red, _ = badzone(fighter(10, 10), environment=environment)
    run_rule(game, lambda play: characteristics.passes_intelligence(Model(play, red), "lock"), dice=(1, 2))
    assert not game.record(red).conditions


@pytest.mark.parametrize(("environment", "falls"), [("unstable-dome", True), ("dome-jungle", False)])
def test_in_an_unstable_dome_one_may_fall_off_from_the_middle_of_a_floor(environment: str, falls: bool) -> None:
    game, red, _ = badzone(fighter(13, 13, z=2), board=roof(2), environment=environment)
    run_rule(game, lambda play: injury.pin(play, Model(play, red)), dice=(1,) if falls else ())
    assert (game.at(red)[2] == 0) == falls
    game, red, _ = badzone(fighter(13, 9), board=roof(2), environment=environment)
    run_rule(game, lambda play: injury.pin(play, Model(play, red)))


def test_in_an_unstable_dome_a_blast_may_bring_another_beside_it() -> None:
    for face, blasts in ((4, [10]), (5, [10, 13])):
        game, _, _ = badzone(fighter(40, 10), environment="unstable-dome")
        hit = Hit(LIBRARY.weapons["frag-grenades"].profiles[0], way="blast")
        run_rule(game, lambda play, hit=hit: burst(play, (10_000, 10_000, 0), hit), dice=(face, 360)[: len(blasts)])
        assert [event.x // 1000 for event in game.happened(BlastFell)] == blasts


@pytest.mark.parametrize(("environment", "toughness"), [("unstable-dome", 3), ("", 5)])
def test_in_an_unstable_dome_doors_are_weaker(environment: str, toughness: int) -> None:
    game, _, _ = badzone(fighter(40, 10), environment=environment, board=gate())
    assert damage.toughness_of(game.play, game.record(2)) == toughness


def test_when_everything_is_shut_down_doors_are_forced_and_terrain_does_nothing() -> None:
    claw = piece("marker", id="old", kind="claw", at=[10, 13, 6])
    game, red, _ = badzone(fighter(8, 13), event="shutdown", board=roof(6) + claw)
    assert "climb-claw" not in game.allowed(red)
    door = gate(terminals=[[8.5, 9.9, 0], [8.5, 10.1, 0]])
    game, red, _ = badzone(fighter(8.8, 9.2), event="shutdown", board=door)
    assert game.why_not(red, "operate-door") == ("Everything is shut down: doors are opened by force alone.",)
    assert game.why_not(red, "access-terminal") == ("It must be within an inch of a terminal.",)


@covers("move", "works")
@covers("move", "refused")
@covers("move", "numbers")
def test_in_bad_air_one_moves_once_unless_one_wears_a_respirator() -> None:
    for event, wargear, again in (("bad-air", (), False), ("bad-air", ("respirator",), True), ("labyrinth", (), True)):
        game, red, _ = badzone(fighter(10, 10, wargear=wargear), event=event)
        far = game.model(red).move / 1000
        assert game.asks(red, "move").legal(way(leg(10, 10 + far + 0.1))) != ()
        game.does(red, "move", path=way(leg(10, 10 + far)))
        assert game.at(red) == (10, 10 + far, 0) and ("move" in game.acting.allowed()) == again


def test_in_bad_air_fire_is_weaker_and_sets_nobody_on_fire() -> None:
    flame = Hit(LIBRARY.weapons["flamer"].profiles[0], way="template", origin=(10_000, 12_000, 0))
    for event, strength, dice in (("bad-air", 3, ()), ("labyrinth", 4, (6,))):
        game, red, _ = badzone(fighter(10, 10), event=event)
        assert hits.strike_of_hit(game.play, flame, melts=False).strength == strength
        run_rule(game, lambda play, red=red: hits.linger(play, Model(play, red), flame), dice=dice)
        assert game.record(red).suffers("blaze") == bool(dice)


# ---- files -----------------------------------------------------------------------------------------------------------


def test_a_scenario_names_an_environment_that_its_edition_has() -> None:
    board = read_board('kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n' + ZONES, "b")
    told = SCENARIO + 'environment = "dome-jungle"\nevents = true\n' + SIDES
    check_scenario(LIBRARY, edition_classic.parse_scenario(told, "s"), "s", board, "b", ())
    for line, wrong in (('environment = "dome-jungel"', "environment"), ("events = true", "events")):
        book: Any = edition_classic if wrong == "environment" else edition_2023
        text = SCENARIO.replace("necromunda-classic", book.ID) + line + "\n" + SIDES
        with pytest.raises(BadData, match=wrong):
            check_scenario(book.LIBRARY, book.parse_scenario(text, "s"), "s", board, "b", ())


ZONES = "".join(f'[[deployment]]\nname = "{name}"\nrect = [{x}, 0, 9, 9]\n' for name, x in (("w", 0), ("e", 20)))
SCENARIO = """
kind = "scenario"
id = "s"
ruleset = "necromunda-classic"
title = "S"
summary = "S."
board = "b"
"""
SIDES = """
[red]
roster = "stand-off-red"
zone = "w"
[blue]
roster = "stand-off-blue"
zone = "e"
"""


# ---- whole battles ---------------------------------------------------------------------------------------------------


def strewn(environment: str) -> Setup:
    """The stand-off in a badzone of some environment with events, among all pieces of terrain that have rules."""
    pieces = [
        ("terminal", [10, 5, 0], {"controls": "lifts"}),
        ("terminal", [12, 5, 0], {"controls": "old-claw"}),
        ("terminal", [14, 5, 0], {"controls": "ancient"}),
        ("claw", [8, 12, 3], {}),
        ("hatch", [16, 5, 0], {}),
        ("hardware", [24, 8, 0], {"claw": True}),
        ("ordnance", [18, 8, 0], {}),
        ("generator", [20, 8, 0], {}),
        ("ritual-circle", [30, 5, 0], {}),
        ("fungus", [28, 5, 0], {}),
        ("eggs", [26, 5, 0], {}),
        ("turbine", [5, 30, 0], {}),
        ("fuel-cache", [22, 12, 0], {}),
        ("generator", [20, 14, 0], {}),
        ("console", [17, 11, 0], {"controls": "old-7"}),
        ("archaeotech-device", [12, 20, 0], {}),
        ("console", [12, 22, 0], {"controls": "old-15"}),
        ("sludge-vat", [27, 13, 0], {}),
        ("sewer", [11, 25, 0], {}),
        ("collapsed-section", [26, 11.5, 0], {}),
        ("web-gorse", [6, 16, 0], {}),
        ("needle-shrub", [18, 20, 0], {}),
        ("grapple-weed", [24, 20, 0], {}),
    ]
    ground = (
        piece("area", rect=[26, 12, 2, 2], kind="pitfall")
        + piece("area", rect=[10, 24, 2, 8], kind="sewage")
        + piece("area", rect=[25, 11, 4, 4], kind="rubble")
    )
    markers = "".join(
        piece("marker", id="old-claw" if kind == "claw" else f"old-{number}", kind=kind, at=at, params=params)
        for number, (kind, at, params) in enumerate(pieces)
    )
    shelf = edition_classic.SHELF
    told, source = shelf.text("scenario", "classic-stand-off")
    told = told.replace("[red]", f'environment = "{environment}"\nevents = true\n\n[red]', 1)
    board, _ = shelf.text("board", "hive")
    content = shelf.content("classic-stand-off", text=told, source=source, board=(board + ground + markers, "hive"))
    return Setup(RULESET.id, content)


@pytest.mark.parametrize(("number", "environment"), [*enumerate(LIBRARY.environments)])
def test_battles_in_badzones_keep_the_contract(number: int, environment: str) -> None:
    report = conformance(RULESET, [strewn(environment)], games=1, seed=number, samples=4, milliseconds=0)
    assert report.examined > 4


def test_battles_in_which_something_else_befalls_the_badzone_in_every_round_keep_the_contract(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fleeting = {id: replace(row, discard=min(row.discard, 1)) for id, row in LIBRARY.badzone_events.items()}
    monkeypatch.setattr(LIBRARY, "badzone_events", fleeting)
    report = conformance(RULESET, [strewn("tainted-ground")], games=2, seed=11, samples=4, milliseconds=0)
    assert report.examined > 4
