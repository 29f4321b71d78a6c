"""Moves of `necromunda-2023` over the edges that a fighter touches, of one Move and climbs of two: what a slow search
finds and what is found for whoever looks (see `found_starts`)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bench.edge_positions import Missed, Way, floor_at, leads_over_an_edge, position, ways_at_random
from tests.necromunda.scenes import TOUCH, fighter, scene
from warbook.rulesets.necromunda.movement.climbing import High
from warbook.space.movement import Mode
from warbook.space.openings import routes_over_edges

TRIES = 2500  # ways at random for each position
LIMIT = 1000  # more climbs than any position has


def move_scene(number: int, ledges: bool = False) -> tuple[Any, Any]:
    """A fighter at the foot of a face or at an edge among others, and the question where it moves."""
    drawn = position(Random(number), TOUCH / 2 + 0.001, ledges)
    near = (TOUCH + 0.02) ** 2  # who touches an enemy does not move
    x, y, _ = drawn.at
    others = [(spot, friend or (spot[0] - x) ** 2 + (spot[1] - y) ** 2 < near) for spot, friend in drawn.others]
    red = [fighter(*drawn.at), *(fighter(*spot) for spot, friend in others if friend)]
    blue = [fighter(47, 47), *(fighter(*spot) for spot, friend in others if not friend)]
    game, reds, _ = scene(red=red, blue=blue, board=drawn.board)
    return game, game.asks(reds[0] if isinstance(reds, list) else reds, "move")


def found_routes(question: Any) -> list[tuple[Any, ...]]:
    """One answer to each place to which the question knows a way over an edge."""
    over = routes_over_edges(question.board, question.layout, question.mover_id, question.rules)
    answers = [question.complete(route) for route in over]
    return answers + (question.high_climbs(LIMIT) if isinstance(question, High) else [])


def searched_routes(question: Any, tries: int) -> dict[Way, str]:
    """What ways drawn at random come upon."""
    board, rows, who = question.board, question.layout, question.mover_id
    at = question.end_of(question.complete(()))
    rules = question.further if isinstance(question, High) else question.rules

    def judge(near: Any, far: Any, mode: Mode) -> str:
        if not leads_over_an_edge(board, rows, who, at, rules, near, far, mode):
            return ""
        return "" if question.legal(((*near, int(Mode.WALK)), (*far, int(mode)), (1, 0))) else mode.name

    return ways_at_random(board, at, Random(who), tries, judge)


def missed_moves(number: int, ledges: bool = False) -> Iterator[Missed]:
    """A way over an edge that is legal and not known."""
    _, question = move_scene(number, ledges)
    routes = found_routes(question)
    assert not [answer for answer in routes if question.against(question.split(answer)[0]) and question.legal(answer)]
    ends = [question.split(answer)[0][-1] for answer in routes]
    known = {Way(Mode(end[3]).name, end[2], floor_at(question.board, end[:3])) for end in ends}
    for way, words in searched_routes(question, TRIES).items():
        if way not in known:
            yield Missed(number, words)
