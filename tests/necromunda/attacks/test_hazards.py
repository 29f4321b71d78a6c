"""Pieces of terrain that harm whoever stays near them, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.badzones import badzone
from tests.necromunda.scenes import (
    COLD,
    SAFE,
    end_round,
    fighter,
    leg,
    marker,
    piece,
    pitfall,
    rolled_keys,
    run_rule,
    scene,
    set_phase,
    target_of,
    way,
)
from warbook.core.effect import has_effect
from warbook.core.errors import BadData
from warbook.rulesets.necromunda.attacks import hazards
from warbook.rulesets.necromunda.attacks.blasts import burst
from warbook.rulesets.necromunda.attacks.shooting.blast_attacks import drift
from warbook.rulesets.necromunda.checks import guns, pieces, targets
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.moments import ActionDone
from warbook.rulesets.necromunda.events.rounds import Activated
from warbook.rulesets.necromunda.harm import falling, injury
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.printed.scenario import check_board
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.rulesets.necromunda.records.model import Model
from warbook.space.boardfile import read_board

FAR = fighter(40, 40)
PIECE = 2  # after one fighter a side


def beside(kind: str, gap: float, options: dict[str, Any] | None = None, **changes: Any) -> Any:
    """A fighter in its activation, so many inches from the rim of a piece of terrain, with an action left."""
    here = fighter(10, 10 + gap + 2 * 0.492, weapons=["autogun"], **changes)
    game, red, _ = scene(red=[here], blue=[FAR], board=marker(kind, 10, 10), ruleset=RULESET, options=options)
    set_phase(game, "action", actor=red, left=1)
    return game, red


def end_activation(game: Any, who: int, *dice: int, **answers: Any) -> None:
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, who)), dice=dice, **answers)


@pytest.mark.parametrize(("dice", "mad"), [((3, 4), ()), ((3, 3), ("insane",))])
def test_who_ends_its_activation_by_a_ritual_circle_may_go_mad(dice: tuple[int, int], mad: tuple[str, ...]) -> None:
    game, red = beside("ritual-circle", 5.9)
    end_activation(game, red, *dice)
    assert game.record(red).conditions == mad
    game, red = beside("ritual-circle", 6.1)
    end_activation(game, red)


@pytest.mark.parametrize("kind", ["ritual-circle", "fungus", "eggs", "turbine"])
def test_when_everything_is_shut_down_nothing_of_the_kind_harms_anybody(kind: str) -> None:
    game, red, _ = badzone(fighter(10, 11.9), event="shutdown", board=marker(kind, 10, 10))
    set_phase(game, "action", actor=red, left=1)
    end_activation(game, red)
    assert not rolled_keys(game)


def test_fungi_gas_who_stays_within_two_inches() -> None:
    game, red = beside("fungus", 1.9)
    end_activation(game, red, 6, 3)
    assert game.record(red).status.value == "seriously-injured"
    game, red = beside("fungus", 2.1)
    end_activation(game, red)


@pytest.mark.parametrize(("dice", "pinned"), [((4,), False), ((3, 2, 5, 4), True)])
def test_eggs_hatch_on_three_or_less(dice: tuple[int, ...], pinned: bool) -> None:
    game, red = beside("eggs", 0.9)
    end_activation(game, red, *dice)
    assert (game.record(red).status.value == "pinned") == pinned
    game, red = beside("eggs", 1.1)
    end_activation(game, red)


@pytest.mark.parametrize(
    ("gap", "dice", "y"), [(5.9, (4,), 16.884), (5.9, (3, 3), 13.884), (1.5, (3, 2, 1), None), (6.1, (), 17.084)]
)
def test_a_turbine_draws_in_who_is_too_weak(gap: float, dice: tuple[int, ...], y: float | None) -> None:
    game, red = beside("turbine", gap)
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, red)), dice=(*dice, *COLD * (y is None)))
    if y is None:
        assert game.record(red).status.value == "out-of-action"
    else:
        assert abs(game.at(red)[1] - y) < 0.003


def test_a_generator_at_work_strikes_who_ends_an_action_beside_it() -> None:
    for works in (True, False):
        game, red = beside("generator", 0.9, wounds=3)
        if not works:
            run_rule(game, lambda play: begin_effect(play, "switched-off", PIECE, "end-phase"))
        game.does(red, "aim", dice=[2, 4, 1] if works else [])
        assert (game.record(red).wounds, game.record(red).status.value) == ((2, "pinned") if works else (3, "standing"))
        assert (game.state.turn.actor == red) != works


# ---- fuel ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ap", "face", "piercing", "breached"),
    [
        (0, 3, True, True),
        (0, 4, True, False),
        (-2, 5, True, True),
        (-2, 6, True, False),
        (-2, 1, False, True),
        (-2, 2, False, False),
    ],
)
def test_a_hit_breaches_fuel_on_three_or_less_once_its_ap_is_taken_off(
    ap: int, face: int, piercing: bool, breached: bool
) -> None:
    cache, options = marker("fuel-cache", 10, 10), {"piercing-breaches-fuel": piercing}
    game, _, _ = scene(red=[fighter(10, 20)], blue=[FAR], board=cache, ruleset=RULESET, options=options)
    run_rule(game, lambda play: hazards.hit_fuel(play, PIECE, ap), dice=(face,))
    assert bool(game.record(PIECE).tokens) == breached
    if breached:
        run_rule(game, lambda play: hazards.hit_fuel(play, PIECE, ap))


def test_burning_fuel_hits_everybody_within_three_inches_and_whoever_stays_there() -> None:
    for gap, hit in ((2.9, True), (3.1, False)):
        game, red = beside("fuel-cache", gap, wounds=5)
        dice = (3, 6, 1) if hit else (3,)  # breached; a wound that nothing saves; it does not catch fire
        run_rule(game, lambda play: hazards.hit_fuel(play, PIECE, 0), dice=dice)
        assert (game.record(red).wounds, game.record(red).status.value) == ((3, "pinned") if hit else (5, "standing"))
        assert any("is breached and burns" in line for line in game.log())
        run_rule(game, lambda play, red=red: hazards.burn(play, ActionDone(red)), dice=(6, 1) if hit else ())
        assert game.record(red).wounds == (1 if hit else 5)


def beside_a_fire(y: float, **changes: Any) -> Any:
    """A fighter so far north of fuel that burns at (10, 10), with its activation before it."""
    game, red, _ = scene(
        red=[fighter(10, y, **changes)], blue=[FAR], board=marker("fuel-cache", 10, 10), ruleset=RULESET
    )
    game.given(PIECE, tokens=1)
    return game, red


def test_who_runs_through_burning_fuel_is_hit_where_it_comes_into_the_fire() -> None:
    game, red = beside_a_fire(14, wounds=5)
    past = way(leg(13, 12.5), leg(14.5, 12.5))
    game.does(red, "move", path=past, dice=[6, 1])  # a wound that nothing saves; it does not catch fire
    assert (game.record(red).wounds, game.record(red).status.value) == (3, "pinned")
    assert 13 < game.at(red)[1] < 14, "it lies where the fire began"
    game, red = beside_a_fire(14)
    game.does(red, "move", path=way(leg(15, 14)))
    assert not rolled_keys(game)


def test_who_gets_out_of_the_fire_is_not_hit_on_its_way() -> None:
    game, red = beside_a_fire(13)
    game.does(red, "move", path=way(leg(10, 16)))
    assert not rolled_keys(game)


def test_fuel_is_shot_at_until_it_burns() -> None:
    shooter = fighter(10, 16, facing=(0, -1), weapons=["autogun"])
    game, red, _ = scene(red=[shooter], blue=[FAR], board=marker("fuel-cache", 10, 10), ruleset=RULESET)
    gun = guns.gun(game.model(red), (0, 0))
    assert targets.things_seen(game.model(red), gun) == [PIECE]
    game.does(red, "shoot", target=PIECE, dice={"hit": 6, "firepower": SAFE, "fuel": 1})
    assert game.record(PIECE).tokens == 1 and targets.things_seen(game.model(red), gun) == []


def test_a_blast_breaches_the_fuel_under_it() -> None:
    game, _, _ = scene(red=[fighter(30, 30)], blue=[FAR], board=marker("fuel-cache", 10, 10), ruleset=RULESET)
    hit = Hit(LIBRARY.weapons["frag-grenades"].profiles[0], way="blast")
    run_rule(game, lambda play: burst(play, (10_000, 10_500, 0), hit), dice=(1,))
    assert game.record(PIECE).tokens == 1


# ---- furnaces --------------------------------------------------------------------------------------------------------


def test_a_furnace_injures_critically_whoever_falls_in() -> None:
    for fire in (True, False):
        board = pitfall() + (marker("furnace", 14, 10) if fire else "")
        game, red, _ = scene(red=[fighter(11.5, 10)], blue=[FAR], board=board, ruleset=RULESET)
        edge = (12_000, 10_000, 0)
        run_rule(
            game,
            lambda play, red=red, edge=edge: falling.fall(play, Model(play, red), edge),
            dice=() if fire else COLD,
        )
        assert game.record(red).status.value == "out-of-action"
        assert game.record(red).injuries == (("critical-injury",) if fire else ("out-cold",))


def test_at_tables_where_pits_give_back_the_nimble_a_furnace_does_not() -> None:
    for fire in (True, False):
        board = pitfall() + (marker("furnace", 14, 10) if fire else "")
        nimble = fighter(11.5, 10, skills=["catfall"])
        house = ["catfall-out-of-pits"]
        game, red, _ = scene(red=[nimble], blue=[FAR], board=board, ruleset=RULESET, house_rules=house)
        edge = (12_000, 10_000, 0)
        run_rule(game, lambda play, red=red, edge=edge: falling.fall(play, Model(play, red), edge))
        assert game.model(red).effect("down-a-pit") != fire


def test_shots_across_a_furnace_are_one_worse() -> None:
    for x, less in ((14, -1), (20, 0)):
        shooter = fighter(x, 5, facing=(0, 1), weapons=["autogun"])
        board = pitfall() + marker("furnace", 14, 10)
        game, red, blue = scene(red=[shooter], blue=[fighter(x, 16)], board=board, ruleset=RULESET)
        assert dict(target_of(game, red, blue).because).get("across a furnace", 0) == less


def test_a_board_puts_furnaces_into_pitfalls() -> None:
    head = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n'
    check_board(LIBRARY, read_board(head + pitfall() + marker("furnace", 14, 10), "b"), "b")
    with pytest.raises(BadData, match="a furnace on firm ground"):
        check_board(LIBRARY, read_board(head + pitfall() + marker("furnace", 20, 10), "b"), "b")


# ---- generators ------------------------------------------------------------------------------------------------------


def test_a_generator_hides_who_stands_behind_it_and_is_in_the_way() -> None:
    shooter = fighter(10, 20, facing=(0, -1), weapons=["autogun"])
    board = marker("generator", 10, 10)
    game, red, blue = scene(red=[shooter], blue=[fighter(10.6, 8.9)], board=board, ruleset=RULESET)
    assert dict(target_of(game, red, blue).because)["cover"] < 0
    assert game.record(PIECE).at.posture


@pytest.mark.parametrize(("face", "begins"), [(5, False), (6, True)])
def test_a_generator_begins_by_chance_until_the_next_end_phase(face: int, begins: bool) -> None:
    game, _ = beside("generator", 10, {"generators-always-run": False})
    end_round(game, dice=[face, 5, 2])
    assert rolled_keys(game) == ["terrain", "priority"]
    assert has_effect(game.state, PIECE, "running") == begins
    end_round(game, dice=[1, 5, 2])
    assert not has_effect(game.state, PIECE, "running")


def between_generators(others: str = "", **changes: Any) -> Any:
    """A fighter who is about to pass between two generators eight inches apart, eastwards."""
    board = marker("generator", 10, 6, "west") + marker("generator", 10, 14, "east") + others
    here = fighter(8, 10, facing=(1, 0), wounds=4)
    game, red, _ = scene(red=[here], blue=[FAR], board=board, ruleset=RULESET, **changes)
    return game, red


def test_who_passes_between_two_generators_at_work_is_struck_there() -> None:
    game, red = between_generators()
    game.does(red, "move", path=way(leg(12, 10)), dice=[3, 1, 1, 1])
    assert game.record(red).status.value == "pinned" and game.state.turn.actor != red
    assert 9.4 < game.at(red)[0] < 9.6, "as soon as its base gets there"
    game, red = between_generators()
    game.does(red, "move", path=way(leg(9, 10)))
    assert game.record(red).status.value == "standing"


def test_sparks_leap_to_the_nearest_generator_alone_unless_a_table_has_it_otherwise() -> None:
    third = marker("generator", 30, 14, "third")
    for nearest, joined in ((True, 2), (False, 3)):
        game, _ = between_generators(third, options={"arcs-join-nearest": nearest})
        assert len(pieces.arcs(game.play)) == joined
    game, _ = between_generators()
    run_rule(game, lambda play: begin_effect(play, "switched-off", PIECE, "end-phase"))
    assert not pieces.arcs(game.play)


# ---- turbines and blasts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "rolls", "lands"), [(15, (), 10), (25, (3, 2, 90), 25)])
def test_a_turbine_draws_in_blasts_that_miss_nearby(x: int, rolls: tuple[int, ...], lands: int) -> None:
    game, red, _ = scene(red=[fighter(x, 4)], blue=[FAR], board=marker("turbine", 10, 10), ruleset=RULESET)
    came: list[Any] = []
    run_rule(game, lambda play: came.append(drift(play, Model(play, red), (x * 1000, 10_000, 0))), dice=rolls)
    assert came[0][0] == lands * 1000


# ---- sewers ----------------------------------------------------------------------------------------------------------

CHANNEL = piece("area", rect=[12, 0, 4, 20], kind="sewage") + marker("sewer", 14, 10)


@pytest.mark.parametrize(("face", "after"), [(4, "standing"), (3, "pinned")])
def test_who_gets_into_a_sewer_holds_on_or_is_pinned_there(face: int, after: str) -> None:
    game, red, _ = scene(red=[fighter(9, 10)], blue=[FAR], board=CHANNEL, ruleset=RULESET)
    game.does(red, "move", path=way(leg(14, 10)), dice=[face])
    assert rolled_keys(game) == ["sewer"] and game.record(red).status.value == after
    assert (game.at(red)[0] == 14) == (after == "standing")


def test_who_goes_on_through_a_sewer_has_held_on_already() -> None:
    game, red, _ = scene(red=[fighter(14, 10)], blue=[FAR], board=CHANNEL, ruleset=RULESET)
    game.does(red, "move", path=way(leg(14, 14)))
    assert not rolled_keys(game) and game.at(red) == (14, 14, 0)


def test_elsewhere_nobody_holds_on() -> None:
    game, red, _ = scene(red=[fighter(9, 10)], blue=[FAR], board=CHANNEL, ruleset=RULESET)
    game.does(red, "move", path=way(leg(11, 10)))
    assert not rolled_keys(game)


@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ("standing", (4,), "standing"),
        ("standing", (3,), "pinned"),
        ("pinned", COLD, "out-of-action"),
        ("seriously-injured", (1,), "seriously-injured"),
    ],
)
def test_a_sewer_sweeps_away_who_lies_pinned_in_it(before: str, dice: tuple[int, ...], after: str) -> None:
    game, red, _ = scene(red=[fighter(14, 10, status=before)], blue=[FAR], board=CHANNEL, ruleset=RULESET)
    run_rule(game, lambda play: play.happen(Activated(red, 2)), dice=dice)
    assert game.record(red).status.value == after


# ---- collapsed sections ----------------------------------------------------------------------------------------------

SECTION = piece("area", rect=[8, 6, 12, 8], kind="rubble") + marker("collapsed-section", 9, 7) + pitfall()


def explosion(game: Any, x: float, *dice: int) -> None:
    hit = Hit(LIBRARY.weapons["smoke-grenades"].profiles[0], way="blast")
    run_rule(game, lambda play: burst(play, (round(x * 1000), 10_000, 0), hit), dice=dice)


@pytest.mark.parametrize(
    ("x", "by_initiative", "dice", "after", "moved"),
    [
        (10, True, (6,), 9.0, False),
        (10, True, (1, 2), 11.0, True),
        (10, False, (4,), 9.0, False),
        (10, False, (3, 2), 11.0, True),
        (5, True, (), 9.0, False),
    ],
)
def test_a_blast_shifts_whoever_is_on_a_collapsed_section(
    x: float, by_initiative: bool, dice: tuple[int, ...], after: float, moved: bool
) -> None:
    options = {"collapses-test-initiative": by_initiative}
    game, red, _ = scene(red=[fighter(9, 10)], blue=[FAR], board=SECTION, ruleset=RULESET, options=options)
    explosion(game, x, *dice)
    assert game.at(red)[0] == pytest.approx(after, abs=0.01) and bool(dice and dice[-1] == 2) == moved


def test_who_is_shifted_into_a_pitfall_falls_in() -> None:
    game, red, _ = scene(red=[fighter(11.2, 10)], blue=[FAR], board=SECTION, ruleset=RULESET)
    explosion(game, 10, 1, 3, *COLD)
    assert game.record(red).status.value == "out-of-action"


# ---- vats and compactors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "dice", "found"), [("sludge-vat", (2, 3), 6), ("compactor", (), 0)])
def test_who_falls_into_a_basin_lies_in_it_and_climbs_out_in_its_next_activation(
    kind: str, dice: tuple[int, ...], found: int
) -> None:
    board = pitfall() + marker(kind, 14, 10)
    game, red, _ = scene(red=[fighter(11.2, 10)], blue=[FAR], board=board, ruleset=RULESET)
    set_phase(game, "action", actor=red, left=1)
    run_rule(game, lambda play: falling.fall(play, Model(play, red), (12_000, 10_000, 0), (14_000, 10_000, 0)))
    assert game.record(red).status.value == "pinned" and game.state.turn.actor < 0
    assert game.model(red).effect("sunk") and 12 < game.at(red)[0] < 16
    run_rule(game, lambda play: play.happen(Activated(red, 2)), dice=dice)
    assert game.record(red).status.value == "pinned" and not game.model(red).effect("sunk")
    assert not 12 < game.at(red)[0] < 16 or not 8 < game.at(red)[1] < 12
    assert game.record(red).credits == found and game.state.turn.actor < 0


def test_who_is_seriously_injured_in_a_vat_stays_there() -> None:
    hurt = fighter(14, 10, status="seriously-injured")
    game, red, _ = scene(red=[hurt], blue=[FAR], board=pitfall() + marker("sludge-vat", 14, 10), ruleset=RULESET)
    run_rule(game, lambda play: begin_effect(play, "sunk", red, "moved"))
    run_rule(game, lambda play: play.happen(Activated(red, 2)))
    assert game.at(red) == (14, 10, 0) and game.model(red).effect("sunk") and game.state.turn.actor < 0


def test_such_pieces_lie_where_they_can() -> None:
    head = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n'
    for kind, wrong in (("sludge-vat", "firm ground"), ("compactor", "firm ground"), ("sewer", "outside any area")):
        with pytest.raises(BadData, match=wrong):
            check_board(LIBRARY, read_board(head + marker(kind, 20, 10), "b"), "b")
