"""Conformance: what every ruleset must pass, whatever game it is.

Battles are played at random, and at many of their decisions everything is tried that a table, a bot or the odds rely
on: saving and loading, running a step again, undo and redo, illegal answers, views, replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...core.answers import Misfit
from ...core.decision import Decision
from ...core.errors import WarbookError
from ...core.ruleset import FileKind, Row, Ruleset, Setup
from ..traces import rules_only
from . import chances, questions, replaying, secrets
from .battle import Battle
from .report import NOT_DETERMINISTIC, Nonconforming, Report

__all__ = ["Nonconforming", "Report", "conformance", "every_setup", "options_otherwise"]

MOST_DECISIONS = 3000  # of a battle, which has to be over by then


def every_setup(ruleset: Ruleset) -> list[Setup]:
    """A setup for each scenario that a ruleset ships.  Raises `WarbookError` for one that is wrong."""
    if ruleset.shelf is None:
        return []
    return [Setup(ruleset.id, ruleset.shelf.content(row.id)) for row in ruleset.shelf.scenarios()]


def options_otherwise(ruleset: Ruleset) -> dict[str, Any]:
    """Every option of a ruleset, by its name, at the first of its values that is not its default."""
    return {each.name: next(value for value in each.values if value != each.default) for each in ruleset.options}


def conformance(
    ruleset: Ruleset,
    setups: Iterable[Setup] | None = None,
    *,
    games: int = 10,
    seed: int = 0,
    samples: int = 20,
    decisions: int | None = None,
    answers: int = 64,
    milliseconds: float = 20.0,
    odds: int = 4,
) -> Report:
    """Plays `games` random battles from the setups in turn (by default one for each scenario that is shipped) and
    raises `Nonconforming` at the first broken promise.

    About `samples` decisions a battle are examined in full, all of them in short battles.  A battle has to end within
    3000 decisions; with `decisions` it is left after so many.  A step may take at most so many `answers`, and so many
    `milliseconds` to be run again (0: no matter).  `odds` are compared with playouts so many times a battle, where the
    ruleset names outcomes.  The battle of a seed is the same whatever was played before it.
    """
    __tracebackhide__ = True
    try:
        table = list(setups) if setups is not None else every_setup(ruleset)
        _check_shelf(ruleset)
    except WarbookError as fault:
        raise Nonconforming(f"{ruleset.id}: what it ships is refused: {fault}") from None
    if not table:
        none = "ships no scenario, and no setup was given" if setups is None else "was given no setup to play"
        raise Nonconforming(f"{ruleset.id} {none}")
    report = Report()
    for number in range(seed, seed + games):
        try:
            battle = Battle(ruleset, table[number % len(table)], number, report)
        except WarbookError as fault:
            raise Nonconforming(f"{ruleset.id}: the battle of seed {number} does not begin: {fault}") from None
        battle.odds = odds
        try:
            _examine_battle(battle, samples, decisions, answers, milliseconds)
        except Nonconforming as fault:
            raise fault.with_traceback(None) from None
        except Exception as fault:
            fault.add_note(f"{ruleset.id}: {battle.where()}")
            fault.with_traceback(rules_only(fault.__traceback__))
            raise
        report.games += 1
        report.steps += len(battle.game.steps)
    return report


def _check_shelf(ruleset: Ruleset) -> None:
    """Everything that is shipped passes the ruleset's own `check`."""
    __tracebackhide__ = True
    shelf = ruleset.shelf
    if shelf is None:
        return
    listed: dict[FileKind, Sequence[Row]] = {
        "board": shelf.listed("board"),
        "roster": shelf.listed("roster"),
        "scenario": shelf.scenarios(),
    }
    for kind, rows in listed.items():
        for row in rows:
            try:
                said = shelf.check(kind, *shelf.text(kind, row.id))
            except WarbookError as fault:
                raise Nonconforming(f"{ruleset.id}: the {kind} {row.id} is shipped and refused: {fault}") from None
            if not said:
                raise Nonconforming(
                    f"{ruleset.id}: of the {kind} {row.id} `check` says nothing; wanted a line about it"
                )


def _examine_battle(battle: Battle, samples: int, decisions: int | None, answers: int, milliseconds: float) -> None:
    """A battle from its beginning to its end, and then as a whole."""
    try:
        _play(battle, samples, decisions)
        replaying.check_whole_battle(battle, answers, milliseconds)
    except WarbookError as fault:
        battle.demand(False, str(fault).removeprefix(f"{battle.ruleset.id} "))
    except Misfit as fault:
        said = f"run again with the answers so far, the rules ask {fault.wanted!r} in place of {fault.found!r}"
        battle.demand(False, said, NOT_DETERMINISTIC)


def _play(battle: Battle, samples: int, decisions: int | None) -> None:
    """A whole battle, examined at many of its decisions."""
    game, report, made = battle.game, battle.report, 0
    most = MOST_DECISIONS if decisions is None else decisions
    known = max(report.decisions // max(report.games, 1), 10 * samples)
    while game.decisions and made < most:
        made += 1
        decision = battle.rng.choice(game.decisions)
        questions.check_answerable(battle, decision)
        if made <= samples // 2 or battle.chance.random() * known < samples:
            report.examined += 1
            _examine(battle, decision)
        game.choose(battle.sampled(decision, battle.rng), decision.player)
    report.decisions += made
    battle.demand(
        not game.decisions or decisions is not None,
        f"the battle is not over after {made} decisions at random",
        "`turn` never comes to an end, or `result` does not see it; a long game says conformance(..., decisions=...)",
    )


def _examine(battle: Battle, decision: Decision[Any]) -> None:
    """Everything that must hold at a decision."""
    replaying.check_reloading(battle)
    replaying.check_running_again(battle)
    questions.check_listing(battle, decision)
    questions.check_refusals(battle, decision)
    secrets.check_secret(battle, decision)
    secrets.check_views(battle)
    replaying.check_undo(battle, decision)
    if battle.odds > 0 and chances.compare_odds(battle, decision):
        battle.odds -= 1
