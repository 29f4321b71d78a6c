"""Actions that go on in parts: odds follow them to the end, and dice that are cut on the way are named."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.odds.brute import brute
from tests.odds.duel import Declared, Spent, about_to_act, strike
from tests.odds.rush import RUSH, flurry, fray
from warbook.core.action import Action
from warbook.core.bearings import IN_VAIN
from warbook.core.decision import Choose
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.reaction import Reaction, Windows
from warbook.core.ruleset import Ruleset, Setup
from warbook.core.state import State
from warbook.odds import odds
from warbook.odds.dice_rules import distribution, distribution_and_cut
from warbook.odds.estimate import estimate
from warbook.odds.exact import Exact
from warbook.odds.horizon import Horizon
from warbook.odds.policy import DEFENDERS, Policy

AT = {"action": "rush", "rush.target": 2}


def start() -> State[Any, Any]:
    return about_to_act(Game(RUSH, Setup(RUSH.id, {"gap": 8})).state, 1)


def battle(ruleset: Ruleset = RUSH) -> Game:
    return Game(ruleset, Setup(ruleset.id, {"gap": 8}), seed=1)


def out(who: int) -> Any:
    return lambda state: state.records[who].wounds == 0


def up(who: int) -> Any:
    return lambda state: state.records[who].wounds > 0


def hurt(who: int) -> Any:
    return lambda state: state.records[who].wounds == 1


def shaken(who: int) -> Any:
    return lambda state: state.records[who].shaken


def chance(event: Any, defender: Any = "none", *, lasting: bool = False, horizon: Horizon = "step") -> Fraction:
    return Exact(RUSH, None, Policy(0, AT, defender=defender), event, lasting=lasting).chance(start(), (), horizon)


@pytest.mark.parametrize("defender", DEFENDERS)
@pytest.mark.parametrize(("event", "lasting"), [(out(2), True), (out(2), False), (up(2), False), (shaken(3), False)])
@pytest.mark.parametrize("maximise", [True, False])
def test_an_action_in_parts_has_the_odds_that_its_faces_have(
    event: Any, lasting: bool, defender: Any, maximise: bool
) -> None:
    tree = Exact(RUSH, None, Policy(0, AT, defender=defender, maximise=maximise), event, lasting=lasting)
    faces = brute(RUSH, start(), AT, event, seat=0, defender=defender, maximise=maximise)
    assert tree.chance(start()) == faces
    assert 0 < faces < 1


@pytest.mark.parametrize("defender", ["all", "best"])
def test_what_is_pledged_when_an_action_is_declared_is_made_good_at_its_end(defender: Any) -> None:
    tree = Exact(RUSH, None, Policy(0, AT, defender=defender, maximise=False), hurt(1))
    faces = brute(RUSH, start(), AT, hurt(1), seat=0, defender=defender, maximise=False)
    assert tree.chance(start()) == faces > 0
    assert chance(hurt(1), "none") == 0


def test_an_event_counts_at_the_end_of_the_action_and_not_between_its_parts() -> None:
    assert up(2)(start())
    assert chance(up(2)) == 1 - chance(out(2), lasting=True) < 1


def test_who_decides_in_a_later_part_knows_the_dice_of_the_earlier_ones() -> None:
    assert chance(out(2), "best") < min(chance(out(2), "none"), chance(out(2), "all"))


def test_equal_positions_between_parts_are_worked_out_once() -> None:
    tree = Exact(RUSH, None, Policy(0, AT), lambda state: False)
    tree.chance(start())
    declared, places = 1, 3
    blows = sum(len(distribution(strike, (3 + gap, 5))[1]) for gap in (1, 2, 3))
    nerve = 6 * places  # of its friend, if it falls
    ends = places * (1 + 2)  # it stands, or it falls and its friend keeps its nerve or does not
    assert tree.runs == declared + places + places + blows + nerve + ends


def test_no_further_steps_is_the_end_of_the_action() -> None:
    assert chance(out(2), horizon=0) == chance(out(2)) == chance(out(2), horizon="consequences")


def test_a_consequence_between_two_parts_does_not_end_the_action() -> None:
    """Whoever sees a friend fall tests its nerve at once, before the blow that is struck back."""
    assert chance(lambda state: out(2)(state) and hurt(1)(state), "all") > 0


@pytest.mark.parametrize("defender", ["none", "all"])
@pytest.mark.parametrize("event", [out(2), up(2)])
def test_playouts_follow_an_action_to_its_end(event: Any, defender: Any) -> None:
    policy = Policy(0, AT, defender=defender)
    found = estimate(RUSH, None, policy, event, lambda rng: start(), playouts=3000, seed=3, confidence=0.999)
    assert found.low <= chance(event, defender) <= found.high


def test_in_the_middle_of_an_action_odds_are_those_of_the_rest_of_it() -> None:
    game = battle()
    for answer in (1, "rush", 2, ("brace", 2)):
        game.choose(answer)
    assert game.state.agenda[0].rule == "sidestep"  # the dice of the run lie on the table
    assert game.decision is not None
    assert game.decision.key == "rush.sidestep"
    told = odds(game, 1, None, {}, "out", about=2)
    assert told.exact
    assert told.horizon == "the end of the action"
    assert 0 < told.probability < 1


def test_of_what_is_only_declared_one_order_is_looked_at() -> None:
    """Both may brace themselves: neither, the one, the other, both; who comes first makes no difference."""
    told = [r.windows[Declared].after[0].declares for r in (together(True), together(False))]
    assert told == [True, False]
    runs, worths = set(), set()
    for rules in (together(True), together(False)):
        tree = Exact(rules, None, Policy(0, AT, defender="best", maximise=False), lambda state: False)
        worths.add(tree.chance(about_to_act(Game(rules, Setup(rules.id, {"gap": 8})).state, 1)))
        runs.add(tree.runs)
    assert len(worths) == 1
    assert max(runs) - min(runs) == 1  # one declaration is spared


def together(declares: bool) -> Ruleset:
    """A game in which both figures of the other side may brace themselves, and nothing comes of it."""

    def all_ready(play: Any, event: Declared) -> list[int]:
        return [f.id for f in play.state.records if f.owner == 1 and f.ready]

    def brace(play: Any, who: int, event: Declared) -> None:
        play.happen(Spent(who))

    reaction = Reaction("brace", "Brace", "Waits for it.", "", all_ready, brace, declares=declares)
    rush: Action[Any] = Action("rush", "Rush", "1", "It rushes.", "", (), lambda play, me: announce(play, me))
    return replace(RUSH, actions=(rush,), windows={Declared: Windows(after=(reaction,))})


def announce(play: Any, me: Any) -> None:
    play.ask(me.owner, Choose("rush.target", "Whom?", lambda: (2, 3)))
    play.happen(Declared(me.id, "rush", 2))


def test_where_nothing_can_be_better_no_further_branch_is_begun() -> None:
    """It is hurt already: the first answer that keeps it so is as good as any."""
    free = Exact(RUSH, None, Policy(0, AT, defender="best"), lambda state: False)
    assert free.chance(start()) == 0
    none = Exact(RUSH, None, Policy(0, AT, defender="none"), lambda state: False)
    none.chance(start())
    every = Exact(RUSH, None, Policy(0, AT, defender="best", maximise=False), lambda state: False)
    assert every.chance(start()) == 0
    assert free.runs < every.runs


# ---- dice that are cut -----------------------------------------------------------------------------------------------


def test_what_is_cut_is_named_and_bounds_the_error() -> None:
    deep = Exact(fray(40), None, Policy(0, AT), out(2)).chance(start())
    for cut in (2, 4, 8):
        tree = Exact(fray(cut), None, Policy(0, AT), out(2))
        assert abs(tree.chance(start()) - deep) <= tree.cut
        assert tree.cut == pytest.approx(distribution_and_cut(flurry, (4, 4, cut))[1])


def test_what_is_cut_on_every_way_is_added_up_by_weight() -> None:
    rules = fray(3)
    for defender in DEFENDERS:
        tree = Exact(rules, None, Policy(0, AT, defender=defender), out(2))
        tree.chance(start())
        assert tree.cut == pytest.approx(distribution_and_cut(flurry, (4, 4, 3))[1])


def test_the_report_says_what_was_cut() -> None:
    told = odds(battle(fray(14)), 1, "rush", {"target": 2}, "out")
    assert told.exact
    assert 0 < told.cut < 1e-6
    assert told.low < told.probability < told.high
    assert "exact but for" in str(told)
    whole = odds(battle(), 1, "rush", {"target": 2}, "out")
    assert whole.cut == 0
    assert whole.low == whole.probability == whole.high
    assert "exact but for" not in str(whole)


def test_readings_that_bear_on_the_event_alike_are_followed_once() -> None:
    def near(state: Any) -> bool:
        return bool(abs(state.records[1].at.x - state.records[2].at.x) < 3 * INCH)

    def alike(play: Any, key: str) -> Any:
        return (lambda run: min(run, 2)) if key == "run" else None

    apart, merged = (Exact(RUSH, None, Policy(0, AT), near, alike=given) for given in (None, alike))
    assert apart.chance(start()) == merged.chance(start()) == Fraction(2, 3)
    assert merged.runs < apart.runs


@pytest.mark.parametrize(("needed", "chance"), [(2, Fraction(2, 3)), (3, Fraction(1, 3)), (9, 0)])
@pytest.mark.parametrize("defender", DEFENDERS)
def test_readings_after_which_the_event_cannot_come_true_are_not_followed(
    needed: int, chance: Fraction, defender: Any
) -> None:
    ran = []

    def close_by(state: Any) -> bool:
        return bool(abs(state.records[1].at.x - state.records[2].at.x) < (5 - needed) * INCH)

    def alike(play: Any, key: str) -> Any:
        if key != "run":
            return None
        ran.append(key)
        return lambda run: min(run, needed) if run >= needed else IN_VAIN

    whole, short = (
        Exact(RUSH, None, Policy(0, AT, defender=defender), close_by, alike=given) for given in (None, alike)
    )
    assert whole.chance(start()) == short.chance(start())
    assert ran and short.runs < whole.runs
    if defender == "none":
        assert short.chance(start()) == chance


def test_only_answers_that_bear_on_the_event_are_compared() -> None:
    def never(play: Any, question: Any) -> Any:
        return (False,) if question.key == "rush.sidestep" else None

    def policy(**more: Any) -> Policy:
        return Policy(0, AT, defender="best", maximise=False, **more)

    free, held = (Exact(RUSH, None, policy(bearing=bearing), up(2)) for bearing in (None, never))
    assert free.chance(start()) >= held.chance(start())
    assert held.runs < free.runs
    assert "the best choice where it bears on this" in policy(bearing=never).describe()
    assert "the likeliest choice where it bears on this" in policy(bearing=never, choices="likely").describe()
    assert "bears" not in policy().describe()
    with pytest.raises(WarbookError, match="the policy for choices: found 'worst'; wanted one of likely, best"):
        policy(choices="worst")
