"""Banding: who joins and who pays, With Me!, Bring it Down!, On my Mark!"""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, leg, scene
from warbook.core.decision import Choose
from warbook.rulesets.gangfight.actions import band_attacks, banding
from warbook.rulesets.gangfight.actions.banding import ENOUGH
from warbook.rulesets.gangfight.checks.defence import to_save
from warbook.rulesets.gangfight.checks.dice import Throw
from warbook.rulesets.gangfight.checks.requirements import unpaid
from warbook.rulesets.gangfight.events.attacks import Attacked, Missed
from warbook.rulesets.gangfight.events.deeds import Aimed, Declared, Pledged
from warbook.rulesets.gangfight.events.movement import Moved
from warbook.rulesets.gangfight.events.rounds import Finished
from warbook.rulesets.gangfight.records.state import Deed, Pledge
from warbook.rulesets.gangfight.view import tableau

WITH_ME = covers("with-me", "works")
BRING = covers("bring-it-down", "works")
MARK = covers("on-my-mark", "works")
HERO: dict[str, Any] = {"profile": "human-hero"}
VETERAN: dict[str, Any] = {"profile": "human-veteran"}


def near(n: int, y: float = 5.0, **given: Any) -> list[Any]:
    """So many figures in a row, an inch and a half apart."""
    return [figure(10 + 1.5 * i, y, **given) for i in range(n)]


def joining(game: Any, leader: int, action: str, **answers: Any) -> dict[int, tuple[str, ...]]:
    """Whom the first question of who joins refuses, and why."""
    question = game.asks(leader, action, **answers)
    assert isinstance(question, Choose)
    assert question.key == "band.join"
    return dict(question.refused())


# ---- who joins -------------------------------------------------------------------------------------------------------


@covers("with-me", "refused")
def test_who_is_far_off_done_lying_spent_or_of_higher_rank_does_not_join() -> None:
    red = [
        figure(10, 5, **VETERAN),
        figure(11.5, 5),
        figure(10, 12.2),  # 6.1 inches from rim to rim
        figure(8.5, 5, activation="done"),
        figure(10, 6.5, down=True),
        figure(10, 3.5, ap=0),
        figure(11.5, 6.5, **HERO),
        figure(10, 8),
    ]
    game, reds, _ = scene(red=red, blue=[figure(40, 40)])
    assert joining(game, reds[0], "with-me", way="move") == {
        reds[2]: ('It is further away than 6".',),
        reds[3]: ("Its activation is over.",),
        reds[4]: ("It is not on its feet.",),
        reds[5]: ("It must have an action point left.",),
        reds[6]: ("It is of a higher rank.",),
        ENOUGH: ("Somebody has to join.",),
    }


@covers("with-me", "refused")
def test_a_regular_does_not_lead_a_veteran_and_a_hero_leads_everybody() -> None:
    game, red, _ = scene(red=[figure(10, 5), figure(11.5, 5, **VETERAN)], blue=[figure(40, 40)])
    assert game.why_not(red[0], "with-me") == (
        "Of those near, nobody may join. It is of a higher rank.",
        "It and whoever joins must be able to move or to charge.",
    )
    assert not game.why_not(red[1], "with-me")
    game, red, _ = scene(red=[figure(10, 5, **HERO), figure(11.5, 5, **HERO)], blue=[figure(40, 40)])
    assert not game.why_not(red[0], "with-me")


@covers("with-me", "refused")
def test_nobody_leads_alone_or_lying_down() -> None:
    game, red, _ = scene(red=[figure(10, 5)], blue=[figure(40, 40)])
    assert "It must have somebody near who may join." in game.why_not(red, "with-me")
    game, red, _ = scene(red=[figure(10, 5, down=True), figure(11.5, 5)], blue=[figure(40, 40)])
    assert "It is knocked over: it must stand up first." in game.why_not(red[0], "with-me")


@covers("with-me", "refused")
def test_who_cannot_charge_does_not_join_a_charge() -> None:
    red = [figure(10, 5), figure(11.5, 5), figure(13.5, 5)]
    game, reds, _ = scene(red=red, blue=[figure(13.5, 7), figure(10, 12)])
    question = banding.ask_who_joins(game.model(reds[0]), (), unpaid(game.play, "charge").why_not)
    assert question.refused()[reds[2]] == ("It must not be in close combat.",)


