"""What can change in a battle, what never does, and how the rules talk about a figure.

A `Figure` is the record of one model, a `Model` the handle by which rules ask about it, a `Kit` what its player
brought for it.  Crates, chests, doors and objectives are `Thing`s, numbered after the figures.  A `Deed` is the action
under way: who does what to whom, what was pledged against it, and what is still due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...core import play as core_play
from ...core import state as core_state
from ...core.decision import Decision
from ...core.effect import has_effect, total_effect
from ...core.length import INCH
from ...core.state import Placement, Posture, Record
from ...space.board import Board
from ...space.layout import Layout
from ...space.layout import layout as lay_out
from ...space.sight import gap
from .printed import Armour, Charm, Profile, Size, Weapon, sizes

NEUTRAL = 2
"""The owner of figures that belong to no player: they act in a third turn."""

LARGE = 2  # where Large stands among the sizes

CONTACT = 50  # bases this near touch
LYING = 500  # the height of a figure that is knocked over
NOBODY = -1


# ---- records ---------------------------------------------------------------------------------------------------------


class Figure(Record, frozen=True, kw_only=True):
    """What can change about one figure.

    `ap` are its action points, spent in its own turn or held into the other's.  `activation` is ready, active or done.
    `wounds` are those left (`hurt`: it has lost some); at 0 or less it has fallen, and is `out` after the action.
    `unloaded` are slots of weapons to be loaded, `spent` ids of what is used up.  `cowed` are the enemies that it dares
    not act against in this activation, `braved` those that it does, `shaken` the most points of its next turn (-1:
    all), `face` the top of the face it clings to.  `state` says where it is: waiting (off the table, to come), here,
    or gone (left the table).
    """

    ap: int = 0
    activation: str = "done"
    wounds: int = 1
    hurt: bool = False
    down: bool = False
    out: bool = False
    state: str = "waiting"
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
        return self.here and not self.down and self.wounds > 0 and self.face is None


class Thing(Record, frozen=True, kw_only=True):
    """A chest, crate, door or objective: `kind` is what it is, `state` how it stands (open, closed, locked, up, down,
    taken, gone), `lock` the number that a lock asks for, `carrier` who has it (or -1), `claimed` the last seat to hold
    it."""

    kind: str
    state: str = "closed"
    lock: int = 0
    carrier: int = NOBODY
    claimed: int = NOBODY
    heavy: bool = False
    number: int = -1  # of a door, on the board


# ---- the action under way --------------------------------------------------------------------------------------------


class Pledge(Struct, frozen=True):
    """An interrupt that was declared and paid for.  `kind` is counter-charge, dodge, flee, fire, bulwark or fight;
    `against` the figure it answers.  What Fire! measures is measured when it is declared: `gap`, the `cover` that the
    target had, and `amid` which of the shooter's friends it stood in close combat; `slot` is the weapon."""

    who: int
    kind: str
    against: int
    gap: int = 0
    cover: int = 0
    slot: int = -1
    amid: tuple[int, ...] = ()


class Due(Struct, frozen=True):
    """What waits for the end of the action: `kind` is push, fall, knock or lose-ap; `amount` in thousandths or points;
    `by` is who did it.  `spare` are successes of armour that are left over for what a push may still do."""

    kind: str
    who: int
    by: int = NOBODY
    amount: int = 0
    spare: int = 0


