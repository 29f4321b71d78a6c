"""Everything that can happen in this game: each event with its change to the position and its line in the log."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...core.events import ActivationLeft, Event
from ...core.length import INCH
from ...core.state import Effect
from .model import Cache, Casket, Cloud, Door, Fighter, Lift, State, Status, Trap, placed


def _with(state: State, who: int, **changes: Any) -> None:
    state.put(replace(state.records[who], **changes))


def _status(state: State, who: int, status: Status, **changes: Any) -> None:
    fighter: Fighter = state.records[who]
    state.put(replace(fighter, status=status, at=placed(fighter.at, status), **changes))


# ---- the round -------------------------------------------------------------------------------------------------------


class RoundBegan(Event, frozen=True, gc=False):
    """A round begins: whose priority it is; what works once a round works again."""

    round: int
    priority: int
    side: str = ""
    text: ClassVar[str] = "Round {round} begins: priority for {side}."

    def apply(self, state: State) -> None:
        for r in state.records:
            if isinstance(r, Fighter) and r.used:
                state.put(replace(r, used=tuple(thing for thing in r.used if not thing.startswith("round:"))))
        state.turn = replace(state.turn, round=self.round, priority=self.priority, seat=self.priority, phase="action")


class Readied(Event, frozen=True):
    """These fighters are ready."""

    whom: tuple[int, ...]

    def apply(self, state: State) -> None:
        for who in self.whom:
            _with(state, who, ready=True)

    def said(self, name: Any) -> str:
        return f"{len(self.whom)} fighters are ready."


class Deployed(Event, frozen=True, gc=False):
    """A fighter is put on the table."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    text: ClassVar[str] = "{who} takes the field."

    def apply(self, state: State) -> None:
        r: Fighter = state.records[self.who]
        at = replace(r.at, x=self.x, y=self.y, z=self.z, fx=self.fx, fy=self.fy)
        state.put(replace(r, status=Status.ACTIVE, at=placed(at, Status.ACTIVE), deployed=True))


class DarknessFell(Event, frozen=True, gc=False):
    """It is dark: fighters are hidden, and one sees so far."""

    reach: int
    text: ClassVar[str] = "It is dark."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, dark=self.reach)


class PhaseBegan(Event, frozen=True, gc=False):
    """The battle passes to another phase."""

    phase: str
    text: ClassVar[str] = "The {phase} phase begins."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, phase=self.phase, actor=-1, left=0, done=(), group=(), declined=False)


class GroupEnded(Event, frozen=True, gc=False):
    """Nobody of a group is left to activate."""

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, group=())


class BattleEnded(Event, frozen=True):
    """It is over."""

    why: str
    points: tuple[int, ...]
    winner: int = -1
    text: ClassVar[str] = "The battle is over: {why}"

    def apply(self, state: State) -> None:
        over = {"phase": "over", "why_over": self.why, "points": self.points, "winner": self.winner}
        state.turn = replace(state.turn, actor=-1, **over)


# ---- activations -----------------------------------------------------------------------------------------------------


class Activated(Event, frozen=True):
    """A fighter's activation begins; `group` follows it."""

    who: int
    actions: int
    group: tuple[int, ...] = ()
    text: ClassVar[str] = "{who} is activated."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, actor=self.who, left=self.actions, done=(), group=self.group, declined=False)
        _with(state, self.who, ready=False, moved=0)


class Ordered(Event, frozen=True, gc=False):
    """A fighter takes two actions at another's word; whether it is ready does not change."""

    who: int
    by: int
    text: ClassVar[str] = "{who} acts on the order of {by}."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, actor=self.who, left=2, done=())


class Declared(Event, frozen=True, gc=False):
    """A fighter says which action it takes: the moment for interrupts."""

    who: int
    action: str

    def said(self, name: Any) -> str:
        return f"{name(self.who)} declares: {_action(self.action)}."


def _action(id: str) -> str:
    from .actions import ACTIONS  # they are made of rules, which make events

    return next((action.name for action in ACTIONS if action.id == id), _plain(id))


