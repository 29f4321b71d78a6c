"""Points on which tables may differ: aiming, helping, stances, cover, and going from square to square."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_tasks import PUMP
from warbook.core.play import Play
from warbook.mechanics.lasting import end_of_turn
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.attacks import offers
from warbook.rulesets.rites_of_battle.battle import deployment, turn
from warbook.rulesets.rites_of_battle.harm import wounds
from warbook.rulesets.rites_of_battle.movement import moving
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Scene, leg, way

# ---- Aim -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("breaks", [False, True])
def test_whether_an_incidental_ends_an_aim(breaks: bool) -> None:
    ready = at(5, 5, wounds=3)
    game, red, blue = scene([ready], [at(5, 14, "levy")], options={"incidentals-break-aim": breaks})
    now = game.activation(red)
    now.does("aim")
    now.does("incidental", incidental="quick-clotting")
    assert dice_of(game, red, blue).get("boost", 0) == 1 - breaks


@pytest.mark.parametrize("breaks", [False, True])
def test_whether_a_check_that_takes_nothing_ends_an_aim(breaks: bool) -> None:
    free = PUMP.replace("actions = 3", 'actions = 1, worth = "incidental"')
    game, red, _ = scene([at(5, 5)], [at(20, 40)], free, options={"incidentals-break-aim": breaks})
    now = game.activation(red)
    now.does("aim")
    now.does("skill-check", job="task 2", check=["-"] * 4)
    assert game.state.turn.aims == 1 - breaks


def aimed_before(between: Any = None, **options: Any) -> Any:
    """A Marine who has aimed once with True Aim in the turn before; `between` may do something to him meanwhile."""
    marksman = armed(5, 5, of={"talents": {"true-aim": 1}, "line": (3, 3, 5, 3, 3, 3, 3), "skills": {}})
    game, red, blue = scene([marksman], [at(5, 14, "levy")], options=options)
    now = game.activation(red)
    now.does("aim")
    suffers(game, lambda play: turn.finish(play, Model(play, red)))
    if between is not None:
        suffers(game, between, red)
    suffers(game, turn.begin_turn, red)
    return game, red, blue


@pytest.mark.parametrize(("lasts", "dice"), [("turn", {"ability": 5}), ("next-turn", {"boost": 1, "ability": 4})])
def test_whether_an_aim_is_good_in_the_next_turn(lasts: str, dice: dict[str, int]) -> None:
    game, red, blue = aimed_before(**{"aim-lasts": lasts})
    upgraded = {"proficiency": 1} if lasts == "next-turn" else {}
    assert dice_of(game, red, blue) == {**dice, **upgraded, "difficulty": 2}
    assert "aimed" not in effects(game, red)


def test_an_aim_that_lasts_is_lost_by_a_wound_and_by_a_maneuver_out_of_turn() -> None:
    def crouches(play: Play[Any, Any, Any], who: int) -> None:
        moving.drop_prone(play, Model(play, who))

    for between in (lambda play, who: wounds.wound(play, who, 1), crouches):
        game, red, blue = aimed_before(between, **{"aim-lasts": "next-turn"})
        assert "boost" not in dice_of(game, red, blue)


# ---- Assist ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reach", "near", "far"), [("beside", False, False), ("short", True, False)])
def test_from_where_somebody_assists(reach: str, near: bool, far: bool) -> None:
    for away, helps in ((6, True), (11, near), (12, far)):  # short range is six squares
        game, (worker, helper), _ = scene([at(5, 5), at(away, 5)], [at(20, 40)], PUMP, options={"assist-from": reach})
        game.does(worker, "skill-check", job="task 3")
        assert ("assist" in game.allowed(helper)) is helps


# ---- Guarded Stance --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("adds", "points"), [(False, 1), (True, 2)])
def test_whether_a_stance_that_is_taken_again_adds_to_itself(adds: bool, points: int) -> None:
    options = {"stances-add": adds, "stance-is-lost-whole": False}
    game, red, blue = scene([at(5, 5)], [at(5, 6, "levy")], options=options)
    now = game.activation(red)
    now.does("guarded-stance")
    now.does("extra-maneuver")
    now.does("guarded-stance")
    unarmed = {"slot": Model(game.play, blue).mind_slot - 1}
    assert dice_of(game, blue, red, **unarmed)["setback"] == points  # his defence
    assert dice_of(game, red, blue)["setback"] == points  # his own attacks
    suffers(game, offers.lose_stance, red)
    assert "setback" not in dice_of(game, blue, red, **unarmed) and dice_of(game, red, blue)["setback"] == points


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("lasts", ["end-of-turn", "start-of-turn"])
def test_in_which_turns_a_stance_hinders_its_bearer(at_once: bool, lasts: str) -> None:
    options = {"stance-hinders-at-once": at_once, "stance-lasts": lasts}
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options=options)
    game.does(red, "guarded-stance")
    assert dice_of(game, red, blue).get("setback", 0) == int(at_once)
    suffers(game, turn.begin_turn, red)
    assert dice_of(game, red, blue).get("setback", 0) == int(lasts == "end-of-turn")
    assert [each.until for each in game.state.effects] == ([end_of_turn(game.state, red, 0)] if lasts[0] == "e" else [])


@pytest.mark.parametrize(("lasts", "until"), [("end-of-turn", "turn-0-2"), ("start-of-turn", "start-0")])
def test_what_is_left_of_a_stance_hinders_as_long_as_the_stance_would_have(lasts: str, until: str) -> None:
    options = {"stance-is-lost-whole": False, "stance-lasts": lasts}
    game, red, _ = scene([at(5, 5, turns=1)], [at(5, 14)], options=options)
    game.does(red, "guarded-stance")
    for _ in range(2):  # lost, taken again, and lost again
        suffers(game, offers.lose_stance, red)
        assert [(each.name, each.until) for each in game.state.effects] == [("hesitant", until)]
        affected(game, red, "guarded", until)


# ---- cover -----------------------------------------------------------------------------------------------------------

BARREL = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [{column}.5, {row}.5, 0]\n'


@pytest.mark.parametrize(("where", "beside"), [("beside", True), ("own-square", False)])
def test_where_there_must_be_something_to_take_cover_behind(where: str, beside: bool) -> None:
    for row, covered in ((5, True), (6, beside), (7, False)):
        board = BARREL.format(column=5, row=row)
        game, red, _ = scene([at(5, 5)], [at(5, 20)], board, options={"cover-from": where})
        assert ("take-cover" in game.allowed(red)) is covered


@pytest.mark.parametrize(("against", "behind"), [("edge", 0), ("all", 1)])
def test_against_which_shots_cover_counts(against: str, behind: int) -> None:
    crouching = at(5, 14, "levy", covered=True)
    for row, dice in ((13, 1), (15, behind), (16, 0)):
        board = BARREL.format(column=5, row=row)
        game, red, blue = scene([at(5, 5)], [crouching], board, options={"cover-against": against})
        assert dice_of(game, red, blue).get("setback", 0) == dice


# ---- Withdraw --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("diagonal", ["one", "alternating", "octile"])
@pytest.mark.parametrize("over", [True, False])
def test_whether_a_withdrawal_leads_onto_difficult_ground(diagonal: str, over: bool) -> None:
    rubble = '[[area]]\nkind = "difficult"\nrect = [4, 4, 2, 1]\n'
    options = {"withdraw-over-difficult": over, "diagonal": diagonal}
    game, red, _ = scene([at(5, 5)], [at(5, 6)], rubble, options=options)
    ways = {cell[:2] for cell in moving.ways_out(Model(game.play, red))}
    assert ways == ({(4, 4), (5, 4), (6, 4)} if over else {(6, 4)})


# ---- squares ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("passing", [True, False])
def test_whether_one_may_pass_over_squares_of_friends(passing: bool) -> None:
    walls = "[[wall]]\npoints = [[5, 2], [5, 9]]\nheight = 3\n[[wall]]\npoints = [[6, 2], [6, 9]]\nheight = 3\n"
    game, (red, _), _ = scene([at(5, 5), at(5, 4)], [at(20, 40)], walls, options={"friends-let-pass": passing})
    asked = game.asks(red, "move")
    assert (asked.legal(way(leg(5.5, 3.5))) == ()) is passing
    assert asked.legal(way(leg(5.5, 4.5))) != ()  # nobody stops on a friend


@pytest.mark.parametrize(("by", "squares"), [("profile", 6), ("agility", 5)])
def test_how_far_a_maneuver_takes_somebody(by: str, squares: int) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], options={"speed-by": by})
    asked = game.asks(red, "move")
    for away in (5, 6, 7):
        assert (asked.legal(way(leg(5.5, 5.5 + away))) == ()) is (away <= squares)
    heavy = armed(5, 5, of={"armour": "siege", "line": (4, 4, 6, 3, 3, 3, 3)})  # in which nobody goes further than four
    game, red, _ = scene([heavy], [at(20, 40)], options={"speed-by": by})
    assert moving.speed(game.play, red) == 4


@pytest.mark.parametrize("engages", [True, False])
def test_whether_somebody_staggered_is_engaged_with_those_next_to_it(engages: bool) -> None:
    for stagger in ("effect", "injury"):
        game, red, blue = scene([at(5, 5)], [at(5, 6)], options={"staggered-engage": engages})
        if stagger == "effect":
            affected(game, blue, "staggered")
        else:
            game.given(blue, injuries=("knocked-senseless",))
        assert ("withdraw" in game.allowed(red)) is engages and ("move" in game.allowed(red)) is not engages
        assert game.why_not(blue, "combat-check") == ("It is staggered: it can take no action.",)
        game.place(red, 5.5, 3.5)  # past somebody who cannot act, or no further than him
        assert (game.asks(red, "move").legal(way(leg(4.5, 5.5), leg(4.5, 7.5))) == ()) is not engages


def test_by_the_sheet_nobody_is_engaged_with_an_enemy_who_cannot_act() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 6)])
    assert "withdraw" in game.allowed(red)
    affected(game, blue, "staggered")
    assert "withdraw" not in game.allowed(red) and "move" in game.allowed(red)


@pytest.mark.parametrize(("first", "surprised", "owner"), [
    ("squad", True, 1), ("squad", False, 0), ("adversaries", True, 1), ("adversaries", False, 1),
])  # fmt: skip
def test_whether_a_side_that_is_surprised_is_placed_first(first: str, surprised: bool, owner: int) -> None:
    options = {"gm": "engine", "first-placed": first, "surprised-are-placed-first": surprised}
    game = Scene.battle(RULESET, "the-warlord", options=options)  # whose adversaries are surprised
    assert game.state.records[deployment.waiting(game.play)[0]].owner == owner