class Deed(Struct, frozen=True):
    """An action under way, from its declaration to its aftermath.

    `row` is what kind of action it is for those who might interrupt: charge, melee, trample, shot, area, cast or move.
    `aims` pairs each who acts, leader first, with its target (-1: none).  `slot` and `spot` are the weapon and the
    middle of an area, `covered` whom it covers when it is declared, `named` everybody who had a window in it.  `runs`
    are the lengths of charges by who runs, `reached` pairs each charger with the enemies that its run brought into its
    reach.  `done` are those who have had their attack in it, `free` who has made a free strike, `due` is what waits for
    the end, `felled` pairs each who has fallen with who did it.
    """

    action: str
    row: str
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

    @property
    def band(self) -> tuple[int, ...]:
        """All who take part, the leader first."""
        return tuple(who for who, _ in self.aims)

    @property
    def targets(self) -> tuple[int, ...]:
        """At whom it is aimed, and whom it covers."""
        return tuple(dict.fromkeys((*(target for _, target in self.aims if target >= 0), *self.covered)))

    def target_of(self, who: int) -> int:
        """Whom a figure acts against, or -1."""
        return next((target for each, target in self.aims if each == who), NOBODY)

    def run_of(self, who: int) -> int:
        """How far a charger may go, in thousandths."""
        return next((length for each, length in self.runs if each == who), 0)

    def felled_by(self, who: int) -> int:
        """Who made somebody fall, or -1."""
        return next((by for each, by in self.felled if each == who), NOBODY)

    def pledged(self, who: int) -> Pledge | None:
        """The interrupt that a figure has declared, if any."""
        return next((pledge for pledge in self.pledges if pledge.who == who), None)


class Turn(core_state.Turn, frozen=True, kw_only=True):
    """Where the battle stands.

    `phase` is roles, deploy, play or over.  `seat` has its player turn (2: the neutrals); `attacker` is the seat that
    attacks.  `actor` (or -1) is in its activation, `deed` the action under way.  `sides` are the zones of the seats.
    `engagement` is the scenario's rule, `stage` how far the battle is along (engagement, complications, end-game,
    scored), `complication` and `end_game` what was rolled; `marks` are facts that these keep, as (name, number).
    `reserves` began the battle off the table, `blow` is the first blow between the parties (who struck, who was
    struck), `neutrals` how many of the neutral figures have come so far.
    """

    phase: str = "roles"
    round: int = 0
    seat: int = 0
    attacker: int = -1
    actor: int = -1
    deed: Deed | None = None
    sides: tuple[str, ...] = ()
    engagement: str = ""
    stage: str = "engagement"
    complication: int = 0
    end_game: int = 0
    marks: tuple[tuple[str, int], ...] = ()
    reserves: tuple[int, ...] = ()
    blow: tuple[int, ...] = ()
    neutrals: int = 0
    points: tuple[int, ...] = (0, 0)
    winner: int = -1
    why_over: str = ""

    def mark(self, name: str, otherwise: int = -1) -> int:
        """A fact that was noted, by its name."""
        return next((number for each, number in self.marks if each == name), otherwise)


A = TypeVar("A")
State = core_state.State[Any, Turn]


# ---- what never changes ----------------------------------------------------------------------------------------------


class Kit(Struct, frozen=True, dict=True):
    """What a figure is and carries: its profile and what its player bought for it.  `spells` are ids."""

    name: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    charm: Charm | None = None
    perks: frozenset[str] = frozenset()
    abilities: Mapping[str, int] = {}
    spells: tuple[str, ...] = ()
    leader: bool = False
    price: int = 0

    @cached_property
    def size(self) -> Size:
        return sizes()["small" if self.able("diminutive") else self.profile.size]

    @cached_property
    def reach(self) -> int:
        """How much further than its threat range the best of its weapons strikes, in thousandths."""
        return max((weapon.reach for weapon in self.weapons if weapon.kind == "melee"), default=0)

    @cached_property
    def shots(self) -> tuple[int, ...]:
        """The slots of weapons that shoot or are thrown."""
        return tuple(slot for slot, weapon in enumerate(self.weapons) if weapon.kind != "melee")

    def has(self, perk: str) -> bool:
        """Whether it has a perk."""
        return perk in self.perks

    def able(self, ability: str) -> bool:
        """Whether it has an ability."""
        return ability in self.abilities

    def wears(self, charm: str) -> bool:
        """Whether this is its charm."""
        return self.charm is not None and self.charm.id == charm


