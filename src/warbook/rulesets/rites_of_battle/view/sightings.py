"""Whom a fighter could attack, as a table shows it: lines, distances, bands, the pool and why, every reason against."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.tableau import Aim
from ....mechanics.narrative import pool_of
from ....space.terrain import Point
from ..attacks import combat, weapons
from ..checks import pools, squares
from ..checks.members import line_between
from ..records import SQUARE, Check, Model, Play


def aims(play: Play, who: int) -> tuple[Aim, ...]:
    """A line for each weapon in its hands and each enemy."""
    model = Model(play, who)
    return tuple(_lines(model)) if model.record.able else ()


def _lines(model: Model) -> Iterator[Aim]:
    play = model.play
    for use in weapons.uses(model):
        if use.mode not in combat.SHOWN:
            continue
        for whom in combat.targets(model):
            yield _line(model, use, *combat.aim_of(play, whom))


def _line(model: Model, use: weapons.Use, whom: int, about: str) -> Aim:
    play, weapon, f = model.play, model.weapon(use.slot), model.play.state.records[whom]
    check = Check("attack", model.id, whom, use.slot, mode=use.mode, about=about)
    reckoned = pools.reckon(combat.attempt_of(play, check))
    here, there = line_between(play, model.id, f.id)
    away = squares.apart(play, model.id, f.id)
    seen = weapon.melee or squares.sees(play, model.id, f.id)
    return Aim(
        f.id,
        combat.attack_in_words(model, check),
        _eye(here),
        _eye(there),
        away * SQUARE,
        band=squares.band_of(play, away) or "beyond all bands",
        cover="in cover" if squares.in_cover_from(play, f.id, model.id) else "" if seen else "out of sight",
        needs=str(pool_of(reckoned.dice)),
        because=reckoned.reasons,
        against=combat.target_refused(model, use, f.id),
    )


def _eye(spot: Point) -> Point:
    return (spot[0], spot[1], spot[2] + SQUARE)