@covers("with-me", "numbers")
def test_four_join_and_no_more() -> None:
    game, red, _ = scene(red=near(6), blue=[figure(40, 40)])
    way = [(leg(10 + 1.5 * i, 6),) for i in range(5)]
    game.does(red[0], "with-me", way="move", join=red[1:5], path=way)
    assert [game.record(who).at.y for who in red] == [6000] * 5 + [5000]


@covers("with-me", "numbers")
def test_the_prompt_shows_the_band_and_its_points() -> None:
    game, red, _ = scene(red=near(3), blue=[figure(40, 40)])
    question = game.asks(red[0], "with-me", way="move", join=red[1])
    assert question.prompt == "Who joins?  The band: Human Regular at 10, 5 (3 AP), Human Regular at 11.5, 5 (3 AP)."


@covers("with-me", "numbers")
def test_the_sketch_shows_the_band_and_what_was_declared_against_it() -> None:
    game, red, blue = scene(red=near(3), blue=[figure(10, 11, ap=2)])
    play = game.play
    Declared(red[0], Deed("with-me", "charge", red[0], ((red[0], blue), (red[1], blue))), "With Me!").apply(play.state)
    Pledged(blue, "Flee!", Pledge(blue, "flee", red[0])).apply(play.state)
    shown = [", ".join(tableau.words_for(play, play.state.records[who])) for who in (*red, blue)]
    assert shown == [
        "standing, 3 AP to spend, ready, leads the band",
        "standing, 3 AP to spend, ready, in the band",
        "standing, 3 AP to spend, ready",
        "standing, 1 AP held, has declared flee",
    ]


# ---- who pays, and whose activation ends -----------------------------------------------------------------------------


@covers("with-me", "numbers")
@pytest.mark.parametrize(("cost", "points"), [("joiner", [2, 2, 2]), ("leader", [1, 3, 3]), ("leader-each", [0, 3, 3])])
def test_who_pays_for_a_band(cost: str, points: list[int]) -> None:
    game, red, _ = scene(red=near(3), blue=[figure(40, 40)], options={"band-cost": cost})
    game.does(red[0], "with-me", way="move", join=red[1:], path=[(), (), ()])
    assert [game.record(who).ap for who in red] == points


@covers("with-me", "refused")
def test_a_leader_who_pays_for_all_must_have_the_points() -> None:
    game, red, _ = scene(red=near(3), blue=[figure(40, 40)], options={"band-cost": "leader"})
    game.given(red[0], ap=1)
    assert "It must have the points to lead somebody." in game.why_not(red[0], "with-me")


@covers("with-me", "works")
@pytest.mark.parametrize(("ends", "joiner"), [(False, "ready"), (True, "done")])
def test_the_leaders_activation_ends_and_that_of_the_others_as_the_table_likes(ends: bool, joiner: str) -> None:
    game, red, _ = scene(red=near(2), blue=[figure(40, 40)], options={"band-ends-joiners": ends})
    game.does(red[0], "with-me", way="move", path=[(), ()])
    assert (game.record(red[0]).activation, game.record(red[0]).ap) == ("done", 2)
    assert (game.record(red[1]).activation, game.record(red[1]).ap) == (joiner, 2)
    assert len(game.happened(Finished)) == 1 + ends


@WITH_ME
def test_a_leader_may_have_acted_before() -> None:
    game, red, _ = scene(red=near(2), blue=[figure(40, 40)])
    game.does(red[0], "move", path=(leg(10, 6),))
    game.does(red[0], "with-me", way="move", path=[(leg(10, 7),), (leg(11.5, 7),)])
    assert game.record(red[0]).ap == 1


# ---- With Me!, by Move -----------------------------------------------------------------------------------------------


@WITH_ME
def test_all_move_the_leader_first_and_who_is_in_contact_attacks_for_nothing() -> None:
    game, red, blue = scene(red=near(3), blue=[figure(10, 8)])
    game.does(
        red[0],
        "with-me",
        way="move",
        join=[red[1], ENOUGH],
        path=[(leg(10, 6.9),), (leg(11.5, 6),)],
        attack=blue,
        dice=[4, 1, 1, 1, 1, 1],
    )
    assert [e.who for e in game.happened(Moved)] == red[:2]
    assert game.record(blue).wounds == 2
    assert [e.who for e in game.happened(Attacked)] == [red[0]]  # the other is in its threat range, not in contact


