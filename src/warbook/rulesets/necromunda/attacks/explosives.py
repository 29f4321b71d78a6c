"""Pieces of terrain that blow up when they are hit hard: drums, stills, pipes, canisters."""

from __future__ import annotations

from msgspec import Struct

from ....core.dice import D6
from ....core.length import INCH
from ..events.moments import PieceHit
from ..events.things import BlewUp, ThingGone
from ..printed.arms import Trait, WeaponProfile
from ..records import Piece, Play
from .blasts import AVOIDABLE, detonate


class Explosive(Struct, frozen=True):
    """It blows up where a D6 and the Strength of a hit come to more than `bears`; `stays`: what is left of it does."""

    bears: int
    profile: WeaponProfile
    stays: bool = True


def _explosion(
    id: str, name: str, inches: int, *traits: str, strength: int | None = None, ap: int = 0, damage: int | None = None
) -> WeaponProfile:
    marks = (Trait("blast", inches * INCH), *(Trait(name) for name in traits))
    return WeaponProfile(
        id=id, name=name, range="ranged", strength=strength, ap=ap, damage=damage, traits=marks
    )  # fmt: skip


_PLASMA = _explosion("plasma-explosion", "Plasma", 3, AVOIDABLE, strength=5, ap=-1, damage=2)
EXPLOSIVES = {
    "fuel-drums": Explosive(6, _explosion("drums", "Drums", 3, "knockback", strength=3, damage=1), stays=False),
    "still": Explosive(7, _explosion("fumes", "Fumes", 3, "gas")),
    "fuel-pipes": Explosive(
        8, _explosion("fuel-explosion", "Burning fuel", 5, "blaze", AVOIDABLE, strength=4, ap=-1, damage=1)
    ),
    "plasma-pipes": Explosive(8, _PLASMA),
    "plasma-canister": Explosive(8, _PLASMA, stays=False),
}


def blow_up(play: Play, hit: PieceHit) -> None:
    """A die and the Strength of the hit say whether it blows up; what has blown up does so no more."""
    piece: Piece = play.state.record(Piece, hit.piece)
    what = EXPLOSIVES[piece.profile]
    if not piece.there or piece.tokens:
        return
    needed = what.bears + 1 - hit.strength
    if play.roll(D6, "explosive", f"It blows up on {needed}+") >= needed:
        play.happen(BlewUp(piece.id))
        if not what.stays:
            play.happen(ThingGone(piece.id))
        detonate(play, what.profile, piece.at.spot, -1)
