"""Asking: questions, answers and what has happened, in the terms of the protocol.

This is the only module of the table that knows the kinds of decision.  What it says of an answer comes from the
decision: there is no rule here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ..core.decision import Allocate, Choose, Decision, Order, against, freeze, raised_by_rule
from ..core.game import Game
from ..core.length import written
from ..core.naming import whom
from ..core.ruleset import Ruleset
from ..core.window import Window, window_key
from ..space.facing import Face, is_facing
from ..space.grid.paths import GridPath
from ..space.movement import Leg, Mode, Route, is_leg, sentence
from ..space.paths import Path
from ..space.placing import Place, Spot
from ..space.routes import Journey
from .protocol import (
    AnswerOption,
    Asked,
    Checked,
    Outline,
    Refusal,
    Regioned,
    Suggested,
)

MOST_LISTED = 200
SUGGESTED = 12
Points = Iterable[tuple[int, int]]


# ---- questions -------------------------------------------------------------------------------------------------------


def question_of(game: Game, decision: Decision[Any]) -> Asked:
    """An open question as its seat is asked it."""
    actor, weapon = decision.attack
    question = Asked(
        seat=decision.player,
        key=decision.key,
        kind=decision.kind,
        prompt=decision.prompt,
        at=at(game),
        trail=trail(game),
        secret=decision.secret,
        actor=actor,
        weapon=weapon,
    )
    return _ASKED[_sort(decision)](game.ruleset, decision, question)


def at(game: Game) -> tuple[int, int]:
    """Where a battle stands: so many finished steps, and so many answers of the next."""
    return (len(game.steps), len(game.answers))


def trail(game: Game) -> tuple[str, ...]:
    """The rules that led to the open question, in people's words: from the action or reaction on, where there is
    one."""
    ruleset = game.ruleset
    named = {reaction.rule.__name__: reaction.name for reaction in ruleset.reactions.values()}
    named |= {action.rule.__name__: action.name for action in ruleset.actions}
    rules = game.trail
    first = next((n for n, rule in enumerate(rules) if rule in named), None)
    if first is None:
        first = 1 if rules and rules[0] == ruleset.turn.__name__ else 0
    return tuple(named.get(rule) or rule.strip("_").replace("_", " ") for rule in rules[first:])


def _sort(decision: Decision[Any]) -> type[Decision[Any]]:
    """The kind of question: the first of its classes that the protocol has a word for."""
    return next(kind for kind in type(decision).__mro__ if kind in _ASKED)


def _plain(ruleset: Ruleset, decision: Decision[Any], question: Asked) -> Asked:
    """A question of a kind that is answered from a list."""
    found = decision.candidates(MOST_LISTED + 1)
    return msgspec.structs.replace(
        question, options=_options(ruleset, decision, found[:MOST_LISTED]), more=len(found) > MOST_LISTED
    )


def _choose(ruleset: Ruleset, decision: Choose[Any], question: Asked) -> Asked:
    refused = tuple(
        Refusal(answer, decision.label(answer), why, decision.whom(answer), _action(ruleset, decision, answer))
        for answer, why in list(decision.refused().items())[:MOST_LISTED]
    )
    return msgspec.structs.replace(_plain(ruleset, decision, question), refused=refused)


def _window(ruleset: Ruleset, decision: Window, question: Asked) -> Asked:
    declared = decision.event.seen_by(decision.player)
    attacker = getattr(declared, "who", -1)
    chosen = msgspec.structs.replace(
        _choose(ruleset, decision, question), actor=attacker if type(attacker) is int else -1
    )
    if decision.secret or decision.sealed:
        return chosen  # no standing order answers it
    return msgspec.structs.replace(chosen, window=decision.key, covers=reactions_in(ruleset, decision.key))


def reactions_in(ruleset: Ruleset, key: str) -> str:
    """What the windows of a key are for: the names of all reactions that are used in them; empty where the game has no
    window of this key."""
    for event, windows in ruleset.windows.items():
        for moment, reactions in (("before", windows.before), ("after", windows.after)):
            if key == window_key(event, moment):
                return ", ".join(dict.fromkeys(reaction.name for reaction in reactions))
    return ""


def _order(ruleset: Ruleset, decision: Order[Any], question: Asked) -> Asked:
    """The items; an answer is all of them."""
    return msgspec.structs.replace(question, options=_parts(decision, decision.items))


def _allocate(ruleset: Ruleset, decision: Allocate, question: Asked) -> Asked:
    """The bins; an answer is a number for each."""
    bins = _parts(decision, decision.bins)
    return msgspec.structs.replace(question, options=bins, total=decision.total, most=decision.most)


def _parts(decision: Any, parts: Sequence[Any]) -> tuple[AnswerOption, ...]:
    named = decision.named
    return tuple(AnswerOption(part, named(part) if named else str(part), whom(named, part)) for part in parts)


def _path(ruleset: Ruleset, decision: Path, question: Asked) -> Asked:
    return msgspec.structs.replace(
        _standing(decision, question),
        facing=decision.facing,
        allowance=decision.rules.allowance,
        looks=_spots(decision.worth_facing) if decision.facing else (),
    )


def _grid_path(ruleset: Ruleset, decision: GridPath, question: Asked) -> Asked:
    return msgspec.structs.replace(_standing(decision, question), allowance=decision.far, unit=decision.unit)


def _place(ruleset: Ruleset, decision: Place, question: Asked) -> Asked:
    return msgspec.structs.replace(
        _standing(decision, question),
        facing=decision.facing,
        looks=_spots(decision.worth_facing) if decision.facing else (),
        bounds=outline_of(decision),
    )


def _standing(decision: Path | GridPath | Place, question: Asked) -> Asked:
    """A question about a body's place or way.  Finding out where it may go takes time; a client that wants to know asks
    for the region."""
    x, y, z, _, _, radius, height, _, _ = decision.layout.row(decision.mover_id)
    return msgspec.structs.replace(
        question, more=True, mover=decision.mover_id, origin=(x, y, z), radius=radius, height=height
    )


def _spot(ruleset: Ruleset, decision: Spot, question: Asked) -> Asked:
    found = decision.candidates(SUGGESTED)
    return msgspec.structs.replace(question, more=True, options=_options(ruleset, decision, found))


def _face(ruleset: Ruleset, decision: Face, question: Asked) -> Asked:
    found = decision.candidates(SUGGESTED)
    return msgspec.structs.replace(
        question, more=True, facing=True, mover=decision.mover_id, options=_options(ruleset, decision, found)
    )


_ASKED: dict[Any, Callable[[Ruleset, Any, Asked], Asked]] = {
    Window: _window,
    Choose: _choose,
    Order: _order,
    Allocate: _allocate,
    Path: _path,
    GridPath: _grid_path,
    Place: _place,
    Spot: _spot,
    Face: _face,
    Decision: _plain,
}


def _options(ruleset: Ruleset, decision: Decision[Any], answers: Iterable[Any]) -> tuple[AnswerOption, ...]:
    idle = _idle(decision)
    return tuple(
        AnswerOption(
            answer,
            decision.label(answer),
            decision.whom(answer),
            _action(ruleset, decision, answer),
            answer is None or answer in idle,
            decision.cautions(answer),
        )
        for answer in answers
    )


def _idle(decision: Decision[Any]) -> tuple[Any, ...]:
    return decision.idle if isinstance(decision, Choose) else ()


def _action(ruleset: Ruleset, decision: Decision[Any], answer: Any) -> str:
    """The id of the action that an answer chooses."""
    about_actions = decision.key.rsplit(".", 1)[-1] == "action"
    return answer if about_actions and isinstance(answer, str) and answer in ruleset.action else ""


def _spots(spots: Points) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in spots)


# ---- answers ---------------------------------------------------------------------------------------------------------


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
    )


def _is_one(decision: Decision[Any], answer: Any) -> bool:
    """Whether a refused answer has the form of an answer to the question, so that more can be said of it."""
    if isinstance(decision, Choose):
        return answer in decision.listed()
    if isinstance(decision, Face):
        return is_facing(answer)
    if not isinstance(answer, tuple):
        return False
    if isinstance(decision, GridPath):
        return all(map(is_leg, answer)) and decision.on_grid(answer)
    if isinstance(decision, Path):
        legs, facings = (answer[:-1], answer[-1:]) if decision.facing else (answer, ())
        return len(facings) == decision.facing and all(map(is_leg, legs)) and all(map(is_facing, facings))
    if isinstance(decision, Place | Spot):
        return is_leg((*answer[:3], 0)) and (is_facing(answer[3:]) if decision.facing else len(answer) == 3)
    return False


def _length_and_remarks(decision: Decision[Any], answer: Any) -> tuple[int, tuple[str, ...]]:
    """How long a way is, -1 for what is none, and a remark for each of its legs."""
    if isinstance(decision, GridPath):
        return decision.remarks(answer)
    return _remarks(decision, decision.split(answer)[0]) if isinstance(decision, Path) else (-1, ())


def _remarks(decision: Path, route: Route) -> tuple[int, tuple[str, ...]]:
    journey = Journey(decision.board, decision.layout, decision.mover_id, decision.rules)
    total, remarks = 0, list[str]()
    here = journey.start
    for n, leg in enumerate(route):
        to = (leg[0], leg[1], leg[2])
        cost, reason = journey.leg(n, here, to, leg[3], n == len(route) - 1)
        if reason is not None:
            remarks.append(sentence(reason, decision.name))
            break
        total += cost
        remarks.append(_remark(journey, n, here, leg, cost))
        here = to
    return total, tuple(remarks)


_VERBS = {Mode.WALK: "walk", Mode.CLIMB: "climb", Mode.LEAP: "leap", Mode.JUMP: "jump down", Mode.LINK: "take the way"}


def _remark(journey: Journey, n: int, here: tuple[int, int, int], leg: Leg, cost: int) -> str:
    """A leg in words: how it is done, what it crosses, and what it takes."""
    words = _VERBS[Mode(leg[3])]
    if leg[3] in (Mode.CLIMB, Mode.JUMP):
        words += f" {written(abs(leg[2] - here[2]))}"
    for leap in journey.leaps:
        if leap.leg == n:
            words += f", over a gap of {written(leap.width)}"
    return f"{words}: {written(cost)}"


def routed(decision: Decision[Any], legs: Any, to: Any) -> Checked:
    """The shortest legal way from these legs to a point, as a complete answer, and what it would lead to.  A point
    without a height is on the highest floor that can be stepped on from where the legs end."""
    if not isinstance(decision, Path | GridPath):
        return Checked(against=("This question is not answered with a path.",))
    try:
        route = decision.route_on(freeze(legs), freeze(to))
    except (TypeError, ValueError, ArithmeticError, LookupError) as fault:
        if raised_by_rule(fault):
            raise
        return Checked(against=(f"These are no legs to go on from ({fault}).",))
    if isinstance(decision, GridPath) or not decision.facing:
        return judged(decision, route)
    x, y = route[-1][:2] if route else decision.layout.row(decision.mover_id)[:2]
    return judged(decision, (*route, decision.default_facing(x, y)))


def regioned(decision: Decision[Any]) -> Regioned:
    """Everywhere that an open path or place can lead."""
    return Regioned(outline=outline_of(decision))


def suggested(ruleset: Ruleset, decision: Decision[Any], most: int) -> Suggested:
    """Some good answers to a question, even if its answers are not a list."""
    return Suggested(options=_options(ruleset, decision, decision.candidates(most)))


def outline_of(decision: Decision[Any]) -> Outline:
    """Where the answers to a question lie on the board."""
    if isinstance(decision, Path | GridPath):
        return Outline(rings=tuple((z, tuple(ring)) for z, rings in decision.region().items() for ring in rings))
    if isinstance(decision, Place):
        near = () if decision.near is None else ((*decision.near, decision.within),)
        return Outline(circles=near, rings=tuple((0, _spots(zone)) for zone in decision.zones))
    return Outline()


def _drawn(shape: Any) -> Outline | None:
    """What a template covers, for the board."""
    return None if shape is None else Outline(circles=tuple(shape.circles), rings=tuple(shape.rings))


# ---- what has happened -----------------------------------------------------------------------------------------------


# ---- positions -------------------------------------------------------------------------------------------------------
