"""Wire: a person's seat played by a program, in JSON lines.

Each question is a line ``{"ask": {...}}``; the answer is a line of JSON, the value itself.  An answer that the rules
refuse is met with ``{"refused": [...]}`` and the same question again.  ``{"do": "undo"}`` and ``{"do": "quit"}`` are
understood too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import json_text

if TYPE_CHECKING:
    from ..core.decision import Decision
    from ..core.game import Game
    from ..core.oracle import Player

CANDIDATES = 24


def converse(game: Game, players: Mapping[int, Player], path: Path) -> None:
    """Play until the battle is over, or until the program at the other end has nothing more to say."""
    from .seats import bots_move

    while bots_move(game, players):
        decision = next(d for d in game.decisions if d.player not in players)
        click.echo(json_text({"ask": _question(game, decision)}))
        line = sys.stdin.readline()
        if not line or not _take(game, decision, line, players):
            return


def _question(game: Game, decision: Decision[Any]) -> dict[str, Any]:
    answers = decision.candidates(CANDIDATES)
    return {
        "seat": decision.player,
        "key": decision.key,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "step": len(game.steps),
        "candidates": [
            {"answer": a, "label": decision.label(a), **({"cautions": said} if (said := decision.cautions(a)) else {})}
            for a in answers
        ],
    }


def _take(game: Game, decision: Decision[Any], line: str, players: Mapping[int, Player]) -> bool:
    """Whether the conversation goes on after this line."""
    from ..core.errors import Illegal, WarbookError
    from .seats import take_back

    try:
        said = json.loads(line)
        match said:
            case {"do": "quit"}:
                return False
            case {"do": "undo"}:
                take_back(game, decision.player, players, lambda seat: True)
            case {"do": unknown}:
                raise WarbookError(f"found {unknown!r}; wanted undo or quit")
            case _:
                game.choose(said, decision.player)
    except json.JSONDecodeError as fault:
        _refuse((f"This is not JSON ({fault}).",))
    except Illegal as fault:
        _refuse(fault.reasons)
    except WarbookError as fault:
        _refuse((str(fault),))
    return True


def _refuse(reasons: tuple[str, ...]) -> None:
    click.echo(json_text({"refused": list(reasons)}))
