"""House rules: each off unless a table wants it, each with what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    TOO_LITTLE_COOL,
    TOUCH,
    add_vehicle,
    ductway,
    fighter,
    leg,
    pitfall,
    run_rule,
    scene,
    spot,
    wall,
    way,
)
from warbook.core.play import Play
from warbook.rulesets.necromunda.attacks.close_combat import blows
from warbook.rulesets.necromunda.attacks.close_combat.blows import BARE, Aim, Bout, Stance
from warbook.rulesets.necromunda.attacks.shooting import strays
from warbook.rulesets.necromunda.battle import ending, menu, turn
from warbook.rulesets.necromunda.checks.aiming import POINT, hit_number, take_aim
from warbook.rulesets.necromunda.checks.guns import gun
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, RULESET
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.fighters import LastingInjury, Pinned, StoodUp, TakenOut
from warbook.rulesets.necromunda.events.moments import Swallowed
from warbook.rulesets.necromunda.harm import falling
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.space.movement import Mode
from warbook.testing import Script

DUCT = wall(4, 10, 16, 10) + ductway(10, 0.3)
PIT = pitfall()


def after(game: Any, rule: Any, *args: Any, dice: tuple[int, ...] = ()) -> None:
    """The scene once a rule has run by itself, with these dice."""
    script = Script(dice)
    play = Play(game.state.copy(), game.ruleset, game.world, [], script)
    rule(play, *(Model(play, a.id) if isinstance(a, Model) else a for a in args))
    script.finish()
    game.state, game.events = play.state, play.events


def test_none_is_in_force_unless_a_table_wants_it() -> None:
    names = [rule.id for rule in RULESET.house_rules]
    assert len(set(names)) == len(names)
    assert not set(names) & set(RULESET.chosen)
    assert RULESET.having(house_rules=names).patched == tuple(names)


@pytest.mark.parametrize("edition", [RULESET, CLASSIC], ids=["2023", "classic"])
def test_reload_is_double(edition: Any) -> None:
    for rules, cost in ((), "simple"), (("reload-is-double",), "double"):
        game, red, _ = scene(
            red=[fighter(10, 10, weapons=["boltgun"], out=(0,))],
            blue=[fighter(30, 30)],
            house_rules=rules,
            ruleset=edition,
        )
        assert menu.kind(game.model(red), "reload") == cost
    game.does(red, "reload", dice=[6])
    assert game.state.turn.left == 0


def test_tables_of_the_same_files_keep_their_own_costs_and_actions() -> None:
    game, red, _ = scene(red=[fighter(10, 9, skills=["clamber"])], blue=[fighter(30, 30)], board=DUCT)
    assert menu.cost(game.model(red), "reload") == 1
    assert not menu.conceivable(game.play, red).free
    game.ruleset = RULESET.having(house_rules=["reload-is-double", "clamber-through-ductways"])  # and the same world
    assert menu.cost(game.model(red), "reload") == 2
    assert [action.id for action in menu.conceivable(game.play, red).free] == ["clamber-through-ductway"]


@pytest.mark.parametrize("edition", [RULESET, CLASSIC], ids=["2023", "classic"])
@pytest.mark.parametrize("rules", [(), ("headbutt-in-charge",)])
def test_headbutt_in_charge(rules: tuple[str, ...], edition: Any) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, skills=["headbutt"])], blue=[fighter(10, 15)], house_rules=rules, ruleset=edition
    )
    if rules:
        game.does(
            red, "charge", at=blue, ends="headbutt", dice=[3, 1, 2, 1]
        )  # both dice short; its own hit is no wound
    else:
        game.does(red, "charge", at=blue, react=None, dice=[3, 1, 1])


@pytest.mark.parametrize("rules", [(), ("moves-close-in",)])
def test_moves_close_in(rules: tuple[str, ...]) -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 14, status=Status.PINNED)], house_rules=rules)
    touching = way(leg(10, 14 - TOUCH))
    question = game.asks(red, "move")
    assert bool(question.legal(touching)) is not bool(rules)
    assert question.legal(way(leg(10, 12.6)))
    if rules:
        game.does(red, "move", path=touching)
        assert [e.who for e in game.happened(StoodUp)] == [blue]
        assert game.model(red).engaged


def test_stray_shots_on_six() -> None:
    script = Script([1, 6])
    play: Any = Play(None, RULESET, None, [], script)
    assert strays.stray(play, 1, 2, (6, 6)) == (0, 1)
    assert strays.stray(Play(None, RULESET, None, [], Script([1])), 1, 2, (1, 3)) == (1, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "worse"), [((), 0), (("unwieldy-in-a-hurry",), 1)])
def test_unwieldy_in_a_hurry(rules: tuple[str, ...], worse: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["heavy-stubber"], accessories={"heavy-stubber": ["suspensors"]})],
        blue=[fighter(10, 20)],
        house_rules=rules,
    )
    model = game.model(red)
    shot = take_aim(model, gun(model, (0, 0)), blue, "shoot")
    assert hit_number(shot).number == 4 + worse


@pytest.mark.parametrize(("rules", "ap"), [((), -1), (("backstab-pierces",), -2)])
def test_backstab_pierces(rules: tuple[str, ...], ap: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"])],
        blue=[fighter(10, 10 + TOUCH, facing=(0, 1))],
        house_rules=rules,
    )
    profile = LIBRARY.weapons["fighting-knife"].profiles[0]
    bout = Bout(game.model(red), game.model(blue), profile, Stance())
    assert blows.strike_of_blow(bout, Aim(BARE, blue, 1)).ap == ap
    game.given(blue, at=game.record(blue).at.__class__(10000, 10984, 0, 0, -1, 492, 1250, 3))
    bout = Bout(game.model(red), game.model(blue), profile, Stance())
    assert blows.strike_of_blow(bout, Aim(BARE, blue, 1)).ap == -1


@pytest.mark.parametrize(("face", "back"), [(4, True), (3, False)])
def test_catfall_out_of_pits(face: int, back: bool) -> None:
    game, red, _ = scene(
        red=[fighter(11.7, 10, skills=["catfall"])],
        blue=[fighter(40, 40)],
        board=PIT,
        house_rules=["catfall-out-of-pits"],
    )
    game.does(red, "move", path=way(leg(16.2, 10, 0, Mode.LEAP)), dice=[3])
    assert game.record(red).status is Status.OUT
    round_ends = Play(game.state.copy(), game.ruleset, game.world, [], Script())
    turn.end_phase(round_ends)
    assert ("climb_out", (red,)) in [(waiting.rule, waiting.args) for waiting, _ in round_ends.queue]
    after(game, falling.climb_out, red, dice=(face,))
    assert (game.record(red).status is Status.PINNED) is back
    if back:
        at = game.record(red).at
        assert not (12000 < at.x < 16000 and 8000 < at.y < 12000)


def test_who_is_seriously_injured_does_not_come_out_of_a_pit_for_all_its_catfall() -> None:
    game, red, _ = scene(
        red=[fighter(14, 10, skills=["catfall"], status=Status.SERIOUS)],
        blue=[fighter(40, 40)],
        board=PIT,
        house_rules=["catfall-out-of-pits"],
    )
    after(game, falling.lose_unless_catlike, Swallowed(red))
    assert game.record(red).status is Status.OUT and not game.state.effects


def test_only_who_has_catfall_may_come_out_of_a_pit() -> None:
    game, red, _ = scene(
        red=[fighter(11.7, 10)], blue=[fighter(40, 40)], board=PIT, house_rules=["catfall-out-of-pits"]
    )
    game.does(red, "move", path=way(leg(16.2, 10, 0, Mode.LEAP)), dice=[3, *COLD])
    assert game.record(red).status is Status.OUT and not game.state.effects
    assert [e.by for e in game.happened(TakenOut)] == [-1]


def test_who_stays_down_a_pit_has_no_lasting_injury_where_nobody_counts_them() -> None:
    for options, injuries in (({}, 1), ({"lasting-injuries": False}, 0)):
        game, red, _ = scene(
            red=[fighter(11.7, 10, skills=["catfall"], status=Status.OUT)],
            blue=[fighter(40, 40)],
            board=PIT,
            house_rules=["catfall-out-of-pits"],
            options=options,
        )
        run_rule(game, falling.climb_out, red, dice=(3, *COLD) if injuries else (3,))
        assert len(game.happened(LastingInjury)) == injuries


def test_clamber_through_ductways() -> None:
    game, red, _ = scene(
        red=[fighter(10, 9, skills=["clamber"])],
        blue=[fighter(40, 40)],
        board=DUCT,
        house_rules=["clamber-through-ductways"],
    )
    game.does(red, "clamber-through-ductway", exit=spot(10, 11.5))
    assert game.record(red).at.y == 11500
    assert game.state.turn.left == 2
    printed_rules, red, _ = scene(red=[fighter(10, 9, skills=["clamber"])], blue=[fighter(40, 40)], board=DUCT)
    assert "clamber-through-ductway" not in printed_rules.ruleset.action


@pytest.mark.parametrize(("rules", "dice"), [((), (1, 5, 1, 5, 1, 5)), (("one-lasting-injury",), (1, 5))])
def test_one_lasting_injury(rules: tuple[str, ...], dice: tuple[int, ...]) -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], house_rules=rules)
    after(game, game.ruleset.step["lasting_injuries"], red, 3, -1, dice=dice)
    assert len(game.happened(LastingInjury)) == len(dice) // 2


@pytest.mark.parametrize(("rules", "dice"), [((), []), (("madness-may-pass",), [6, 6])])
def test_madness_may_pass(rules: tuple[str, ...], dice: list[int]) -> None:
    game, red, _ = scene(red=[fighter(10, 10, conditions=("insane",))], blue=[fighter(40, 40)], house_rules=rules)
    game.does(red, "end-activation", dice=dice)
    assert ("insane" in game.record(red).conditions) is not bool(rules)


# ---- target priority -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [(), ("templates-by-priority",)])
def test_blasts_at_a_point_by_priority(rules: tuple[str, ...]) -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["smoke-grenades"])],
        blue=[fighter(11, 14), fighter(8, 17)],
        house_rules=rules,
    )
    there = (8000, 16500, 0)
    if rules:
        game.does(red, "shoot", target=POINT, point=there, dice=[*TOO_LITTLE_COOL, 6, 4])
        assert [e.y for e in game.happened(BlastFell)] == [14000]  # it falters, and aims at the nearer one
    else:
        game.does(red, "shoot", target=POINT, point=there, dice=[6, 4])
        assert [e.y for e in game.happened(BlastFell)] == [16500]


def test_who_falters_after_enough_of_the_eel_may_hit_anybody_near_the_one_it_must_aim_at() -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["smoke-grenades"], black_eel=2)],
        blue=[fighter(11, 14), fighter(8, 17)],
        house_rules=["templates-by-priority"],
    )
    # it falters, aims at the nearer one, and sees two of them
    game.does(red, "shoot", target=POINT, point=(8000, 16500, 0), dice=[1, 1, 2, 6, 4])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(8000, 17000)]


@pytest.mark.parametrize(("x", "y"), [(10000, 15000), (12600, 14800)])  # a marker of 5", that just reaches it
def test_a_blast_at_a_point_that_covers_the_closest_needs_no_test(x: int, y: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["smoke-grenades"])], blue=[fighter(10, 14)], house_rules=["templates-by-priority"]
    )
    game.does(red, "shoot", target=POINT, point=(x, y, 0), dice=[6, 4])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(x, y)]


@pytest.mark.parametrize("rules", [(), ("templates-by-priority",)])
def test_flames_by_priority(rules: tuple[str, ...]) -> None:
    game, red, (near, far) = scene(
        red=[fighter(10, 10, weapons=["flamer"])], blue=[fighter(11.5, 13.6), fighter(8.3, 14.4)], house_rules=rules
    )
    if rules:
        game.does(red, "shoot", bearing=[(-17, 44), (15, 36)], dice=[*TOO_LITTLE_COOL, 3, 1, 1])
    else:
        game.does(red, "shoot", bearing=(-17, 44), dice=[3, 1, 1])
    assert {e.who for e in game.happened(Pinned)} == {near if rules else far}


@pytest.mark.parametrize("rules", [(), ("closest-all-round",)])
def test_the_closest_all_round(rules: tuple[str, ...]) -> None:
    game, red, (behind, ahead) = scene(
        red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 7), fighter(10, 17)], house_rules=rules
    )
    if rules:
        game.does(red, "shoot", at=ahead, dice=[*TOO_LITTLE_COOL, 6, 3, 1])
        assert game.record(red).at.fy < 0  # it has turned to the one it had to shoot at
    else:
        game.does(red, "shoot", at=ahead, dice=[6, 3, 1])
    assert {e.who for e in game.happened(Pinned)} == {behind if rules else ahead}


@pytest.mark.parametrize("rules", [(), ("pistols-from-vehicles",)])
def test_pistols_from_vehicles(rules: tuple[str, ...]) -> None:
    game, _, foe = scene(red=[fighter(2, 2)], blue=[fighter(20, 15)], ruleset=CLASSIC, house_rules=rules)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", sidearms=["hand-flamer"])
    if rules:
        game.does(lorry, "move-and-shoot", when="first", bearing=(0, 1000), drive=(), dice=[3, 1, 1])
        assert game.record(foe).status is Status.PINNED
    else:
        assert game.why_not(lorry, "move-and-shoot") == ("It must have a loaded weapon that its crew works.",)


@pytest.mark.parametrize("rules", [(), ("bottling-by-choice-loses",)])
def test_bottling_by_choice_loses(rules: tuple[str, ...]) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10), fighter(12, 10, status=Status.OUT)], blue=[fighter(40, 40)], house_rules=rules
    )
    script = Script((), {"bottle": True})
    play = Play(game.state.copy(), game.ruleset, game.world, [], script)
    ending.bottle_check(play, 0)
    assert play.state.turn.bottled == (True, False)
    assert (play.state.turn.phase == "over") is bool(rules)
    assert not rules or play.state.turn.winner == 1
