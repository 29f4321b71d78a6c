"""Scenes for the tests of this ruleset: figures put down where a sentence needs them, on a bare table or one of their
own.

game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=2)])
game.does(red, "charge", at=blue, dice=[4, 2, 2, 5, ...])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from warbook.core.decision import Decision
from warbook.core.length import inches
from warbook.core.state import Placement, Posture
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.battle import complications
from warbook.rulesets.gangfight.battle.deployment import everybody_in_place
from warbook.rulesets.gangfight.battle.rounds import begin_turn
from warbook.rulesets.gangfight.battle.setup import board_things, new_figure
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.scenario import ComplicationRolled, Scored
from warbook.rulesets.gangfight.printed import catalogue
from warbook.rulesets.gangfight.printed.shelf import SHELF
from warbook.rulesets.gangfight.records.distances import gap
from warbook.rulesets.gangfight.records.model import Model
from warbook.rulesets.gangfight.records.state import LYING, CurrentEngagement, State, Turn
from warbook.rulesets.gangfight.records.world import Kit, Play, World
from warbook.space.boardfile import read_board
from warbook.space.movement import Mode
from warbook.testing import Scene
from warbook.testing.script import Script

EMPTY_TABLE = """
kind = "board"
id = "bare"
title = "A bare table"
size = [{width}, 48]
"""

ZONES = """
[[deployment]]
name = "south"
rect = [0, 0, 48, 12]

[[deployment]]
name = "north"
rect = [0, 36, 48, 12]
"""

WEST_AND_EAST = """
[[deployment]]
name = "west"
rect = [0, 0, 12, 48]

[[deployment]]
name = "east"
rect = [48, 0, 12, 48]
"""
TURNED: dict[str, Any] = {"board": WEST_AND_EAST, "width": 60, "sides": ("west", "east")}
"""A table 60" wide whose attacker comes from the west."""

HIT, MISS, UNSAVED = [4, 1, 1], [1, 1, 1], [1, 1, 1]  # three dice that hit a Regular, that miss it, that save nothing
GONE: dict[str, Any] = {"out": True, "wounds": 0}
OGRE: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {}}}  # one that frightens nobody
ANYBODY_MAY = {"interrupt-targeted-only": False}
RUNAWAY_OGRE: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {}, "mov": 8, "arm": 0}}
COUNTER_STRIKE: dict[str, Any] = {"perks": ["counter-strike"]}
RIPOSTE: dict[str, Any] = {"perks": ["agile-riposte"]}
BULL_TRUE: dict[str, Any] = {"perks": ["bull-true"], "weapons": ["longbow"]}


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of a ruling: the entry of the catalogue that it shows, and whether it shows that it works, that it
    is refused or its numbers."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


class Put(Struct, frozen=True):
    """A figure of a scene: where it is, and what its card says."""

    x: float
    y: float
    z: float
    kit: Kit
    changes: Mapping[str, Any]


