"""Records of this game: the same bytes everywhere, opened in the middle of an action, opened by other rules."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from os import environ
from pathlib import Path
from random import Random

import pytest

from tests.forging import Row, forged
from tests.necromunda.anybody import any_setup, written
from tests.necromunda.meeting import MEETING, YARD
from warbook.core import structs
from warbook.core.dice import D6
from warbook.core.errors import BadData
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.length import inches
from warbook.core.loading import load_game
from warbook.core.ruleset import Ruleset, Setup
from warbook.core.verify import verify, verify_record
from warbook.players import by_seat
from warbook.rulesets.necromunda.attacks.close_combat import charging
from warbook.rulesets.necromunda.edition_2023 import RULESET, SHELF
from warbook.rulesets.necromunda.events.attacks import Does, Fired
from warbook.rulesets.necromunda.events.rounds import Declared
from warbook.rulesets.necromunda.printed.roster import Member, Roster
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.world import Play
from warbook.space._kernels import COMPILED
from warbook.space.placing import Place

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent / "records" / "version-1.wbr"
CHARGER, WATCHER = 0, 3
PLACES = {0: (12, 3), 1: (2, 2), 2: (22, 2), 3: (12, 14), 4: (2, 22), 5: (22, 22)}


def meeting() -> Setup:
    """Three against three in an empty yard; one of the blue keeps watch."""
    red = [Member("a", "Asp", "chandler"), Member("b", "Bat", "dipper"), Member("c", "Cat", "dipper")]
    blue = [
        Member("d", "Dog", "chandler", weapons=("autogun",), skills=("overwatch",)),
        Member("e", "Eel", "dipper"),
        Member("f", "Fox", "dipper"),
    ]
    gangs = [Roster("roster", "gang", RULESET.id, "A gang", "tallow-street", tuple(those)) for those in (red, blue)]
    rosters = {seat: (written(gang), "gang.toml") for seat, gang in enumerate(gangs)}
    return Setup(RULESET.id, SHELF.content("", text=MEETING, source="", board=(YARD, "yard.toml"), rosters=rosters))


def declared_charge(ruleset: Ruleset, seed: int, write: Callable[[bytes], None] | None = None) -> Game:
    """The meeting as far as Asp has declared its charge and somebody is asked something."""
    game = Game(ruleset, meeting(), seed=seed, write=write)
    while (decision := game.decision) is not None and decision.key != "Declared.after":
        match decision.key:
            case "deploy" if isinstance(decision, Place):
                x, y = PLACES[decision.mover_id]
                game.choose((inches(x), inches(y), 0, 0, 1 if y < 12 else -1))
            case "activate":
                game.choose(CHARGER if decision.player == 0 else 5)
            case "group":
                game.choose(-1)
            case "action" if decision.player == 0:
                game.choose("charge")
            case "action":
                game.choose("end-activation")
            case _:
                return game
    return game


# ---- in the middle of an action --------------------------------------------------------------------------------------


def test_a_charge_that_overwatch_has_answered_goes_on_from_the_bytes_alone() -> None:
    for seed in range(40):
        rows: list[bytes] = []
        game = declared_charge(RULESET, seed, rows.append)
        game.choose(("overwatch", WATCHER), 1)
        assert game.decision is not None
        if game.decision.key == "target":
            break
    assert [type(e) for e in game.play.events if isinstance(e, Declared | Fired)] == [Declared, Fired]
    again = load_game(b"".join(rows), lambda name: RULESET)
    assert again.decision is not None and again.decision.key == "target"
    assert (again.trail, again.play.state, again.log()) == (game.trail, game.play.state, game.log())
    assert not again.play.state.records[WATCHER].ready
    for battle in (game, again):
        battle.choose(WATCHER)
        assert Does(CHARGER, "charges", WATCHER) in battle.events()
    assert game.save() == again.save()


def test_whoever_overwatch_brings_down_does_not_charge() -> None:
    brought_down = 0
    for seed in range(40):
        game = declared_charge(RULESET, seed)
        game.choose(("overwatch", WATCHER), 1)
        if any(isinstance(e, Does) and e.what == "charges" for e in game.events()):
            continue
        if game.decision is not None and game.decision.key != "target":
            brought_down += 1
            assert game.state.turn.actor != CHARGER
    assert brought_down > 5


# ---- other versions of the rules -------------------------------------------------------------------------------------


def omen(play: Play, charger: Model) -> None:
    """A charge as an older version might have had it: with a roll before anything else."""
    play.roll(D6, "omen", "An omen")
    charging.charge(play, charger)


OLDER = replace(RULESET.replacing(structs.replace(charging.CHARGE, rule=omen)), version="0")


def test_an_action_in_progress_is_taken_up_by_newer_rules_as_far_as_its_answers_fit() -> None:
    old = declared_charge(OLDER, 1)
    old.choose(None)
    assert old.decision is not None and old.decision.key == "target"
    again = load_game(old.save(), lambda name: RULESET)
    assert again.notices == [
        f"The record was made with version 0 of {RULESET.id}; this is {RULESET.version}.",
        "1 answers of the step in progress no longer fit and were dropped.",
    ]
    assert again.decision is not None and again.decision.key == "target"
    assert again.state == old.state
    assert not any(isinstance(e, Rolled) and e.key == "omen" for e in again.events())


def test_what_older_rules_have_decided_stands_though_newer_ones_would_decide_otherwise() -> None:
    old = Game(OLDER, any_setup(Random(3)), seed=3, players=by_seat(("uniform", "uniform"), 3))
    assert any(isinstance(e, Rolled) and e.key == "omen" for e in old.events())
    again = load_game(old.save(), lambda name: RULESET)
    assert again.is_over and again.result == old.result
    assert again.state == old.state
    assert [step.before for step in again.steps] == [step.before for step in old.steps]
    assert "omen" in " ".join(verify(again).rules)


def test_the_same_version_does_not_take_what_it_would_not_have_asked() -> None:
    old = declared_charge(replace(OLDER, version=RULESET.version), 1)
    old.choose(None)
    with pytest.raises(BadData, match="omen"):
        load_game(old.save(), lambda name: RULESET)


def test_the_first_record_that_was_kept_opens_by_its_events() -> None:
    """Written under version 1 of these rules, and never written anew: who has old records must be able to open them."""
    *lines, end = (json.loads(line) for line in KEPT.read_bytes().splitlines())
    game = load_game(KEPT.read_bytes(), lambda name: RULESET)
    assert game.is_over and game.result is not None
    assert len(game.steps) == sum(line["line"] == "step" for line in lines)
    assert (game.result.winner, list(game.result.points)) == (end["result"]["winner"], end["result"]["points"])
    assert {record.status for record in game.state.records if record.owner != game.result.winner} == {Status.OUT}
    assert game.log()[-1] == f"The battle is over: {game.result.why}"


# ---- words that were added later -------------------------------------------------------------------------------------


def rolls_with_words(rows: list[Row]) -> list[Row]:
    """The rolls of a record of which a rule said what they came to."""
    events = [event for row in rows if row["line"] == "step" for event in row["events"]]
    return [event for event in events if event["type"] == "Rolled" and "came" in event]


def worded_battle() -> bytes:
    """A battle in which a trait or a skill made something else of a roll."""
    for seed in range(40):
        game = Game(RULESET, any_setup(Random(seed)), seed=seed, players=by_seat(("uniform", "uniform"), seed))
        if b'"came":' in (data := game.save()):
            return data
    raise AssertionError("no roll had words of its own")


def test_a_record_from_before_rolls_said_what_they_came_to_is_true() -> None:
    data = worded_battle()

    def without_words(rows: list[Row]) -> None:
        for roll in rolls_with_words(rows):
            del roll["came"]

    assert verify_record(data, lambda _: RULESET).true
    older = forged(data, without_words)
    assert older != data and verify_record(older, lambda _: RULESET).true


def test_other_words_than_those_of_the_rules_are_found() -> None:
    data = worded_battle()

    def other_words(rows: list[Row]) -> None:
        rolls_with_words(rows)[0]["came"] = "out of action"

    def words_of_its_own(rows: list[Row]) -> None:
        events = [event for row in rows if row["line"] == "step" for event in row["events"]]
        next(e for e in events if e["type"] == "Rolled" and "came" not in e)["came"] = "out of action"

    for change in (other_words, words_of_its_own):
        assert "out of action" in verify_record(forged(data, change), lambda _: RULESET).different


# ---- the same bytes everywhere ---------------------------------------------------------------------------------------


def digests() -> str:
    """What a few battles come to, byte for byte."""
    found: list[str] = []
    for seed in range(30, 34):
        game = Game(RULESET, any_setup(Random(seed)), seed=seed, players=by_seat(("uniform", "uniform"), seed))
        found.append(sha256(game.save()).hexdigest())
    return " ".join(found)


@pytest.mark.skipif(not COMPILED, reason="numba is not installed: there is only one way to run")
def test_compiled_and_plain_geometry_write_the_same_bytes() -> None:
    told = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import digests; print(digests())"],
        env={**environ, "WARBOOK_PLAIN": "1", "PYTHONPATH": "src:."},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == digests()
