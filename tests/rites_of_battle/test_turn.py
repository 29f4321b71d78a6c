"""The economy of a turn: an action, a maneuver, and what more costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import at, covers, scene
from tests.rites_of_battle.test_harm import suffers
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.checks.requirements import maneuvers_left
from warbook.rulesets.rites_of_battle.harm import wounds
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import leg, way

TWO = "It must not have two maneuvers in this turn already."


def test_every_entry_of_the_page_is_there() -> None:
    page = [
        "aim", "assist", "guarded-stance", "interact", "take-cover", "leave-cover", "manage-gear", "mount", "dismount",
        "move", "withdraw", "drop-prone", "stand", "exchange-for-maneuver", "extra-maneuver", "psyker-power",
        "skill-check", "combat-check", "incidental",
    ]  # fmt: skip
    assert [action.id for action in RULESET.actions] == [*page, "use-talent"]
    assert {*RULESET.reactions} == {"out-of-turn-maneuver", "dodge", "parry", "reflect", "force-dome"}


@covers("move", "works")
def test_a_maneuver_takes_a_fighter_six_squares_and_difficult_ones_count_double() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], '[[area]]\nkind = "difficult"\nrect = [5, 6, 1, 2]\n')
    question = game.asks(red, "move")
    assert question.legal(way(leg(5.5, 9.5))) == ()
    assert question.legal(way(*(leg(5.5, y + 0.5) for y in range(6, 11)))) == ("It would take 7, and there are 6.",)
    game.does(red, "move", path=way(leg(5.5, 11.5)))
    assert game.at(red)[:2] == (5.5, 11.5)


@covers("move", "numbers")
@pytest.mark.parametrize(
    ("profile", "words", "answers", "far"),
    [
        ("line-warden", {}, {}, 6), ("line-warden", {"prone": True}, {}, 2), ("leaper", {}, {}, 10),
        ("storm-warden", {}, {"how": "walk"}, 6), ("storm-warden", {}, {"how": "jump"}, 12),
    ],
)  # fmt: skip
def test_how_far_a_maneuver_takes_whom(profile: str, words: Any, answers: Any, far: int) -> None:
    game, red, _ = scene([at(5, 5, profile, **words)], [at(40, 40)])
    question = game.asks(red, "move", **answers)
    assert question.legal(way(leg(5.5, 5.5 + far))) == ()
    assert question.legal(way(leg(5.5, 6.5 + far)))


@covers("move", "refused")
def test_who_is_engaged_has_to_withdraw_first() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6)])
    assert game.why_not(red, "move") == ("It must not be engaged with an enemy.",)
    assert "move" not in game.allowed(red)
    assert "withdraw" in game.allowed(red)


@covers("withdraw", "works")
def test_withdrawing_takes_a_square_and_a_maneuver_and_a_move_may_follow() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6)])
    acting = game.activation(red)
    acting.does("withdraw", to=(5, 4, 0))
    assert game.at(red)[:2] == (5.5, 4.5)
    assert "move" not in acting.allowed()  # the maneuver is gone
    acting.does("extra-maneuver")
    assert "move" in acting.allowed()
    assert game.record(red).strain == 2


def test_nobody_moves_who_has_nowhere_to_go() -> None:
    rubble = '[[area]]\nkind = "difficult"\nrect = [0, 0, 20, 20]\n'
    game, red, _ = scene([at(5, 5, prone=True)], [at(20, 40)], rubble, options={"crawl": 1})
    assert game.why_not(red, "move") == ("It must be able to move at all.",)
    around = ([4, 4, 3, 1], [4, 6, 3, 1], [4, 5, 1, 1], [6, 5, 1, 1])
    pit = "".join(f"[[block]]\nrect = {rect}\nheight = 3\n" for rect in around)
    game, red, _ = scene([at(5, 5)], [at(20, 40)], pit)
    assert game.why_not(red, "move") == ("It must be able to move at all.",)


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_lies_incapacitated_may_be_passed_but_not_stopped_on(seat: int) -> None:
    there, far = at(5, 7), at(20, 40)
    game, *_ = scene([at(5, 5), *([there] if seat == 0 else [far])], [there if seat else far])
    lying = next(f.id for f in game.state.records if f.at.y == 7500)
    suffers(game, wounds.wound, lying, 17, injury=[1])
    question = game.asks(0, "move")
    assert question.legal(way(leg(5.5, 7.5))) == (f"{game.world.names[lying]} is there.",)
    assert question.legal(way(leg(5.5, 6.5), leg(5.5, 7.5), leg(5.5, 8.5))) == ()


def test_the_large_are_met_and_withdraw_with_all_of_their_squares() -> None:
    game, red, large = scene([at(12, 5)], [at(10, 10, "brood-tyrant")])  # it takes four squares, from 10 to 11
    past = way(*(leg(12.5, y + 0.5) for y in range(6, 11)))
    assert game.asks(red, "move").legal(past) == ("Next to an enemy it has to stop; it may withdraw from there.",)
    game.place(red, 12.5, 12.5)
    assert {cell[:2] for cell in game.asks(large, "withdraw").options()} == {
        (9, 9), (9, 10), (9, 11), (10, 9), (11, 9),
    }  # fmt: skip


@covers("withdraw", "numbers")
def test_a_withdrawal_is_a_square_out_of_contact_whatever_the_ground_is() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6)], '[[area]]\nkind = "difficult"\nrect = [0, 0, 30, 30]\n')
    assert {cell[:2] for cell in game.asks(red, "withdraw").options()} == {(4, 4), (5, 4), (6, 4)}
    game, red, _ = scene([at(5, 5)], [at(5, 6), at(4, 4)])  # out of contact with one of the two
    assert {cell[:2] for cell in game.asks(red, "withdraw").options()} == {(4, 6), (5, 4), (6, 4), (6, 5), (6, 6)}


@covers("withdraw", "refused")
def test_nobody_withdraws_who_is_not_engaged() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 9)])
    assert "It must be engaged with an enemy." in game.why_not(red, "withdraw")


@covers("exchange-for-maneuver", "works")
def test_the_action_may_be_given_for_a_second_maneuver() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    acting = game.activation(red)
    acting.does("move", path=way(leg(5.5, 8.5)))
    acting.does("exchange-for-maneuver")
    acting.does("move", path=way(leg(5.5, 11.5)))
    assert game.at(red)[:2] == (5.5, 11.5)
    assert not game.state.turn.action


@covers("exchange-for-maneuver", "numbers")
@covers("extra-maneuver", "works")
@pytest.mark.parametrize(
    ("how", "strain", "action"), [("exchange-for-maneuver", 0, False), ("extra-maneuver", 2, True)]
)
def test_a_second_maneuver_costs_the_action_or_two_strain(how: str, strain: int, action: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    acting = game.activation(red)
    acting.does(how)
    assert maneuvers_left(Model(game.play, red)) == 2
    assert (game.record(red).strain, game.state.turn.action) == (strain, action)
    acting.does("guarded-stance")
    acting.does("drop-prone")
    assert maneuvers_left(Model(game.play, red)) == 0


@covers("exchange-for-maneuver", "refused")
@covers("extra-maneuver", "refused")
def test_never_both_and_never_a_third() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    acting = game.activation(red)
    acting.does("extra-maneuver")
    assert TWO in acting.why_not("extra-maneuver")
    assert "It must not have paid strain for a maneuver in this turn." in acting.why_not("exchange-for-maneuver")
    again = game.activation(red)
    again.does("exchange-for-maneuver")
    assert "It must not have given its action for a maneuver in this turn." in again.why_not("extra-maneuver")


@covers("extra-maneuver", "numbers")
def test_two_strain_unless_that_is_more_than_one_can_bear() -> None:
    game, red, _ = scene([at(5, 5, strain=14)], [at(20, 40)])
    assert game.why_not(red, "extra-maneuver") == ("It must be able to take two strain.",)
    game, red, _ = scene([at(5, 5, strain=13)], [at(20, 40)])
    assert game.why_not(red, "extra-maneuver") == ()


def test_whoever_has_no_free_maneuver_buys_one_with_strain_and_no_more() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    now = game.activation(red)
    game.state.turn = replace(game.state.turn, allowed=0)  # hamstrung, as its turn began
    now.does("extra-maneuver")
    assert now.why_not("extra-maneuver") == ("It must not have paid strain for a maneuver in this turn.",)


def test_the_lame_without_a_free_maneuver_buy_one_and_no_more() -> None:
    for how in ("extra-maneuver", "exchange-for-maneuver"):
        game, reds, _ = scene([at(5, 5), at(8, 5, injuries=("temporarily-lame", "hamstrung"))], [at(20, 40)])
        game.goes_on(action=["end-turn"])
        game.goes_on(action=how)
        assert maneuvers_left(Model(game.play, reds[1])) == 1
        assert not {"extra-maneuver", "exchange-for-maneuver"} & set(game.allowed())


def test_minions_cannot_pay_and_rivals_pay_with_wounds() -> None:
    game, red, _ = scene([at(5, 5, "brute", count=4)], [at(20, 40)])
    assert game.why_not(red, "extra-maneuver") == ("It must be able to take two strain.",)
    game, red, _ = scene([at(5, 5, "brute-boss")], [at(20, 40)])
    game.does(red, "extra-maneuver")
    assert game.record(red).wounds == 2


@covers("guarded-stance", "works")
def test_a_guarded_stance_lasts_to_the_end_of_the_next_turn() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 6, "renegade")])
    game.does(red, "guarded-stance")
    assert [effect.name for effect in game.state.effects] == ["guarded"]
    (effect,) = game.state.effects
    assert effect.until == f"turn-{red}-1"


@covers("drop-prone", "works")
@covers("stand", "works")
def test_down_and_up_again_take_a_maneuver_each() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    game.does(red, "drop-prone")
    assert game.record(red).prone
    assert "It must not be prone." in game.why_not(red, "drop-prone")
    game.does(red, "stand")
    assert not game.record(red).prone


@covers("drop-prone", "refused")
@covers("stand", "refused")
def test_nobody_stands_who_stands() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    assert game.why_not(red, "stand") == ("It must be prone.",)


@covers("take-cover", "works")
@covers("leave-cover", "works")
def test_cover_is_taken_beside_something_low_and_left_by_walking_off() -> None:
    crate = "[[obstacle]]\nrect = [5, 6, 1, 1]\nheight = 1\n"
    game, red, _ = scene([at(5, 5)], [at(20, 40)], crate)
    game.does(red, "take-cover")
    assert game.record(red).covered
    game.does(red, "leave-cover")
    assert not game.record(red).covered
    game.does(red, "take-cover")
    game.does(red, "move", path=way(leg(5.5, 2.5)))
    assert not game.record(red).covered


@covers("take-cover", "refused")
@covers("leave-cover", "refused")
def test_there_is_no_cover_where_nothing_is() -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)])
    assert game.why_not(red, "take-cover") == ("There must be cover in its square or next to it.",)
    assert game.why_not(red, "leave-cover") == ("It must be in cover.",)


@covers("aim", "works")
def test_two_aims_give_two_boost_dice_and_any_other_maneuver_ends_them() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    acting = game.activation(red)
    acting.does("aim")
    acting.does("extra-maneuver")
    acting.does("aim")
    assert game.state.turn.aims == 2
    shot = {"with": (0, "single", -1), "at": blue}
    acting.does("combat-check", **shot, check=["-", "-", "-", "-", "-", "-", "-"])
    assert len(game.rolled("check")[0]) == 7
    assert game.state.turn.aims == 0
    acting = game.activation(red)
    acting.does("aim")
    acting.does("extra-maneuver")
    acting.does("guarded-stance")
    assert game.state.turn.aims == 0


@covers("aim", "refused")
def test_who_has_given_its_action_has_nothing_to_aim_for() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)])
    acting = game.activation(red)
    acting.does("exchange-for-maneuver")
    assert "It must have its action left to attack with." in acting.why_not("aim")
