"""Options: what tables may settle otherwise, and those that the round turns on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import warbook
from tests.necromunda.scenes import fighter, leg, marker, next_question, run_rule, scene, set_phase, way
from tests.necromunda.test_editions import thrown_at_nothing, vault_opens
from warbook.cli import command
from warbook.core.answers import Pending
from warbook.core.errors import WarbookError
from warbook.core.events import Rolled
from warbook.core.play import Play
from warbook.odds import odds, why_withheld
from warbook.rulesets import necromunda
from warbook.rulesets.necromunda import edition_classic
from warbook.rulesets.necromunda.attacks.close_combat import blows, fighting
from warbook.rulesets.necromunda.attacks.close_combat.blows import Aim, Flurry
from warbook.rulesets.necromunda.bots import outcomes
from warbook.rulesets.necromunda.checks import directions, drink
from warbook.rulesets.necromunda.edition_2023 import RULESET
from warbook.rulesets.necromunda.events.moments import NerveFailed
from warbook.rulesets.necromunda.events.rounds import Declined, PhaseBegan
from warbook.rulesets.necromunda.harm import damage, injury
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.position import things
from warbook.rulesets.necromunda.records.things import Casket

FREE = {"ready-must-activate": False}
HOLD = -1


@pytest.mark.parametrize("option", edition_classic.RULESET.options, ids=lambda option: option.name)
def test_every_option_is_read_by_a_rule_and_explained(option: Any) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", option.name)
    assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
    assert option.summary.endswith(".") and option.source
    rules = [path.read_text() for path in Path(necromunda.__file__).parent.rglob("*.py")]
    assert any(f'option["{option.name}"]' in rule for rule in rules)


def test_no_name_is_given_twice() -> None:
    names = [option.name for option in edition_classic.RULESET.options]  # those of 2023, and more
    assert len(set(names)) == len(names)


def test_what_the_classic_rules_alone_leave_open_is_said_in_their_notes_or_with_an_action() -> None:
    rules = edition_classic.RULESET
    said = rules.notes + " ".join(action.leaves_open for action in rules.actions)
    own = {option.name for option in rules.options} - {option.name for option in RULESET.options}
    assert [name for name in sorted(own) if f"({name})" not in said] == []


def test_what_is_no_option_or_no_value_of_one_is_refused() -> None:
    with pytest.raises(WarbookError, match="half-movment"):
        RULESET.having({"half-movment": "up"}, ())
    with pytest.raises(WarbookError, match="sideways"):
        RULESET.having({"half-movement": "sideways"}, ())


# ---- must a ready fighter be activated? ------------------------------------------------------------------------------


def test_a_side_with_a_ready_fighter_must_activate_one() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)])
    assert next_question(game).candidates(9) == [red]


def test_at_some_tables_it_may_hold_back() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], options=FREE)
    game.goes_on(activate=HOLD)
    assert [e.seat for e in game.happened(Declined)] == [0] and game.state.turn.seat == 1
    game.goes_on(activate=blue, action="end-activation")
    assert game.state.turn.seat == 0 and game.record(red).ready and not game.state.turn.declined


def test_when_both_hold_back_or_the_last_one_does_the_phase_is_over() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30)], options=FREE)
    game.goes_on(activate=[HOLD, HOLD])
    assert game.happened(PhaseBegan)[0].phase == "end"
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 30, ready=False)], options=FREE)
    game.goes_on(activate=HOLD)
    assert game.happened(PhaseBegan)[0].phase == "end"


# ---- may one measure beforehand? -------------------------------------------------------------------------------------


def shooting_begins(premeasure: bool) -> tuple[Any, int]:
    """A battle of people in which the first fighter who can shoot is about to be asked what it does."""
    game = warbook.battle("hive-stand-off", options={"premeasure": premeasure})
    while game.decision is not None and (key := game.decision.key) != "action":
        game.choose(game.decision.candidates(1)[0], game.decision.player)
        assert key
    return game, game.play.state.turn.actor


def test_a_table_that_measures_after_declaring_is_told_no_odds_before() -> None:
    free, who = shooting_begins(True)
    assert not why_withheld(free)
    game, who = shooting_begins(False)
    for action in ("move", None):
        with pytest.raises(WarbookError, match=r"only after declaring .* --option premeasure=on"):
            odds(game, who, action, outcome="actor-pinned")
    odds(free, who, "move", outcome="actor-pinned")
    game.choose("move", game.decision.player)
    assert not why_withheld(game) and not why_withheld(game, "move") and why_withheld(game, "shoot")
    odds(game, who, None, outcome="actor-pinned")


@pytest.mark.parametrize(("question", "told"), [("shoot.target", False), ("weapon", False), ("fight.react", True)])
def test_an_action_is_declared_once_its_target_is_named(question: str, told: bool) -> None:
    measured_later: Any = {"premeasure": False}
    assert bool(outcomes.withheld(measured_later, question)) is not told
    measured_at_once: Any = {"premeasure": True}
    assert not outcomes.withheld(measured_at_once, question)


def test_a_person_at_such_a_table_is_told_why_there_are_no_odds(tmp_path: Path) -> None:
    record = tmp_path / "a.wbr"
    words = ("play", "hive-stand-off", "--red", "human", "--blue", "human", "--option", "premeasure=off")
    shown = CliRunner().invoke(command, [*words, "--record", str(record)], input="odds\nquit\n").output
    assert "This table measures only after declaring" in shown


# ---- what the printed rules leave open -------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [True, False])
def test_madness_comes_before_fire_or_after_it(first: bool) -> None:
    game, red, _ = scene(
        red=[fighter(24, 24, conditions=("insane", "blaze"))],
        blue=[fighter(24, 46)],
        options={"madness-before-fire": first},
    )
    burnt = [3, 2, 3, 90, 6]
    game.goes_on(activate=red, dice=[5, *burnt, 1, 1] if first else burnt, drop=False)
    keys = [e.key for e in game.events if isinstance(e, Rolled) and e.key in ("insane", "blaze.out")]
    assert keys == (["insane", "blaze.out", "insane"] if first else ["blaze.out"])  # with the fire the activation ends


@pytest.mark.parametrize("clear", [True, False])
def test_whoever_consolidates_keeps_clear_of_enemies_or_may_close_in(clear: bool) -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 12.5)], options={"consolidation-keeps-clear": clear})
    play = Play(game.state.copy(), game.ruleset, game.world, [])
    with pytest.raises(Pending) as asked:
        fighting.consolidate(play, red)
    where = asked.value.decisions[0]
    assert bool(where.legal(way(leg(10, 12.5 - 0.984)))) is clear
    assert where.legal(way(leg(10, 11.0)))  # neither clear nor in contact
    assert not where.legal(way(leg(9, 9)))


@pytest.mark.parametrize("rapid", [True, False])
def test_a_rapid_sidearm_hits_as_often_as_there_are_holes_or_once_in_a_fight(rapid: bool) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["autopistol"])],
        blue=[fighter(10, 10.984)],
        options={"rapid-fire-in-fights": rapid},
    )
    swung = Flurry(dice=1, pattern=(-1, -1, 0, 0, 0, 0), kinds=(), number=3)
    assert blows.with_ammunition(game.play, game.model(red), Aim((0, 0), 1, 1), swung).rapid is rapid


@pytest.mark.parametrize("toughness", [3, 4, 5])
def test_how_tough_a_loot_casket_is(toughness: int) -> None:
    game, _, _ = scene(
        red=[fighter(10, 9)],
        blue=[fighter(40, 40)],
        board=marker("casket", 10, 12),
        options={"casket-toughness": toughness},
    )
    casket = things(game.play, Casket)[0]
    assert damage.toughness_of(game.play, casket) == toughness


@pytest.mark.parametrize("rules", [RULESET, edition_classic.RULESET], ids=lambda rules: rules.id)
@pytest.mark.parametrize("wounds", [1, 2, 3])
def test_how_much_a_loot_casket_takes(rules: Any, wounds: int) -> None:
    board = marker("casket", 10, 12) + marker("casket", 20, 12, "strongbox", wounds=4)
    options = {"casket-wounds": wounds}
    game, *_ = scene(red=[fighter(10, 9)], blue=[fighter(40, 40)], board=board, options=options, ruleset=rules)
    assert [casket.wounds for casket in things(game.play, Casket)] == [wounds, 4]
    content = rules.shelf.content("classic-foundry" if rules.id == edition_classic.RULESET.id else "vault-looting")
    _, state = rules.having({"casket-wounds": wounds}).table(rules.having({"casket-wounds": wounds}), content)
    assert {record.wounds for record in state.records if isinstance(record, Casket)} == {wounds}


@pytest.mark.parametrize(("way", "faces"), [("any", 360), ("clock", 12)])
def test_a_random_direction_is_any_or_one_of_twelve(way: str, faces: int) -> None:
    game, *_ = scene(red=[fighter(10, 9)], blue=[fighter(40, 40)], options={"random-directions": way})
    pool = directions.by_chance(game.play)
    assert sorted(value for value, _ in pool.outcomes()) == [360 // faces * n for n in range(1, faces + 1)]
    burning = fighter(24, 24, conditions=("blaze",))
    game, red, _ = scene(red=[burning], blue=[fighter(24, 46)], options={"random-directions": way})
    game.goes_on(activate=red, dice=[3, 2, 3, faces // 4, 6], drop=False)
    assert abs(game.at(red)[0] - 24) < 0.01 and game.at(red)[1] == pytest.approx(29, abs=0.01)


@pytest.mark.parametrize(("together", "felt"), [(False, (-1, 2)), (True, (-2, 3))])
def test_whoever_has_drunk_of_both_bottles_feels_each_for_itself_or_all_of_it(
    together: bool, felt: tuple[int, int]
) -> None:
    drunk = fighter(10, 10, rinse=1, black_eel=1)
    game, red, _ = scene(red=[drunk], blue=[fighter(40, 40)], options={"drinks-count-together": together})
    assert (drink.ranged_penalty(game.model(red)), drink.courage(game.model(red))) == felt
    game, red, _ = scene(
        red=[fighter(10, 10, rinse=2)], blue=[fighter(40, 40)], options={"drinks-count-together": True}
    )
    assert drink.ranged_penalty(game.model(red)) == -2


@pytest.mark.parametrize("rules", [RULESET, edition_classic.RULESET], ids=lambda rules: rules.id)
@pytest.mark.parametrize("after", ["attack", "activation"])
def test_who_breaks_while_another_acts_runs_after_the_attack_or_the_activation(rules: Any, after: str) -> None:
    red, blue = [fighter(10, 10)], [fighter(10, 20, broken=True)]
    game, who, whom = scene(red=red, blue=blue, options={"broken-run-after": after}, ruleset=rules)
    set_phase(game, "action", actor=who, left=1)
    run_rule(game, lambda play: play.reach(NerveFailed(whom)), dice=(3, 3) if after == "attack" else ())
    assert (game.at(whom) == (10, 20, 0)) is (after == "activation")
    run_rule(
        game, lambda play: injury.leave_activation(play, Model(play, who)), dice=(3, 3) if after != "attack" else ()
    )
    assert game.at(whom) != (10, 20, 0)


@pytest.mark.parametrize(("hard", "opens"), [(-2, True), (-4, False)])
def test_what_the_terminal_of_a_vault_takes_under_the_classic_rules(hard: int, opens: bool) -> None:
    rules = edition_classic.RULESET
    assert vault_opens(rules.having({"vault-terminal": hard})) is opens


@pytest.mark.parametrize(("only", "hits"), [(False, 1), (True, 0)])
def test_who_is_hurled_is_hit_by_the_throw_or_only_on_contact(only: bool, hits: int) -> None:
    rules = edition_classic.RULESET.having({"hurl-hits-on-contact-only": only})
    assert thrown_at_nothing(rules) == hits