def figure(
    x: float,
    y: float,
    z: float = 0,
    *,
    profile: str = "human-regular",
    weapons: Sequence[str] = (),
    armour: Sequence[str] = (),
    charm: str = "",
    perks: Iterable[str] = (),
    abilities: Mapping[str, int] | None = None,
    spells: Sequence[str] = (),
    leader: bool = False,
    stats: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Put:
    """A figure at a place in inches.  `stats` replace attributes (and size, rank) of the profile; `changes` fields of
    its record (ap, wounds, down, unloaded ...)."""
    card = replace(catalogue.profiles()[profile], **(stats or {}))
    kit = Kit(
        name=f"{card.title} at {x:g}, {y:g}",
        profile=card,
        weapons=tuple(catalogue.weapons()[w] for w in weapons),
        armour=tuple(catalogue.armour()[a] for a in armour),
        charm=catalogue.charms()[charm] if charm else None,
        perks=frozenset(perks),
        abilities={**card.abilities, **(abilities or {})},
        spells=tuple(spells),
        leader=leader,
    )
    return Put(x, y, z, kit, changes)


def bare_table(more: str = "", width: int = 48) -> str:
    """The file of a bare table 48" deep with zones in the south and the north, and with more on it."""
    return EMPTY_TABLE.format(width=width) + more + ZONES


def leg(x: float, y: float, z: float = 0, mode: Mode = Mode.WALK) -> tuple[int, int, int, int]:
    """A leg of a route, in inches."""
    return (inches(x), inches(y), inches(z), int(mode))


def spot(x: float, y: float, z: float = 0) -> tuple[int, int, int]:
    """The answer to a question of a place, in inches."""
    return (inches(x), inches(y), inches(z))


def _postured(at: Placement, kit: Kit, changes: Mapping[str, Any]) -> Placement:
    """The same place, on its feet, knocked over or not on the table."""
    if changes.get("out", False) or changes["state"] != "here":
        return at
    if changes.get("down", False):
        return replace(at, posture=int(Posture.HELPLESS), height=min(LYING, kit.size.height))
    return replace(at, posture=int(Posture.UP), height=kit.size.height)


def scene(
    red: Sequence[Put],
    blue: Sequence[Put] = (),
    *,
    civilians: Sequence[Put] = (),
    neutral: Sequence[Put] = (),
    board: str = "",
    width: int = 48,
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str] = (),
    round: int = 1,
    engagement: CurrentEngagement = "",
    **turn: Any,
) -> Any:
    """A scene in red's turn, red the attacker. Gives the scene and the ids of each side: one id, or a list of ids
    where a side has several (last, where there are any, civilians, whom blue defends, and neutrals). `board` is TOML
    that is added to a bare table 48" deep with the zone of red in the south; `turn` are fields of the turn. Figures
    of red have their Initiative in points and are ready; blue hold none unless told (`ap=`)."""
    table = read_board(bare_table(board, width), "scene")
    puts = (*red, *blue, *civilians, *neutral)
    ends = (0, len(red), len(red) + len(blue), len(puts) - len(neutral), len(puts))
    groups = [tuple(range(a, b)) for a, b in pairwise(ends)]
    kits = tuple(put.kit for put in puts)
    records: list[Any] = []
    for number, put in enumerate(puts):
        seat = 0 if number < ends[1] else 1 if number < ends[3] else 2
        base = new_figure(number, seat, put.kit)
        own = {"ap": put.kit.profile.iv, "activation": "ready"} if seat == 0 else {}
        changes = {"state": "here", **own, **put.changes}
        at = replace(base.at, x=inches(put.x), y=inches(put.y), z=inches(put.z))
        records.append(replace(base, **{**changes, "at": _postured(at, put.kit, changes)}))
    names = {number: kit.name for number, kit in enumerate(kits)}
    records += board_things(table, len(records), names)
    sides = (groups[0], groups[1], groups[3])
    world = World(table, kits, names, ("Red", "Blue"), None, sides, groups[2])
    turn = {"phase": "play", "seat": 0, "attacker": 0, "sides": ("south", "north"), "neutrals": len(neutral), **turn}
    now = Turn(round=round, engagement=engagement, **turn)
    rules = RULESET.having(dict(options or {}), house_rules)
    played = GangfightScene(rules, world, State(records, now))
    ids = [list(group) for group in groups if group]
    return played, *(side[0] if len(side) == 1 else side for side in ids)


def battle(scenario: str, *, options: Mapping[str, Any] | None = None, **turn: Any) -> Any:
    """A battle of a scenario that is shipped, everybody in place, in red's first turn, red the attacker.  `turn` are
    fields of the turn."""
    rules = RULESET.having(dict(options or {}))
    world, state = rules.table(rules, SHELF.content(scenario))
    everybody_in_place(Play(state, rules, world, []))
    state.turn = replace(state.turn, **{"phase": "play", "round": 1, "seat": 0, **turn})
    return GangfightScene(rules, world, state)


def from_the_start(scenario: str, *, options: Mapping[str, Any] | None = None) -> Any:
    """A battle of a scenario that is shipped, before anything has happened."""
    rules = RULESET.having(dict(options or {}))
    return GangfightScene(rules, *rules.table(rules, SHELF.content(scenario)))


