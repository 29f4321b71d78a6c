"""The psychic test: a test of Leadership, what may befall whoever makes it, and enemies who break a power."""

from __future__ import annotations

from ....core.decision import Confirm
from ....core.dice import D6
from ....core.events import EffectBegan
from ....core.length import INCH
from ....core.state import Effect
from ..checks import powers, sight
from ..checks.powers import moment
from ..checks.saving import Blow, invulnerable
from ..records.position import foes, model
from ..records.state import NOBODY
from ..records.unit import Unit
from ..records.world import Play
from . import casualties

HOODED = 24 * INCH
LOW, HIGH = 1, 6
"""A pair of either brings perils; of the low ones the power works all the same."""


def spend_power(play: Play, psyker: int) -> None:
    """A psyker uses one of the powers that it has in this turn."""
    play.happen(EffectBegan(Effect(powers.USED, psyker, moment(play.state.turn.number + 1), 1)))


def manifests(play: Play, unit: Unit, psyker: int) -> bool:
    """Whether a psyker passes its test; a pair of 1 or of 6 brings perils."""
    ld = leadership_of(unit, psyker)
    one, other = (play.roll(D6, "psychic", f"Psychic test, {ld} or less with two dice", psyker) for _ in range(2))
    if one == other and one in (LOW, HIGH):
        suffer_perils(play, unit, psyker)
    return one + other <= ld and model(play, psyker).alive


def leadership_of(unit: Unit, psyker: int) -> int:
    """The Leadership of a psyker, its own."""
    profile = unit.kit(psyker).profile
    assert profile is not None, "no vehicle has powers"
    return profile.ld


def suffer_perils(play: Play, unit: Unit, psyker: int) -> None:
    """It loses a wound: neither armour nor cover helps, and an invulnerable save has to be made twice; a ward may turn
    it away."""
    ward = unit.kit(psyker).has("spirit-ward")
    if ward and play.roll(D6, "ward", f"Its ward, {ward}+", psyker) >= ward:
        return
    inv = invulnerable(unit, psyker)
    if inv and all(play.roll(D6, "perils", f"Perils, {inv}+ twice", psyker) >= inv for _ in range(2)):
        return
    casualties.spend(play, unit, (psyker,), [0])


def broken_by_hood(play: Play, unit: Unit, psyker: int) -> bool:
    """Whether an enemy with a hood near the psyker has more with a die and its Leadership."""
    for foe in foes(play, unit.owner):
        other = Unit(play, foe.id)
        for id in other.members:
            if other.kit(id).has("null-hood") and sight.within(play, psyker, id, HOODED):
                mine = leadership_of(unit, psyker) + play.roll(D6, "psyker", "Leadership and a die", psyker)
                theirs = leadership_of(other, id) + play.roll(D6, "hood", "Leadership and a die, against it", id)
                if theirs > mine:
                    return True
    return False


def kills_outright(play: Play, blow: Blow) -> bool:
    """Whether a force weapon kills those outright whom it has wounded: its bearer may use a power for that."""
    psyker = blow.force
    if psyker == NOBODY or not powers.left(play, psyker):
        return False
    unit = Unit(play, model(play, psyker).unit)
    if psyker not in unit.members:
        return False
    if not unit.ask(Confirm("force", f"Does {unit.kit(psyker).name} use the power of its weapon?")):
        return False
    spend_power(play, psyker)
    return manifests(play, unit, psyker) and not broken_by_hood(play, unit, psyker)
