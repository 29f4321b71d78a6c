"""Skills that bring actions of their own: giving orders and treating wounds."""

from __future__ import annotations

from ....core.action import requirement
from ....core.decision import Choose
from ....core.dice import D6
from ....core.length import INCH
from ..checks.characteristics import passes_leadership
from ..checks.requirements import knowing, standing_active
from ..events.attacks import Does
from ..events.fighters import FleshWounded, Healed
from ..events.rounds import Ordered
from ..harm import injury
from ..printed.library import action
from ..records import Model, Play
from ..records.position import friends, namer, near_by

ORDER_REACH = 6 * INCH
TREATMENT_REACH = 1 * INCH


def subordinates(model: Model) -> list[int]:
    """The friends within 6" who could act on an order."""
    return [f.id for f in friends(model.play, model.id) if near_by(model.play, model.at, f.at, ORDER_REACH)]


@requirement('There must be a friend within 6".')
def someone_to_order(model: Model) -> bool:
    return bool(subordinates(model))


def order(play: Play, model: Model) -> None:
    """On a Leadership test (in some editions without one) a friend within 6" takes two actions at once; whether it is
    ready does not change."""
    among = subordinates(model)
    who = play.ask(model.owner, Choose("target", "Who acts?", lambda: among, named=namer(play)))
    if not play.world.edition.orders_tested or passes_leadership(model, "order"):
        injury.leave_activation(play, model)
        play.happen(Ordered(who, model.id))


ORDER = action("order", (knowing("overseer", "Overseer"), standing_active, someone_to_order), order)


def patients(model: Model) -> list[int]:
    """The friends within an inch who have lost something that can be given back."""
    play = model.play
    return [
        f.id
        for f in friends(play, model.id)
        if (f.flesh or f.wounds < play.world.kits[f.id].profile.w) and near_by(play, model.at, f.at, TREATMENT_REACH)
    ]


@requirement("There must be a wounded friend within an inch.")
def someone_to_treat(model: Model) -> bool:
    return bool(patients(model))


def treat_wounds(play: Play, model: Model) -> None:
    """On 3 or more a friend within an inch regains a wound or loses a flesh wound."""
    among = patients(model)
    who = play.ask(model.owner, Choose("target", "Whom does it treat?", lambda: among, named=namer(play)))
    play.happen(Does(model.id, "treats", who))
    if play.roll(D6, "treat", "Treating wounds, 3+") < 3:
        return
    patient = Model(play, who)
    what = [
        name
        for name, able in (
            ("wound", patient.record.wounds < patient.profile.w),
            ("flesh-wound", patient.record.flesh > 0),
        )
        if able
    ]
    healed = play.pick(model.owner, Choose("heal", "What is treated?", lambda: what))
    play.happen(Healed(who, 1) if healed == "wound" else FleshWounded(who, -1))


TREAT_WOUNDS = action("treat-wounds", (knowing("medicae", "Medicae"), standing_active, someone_to_treat), treat_wounds)