class World(Struct, frozen=True, dict=True):
    """What never changes in a battle: the board, each figure's kit, the scenario.  `sides` are the figures of each
    seat, those of the neutrals last; `civilians`, whose owner defends, are numbered between them."""

    board: Board
    kits: tuple[Kit, ...]
    names: Mapping[int, str]
    parties: tuple[str, ...]
    scenario: Any = None
    sides: tuple[tuple[int, ...], ...] = ()
    civilians: tuple[int, ...] = ()

    @cached_property
    def count(self) -> int:
        """How many figures there are; records from here on are things."""
        return len(self.kits)

    @cached_property
    def mustered(self) -> int:
        """How many figures there are without the neutrals, who come last and only as the battle calls for them."""
        return self.count - sum(len(side) for side in self.sides[NEUTRAL:])

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The figures, Medium at most, that hide nobody behind them."""
        return tuple(number for number, kit in enumerate(self.kits) if kit.size.order < LARGE)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The party leader of each seat."""
        return tuple(next((who for who in side if self.kits[who].leader), NOBODY) for side in self.sides[:2])


Play = core_play.Play[Any, Turn, World]


class Model(core_play.Model[Figure]):
    """A figure, in the words of the rules."""

    __slots__ = ()

    @property
    def kit(self) -> Kit:
        world: World = self.play.world
        return world.kits[self.id]

    @property
    def profile(self) -> Profile:
        return self.kit.profile

    @property
    def size(self) -> Size:
        return self.kit.size

    @property
    def at(self) -> Placement:
        return self.record.at

    @property
    def standing(self) -> bool:
        return self.record.standing

    @property
    def fallen(self) -> bool:
        """With no wounds left: it is taken off at the end of the action."""
        return self.record.wounds <= 0

    def has(self, perk: str) -> bool:
        """Whether it has a perk."""
        return perk in self.kit.perks

    def able(self, ability: str) -> bool:
        """Whether it has an ability."""
        return ability in self.kit.abilities

    def wears(self, charm: str) -> bool:
        """Whether it wears a charm that is not used up."""
        return self.kit.wears(charm) and charm not in self.record.spent

    def effect(self, name: str) -> bool:
        """Whether an effect is on it."""
        return has_effect(self.play.state, self.id, name)

    # ---- attributes, as they are now ---------------------------------------------------------------------------------

    @property
    def mov(self) -> int:
        """Movement: whole inches, and dice."""
        kit = self.kit
        more = sum(a.mov for a in kit.armour) + (kit.charm.mov if kit.charm else 0)
        return max(0, kit.profile.mov + more + self._more("mov")) * (2 if self.effect("swift") else 1)

    @property
    def move(self) -> int:
        """Movement in thousandths."""
        return self.mov * INCH

    @property
    def att(self) -> int:
        """Dice in close combat."""
        return self.profile.att + self._more("att")

    @property
    def mrk(self) -> int:
        """Dice in shooting."""
        return self.profile.mrk + self._more("mrk")

    @property
    def defence(self) -> int:
        """The number that those who attack it must reach."""
        kit = self.kit
        more = sum(a.defence for a in kit.armour) + (kit.charm.defence if kit.charm else 0)
        return kit.profile.defence + more + self._more("defence")

    @property
    def iv(self) -> int:
        """Initiative: its action points, and dice."""
        return self.profile.iv + self._more("iv")

    @property
    def wp(self) -> int:
        """Willpower, in dice."""
        return self.profile.wp + self._more("wp")

    @property
    def arm(self) -> int:
        """Dice that cancel wounds."""
        kit = self.kit
        preserved = self.wears("talisman-of-preservation")
        charm = kit.charm.arm if kit.charm and (kit.charm.id != "talisman-of-preservation" or preserved) else 0
        return kit.profile.arm + sum(a.arm for a in kit.armour) + charm + self._more("arm")

    @property
    def en(self) -> int:
        """Wounds that it can take, unhurt."""
        return self.profile.en + (self.kit.charm.en if self.kit.charm else 0)

    @property
    def dam(self) -> int:
        """The number that armour must reach against its blows."""
        return self.profile.dam + (self.kit.charm.dam if self.kit.charm else 0) + self._more("dam")

    def _more(self, attribute: str) -> int:
        return total_effect(self.play.state, self.id, attribute) if self.play.state.effects else 0

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def threat(self) -> int:
        """How near an enemy must be to be threatened, in thousandths; nothing unless it stands."""
        return self.size.threat if self.standing else 0

    @property
    def engaged(self) -> bool:
        """In close combat."""
        return bool(engaged_with(self.play, self.id))


