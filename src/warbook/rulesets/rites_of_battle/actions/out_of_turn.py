"""The maneuver that an effect grants outside somebody's turn."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.action import requirement
from ....core.decision import Choose
from ....core.reaction import Reaction, Respondent
from ..attacks.reactions import able, asked_of
from ..checks import economy
from ..checks.requirements import free_to_move, has_maneuver
from ..events.fighters import Used
from ..events.turns import Granted
from ..printed import catalogue
from ..records import Model, Play

STEPS = ("move", "withdraw", "drop-prone", "stand", "take-cover", "leave-cover", "guarded-stance")


def granted(play: Play, event: Granted) -> Iterator[int]:
    """Who may make a maneuver."""
    return iter(event.by)


def kinds(model: Model) -> list[str]:
    """Which maneuvers somebody could make now, of all or of those of the feet alone."""
    ruleset, every = model.play.ruleset, model.play.option["out-of-turn-maneuvers"] == "all"
    maneuvers = [a for a in ruleset.actions if has_maneuver in a.requires and (every or a.id in STEPS)]
    return [a.id for a in maneuvers if not any(r.against(model) for r in a.requires if r is not has_maneuver)]


def make(play: Play, who: int, event: Granted) -> None:
    """A maneuver out of turn: it counts toward no turn."""
    model, actions = Model(play, who), play.ruleset.action
    question = Choose("out-of-turn", f"What does {model.name} do?", kinds, model, named=lambda kind: actions[kind].name)
    kind = model.ask(question)
    play.happen(Used(who, economy.OUT_OF_TURN, a_round=True))
    actions[kind].rule(play, model)


@requirement(
    "It must not have made as many in this round as the table allows.",
    condition="It must not have made as many in this round as the table allows (out-of-turn-cap).",
)
def within_cap(asked: Respondent) -> bool:
    return economy.within_cap(asked.play, asked.who)


_TEXT = catalogue.action.rows["out-of-turn-maneuver"]
OUT_OF_TURN = Reaction(
    "out-of-turn-maneuver", _TEXT.name, _TEXT.summary, _TEXT.cite, granted, make, leaves_open=_TEXT.leaves_open,
    cost=_TEXT.cost, requires=(able, asked_of(free_to_move), within_cap), ours=(able,), options=_TEXT.options,
)  # fmt: skip
