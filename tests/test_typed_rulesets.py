"""mypy finds what a rule of a shipped game asks for in vain: a field, an option, something of the world."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]

MISTAKES = """
from warbook.core.structs import replace
from warbook.rulesets.{package}.records.model import Model
from warbook.rulesets.{package}.records.{module} import {record}
from warbook.rulesets.{package}.records.{others} import {thing}
from warbook.rulesets.{package}.records.world import Play


def rule(play: Play, model: Model, who: int) -> object:
    fine = (
        play.state.records[who].at,
        {asked}.wounds,
        model.record.wounds,
        play.option["{option}"],
        play.world.kits,
        model.play.world.kits,
        replace(model.record, wounds=1),
        replace(play.state.turn, seat=1),
    )
    return (
        fine,
        {asked}.wuonds,
        model.record.wuonds,
        {unknown}.wounds,
        play.option["{option}s"],
        play.option["{option}"] == "a value that it cannot have",
        play.world.kts,
        model.play.world.kts,
        play.world.scenario.titel,
        replace(model.record, wuonds=1),
        replace(model.record, wounds="one"),
        replace(play.state.turn, phase="endd"),
        replace(model.at, X=1),
    )
"""
WRONG = [
    '"{record}" has no attribute "wuonds"',
    '"{record}" has no attribute "wuonds"',
    '" has no attribute "wounds"',
    'Options" has no key "{option}s"',
    "Non-overlapping equality check",
    '"World" has no attribute "kts"',
    '"World" has no attribute "kts"',
    'has no attribute "titel"',
    'Unexpected keyword argument "wuonds" for "replace" of "{record}"',
    'Argument "wounds" to "replace" of "{record}" has incompatible type "str"',
    'Argument "phase" to "replace" of "Turn" has incompatible type',
    'Unexpected keyword argument "X" for "replace" of "Placement"',
]


GAMES = [
    {
        "package": "gangfight",
        "module": "state",
        "record": "Figure",
        "others": "state",
        "thing": "Thing",
        "asked": "play.state.records[who]",
        "unknown": "play.state.record(Thing, who)",
        "option": "cover",
    },
    {
        "package": "necromunda",
        "module": "fighters",
        "record": "Fighter",
        "others": "things",
        "thing": "Door",
        "asked": "play.state.record(Fighter, who)",
        "unknown": "play.state.records[who]",
        "option": "half-movement",
    },
]


@pytest.mark.parametrize("names", GAMES, ids=lambda names: names["package"])
def test_a_mistyped_field_an_unknown_option_and_a_wrong_world_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: dict[str, str]
) -> None:
    monkeypatch.chdir(ROOT)  # where the configuration looks for the sources
    file = tmp_path / "mistakes.py"
    file.write_text(f"{MISTAKES.format(**names)}\n# {file}: what mypy said of another one is no answer\n", "utf-8")
    said, trouble, _ = api.run(["--no-error-summary", str(file)])
    errors: dict[str, str] = {}
    for line in said.splitlines():
        where, error, what = line.partition(": error: ")
        if error:
            errors[where] = what + errors.get(where, "")
    first = MISTAKES.split("\n").index("        fine,") + 2
    assert not trouble
    assert list(errors) == [f"{file}:{first + number}" for number in range(len(WRONG))], said
    for what, wrong in zip(errors.values(), WRONG, strict=True):
        assert wrong.format(**names) in what


def test_nothing_that_takes_any_word_stands_beside_what_mypy_checks() -> None:
    """Options are never asked by `get`, which a TypedDict answers for any word; and the linter refuses msgspec's own
    `replace`, which takes any."""
    folders = ("src/warbook", "examples/tideline/src")
    code = [path for folder in folders for path in (ROOT / folder).rglob("*.py*") if "node_modules" not in path.parts]
    texts = {str(path): path.read_text("utf-8") for path in code if path.name.endswith((".py", ".py.txt"))}
    assert sum("play.option[" in text for text in texts.values()) > 50
    assert [path for path, text in texts.items() if re.search(r"\boptions?\.get\(", text)] == []
    linting = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
    assert "TID251" in linting["select"]
    assert "msgspec.structs.replace" in linting["flake8-tidy-imports"]["banned-api"]


IMPORTS = """
from typing import Any