def _plain(id: str) -> str:
    return id.replace("-", " ")


class Acted(Event, frozen=True, gc=False):
    """Actions are spent on an action, of which the activation keeps the name."""

    who: int
    action: str
    cost: int

    def apply(self, state: State) -> None:
        turn = state.turn
        state.turn = replace(turn, left=turn.left - self.cost, done=(*turn.done, self.action))


class ActivationEnded(ActivationLeft, frozen=True, gc=False):
    """A fighter has done what it will: what was still to run of its activation is dropped, its short effects end, and
    the other side picks next (once a group has had its turn)."""

    def apply(self, state: State) -> None:
        for effect in state.effects:
            if effect.name == "possessed" and effect.on == self.who:
                _owned(state, self.who, effect.amount)
        if state.turn.actor == self.who:
            other = 1 - state.records[self.who].owner
            state.turn = replace(state.turn, actor=-1, left=0, done=(), seat=other)
        super().apply(state)
        if state.effects:
            state.effects = tuple(e for e in state.effects if not _over(e, self.who))


def _over(effect: Effect, who: int) -> bool:
    return effect.until == "any-activation" or (effect.until == "activation" and effect.on == who)


def _owned(state: State, who: int, owner: int) -> None:
    """Put a fighter in the hands of a side; its placement is a new one, so that what is derived learns of it."""
    r: Fighter = state.records[who]
    state.put(replace(r, owner=owner, at=replace(r.at)))


class Possessed(Event, frozen=True, gc=False):
    """For this activation a fighter belongs to another side."""

    who: int
    seat: int
    text: ClassVar[str] = "{who} turns on its own side."

    def apply(self, state: State) -> None:
        home = state.records[self.who].owner
        state.effects = (*state.effects, Effect("possessed", self.who, "activation", home))
        _owned(state, self.who, self.seat)


class Declined(Event, frozen=True, gc=False):
    """A side activates nobody for now."""

    seat: int
    side: str = ""
    text: ClassVar[str] = "{side} holds back."

    def apply(self, state: State) -> None:
        state.turn = replace(state.turn, seat=1 - self.seat, declined=True)


# ---- moving ----------------------------------------------------------------------------------------------------------


class Moved(Event, frozen=True, gc=False):
    """A fighter is somewhere else; `distance` counts towards how far it went in this activation."""

    who: int
    x: int
    y: int
    z: int
    distance: int = 0

    def said(self, name: Any) -> str:
        moves = f'moves {_about(self.distance)}" to' if self.distance else "ends up at"
        return f"{name(self.who)} {moves} {_spot(self.x, self.y, self.z)}."

    def apply(self, state: State) -> None:
        r: Fighter = state.records[self.who]
        state.put(replace(r, at=replace(r.at, x=self.x, y=self.y, z=self.z), moved=r.moved + self.distance))


class Faced(Event, frozen=True, gc=False):
    """A fighter turns."""

    who: int
    fx: int
    fy: int

    def apply(self, state: State) -> None:
        r: Fighter = state.records[self.who]
        state.put(replace(r, at=replace(r.at, fx=self.fx, fy=self.fy)))


class Fell(Event, frozen=True, gc=False):
    """A fighter falls some way."""

    who: int
    height: int

    def said(self, name: Any) -> str:
        return f'{name(self.who)} falls {_about(self.height)}".'


def _about(length: int) -> str:
    return f"{length / INCH:.1f}"


def _spot(x: int, y: int, z: int) -> str:
    return f"({_about(x)}, {_about(y)})" + (f', {_about(z)}" up' if z else "")


# ---- attacks ---------------------------------------------------------------------------------------------------------


class Does(Event, frozen=True, gc=False):
    """A fighter turns to somebody or something; `what` is the verb as the log has it ("charges", "works at the lock
    of")."""

    who: int
    what: str
    whom: int
    text: ClassVar[str] = "{who} {what} {whom}."


