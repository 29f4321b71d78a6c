"""What can change in a battle.

A `Figure` is the record of one model.  Crates, chests, doors and objectives are `Thing`s, numbered after the figures.
A `Deed` is the action under way: who does what to whom, what was pledged against it, and what is still due; the `Turn`
says where the battle stands.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ....core import state as core_state
from ....core.state import Body, Placement, Posture
from ....core.structs import replace
from ..printed.scenario import Engagement

NEUTRAL = 2
"""The owner of figures that belong to no player: they act in a third turn."""

NOBODY = -1
DEAD, STORM, WINDS = 2, 3, 5
"""The complications of which other chapters ask: the dead walk; every pool loses a die; shots and spells have one more,
and natural 1s wound who made them."""

LYING = 500  # the height of a figure that is knocked over


# ---- figures and things ----------------------------------------------------------------------------------------------


Activation: TypeAlias = Literal["ready", "active", "done"]
Whereabouts: TypeAlias = Literal["waiting", "here", "gone"]
"""Off the table, to come; on it; or it has left the table."""
ThingKind: TypeAlias = Literal["door", "chest", "crate", "objective", "lever"]
ThingState: TypeAlias = Literal["open", "closed", "locked", "up", "down", "taken", "gone"]


class Figure(Body, frozen=True, kw_only=True):
    """What can change about one figure.

    `ap` are its action points, spent in its own turn or held into the other's.
    `wounds` are those left (`hurt`: it has lost some); at 0 or less it has fallen, and is `out` after the action.
    `unloaded` are slots of weapons to be loaded, `spent` ids of what is used up.  `cowed` are the enemies that it dares
    not act against in this activation, `braved` those that it does, `shaken` the most points of its next turn (-1:
    all), `face` the top of the face it clings to.
    """

    ap: int = 0
    activation: Activation = "done"
    wounds: int = 1
    hurt: bool = False
    down: bool = False
    out: bool = False
    state: Whereabouts = "waiting"
    unloaded: tuple[int, ...] = ()
    spent: tuple[str, ...] = ()
    cowed: tuple[int, ...] = ()
    braved: tuple[int, ...] = ()
    shaken: int = -1
    mana: int = 0
    face: tuple[int, int, int] | None = None
    carries: tuple[int, ...] = ()

    @property
    def here(self) -> bool:
        """On the table, fallen or not."""
        return self.state == "here" and not self.out

    @property
    def standing(self) -> bool:
        """On its feet: not knocked over, not fallen, not clinging to a face."""
        return self.wounds > 0 and not self.down and self.face is None and self.state == "here" and not self.out


class Thing(Body, frozen=True, kw_only=True):
    """Something that can be used or carried: `lock` is the number that a lock asks for, `carrier` who has it (or -1),
    `claimed` the last seat to hold it."""

    kind: ThingKind
    state: ThingState = "closed"
    lock: int = 0
    carrier: int = NOBODY
    claimed: int = NOBODY
    heavy: bool = False
    number: int = -1  # of a door, on the board


def off_table(at: Placement) -> Placement:
    """The same place, with nobody there."""
    return replace(at, posture=int(Posture.AWAY))


# ---- the action under way --------------------------------------------------------------------------------------------


Interrupt: TypeAlias = Literal["counter-charge", "dodge", "flee", "fire", "bulwark", "fight"]
DueKind: TypeAlias = Literal["push", "knock", "lose-ap"]
Row: TypeAlias = Literal["charge", "melee", "trample", "shot", "area", "cast", "cast-area", "move"]
"""What kind of action it is for those who might interrupt."""


class Pledge(Struct, frozen=True):
    """An interrupt that was declared and paid for; `against` is the figure it answers.  What Fire! measures is
    measured when it is declared: `gap`, the `cover` that the target had, and `amid` which of the shooter's friends it
    stood in close combat; `slot` is the weapon."""

    who: int
    kind: Interrupt
    against: int
    gap: int = 0
    cover: int = 0
    slot: int = -1
    amid: tuple[int, ...] = ()


class Due(Struct, frozen=True):
    """What waits for the end of the action: `amount` is in thousandths or points, `by` is who did it.  `spare` are
    successes of armour that are left over for what a push may still do."""

    kind: DueKind
    who: int
    by: int = NOBODY
    amount: int = 0
    spare: int = 0


class Deed(Struct, frozen=True):
    """An action under way, from its declaration to its aftermath.

    `aims` pairs each who acts, leader first, with its target (-1: none).  `slot` and `spot` are the weapon and the
    middle of an area, `covered` whom it covers when it is declared, `named` everybody who had a window in it.  `runs`
    are the lengths of charges by who runs, `reached` pairs each charger with the enemies that its run brought into its
    reach.  `done` are those who have had their attack in it, `free` who has made a free strike (a counter strike and a
    riposte are such), `due` is what waits for the end, `felled` pairs each who has fallen with who did it.  `walkers`
    are those of a band who only move while others of it charge.
    """

    action: str
    row: Row
    leader: int
    aims: tuple[tuple[int, int], ...]
    slot: int = -1
    spot: tuple[int, int, int] | None = None
    covered: tuple[int, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    named: tuple[int, ...] = ()
    runs: tuple[tuple[int, int], ...] = ()
    reached: tuple[tuple[int, int], ...] = ()
    done: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    due: tuple[Due, ...] = ()
    felled: tuple[tuple[int, int], ...] = ()
    walkers: tuple[int, ...] = ()

    @property
    def band(self) -> tuple[int, ...]:
        """All who take part, the leader first."""
        return tuple(who for who, _ in self.aims)

    @property
    def targets(self) -> tuple[int, ...]:
        """At whom it is aimed, and whom it covers."""
        return tuple(dict.fromkeys((*(target for _, target in self.aims if target >= 0), *self.covered)))

    @property
    def chargers(self) -> tuple[int, ...]:
        """Those who charge, in an action by which somebody does."""
        return tuple(who for who in self.band if self.row == "charge" and who not in self.walkers)

    def target_of(self, who: int) -> int:
        """Whom a figure acts against, or -1."""
        return next((target for each, target in self.aims if each == who), NOBODY)

    def run_of(self, who: int) -> int:
        """How far a charger may go, in thousandths."""
        return next((length for each, length in self.runs if each == who), 0)

    def felled_by(self, who: int) -> int:
        """Who made somebody fall, or -1: the last to do so, where a charm had spared it before."""
        return next((by for each, by in reversed(self.felled) if each == who), NOBODY)

    def pledged(self, who: int) -> Pledge | None:
        """The interrupt that a figure has declared, if any."""
        return next((pledge for pledge in self.pledges if pledge.who == who), None)


# ---- where the battle stands -----------------------------------------------------------------------------------------


Phase: TypeAlias = Literal["roles", "deploy", "play", "over"]
Stage: TypeAlias = Literal["engagement", "complications", "end-game", "scored"]
"""How far the battle is along."""
CurrentEngagement: TypeAlias = Literal["", Engagement]
"""What is fought over, if that is known yet."""


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `seat` has its player turn (2: the neutrals); `attacker` is the seat that attacks.  `actor` (or -1) is in its
    activation, `deed` the action under way.  `sides` are the zones of the seats.  `complication` and `end_game`
    what was rolled; `marks` are facts that these keep, as (name, number).  `reserves` began the battle off the
    table, `blow` are the two of the first blow between the parties (first who engaged the other), `neutrals` how many
    of the neutral figures have come so far.
    """

    phase: Phase = "roles"
    round: int = 0
    seat: int = 0
    attacker: int = -1
    actor: int = -1
    deed: Deed | None = None
    sides: tuple[str, ...] = ()
    engagement: CurrentEngagement = ""
    stage: Stage = "engagement"
    complication: int = 0
    end_game: int = 0
    marks: tuple[tuple[str, int], ...] = ()
    reserves: tuple[int, ...] = ()
    blow: tuple[int, ...] = ()
    neutrals: int = 0
    points: tuple[int, ...] = (0, 0)
    winner: int = -1
    why_over: str = ""

    @property
    def windy(self) -> bool:
        """Whether wild winds blow: from their complication until the end game is rolled."""
        return self.complication == WINDS and not self.end_game

    def mark(self, name: str, otherwise: int = -1) -> int:
        """A fact that was noted, by its name."""
        return next((number for each, number in self.marks if each == name), otherwise)


State = core_state.State[Figure, Turn]