@WITH_ME
def test_an_attack_at_the_end_of_a_move_opens_a_window_for_whom_it_is_aimed_at() -> None:
    game, red, blue = scene(red=near(2), blue=[figure(10, 8, ap=1)])
    game.does(
        red[0],
        "with-me",
        way="move",
        path=[(leg(10, 6.9),), ()],
        attack=blue,
        interrupt_bulwark=blue,
        dice=[4, 4, 4],
    )
    assert len(game.happened(Missed)) == 1
    assert [e.whom for e in game.happened(Aimed)] == [blue]


@WITH_ME
def test_nobody_has_to_attack() -> None:
    game, red, _ = scene(red=near(2), blue=[figure(10, 8)])
    game.does(red[0], "with-me", way="move", path=[(leg(10, 6.9),), ()], attack=-1)
    assert not game.happened(Attacked)


@WITH_ME
def test_where_anybody_may_interrupt_a_shot_answers_a_band_that_moves() -> None:
    game, red, blue = scene(
        red=near(2), blue=[figure(10, 15, ap=1, weapons=["longbow"])], options={"interrupt-targeted-only": False}
    )
    game.does(
        red[0],
        "with-me",
        way="move",
        path=[(), ()],
        interrupt_fire=blue,
        against=red[1],
        dice=[4, 1, 1, 1, 1, 1, 1],
    )
    assert [game.record(who).wounds for who in red] == [3, 2]


@WITH_ME
@pytest.mark.parametrize(("whom", "offered"), [("anybody", [0, 1]), ("contact", [0])])
def test_who_is_in_contact_makes_a_fight_for_nothing_at_anybody_whom_it_may_fight(
    whom: str, offered: list[int]
) -> None:
    game, red, blue = scene(
        red=near(2),
        blue=[figure(10, 8), figure(11.6, 8), figure(20, 8), figure(40, 40)],
        options={"band-attacks": whom},
    )
    walk: dict[str, Any] = {"way": "move", "path": [(leg(10, 6.9),), ()]}
    question = game.asks(red[0], "with-me", **walk)
    assert [who for who in question.options() if who >= 0] == [blue[n] for n in offered]
    if whom == "anybody":
        game.does(red[0], "with-me", **walk, attack=blue[1], dice=[1, 1, 1])
        assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red[0], blue[1])]


@WITH_ME
def test_who_is_in_contact_with_nobody_makes_no_fight_for_nothing() -> None:
    game, red, blue = scene(red=near(2), blue=[figure(10, 8)])
    game.does(red[0], "with-me", way="move", path=[(leg(10, 6.8),), ()])
    assert game.happened(Attacked) == []


@WITH_ME
def test_a_fight_for_nothing_closes_in_on_who_is_further_off() -> None:
    game, red, blue = scene(red=near(2), blue=[figure(10, 8), figure(12.5, 6.9)])
    game.does(red[0], "with-me", way="move", path=[(leg(10, 6.9),), ()], attack=blue[1], dice=[1, 1, 1])
    assert [e.how for e in game.happened(Moved)][-1] == "closes in"
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red[0], blue[1])]


# ---- With Me!, by Charge! --------------------------------------------------------------------------------------------


@WITH_ME
def test_three_charge_three_each_in_full_and_attack_in_the_order_that_the_leader_likes() -> None:
    game, red, blue = scene(
        red=[figure(10, 5), figure(13, 5), figure(16, 5)], blue=[figure(10, 12), figure(13, 12), figure(16, 12)]
    )
    runs = [2, 2, 2, 2] * 3
    blows = [4, 1, 1, 1, 1, 1] * 3
    game.does(
        red[0],
        "with-me",
        way="charge",
        join=[red[1], red[2]],
        target=blue,
        next=[red[2], red[0]],
        dice=[*runs, *blows],
    )
    assert [e.who for e in game.happened(Attacked)] == [red[2], red[0], red[1]]
    assert [game.record(who).wounds for who in blue] == [2, 2, 2]
    assert [game.record(who).ap for who in red] == [2, 2, 2]
    assert [game.record(who).activation for who in red] == ["done", "ready", "ready"]