class Fired(Event, frozen=True, gc=False):
    """A weapon is fired, in one of its uses: at a model, a thing, or (-1) nobody in particular; `way` is the action or
    reaction that it is part of.  `skill` is the number that the hit roll starts from (0: none is made), `because` what
    changes it."""

    who: int
    weapon: str
    use: str
    whom: int = -1
    way: str = "shoot"
    skill: int = 0
    because: tuple[tuple[str, int], ...] = ()

    def said(self, name: Any) -> str:
        at = f" at {name(self.whom)}" if self.whom >= 0 else ""
        how = ", on overwatch," if self.way == "overwatch" else ""
        use = "" if self.use == self.weapon else f" ({self.use.lower()})"
        number = f": {self.skill}+{_reasons(self.because)}" if self.skill else ""
        return f"{name(self.who)}{how} fires the {self.weapon.lower()}{use}{at}{number}."


def _reasons(because: tuple[tuple[str, int], ...]) -> str:
    return "".join(f", {amount:+d} {why}" if amount else f", {why}" for why, amount in because)


class Struck(Event, frozen=True, gc=False):
    """A fighter strikes at another with so many dice; `back`: in reaction.  `skill` is the number that the hit roll
    starts from, `because` what changes it."""

    who: int
    whom: int
    weapon: str
    dice: int
    back: bool = False
    skill: int = 0
    because: tuple[tuple[str, int], ...] = ()

    def said(self, name: Any) -> str:
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        strikes = "strikes back" if self.back else "strikes"
        number = f", {self.skill}+{_reasons(self.because)}"
        return f"{name(self.who)} {strikes} at {name(self.whom)}: {self.weapon.lower()}, {dice}{number}."


class WasHit(Event, frozen=True, gc=False):
    """A fighter is hit so many times: whose wound rolls follow."""

    who: int
    hits: int

    def said(self, name: Any) -> str:
        times = {1: "", 2: " twice"}.get(self.hits, f" {self.hits} times")
        return f"{name(self.who)} is hit{times}."


# ---- what becomes of fighters ----------------------------------------------------------------------------------------


class Pinned(Event, frozen=True, gc=False):
    """A fighter goes down, face up."""

    who: int
    text: ClassVar[str] = "{who} is pinned."

    def apply(self, state: State) -> None:
        _status(state, self.who, Status.PINNED)


class StoodUp(Event, frozen=True, gc=False):
    """A fighter gets to its feet."""

    who: int
    text: ClassVar[str] = "{who} stands up."

    def apply(self, state: State) -> None:
        _status(state, self.who, Status.ACTIVE)


class Wounded(Event, frozen=True, gc=False):
    """A fighter loses wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} loses {wounds} of its wounds."

    def apply(self, state: State) -> None:
        _with(state, self.who, wounds=state.records[self.who].wounds - self.wounds)


class Healed(Event, frozen=True, gc=False):
    """A fighter regains wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} regains {wounds} wounds."

    def apply(self, state: State) -> None:
        _with(state, self.who, wounds=state.records[self.who].wounds + self.wounds)


class FleshWounded(Event, frozen=True, gc=False):
    """A fighter takes flesh wounds, or sheds them (a negative number)."""

    who: int
    wounds: int

    def said(self, name: Any) -> str:
        takes, count = "takes" if self.wounds > 0 else "gets over", abs(self.wounds)
        return f"{name(self.who)} {takes} {'a flesh wound' if count == 1 else f'{count} flesh wounds'}."

    def apply(self, state: State) -> None:
        _with(state, self.who, flesh=max(0, state.records[self.who].flesh + self.wounds))


class SeriouslyInjured(Event, frozen=True, gc=False):
    """A fighter goes down, face down.  `by` is who did it, or -1."""

    who: int
    by: int = -1
    text: ClassVar[str] = "{who} is seriously injured."

    def apply(self, state: State) -> None:
        _status(state, self.who, Status.SERIOUS)


class TakenOut(Event, frozen=True, gc=False):
    """A fighter goes out of action and leaves the table.  `by` is who did it, or -1."""

    who: int
    by: int = -1
    text: ClassVar[str] = "{who} goes out of action."

    def apply(self, state: State) -> None:
        _status(state, self.who, Status.OUT, ready=False)


