"""The attacks that a band makes as one: Bring it Down! and On my Mark!

The leader makes one attack for all; the others lend it their weight or their weapons.
"""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose, Reasons
from ....core.length import INCH
from ....core.naming import Preview
from ..attacks import fighting, shooting, shots
from ..checks import lines, reach
from ..checks.requirements import not_engaged
from ..events.deeds import Declared
from ..harm import aftermath, courage
from ..printed.catalogue import action
from ..records import NOBODY, Deed, Model, Play
from ..records.distances import engaged_with, gap
from ..records.model import choose_enemy
from ..records.position import foes, under_way
from . import banding
from .banding import Fit

# ---- Bring it Down! --------------------------------------------------------------------------------------------------


def at_its_throat(whom: int) -> Fit:
    """Whether a figure is in close combat with an enemy."""
    return lambda model: () if whom in engaged_with(model.play, model.id) else ("It is not in close combat with it.",)


def prey_refused(leader: Model, whom: int) -> Reasons:
    """Why a band may not bring an enemy down."""
    if whom in leader.record.cowed:
        return ("It dares not, in this activation.",)
    if not reach.can_strike(leader.play, leader.id, whom):
        return ("It is out of the leader's reach.",)
    if banding.able_to_join(leader, at_its_throat(whom)):
        return ()
    return ("Nobody who could join is in close combat with it.",)


def bring_it_down(play: Play, leader: Model) -> None:
    """All who join are in close combat with one enemy: the leader strikes it once, for all of them."""
    prompt, about = "Bring whom down?", Preview(actor=leader.id)
    whom = choose_enemy(play, leader, "bring-it-down.target", prompt, lambda whom: prey_refused(leader, whom), about)
    joined = banding.gather_band(play, leader, at_its_throat(whom))
    if not courage.dares(play, leader, whom):
        return
    give_order(
        play,
        leader,
        joined,
        Deed(BRING_IT_DOWN.id, "melee", leader.id, aims_of_band(leader, whom, joined)),
        BRING_IT_DOWN,
    )
    play.then(bear_down, leader.id)
    conclude_order(play, leader, joined)