from warbook.core.decision import Decision
from warbook.rulesets.gangfight.actions import interacting
from warbook.rulesets.gangfight.attacks import fighting
from warbook.rulesets.gangfight.checks import ground
from warbook.rulesets.gangfight.events.deeds import Aimed
from warbook.rulesets.gangfight.events.moments import AttackMissed
from warbook.rulesets.gangfight.events.rounds import EngagementFound
from warbook.rulesets.gangfight.events.things import ThingChanged
from warbook.rulesets.gangfight.harm.wounding import owe
from warbook.rulesets.gangfight.records import state
from warbook.rulesets.gangfight.records.effects import begin_effect as begin_effect_of_turn
from warbook.rulesets.gangfight.records.model import Model as GangfightModel
from warbook.rulesets.gangfight.records.world import Play as GangfightPlay
from warbook.rulesets.necromunda.checks.targets import range_band
from warbook.rulesets.necromunda.events.attacks import Fired
from warbook.rulesets.necromunda.events.fighters import ConditionGained
from warbook.rulesets.necromunda.events.gear import Swigged
from warbook.rulesets.necromunda.events.rounds import PhaseBegan
from warbook.rulesets.necromunda.events.things import DoorChanged, ThingPlaced
from warbook.rulesets.necromunda.harm.saves import Incoming
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.rulesets.necromunda.records.fighters import Fighter
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.things import CLOUD_TITLES, Cloud
from warbook.rulesets.necromunda.records.world import Play, Turn
from warbook.space import table_edges

any: Any = None
decision: Decision[Any] = any
gangfight: GangfightPlay = any
figure: state.Figure = any
thing: state.Thing = any
necromunda: Play = any
fighter: Fighter = any
model: Model = any
"""
WORDS = [
    ('decision.kind == "{}"', "allocate", "share"),
    ('PhaseBegan("{}")', "priority", "pirority"),
    ('Turn(phase="{}")', "end", "ended"),
    ('necromunda.state.turn.phase == "{}"', "over", "done"),
    ('DoorChanged(0, "{}")', "locked", "shut"),
    ('ThingPlaced(0, "{}")', "ammo-cache", "ammo"),
    ('Cloud(id=0, owner=-1, profile="", at=any, kind="{}")', "graviton", "graviton-pulse"),
    ('ConditionGained(0, "{}")', "blaze", "burning"),
    ('fighter.suffers("{}")', "webbed", "web"),
    ('model.suffers("{}")', "blind", "blinded"),
    ('model.effect("{}")', "stimm", "stim"),
    ('begin_effect(necromunda, "{}", 0, "round")', "aim", "aiming"),
    ('begin_effect(necromunda, "aim", 0, "{}")', "round", "rounds"),
    ('Fired(0, "", "", way="{}")', "overwatch", "on-watch"),
    ('Swigged(0, "{}")', "black-eel", "black_eel"),
    ('Incoming("{}")', "melee", "close combat"),
    ('range_band(any, any, any) == "{}"', "beyond", "far"),
    ('CLOUD_TITLES["{}"]', "flare", "light"),
    ('state.Turn(phase="{}")', "deploy", "deployment"),
    ('gangfight.state.turn.phase == "{}"', "roles", "role"),
    ('gangfight.state.turn.stage == "{}"', "end-game", "endgame"),
    ('gangfight.state.turn.engagement == "{}"', "ambush", "roll"),
    ('EngagementFound("{}", 0)', "escort", ""),
    ('figure.activation == "{}"', "done", "finished"),
    ('figure.state == "{}"', "waiting", "ready"),
    ('thing.kind == "{}"', "crate", "casket"),
    ('thing.state == "{}"', "taken", "carried"),
    ('ThingChanged(0, "{}")', "up", "upwards"),
    ('state.Pledge(0, "{}", 0)', "counter-charge", "countercharge"),
    ('owe(gangfight, "{}", 0)', "lose-ap", "ap"),
    ('Aimed(0, 0, "{}")', "melee", "fight"),
    ('AttackMissed(0, 0, "{}")', "shot", "shoot"),
    ('fighting.free_strike(gangfight, 0, 0, "{}")', "riposte", "reposte"),
    ('interacting.WHAT["{}"]', "lever", "switch"),
    ('GangfightModel(gangfight, 0).effect("{}")', "swift", "swiftness"),
    ('begin_effect_of_turn(gangfight, "{}", 0, 0)', "manabane", "mana-bane"),
    ('table_edges.strip(any, "{}", 0)', "west", "left"),
    ('ground.standing_on(gangfight, 0) == "{}"', "dense", "difficult"),
]


def test_a_word_that_is_not_of_its_set_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    right, wrong = ([text.format(pair[which]) for text, *pair in WORDS] for which in (0, 1))
    file = tmp_path / "words.py"
    file.write_text("\n".join((IMPORTS, *right, *wrong, f"# {file}\n")), "utf-8")
    said, trouble, _ = api.run(["--no-error-summary", str(file)])
    lines = [int(line.split(":")[1]) for line in said.splitlines() if ": error: " in line]
    first = IMPORTS.count("\n") + 2 + len(right)
    assert lines == list(range(first, first + len(wrong))), said
