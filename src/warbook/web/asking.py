"""Asking: questions in the terms of the protocol.

This module and `checking` are the only ones of the table that know the kinds of decision.  There is no rule here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core.decision import Allocate, Choose, Decision, Order
from ..core.game import Game
from ..core.naming import spot, whom
from ..core.ruleset import Ruleset
from ..core.structs import replace
from ..core.window import Window, window_key
from ..space.drives.decision import Drive
from ..space.facing import Face
from ..space.grid.paths import GridPath
from ..space.layout import HEIGHT, RADIUS
from ..space.marching import March
from ..space.mustering import Muster
from ..space.paths import Path
from ..space.placing import Place, Spot
from ..space.rules import BEYOND
from ..space.together import ForMany
from .protocol import (
    AnswerOption,
    Asked,
    Member,
    Outline,
    Refusal,
)

MOST_LISTED = 1000  # a jump may lead to any of several hundred squares
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
        trail=game.actions_running,
        secret=decision.secret,
        actor=actor,
        weapon=weapon,
        people=game.ruleset.people(game.world, decision),
    )
    return _ASKED[_sort(decision)](game.ruleset, decision, question)


def at(game: Game) -> tuple[int, int]:
    """Where a battle stands: so many finished steps, and so many answers of the next."""
    return (len(game.steps), len(game.answers))


def _sort(decision: Decision[Any]) -> type[Decision[Any]]:
    """The kind of question: the first of its classes that the protocol has a word for."""
    return next(kind for kind in type(decision).__mro__ if kind in _ASKED)


def _plain(ruleset: Ruleset, decision: Decision[Any], question: Asked) -> Asked:
    """A question of a kind that is answered from a list."""
    found = decision.candidates(MOST_LISTED + 1)
    return replace(
        question, options=answer_options(ruleset, decision, found[:MOST_LISTED]), more=len(found) > MOST_LISTED
    )


def _choose(ruleset: Ruleset, decision: Choose[Any], question: Asked) -> Asked:
    refused = tuple(
        Refusal(
            answer,
            decision.label(answer),
            why,
            decision.whom(answer),
            _action(ruleset, decision, answer),
            decision.spot(answer),
        )
        for answer, why in list(decision.refused().items())[:MOST_LISTED]
    )
    return replace(_plain(ruleset, decision, question), refused=refused)


def _window(ruleset: Ruleset, decision: Window, question: Asked) -> Asked:
    declared = decision.event.seen_by(decision.player)
    attacker = getattr(declared, "who", -1)
    chosen = replace(_choose(ruleset, decision, question), actor=attacker if type(attacker) is int else -1)
    if decision.secret or decision.sealed:
        return chosen  # no standing order answers it
    return replace(chosen, window=decision.key, covers=reactions_in(ruleset, decision.key))


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
    return replace(question, options=_parts(decision, decision.items))


def _allocate(ruleset: Ruleset, decision: Allocate, question: Asked) -> Asked:
    """The bins; an answer is a number for each."""
    bins = _parts(decision, decision.bins)
    return replace(question, options=bins, total=decision.total, most=decision.most)


def _parts(decision: Any, parts: Sequence[Any]) -> tuple[AnswerOption, ...]:
    named = decision.named
    return tuple(
        AnswerOption(part, named(part) if named else str(part), whom(named, part), spot=spot(named, part))
        for part in parts
    )


def _path(ruleset: Ruleset, decision: Path, question: Asked) -> Asked:
    return replace(
        _standing(decision, question),
        facing=decision.facing,
        allowance=decision.rules.allowance,
        looks=_spots(decision.worth_facing) if decision.facing else (),
    )


def _grid_path(ruleset: Ruleset, decision: GridPath, question: Asked) -> Asked:
    return replace(_standing(decision, question), allowance=decision.far, unit=decision.unit)


def _drive(ruleset: Ruleset, decision: Drive, question: Asked) -> Asked:
    allowance = decision.rules.allowance
    return replace(
        _standing(decision, question), facing=decision.turns, allowance=allowance if allowance < BEYOND else -1
    )


def _place(ruleset: Ruleset, decision: Place, question: Asked) -> Asked:
    return replace(
        _standing(decision, question),
        facing=decision.facing,
        looks=_spots(decision.worth_facing) if decision.facing else (),
        bounds=outline_of(decision),
    )


def _march(ruleset: Ruleset, decision: March, question: Asked) -> Asked:
    return _for_many(decision, question, lambda id: decision.rules[id].allowance)


def _muster(ruleset: Ruleset, decision: Muster, question: Asked) -> Asked:
    return replace(_for_many(decision, question, lambda id: -1), bounds=outline_of(decision))


def _for_many(decision: ForMany, question: Asked, allowance: Callable[[int], int]) -> Asked:
    """A question about the ways or places of a unit; it leads with its first member."""
    rows = [(id, decision.layout.row(id)) for id in decision.members]
    members = tuple(Member(id, (row[0], row[1], row[2]), row[RADIUS], row[HEIGHT], allowance(id)) for id, row in rows)
    lead = members[0]
    return replace(
        question,
        more=True,
        mover=lead.id,
        origin=lead.origin,
        radius=lead.radius,
        height=lead.height,
        allowance=lead.allowance,
        facing=decision.facing,
        members=members,
    )


def _standing(decision: Path | GridPath | Place | Drive, question: Asked) -> Asked:
    """A question about a body's place or way.  Finding out where it may go takes time; a client that wants to know asks
    for the region."""
    x, y, z, _, _, radius, height, _, _ = decision.layout.row(decision.mover_id)
    return replace(question, more=True, mover=decision.mover_id, origin=(x, y, z), radius=radius, height=height)


def _spot(ruleset: Ruleset, decision: Spot, question: Asked) -> Asked:
    found = decision.candidates(SUGGESTED)
    return replace(question, more=True, options=answer_options(ruleset, decision, found))


def _face(ruleset: Ruleset, decision: Face, question: Asked) -> Asked:
    found = decision.candidates(SUGGESTED)
    return replace(
        question, more=True, facing=True, mover=decision.mover_id, options=answer_options(ruleset, decision, found)
    )


_ASKED: dict[Any, Callable[[Ruleset, Any, Asked], Asked]] = {
    Window: _window,
    Choose: _choose,
    Order: _order,
    Allocate: _allocate,
    Path: _path,
    GridPath: _grid_path,
    Drive: _drive,
    Place: _place,
    Spot: _spot,
    Face: _face,
    March: _march,
    Muster: _muster,
    Decision: _plain,
}


def answer_options(ruleset: Ruleset, decision: Decision[Any], answers: Iterable[Any]) -> tuple[AnswerOption, ...]:
    """Answers that may be given, as the protocol has them."""
    idle = _idle(decision)
    return tuple(
        AnswerOption(
            answer,
            decision.label(answer),
            decision.whom(answer),
            _action(ruleset, decision, answer),
            answer is None or answer in idle,
            decision.cautions(answer),
            decision.spot(answer),
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


def outline_of(decision: Decision[Any]) -> Outline:
    """Where the answers to a question lie on the board."""
    if isinstance(decision, Path | GridPath | Drive | March):
        return Outline(rings=tuple((z, tuple(ring)) for z, rings in decision.region().items() for ring in rings))
    if isinstance(decision, Place | Muster):
        near = () if decision.near is None else ((*decision.near, decision.within),)
        return Outline(circles=near, rings=tuple((0, _spots(zone)) for zone in decision.zones))
    return Outline()
