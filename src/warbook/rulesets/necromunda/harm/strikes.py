"""What the dice of harm are rolled for: how an attack arrives, who is hit, and what becomes of them.

What an attack is called on its way, from the intention to the wound:

| shooting  | close combat | what it is                                                        |
|-----------|--------------|-------------------------------------------------------------------|
| `Shot`    | `Aim`        | at whom, with what; how one comes to strike is a `Stance`         |
| `Shot`    | `Bout`       | the same as the modifiers of its hit roll see it                  |
| `HitRoll` | `Flurry`     | what its dice are rolled against                                  |
| `Volley`  | `Blow`       | what the dice showed; a Blow is one kind of hit that a face makes |
| `Hit`     |              | how it arrives at a model: from where, through what               |
| `Strike`  | `Strike`     | a landed hit as the wound roll sees it                            |
| `Mark`    | `Mark`       | who is hit, as the dice see them                                  |
| `Harm`    | `Upshot`     | what became of them; an Upshot tells of the weapons as well       |
|           | `Clash`      | what a fighter's attacks mean for those who may strike back       |"""

from __future__ import annotations

from msgspec import Struct

from ....core.check import Target
from ....space.movement import Point
from ..printed import WeaponProfile
from .saves import Field, HitWay, Incoming

#: Traits of which every hit that takes the last wound takes its victim out of action (see also `Strike.severs`).
DEADLY = ("melta", "sever")
#: Traits that change what a hit does once it has landed; the others have had their say before.
HARMFUL = frozenset({"gas", "melta", "power", "pulverise", "rending", "sever", "shred", "toxin", "seismic"})


class Strike(Struct, frozen=True):
    """One landed hit: `strength` and `damage` are None where the weapon has none.  `traits` holds only those that
    matter now; `sure_wound` and `no_save` say that it wounds without a roll and that nothing saves from it (Shock,
    Phase and their like are settled by then), `severs` that whatever injury it does takes its victim out of action."""

    strength: int | None
    ap: int = 0
    damage: int | None = 1
    traits: frozenset[str] = frozenset()
    sure_wound: bool = False
    no_save: bool = False
    severs: bool = False


class Hit(Struct, frozen=True):
    """How an attack arrives at a model.

    `way` is shot, blast or template; `origin` the point it comes from (the shooter, or the hole of a blast); `hidden`
    how many parts of the model are hidden from there.  `close` says that Melta works, `six` that the hit roll showed
    a natural 6; `shoves` is the greatest Strength that it overcomes with a Knockback; `marksman` and `precise` are the
    skills of whoever fired; `weaker` is the Strength that it has lost on its way (see Impale); `front` says that the
    model faced it before it went down.
    """

    profile: WeaponProfile
    by: int = -1
    way: HitWay = "shot"
    origin: Point | None = None
    family: str = ""
    hidden: int = 0
    close: bool = True
    six: bool = False
    shoves: int = 0
    marksman: bool = False
    precise: bool = False
    weaker: int = 0
    front: bool = False

    @property
    def place(self) -> tuple[int, int] | None:
        """Where it comes from, on the plan."""
        return self.origin[:2] if self.origin is not None else None

    @property
    def incoming(self) -> Incoming:
        """The hit as saves look at it: gravity goes through armour, and so does a shot that finds a gap in it."""
        gap_found = self.six and self.precise and self.way == "shot"
        through = gap_found or self.profile.has("graviton-pulse")
        return Incoming(self.way, self.place, self.family, self.hidden, through, self.front)


class Mark(Struct, frozen=True):
    """The one who is hit, as far as dice care.

    `saves` is what its armour saves need, one after another, the last for all that follow; more than 6 is no save.
    `shredded` is the same against twice the AP, where the hit may come to that.
    A `field` saves where the armour cannot, or instead of it if `field_first`.  `booster` takes a die off the first
    injury roll; who is `softened` is wounded as if one less tough.  Who has no wounds left rolls for injury for each
    point of damage, or once for a hit if `once_a_hit`.  If it `adds_up`, serious injuries beyond the first are flesh
    wounds.
    """

    toughness: int
    wounds: int
    saves: tuple[Target, ...] = ()
    serious: bool = False
    grit: bool = False
    dodge: bool = False
    field: Field | None = None
    field_first: bool = False
    booster: bool = False
    shredded: tuple[Target, ...] = ()
    softened: bool = False
    once_a_hit: bool = False
    adds_up: bool = True

    @property
    def withstands(self) -> int:
        """The Toughness that wound rolls and Toughness tests count."""
        return max(1, self.toughness - 1) if self.softened else self.toughness


class Harm(Struct, frozen=True):
    """What an attack did to one fighter: wounds lost, and the injury dice by result.

    What it used up is told where that makes a difference later: `saves` rolled in armour that wears off, the
    strengths of the hits `stopped` by a `field` that does something of its own, whether it has `burnt` out, a booster
    spent.
    """

    wounds: int = 0
    flesh: int = 0
    serious: int = 0
    out: int = 0
    saves: int = 0
    field: str = ""
    stopped: tuple[int, ...] = ()
    burnt: bool = False
    boosted: bool = False

    def __bool__(self) -> bool:
        """Whether it hurt."""
        return bool(self.wounds or self.flesh or self.serious or self.out)

    def __add__(self, other: Harm) -> Harm:
        if self is UNHARMED:
            return other
        return Harm(
            self.wounds + other.wounds,
            self.flesh + other.flesh,
            self.serious + other.serious,
            self.out + other.out,
            self.saves + other.saves,
            self.field or other.field,
            self.stopped + other.stopped,
            self.burnt or other.burnt,
            self.boosted or other.boosted,
        )

    @property
    def wear(self) -> bool:
        """Whether it used anything up."""
        return bool(self.saves or self.field or self.boosted)

    @property
    def hurt(self) -> Harm:
        """The harm alone, without what it used up."""
        return Harm(self.wounds, self.flesh, self.serious, self.out) if self.wear else self


UNHARMED = Harm()

BARE = Strike(strength=None)