@WITH_ME
def test_three_chargers_on_three_who_interrupt_each_in_its_own_way() -> None:
    game, red, blue = scene(
        red=[figure(14, 5), figure(10, 5), figure(18, 5)],
        blue=[figure(10, 11, ap=1), figure(14, 13, ap=1), figure(18, 10, ap=1, weapons=["longbow"])],
    )
    game.does(
        red[0],
        "with-me",
        way="charge",
        join=[red[1], red[2]],
        target=[blue[1], blue[0], blue[2]],
        interrupt_counter_charge=blue[0],
        interrupt_flee=blue[1],
        interrupt_fire=blue[2],
        next=[red[1]],
        answer=[blue[0]],
        dice=[
            *(1, 1, 1, 1),  # four inches: the one who flees is out of reach
            *(2, 1, 1, 1),  # five: it arrives
            *(2, 2, 1, 1),  # six: it arrives
            *(4, 1, 1, 1, 1, 1),  # the attacks of the two
            *(4, 1, 1, 1, 1, 1),
            *(4, 1, 1, 1, 1, 1),  # the counter-charge strikes
            *(4, 1, 1, 1, 1, 1, 1),  # the shot
        ],
    )
    assert {e.who: e.pledge.kind for e in game.happened(Pledged)} == {
        blue[0]: "counter-charge",
        blue[1]: "flee",
        blue[2]: "fire",
    }
    assert [game.record(who).wounds for who in blue] == [2, 3, 2]
    assert [game.record(who).wounds for who in red] == [3, 2, 2]


@WITH_ME
def test_several_chargers_on_one_who_has_one_interrupt_and_names_one_of_them() -> None:
    game, red, blue = scene(red=[figure(10, 5), figure(13, 5)], blue=[figure(11.5, 10, ap=3)])
    game.does(
        red[0],
        "with-me",
        way="charge",
        target=[blue, blue],
        interrupt_counter_charge=blue,
        against=red[1],
        next=red[0],
        dice=[*(2, 2, 2, 2) * 2, *(1, 1, 1) * 2, *(4, 1, 1, 1, 1, 1)],
    )
    assert len(game.happened(Pledged)) == 1
    assert [game.record(who).wounds for who in red] == [3, 2]


MIXED = {"band-may-mix": True}


@WITH_ME
@pytest.mark.parametrize(("options", "refused"), [(None, ("It must not be in close combat.",)), (MIXED, None)])
def test_who_cannot_charge_moves_along_where_the_table_lets_a_band_mix(options: Any, refused: Any) -> None:
    red = [figure(10, 5), figure(11.5, 5), figure(13.5, 5), figure(8.5, 5)]
    game, reds, _ = scene(red=red, blue=[figure(13.5, 7), figure(10, 12)], options=options)
    assert joining(game, reds[0], "with-me", way="charge").get(reds[2]) == refused


@WITH_ME
def test_some_of_a_band_that_may_mix_charge_while_the_others_move_and_each_attacks_by_the_rules_of_its_own_way() -> (
    None
):
    game, red, blue = scene(
        red=[figure(10, 5), figure(13, 5), figure(16, 5)],
        blue=[figure(10, 12, ap=1), figure(13, 8), figure(16, 8)],
        options=MIXED,
    )
    game.does(
        red[0],
        "with-me",
        way="charge",
        join=[red[1], red[2]],
        along=["move", "move"],
        target=blue[0],
        interrupt_bulwark=blue[0],
        path=[(leg(13, 6.9),), (leg(16, 6.5),)],
        next=[red[1]],
        attack=blue[1],
        dice=[*(2, 2, 1, 1), *(1, 1, 1), *(1, 1, 1)],  # dice for one run alone, and two attacks
    )
    declared = game.happened(Declared)[0]
    names = game.play.world.names
    assert declared.sentence(names.get) == (
        "Human Regular at 10, 5 declares With Me!, with Human Regular at 13, 5, Human Regular at 16, 5: "
        "Human Regular at 10, 5 against Human Regular at 10, 12, Human Regular at 13, 5 moves, "
        "Human Regular at 16, 5 moves."
    )
    assert [e.who for e in game.happened(Moved)] == red  # in the order of the band
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(red[1], blue[1]), (red[0], blue[0])]
    assert game.gap(red[2], blue[2]) < 1000  # who has moved attacks in contact alone: a threat range is not enough
    assert [game.record(who).ap for who in red] == [2, 2, 2]


