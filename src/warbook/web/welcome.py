"""Welcome: what somebody who comes to a table is told once, because it never changes."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .. import __version__
from ..core.errors import WarbookError
from ..core.game import Game
from ..core.profile import read_document
from ..core.ruleset import Ruleset, Setup
from .battle import Battle
from .people import Visitor
from .protocol import ActionInfo, DieInfo, DieSymbol, Info, Welcome

LONGEST_TITLE, LONGEST_SUMMARY = 80, 1000  # characters


def welcome(room: Battle, visitor: Visitor, number: int) -> Welcome:
    """The battle, and the seats of whoever came."""
    return Welcome(
        re=number,
        warbook=__version__,
        game=info(room),
        seats=room.people.infos(),
        yours=visitor.yours,
        board=board_of(room.game),
        actions=actions_of(room.game.ruleset),
        dice=dice_of(room.game.ruleset),
        chat=tuple(room.chat),
    )


def info(room: Battle) -> Info:
    """What the battle is."""
    about, game = room.about, room.game
    return Info(
        id=about.id,
        title=about.title,
        ruleset=about.ruleset,
        game=game.ruleset.title,
        scenario=about.scenario,
        summary=about.summary,
        options=dict(game.ruleset.chosen),
        house_rules=game.setup.house_rules,
        public=about.public,
        secrets=game.ruleset.secrets,
        between_bodies=game.ruleset.between_bodies,
        dice=game.source.how,
        commitment=game.source.commitment,
    )


def board_of(game: Game) -> dict[str, Any]:
    """The board of a battle as data; empty where its world has none."""
    board = getattr(game.world, "board", None)
    if not isinstance(board, Struct):
        return {}
    told: dict[str, Any] = msgspec.to_builtins(board)
    return told


def actions_of(ruleset: Ruleset) -> tuple[ActionInfo, ...]:
    """The actions of a game, for whoever explains them."""
    return tuple(ActionInfo(a.id, a.name, a.cost, a.summary, a.cite) for a in ruleset.actions)


def dice_of(ruleset: Ruleset) -> tuple[DieInfo, ...]:
    """The dice of a game that bear symbols, for whoever draws them."""
    found = []
    for die in ruleset.dice:
        symbols = dict.fromkeys(symbol for face in die.faces if isinstance(face, tuple) for symbol in face)
        drawn = tuple(DieSymbol(symbol.name, symbol.sign, symbol.shape) for symbol in symbols)
        found.append(DieInfo(die.name, die.sides, die.colour, drawn))
    return tuple(found)


def scenario_of(setup: Setup) -> tuple[str, str]:
    """The title and the summary of a setup's scenario, where its content has one; no longer than a list can show."""
    scenario = setup.content.get("scenario")
    text = scenario.get("text") if isinstance(scenario, dict) else None
    try:
        keys = read_document(text, "scenario") if isinstance(text, str) else {}
    except WarbookError:
        keys = {}
    return str(keys.get("title", ""))[:LONGEST_TITLE], str(keys.get("summary", ""))[:LONGEST_SUMMARY]
