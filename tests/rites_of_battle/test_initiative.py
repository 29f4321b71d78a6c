"""Initiative: who rolls, the order, what is level, and who has no turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, effects, scene
from tests.rites_of_battle.test_harm import suffers
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.events.turns import Granted
from warbook.rulesets.rites_of_battle.records import Score
from warbook.testing import Script


def order(game: Any, *scores: tuple[int, int, int]) -> list[int]:
    """The order of fighters 0, 1, 2 ... with these successes, advantages and triumphs, if they roll as they do."""
    level = [Score(who, *scores[who]) for group in initiative.groups(game.play) for who in group]
    ranked = sorted(level, key=initiative.rating)
    found: list[int] = []
    while ranked:
        same = [score for score in ranked if initiative.rating(score) == initiative.rating(ranked[0])]
        found += [score.who for score in initiative.ranked_level(game.play, same)]
        ranked = ranked[len(same) :]
    return found


def three() -> Any:
    game, *_ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")])
    return game


def test_net_successes_come_first_and_then_net_advantages() -> None:
    assert order(three(), (3, 1, 0), (3, -1, 0), (2, 4, 0)) == [0, 1, 2]
    assert order(three(), (1, 0, 0), (3, -1, 0), (2, 4, 0)) == [1, 2, 0]


def test_who_is_level_goes_by_triumphs_then_the_squad_first() -> None:
    assert order(three(), (1, 0, 0), (1, 0, 0), (1, 0, 1)) == [2, 0, 1]
    assert order(three(), (1, 0, 0), (1, 0, 0), (1, 0, 0)) == [0, 1, 2]


def test_a_game_master_ranks_whoever_is_level_of_the_same_side_too() -> None:
    game, *_ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")], options={"gm": "adversary"})
    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"initiative.level": (1, 0)}))
    assert [score.who for score in initiative.ranked_level(play, [Score(0, 1, 0), Score(1, 1, 0)])] == [1, 0]


def test_a_newcomer_among_those_who_are_level_is_ranked_as_they_are() -> None:
    for mode, answer, order in (("engine", {}, [0, 1, 2]), ("adversary", {"initiative.level": (2, 0, 1)}, [2, 0, 1])):
        table = {"gm": mode, "circumstance-dice": 0}
        game, *_ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")], options=table)
        game.state.turn = replace(game.state.turn, order=(Score(0, 1, 0), Score(2, 1, 0)))
        script = Script({"initiative": ["-", "S", "-"]}, answer)
        play = Play(game.state, game.ruleset, game.world, [], script)
        initiative.insert(play, 1)
        assert [score.who for score in play.state.turn.order] == order


def test_a_newcomer_has_rolled_with_none_of_its_kind() -> None:
    foes = [at(3, 30, "renegade"), at(5, 30, "renegade"), at(7, 30, "cultist"), at(9, 30, "renegade")]
    game, *_ = scene([at(5, 5)], foes, options={"enemy-initiative": "group"})
    game.state.turn = replace(game.state.turn, order=tuple(Score(who, 1, 0) for who in (0, 1, 2, 3)))
    play = Play(game.state, game.ruleset, game.world, [], Script({"initiative": ["-", "S", "-"]}, {}))
    initiative.insert(play, 4)
    assert [score.who for score in play.state.turn.order] == [0, 1, 2, 3, 4]


def test_a_group_rolls_with_the_best_perception_and_the_best_vigilance_of_its_members() -> None:
    game, *_ = scene(
        [at(5, 5)], [at(5, 30, "renegade"), at(7, 30, "renegade"), at(9, 30, "stalker")],
        options={"enemy-initiative": "all"},
    )  # fmt: skip
    assert initiative.groups(game.play) == [(0,), (1, 2, 3)]
    game, *_ = scene(
        [at(5, 5)], [at(5, 30, "renegade"), at(7, 30, "renegade"), at(9, 30, "stalker")],
        options={"enemy-initiative": "group"},
    )  # fmt: skip
    assert initiative.groups(game.play) == [(0,), (1, 2), (3,)]


def test_the_incapacitated_burn_and_bleed_at_their_place_and_what_they_suffer_from_runs_out() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5, wounds=17, injuries=("bleeding-out",)), at(9, 5)], [at(5, 30)])
    for who in reds[1:]:
        game.given(who, state="incapacitated")
    affected(game, reds[2], "burning", f"turn-{reds[2]}-1", 12)
    game.goes_on(action=["end-turn"])
    assert (game.record(reds[1]).wounds, game.record(reds[1]).strain) == (18, 1)
    assert game.record(reds[2]).wounds == 12 - 8
    assert effects(game, reds[2]) == {} and game.state.turn.actor == blue


def test_what_lasts_until_the_next_turn_of_somebody_dead_ends_when_it_would_have_come() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5)], [at(5, 30)])
    affected(game, blue, "immobilized", f"turn-{reds[1]}-1")
    game.given(reds[1], state="dead")
    game.goes_on(action=["end-turn"])
    assert effects(game, blue) == {} and game.state.turn.actor == blue


def test_whoever_is_struck_off_at_the_end_of_a_round_takes_nobody_with_it() -> None:
    game, reds, _ = scene([at(5, 5), at(7, 5)], [at(5, 30)])
    game.given(reds[0], state="dead")
    late = [replace(score, late=True) for score in game.state.turn.order[:2]]
    game.state.turn = replace(game.state.turn, order=(*game.state.turn.order, *late), place=3)
    game.goes_on()
    assert (game.state.turn.round, game.state.turn.actor) == (1, reds[1])


def test_nobody_has_two_turns_in_a_round_where_a_place_of_its_side_is_left_over() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5)], [at(5, 30)], options={"initiative-mode": "slots"})
    game.given(reds[0], state="dead")
    game.goes_on(action=["end-turn"])
    assert (game.state.turn.round, game.state.turn.actor) == (1, blue)


def test_the_incapacitated_bleed_where_places_belong_to_sides_too() -> None:
    fallen = at(5, 5, wounds=17, injuries=("bleeding-out",), state="incapacitated")
    game, (hurt, well), blue = scene([fallen, at(7, 5)], [at(5, 30)], options={"initiative-mode": "slots"})
    game.state.turn = replace(game.state.turn, place=0, actor=-1)
    game.goes_on(action=["end-turn"])
    assert game.record(well).turns == 1 and game.state.turn.actor == blue
    assert (game.record(hurt).wounds, game.record(hurt).strain) == (18, 1)


def test_the_incapacitated_are_passed_over_and_the_dead_struck_off() -> None:
    game, reds, _ = scene([at(5, 5), at(7, 5, wounds=20), at(9, 5)], [at(5, 30)])
    game.given(reds[1], state="incapacitated")
    game.goes_on(action=["end-turn", "end-turn"])
    assert game.state.turn.actor == 3


def test_who_rolled_together_act_one_after_another() -> None:
    foes = [at(3, 30, "renegade"), at(5, 30, "cultist"), at(7, 30, "renegade")]
    for together, wanted in (("group", [0, 1, 3, 2]), ("each", [0, 1, 2, 3])):
        game, *_ = scene([at(5, 5)], foes, options={"enemy-initiative": together})
        assert order(game, *[(1, 0, 0)] * 4) == wanted


@pytest.mark.parametrize(
    ("together", "asked", "granted"), [("all", 1, [3]), ("group", 1, [3, 2]), ("each", 0, [1, 2, 3])]
)
def test_a_triumph_on_a_roll_of_several_is_one_maneuver_for_whom_their_player_says(
    together: str, asked: int, granted: list[int]
) -> None:
    foes = [at(3, 30, "renegade"), at(5, 30, "cultist"), at(7, 30, "renegade")]
    game, *_ = scene([at(5, 5)], foes, options={"enemy-initiative": together})
    rolled = (Score(0, 2, 0), *(Score(who, 1, 0, 1) for who in (1, 2, 3)))
    game.state.turn = replace(game.state.turn, phase="initiative", round=0, order=rolled)
    script = Script(choices={"initiative.triumph": [3] * asked}, passing=True)
    play = Play(game.state, game.ruleset, game.world, [], script)
    initiative.settle(play)
    assert [event.by[0] for event in play.events if isinstance(event, Granted)] == granted
    assert [question.player for question, _ in script.answered if question.key == "initiative.triumph"] == [1] * asked


@pytest.mark.parametrize(("together", "asked", "successes"), [(True, [2], [3, 3]), (False, [2, 0], [3, 1])])
def test_the_quickest_of_those_who_act_together_quickens_all_of_them(
    together: bool, asked: list[int], successes: list[int]
) -> None:
    foes = [armed(5 + n, 30, profile="renegade", of={"talents": {"rapid-reaction": 2}}) for n in (0, 2)]
    options = {"enemy-initiative": "group", "groups-act-together": together}
    game, _, blues = scene([at(5, 5)], foes, options=options)
    script = Script({"initiative": ["S", "-", "-"]}, {"rapid-reaction": asked})
    initiative.roll_for(Play(game.state, game.ruleset, game.world, [], script), *blues)
    assert [score.success for score in game.state.turn.order[-2:]] == successes
    assert [game.record(who).wounds for who in blues] == [2, 0]


def test_a_triumph_gives_nothing_where_none_of_those_who_rolled_it_can_act() -> None:
    game, _, foe = scene([at(5, 5)], [at(5, 30, "renegade")])
    game.given(foe, state="incapacitated")
    rolled = (Score(0, 2, 0), Score(foe, 1, 0, 1))
    game.state.turn = replace(game.state.turn, phase="initiative", round=0, order=rolled)
    play = Play(game.state, game.ruleset, game.world, [], Script(passing=True))
    initiative.settle(play)
    assert not [event for event in play.events if isinstance(event, Granted)]


# ---- what tables may play otherwise ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("joint", "dice"), [("best-of-each", ["S"] * 3), ("best-member", ["-"] * 2)])
def test_whose_dice_a_joint_roll_has(joint: str, dice: list[str]) -> None:
    sharp = armed(5, 30, of={"line": (3, 3, 3, 3, 2, 3, 3), "skills": {"vigilance": 2}})
    keen = armed(7, 30, of={"line": (3, 3, 3, 3, 3, 3, 3), "skills": {}})
    game, _, blues = scene([at(5, 5)], [sharp, keen], options={"joint-initiative": joint})
    suffers(game, initiative.roll_for, *blues, initiative=dice)
    assert [score.success for score in game.state.turn.order[-2:]] == [dice.count("S")] * 2


@pytest.mark.parametrize(
    ("ties", "wanted"), [("triumphs", [1, 2, 0]), ("squad", [0, 1, 2]), ("adversaries", [2, 0, 1])]
)
def test_who_comes_first_of_those_who_are_level_where_no_game_master_says_it(ties: str, wanted: list[int]) -> None:
    game, *_ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")], options={"initiative-ties": ties})
    assert order(game, (1, 0, 0), (1, 0, 2), (1, 0, 1)) == wanted


@pytest.mark.parametrize(("comes", "dice", "wanted"), [("roll", ["S", "S", "-"], [1, 0, 2]), ("last", None, [0, 2, 1])])
def test_a_newcomer_rolls_or_acts_last(comes: str, dice: list[str] | None, wanted: list[int]) -> None:
    game, *_ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")], options={"newcomers": comes})
    game.state.turn = replace(game.state.turn, order=(Score(0, 1, 0), Score(2, -1, 0)))
    suffers(game, initiative.insert, 1, **({"initiative": dice} if dice else {}))
    assert [score.who for score in game.state.turn.order] == wanted


def test_neither_the_incapacitated_nor_who_is_last_in_the_order_are_asked_whether_they_wait() -> None:
    fallen = at(7, 5, wounds=17, state="incapacitated")
    game, _, blue = scene([at(5, 5), fallen], [at(5, 30, "renegade")], options={"turns-wait": True})
    game.goes_on(action=["end-turn"], **{"turn.wait": [False]})
    assert game.state.turn.actor == blue


@pytest.mark.parametrize("waits", [True, False])
def test_a_turn_may_wait_for_the_end_of_the_round_where_the_table_plays_it(waits: bool) -> None:
    game, (_, second), blue = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")], options={"turns-wait": waits})
    game.goes_on(action=["end-turn"], **({"turn.wait": [False, True, False]} if waits else {}))
    assert game.state.turn.actor == (blue if waits else second)
    if waits:
        game.goes_on(action=["end-turn"])
        assert (game.state.turn.round, game.state.turn.actor) == (1, second)  # who is last has nothing to wait for
        game.goes_on(action=["end-turn"], **{"turn.wait": [False]})
        assert game.state.turn.round == 2
