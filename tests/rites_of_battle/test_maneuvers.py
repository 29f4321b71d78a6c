"""What maneuvers do to attacks: the dice that they add and take."""

from __future__ import annotations

from tests.rites_of_battle.scenes import armed, at, covers, dice_of, effects, piece, scene, weapon
from warbook.rulesets.rites_of_battle.checks import squares


@covers("aim", "numbers")
def test_two_aims_are_two_boost_dice_for_two_strain() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    now = game.activation(red)
    now.does("aim")
    assert dice_of(game, red, blue)["boost"] == 1
    now.does("extra-maneuver")
    now.does("aim")
    assert dice_of(game, red, blue) == {"boost": 2, "proficiency": 3, "difficulty": 2}
    assert game.record(red).strain == 2
    assert "It must not have paid strain for a maneuver in this turn." in now.why_not("exchange-for-maneuver")
    now.does("combat-check", at=blue, **{"with": (0, "single", -1)}, check=["-"] * 7)
    assert game.state.turn.aims == 0 and game.state.turn.done == 2 and not game.state.turn.action


def test_an_aim_is_lost_by_a_wound_and_by_another_maneuver() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    now = game.activation(red)
    now.does("aim")
    now.does("extra-maneuver")
    assert game.state.turn.aims == 1
    now.does("guarded-stance")
    assert game.state.turn.aims == 0
    assert dice_of(game, red, blue) == {"proficiency": 3, "difficulty": 2, "setback": 1}


@covers("guarded-stance", "numbers")
def test_a_guarded_stance_is_a_die_against_melee_and_a_die_on_its_own_attacks_and_does_not_add_up() -> None:
    knife = weapon("combat-knife")
    game, red, blue = scene([armed(5, 5, knife)], [armed(5, 6, knife)])
    now = game.activation(red)
    now.does("guarded-stance")
    now.does("extra-maneuver")
    now.does("guarded-stance")
    assert effects(game, red) == {"guarded": 1}
    assert [line for line in game.log() if "guard" in line] == ["line-warden at 5, 5: it is on its guard."]
    assert dice_of(game, blue, red)["setback"] == dice_of(game, red, blue)["setback"] == 1


@covers("guarded-stance", "refused")
def test_nobody_takes_guard_without_a_maneuver() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)])
    now = game.activation(red)
    now.does("guarded-stance")
    assert "It must have a maneuver left in its turn: one, or two at most." in now.why_not("guarded-stance")


@covers("take-cover", "numbers")
@covers("leave-cover", "numbers")
def test_cover_is_a_die_against_shots_that_come_over_it() -> None:
    board = piece("marker", id="wall", kind="cover", at=[5.5, 6.5, 0])
    game, red, blues = scene([at(5, 5)], [at(5, 14, "levy"), at(14, 5, "levy")], board)
    now = game.activation(red)
    now.does("take-cover")
    assert dice_of(game, blues[0], red)["setback"] == 1
    assert "setback" not in dice_of(game, blues[1], red)
    now.does("extra-maneuver")
    now.does("leave-cover")
    assert "setback" not in dice_of(game, blues[0], red)


@covers("drop-prone", "numbers")
@covers("stand", "numbers")
def test_prone_is_a_die_against_shots_and_a_die_for_blows() -> None:
    game, reds, blues = scene([at(5, 5)], [at(5, 14, "levy"), armed(5, 6, weapon("combat-knife"))])
    now = game.activation(reds)
    now.does("drop-prone")
    shooter, fighter = blues
    assert dice_of(game, shooter, reds)["setback"] == 1
    assert dice_of(game, fighter, reds)["boost"] == 1
    now.does("extra-maneuver")
    now.does("stand")
    assert "setback" not in dice_of(game, shooter, reds) and "boost" not in dice_of(game, fighter, reds)


def test_the_large_are_next_to_whatever_is_next_to_one_of_their_squares() -> None:
    board = piece("marker", id="wall", kind="cover", at=[9.5, 5.5, 0])
    game, red, large = scene([at(2, 5)], [at(10, 5, "brood-tyrant")], board)  # it takes four squares, from 10 to 11
    game.place(large, 11.0, 6.0)
    game.does(large, "take-cover")
    assert squares.in_cover_from(game.play, large, red)
    game.place(large, 12.0, 6.0)
    assert "take-cover" not in game.allowed(large)
