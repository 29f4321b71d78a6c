"""What must hold of time: a battle is saved and loaded, run again, taken back and replayed without a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from time import perf_counter
from typing import Any

from ...core.answers import Misfit, Pending
from ...core.course import Done
from ...core.decision import Decision
from ...core.events import Event
from ...core.play import Play
from ...core.record import encode, write_answers
from ...core.step import run_step
from ...core.verify import verify
from .battle import Battle
from .comparing import derived_facts, difference, name_of_step, open_questions, state_as_bytes
from .report import NOT_DETERMINISTIC, OUTSIDE_EVENTS, SWALLOWED

UNSWALLOWED = 40  # steps of a battle of which it is tried whether they swallow a question


def check_reloading(battle: Battle) -> None:
    """A battle that is saved and loaded stands where it stood."""
    game, data = battle.game, battle.game.save()
    again = battle.load(data)
    battle.demand(again.save() == data, "a record that is loaded and saved is not the same bytes", NOT_DETERMINISTIC)
    differs = difference(again.play.state, game.play.state)
    battle.demand(not differs, f"folding the events gives another position than the rules: {differs}", OUTSIDE_EVENTS)
    battle.demand(
        open_questions(again) == open_questions(game), "a loaded battle asks something else", NOT_DETERMINISTIC
    )
    battle.demand(again.oracle.dice.rolled == game.oracle.dice.rolled, "a loaded battle has other dice coming")


def check_running_again(battle: Battle) -> None:
    """The step in progress run once more, from a bare copy, makes the same events."""
    game = battle.game
    state = game.state.copy()
    state.derived = None
    play = Play(state, game.ruleset, game.world, list(game.answers))
    try:
        run_step(play)
        battle.demand(False, "a step run again asks nothing more", NOT_DETERMINISTIC)
    except Pending:
        pass
    _check_same_events(battle, play, game.play.events)
    differs = difference(play.state, game.play.state)
    battle.demand(not differs, f"a step run again ends in another position: {differs}", NOT_DETERMINISTIC)
    amended, rebuilt = derived_facts(game.play.state), derived_facts(play.state)
    if amended is not None and rebuilt is not None:
        battle.demand(
            amended == rebuilt,
            "what is derived from the position differs from the same built anew",
            "`after` of what `Ruleset.derive` builds does not follow every change of a record",
        )


def _check_same_events(battle: Battle, play: Play[Any, Any, Any], events: Iterable[Event]) -> None:
    """A step that was run again has made these events."""
    was = list(events)
    for number, (new, old) in enumerate(zip(play.events, was, strict=False)):
        same = encode(new) == encode(old)
        battle.demand(same, f"a step run again gives {new!r} as event {number}; it was {old!r}", NOT_DETERMINISTIC)
    battle.demand(
        len(play.events) == len(was),
        f"a step run again gives {len(play.events)} events; there were {len(was)}",
        NOT_DETERMINISTIC,
    )


def check_undo(battle: Battle, decision: Decision[Any]) -> None:
    """A choice taken back leaves everything as it was, and done again as it became."""
    game, everybody = battle.game, tuple(range(battle.ruleset.seats))
    before, at = _standing(battle), game.play.state.copy()
    game.choose(battle.sampled(decision, battle.chance), decision.player)
    after, then = _standing(battle), game.play.state.copy()
    game.undo(by=decision.player, consent=everybody)
    differs = difference(game.play.state, at)
    battle.demand(
        _standing(battle) == before,
        f"undo does not lead back to where the choice was made{': ' * bool(differs)}{differs}",
        NOT_DETERMINISTIC,
    )
    game.redo()
    differs = difference(game.play.state, then)
    battle.demand(
        _standing(battle) == after,
        f"redo does not lead to where the choice had led{': ' * bool(differs)}{differs}",
        NOT_DETERMINISTIC,
    )
    game.undo(by=decision.player, consent=everybody)


def _standing(battle: Battle) -> tuple[Any, ...]:
    """All that must be the same where a battle stands at the same point again."""
    game = battle.game
    return (
        len(game.steps),
        write_answers(game.answers),
        state_as_bytes(game, game.play.state),
        open_questions(game),
        game.digest(),
    )


# ---- the whole battle ------------------------------------------------------------------------------------------------


def check_whole_battle(battle: Battle, answers: int, milliseconds: float) -> None:
    """The record of the battle gives every step again; no step is too long, and none swallows a question."""
    game = battle.game
    data = game.save()
    again = battle.load(data)
    battle.demand(again.save() == data, "the record of the battle, loaded and saved, is not the same bytes")
    for number, (new, old) in enumerate(zip(again.steps, game.steps, strict=True)):
        differs = difference(new.before, old.before)
        said = f"folding the events gives another position before step {number}: {differs}"
        battle.demand(not differs, said, OUTSIDE_EVENTS)
    verdict = verify(again)
    said = f"the record does not replay: {verdict.different or ' '.join(verdict.unchecked)}"
    battle.demand(verdict.true, said, NOT_DETERMINISTIC)
    for done in game.steps:
        _check_sentences(battle, done)
    for done in game.steps[:: max(1, len(game.steps) // UNSWALLOWED)]:
        _check_swallowing(battle, done)
    _check_lengths(battle, game.steps, answers, milliseconds)


def _check_sentences(battle: Battle, done: Done) -> None:
    """Everything that has happened can be told, as a log tells it."""
    for event in done.events:
        battle.ruleset.sentence(event, battle.game.name)


class _Watched(Play[Any, Any, Any]):
    """A run of a step that knows which questions went unanswered."""

    __slots__ = ("unanswered",)
    unanswered: list[str]

    def ask(self, player: int, decision: Decision[Any]) -> Any:
        try:
            return super().ask(player, decision)
        except (Pending, Misfit):
            self.unanswered.append(decision.key)
            raise


def _check_swallowing(battle: Battle, done: Done) -> None:
    """A finished step has asked nothing that was not answered."""
    play = _Watched(done.before.copy(), battle.game.ruleset, battle.game.world, list(done.answers))
    play.unanswered = []
    try:
        run_step(play)
    except Pending:
        said = f"the step {name_of_step(done)}, run again, asks one question more: {', '.join(play.unanswered)}"
        battle.demand(False, said, NOT_DETERMINISTIC)
    battle.demand(
        not play.unanswered,
        f"the step {name_of_step(done)} asks {', '.join(play.unanswered)} and goes on without an answer",
        SWALLOWED,
    )


def _check_lengths(battle: Battle, steps: list[Done], answers: int, milliseconds: float) -> None:
    """No step takes more answers, or longer to be run again, than is allowed; what was found goes into the report."""
    report = battle.report
    for number, done in enumerate(steps):
        report.most_answers = max(report.most_answers, len(done.answers))
        most = ", ".join(f"{n} of {key}" for key, n in Counter(answer.key for answer in done.answers).most_common(3))
        battle.demand(
            len(done.answers) <= answers,
            f"step {number} ({name_of_step(done)}) takes {len(done.answers)} answers; split it with play.then; most "
            f"are {most}",
        )
    for done in sorted(steps, key=lambda done: -len(done.answers))[:5]:
        taken = _milliseconds(battle, done)
        if milliseconds and taken > milliseconds:
            taken = min(taken, *(_milliseconds(battle, done) for _ in range(4)))
        report.slowest_ms = max(report.slowest_ms, taken)
        battle.demand(
            not milliseconds or taken <= milliseconds,
            f"a step ({name_of_step(done)}) takes {taken:.1f} ms to run again, and {milliseconds:g} are allowed; "
            "make it quicker, or split it with play.then",
        )


def _milliseconds(battle: Battle, done: Done) -> float:
    """Milliseconds to run a step again from its answers."""
    play = Play(done.before.copy(), battle.game.ruleset, battle.game.world, list(done.answers))
    began = perf_counter()
    run_step(play)
    return (perf_counter() - began) * 1000
