"""Undo: the last choice of a seat, and what has happened since then."""

from __future__ import annotations

from typing import Any

from .answers import Answer, Chosen, Misfit, Pending, Sealed, Shown
from .course import Course
from .decision import Decision
from .errors import WarbookError
from .events import Event
from .play import Play
from .state import State
from .step import run_step


def prefix(game: Course, step: int, at: int) -> tuple[State[Any, Any], list[Answer]]:
    """The position before a step, and the first `at` answers of the step."""
    if not 0 <= step <= len(game.steps):
        raise WarbookError(f"there is no step {step}; the record has {len(game.steps)}")
    in_progress = step == len(game.steps)
    answers = game.answers if in_progress else game.steps[step].answers
    if not 0 <= at <= len(answers):
        raise WarbookError(f"step {step} has {len(answers)} answers; found {at}")
    return game.state if in_progress else game.steps[step].before, list(answers[:at])


def last_choice(game: Course, by: int | None) -> tuple[int, int, int]:
    """Step, place and seat of the last answer that this seat (None: any seat) chose."""
    for step in range(len(game.steps), -1, -1):
        answers = game.answers if step == len(game.steps) else game.steps[step].answers
        for at in range(len(answers) - 1, -1, -1):
            if type(answers[at]) not in (Chosen, Sealed):
                continue
            seat = chooser(game, step, at, answers[at])
            if by is None or by == seat:
                return step, at, seat
    raise WarbookError("nothing has been chosen yet" if by is None else f"seat {by} has chosen nothing yet")


def run_to(game: Course, step: int, at: int) -> tuple[Play[Any, Any, Any], tuple[Decision[Any], ...]]:
    """A step as far as the question that its answer `at` answers, and the decisions then open."""
    before, answers = prefix(game, step, at)
    play = Play(before.copy(), game.ruleset, game.world, answers)
    try:
        run_step(play)
    except Pending as pending:
        return play, pending.decisions
    except Misfit as misfit:
        raise WarbookError(f"step {step} cannot be taken back: its rules have changed since ({misfit})") from misfit
    raise WarbookError(f"step {step} cannot be taken back: its rules have changed since and ask nothing there")


def chooser(game: Course, step: int, at: int, given: Answer) -> int:
    """The seat that gave an answer."""
    if type(given) is Sealed:
        return given.seat
    return run_to(game, step, at)[1][0].player


def still_sealed(game: Course, step: int, at: int) -> bool:
    """Whether that answer is one of several given at once of which the last is still missing."""
    open_now = step == len(game.steps) and any(d.sealed for d in game.decisions)
    return open_now and all(type(a) is Sealed for a in game.answers[at:])


def between(game: Course, step: int, at: int) -> str:
    """What has happened since that choice that makes an undo need consent; empty if nothing has."""
    here, later = (game.answers, []) if step == len(game.steps) else (game.steps[step].answers, game.steps[step + 1 :])
    following = [*here[at + 1 :], *(a for done in later for a in done.answers)]
    following += game.answers if step < len(game.steps) else []
    if type(here[at]) is Sealed:
        return "a secret was shown"
    if any(type(a) is Shown for a in following):
        return "dice were rolled"
    if any(type(a) in (Chosen, Sealed) for a in following):
        return "another player has chosen since"
    if game.ruleset.secrets and any(e.reveals for e in events_since(game, step, at)):
        return "a secret was shown"
    return ""


def events_since(game: Course, step: int, at: int) -> list[Event]:
    """What has happened since the question that an answer answers."""
    asked, _ = run_to(game, step, at)
    events = [e for done in game.steps[step:] for e in done.events] + game.play.events
    return events[len(asked.events) :]
