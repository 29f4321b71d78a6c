"""Who reaches and sees whom, what an action requires, and the question which foe is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from warbook.core.action import requirement
from warbook.core.decision import Choose, Reasons
from warbook.core.length import INCH, written
from warbook.core.naming import Names
from warbook.space.sight import gap, hidden

from .records import Model, Play, beach

Refusal: TypeAlias = Callable[[Model, Model], Reasons]

CHARGE_AT_MOST = 6 * INCH  # what a D6 may add to a sailor's move
UNSEEN = 25  # that many parts of a body hidden: all


# ---- why a foe is refused; nothing where it is not -------------------------------------------------------------------


def too_far(sailor: Model, foe: Model, reach: int) -> Reasons:
    away = gap(sailor.record.at, foe.record.at)
    return (f"It must be within {written(reach)}: it is {written(away)} away.",) if away > reach else ()


def out_of_charge(sailor: Model, foe: Model) -> Reasons:
    return too_far(sailor, foe, sailor.kind.move + CHARGE_AT_MOST)


def out_of_shot(sailor: Model, foe: Model) -> Reasons:
    board, layout = beach(sailor.play)
    far = too_far(sailor, foe, sailor.kind.range)
    return (*far, "It must be in sight.") if hidden(layout, board, sailor.id, foe.id) == UNSEEN else far


def out_of_contact(sailor: Model, foe: Model) -> Reasons:
    return () if foe in sailor.engaged else ("It must be in contact.",)


def pick_foe(play: Play, sailor: Model, key: str, prompt: str, refused: Refusal) -> Model:
    """Which foe?  Each that is refused has its reason."""
    question = Choose(
        key,
        prompt,
        lambda: [foe.id for foe in sailor.foes],
        refuse=lambda who: refused(sailor, Model(play, who)),
        named=Names(play.world.names),
    )
    return Model(play, play.ask(sailor.owner, question))


# ---- what an action requires -----------------------------------------------------------------------------------------


@requirement("It must have no foe in contact.")
def free(sailor: Model) -> bool:
    return not sailor.engaged


@requirement("It must have a foe in contact.")
def engaged(sailor: Model) -> bool:
    return bool(sailor.engaged)


@requirement("It must have a foe in reach of a charge.")
def can_charge(sailor: Model) -> bool:
    return any(not out_of_charge(sailor, foe) for foe in sailor.foes)


@requirement("It must have a foe in range and in sight.")
def can_shoot(sailor: Model) -> bool:
    return any(not out_of_shot(sailor, foe) for foe in sailor.foes)