@WITH_ME
def test_the_leader_of_a_band_that_may_mix_may_be_the_one_who_moves() -> None:
    game, red, blue = scene(red=near(2), blue=[figure(11.5, 9)], options=MIXED)
    game.does(
        red[0], "with-me", way="move", along="charge", target=blue, path=(leg(10, 6),), dice=[*(1, 1, 1, 1), *(1, 1, 1)]
    )
    assert [e.who for e in game.happened(Attacked)] == [red[1]]
    assert game.record(red[0]).activation == "done"


@WITH_ME
def test_nobody_of_a_band_is_asked_how_it_goes_where_all_go_one_way() -> None:
    game, red, _ = scene(red=near(2), blue=[figure(11.5, 9)])
    game.does(red[0], "with-me", way="move", path=[(), ()])
    assert not game.happened(Attacked)


@WITH_ME
def test_who_moves_while_others_charge_neither_strikes_twice_nor_throws_its_weight() -> None:
    game, red, _ = scene(
        red=[figure(10, 5), figure(14, 5, abilities={"throwing-weight": 1})],
        blue=[figure(10, 10), figure(14, 8)],
        options={**MIXED, "band-strikes-twice": True},
    )
    game.does(
        red[0],
        "with-me",
        way="charge",
        along="move",
        path=(leg(14, 6.9),),
        target=[2],
        attack=3,
        next=red[0],
        dice=[*(1, 1, 1, 1), *(1, 1, 1) * 3],
    )
    attacked = game.happened(Attacked)
    assert [e.who for e in attacked] == [red[0], red[1], red[0]]
    assert attacked[1].damage.because == ()


@WITH_ME
def test_where_nobody_dares_to_charge_a_band_that_may_mix_moves() -> None:
    fearful = figure(11.5, 12, abilities={"fear": 4})
    game, red, blue = scene(red=near(3), blue=[fearful], options=MIXED)
    game.does(
        red[0],
        "with-me",
        way="move",
        join=red[1:],
        along=["charge", "move"],
        target=blue,
        path=[(leg(10, 6),), (leg(13, 6),)],
        dice=[1, 1, 1],
    )
    assert [e.who for e in game.happened(Moved)] == [red[0], red[2]]
    assert game.happened(Declared)[0].deed.row == "move"
    assert [game.record(who).ap for who in red] == [2, 3, 2]


@WITH_ME
@pytest.mark.parametrize(
    ("interrupt", "dice"),
    [("counter-charge", [*(1, 1, 1, 1) * 2, *(1, 1, 1)]), ("flee", [1, 1, 1, 1])],
)
def test_who_moves_along_is_neither_counter_charged_nor_fled_from(interrupt: str, dice: list[int]) -> None:
    game, red, blue = scene(
        red=near(2),
        blue=[figure(10, 12), figure(14, 12, ap=1)],  # the one who may interrupt has the walker nearer to it
        options={**MIXED, "interrupt-targeted-only": False, "bystanders-answer-charges": True},
    )
    answers = {f"interrupt_{interrupt.replace('-', '_')}": blue[1]}
    game.does(red[0], "with-me", way="charge", along="move", target=blue[0], path=(), dice=dice, **answers)
    assert [e.pledge.against for e in game.happened(Pledged)] == [red[0]]


@WITH_ME
def test_at_some_tables_who_is_in_contact_strikes_for_the_charge_and_for_the_order() -> None:
    game, red, blue = scene(
        red=[figure(10, 5), figure(14, 5)],
        blue=[figure(10, 10), figure(14, 12)],
        options={"band-strikes-twice": True},
    )
    game.does(
        red[0],
        "with-me",
        way="charge",
        target=blue,
        close=[False],
        next=red[0],
        dice=[*(1, 1, 1, 1), *(2, 1, 1, 1), *(1, 1, 1) * 3],  # the one comes home, the other only near
    )
    assert [e.who for e in game.happened(Attacked)] == [red[0], red[1], red[0]]


