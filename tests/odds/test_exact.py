"""Exact odds against the same rules, counted face by face."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.odds.brute import brute
from tests.odds.duel import COIN, DUEL, Hurt, about_to_act, position, shot, strike
from warbook.core.answers import Shown, Whole
from warbook.core.decision import Confirm
from warbook.core.play import Oracle, Play
from warbook.core.state import State
from warbook.odds.dice_rules import TooLong, distribution
from warbook.odds.exact import Exact
from warbook.odds.horizon import lookahead
from warbook.odds.policy import DEFENDERS, Policy

CHARGE = {"action": "charge", "charge.target": 2, "charge.press": False}
SHOOT = {"action": "shoot", "shoot.weapon": ("pistol", 3), "shoot.target": 3}


def out(who: int) -> Any:
    return lambda state: state.records[who].wounds == 0


def hurt_and_up(who: int) -> Any:
    return lambda state: state.records[who].wounds == 1


@pytest.mark.parametrize("defender", ["none", "all", "best"])
def test_a_charge_with_reactions_has_the_odds_that_its_faces_have(defender: Any) -> None:
    start = about_to_act(position(9), 1)
    for event, maximise, lasting in ((out(2), True, True), (out(1), False, True), (hurt_and_up(1), False, False)):
        tree = Exact(DUEL, None, Policy(0, CHARGE, defender=defender, maximise=maximise), event, lasting=lasting)
        assert tree.chance(start) == brute(DUEL, start, CHARGE, event, seat=0, defender=defender, maximise=maximise)


def test_the_best_reactions_are_never_better_for_the_charger_than_none_or_all_of_them() -> None:
    start = about_to_act(position(8), 0)
    chance = {}
    for defender in DEFENDERS:
        chance[defender] = Exact(DUEL, None, Policy(0, CHARGE, defender=defender), out(2)).chance(start)
    assert chance["best"] <= min(chance["none"], chance["all"])
    assert chance["best"] < chance["none"]


def test_a_reactor_that_gains_by_the_event_makes_it_as_likely_as_it_can() -> None:
    start = about_to_act(position(8), 0)
    chance = {}
    for defender in DEFENDERS:
        policy = Policy(0, CHARGE, defender=defender, maximise=False)
        chance[defender] = Exact(DUEL, None, policy, out(0)).chance(start)
    assert chance["best"] >= max(chance["none"], chance["all"]) > 0


def test_a_shot_is_one_node_and_has_the_odds_that_its_faces_have() -> None:
    start = about_to_act(position(9), 0)
    for event in (out(3), hurt_and_up(3), lambda state: not state.records[0].ammo):
        tree = Exact(DUEL, None, Policy(0, SHOOT), event)
        assert tree.chance(start) == brute(DUEL, start, SHOOT, event, seat=0, defender="none", maximise=True)
        assert tree.runs == len(distribution(shot, (3, 4, 6))[1])


def test_a_branch_stops_once_its_event_is_decided() -> None:
    start = about_to_act(position(7), 0)
    intent = {**CHARGE, "charge.target": 3}
    patient, hasty = (
        Exact(DUEL, None, Policy(0, intent), lambda now: now.records[3].wounds < 2, lasting=lasting)
        for lasting in (False, True)
    )
    assert patient.chance(start) == hasty.chance(start)
    assert hasty.runs < patient.runs


def test_a_dice_rule_within_a_dice_rule_keeps_its_weights() -> None:
    total, ways = distribution(shot, (3, 4, 6))
    strike_total, strikes = distribution(strike, (4, 6))
    assert sum(n for _, n in ways) == total
    wounds: dict[int, Fraction] = {}
    for (harm, _), n in ways:
        wounds[harm] = wounds.get(harm, Fraction(0)) + Fraction(n, total)
    for harm, n in strikes:
        if harm:
            assert wounds[harm] == Fraction(2, 3) * Fraction(n, strike_total)


def test_a_longer_horizon_counts_what_the_step_sets_going() -> None:
    start = about_to_act(position(7), 0)
    tree = Exact(DUEL, None, Policy(0, CHARGE), lambda state: state.records[3].shaken, lasting=True)
    assert tree.chance(start) == 0
    down = Exact(DUEL, None, Policy(0, CHARGE), out(2)).chance(start)
    assert 0 < tree.chance(start, horizon="consequences") == down / 2
    assert tree.chance(start, horizon=1) == down / 2


def test_equal_positions_after_a_step_are_worked_out_once() -> None:
    start = about_to_act(position(7), 0)
    ends: list[Any] = []

    def noting(state: State[Any, Any]) -> bool:
        if state.agenda:
            ends.append(state.key())
        return False

    short = Exact(DUEL, None, Policy(0, CHARGE), noting)
    short.chance(start)
    long = Exact(DUEL, None, Policy(0, CHARGE), lambda state: False)
    long.chance(start, horizon="consequences")
    assert len(set(ends)) < len(ends)
    assert long.runs - short.runs == 6 * len(set(ends))  # one nerve test, six faces, for each different position


def test_a_horizon_ends_where_the_battle_does() -> None:
    state = about_to_act(position(7), 0)
    state.records[3] = state.records[1].__class__(id=3, owner=1, profile="duellist", at=state.records[3].at, wounds=0)
    alone = Exact(DUEL, None, Policy(0, CHARGE), out(2))
    assert alone.chance(state) == alone.chance(state, horizon=3) > 0


def test_the_limit_counts_runs() -> None:
    start = about_to_act(position(7), 0)
    runs = Exact(DUEL, None, Policy(0, CHARGE), out(2))
    runs.chance(start)
    Exact(DUEL, None, Policy(0, CHARGE), out(2), limit=runs.runs).chance(start)
    with pytest.raises(TooLong):
        Exact(DUEL, None, Policy(0, CHARGE), out(2), limit=runs.runs - 1).chance(start)


def test_a_horizon_in_steps_counts_down() -> None:
    start = position(7)
    ahead = lookahead(DUEL, start, 2)
    first = ahead.after_step(start)
    assert first is not None
    second = first.after_step(start)
    assert second is not None
    assert second.after_step(start) is None
    assert lookahead(DUEL, start, "step").after_step(start) is None


def test_a_dice_rule_rolled_one_by_one_may_hold_another_that_is_one_node() -> None:
    def again(play: Any) -> tuple[int, int]:
        return play.dice(strike, 4, 6), play.roll(COIN, "coin")

    class Inner(Oracle):
        def whole(self, play: Any, rule: Any, values: Any) -> Whole | None:
            return Whole("strike", 2) if rule is strike else None

        def roll(self, play: Any, pool: Any, key: str) -> Shown:
            return Shown(key, None, 1)

    start = position(8)
    play = Play(start.copy(), DUEL, None, [], Inner())
    assert play.dice(again) == (2, 1)
    rerun = Play(start.copy(), DUEL, None, list(play.answers))
    assert rerun.dice(again) == (2, 1)


# ---- stages ----------------------------------------------------------------------------------------------------------


def called(play: Play[Any, Any, Any], rule: Any, *args: Any) -> Any:
    return rule(play, *args)


def salvo(part: Any) -> Any:
    """A step of blows at two fighters, who may duck: each pair is a part that begins with another part."""

    def one(play: Play[Any, Any, Any], whom: int) -> int:
        wounds: int = play.dice(strike, 4, 5)
        left = play.state.records[whom].wounds
        if not wounds or not left:
            return 0
        if wounds == 1 and play.ask(1, Confirm("duck", "Duck?")) and play.roll(COIN, "duck") == 1:
            return 0
        play.happen(Hurt(whom, min(wounds, left)))
        return 1

    def pair(play: Play[Any, Any, Any], whom: int) -> int:
        return sum(part(play, one, whom) for _ in range(2))

    def turn(play: Play[Any, Any, Any]) -> None:
        for whom in (2, 3):
            if part(play, pair, whom) and play.roll(COIN, "again") == 1:
                part(play, one, whom)

    return turn


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("defender", DEFENDERS)
def test_stages_change_no_odds_and_spare_runs(lasting: bool, defender: Any) -> None:
    start = about_to_act(position(9), 0)
    in_stages, whole = replace(DUEL, turn=salvo(Play.stage)), replace(DUEL, turn=salvo(called))
    for event in (out(2), out(3)) if lasting else (out(2), out(3), hurt_and_up(2)):
        policy = Policy(0, defender=defender)
        staged, plain = (
            Exact(rules, None, policy, event, lasting=lasting, limit=100_000) for rules in (in_stages, whole)
        )
        assert staged.chance(start) == plain.chance(start) > 0
        assert staged.runs < plain.runs