class Fled(Event, frozen=True, gc=False):
    """A fighter leaves the battle on its own feet; it counts as out of action."""

    who: int
    text: ClassVar[str] = "{who} flees the battlefield."

    def apply(self, state: State) -> None:
        _status(state, self.who, Status.OUT, ready=False, fled=True)


class Broke(Event, frozen=True, gc=False):
    """A fighter loses its nerve."""

    who: int
    text: ClassVar[str] = "{who} is broken."

    def apply(self, state: State) -> None:
        _with(state, self.who, broken=True)


class Unreadied(Event, frozen=True, gc=False):
    """A fighter is no longer ready."""

    who: int

    def apply(self, state: State) -> None:
        _with(state, self.who, ready=False)


class Rallied(Event, frozen=True, gc=False):
    """A fighter finds its nerve again."""

    who: int
    text: ClassVar[str] = "{who} rallies."

    def apply(self, state: State) -> None:
        _with(state, self.who, broken=False)


class ConditionGained(Event, frozen=True, gc=False):
    """A condition comes upon a fighter."""

    who: int
    condition: str

    def said(self, name: Any) -> str:
        return f"{name(self.who)} is {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        held = state.records[self.who].conditions
        if self.condition not in held:
            _with(state, self.who, conditions=tuple(sorted((*held, self.condition))))


class ConditionEnded(Event, frozen=True, gc=False):
    """A condition leaves a fighter."""

    who: int
    condition: str

    def said(self, name: Any) -> str:
        return f"{name(self.who)} is no longer {CONDITIONS.get(self.condition, self.condition)}."

    def apply(self, state: State) -> None:
        held = state.records[self.who].conditions
        _with(state, self.who, conditions=tuple(c for c in held if c != self.condition))


CONDITIONS = {"blaze": "on fire", "revealed": "revealed to all"}


class Earned(Event, frozen=True, gc=False):
    """A fighter earns experience."""

    who: int
    amount: int
    text: ClassVar[str] = "{who} earns {amount} experience."

    def apply(self, state: State) -> None:
        _with(state, self.who, experience=state.records[self.who].experience + self.amount)


class LastingInjury(Event, frozen=True, gc=False):
    """What a fighter takes home from this battle."""

    who: int
    injury: str

    def said(self, name: Any) -> str:
        return f"{name(self.who)} takes home: {_plain(self.injury)}."

    def apply(self, state: State) -> None:
        _with(state, self.who, injuries=(*state.records[self.who].injuries, self.injury))


# ---- weapons ---------------------------------------------------------------------------------------------------------


class AmmoOut(Event, frozen=True, gc=False):
    """A weapon is out of ammo."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} is out of ammo."

    def apply(self, state: State) -> None:
        held = state.records[self.who].out
        if self.slot not in held:
            _with(state, self.who, out=tuple(sorted((*held, self.slot))))


class Jammed(Event, frozen=True, gc=False):
    """A weapon jams for the rest of the battle."""

    who: int
    slot: int
    text: ClassVar[str] = "A weapon of {who} jams."

    def apply(self, state: State) -> None:
        _with(state, self.who, jammed=tuple(sorted({*state.records[self.who].jammed, self.slot})))


class ProfileSpent(Event, frozen=True, gc=False):
    """One profile of a weapon cannot be used again in this battle."""

    who: int
    slot: int
    profile: int
    text: ClassVar[str] = "{who} has used up a kind of shot."

    def apply(self, state: State) -> None:
        held = state.records[self.who].gone
        _with(state, self.who, gone=tuple(sorted({*held, (self.slot, self.profile)})))


class Reloaded(Event, frozen=True, gc=False):
    """A weapon is loaded again."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} reloads."

    def apply(self, state: State) -> None:
        _with(state, self.who, out=tuple(s for s in state.records[self.who].out if s != self.slot))


class Used(Event, frozen=True, gc=False):
    """Something that works once has been used: in the battle, or (names that begin with "round:") in the round."""

    who: int
    thing: str

    def apply(self, state: State) -> None:
        _with(state, self.who, used=(*state.records[self.who].used, self.thing))