@WITH_ME
def test_only_the_attack_of_the_charge_is_more_than_a_fight_where_the_table_allows_that() -> None:
    any_attack = {"charge-any-attack": True, "band-strikes-twice": True}
    game, red, blue = scene(red=[figure(10, 10), figure(14, 10)], blue=[figure(10, 14)], options=any_attack)
    path = [(leg(10, 12.9),), (leg(14, 9),)]
    game.does(red[0], "with-me", way="move", path=path, attack=blue, dice=[1, 1, 1])
    assert [e.dice.number for e in game.happened(Attacked)] == [3]
    thrower = figure(14, 5, abilities={"throwing-weight": 0})
    game, red, blue = scene(red=[figure(10, 5), thrower], blue=[figure(10, 10), figure(14, 10)], options=any_attack)
    game.does(
        red[0], "with-me", way="charge", target=blue, style="power", next=[red[0], red[0]],
        dice=[*(1, 1, 1, 1) * 2, *(1, 1), *(1, 1, 1) * 3],
    )  # fmt: skip
    assert [(e.who, e.dice.number, e.damage.number) for e in game.happened(Attacked)] == [
        (red[0], 2, 5), (red[1], 3, 5), (red[0], 3, 4), (red[1], 3, 4)
    ]  # fmt: skip


@WITH_ME
@pytest.mark.parametrize(("contact", "blows"), [(False, [0, 1]), (True, [0])])
def test_whether_a_charge_in_a_band_must_end_in_contact_to_strike(contact: bool, blows: list[int]) -> None:
    game, red, blue = scene(
        red=[figure(10, 5), figure(14, 5)],
        blue=[figure(10, 10), figure(14, 12)],
        options={"band-needs-contact": contact},
    )
    answers = {} if contact else {"close": [False], "next": red[0]}
    runs = [*(1, 1, 1, 1), *(2, 1, 1, 1)]  # the one comes home, the other only near
    game.does(red[0], "with-me", way="charge", target=blue, dice=[*runs, *(1, 1, 1) * len(blows)], **answers)
    assert [e.who for e in game.happened(Attacked)] == [red[n] for n in blows]


@WITH_ME
def test_who_charges_alone_needs_no_contact_at_that_table_either() -> None:
    game, red, blue = scene(red=[figure(14, 5)], blue=[figure(14, 12)], options={"band-needs-contact": True})
    game.does(red, "charge", target=blue, close=False, dice=[*(2, 1, 1, 1), *(1, 1, 1)])
    assert [e.who for e in game.happened(Attacked)] == [red]


@WITH_ME
def test_a_joiner_who_dares_not_stays_behind_and_pays_nothing() -> None:
    fearful = figure(10, 12, abilities={"fear": 4})
    game, red, blue = scene(red=[figure(10, 5), figure(11.5, 5), figure(13, 5)], blue=[fearful])
    game.does(
        red[0],
        "with-me",
        way="charge",
        join=[red[1], red[2]],
        target=[blue, blue, blue],
        dice=[4, 1, 1, 1, 1, 1, 4, 1, 1, *(2, 2, 2, 2) * 2, *(1, 1, 1) * 2],
        next=red[0],
    )
    assert [game.record(who).ap for who in red] == [2, 3, 2]
    assert game.record(red[1]).cowed == (blue,)


@WITH_ME
def test_a_leader_who_dares_not_gives_no_order() -> None:
    game, red, blue = scene(red=near(2), blue=[figure(10, 12, abilities={"fear": 4})])
    game.does(red[0], "with-me", way="charge", target=blue, dice=[1, 1, 1])
    assert [game.record(who).ap for who in red] == [3, 3]


# ---- Bring it Down! --------------------------------------------------------------------------------------------------


def round_one(**blue: Any) -> Any:
    """Three round one enemy: the leader in reach of it, all in close combat with it."""
    return scene(red=[figure(10, 5), figure(8.6, 6.4), figure(11.4, 6.4)], blue=[figure(10, 6.4, **blue)])


