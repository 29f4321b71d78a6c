"""Checking: what would come of an answer that somebody considers, in the terms of the protocol.

What is said of an answer comes from the decision: there is no rule here.
"""

from __future__ import annotations

from typing import Any

from ..core.decision import Choose, Decision, against, freeze, raised_by_rule
from ..core.length import written
from ..core.ruleset import Ruleset
from ..space.drives.decision import Drive
from ..space.drives.met import is_drive
from ..space.facing import Face, is_facing
from ..space.grid.paths import GridPath
from ..space.marching import March
from ..space.movement import Leg, Mode, is_leg, sentence
from ..space.paths import Path
from ..space.placing import Place, Spot
from ..space.routes import Journey
from ..space.together import ForMany
from .asking import answer_options, outline_of
from .protocol import Checked, CheckedPart, Outline, Pose, Regioned, Suggested


def judged(decision: Decision[Any], answer: Any) -> Checked:
    """The reasons against an answer that somebody considers, and what it would lead to."""
    answer = freeze(answer)
    reasons = against(decision, answer)
    if reasons and not _is_one(decision, answer):
        return Checked(answer=answer, against=reasons)
    answer = decision.settled(answer)  # in its own values: what is equal to a number need not be one
    length, legs = _length_and_remarks(decision, answer)
    return Checked(
        answer=answer,
        against=reasons,
        length=length,
        legs=legs,
        notes=decision.notes(answer),
        outline=_drawn(decision.outline(answer)),
        touched=decision.touched(answer),
        parts=_parts_judged(decision, answer) if isinstance(decision, ForMany) else (),
        ends=_ends(decision, answer) if isinstance(decision, Drive) else (),
    )


def _ends(decision: Drive, answer: Any) -> tuple[Pose, ...]:
    """Where a body is after each leg of a drive."""
    return tuple((at.x, at.y, at.z, at.fx, at.fy) for at in decision.driven(answer).ends)


def _parts_judged(decision: ForMany, answer: tuple[Any, ...]) -> tuple[CheckedPart, ...]:
    """What speaks against the part of each member, and what it comes to."""
    faults: dict[int, list[str]] = {}
    for id, reason in decision.faults(answer):
        faults.setdefault(id, []).append(reason)
    parts = []
    for id, part in zip(decision.members, answer, strict=True):
        length, legs = -1, tuple[str, ...]()
        if isinstance(decision, March):
            length, legs = _remarks(decision.paths[id], part)
        parts.append(CheckedPart(id, tuple(faults.get(id, ())), length, legs))
    return tuple(parts)


def _is_one(decision: Decision[Any], answer: Any) -> bool:
    """Whether a refused answer has the form of an answer to the question, so that more can be said of it."""
    if isinstance(decision, Choose):
        return answer in decision.listed()
    if isinstance(decision, Face):
        return is_facing(answer)
    if not isinstance(answer, tuple):
        return False
    if isinstance(decision, Drive):
        return is_drive(answer)
    if isinstance(decision, GridPath):
        return all(map(is_leg, answer)) and decision.on_grid(answer)
    if isinstance(decision, Path):
        return decision.is_way(answer)
    if isinstance(decision, ForMany):
        return decision.is_whole(answer)
    if isinstance(decision, Place):
        return decision.is_place(answer)
    if isinstance(decision, Spot):
        return len(answer) == 3 and is_leg((*answer, 0))
    return False


def _length_and_remarks(decision: Decision[Any], answer: Any) -> tuple[int, tuple[str, ...]]:
    """How long a way is, -1 for what is none, and a remark for each of its legs."""
    if isinstance(decision, GridPath | Drive):
        return decision.remarks(answer)
    return _remarks(decision, answer) if isinstance(decision, Path) else (-1, ())


def _remarks(decision: Path, answer: tuple[Any, ...]) -> tuple[int, tuple[str, ...]]:
    journey, route = decision.journey(answer), decision.split(answer)[0]
    total, remarks = 0, list[str]()
    here = journey.start
    for n, leg in enumerate(route):
        to = (leg[0], leg[1], leg[2])
        cost, reason = journey.ruling(n, here, to, leg[3], n == len(route) - 1)
        if reason is not None:
            remarks.append(sentence(reason, decision.name))
            break
        total += cost
        remarks.append(_remark(journey, n, here, leg, cost))
        here = to
    return total, tuple(remarks)


_VERBS = {
    Mode.WALK: "walk",
    Mode.CLIMB: "climb",
    Mode.LEAP: "leap",
    Mode.JUMP: "jump down",
    Mode.LINK: "take the way",
    Mode.FLY: "fly",
}


def _remark(journey: Journey, n: int, here: tuple[int, int, int], leg: Leg, cost: int) -> str:
    """A leg in words: how it is done, what it crosses, and what it takes."""
    words = _VERBS[Mode(leg[3])]
    if leg[3] in (Mode.CLIMB, Mode.JUMP):
        words += f" {written(abs(leg[2] - here[2]))}"
    for leap in journey.leaps:
        if leap.leg == n:
            words += f", over a gap of {written(leap.width)}"
    return f"{words}: {written(cost)}"


def routed(decision: Decision[Any], legs: Any, to: Any, who: int = -1, answer: Any = None) -> Checked:
    """The shortest legal way from these legs to a point, as a complete answer, and what it would lead to.  A point
    without a height is on the highest floor that can be stepped on from where the legs end.  Of a unit it is the way of
    member `who`: the others follow, or keep what they have in an `answer`."""
    if isinstance(decision, ForMany):
        return _routed_for_many(decision, legs, to, who, answer)
    if not isinstance(decision, Path | GridPath | Drive):
        return Checked(against=("This question is not answered with a path.",))
    try:
        route = decision.route_on(freeze(legs), freeze(to))
    except (TypeError, ValueError, ArithmeticError, LookupError) as fault:
        if raised_by_rule(fault):
            raise
        return Checked(against=(f"These are no legs to go on from ({fault}).",))
    if not isinstance(decision, Path) or not decision.facing:
        return judged(decision, route)
    x, y = route[-1][:2] if route else decision.layout.row(decision.mover_id)[:2]
    return judged(decision, (*route, decision.default_facing(x, y)))


def _routed_for_many(decision: ForMany, legs: Any, to: Any, who: int, answer: Any) -> Checked:
    who, answer = decision.leader if who < 0 else who, freeze(answer)
    if who not in decision.members:
        return Checked(against=(f"Number {who} is not of this unit.",))
    if answer is not None and not decision.is_whole(answer):
        return Checked(against=("This is no answer in which a member could be drawn differently.",))
    try:
        if answer is None:
            found = decision.proposed(who, freeze(legs), freeze(to))
        else:
            found = decision.redrawn(answer, who, freeze(legs), freeze(to))
    except (TypeError, ValueError, ArithmeticError, LookupError) as fault:
        if raised_by_rule(fault):
            raise
        return Checked(against=(f"These are no legs to go on from ({fault}).",))
    return judged(decision, found)


def regioned(decision: Decision[Any]) -> Regioned:
    """Everywhere that an open path or place can lead."""
    return Regioned(outline=outline_of(decision))


def suggested(ruleset: Ruleset, decision: Decision[Any], most: int) -> Suggested:
    """Some good answers to a question, even if its answers are not a list."""
    return Suggested(options=answer_options(ruleset, decision, decision.candidates(most)))


def _drawn(shape: Any) -> Outline | None:
    """What a template covers, for the board."""
    return None if shape is None else Outline(circles=tuple(shape.circles), rings=tuple(shape.rings))