# ---- the position, asked in bulk -------------------------------------------------------------------------------------


def under_way(play: Play) -> Deed:
    """The action under way; a rule asks for it only while there is one."""
    deed = play.state.turn.deed
    assert deed is not None
    return deed


def figures(play: Play) -> list[Figure]:
    """The records of all figures, on the table or not; of the neutrals those that have come so far."""
    records: list[Figure] = play.state.records[: play.world.mustered + play.state.turn.neutrals]
    return records


def here(play: Play) -> list[Figure]:
    """Those on the table."""
    return [f for f in figures(play) if f.here]


def foes(play: Play, seat: int) -> list[Figure]:
    """The figures of other seats (the neutrals too) that are on the table and have not fallen."""
    return [f for f in figures(play) if f.owner != seat and f.here and f.wounds > 0]


def friends(play: Play, who: int) -> list[Figure]:
    """The other figures of its own side that are on the table and have not fallen."""
    owner = play.state.records[who].owner
    return [f for f in figures(play) if f.owner == owner and f.id != who and f.here and f.wounds > 0]


def things(play: Play) -> list[Thing]:
    """Everything that is not a figure."""
    records: list[Thing] = play.state.records[play.world.count :]
    return records


def layout(play: Play) -> Layout:
    """The packed placements, with every closed door a wall."""
    derived: Layout | None = play.state.derived
    return derived if derived is not None else derive(play.world, play.state)


def derive(world: World, state: State) -> Layout:
    """Packs the placements of a position, which keeps them from then on."""
    return lay_out(state, world.board, walls=tuple(shut(world, state)))


def shut(world: World, state: State) -> Iterator[tuple[int, ...]]:
    """The doors that bar the way for now."""
    for thing in state.records[world.count :]:
        if thing.kind == "door" and thing.state in ("closed", "locked"):
            yield world.board.door_edge(thing.number)


def placed(at: Placement, kit: Kit, *, standing: bool) -> Placement:
    """The same place, on its feet or knocked over."""
    if standing:
        return replace(at, posture=int(Posture.UP), height=kit.size.height)
    return replace(at, posture=int(Posture.HELPLESS), height=min(LYING, kit.size.height))


def off_table(at: Placement) -> Placement:
    """The same place, with nobody there."""
    return replace(at, posture=int(Posture.AWAY))


# ---- close combat ----------------------------------------------------------------------------------------------------


def threat_of(play: Play, figure: Figure) -> int:
    """The threat range of a figure, in thousandths: of its size, and nothing unless it stands."""
    return play.world.kits[figure.id].size.threat if figure.standing else 0


def strike_of(play: Play, figure: Figure) -> int:
    """How far a figure strikes: its threat range and what its weapon adds."""
    return threat_of(play, figure) + play.world.kits[figure.id].reach if figure.standing else 0


def engaged_with(play: Play, who: int) -> tuple[int, ...]:
    """The enemies with whom a figure is in close combat: either of the two, standing, has the other in its threat
    range."""
    memo = layout(play).memo
    key = ("engaged", who)
    found: tuple[int, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = _engaging(play, who)
    return found


def _engaging(play: Play, who: int) -> tuple[int, ...]:
    me: Figure = play.state.records[who]
    if not me.here or me.wounds <= 0:
        return ()
    mine, at = threat_of(play, me), me.at
    found = []
    for f in foes(play, me.owner):
        reach = max(mine, threat_of(play, f))
        if reach and gap(at, f.at) <= reach:
            found.append(f.id)
    return tuple(found)


def touching(a: Placement, b: Placement) -> bool:
    """Base to base."""
    return gap(a, b) <= CONTACT


def namer(play: Play) -> Callable[[Any], str]:
    """How ids are read out to people; a negative one stands for nobody."""
    names = play.world.names
    return lambda who: "nobody" if who is None or who < 0 else names[who]


def decide(play: Play, seat: int, question: Decision[A]) -> A:
    """Puts a question to a side; the neutrals, whom nobody can ask, do what comes first."""
    return question.candidates(1)[0] if seat == NEUTRAL else play.ask(seat, question)
