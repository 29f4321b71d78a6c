"""What must hold of a decision: it has an answer, lists what it judges legal, and refuses the rest with reasons."""

from __future__ import annotations

from typing import Any

import msgspec

from ...core.decision import Allocate, Choose, Confirm, Decision, Order, freeze
from ...core.errors import Illegal
from ...core.record import encode
from ..nonsense import nonsense
from .battle import Battle
from .report import OUTSIDE_EVENTS


def check_answerable(battle: Battle, decision: Decision[Any]) -> None:
    """Somebody who is asked can answer."""
    battle.demand(
        bool(decision.candidates(1)),
        f"{decision.key} is asked and has no legal answer",
        "the action requires less than its questions do; or the question should offer to pass",
    )


def check_listing(battle: Battle, decision: Decision[Any]) -> None:
    """Listing and judging agree, and every answer is plain."""
    candidates = decision.candidates(40)
    for answer in candidates:
        reasons = decision.legal(answer)
        battle.demand(
            not reasons,
            f"{decision.key} offers {answer!r}, which it refuses: {' '.join(reasons)}",
            "`allow` or `likely` of the question does not agree with its `refuse`",
        )
        battle.demand(
            _as_json(answer) == answer,
            f"{decision.key}: {answer!r} does not survive JSON: {_as_json(answer)!r}",
            "answers are numbers, texts, None, and tuples of these; ids in place of objects",
        )
        battle.demand(bool(decision.label(answer)), f"{decision.key}: {answer!r} has no label; wanted words for people")
    battle.demand(len(set(candidates)) == len(candidates), f"{decision.key} offers the same answer twice: {candidates}")
    many, one_by_one = len(candidates) > 1, isinstance(decision, Choose | Confirm | Order | Allocate)
    several = decision.several()
    truly = several == many or (several and not one_by_one)  # a facing makes two answers of one place
    battle.demand(truly, f"{decision.key}: several() is {several}, and it has {len(candidates)} candidates")
    for answer in candidates[:2]:
        same = decision.several_with(answer) == several
        battle.demand(same, f"{decision.key}: several() is {several}, and several_with({answer!r}) is not")
    if isinstance(decision, Choose):
        _check_reasons(battle, decision)


def _as_json(answer: Any) -> Any:
    """An answer as a record gives it back; what cannot be written is no answer."""
    try:
        return freeze(msgspec.json.decode(encode(answer)))
    except TypeError as fault:
        return fault


def _check_reasons(battle: Battle, decision: Choose[Any]) -> None:
    """Every option is offered or refused, and each that is refused has reasons that a player can read."""
    refused = decision.refused()
    both = [answer for answer in decision.options() if answer in refused]
    battle.demand(
        not both, f"{decision.key}: {both[:3]!r} are offered, and refused with {list(map(refused.get, both[:3]))}"
    )
    lost = [a for a in decision.listed() if a not in refused and a not in decision.options()]
    battle.demand(
        not lost,
        f"{decision.key}: {lost[:3]!r} are not offered, and there is no reason against them",
        "`allow` or `likely` of the question refuses more than its `refuse`",
    )
    for answer, reasons in refused.items():
        said = bool(reasons) and all(isinstance(r, str) and r for r in reasons)
        battle.demand(
            said,
            f"{decision.key}: {answer!r} is refused with {reasons!r}, which tells a player nothing",
            "reasons are a tuple of sentences",
        )


def check_refusals(battle: Battle, decision: Decision[Any]) -> None:
    """Illegal answers are refused with reasons, and change nothing."""
    wrong = nonsense(decision, battle.chance)
    if isinstance(decision, Choose):
        wrong += list(decision.refused())[:2]
    before = battle.game.save()
    for answer in wrong:
        try:
            battle.game.choose(answer, decision.player)
        except Illegal as refusal:
            battle.demand(bool(refusal.reasons), f"{decision.key} refuses {answer!r} and does not say why")
        else:
            battle.demand(False, f"{decision.key} takes {answer!r}, which it calls illegal")
        battle.demand(
            battle.game.save() == before,
            f"{decision.key}: refusing {answer!r} has changed something",
            f"`refuse` of the question has effects; {OUTSIDE_EVENTS}",
        )
        battle.report.refused += 1
