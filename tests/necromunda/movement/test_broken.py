"""Broken fighters: what breaking does at once, and Running for Cover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import covers, fighter, first_candidate, next_question, run_rule, scene, wall
from warbook.core.length import INCH
from warbook.rulesets.necromunda.actions import running
from warbook.rulesets.necromunda.battle import menu
from warbook.rulesets.necromunda.events.fighters import Rallied
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.rounds import ActivationEnded
from warbook.rulesets.necromunda.harm import nerve
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.position import enemies, layout
from warbook.space.sight import visible

RUN = "running-for-cover"
WALL = wall(4, 14, 16, 14)


def moved(game: Any, before: Any, who: int) -> int:
    """How far it is from where it was, in thousandths."""
    at = game.record(who).at
    return int(((at.x - before.x) ** 2 + (at.y - before.y) ** 2) ** 0.5)


def seen_by(game: Any, who: int) -> list[int]:
    """The enemies that a fighter sees."""
    others = tuple(f.id for f in enemies(game.play, game.record(who).owner))
    return [seen for seen, _ in visible(layout(game.play), game.world.board, who, others)]


# ---- Running for Cover -----------------------------------------------------------------------------------------------


@covers(RUN, "works")
def test_a_broken_fighter_runs_from_its_enemies() -> None:
    game, red, blue = scene(red=[fighter(24, 20, broken=True)], blue=[fighter(24, 26, facing=(0, 1))])
    before = game.gap(red, blue)
    game.does(red, RUN, dice=[5, 4])
    assert game.gap(red, blue) > before + 4 * INCH


@covers(RUN, "works")
def test_it_gets_out_of_sight_before_it_gets_far_away() -> None:
    game, red, blue = scene(red=[fighter(10, 16, broken=True)], blue=[fighter(10, 24)], board=WALL)
    game.does(red, RUN, dice=[6, 6], path=first_candidate)
    assert game.record(red).at.y < 14 * INCH  # behind the wall, though the open table leads further
    assert red not in seen_by(game, blue)


@covers(RUN, "refused")
def test_only_the_broken_run_for_cover_and_they_do_nothing_else() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    assert game.why_not(red, RUN) == ("It must be broken: a broken fighter does nothing else.",)
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], broken=True)], blue=[fighter(10, 20)])
    assert game.allowed(red) == [RUN]
    game.state = game.poised(red)
    assert menu.why_not(game.model(red), "end-activation") == ("It is broken: it must run for cover.",)
    assert menu.menu(game.play, game.model(red)).candidates(9) == [RUN]


@covers(RUN, "numbers")
def test_it_runs_two_dice_on_its_feet_and_crawls_half_its_movement_lying_down() -> None:
    for status, dice, most in (
        (Status.STANDING, [1, 2], 3_000),
        (Status.PINNED, [], 2_500),
        (Status.SERIOUS, [], 2_500),
    ):
        game, red, blue = scene(red=[fighter(24, 20, broken=True, status=status)], blue=[fighter(24, 26)])
        before = game.record(red).at
        game.does(red, RUN, dice=dice)
        assert most - 300 <= moved(game, before, red) <= most
        assert game.record(red).status is status


@covers(RUN, "numbers")
def test_three_inches_clear_comes_first() -> None:
    game, red, (near, far) = scene(red=[fighter(10, 10, broken=True)], blue=[fighter(10, 12.5), fighter(10, 45)])
    game.does(red, RUN, dice=[2, 2])
    assert game.gap(red, near) > 3 * INCH


def test_at_some_tables_its_player_chooses_freely_among_places_that_are_clear() -> None:
    around: dict[str, Any] = {"red": [fighter(10, 16, broken=True)], "blue": [fighter(10, 24)], "board": WALL}
    game, red, blue = scene(**around)
    strict = game.asks(red, RUN, dice=[6, 6])
    game, red, blue = scene(**around, options={"broken-run-strict": False})
    free = game.asks(red, RUN, dice=[6, 6])
    assert len(free.candidates(99)) > len(strict.candidates(99))


SCREEN = wall(18, 18, 18, 22)


def test_behind_the_back_of_its_enemies_a_broken_fighter_is_out_of_sight_already() -> None:
    game, red, blue = scene(red=[fighter(24, 20, broken=True)], blue=[fighter(24, 26, facing=(0, 1))], board=SCREEN)
    game.does(red, RUN, dice=[4, 4])
    assert game.record(red).at.y == 12 * INCH  # straight away, not behind the wall at its side


def test_before_the_eyes_of_its_enemy_it_takes_the_wall() -> None:
    game, red, blue = scene(red=[fighter(24, 20, broken=True)], blue=[fighter(24, 26, facing=(0, -1))], board=SCREEN)
    game.does(red, RUN, dice=[4, 4])
    at, eye = game.record(red).at, game.record(blue).at
    assert at.x <= 18 * INCH or abs(at.x - eye.x) > eye.y - at.y  # behind it, or out of the vision arc


# ---- engaged ---------------------------------------------------------------------------------------------------------


def held(**more: Any) -> Any:
    return scene(red=[fighter(24, 20, broken=True, **more)], blue=[fighter(24, 20.984)])


@covers(RUN, "works")
def test_engaged_it_must_get_away_first_and_is_struck_at_before_it_moves() -> None:
    game, red, blue = held()
    game.does(red, RUN, dice=[4, 4, 1, 3, 3], path=first_candidate, react=blue)  # away; blue tests, strikes and misses
    assert game.gap(red, blue) > INCH
    kinds = [type(e).__name__ for e in game.events]
    assert "Moved" in kinds


@covers(RUN, "numbers")
def test_if_it_fails_it_stays_engaged_and_nobody_strikes() -> None:
    game, red, blue = held()
    game.does(red, RUN, dice=[3])
    assert game.model(red).engaged and not game.happened(Moved)
    assert game.state.turn.left == 0


def test_cut_down_while_it_runs_it_only_crawls() -> None:
    game, red, blue = held()
    before = game.record(red).at
    game.does(red, RUN, dice=[4, 4, 4, 5, 3], path=first_candidate, react=blue)  # struck, wounded, seriously injured
    assert game.record(red).status is Status.SERIOUS
    assert moved(game, before, red) <= 2_500


# ---- breaking --------------------------------------------------------------------------------------------------------


def test_whoever_breaks_runs_at_once_and_is_no_longer_ready() -> None:
    game, red, blue = scene(red=[fighter(24, 20)], blue=[fighter(24, 30)])
    before = game.record(red).at
    run_rule(game, nerve.nerve_test, red, dice=(3, 3, 2, 2))
    assert game.record(red).broken and not game.record(red).ready and moved(game, before, red) > 3_500


def test_it_runs_at_once_even_if_it_has_been_activated_and_again_in_its_next_activation() -> None:
    game, red, blue = scene(red=[fighter(24, 20, ready=False)], blue=[fighter(24, 30)])
    run_rule(game, nerve.nerve_test, red, dice=(3, 3, 2, 2))
    assert game.record(red).broken
    game.given(red, ready=True)
    asked = next_question(game, activate=red)
    assert asked.key == "action" and asked.candidates(9) == [RUN]


def test_breaking_in_its_own_activation_ends_that() -> None:
    game, red, blue = scene(red=[fighter(24, 20)], blue=[fighter(24, 30)])
    game.state = game.poised(red)
    run_rule(game, nerve.nerve_test, red, dice=(3, 3, 2, 2))
    assert [e.who for e in game.happened(ActivationEnded)] == [red] and game.state.turn.actor == -1


def test_a_beast_runs_to_its_owner_and_takes_heart_near_it() -> None:
    game, (owner, hound), blue = scene(
        red=[fighter(10, 10), fighter(10, 18, profile="tallow-hound", beast_of=0, broken=True)], blue=[fighter(10, 40)]
    )
    run_rule(game, lambda play: running.run_for_cover(play, Model(play, hound)), dice=(3, 3))
    assert game.happened(Rallied) and not game.record(hound).broken
    game.given(hound, broken=True, at=fighter_at(10, 28, game, hound))
    run_rule(game, lambda play: running.run_for_cover(play, Model(play, hound)), dice=(2, 2))
    assert game.record(hound).broken and game.gap(owner, hound) > 3 * INCH


@pytest.mark.parametrize("roll", [(3, 3), (5, 5), (6, 6)])
def test_nor_does_it_run_past_its_owner(roll: tuple[int, int]) -> None:
    game, (owner, hound), _ = scene(
        red=[fighter(10, 10), fighter(10, 13, profile="tallow-hound", beast_of=0, broken=True)], blue=[fighter(10, 40)]
    )
    run_rule(game, lambda play: running.run_for_cover(play, Model(play, hound)), dice=roll)
    assert game.gap(owner, hound) <= 10 and game.happened(Rallied)


def fighter_at(x: int, y: int, game: Any, who: int) -> Any:
    from warbook.core.structs import replace

    return replace(game.record(who).at, x=x * INCH, y=y * INCH)
