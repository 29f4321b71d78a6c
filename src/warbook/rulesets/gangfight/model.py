"""What never changes in a battle, and how the rules talk about a figure.

A `Kit` is what a figure is and carries, the `World` the table and all who may come to it, a `Model` the
handle by which rules ask about a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from ...core import play as core_play
from ...core.decision import UNSEEN, Choose, Decision, Names, Preview, Reasons
from ...core.effect import has_effect, total_effect
from ...core.length import INCH, root_up
from ...core.state import Placement
from ...space.board import Board
from ...space.layout import Layout
from ...space.layout import layout as lay_out
from .printed import Armour, Charm, Profile, Size, Weapon, ranks, sizes
from .records import NEUTRAL, NOBODY, Deed, Figure, State, Thing, Turn

LARGE = 2  # where Large stands among the sizes

CONTACT = 50  # bases this near touch


A = TypeVar("A")


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
    def rank(self) -> int:
        """Where its rank stands among the ranks."""
        return ranks()[self.profile.rank].order

    @cached_property
    def reach(self) -> int:
        """How much further than its threat range the best of its weapons strikes, in thousandths."""
        return max((weapon.reach for weapon in self.weapons if weapon.kind == "melee"), default=0)

    @cached_property
    def shots(self) -> tuple[int, ...]:
        """The slots of weapons that shoot or are thrown."""
        return tuple(slot for slot, weapon in enumerate(self.weapons) if weapon.kind != "melee")

    @cached_property
    def range(self) -> int:
        """How far the furthest of them carries, in inches; 0 where there is none."""
        return max((self.weapons[slot].range for slot in self.shots), default=0)

    @cached_property
    def mov(self) -> int:
        """Inches that it moves, in what it wears."""
        return self.profile.mov + sum(a.mov for a in self.armour) + (self.charm.mov if self.charm else 0)

    @cached_property
    def en(self) -> int:
        """Wounds that it can take, unhurt."""
        return self.profile.en + (self.charm.en if self.charm else 0)

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
    def prices(self) -> dict[int, int]:
        """What each figure of the two parties has cost; civilians belong to neither."""
        return {who: self.kits[who].price for side in self.sides[:NEUTRAL] for who in side}

    @cached_property
    def endurance(self) -> tuple[int, ...]:
        """The wounds of each of the two parties, all told, while it is whole."""
        return tuple(sum(self.kits[who].en for who in side) for side in self.sides[:NEUTRAL])

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The figures, Medium at most, that hide nobody behind them."""
        return tuple(number for number, kit in enumerate(self.kits) if kit.size.order < LARGE)

    def having(self, perk: str) -> frozenset[int]:
        """The figures that have a perk."""
        known: dict[str, frozenset[int]] = self.__dict__.setdefault("_having", {})
        if perk not in known:
            known[perk] = frozenset(number for number, kit in enumerate(self.kits) if kit.has(perk))
        return known[perk]

    @cached_property
    def longest_strikes(self) -> dict[int, int]:
        """How far the farthest strike goes, by the threat range of Large figures (see `longest_strike`)."""
        return {}

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

    @property
    def charm(self) -> Charm | None:
        """Its charm, unless it is used up."""
        charm = self.kit.charm
        return None if charm is None or charm.id in self.record.spent else charm

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
        return max(0, self.kit.mov + self._more("mov")) * (2 if self.effect("swift") else 1)

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
        kit, charm = self.kit, self.charm
        return kit.profile.arm + sum(a.arm for a in kit.armour) + (charm.arm if charm else 0) + self._more("arm")

    @property
    def en(self) -> int:
        """Wounds that it can take, unhurt."""
        return self.kit.en

    @property
    def dam(self) -> int:
        """The number that armour must reach against its blows."""
        return self.profile.dam + (self.kit.charm.dam if self.kit.charm else 0) + self._more("dam")

    @property
    def points(self) -> int:
        """The action points that it gets for a turn: its Initiative, or what its last test of Bravery left it."""
        shaken: int = self.record.shaken
        return self.iv if shaken < 0 else min(self.iv, shaken)

    def _more(self, attribute: str) -> int:
        return total_effect(self.play.state, self.id, attribute) if self.play.state.effects else 0

    # ---- where it stands ---------------------------------------------------------------------------------------------

    @property
    def threat(self) -> int:
        """How near an enemy must be to be threatened, in thousandths; nothing unless it stands."""
        return threat_range(self.play, self.kit) if self.standing else 0

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
    return list(map(play.state.records.__getitem__, layout(play).ever(("here",), _here, play)))


def _here(play: Play) -> tuple[int, ...]:
    return tuple(f.id for f in figures(play) if f.here)


def foes(play: Play, seat: int) -> list[Figure]:
    """The figures of other seats (the neutrals too) that are on the table and have not fallen."""
    those = map(play.state.records.__getitem__, layout(play).ever(("here against", seat), _here_against, play, seat))
    return [f for f in those if f.wounds > 0]


def _here_against(play: Play, seat: int) -> tuple[int, ...]:
    return tuple(f.id for f in here(play) if f.owner != seat)


def friends(play: Play, who: int) -> list[Figure]:
    """The other figures of its own side that are on the table and have not fallen."""
    owner = play.state.records[who].owner
    those = map(play.state.records.__getitem__, layout(play).ever(("here for", owner), _here_for, play, owner))
    return [f for f in those if f.id != who and f.wounds > 0]


def _here_for(play: Play, owner: int) -> tuple[int, ...]:
    return tuple(f.id for f in here(play) if f.owner == owner)