@BRING
@covers("bring-it-down", "numbers")
def test_three_bring_one_down_with_three_dice_more_and_a_damage_that_costs_armour_a_die() -> None:
    game, red, blue = round_one()
    # six dice on 4, armour against 7: a die is dropped, two are rolled on 6
    game.does(red[0], "bring-it-down", target=blue, join=[red[1], red[2]], dice=[4, 4, 1, 1, 1, 1, 6, 1, 2])
    (blow,) = game.happened(Attacked)
    assert (blow.dice.number, blow.damage.number) == (6, 7)
    assert to_save(game.play, game.model(blue), 7) == Throw(2, 6)
    assert game.record(blue).wounds == 2
    assert [game.record(who).ap for who in red] == [2, 2, 2]
    assert game.record(red[0]).activation == "done"


@covers("bring-it-down", "numbers")
def test_at_some_tables_the_leader_does_not_count() -> None:
    game, red, blue = scene(
        red=[figure(10, 5), figure(8.6, 6.4)], blue=[figure(10, 6.4)], options={"band-counts-leader": False}
    )
    game.does(red[0], "bring-it-down", target=blue, dice=[1, 1, 1, 1])
    (blow,) = game.happened(Attacked)
    assert (blow.dice.number, blow.damage.number) == (4, 5)


@covers("bring-it-down", "numbers")
def test_a_band_of_five_has_five_dice_more() -> None:
    red = [figure(10, 4.9), figure(8.6, 6.4), figure(11.4, 6.4), figure(10, 7.9), figure(8.6, 7.7)]
    game, reds, blue = scene(red=red, blue=[figure(10, 6.4, wounds=9)])
    game.does(reds[0], "bring-it-down", target=blue, join=reds[1:], dice=[1] * 8)
    (blow,) = game.happened(Attacked)
    assert (blow.dice.number, blow.damage.number) == (8, 9)


@BRING
def test_who_is_brought_down_strikes_back_at_the_leader_even_where_it_falls() -> None:
    game, red, blue = round_one(ap=1, wounds=1)
    game.does(
        red[0],
        "bring-it-down",
        target=blue,
        join=[red[1], red[2]],
        interrupt_fight=blue,
        close=False,
        dice=[4, 4, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1],
    )
    assert game.record(blue).out
    assert [game.record(who).wounds for who in red] == [2, 3, 3]


@covers("bring-it-down", "refused")
def test_all_must_be_in_close_combat_with_the_same_enemy_and_the_leader_in_reach() -> None:
    game, red, blue = scene(red=[figure(10, 5), figure(13, 5)], blue=[figure(10, 6.4), figure(13, 6.4)])
    assert game.why_not(red[0], "bring-it-down") == (
        "It and whoever joins must be in close combat with one enemy, in its own reach.",
    )
    game, red, blue = scene(
        red=[figure(10, 5), figure(8.6, 6.4), figure(13, 5)], blue=[figure(10, 6.4), figure(13, 6.4)]
    )
    question = banding.ask_who_joins(game.model(red[0]), (), band_attacks.at_its_throat(blue[0]))
    assert question.refused()[red[2]] == ("It is not in close combat with it.",)


# ---- On my Mark! -----------------------------------------------------------------------------------------------------


def archers(n: int, weapon: str = "longbow", **first: Any) -> list[Any]:
    return [figure(10 + 1.5 * i, 5, weapons=[weapon], **(first if i == 0 else {})) for i in range(n)]


@MARK
@covers("on-my-mark", "numbers")
def test_three_shoot_as_one_and_all_their_weapons_are_discharged() -> None:
    game, red, blue = scene(red=archers(3), blue=[figure(10, 15)])
    # three dice, one within range, three for the band; armour against 8: two dice are dropped
    game.does(red[0], "on-my-mark", target=blue, join=[red[1], red[2]], dice=[4, 1, 1, 1, 1, 1, 1, 1])
    (shot,) = game.happened(Attacked)
    assert (shot.dice.number, shot.damage.number) == (7, 8)
    assert [game.record(who).unloaded for who in red] == [(0,), (0,), (0,)]
    assert [game.record(who).activation for who in red] == ["done", "ready", "ready"]
    assert game.record(blue).wounds == 2


