"""Measures: what is told of many battles, from their rows.

A battle's cluster is its seed (see `intervals`): both battles of a pair are in it, and the same battle under other
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from . import intervals
from .battle import Row
from .intervals import Clusters, Estimate


class Measure(Struct, frozen=True):
    """A figure of many battles: the mean of a battle, and the bounds of the truth behind it.  In `title`, ``{first}``
    and ``{second}`` stand for the names of the sides, ``{red}`` for the red player.  A `share` lies between 0 and 1."""

    id: str
    title: str
    share: bool
    estimate: Estimate


class Effect(Struct, frozen=True):
    """A figure under the plain and under the changed rules, and their difference, changed less plain."""

    id: str
    title: str
    share: bool
    plain: Estimate
    changed: Estimate
    difference: Estimate


class _Question(NamedTuple):
    """What is asked of a row; None where it does not say."""

    id: str
    title: str
    share: bool
    of: Callable[[Row], float | None]


def measures(rows: Sequence[Row], *, players_differ: bool) -> tuple[Measure, ...]:
    """The figures of a match; those of the players only where they differ."""
    return tuple(
        Measure(q.id, q.title, q.share, _estimate(q, _clusters(rows, q.of)))
        for q in _questions(rows, players_differ=players_differ)
    )


def effects(plain: Sequence[Row], changed: Sequence[Row], *, players_differ: bool) -> tuple[Effect, ...]:
    """What the changed rules do to each figure, from the same battles under both, in the same order."""
    return tuple(
        Effect(
            q.id,
            q.title,
            q.share,
            _estimate(q, _clusters(plain, q.of)),
            _estimate(q, _clusters(changed, q.of)),
            (intervals.change_of_share if q.share else intervals.mean)(_differences(plain, changed, q.of)),
        )
        for q in _questions([*plain, *changed], players_differ=players_differ)
    )


def ending_otherwise(plain: Sequence[Row], changed: Sequence[Row]) -> Estimate:
    """The share of battles whose last positions differ under the two rules."""
    return intervals.share(
        _grouped((one.seed, float(one.digest != other.digest)) for one, other in _both(plain, changed))
    )


def share_won(rows: Sequence[Row], player: str) -> Estimate:
    """The share of battles that a player has won."""
    return intervals.share(_clusters(rows, lambda row: float(row.winner == player)))


# ---- questions -------------------------------------------------------------------------------------------------------


def first_side(row: Row) -> str:
    """The player that has the first side."""
    return "red" if row.red_seat == 0 else "blue"


def score(row: Row, player: str) -> float:
    """1 for a battle that this player has won, a half for a draw."""
    return 0.5 if row.winner == "draw" else float(row.winner == player)


_ALWAYS = (
    _Question("first_side_score", "score of {first}", True, lambda row: score(row, first_side(row))),
    _Question("draws", "draws", True, lambda row: float(row.winner == "draw")),
    _Question("attacker_score", "score of the attacker", True, lambda row: score(row, row.attacker)),
    _Question("rounds", "rounds", False, lambda row: row.rounds),
    _Question("decisions", "decisions", False, lambda row: float(row.decisions)),
    _Question("first_side_points", "points of {first}", False, lambda row: _of_side(row.points, row, 0)),
    _Question("second_side_points", "points of {second}", False, lambda row: _of_side(row.points, row, 1)),
    _Question("first_side_casualties", "casualties of {first}", False, lambda row: _of_side(row.casualties, row, 0)),
    _Question("second_side_casualties", "casualties of {second}", False, lambda row: _of_side(row.casualties, row, 1)),
)
_PLAYERS = _Question("red_score", "score of {red} (red)", True, lambda row: score(row, "red"))


def _of_side(values: tuple[int, ...] | None, row: Row, seat: int) -> float | None:
    """What a side has of something that is counted by player."""
    return None if values is None else values[seat if row.red_seat == 0 else 1 - seat]


def _questions(rows: Sequence[Row], *, players_differ: bool) -> list[_Question]:
    """Those to which every row has an answer."""
    attacked = all(row.attacker for row in rows)
    asked = [
        q for q in _ALWAYS if (attacked or q.id != "attacker_score") and all(q.of(row) is not None for row in rows)
    ]
    return [_PLAYERS, *asked] if players_differ else asked


# ---- clusters --------------------------------------------------------------------------------------------------------


def _estimate(question: _Question, clusters: Clusters) -> Estimate:
    return intervals.share(clusters) if question.share else intervals.mean(clusters)


def _clusters(rows: Sequence[Row], of: Callable[[Row], float | None]) -> Clusters:
    return _grouped((row.seed, of(row) or 0.0) for row in rows)


def _differences(plain: Sequence[Row], changed: Sequence[Row], of: Callable[[Row], float | None]) -> Clusters:
    return _grouped((one.seed, (of(other) or 0.0) - (of(one) or 0.0)) for one, other in _both(plain, changed))


def _both(plain: Sequence[Row], changed: Sequence[Row]) -> Iterable[tuple[Row, Row]]:
    return zip(plain, changed, strict=True)


def _grouped(values: Iterable[tuple[int, float]]) -> Clusters:
    by_seed: dict[int, list[float]] = {}
    for seed, value in values:
        by_seed.setdefault(seed, []).append(value)
    return list(by_seed.values())
