"""Conditions: madness, fire, blindness, gunk, webs, and getting up at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    TOUCH,
    covers,
    fighter,
    leg,
    next_question,
    next_round,
    rolled_keys,
    run_rule,
    scene,
)
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks.close_combat import reaction_attacks
from warbook.rulesets.necromunda.battle import before_acting
from warbook.rulesets.necromunda.events.fighters import Broke, Earned, Pinned, Wounded
from warbook.rulesets.necromunda.events.rounds import ActivationEnded
from warbook.rulesets.necromunda.events.things import ThingGone
from warbook.rulesets.necromunda.harm import conditions, injury
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.position import engaged_with
from warbook.rulesets.necromunda.records.things import Cloud, CloudKind

INSANE, BLAZE = ("insane",), ("blaze",)
END = "end-activation"
EDGE = """
[[platform]]
polygon = [[0, 0], [20, 0], [20, 20], [0, 20]]
z = 5
"""


# ---- madness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [1, 2])
def test_a_low_die_breaks_a_mad_fighter(face: int) -> None:
    game, red, blue = scene(red=[fighter(24, 20, conditions=INSANE)], blue=[fighter(24, 40)])
    game.goes_on(activate=red, dice=[face])
    assert game.happened(Broke) and game.offered(red).candidates(9) == ["running-for-cover"]


def test_one_that_is_broken_already_leaves_the_battlefield_bottled_or_not() -> None:
    game, red, blue = scene(red=[fighter(24, 20, conditions=INSANE, broken=True)], blue=[fighter(24, 40)])
    game.goes_on(activate=red, dice=[2])
    assert game.record(red).fled and game.state.turn.actor == -1


@pytest.mark.parametrize("face", [3, 4])
def test_a_middling_die_puts_it_in_the_hands_of_the_other_side_for_its_activation(face: int) -> None:
    game, (mad, friend), blue = scene(
        red=[fighter(10, 10, conditions=INSANE, weapons=["lasgun"]), fighter(10, 20)], blue=[fighter(10, 30)]
    )
    asked = next_question(game, activate=mad, dice=[face])
    assert asked.key == "action" and asked.player == 1
    game.goes_on(action="shoot", target=friend, dice=[3, 3, 1])  # its own side are its enemies now
    assert game.record(friend).status is Status.PINNED
    game.goes_on(action=END)
    assert game.record(mad).owner == 0 and game.state.turn.seat == 1
    assert next_question(game).player == 1


def test_what_it_does_in_their_hands_teaches_it_nothing_and_its_friends_may_strike_back() -> None:
    game, (mad, friend), blue = scene(
        red=[fighter(10, 10, conditions=INSANE, weapons=["fighting-knife"]), fighter(10, 10.984, facing=(0, -1))],
        blue=[fighter(40, 40)],
    )
    game.goes_on(activate=mad, dice=[3])
    assert engaged_with(game.play, mad) == (friend,)
    game.goes_on(action="fight", dice=[4, 4, 3], after="consolidate", path=lambda d: d.candidates(1)[0])
    assert game.record(friend).status is Status.SERIOUS and not game.happened(Earned)


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_goes_mad_acts_for_the_other_side(seat: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, conditions=INSANE)], blue=[fighter(10, 40, conditions=INSANE)])
    run_rule(game, lambda play: before_acting.madness(play, Model(play, (red, blue)[seat])), dice=(3,))
    assert game.record((red, blue)[seat]).owner == 1 - seat


def test_taken_out_while_possessed_it_is_its_own_side_that_has_lost_it() -> None:
    game, red, blue = scene(red=[fighter(10, 10, conditions=INSANE)], blue=[fighter(10, 30)])
    game.goes_on(activate=red, dice=[4])
    assert game.record(red).owner == 1
    run_rule(game, lambda play: injury.take_out(play, Model(play, red), -1), dice=COLD)
    assert game.record(red).owner == 0 and game.state.effects == ()


@pytest.mark.parametrize(("dice", "cured"), [((3, 4), True), ((3, 3), False)])
def test_a_high_die_lets_it_act_and_perhaps_come_to_its_senses(dice: tuple[int, ...], cured: bool) -> None:
    game, red, blue = scene(red=[fighter(10, 10, conditions=INSANE)], blue=[fighter(10, 30)])
    game.goes_on(activate=red, action=END, dice=[5, *dice])
    assert (game.record(red).conditions == ()) is cured


def test_it_may_come_to_its_senses_however_its_activation_ends() -> None:
    game, red, blue = scene(red=[fighter(10, 10, conditions=INSANE)], blue=[fighter(10, 30)])
    game.goes_on(activate=red, dice=[6])
    run_rule(game, lambda play: injury.leave_activation(play, Model(play, red)), dice=(6, 6))
    assert game.record(red).conditions == ()


# ---- fire ------------------------------------------------------------------------------------------------------------


def test_a_burning_fighter_is_hurt_runs_about_and_tries_to_put_it_out() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(24, 46)])
    before = game.record(red).at
    game.goes_on(activate=red, dice=[3, 2, 3, 90, 6], drop=False)  # no wound, 5" across; out on a 6
    at = game.record(red).at
    assert abs(at.x - before.x) + abs(at.y - before.y) == 5 * INCH
    assert game.record(red).conditions == () and [e.who for e in game.happened(ActivationEnded)] == [red]


def test_throwing_itself_down_helps_and_so_do_friends() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(24, 46)])
    game.goes_on(activate=red, dice=[3, 2, 3, 90, 4], drop=True)
    assert game.record(red).status is Status.PINNED and game.record(red).conditions == ()
    game, (red, friend), blue = scene(
        red=[fighter(24, 24, conditions=BLAZE), fighter(25.5, 26)], blue=[fighter(24, 46)]
    )
    game.goes_on(activate=red, dice=[3, 1, 1, 90, 5], drop=False)  # 2" along, to a friend who beats the flames out
    assert game.gap(red, friend) <= INCH and game.record(red).conditions == ()


def test_one_that_is_pinned_gets_up_to_run_and_one_that_is_injured_or_engaged_stays() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE, status=Status.PINNED)], blue=[fighter(24, 46)])
    game.goes_on(activate=red, dice=[3, 1, 1, 90, 1], drop=False)
    assert game.record(red).status is Status.STANDING and game.record(red).conditions == BLAZE
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE, status=Status.SERIOUS)], blue=[fighter(24, 46)])
    game.goes_on(activate=red, dice=[3, 4])  # two more for lying there
    assert game.record(red).conditions == ()
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(24, 24.984)])
    game.goes_on(activate=red, dice=[3, 5])
    assert game.record(red).conditions == BLAZE and game.state.turn.actor == -1


def test_fire_wounds_as_strength_three_and_pierces_a_little() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE, wounds=2, armour=["mesh"])], blue=[fighter(24, 46)])
    game.goes_on(activate=red, dice=[4, 5, 1, 1, 90, 1], drop=False)
    assert [e.wounds for e in game.happened(Wounded)] == [1]


def test_fire_that_takes_it_out_ends_everything() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(24, 46)])
    game.goes_on(activate=red, dice=[4, 6, *COLD])
    assert game.record(red).status is Status.OUT and game.state.turn.actor == -1


def test_running_about_it_stops_an_inch_from_an_enemy() -> None:
    game, red, blue = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(28, 24)])
    game.goes_on(activate=red, dice=[3, 6, 6, 360, 1], drop=False)  # straight at it
    assert INCH <= game.gap(red, blue) <= INCH + 10


def test_dropping_to_the_ground_at_an_edge_is_safe_unless_a_table_says_otherwise() -> None:
    around: dict[str, Any] = {"red": [fighter(19.2, 10, 5, conditions=BLAZE)], "blue": [fighter(40, 40)], "board": EDGE}
    for options, extra in (({}, ()), ({"take-cover-is-safe": False}, (6,))):
        game, red, blue = scene(**around, options=options)
        run_rule(
            game, lambda play: before_acting.run_about(play, Model(play, 0)), dice=(1, 1, 90, 6, *extra), drop=True
        )
        assert game.happened(Pinned) and game.record(red).status is Status.PINNED


def test_one_that_burns_makes_no_reaction_attacks() -> None:
    game, red, _ = scene(red=[fighter(24, 24, conditions=BLAZE)], blue=[fighter(9, 9)])
    assert not reaction_attacks._may_strike(game.play, game.record(red))


# ---- the order of what comes first -----------------------------------------------------------------------------------


def test_madness_comes_before_fire_and_fire_before_flight() -> None:
    game, red, blue = scene(
        red=[fighter(24, 24, conditions=("blaze", "insane"), status=Status.SERIOUS)], blue=[fighter(24, 46)]
    )
    game.goes_on(activate=red, dice=[1, 3, 1])  # it breaks, burns, and has no activation left to run in
    assert game.record(red).broken and game.state.turn.actor == -1


# ---- blindness -------------------------------------------------------------------------------------------------------


def blinded(game: Any, who: int, *dice: int) -> None:
    run_rule(game, lambda play: conditions.dazzle(play, Model(play, who)), dice=dice)


def test_a_ready_fighter_that_is_blinded_loses_this_activation_only() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    blinded(game, red, 3)
    assert game.record(red).conditions == ("blind",) and not game.record(red).ready
    next_round(game, dice=[6, 1])
    assert game.record(red).ready
    game.goes_on(activate=red, action=END)
    assert game.record(red).conditions == ()


def test_one_that_was_not_ready_misses_the_next_round() -> None:
    game, red, blue = scene(red=[fighter(10, 10, ready=False)], blue=[fighter(10, 30)])
    blinded(game, red, 3)
    next_round(game, dice=[6, 1])
    assert not game.record(red).ready
    next_round(game, dice=[6, 1])
    assert game.record(red).ready


def test_goggles_help_and_a_test_passed_saves_the_eyes() -> None:
    game, red, blue = scene(red=[fighter(10, 10, wargear=["photo-goggles", "respirator"])], blue=[fighter(10, 30)])
    blinded(game, red, 3)
    assert game.record(red).conditions == () and game.record(red).ready


def test_whoever_is_blinded_in_its_own_activation_attacks_nobody_until_the_next() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], conditions=("blind",))], blue=[fighter(10, 10 + TOUCH)]
    )
    assert game.why_not(red, "fight") == ("It is blind until its next activation.",)


def test_whoever_is_blinded_as_it_charges_ends_in_contact_and_strikes_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], conditions=("blind",))], blue=[fighter(10, 15)]
    )
    game.does(red, "charge", target=blue, dice=[3])
    assert game.gap(red, blue) <= 10 and rolled_keys(game) == ["charge.distance"]


@covers("headbutt", "refused")
@covers("hurl", "refused")
@pytest.mark.parametrize("action", ["headbutt", "hurl"])
def test_the_blind_neither_butt_nor_hurl(action: str) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, skills=["headbutt", "hurl"], conditions=("blind",))], blue=[fighter(10, 10 + TOUCH)]
    )
    assert game.why_not(red, action) == ("It is blind until its next activation.",)


def test_a_charge_in_blindness_ends_in_no_throw_and_no_headbutt_either() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, skills=["headbutt", "hurl"], conditions=("blind",))],
        blue=[fighter(10, 15)],
        house_rules=["headbutt-in-charge"],
    )
    game.does(red, "charge", target=blue, dice=[3])
    assert game.gap(red, blue) <= 10 and rolled_keys(game) == ["charge.distance"]


# ---- getting up ------------------------------------------------------------------------------------------------------


def test_one_that_springs_up_stands_for_nothing_on_an_initiative_test() -> None:
    around: dict[str, Any] = {
        "red": [fighter(10, 10, status=Status.PINNED, skills=["spring-up"])],
        "blue": [fighter(10, 30)],
    }
    game, red, blue = scene(**around)
    game.goes_on(activate=red, spring_up=True, dice=[4], facing=(0, 1))
    assert game.record(red).status is Status.STANDING and game.state.turn.left == 2
    game.goes_on(action="take-cover", path=((0, 1),))
    assert game.record(red).status is Status.PINNED and game.state.turn.actor == -1  # it does not stand up twice
    game, red, blue = scene(**around)
    game.goes_on(activate=red, spring_up=True, dice=[3])
    assert game.record(red).status is Status.PINNED and game.state.turn.left == 2


RUN = "running-for-cover"


@pytest.mark.parametrize("broken", [True, False])
def test_a_broken_fighter_does_not_spring_up(broken: bool) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, status=Status.PINNED, skills=["spring-up"], broken=broken)], blue=[fighter(10, 40)]
    )
    answers: dict[str, Any] = {"action": RUN} if broken else {"spring-up": True, "facing": (0, 1)}
    game.goes_on(activate=red, dice=[] if broken else [6], **answers)
    assert (game.record(red).status is Status.PINNED) is broken


# ---- what hangs in the air -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "dice", "gone"),
    [("smoke", [4], True), ("smoke", [5], False), ("flare", [4], True), ("flare", [3], False), ("graviton", [], True)],
)
def test_smoke_clears_on_a_low_die_a_flare_on_a_high_one_and_gravity_always(
    kind: CloudKind, dice: list[int], gone: bool
) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    at = replace(game.record(red).at, x=20_000, y=20_000, posture=0)
    game.state.records.append(Cloud(id=2, owner=-1, profile=kind, at=at, kind=kind))
    run_rule(game, conditions.lingering_effects, dice=tuple(dice))
    assert bool(game.happened(ThingGone)) is gone


@pytest.mark.parametrize(
    ("gap", "engaged", "actions"), [(0, True, ["fight", "retreat"]), (0.5, False, ["move", "charge"])]
)
def test_one_that_the_other_side_has_beside_its_own_gang_is_among_enemies(
    gap: float, engaged: bool, actions: list[str]
) -> None:
    game, (mad, friend), blue = scene(
        red=[fighter(10, 10, conditions=INSANE, weapons=["fighting-knife"]), fighter(10, 10.984 + gap)],
        blue=[fighter(40, 40)],
    )
    game.goes_on(activate=mad, dice=[3])
    assert (engaged_with(game.play, mad) == (friend,)) is engaged
    offered = [
        action for action in game.offered(mad).candidates(99) if action in ("fight", "retreat", "move", "charge")
    ]
    assert offered == actions
    if engaged:
        game.goes_on(action=END)
        assert engaged_with(game.play, mad) == ()  # its own again, it stands among friends
    else:
        near = f"It would end within an inch of {game.world.names[friend]}."
        assert next_question(game, action="move").legal((leg(10, 9.9), (0, 1))) == (near,)