@MARK
def test_who_is_marked_may_shoot_back_at_the_leader() -> None:
    game, red, blue = scene(red=archers(2), blue=[figure(10, 15, ap=1, weapons=["longbow"])])
    game.does(red[0], "on-my-mark", target=blue, interrupt_fire=blue, dice=[1] * 6 + [4, 1, 1, 1, 1, 1, 1])
    assert [game.record(who).wounds for who in red] == [2, 3]


@MARK
def test_modern_arms_are_not_discharged() -> None:
    game, red, blue = scene(red=archers(2, "assault-rifle"), blue=[figure(10, 15)])
    game.does(red[0], "on-my-mark", target=blue, dice=[1] * 6)
    assert [game.record(who).unloaded for who in red] == [(), ()]


@covers("on-my-mark", "refused")
def test_each_must_have_a_loaded_weapon_in_range_and_sight_and_be_out_of_close_combat() -> None:
    red = [
        *archers(2),
        figure(13, 5),
        figure(14.5, 5, weapons=["longbow"], unloaded=(0,)),
        figure(16, 5, weapons=["thrown-blade"]),
        figure(10, 3.5, weapons=["grenade"]),
    ]
    game, reds, blue = scene(red=red, blue=[figure(10, 26)])
    refused = dict(banding.ask_who_joins(game.model(reds[0]), (), band_attacks.has_it_in_its_sights(blue)).refused())
    assert refused == {
        reds[2]: ("It must have something to shoot with.",),
        reds[3]: ("It is not loaded.",),
        reds[4]: ('The target is further away than its range and 12".',),
        reds[5]: ("It covers an area.",),
        ENOUGH: ("Somebody has to join.",),
    }


@covers("on-my-mark", "numbers")
@pytest.mark.parametrize(("more", "may"), [(12, True), (6, False)])
def test_how_far_beyond_its_range_a_weapon_joins_is_for_the_table_to_say(more: int, may: bool) -> None:
    game, red, _ = scene(red=archers(2), blue=[figure(10, 30)], options={"mark-reach": more})
    assert (not game.why_not(red[0], "on-my-mark")) is may


@MARK
def test_one_of_the_leaders_weapons_that_reaches_is_enough() -> None:
    leader = figure(10, 5, weapons=["thrown-blade", "longbow"])
    game, red, blue = scene(red=[leader, figure(13, 5, weapons=["longbow"])], blue=[figure(10, 26)])
    game.does(red[0], "on-my-mark", target=blue, dice=[1] * 5)
    assert [e.deed.slot for e in game.happened(Declared)] == [1]


@covers("on-my-mark", "refused")
def test_nobody_gives_the_mark_in_close_combat_unarmed_or_unloaded() -> None:
    game, red, _ = scene(red=archers(2), blue=[figure(10, 7)])
    assert "It must not be in close combat." in game.why_not(red[0], "on-my-mark")
    game, red, _ = scene(red=near(2), blue=[figure(10, 15)])
    assert "It must have something to shoot with." in game.why_not(red[0], "on-my-mark")
    game, red, _ = scene(red=archers(2, unloaded=(0,)), blue=[figure(10, 15)])
    assert "It and whoever joins must have one enemy in their sights." in game.why_not(red[0], "on-my-mark")


@covers("on-my-mark", "refused")
@pytest.mark.parametrize(("weapon", "shoots"), [("rifle", False), ("assault-rifle", True)])
def test_a_leaders_rifle_that_has_been_fired_in_its_activation_is_not_fired_for_a_band(
    weapon: str, shoots: bool
) -> None:
    game, red, blue = scene(red=near(2, weapons=[weapon]), blue=[figure(10, 15)])
    assert "on-my-mark" in game.allowed(red[0])
    game.does(red[0], "fire", at=blue, dice=[1, 1, 1, 1])
    assert ("on-my-mark" in game.allowed(red[0])) is shoots


@covers("on-my-mark", "works")
def test_a_rifle_that_is_lent_to_a_band_is_fired_in_its_bearers_own_activation_all_the_same() -> None:
    game, red, blue = scene(red=near(2, weapons=["rifle"]), blue=[figure(10, 15)])
    game.does(red[0], "on-my-mark", at=blue, dice=[1] * 6)
    game.does(red[1], "fire", at=blue, dice=[1, 1, 1, 1])
    assert [e.who for e in game.happened(Attacked)] == [red[1]]
