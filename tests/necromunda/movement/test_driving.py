"""Vehicles that are activated and drive."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, add_vehicle, fighter, run_rule, scene, wall
from warbook.core.decision import Choose
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.movement import Fell
from warbook.rulesets.necromunda.events.rounds import ActivationEnded
from warbook.rulesets.necromunda.events.vehicles import Drove, VehicleActivated, VehicleDamaged
from warbook.rulesets.necromunda.harm import control
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.space.footprints import footprint, overlap
from warbook.testing import drive, piece

NORTH, EAST, WEST = (0, 1), (1, 0), (-1, 0)
MOVE = "vehicle-move"


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of an entry of the classic catalogue."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


def on_the_road(profile: str = "tarpaulin", *, board: str = "", options: Any = None, **changes: Any) -> tuple[Any, int]:
    """A vehicle that looks north from (20, 10), with nobody near."""
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], board=board, ruleset=RULESET, options=options)
    return game, add_vehicle(game, 0, 20, 10, profile=profile, **changes)


# ---- activations -----------------------------------------------------------------------------------------------------


def test_a_ready_vehicle_is_activated_takes_two_actions_and_is_done() -> None:
    game, lorry = on_the_road(ready=True)
    game.goes_on(activate=lorry)
    assert game.happened(VehicleActivated) and not game.record(lorry).ready
    game.goes_on(action=[MOVE, MOVE], drive=[drive((7, NORTH)), drive((3, NORTH))])
    assert game.at(lorry) == (20, 20, 0) and game.record(lorry).moved == 10_000
    assert game.happened(ActivationEnded) and game.state.turn.seat == 1


def test_fighters_and_vehicles_have_lists_of_their_own() -> None:
    game, lorry = on_the_road()
    menu = game.offered(lorry)
    assert isinstance(menu, Choose) and MOVE in menu.listed()
    assert not {"move", "shoot", "face-about"} & set(menu.listed())
    assert MOVE not in game.offered(0).listed() and "face-about" in game.offered(0).listed()


def test_its_card_offers_what_it_could_do() -> None:
    game, lorry = on_the_road()
    assert RULESET.card is not None
    (offer,) = [each for each in RULESET.card(game.play, lorry).tray if each.id == MOVE]
    assert offer.against == ("It is not in its activation.", "It is not ready.")
    game.activation(lorry)
    assert not next(each for each in RULESET.card(game.play, lorry).tray if each.id == MOVE).against


# ---- the move --------------------------------------------------------------------------------------------------------


@covers(MOVE, "works")
@pytest.mark.parametrize(
    ("legs", "end", "facing"),
    [
        (drive((7, NORTH)), (20, 17, 0), NORTH),
        (drive((7, EAST)), (27, 10, 0), EAST),  # a pivot before
        (drive((4, NORTH), (3, WEST)), (17, 14, 0), WEST),  # on the way
        (drive((5, NORTH), (0, EAST)), (20, 15, 0), EAST),  # after
        (drive(), (20, 10, 0), NORTH),
    ],
)
def test_a_vehicle_drives_straight_ahead_with_one_pivot(legs: Any, end: Any, facing: Any) -> None:
    game, lorry = on_the_road()
    game.does(lorry, MOVE, drive=legs)
    at = game.record(lorry).at
    assert game.at(lorry) == end and (at.fx, at.fy) == facing
    assert len(game.happened(Drove)) == bool(legs)


@covers(MOVE, "refused")
@pytest.mark.parametrize(
    ("legs", "against"),
    [
        (drive((7.5, NORTH)), "7.5"),
        (drive((-1, NORTH)), "It may not go backwards."),
        (drive((1, EAST), (1, NORTH)), "It may turn once at most."),
        (drive((1, (-1, -10))), "It may turn by 90° at most."),
    ],
)
def test_what_is_no_move_is_refused(legs: Any, against: str) -> None:
    game, lorry = on_the_road()
    assert against in " ".join(game.asks(lorry, MOVE).legal(legs))


@covers(MOVE, "refused")
def test_whose_engine_has_stalled_does_not_move() -> None:
    game, lorry = on_the_road(stalled=True)
    assert game.why_not(lorry, MOVE) == ("It must be mobile: its engine has stalled.",)


@covers(MOVE, "numbers")
@pytest.mark.parametrize(
    ("profile", "pivots"), [("tarpaulin", 1), ("dust-hare", 2), ("wick-runner", 2), ("patchwork-walker", -1)]
)
def test_most_pivot_once_and_some_more_often(profile: str, pivots: int) -> None:
    game, who = on_the_road(profile)
    assert game.asks(who, MOVE).rules.turns == pivots


@covers(MOVE, "numbers")
def test_tracks_in_place_of_wheels_cost_an_inch() -> None:
    far = [on_the_road("patchwork-light", locomotion=each) for each in ("wheeled", "tracked")]
    assert [game.asks(who, MOVE).rules.allowance for game, who in far] == [7000, 6000]


def test_players_are_offered_drives_that_are_legal() -> None:
    game, lorry = on_the_road(board=wall(15, 14, 25, 14))
    question = game.asks(lorry, MOVE)
    drives = question.candidates(12)
    assert len(drives) == 12 and all(question.is_legal(each) for each in drives)


# ---- manoeuvres ------------------------------------------------------------------------------------------------------

MANOEUVRE = "manoeuvre"


@covers(MANOEUVRE, "works")
@pytest.mark.parametrize(
    ("legs", "end", "facing"),
    [
        (drive((3.5, NORTH)), (20, 13.5, 0), NORTH),
        (drive((-3.5, NORTH)), (20, 6.5, 0), NORTH),
        (drive((1, EAST), (1, NORTH), (1, EAST)), (22, 11, 0), EAST),
        (drive((-1, EAST), (-1, NORTH)), (19, 9, 0), NORTH),
        (drive((0, EAST), (0, (0, -1))), (20, 10, 0), (0, -1)),
    ],
)
def test_a_vehicle_manoeuvres_ahead_or_backwards_with_many_pivots(legs: Any, end: Any, facing: Any) -> None:
    game, lorry = on_the_road()
    game.does(lorry, MANOEUVRE, drive=legs)
    at = game.record(lorry).at
    assert game.at(lorry) == end and (at.fx, at.fy) == facing


@covers(MANOEUVRE, "refused")
@pytest.mark.parametrize(
    ("legs", "against"),
    [
        (drive((4, NORTH)), 'That takes 4" of movement'),
        (drive((1, (0, -1))), "It may turn by 90° at most at a time."),
        (drive((1, NORTH), (-1, NORTH)), "It may go either ahead or backwards, not both."),
    ],
)
def test_what_is_no_manoeuvre_is_refused(legs: Any, against: str) -> None:
    game, lorry = on_the_road()
    assert against in " ".join(game.asks(lorry, MANOEUVRE).legal(legs))


@covers(MANOEUVRE, "refused")
def test_whose_engine_has_stalled_does_not_manoeuvre() -> None:
    game, lorry = on_the_road(stalled=True)
    assert game.why_not(lorry, MANOEUVRE) == ("It must be mobile: its engine has stalled.",)


@covers(MANOEUVRE, "numbers")
@pytest.mark.parametrize(("half", "far"), [("exact", 3500), ("up", 4000), ("down", 3000)])
def test_half_a_movement_is_rounded_as_the_table_says(half: str, far: int) -> None:
    game, lorry = on_the_road(options={"half-movement": half})
    rules = game.asks(lorry, MANOEUVRE).rules
    assert (rules.allowance, rules.back, rules.turns) == (far, far, -1)


@pytest.mark.parametrize(
    ("option", "value", "action", "legs", "reason"),
    [
        ("pivots-split-moves", False, MOVE, drive((1, NORTH), (1, EAST)), "It may not pivot on its way"),
        ("pivots-split-moves", False, MANOEUVRE, drive((1, NORTH), (1, EAST)), "It may not pivot on its way"),
        ("manoeuvres-go-both-ways", True, MANOEUVRE, drive((1, NORTH), (-1, NORTH)), ""),
        ("pivots-apart", True, MANOEUVRE, drive((0.5, EAST), (1, NORTH)), "It must go an inch between two pivots."),
    ],
)
def test_tables_differ_about_pivots(option: str, value: bool, action: str, legs: Any, reason: str) -> None:
    game, lorry = on_the_road(options={option: value})
    said = " ".join(game.asks(lorry, action).legal(legs))
    assert (reason in said) if reason else not said
    game, lorry = on_the_road(options={option: not value})
    assert bool(game.asks(lorry, action).legal(legs)) is (not reason)


def test_before_and_after_it_goes_it_pivots_at_any_table() -> None:
    game, walker = on_the_road("patchwork-walker", options={"pivots-split-moves": False})
    assert not game.asks(walker, MOVE).legal(drive((2, EAST), (0, NORTH)))


# ---- what carries it -------------------------------------------------------------------------------------------------

MIRE = piece("area", rect=[15, 12, 10, 20], kind="difficult")
SLICK = piece("area", rect=[15, 14, 10, 1], kind="dangerous")


@pytest.mark.parametrize(
    ("profile", "locomotion", "options", "far"),
    [
        ("patchwork-light", "wheeled", {}, 4.5),  # two inches as they are, 2.5 of the five that are left
        ("patchwork-light", "tracked", {}, 6),
        ("sledge", "", {}, 7),
        ("sledge", "", {"hybrids-run-as-tracked": False}, 4.5),
        ("patchwork-walker", "", {}, 3.5),
        ("tarpaulin", "skimmer", {}, 7),
    ],
)
def test_difficult_ground_slows_some_down(profile: str, locomotion: Any, options: Any, far: float) -> None:
    game, who = on_the_road(profile, locomotion=locomotion, board=MIRE, options=options)
    question = game.asks(who, MOVE)
    assert not question.legal(drive((far, NORTH))) and question.legal(drive((far + 0.1, NORTH)))


def test_dangerous_ground_takes_a_handling_test() -> None:
    game, lorry = on_the_road(board=SLICK)
    game.does(lorry, MOVE, drive=drive((6, NORTH)), dice=[3, 4])
    assert game.at(lorry) == (20, 16, 0) and not game.happened(VehicleDamaged)


def test_who_fails_it_has_the_worst_done_to_its_drive() -> None:
    game, lorry = on_the_road(board=SLICK)
    game.does(lorry, MOVE, drive=drive((6, NORTH)), dice=[3, 3, 6, 4])  # and keeps control, two worse than before
    (damage,) = game.happened(VehicleDamaged)
    assert (damage.location, damage.result) == ("drive", "catastrophic")
    assert game.record(lorry).hull_points == 1 and game.record(lorry).handling == 2


@pytest.mark.parametrize(("y", "dice"), [(13.5, [3, 4]), (11.9, [])])
def test_a_skimmer_minds_the_ground_that_it_comes_down_on(y: float, dice: list[int]) -> None:
    game, who = on_the_road(locomotion="skimmer", board=MIRE)
    game.does(who, MOVE, drive=drive((y - 10, NORTH)))
    game.goes_on(action="end-activation", dice=dice)
    assert game.happened(ActivationEnded)


def test_a_skimmer_crosses_dangerous_ground_above_it() -> None:
    game, who = on_the_road(locomotion="skimmer", board=SLICK)
    assert game.asks(who, MOVE).notes(drive((7, NORTH))) == ()
    game.does(who, MOVE, drive=drive((7, NORTH)), dice=[])
    assert game.at(who) == (20, 17, 0)


def test_who_pushes_another_along_crosses_dangerous_ground_all_the_same() -> None:
    game, lorry = on_the_road(board=SLICK)
    other = add_vehicle(game, 1, 20, 15, profile="dust-hare")
    game.does(lorry, MOVE, drive=drive((6, NORTH)), dice=[1, 1, 3, 4])  # neither is wounded; it keeps control
    assert game.at(lorry) == (20, 16, 0) and game.at(other)[1] > 15
    assert [e.key for e in game.happened(Rolled)] == ["wound", "wound", "dangerous"]


def test_a_skimmer_that_comes_down_badly_is_damaged_before_its_activation_ends() -> None:
    game, who = on_the_road(locomotion="skimmer", board=MIRE, hull_points=2)
    game.does(who, MOVE, drive=drive((3.5, NORTH)))
    game.goes_on(action="end-activation", dice=[3, 3])
    assert game.record(who).wrecked and len(game.happened(ActivationEnded)) == 1


def test_a_vehicle_that_is_held_back_goes_no_further_than_its_movement() -> None:
    game, lorry = on_the_road(held_back=True)
    game.does(lorry, MOVE, drive=drive((5, NORTH)))
    assert game.acting.asks(MOVE).rules.allowance == 2000


# ---- over the end of the floor ---------------------------------------------------------------------------------------


def deck(x: float, y: float, wide: float, deep: float, z: float = 4) -> str:
    """A deck above the ground."""
    return piece("platform", rect=[x, y, wide, deep], z=z, thickness=0.25)


def on_a_deck(board: str, z: float = 4, **changes: Any) -> tuple[Any, int]:
    """A vehicle that looks north from (20, 10) on a deck."""
    game, lorry = on_the_road(board=board, **changes)
    game.place(lorry, 20, 10, z)
    return game, lorry


@covers(MOVE, "works")
@pytest.mark.parametrize(("gap", "crosses"), [(3.9, True), (4, False)])
def test_a_gap_shorter_than_the_hull_is_crossed(gap: float, crosses: bool) -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8) + deck(15, 12 + gap, 10, 20))
    question = game.asks(lorry, MOVE)
    legs = drive((6.5, NORTH))
    assert (question.driven(legs).stopped is None) is crosses
    assert (question.end_of(legs).y == 16_500) is crosses


def test_over_the_edge_a_vehicle_falls_on_its_drive_and_has_to_keep_control() -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8), hull_points=3)
    legs = drive((7, NORTH))
    assert game.asks(lorry, MOVE).notes(legs) == ('It falls 4".',)
    game.does(lorry, MOVE, drive=legs, dice=[5, 4, 1, 3, 5, 6, 6])
    assert game.at(lorry)[2] == 0 and game.at(lorry)[1] > 12
    assert game.happened(Fell)[0].height == 4000
    assert [(damage.location, damage.result) for damage in game.happened(VehicleDamaged)] == [("drive", "glancing")]


@pytest.mark.parametrize(("z", "bonus"), [(2, -1), (3, -1), (4, -2), (7, -3)])
def test_the_deeper_the_fall_the_harder_is_control(z: float, bonus: int) -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8, z), z, profile="iron-abbey")
    falls = [1, 6, 6] if z >= 3 else [6, 6]  # no hit below three inches; else it does not wound
    game.does(lorry, MOVE, drive=drive((6, NORTH)), dice=falls)
    (test,) = [event for event in game.happened(Rolled) if event.key == "control"]
    assert f"{6 - bonus}+" in test.why


def test_who_is_below_takes_the_same_hit_and_the_hull_comes_down_beside() -> None:
    game, _, foe = scene(red=[fighter(2, 2)], blue=[fighter(20, 15)], board=deck(15, 4, 10, 8), ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin")
    game.place(lorry, 20, 10, 4)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[1, 1, 6, 6])  # neither is wounded, and it keeps control
    assert game.rolled("wound") == [[1], [1]]
    assert game.record(foe).status is Status.PINNED and game.at(foe) == (20, 15, 0)
    assert game.gap(lorry, foe) >= 0 and not overlap(*(footprint(game.record(who).at) for who in (lorry, foe)))


def test_what_rolls_over_the_edge_falls_as_a_wreck_onto_who_is_below() -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8))
    foe = game.world.sides[1][0]
    game.place(foe, 20, 15, 0)
    run_rule(game, lambda play: control.lose_control(play, Driver(play, lorry)), dice=(6, 3, 90, 1, 3, *COLD))
    assert game.record(lorry).wrecked and game.at(lorry)[2] == 0
    assert game.rolled("wound") == [[1]] and game.record(foe).status is Status.PINNED


def test_a_vehicle_that_it_comes_down_on_takes_the_same_hit() -> None:
    game, lorry = on_a_deck(deck(15, 4, 10, 8))
    below = add_vehicle(game, 1, 20, 15, profile="sledge", facing=EAST)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[1, 1, 6, 6])
    assert [event.who for event in game.happened(WasHit)] == [lorry, below]


@covers(MOVE, "refused")
@pytest.mark.parametrize(("deep", "said"), [(3.9, ()), (4.1, ("The pit is too wide to be crossed.",))])
def test_a_pit_that_is_as_wide_as_the_hull_is_long_stops_it(deep: float, said: tuple[str, ...]) -> None:
    game, lorry = on_the_road(board=piece("area", rect=[15, 12, 10, deep], kind="pitfall"))
    assert game.asks(lorry, MOVE).legal(drive((6.5, NORTH))) == said


def test_of_dangerous_ground_a_player_is_warned() -> None:
    game, lorry = on_the_road(board=SLICK, flesh=1)
    (warning,) = game.asks(lorry, MOVE).notes(drive((6, NORTH)))
    assert warning.startswith("Dangerous ground: Handling test, 8+")