class MountFired(Event, frozen=True, gc=False):
    """The weapon on a vehicle has been fired in this round."""

    who: int
    round: int

    def apply(self, state: State) -> None:
        _with(state, self.who, fired=self.round)


class MountOut(Event, frozen=True, gc=False):
    """The weapon on a vehicle is out of ammo."""

    who: int
    text: ClassVar[str] = "The weapon on {who} is out of ammo."

    def apply(self, state: State) -> None:
        _with(state, self.who, out=True)


class MountJammed(Event, frozen=True, gc=False):
    """The weapon on a vehicle jams for the rest of the battle."""

    who: int
    text: ClassVar[str] = "The weapon on {who} jams."

    def apply(self, state: State) -> None:
        _with(state, self.who, jammed=True)


class MountReloaded(Event, frozen=True, gc=False):
    """The weapon on a vehicle is loaded again."""

    who: int
    text: ClassVar[str] = "The weapon on {who} is loaded again."

    def apply(self, state: State) -> None:
        _with(state, self.who, out=False)


class BlastFell(Event, frozen=True, gc=False):
    """A blast marker comes to rest: its hole, and its diameter."""

    who: int
    x: int
    y: int
    z: int
    size: int

    def said(self, name: Any) -> str:
        whose = f" of {name(self.who)}" if self.who >= 0 else ""
        return f"The blast{whose} comes down at {_spot(self.x, self.y, self.z)}."


class FlameCast(Event, frozen=True, gc=False):
    """A flame template is laid: where it begins and the way it points."""

    who: int
    x: int
    y: int
    z: int
    fx: int
    fy: int
    text: ClassVar[str] = "{who} lays the flame template."


class CloudRose(Event, frozen=True):
    """Something hangs in the air from now on; it takes the place of one that has gone, or a new one."""

    cloud: Cloud

    def apply(self, state: State) -> None:
        if self.cloud.id == len(state.records):
            state.records.append(self.cloud)
        else:
            state.put(self.cloud)
        state.derived = None

    def said(self, name: Any) -> str:
        return f"{CLOUD_NAMES.get(self.cloud.kind, self.cloud.kind)} hangs in the air."


CLOUD_NAMES = {"smoke": "Smoke", "flare": "A flare", "graviton": "A graviton field"}


class Swigged(Event, frozen=True, gc=False):
    """A fighter drinks."""

    who: int
    bottle: str
    text: ClassVar[str] = "{who} takes a swig."

    def apply(self, state: State) -> None:
        field = self.bottle.replace("-", "_")
        _with(state, self.who, **{field: getattr(state.records[self.who], field) + 1})


# ---- things ----------------------------------------------------------------------------------------------------------


class OfThing(Event, frozen=True, gc=False):
    """Something that happens to a thing: its name, "the east door", begins the sentence."""

    def said(self, name: Any) -> str:
        sentence = super().said(name)
        return sentence[:1].upper() + sentence[1:]


class DoorChanged(OfThing, frozen=True, gc=False):
    """A door is open, closed, locked or gone."""

    who: int
    to: str
    text: ClassVar[str] = "{who} is now {to}."

    def apply(self, state: State) -> None:
        door: Door = state.records[self.who]
        state.put(replace(door, state=self.to))
        state.derived = None  # a door is a wall while it is shut


class LiftSent(OfThing, frozen=True, gc=False):
    """A lift goes to another level; whoever stands on it goes along (see the moves that follow)."""

    who: int
    level: int
    round: int
    text: ClassVar[str] = "{who} is sent on its way."

    def apply(self, state: State) -> None:
        lift: Lift = state.records[self.who]
        state.put(replace(lift, level=self.level, sent=self.round, at=replace(lift.at, z=self.level)))
        state.derived = None  # its landings have gates


class ThingDamaged(OfThing, frozen=True, gc=False):
    """A thing loses wounds."""

    who: int
    wounds: int
    text: ClassVar[str] = "{who} takes {wounds} damage."

    def apply(self, state: State) -> None:
        _with(state, self.who, wounds=max(0, state.records[self.who].wounds - self.wounds))