def small_battle(
    engagement: str,
    scenario: str = "",
    *,
    attacker: str = "red",
    board: str = "",
    width: int = 48,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """A battle for an engagement on a bare table before anything has happened, red in the south: a Hero and two
    Regulars on either side.  `scenario` and `board` are TOML that is added to theirs."""
    rules = RULESET.having(dict(options or {}))
    text = scenario + SMALL_SCENARIO.format(engagement=engagement, attacker=attacker)
    ground, party = (bare_table(board, width), "the table"), (SMALL_PARTY, "a party")
    content = SHELF.content("", text=text, source="mine", board=ground, rosters={0: party, 1: party})
    return GangfightScene(rules, *rules.table(rules, content))


SMALL_SCENARIO = """
kind = "scenario"
id = "small"
ruleset = "gangfight"
title = "A small battle"
summary = "Three against three."
setting = "chronicle"
board = "bare"
attacker = "{attacker}"
choose_side = false
engagement = "{engagement}"

[red]
roster = "three"

[blue]
roster = "three"
"""

SMALL_PARTY = """
kind = "roster"
id = "three"
ruleset = "gangfight"
title = "Three"
setting = "chronicle"
points = 1000
members = [
    {id = "a", name = "A", profile = "human-hero"},
    {id = "b", name = "B", profile = "human-regular"},
    {id = "c", name = "C", profile = "human-regular"},
]
"""


class RunHome(Script):
    """A script in which whoever charges runs as near as it can, unless there is a word of where it stops."""

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        if decision.key == "charge.stop" and not self.choices.get("stop"):
            return False
        return super().choose(play, decision)


class GangfightScene(Scene):
    """A scene whose questions are put in the words of this game."""

    def _script(self, dice: Iterable[int | str], answers: Mapping[str, Any], passing: bool) -> Script:
        plain = super()._script(dice, answers, passing)
        return RunHome(plain.dice, plain.choices, passing=passing)

    def model(self, who: int) -> Model:
        """A handle on a figure in the present position."""
        play: Play = self.play
        return Model(play, who)

    def gap(self, a: int, b: int) -> int:
        """The distance between two bodies in thousandths, rounded up."""
        return gap(self.record(a).at, self.record(b).at)


# ---- what happens in a scene, and what has happened ------------------------------------------------------------------


def begin_turn_of(game: Any, seat: int, round: int = 1, **script: Any) -> None:
    """The turn of a side begins."""
    play = Play(game.state, game.ruleset, game.world, [])
    play.then(begin_turn, seat, round)
    game.state.agenda = tuple(waiting for waiting, _ in play.queue)
    game.goes_on(**script)


def roll_complication(game: Any, dice: Iterable[int], seat: int = 0, **answers: Any) -> Any:
    """A side rolls the complication."""
    play = Play(game.state, game.ruleset, game.world, [])
    play.then(complications.complicate, seat)
    game.state.agenda = tuple(waiting for waiting, _ in play.queue)
    game.goes_on(dice=dice, **answers)
    return game


def complication_rollers(game: Any) -> list[int]:
    """Who rolled a complication in the last sentence."""
    return [e.seat for e in game.happened(ComplicationRolled)]


def points_scored(game: Any) -> list[tuple[int, int]]:
    """What was scored in the last sentence: whose, how many."""
    return [(e.seat, e.points) for e in game.happened(Scored)]


def attacks_made(game: Any) -> list[tuple[int, int]]:
    """Who attacked whom in the last sentence, in order."""
    return [(e.who, e.whom) for e in game.happened(Attacked)]


def interrupts_offered(game: Any, who: int, action: str, **answers: Any) -> list[tuple[str, int]]:
    """What the window of an action offers."""
    question = game.asks(who, action, **answers)
    assert question.key.endswith(".after"), question
    return [(pair[0].removeprefix("interrupt-"), pair[1]) for pair in question.options() if pair is not None]


def shots_made(game: Any) -> list[tuple[int, int]]:
    """Who has shot at whom, in order."""
    return [(e.who, e.whom) for e in game.happened(Attacked) if not e.close]