def in_play(play: Play, who: int) -> bool:
    """On the table and not fallen."""
    figure = play.state.records[who]
    return bool(figure.here and figure.wounds > 0)


def nearest(play: Play, who: int, among: Sequence[int]) -> int:
    """The nearest of some figures."""
    at = play.state.records[who].at
    return min(among, key=lambda other: (gap(at, play.state.records[other].at), other))


def supplies(play: Play) -> list[Thing]:
    """The crates of a Supply Drop."""
    return [thing for thing in play.state.records[play.world.count :] if thing.profile == "supply"]


def until_next_turn(play: Play, who: int) -> str:
    """The moment at which what a figure has used wears off."""
    return f"turn-{play.state.records[who].owner}"


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


# ---- distances -------------------------------------------------------------------------------------------------------


def gap(a: Placement, b: Placement) -> int:
    """The distance between two bodies in thousandths, rounded up; 0 where they touch: from rim to rim in plan, and from
    the top of the lower to the foot of the higher."""
    dx, dy = a.x - b.x, a.y - b.y
    flat = max(root_up(dx * dx + dy * dy) - a.radius - b.radius, 0)
    rise = rise_from(a.z, a.height, b) if a.z != b.z else 0
    return root_up(flat * flat + rise * rise) if rise else flat


def no_further(a: Placement, b: Placement, reach: int) -> bool:
    """Whether two bodies are at most `reach` apart: the same as ``gap(a, b) <= reach``, mostly without a root."""
    dx, dy, far = a.x - b.x, a.y - b.y, a.radius + b.radius + reach
    if dx * dx + dy * dy > far * far:
        return False
    return not rise_from(a.z, a.height, b) or gap(a, b) <= reach


def rise_from(z: int, height: int, other: Placement) -> int:
    """How far a body of that height, its foot at `z`, is wholly above or below another; 0 where they are level."""
    return max(other.z - z - height, z - other.z - other.height, 0)


# ---- close combat ----------------------------------------------------------------------------------------------------


def threat_range(play: Play, kit: Kit) -> int:
    """The threat range that goes with a size, in thousandths.  Two pages differ on that of Large figures."""
    return play.option["large-threat"] * INCH if kit.size.order == LARGE else kit.size.threat


def threat_of(play: Play, figure: Figure) -> int:
    """The threat range of a figure, in thousandths: of its size, and nothing unless it stands."""
    return threat_range(play, play.world.kits[figure.id]) if figure.standing else 0


def strike_of(play: Play, figure: Figure) -> int:
    """How far a figure strikes: its threat range and what its weapon adds."""
    return strike_range(play, play.world.kits[figure.id]) if figure.standing else 0


def strike_range(play: Play, kit: Kit) -> int:
    """How far whoever is on its feet strikes."""
    return threat_range(play, kit) + kit.reach


def longest_strike(play: Play) -> int:
    """How far the farthest strike of anybody in the battle goes, on its feet or not."""
    large: int = play.option["large-threat"]
    known: dict[int, int] = play.world.longest_strikes
    if large not in known:
        known[large] = max((strike_range(play, kit) for kit in play.world.kits), default=0)
    return known[large]


def engaged_with(play: Play, who: int) -> tuple[int, ...]:
    """The enemies with whom a figure is in close combat: either of the two, standing, is near enough to strike the
    other."""
    about, records = layout(play).once(("about", who), _about, play, who), play.state.records
    if not about:
        return ()
    me: Figure = records[who]
    if not me.here or me.wounds <= 0:
        return ()
    stands = me.standing
    return tuple(
        [
            enemy
            for enemy, by_me, by_it in about
            if records[enemy].wounds > 0 and ((by_me and stands) or (by_it and records[enemy].standing))
        ]
    )


def _about(play: Play, who: int) -> list[tuple[int, bool, bool]]:
    """The enemies so near a figure that one of the two could strike the other, were it standing: whether it could, and
    whether the enemy could.  Who stands, and who has fallen, is not to be seen from the places."""
    kits, farthest, found = play.world.kits, longest_strike(play), list[tuple[int, bool, bool]]()
    me: Figure = play.state.records[who]
    mine = strike_range(play, kits[me.id])
    for f in here(play):
        if f.owner != me.owner and no_further(me.at, f.at, farthest):
            by_me, by_it = (no_further(me.at, f.at, far) for far in (mine, strike_range(play, kits[f.id])))
            if by_me or by_it:
                found.append((f.id, by_me, by_it))
    return found


def touching(a: Placement, b: Placement) -> bool:
    """Base to base."""
    return no_further(a, b, CONTACT)


def namer(play: Play, words: Mapping[Any, str] | None = None) -> Names:
    """How ids are read out to people; a negative one stands for nobody.  `words` are for options that are no ids."""
    return Names(play.world.names, words)


def enemies(actor: Model) -> list[int]:
    """All enemies of a figure that are on the table and have not fallen."""
    return [f.id for f in foes(actor.play, actor.owner)]


def choose_enemy(
    play: Play,
    actor: Model,
    key: str,
    prompt: str,
    refused: Callable[[int], Reasons],
    preview: Preview = UNSEEN,
) -> int:
    """An enemy whom a figure acts against; `refused` says why it may not."""
    question = Choose(key, prompt, enemies, actor, refuse=refused, named=namer(play))
    whom: int = play.ask(actor.owner, question.previewed(preview))
    return whom


def decide(play: Play, seat: int, question: Decision[A]) -> A:
    """Puts a question to a side; the neutrals, whom nobody can ask, do what comes first."""
    return question.candidates(1)[0] if seat == NEUTRAL else play.ask(seat, question)
