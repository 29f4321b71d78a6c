"""A step: the next rule on the agenda, run on a Play."""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from .action import Action
from .errors import WarbookError, nearest
from .events import ActivationLeft, Begun, Event, Queued
from .play import Play
from .reaction import Reaction
from .state import Waiting


def run_step(play: Play[Any, Any, Any]) -> None:
    """Run one step: the next rule on the agenda, or what the turn structure of the ruleset says is next."""
    ruleset, state = play.ruleset, play.state
    if state.agenda:
        waiting = state.agenda[0]
        play.happen(Begun(waiting.rule))
        rule = ruleset.step.get(waiting.rule)
        if rule is None:
            known = nearest(waiting.rule, ruleset.step)
            raise WarbookError(
                f"{waiting.rule} waits on the agenda, and {ruleset.id} {ruleset.version} has no such step{known}"
            )
        rule(play, *waiting.args)
    else:
        ruleset.turn(play)
    if play.queue:
        waiting_now = tuple(waiting for waiting, at in play.queue if not lapsed(play.events, waiting, at))
        play.queue = []
        if waiting_now:
            play.happen(Queued(waiting_now))


def lapsed(events: list[Event], waiting: Waiting, since: int) -> bool:
    """Whether the activation to which a waiting rule belongs has been left since the rule was put on the agenda."""
    who = waiting.scope
    return who >= 0 and any(isinstance(e, ActivationLeft) and e.who == who for e in events[since:])


#: Where a rule hands over to whoever answers: what stands below is no longer a rule.
_QUESTIONS = frozenset(("roll", "ask", "ask_each", "_react"))


class Running(NamedTuple):
    """A rule that runs: the name of its function, and the action or reaction whose rule it is, if it is that of one."""

    name: str
    entry: Action[Any] | Reaction | None = None


def trail(fault: BaseException) -> tuple[str, ...]:
    """The rules that led to a question or a fault, outermost first, by the names of their functions."""
    return tuple(frame.f_code.co_name for frame in _frames(fault))


def running(fault: BaseException, entries: Iterable[Action[Any] | Reaction]) -> tuple[Running, ...]:
    """The rules that led to a question or a fault, outermost first, and whose rules they are."""
    own: dict[CodeType, list[Action[Any] | Reaction]] = {}
    for entry in entries:
        if (code := getattr(entry.rule, "__code__", None)) is not None:
            own.setdefault(code, []).append(entry)
    return tuple(
        Running(frame.f_code.co_name, next((e for e in own.get(frame.f_code, ()) if _runs(frame, e.rule)), None))
        for frame in _frames(fault)
    )


def _runs(frame: FrameType, rule: Any) -> bool:
    """Whether a frame runs this rule, and not another that was made by the same function: what they were made with
    differs then."""
    made_with = zip(rule.__code__.co_freevars, rule.__closure__ or (), strict=True)
    return all(frame.f_locals.get(name) is cell.cell_contents for name, cell in made_with)


def _frames(fault: BaseException) -> list[FrameType]:
    """The functions between `run_step` and the Play, outermost first."""
    rules: list[FrameType] = []
    inside = False
    traceback = fault.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        name, module = frame.f_code.co_name, frame.f_globals.get("__name__", "")
        if module == __name__ and name == "run_step":
            rules, inside = [], True
        elif module == Play.__module__:
            if inside and name in _QUESTIONS:
                break
        elif inside and not module.startswith("warbook.core.") and not name.startswith("<"):
            rules.append(frame)
        traceback = traceback.tb_next
    return rules