def aims_of_band(leader: Model, whom: int, joined: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The aims of the deed: the leader acts against the enemy, the others act through the leader."""
    return ((leader.id, whom), *((who, NOBODY) for who in joined))


def give_order(play: Play, leader: Model, joined: tuple[int, ...], deed: Deed, action: Action[Model]) -> None:
    """The order is paid for and given."""
    banding.pay(play, leader.id, joined)
    play.happen(Declared(leader.id, deed, action.name))


def conclude_order(play: Play, leader: Model, joined: tuple[int, ...]) -> None:
    """Queues what follows the leader's attack."""
    aftermath.close_action(play)
    play.then(banding.disband, leader.id, *joined)


def bear_down(play: Play, leader: int) -> None:
    """The leader's blow: dice and damage more for everybody in the band.  It does not close in."""
    deed = under_way(play)
    fighting.strike(play, leader, deed.target_of(leader), "fight", banding.strength(play))


# ---- On my Mark! -----------------------------------------------------------------------------------------------------


def joins_shot(model: Model, slot: int, whom: int) -> Reasons:
    """Why a weapon may not take part in the shot of a band at an enemy."""
    play, weapon = model.play, model.kit.weapons[slot]
    if weapon.area:
        return ("It covers an area.",)
    if reasons := shots.why_not_now(play, model.id, slot):
        return reasons
    beyond = play.option["mark-reach"]
    if gap(model.at, play.state.records[whom].at) > (weapon.range + beyond) * INCH:
        return (f'The target is further away than its range and {beyond}".',)
    if not lines.sees(play, model.id, whom):
        return ("The target is out of sight.",)
    return ()


def weapon_lent(model: Model, whom: int) -> int:
    """The weapon that a figure lends to a shot at an enemy, rather one that need not be loaded again; -1 for none."""
    slots = [slot for slot in model.kit.shots if not joins_shot(model, slot, whom)]
    return min(slots, key=lambda slot: (model.kit.weapons[slot].archaic, slot), default=-1)


def has_it_in_its_sights(whom: int) -> Fit:
    """Whether a figure can lend a weapon to a shot at an enemy."""

    def fit(model: Model) -> Reasons:
        if not model.kit.shots:
            return (shooting.armed.reason,)
        if model.engaged:
            return (not_engaged.reason,)
        if weapon_lent(model, whom) >= 0:
            return ()
        return tuple(dict.fromkeys(why for slot in model.kit.shots for why in joins_shot(model, slot, whom)))

    return fit


def mark_refused(leader: Model, slot: int, whom: int) -> Reasons:
    """Why a band may not shoot at an enemy with this weapon of its leader."""
    if reasons := joins_shot(leader, slot, whom):
        return reasons
    return (
        () if banding.able_to_join(leader, has_it_in_its_sights(whom)) else ("Nobody who could join can shoot at it.",)
    )


def can_mark(leader: Model, slot: int) -> bool:
    """Whether the leader's band could shoot at anybody with this weapon of its own."""
    return any(not mark_refused(leader, slot, f.id) for f in foes(leader.play, leader.owner))


def on_my_mark(play: Play, leader: Model) -> None:
    """All who join have one enemy in their sights: the leader shoots at it once, for all of them."""
    weapons = leader.kit.weapons
    slot = play.pick(
        leader.owner,
        Choose(
            "on-my-mark.weapon",
            "With what does the leader shoot?",
            lambda: leader.kit.shots,
            refuse=lambda slot: () if can_mark(leader, slot) else ("A band can shoot at nobody with it.",),
            named=lambda slot: weapons[slot].title,
        ),
    )
    preview = Preview(
        cautions=lambda whom: shots.risks(play, leader.id, whom), actor=leader.id, weapon=weapons[slot].title
    )
    whom = choose_enemy(
        play, leader, "on-my-mark.target", "Shoot at whom?", lambda whom: mark_refused(leader, slot, whom), preview
    )
    joined = banding.gather_band(play, leader, has_it_in_its_sights(whom))
    give_order(
        play,
        leader,
        joined,
        Deed(ON_MY_MARK.id, "shot", leader.id, aims_of_band(leader, whom, joined), slot),
        ON_MY_MARK,
    )
    play.then(volley, leader.id)
    conclude_order(play, leader, joined)


def volley(play: Play, leader: int) -> None:
    """The leader's shot: dice and damage more for everybody in the band, and all their weapons are discharged."""
    deed = under_way(play)
    whom = deed.target_of(leader)
    for who in deed.band[1:]:
        shots.discharge(play, who, weapon_lent(Model(play, who), whom))
    shooting.shoot(play, leader, whom, deed.slot, *shots.measure_shot(play, leader, whom), banding.strength(play))


# ---- the actions -----------------------------------------------------------------------------------------------------


@requirement(
    "It and whoever joins must be in close combat with one enemy, in its own reach.",
    condition="It and whoever joins must be in close combat with one enemy.",
    ours="That enemy must be in the leader's own reach.",
)
def _prey(model: Model) -> bool:
    return model.engaged and any(not prey_refused(model, whom) for whom in engaged_with(model.play, model.id))


@requirement("It and whoever joins must have one enemy in their sights.")
def _mark(model: Model) -> bool:
    return any(can_mark(model, slot) for slot in model.kit.shots)


BRING_IT_DOWN = action("bring-it-down", (*banding.leads, _prey), bring_it_down, ours=banding.leads_by_our_ruling)

ON_MY_MARK = action(
    "on-my-mark",
    (shooting.armed, *banding.leads, not_engaged, _mark),
    on_my_mark,
    ours=(*banding.leads_by_our_ruling, not_engaged),
)
