"""What can change in a battle.

A `Squad` is the record of a unit, which has no place; its models are `Figure`s, or `Machine`s where it is made of
vehicles, and name it.  A single character or vehicle is a unit of one.  Models are numbered first, then units, then
mission markers.  The `Turn` says where the battle stands.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ....core import state as core_state
from ....core.state import Body, Record
from ....core.structs import replace

NOBODY = -1
NEVER = -1

Mode: TypeAlias = Literal["stationary", "advance", "surge", "fleet", "flat-out"]
"""How a unit has moved in its last movement phase."""
Morale: TypeAlias = Literal["steady", "suppressed", "falling-back"]
Where: TypeAlias = Literal["table", "reserve", "aboard", "gone"]
"""On the table, still to come, in a transport; destroyed, or part of another unit."""
Deed: TypeAlias = Literal[
    "moved", "charged", "late", "shot", "fought", "won", "rallied", "smoke", "arrived", "dropped", "disembarked",
    "consolidated", "abandoned", "fell-back", "regrouped", "called", "attached", "rammed", "by-chance",
    "hindered", "scouted", "fired-slow", "braced", "under-fire", "got-out", "sallied", "bailed", "countered",
    "shot-again", "moved-on", "claimed", "rallied-late",
]  # fmt: skip
"""What a unit has done in this player turn: it may come out of reserve (`called`), came from the edge (`arrived`) or
from above (`dropped`), charged into a fight that was going on (`late`), or by chance at a vehicle, met a charge
(`countered`), went on after it had won (`moved-on`), tried to rally in the second of the two phases, where that is a
try of its own (`rallied-late`), and so on.  Of those who got out of a transport, `disembarked` bars a move and a
charge, `sallied` a move alone, `bailed` all else."""
Smoke: TypeAlias = Literal["ready", "on", "used"]
Phase: TypeAlias = Literal["deploy", "prepare", "move", "assault", "shoot", "consolidate", "over"]


class Figure(Body, frozen=True, kw_only=True):
    """A model with wounds: how many it has left.  A casualty has none, and is off the table."""

    unit: int
    wounds: int = 1

    @property
    def alive(self) -> bool:
        return self.wounds > 0


class Machine(Body, frozen=True, kw_only=True):
    """A vehicle: `hull` are the hull points that it has left (where the table counts them), `shaken` and `stunned` the
    number of the player turn at whose end that is over (`NEVER`: it is not), `lost` the numbers of the weapons that are
    destroyed, `smoke` the state of its launchers.  One that is `wrecked` stays where it is, unless it has left a
    `crater` or nothing."""

    unit: int
    hull: int = 3
    shaken: int = NEVER
    stunned: int = NEVER
    immobilised: bool = False
    lost: tuple[int, ...] = ()
    smoke: Smoke = "ready"
    wrecked: bool = False
    crater: bool = False

    @property
    def alive(self) -> bool:
        return not self.wrecked


class Squad(Record, frozen=True, kw_only=True):
    """A unit.

    `members` are its living models, the leader first (`leader`, `NOBODY` where it has none any more), `size` how many
    it had at the start of the battle.  `aboard` is the transport (a model) that it rides in, `joined` the unit that it
    has become a part of.  `since` counts the own turn in which it was suppressed, `locked` are the units that it
    fights.  `strength` is how many it had when the phase began, `shot_at` how often it has been shot at in it; `done`
    is what it has done in this player turn, `aimed` at whom it has shot in it, `spent` are the weapons that serve once
    and have: the model of each, and its id.  A flyer that has left the table `returns` in its next turn.
    """

    members: tuple[int, ...] = ()
    leader: int = NOBODY
    size: int = 1
    where: Where = "table"
    aboard: int = NOBODY
    joined: int = NOBODY
    morale: Morale = "steady"
    since: int = NEVER
    mode: Mode = "stationary"
    done: tuple[Deed, ...] = ()
    locked: tuple[int, ...] = ()
    strength: int = 0
    shot_at: int = 0
    aimed: int = NOBODY
    spent: tuple[tuple[int, str], ...] = ()
    returns: bool = False

    def has(self, *deeds: Deed) -> bool:
        """Whether it has done one of these in this player turn."""
        return not set(deeds).isdisjoint(self.done)


class Marker(Body, frozen=True, kw_only=True):
    """A mission marker, and the seat that claims it (`NOBODY`); one that is `spare` is not used in this battle."""

    claimed: int = NOBODY
    spare: bool = False


# ---- an attack under way ---------------------------------------------------------------------------------------------


class Mark(Struct, frozen=True):
    """A vehicle under a marker: where the middle of that is, and whether the hull lies under it."""

    victim: int
    x: int
    y: int
    whole: bool


class Burst(Struct, frozen=True):
    """What models of a unit fire together: the weapon by its id, in which of its ways, who fires, and how many dice
    each of them has.

    Then how many wounds that has come to, how many of them by a 6 that no armour stops, and the cover save that its
    target had when it was fired; `on_guns` are the hits on guns of artillery, `burns` the wounds of whoever fired it,
    `on` is the unit that a marker has struck (`NOBODY`: the target), `marks` are the vehicles of it that it touches."""

    weapon: str
    way: int
    by: tuple[int, ...]
    shots: tuple[int, ...]
    wounds: int = 0
    rends: int = 0
    cover: int = 0
    burns: int = 0
    on: int = NOBODY
    marks: tuple[Mark, ...] = ()
    on_guns: int = 0

    @property
    def dice(self) -> int:
        """All of their dice."""
        return sum(self.shots)


class Volley(Struct, frozen=True):
    """An attack of a unit on another, from the moment it is announced until all that came of it is done.

    `answers` are the reactions to it: the unit, and which; `back` is the volley of a Return Fire.  `flyer` says that
    its target counts as a flyer for it, `hasty` that it is fired at those who charge, `lifted` that its target has
    flown high to answer it, `braced` how many times a lost weapon is still ignored, `pinning` that a pinning weapon has
    wounded.
    """

    who: int
    target: int
    bursts: tuple[Burst, ...] = ()
    answers: tuple[tuple[int, str], ...] = ()
    back: Volley | None = None
    flyer: bool = False
    hasty: bool = False
    lifted: bool = False
    braced: int = 0
    pinning: bool = False

    def at(self, unit: int) -> Volley | None:
        """What of it is fired at a unit: all of it, or the return fire."""
        parts = (self, self.back)
        return next((part for part in parts if part is not None and part.target == unit), None)

    def with_part(self, part: Volley) -> Volley:
        """The whole of it where it, or the return fire, has come to something else."""
        return replace(self, back=part) if self.back is not None and self.back.who == part.who else part


class Course(Struct, frozen=True):
    """The way of a tank that drives straight at the enemy, or rams: how far is `left` of it and how far it `went`,
    whether difficult ground has been `tested`, and which units it has come to (`met`).

    Of the unit that it comes to now: `whom`, the vehicle that it would ram (`hull`), whether it `held` (passed its
    test, or takes none) and with how much to `spare` (None: without dice), the reactions to it (`answers`), and whether
    it `evaded`.  `bared` says that a walker has turned its back.  `chargers` charge the tank by chance when it stops.
    """

    who: int
    left: int
    ram: bool = False
    went: int = 0
    tested: bool = False
    met: tuple[int, ...] = ()
    whom: int = NOBODY
    hull: int = NOBODY
    held: bool = True
    spare: int | None = None
    answers: tuple[str, ...] = ()
    evaded: bool = False
    bared: bool = False
    chargers: tuple[int, ...] = ()


# ---- where the battle stands -----------------------------------------------------------------------------------------


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `round` is the game turn, `number` counts the player turns, `seat` is whose turn it is, `first` who began.  `actor`
    is the unit that acts (`NOBODY`: the player is choosing), `through` are those that have finished this phase.
    `volley` is the attack under way, `course` the way of a tank at the enemy, `tally` the wounds that both sides have
    caused in the combat that is fought.
    """

    phase: Phase = "deploy"
    round: int = 0
    number: int = 0
    seat: int = 0
    first: int = NOBODY
    actor: int = NOBODY
    volley: Volley | None = None
    course: Course | None = None
    tally: tuple[int, int] = (0, 0)
    through: tuple[int, ...] = ()
    points: tuple[int, ...] = (0, 0)
    winner: int = -1
    why_over: str = ""


Anything: TypeAlias = Figure | Machine | Squad | Marker
State = core_state.State[Anything, Turn]
Trooper: TypeAlias = Figure | Machine
"""A model of either kind."""
