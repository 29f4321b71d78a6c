"""What can change about things: doors, caskets, traps and the like, numbered after the fighters."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ....core.state import Body

DoorState: TypeAlias = Literal["open", "closed", "locked", "gone"]
RatKind: TypeAlias = Literal["bomb", "giant-rat", "overgrown", "lair"]
CloudKind: TypeAlias = Literal["smoke", "flare", "graviton", "fumes"]
CLOUD_TITLES: dict[CloudKind, str] = {
    "smoke": "smoke", "flare": "the light of a flare", "graviton": "a graviton field", "fumes": "a cloud of fumes"
}  # fmt: skip


TREASURE, CONTAINER = "treasure-casket", "supply-container"
CASKETS = frozenset({"casket", TREASURE, CONTAINER})
"""The markers that are loot caskets: plain ones, those with treasure, and containers that stand where they stand."""


class Door(Body, frozen=True, kw_only=True):
    """A door: `number` finds it on the board."""

    number: int
    state: DoorState
    vault: bool = False
    wounds: int = 4


class Casket(Body, frozen=True, kw_only=True):
    """A loot casket: closed, until opened or broken open; then it may be a trap or an ammo cache that stands there."""

    wounds: int = 2
    open: bool = False


class Cache(Body, frozen=True, kw_only=True):
    """An ammo cache."""

    there: bool = True


class Trap(Body, frozen=True, kw_only=True):
    """A booby trap of some kind, until it is gone."""

    kind: str = "frag-trap"
    there: bool = True


class Rat(Body, frozen=True, kw_only=True):
    """A bomb delivery rat of a fighter; while it is there it runs about with a grenade, a profile of one of the
    weapons of its bearer.  Or a creature of a badzone, which nobody bears: its `kind` says which."""

    bearer: int = -1
    slot: int = 0
    number: int = 0
    there: bool = False
    kind: RatKind = "bomb"
    wounds: int = 1


class Vehicle(Body, frozen=True, kw_only=True):
    """A parked vehicle: hull points, whether its weapon is out of ammo or jammed, and the last round in which that was
    fired."""

    wounds: int = 3
    toughness: int = 5
    out: bool = False
    jammed: bool = False
    fired: int = 0
    wrecked: bool = False


class Lift(Body, frozen=True, kw_only=True):
    """A lift: `number` finds it on the board, `level` is the height of its plate, `sent` the last round in which
    somebody sent it up or down."""

    number: int
    level: int = 0
    sent: int = 0


class Piece(Body, frozen=True, kw_only=True):
    """A piece of terrain with rules of its own: which, its `profile` says.  A terminal `controls` a lift or another
    piece by its id on the board; `tokens` lie on ordnance, and one on fuel that burns; hardware may have a `claw`."""

    controls: str = ""
    claw: bool = False
    tokens: int = 0
    there: bool = True


class Badzone(Body, frozen=True, kw_only=True):
    """What befalls the badzone that a battle is fought in: the event that is in force, since which round, and those
    there have been; and what the badzone is like since its dome has collapsed."""

    event: str = ""
    since: int = 0
    seen: tuple[str, ...] = ()
    environment: str = ""


class Cloud(Body, frozen=True, kw_only=True):
    """What hangs or burns in the air for a while: smoke, a flare, a graviton field.  `size` is its radius."""

    kind: CloudKind = "smoke"
    size: int = 2500
    there: bool = True


THINGS = (Door, Casket, Cache, Trap, Vehicle, Lift, Cloud, Rat, Piece, Badzone)
