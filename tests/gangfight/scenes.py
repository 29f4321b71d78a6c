"""Scenes for the tests of this ruleset: figures put down where a sentence needs them, on a bare table or one of their
own.

game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 18, ap=2)])
game.does(red, "charge", at=blue, dice=[4, 2, 2, 5, ...])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import pytest

from warbook.core.structs import replace
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.battle import complications
from warbook.rulesets.gangfight.battle.deployment import everybody_in_place
from warbook.rulesets.gangfight.battle.rounds import begin_turn
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.scenario import ComplicationRolled, Scored
from warbook.rulesets.gangfight.printed import catalogue
from warbook.rulesets.gangfight.records.distances import gap
from warbook.rulesets.gangfight.records.model import Model
from warbook.rulesets.gangfight.records.state import NEUTRAL, NOBODY, CurrentEngagement
from warbook.rulesets.gangfight.records.world import Kit, Play
from warbook.testing import Placed, Scene, model
from warbook.testing import leg as leg
from warbook.testing import spot as spot

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


Put: TypeAlias = Placed
"""A figure of a scene: where it is, and what its card says."""


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of a ruling: the entry of the catalogue that it shows, and whether it shows that it works, that it
    is refused or its numbers."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


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
) -> Placed:
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
    return model(x, y, z=z, name=kit.name, kit=kit, **changes)


def bare_table(more: str = "", width: int = 48) -> str:
    """The file of a bare table 48" deep with zones in the south and the north, and with more on it."""
    return EMPTY_TABLE.format(width=width) + more + ZONES


def scene(
    red: Sequence[Placed],
    blue: Sequence[Placed] = (),
    *,
    civilians: Sequence[Placed] = (),
    neutral: Sequence[Placed] = (),
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
    return GangfightScene.of(
        RULESET,
        red,
        blue,
        others={NOBODY: civilians, NEUTRAL: neutral},
        board=bare_table(board, width),
        options=options,
        house_rules=house_rules,
        **{"sides": ("south", "north"), "round": round, "engagement": engagement, **turn},
    )


def battle(scenario: str, *, options: Mapping[str, Any] | None = None, **turn: Any) -> Any:
    """A battle of a scenario that is shipped, everybody in place, in red's first turn, red the attacker.  `turn` are
    fields of the turn."""
    game = from_the_start(scenario, options=options)
    everybody_in_place(game.play)
    game.state.turn = replace(game.state.turn, **{"phase": "play", "round": 1, "seat": 0, **turn})
    return game


def from_the_start(scenario: str, *, options: Mapping[str, Any] | None = None) -> Any:
    """A battle of a scenario that is shipped, before anything has happened."""
    return GangfightScene.battle(RULESET, scenario, options=options)


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
    text = scenario + SMALL_SCENARIO.format(engagement=engagement, attacker=attacker)
    ground, party = (bare_table(board, width), "the table"), (SMALL_PARTY, "a party")
    files: dict[str, Any] = {"text": text, "source": "mine", "board": ground, "rosters": {0: party, 1: party}}
    return GangfightScene.battle(RULESET, options=options, **files)


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


class GangfightScene(Scene):
    """A scene whose questions are put in the words of this game.  Whoever charges runs as near as it can, unless there
    is a word of where it stops."""

    defaults: ClassVar[Mapping[str, Any]] = {"charge.stop": False}

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
