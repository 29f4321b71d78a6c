"""The maneuver that an effect grants outside somebody's turn."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.action import requirement
from ....core.decision import Choose
from ....core.reaction import Reaction, Respondent
from ..attacks.reactions import able
from ..checks import economy, squares
from ..checks.requirements import prone
from ..events.fighters import StanceTaken, Used
from ..events.turns import Granted
from ..harm import conditions
from ..movement import moving
from ..movement.standing import in_cover, near_cover, out_of_cover
from ..printed import catalogue
from ..records import Model, Play

KINDS = ("move", "withdraw", "drop-prone", "stand", "take-cover", "leave-cover", "guarded-stance")


def granted(play: Play, event: Granted) -> Iterator[int]:
    """Those of whom one may make a maneuver."""
    return iter(event.by)


def kinds(model: Model) -> list[str]:
    """Which maneuvers somebody could make now."""
    engaged = squares.is_engaged(model.play, model.id)
    open_to = {
        "move": not engaged and moving.can_walk(model.play, model.id),
        "withdraw": engaged and bool(moving.ways_out(model)),
        "drop-prone": not model.record.prone,
        "stand": prone.holds(model) is True,
        "take-cover": out_of_cover.holds(model) is True and near_cover.holds(model) is True,
        "leave-cover": in_cover.holds(model) is True,
        "guarded-stance": True,
    }
    return [kind for kind in KINDS if open_to[kind]]


def make(play: Play, who: int, event: Granted) -> None:
    """A maneuver out of turn: it counts toward no turn."""
    model = Model(play, who)
    names = {kind: play.ruleset.action[kind].name for kind in KINDS}
    question = Choose("out-of-turn", f"What does {model.name} do?", kinds, model, named=names.__getitem__)
    kind = model.ask(question)
    play.happen(Used(who, economy.OUT_OF_TURN, a_round=True))
    match kind:
        case "move":
            moving.go(play, who, moving.way_question(play, who, moving.speed(play, who), "out-of-turn.path"))
        case "withdraw":
            moving.leave_fight(play, model)
        case "drop-prone":
            conditions.knock_down(play, who)
        case "stand":
            play.happen(StanceTaken(who, "standing"))
        case "take-cover":
            play.happen(StanceTaken(who, "covered"))
        case "leave-cover":
            play.happen(StanceTaken(who, "uncovered"))
        case _:
            conditions.take_guard(play, who)


@requirement("It must not be immobilized.")
def free_to_move(asked: Respondent) -> bool:
    return not Model(asked.play, asked.who).held_fast


@requirement("It must not have made as many in this round as the table allows (out-of-turn-cap).")
def within_cap(asked: Respondent) -> bool:
    return economy.within_cap(asked.play, asked.who)


_TEXT = catalogue.action.rows["out-of-turn-maneuver"]
OUT_OF_TURN = Reaction(
    "out-of-turn-maneuver", _TEXT.name, _TEXT.summary, _TEXT.cite, granted, make, leaves_open=_TEXT.leaves_open,
    cost=_TEXT.cost, requires=(able, free_to_move, within_cap), options=_TEXT.options,
)  # fmt: skip