class CasketOpened(OfThing, frozen=True, gc=False):
    """A loot casket stands open."""

    who: int
    text: ClassVar[str] = "{who} is open."

    def apply(self, state: State) -> None:
        casket: Casket = state.records[self.who]
        state.put(replace(casket, open=True))


class CasketCarried(OfThing, frozen=True, gc=False):
    """A loot casket is somewhere else."""

    who: int
    x: int
    y: int
    z: int
    text: ClassVar[str] = "{who} is carried along."

    def apply(self, state: State) -> None:
        casket: Casket = state.records[self.who]
        state.put(replace(casket, at=replace(casket.at, x=self.x, y=self.y, z=self.z)))


class ThingPlaced(Event, frozen=True, gc=False):
    """Where a casket stood there is now something else: a trap, or an ammo cache."""

    who: int
    thing: str

    def said(self, name: Any) -> str:
        return f"In {name(self.who)} there was: {_plain(self.thing)}."

    def apply(self, state: State) -> None:
        old: Casket = state.records[self.who]
        kind: type[Trap | Cache] = Cache if self.thing == "ammo-cache" else Trap
        state.put(kind(id=old.id, owner=-1, profile=self.thing, at=old.at))


class Found(Event, frozen=True, gc=False):
    """A fighter pockets credits."""

    who: int
    credits: int
    text: ClassVar[str] = "{who} finds {credits} credits."

    def apply(self, state: State) -> None:
        _with(state, self.who, credits=state.records[self.who].credits + self.credits)


class Wrecked(OfThing, frozen=True, gc=False):
    """A parked vehicle is a wreck."""

    who: int
    text: ClassVar[str] = "{who} is wrecked."

    def apply(self, state: State) -> None:
        _with(state, self.who, wrecked=True)


class ThingGone(OfThing, frozen=True, gc=False):
    """A trap, a cache or a cloud is no longer there."""

    who: int
    text: ClassVar[str] = "{who} is gone."

    def apply(self, state: State) -> None:
        thing: Trap | Cloud = state.records[self.who]
        state.put(replace(thing, there=False, at=replace(thing.at, posture=0)))
        state.derived = None


class Scored(Event, frozen=True, gc=False):
    """A side gains points."""

    seat: int
    amount: int
    why: str
    text: ClassVar[str] = "{amount} points: {why}."

    def apply(self, state: State) -> None:
        points = list(state.turn.points)
        points[self.seat] += self.amount
        state.turn = replace(state.turn, points=tuple(points))


class Bottled(Event, frozen=True, gc=False):
    """A gang has had enough."""

    seat: int
    side: str = ""
    text: ClassVar[str] = "{side} bottles out."

    def apply(self, state: State) -> None:
        bottled = list(state.turn.bottled)
        bottled[self.seat] = True
        state.turn = replace(state.turn, bottled=tuple(bottled))


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    Readied,
    Deployed,
    DarknessFell,
    PhaseBegan,
    GroupEnded,
    BattleEnded,
    Activated,
    Ordered,
    Declared,
    Acted,
    ActivationEnded,
    Possessed,
    Declined,
    Moved,
    Faced,
    Fell,
    Does,
    Fired,
    Struck,
    WasHit,
    Pinned,
    StoodUp,
    Wounded,
    Healed,
    FleshWounded,
    SeriouslyInjured,
    TakenOut,
    Fled,
    Broke,
    Unreadied,
    Rallied,
    ConditionGained,
    ConditionEnded,
    Earned,
    LastingInjury,
    AmmoOut,
    Jammed,
    ProfileSpent,
    Reloaded,
    MountFired,
    MountOut,
    MountJammed,
    MountReloaded,
    BlastFell,
    FlameCast,
    CloudRose,
    Used,
    Swigged,
    DoorChanged,
    LiftSent,
    ThingDamaged,
    CasketOpened,
    CasketCarried,
    ThingPlaced,
    Found,
    Wrecked,
    ThingGone,
    Scored,
    Bottled,
)
