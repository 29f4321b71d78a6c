"""What can change in a battle.

A `Fighter` is the record of one combatant, or of a group of minions that acts as one.  Doors, terminals, crates, cover
and mounts are `Thing`s, numbered after the fighters.  A `Check` is the check under way: who makes it, what its pool is,
and what is left of its symbols; the `Turn` says where the battle stands.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ....core import state as core_state
from ....core.state import Body
from ....core.structs import replace
from ..printed.catalogue import Characteristic

NOBODY = -1
SQUAD, ADVERSARIES = 0, 1

# ---- fighters and things ---------------------------------------------------------------------------------------------

Whereabouts: TypeAlias = Literal["waiting", "up", "incapacitated", "dead", "away"]
"""To come; able to act; on the ground; dead; it has left the board."""
ThingKind: TypeAlias = Literal["door", "terminal", "crate", "cover", "mount", "gun"]
ThingState: TypeAlias = Literal["open", "closed", "locked", "there", "worked", "taken"]


MINOR, MODERATE, MAJOR, DESTROYED = 1, 2, 3, 4
"""The steps by which a weapon is damaged; from the third on it does not work."""


class Wear(Struct, frozen=True):
    """What use and harm have done to the weapon of a slot: its uses since it was loaded and the round of the `last`,
    the maneuvers spent on preparing it, the steps that it is damaged by."""

    slot: int
    fired: int = 0
    last: int = -99
    ready: int = 0
    damage: int = 0
    empty: bool = False


class Fighter(Body, frozen=True, kw_only=True):
    """What can change about one combatant.

    `wounds` and `strain` are suffered, `injuries` the critical ones that nobody has healed.  `lost` are points of
    characteristics lost to these: which, and by what injury.  `held` are the slots of the weapons in its hands,
    `dropped` those on the ground with where they lie, `worn` how those are that are not as new.  `turns` counts its
    turns so far, `used` is what it has used that serves once a battle, `round_used` once a round, `rides` what it is
    on, `gear` what it still carries.  `squares` are those of the others of its group, where each has its own.
    """

    wounds: int = 0
    strain: int = 0
    injuries: tuple[str, ...] = ()
    lost: tuple[tuple[Characteristic, str], ...] = ()
    state: Whereabouts = "waiting"
    prone: bool = False
    covered: bool = False
    held: tuple[int, ...] = ()
    dropped: tuple[tuple[int, int, int], ...] = ()
    worn: tuple[Wear, ...] = ()
    gear: tuple[str, ...] = ()
    turns: int = 0
    acted: bool = False
    used: tuple[str, ...] = ()
    round_used: tuple[str, ...] = ()
    rides: int = NOBODY
    squares: tuple[tuple[int, int, int], ...] = ()

    @property
    def here(self) -> bool:
        """On the board and alive."""
        return self.state in ("up", "incapacitated")

    @property
    def able(self) -> bool:
        """On the board and able to act, unless a condition forbids it."""
        return self.state == "up"

    def wear(self, slot: int) -> Wear:
        """How the weapon of a slot is."""
        return next((wear for wear in self.worn if wear.slot == slot), None) or Wear(slot)


class Thing(Body, frozen=True, kw_only=True):
    """Something that can be used: `workers` are those who have given a task on it an action, `helpers` those who have
    assisted with it, both once for each time, `long` is how many actions it takes, `rider` who is on it, and `wounds`
    what it has suffered."""

    kind: ThingKind
    state: ThingState = "there"
    workers: tuple[int, ...] = ()
    helpers: tuple[int, ...] = ()
    long: int = 0
    rider: int = NOBODY
    wounds: int = 0
    number: int = -1  # of a door, on the board


# ---- the check under way ---------------------------------------------------------------------------------------------

Mode: TypeAlias = Literal["single", "auto", "two", "stun"]
"""How an attack is made: once, with auto-fire, with two weapons, or set to stun."""


MOUNT = "mount"
"""What an attack is about that is aimed at what its target rides."""
AT_PART = "part "
"""How what an attack is about begins that is aimed at a part of its target: a limb, or something in its hands."""
ITEM = "item "
"""How a part begins that is something in a hand; its slot follows."""


class Hit(Struct, frozen=True):
    """One hit of an attack: on whom, or on what somebody rides, with the weapon of which slot, how much beside the net
    successes, and by how much a reaction has lessened it.  `criticals` counts how often a critical injury was paid
    for."""

    whom: int
    slot: int
    base: int
    lessened: int = 0
    criticals: int = 0


class Check(Struct, frozen=True):
    """A check under way, from its declaration until all that came of it is done.

    `kind` names the rule that it is for, `about` the id of the thing or the power that it is about, as a number or a
    word.  `upgrades` are those of its difficulty that reactions bring.  `success` is net, `advantage` and `threat`,
    `triumph` and `despair` are what is left to spend.  `force` are its Force dice, `points` what they gave, `dark`
    how much of that was dark.  `hits` are those that have landed, `rolled` says whether the dice
    have been thrown, `spent` what has been bought so far.  `pool` are the dice of each kind, then what is added to the
    throw, where they are known beforehand; `guided` are the ability dice of a shot that comes round again, `again` whom
    its maker may attack once more for nothing.  `gun` is the weapon of what its maker mans or rides.
    """

    kind: str
    who: int
    target: int = NOBODY
    slot: int = NOBODY
    second: int = NOBODY
    mode: Mode = "single"
    others: tuple[int, ...] = ()
    about: str = ""
    upgrades: int = 0
    ability_upgrades: int = 0
    difficulty: int = 0
    boosts: int = 0
    setbacks: int = 0
    force: int = 0
    points: int = 0
    dark: int = 0
    rolled: bool = False
    success: int = 0
    advantage: int = 0
    threat: int = 0
    triumph: int = 0
    despair: int = 0
    hits: tuple[Hit, ...] = ()
    spent: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()
    guided: int = 0
    again: int = NOBODY
    gun: str = ""

    @property
    def hit(self) -> bool:
        """Whether it has succeeded."""
        return self.rolled and self.success > 0

    @property
    def at_mount(self) -> bool:
        """Whether it is an attack on what its target rides."""
        return self.about == MOUNT

    @property
    def part(self) -> str:
        """At what part of its target it is aimed, nothing where at none."""
        return self.about.removeprefix(AT_PART) if self.about.startswith(AT_PART) else ""

    @property
    def strikes_item(self) -> bool:
        """Whether its first hit strikes something in its target's hands, and wounds nobody."""
        return self.part.startswith(ITEM) and bool(self.hits) and self.hits[0].whom == self.target

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots of its weapons: none, one, or two at once."""
        first = (self.slot,) if self.slot >= 0 else ()
        return first if self.second < 0 else (*first, self.second)

    @property
    def wounding(self) -> list[tuple[int, Hit]]:
        """Its hits that wound, each with its number: not the first where that disables or strikes something
        instead."""
        instead = self.strikes_item or any(code.startswith("disable ") for code in self.spent)
        return list(enumerate(self.hits))[int(instead) :]

    def struck_with(self, slot: int) -> tuple[int, ...]:
        """Whom one of its weapons has hit."""
        return tuple(hit.whom for hit in self.hits if hit.slot == slot)


# ---- where the battle stands -----------------------------------------------------------------------------------------

Phase: TypeAlias = Literal["deploy", "initiative", "play", "over"]


class Score(Struct, frozen=True):
    """What somebody's initiative came to; those of a group that rolled together share it.  A
    `late` one is the place at the end of a round of somebody who was slowed down."""

    who: int
    success: int
    advantage: int
    triumph: int = 0
    late: bool = False


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `order` is the order of initiative, `place` whose turn it is in it, `actor` (or -1) who is in its turn.  Of that
    turn: `action` says that its action is still there, `traded` that it was exchanged, `paid` that strain was taken for
    a maneuver, `done` and `allowed` count its maneuvers, `incidentals` those; `aims` are the aims and `aimed` the
    upgrades that go with the next attack.  `guided` are shots that come round at the end of the round: whose, at whom,
    from which slot.
    """

    phase: Phase = "deploy"
    round: int = 0
    order: tuple[Score, ...] = ()
    place: int = 0
    seat: int = 0
    actor: int = NOBODY
    action: bool = False
    traded: bool = False
    paid: bool = False
    done: int = 0
    allowed: int = 1
    incidentals: int = 0
    aims: int = 0
    aimed: int = 0
    check: Check | None = None
    held_rounds: int = 0
    escaped: int = 0
    destiny: tuple[int, int] = (0, 0)
    guided: tuple[tuple[int, int, int], ...] = ()
    points: tuple[int, ...] = (0, 0)
    winner: int = -1
    why_over: str = ""


State = core_state.State[Fighter, Turn]


def under_way(state: State) -> Check:
    """The check under way; events and rules ask for it only while there is one."""
    check = state.turn.check
    assert check is not None
    return check


def set_down(state: State, fighter: Fighter, spot: tuple[int, int, int]) -> None:
    """A fighter stands somewhere else, and what it rides with it."""
    state.put(replace(fighter, at=fighter.at.moved_to(spot)))
    if fighter.rides != NOBODY:
        thing = state.record(Thing, fighter.rides)
        state.put(replace(thing, at=thing.at.moved_to(spot)))


def unseated(state: State, fighter: Fighter) -> Fighter:
    """A fighter that is on no mount any more; what it rode is free."""
    if fighter.rides == NOBODY:
        return fighter
    state.put(replace(state.record(Thing, fighter.rides), rider=NOBODY))
    return replace(fighter, rides=NOBODY)
