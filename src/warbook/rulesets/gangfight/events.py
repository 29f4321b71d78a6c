"""Everything that can happen in a battle: what it changes, and how the log tells it."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...core.check import Tally, Target
from ...core.events import Event
from ...core.length import written
from ...core.state import Posture
from .model import LYING, NOBODY, Deed, Due, Figure, Pledge, State, Thing, Turn, off_table


def _change(state: State, who: int, /, **changes: Any) -> None:
    state.put(replace(state.records[who], **changes))


def _now(state: State, **changes: Any) -> None:
    state.turn = replace(state.turn, **changes)


def _deed(state: State, **changes: Any) -> None:
    state.turn = replace(state.turn, deed=replace(_under_way(state), **changes))


def _under_way(state: State) -> Deed:
    deed = state.turn.deed
    assert deed is not None
    return deed


def _ended(sentence: str) -> str:
    """A sentence with its full stop, unless it is an exclamation already."""
    return sentence if sentence.endswith("!") else f"{sentence}."


# ---- the battle and its turns ----------------------------------------------------------------------------------------


class RolesTaken(Event, frozen=True):
    """Who attacks, and from which side of the table each comes.  `wards` are the defender's from now on, and `crates`
    lie there."""

    attacker: int
    party: str
    sides: tuple[str, ...]
    engagement: str
    wards: tuple[int, ...] = ()
    crates: tuple[int, ...] = ()
    text: ClassVar[str] = "{party} attack."

    def apply(self, state: State) -> None:
        _now(state, attacker=self.attacker, sides=self.sides, engagement=self.engagement, phase="deploy")
        for who in self.wards:
            _change(state, who, owner=1 - self.attacker, at=off_table(state.records[who].at))
        for crate in self.crates:
            _change(state, crate, state="closed")


class Deployed(Event, frozen=True):
    """A figure is put on the table."""

    who: int
    x: int
    y: int
    z: int
    height: int
    text: ClassVar[str] = "{who} takes its place."

    def apply(self, state: State) -> None:
        at = state.records[self.who].at
        at = replace(at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height)
        _change(state, self.who, at=at, state="here")


class Lifted(Event, frozen=True):
    """Figures are taken up again, to be put down elsewhere."""

    whom: tuple[int, ...]
    text: ClassVar[str] = "Figures are taken up: they were never where they seemed to be."

    def apply(self, state: State) -> None:
        for who in self.whom:
            _change(state, who, state="waiting", at=off_table(state.records[who].at))


class BattleBegan(Event, frozen=True):
    """Everybody is in place but the `reserves`; `points` pairs each defender with what it holds."""

    reserves: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    text: ClassVar[str] = "The battle begins."

    def apply(self, state: State) -> None:
        for who, ap in self.points:
            _change(state, who, ap=ap)
        _now(state, phase="play", round=1, seat=state.turn.attacker, reserves=self.reserves)


class TurnBegan(Event, frozen=True):
    """A player's turn: what was held is lost, and each figure gets its points; `points` pairs figure and points."""

    seat: int
    round: int
    party: str
    points: tuple[tuple[int, int], ...]
    text: ClassVar[str] = "Round {round}: the turn of {party}."

    def apply(self, state: State) -> None:
        _now(state, seat=self.seat, round=self.round, actor=NOBODY)
        for who, ap in self.points:
            _change(state, who, ap=ap, activation="ready", cowed=(), braved=(), shaken=-1)


class TurnPassed(Event, frozen=True):
    """A player's turn is over; `seat` and `round` are those of the next one."""

    seat: int
    round: int

    def apply(self, state: State) -> None:
        for record in state.records:
            if isinstance(record, Figure) and record.owner == state.turn.seat and record.activation != "done":
                _change(state, record.id, activation="done")
        _now(state, seat=self.seat, round=self.round, actor=NOBODY)


class Activated(Event, frozen=True):
    """A figure begins its activation."""

    who: int
    text: ClassVar[str] = "{who} is activated."

    def apply(self, state: State) -> None:
        _change(state, self.who, activation="active")
        _now(state, actor=self.who)


class Finished(Event, frozen=True):
    """A figure's activation is over; what points it has left it holds."""

    who: int
    held: int
    text: ClassVar[str] = "{who} is done, and holds {held} AP."

    def apply(self, state: State) -> None:
        _change(state, self.who, activation="done", cowed=(), braved=())
        if state.turn.actor == self.who:
            _now(state, actor=NOBODY)


class Spent(Event, frozen=True):
    """Action points are paid."""

    who: int
    points: int = 1

    def apply(self, state: State) -> None:
        _change(state, self.who, ap=state.records[self.who].ap - self.points)


class Gained(Event, frozen=True):
    """Action points out of turn: a charm, a spell."""

    who: int
    points: int
    why: str
    text: ClassVar[str] = "{who} gains {points} AP: {why}."

    def apply(self, state: State) -> None:
        _change(state, self.who, ap=state.records[self.who].ap + self.points)


class Drained(Event, frozen=True):
    """Held points are lost."""

    who: int
    points: int
    text: ClassVar[str] = "{who} loses {points} AP."

    def apply(self, state: State) -> None:
        _change(state, self.who, ap=max(0, state.records[self.who].ap - self.points))


class Ended(Event, frozen=True):
    """The battle is over."""

    winner: int
    why: str
    text: ClassVar[str] = "The battle is over: {why}."

    def apply(self, state: State) -> None:
        _now(state, phase="over", winner=self.winner, why_over=self.why, actor=NOBODY, deed=None)


# ---- an action under way ---------------------------------------------------------------------------------------------


class Declared(Event, frozen=True):
    """An action is announced and paid for; its window follows."""

    who: int
    deed: Deed
    action: str

    def said(self, name: Any) -> str:
        others = [name(who) for who in self.deed.band if who != self.who]
        return _ended(f"{name(self.who)} declares {self.action}{f', with ' * bool(others)}{', '.join(others)}")

    def apply(self, state: State) -> None:
        _now(state, deed=replace(self.deed, named=self.deed.targets))


class Aimed(Event, frozen=True):
    """A charge or a free attack turns to somebody else.  Where it is `late`, its window for that one figure follows:
    a free attack opens none for who had one in this action."""

    who: int
    whom: int
    row: str = "melee"
    late: bool = True
    text: ClassVar[str] = "{who} turns on {whom}."

    def apply(self, state: State) -> None:
        deed = _under_way(state)
        aims = tuple((each, self.whom if each == self.who else target) for each, target in deed.aims)
        _deed(state, aims=aims, named=tuple(dict.fromkeys((*deed.named, self.whom))))


class Pledged(Event, frozen=True):
    """An interrupt is declared and paid for."""

    who: int
    what: str
    pledge: Pledge

    def said(self, name: Any) -> str:
        return _ended(f"{name(self.who)} declares {self.what}")

    def apply(self, state: State) -> None:
        _change(state, self.who, ap=state.records[self.who].ap - 1)
        _deed(state, pledges=(*_under_way(state).pledges, self.pledge))


class Ran(Event, frozen=True):
    """How far a charge may go, or even further where there is `more`: what is beyond `enough` changes nothing."""

    who: int
    length: int
    enough: int
    more: bool = False
    text: ClassVar[str] = "{who} may go {far}."

    def said(self, name: Any) -> str:
        return f"{name(self.who)} may go {written(self.length)}{' or more' if self.more else ''}."

    def apply(self, state: State) -> None:
        _deed(state, runs=(*_under_way(state).runs, (self.who, min(self.length, self.enough))))


class Reached(Event, frozen=True):
    """The enemies whom a charger's run brought into its reach.  The run is over, however far it might have gone."""

    who: int
    whom: tuple[int, ...]

    def apply(self, state: State) -> None:
        runs = tuple(run for run in _under_way(state).runs if run[0] != self.who)
        _deed(state, runs=runs, reached=(*_under_way(state).reached, *((self.who, whom) for whom in self.whom)))


class Struck(Event, frozen=True):
    """A figure has had its free attack in this action, or its interrupt."""

    who: int

    def apply(self, state: State) -> None:
        _deed(state, done=tuple(sorted((*_under_way(state).done, self.who))))


class Owed(Event, frozen=True):
    """Something waits for the end of the action: a push, a fall, a knock-over, lost points."""

    due: Due

    def apply(self, state: State) -> None:
        _deed(state, due=(*_under_way(state).due, self.due))


class Settled(Event, frozen=True):
    """The action is over."""

    def apply(self, state: State) -> None:
        _now(state, deed=None)


# ---- figures ---------------------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """A figure goes somewhere; `how` is the word for it."""

    who: int
    x: int
    y: int
    z: int
    how: str = "moves"

    def said(self, name: Any) -> str:
        up = f", {written(self.z)} up" if self.z else ""
        return f"{name(self.who)} {self.how} to ({written(self.x)}, {written(self.y)}){up}."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, x=self.x, y=self.y, z=self.z)
        _change(state, self.who, at=at)


class Attacked(Event, frozen=True):
    """A figure attacks another: the dice to hit, the number that each must reach and that of the armour, with every
    reason; `how` is the word for it.  `close` is an attack in close combat, `free` a free strike."""

    who: int
    whom: int
    how: str
    dice: Tally
    number: Target
    damage: Tally
    close: bool = True
    free: bool = False

    def said(self, name: Any) -> str:
        return (
            f"{name(self.who)} {self.how} {name(self.whom)}.  Dice: {self.dice}; to hit: {self.number}; "
            f"armour: {self.damage}."
        )

    def apply(self, state: State) -> None:
        """The dice follow; a scenario may want to know of the first blow between the parties, an action of its free
        strikes."""
        deed = state.turn.deed
        if self.free and deed is not None:
            _deed(state, free=(*deed.free, self.who))
        if not self.close or state.turn.blow:
            return
        if {state.records[self.who].owner, state.records[self.whom].owner} == {0, 1}:
            _now(state, blow=(self.who, self.whom))


class Lobbed(Event, frozen=True):
    """An area of effect is aimed at somebody, or (-1) at a point: the dice, the number that each must reach and that of
    the armour, with every reason."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    dice: Tally
    number: Target
    damage: Tally

    def said(self, name: Any) -> str:
        at = name(self.whom) if self.whom >= 0 else f"({written(self.x)}, {written(self.y)})"
        return f"{name(self.who)} aims at {at}.  Dice: {self.dice}; to hit: {self.number}; armour: {self.damage}."

    def apply(self, state: State) -> None:
        """Nothing yet: the dice follow."""


class Burst(Event, frozen=True):
    """An area of effect comes down and hits everybody whom it covers so many times."""

    who: int
    x: int
    y: int
    z: int
    hits: int

    def said(self, name: Any) -> str:
        times = {1: "once", 2: "twice"}.get(self.hits, f"{self.hits} times")
        return f"It comes down at ({written(self.x)}, {written(self.y)}) and hits {times}."

    def apply(self, state: State) -> None:
        """Nothing yet: whom it covers soaks the hits alone."""


class Missed(Event, frozen=True):
    """An attack that hit nothing."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} misses {whom}."


class Wounded(Event, frozen=True):
    """Wounds are marked; who has none left has fallen, and is taken off when the action is over."""

    who: int
    wounds: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} takes {wounds}."

    def said(self, name: Any) -> str:
        return f"{name(self.who)} takes {self.wounds} wound{'s' if self.wounds != 1 else ''}."

    def apply(self, state: State) -> None:
        figure: Figure = state.records[self.who]
        left = max(0, figure.wounds - self.wounds)
        at = figure.at if left > 0 else replace(figure.at, posture=int(Posture.HELPLESS), height=LYING)
        _change(state, self.who, wounds=left, hurt=True, at=at)
        deed = state.turn.deed
        if left <= 0 < figure.wounds and deed is not None:
            _deed(state, felled=(*deed.felled, (self.who, self.by)))


class Healed(Event, frozen=True):
    """Wounds are given back; who had fallen is on its feet again."""

    who: int
    wounds: int
    full: int
    height: int
    text: ClassVar[str] = "{who} has {wounds} back."

    def apply(self, state: State) -> None:
        figure: Figure = state.records[self.who]
        at = figure.at
        if figure.wounds <= 0 and not figure.down:
            at = replace(at, posture=int(Posture.UP), height=self.height)
        left = max(0, figure.wounds) + self.wounds
        _change(state, self.who, wounds=left, hurt=left < self.full, at=at, out=False)


class KnockedOver(Event, frozen=True):
    """A figure lies on the ground; it lets go of the face it clung to."""

    who: int
    text: ClassVar[str] = "{who} is knocked over."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.HELPLESS), height=LYING)
        _change(state, self.who, down=True, face=None, at=at)


class StoodUp(Event, frozen=True):
    """A figure is on its feet again."""

    who: int
    height: int
    text: ClassVar[str] = "{who} stands up."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.UP), height=self.height)
        _change(state, self.who, down=False, at=at)


class Fell(Event, frozen=True):
    """A figure is incapacitated and taken off the table."""

    who: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} is incapacitated."

    def apply(self, state: State) -> None:
        figure: Figure = state.records[self.who]
        _change(state, self.who, out=True, ap=0, activation="done", face=None, at=off_table(figure.at))
        if state.turn.actor == self.who:
            _now(state, actor=NOBODY)


class Left(Event, frozen=True):
    """A figure leaves the table alive."""

    who: int
    text: ClassVar[str] = "{who} leaves the table."

    def apply(self, state: State) -> None:
        figure: Figure = state.records[self.who]
        _change(state, self.who, state="gone", ap=0, activation="done", at=off_table(figure.at))
        if state.turn.actor == self.who:
            _now(state, actor=NOBODY)


class Loaded(Event, frozen=True):
    """A weapon is ready to shoot again."""

    who: int
    slot: int
    weapon: str
    text: ClassVar[str] = "{who} loads the {weapon}."

    def apply(self, state: State) -> None:
        _change(state, self.who, unloaded=tuple(s for s in state.records[self.who].unloaded if s != self.slot))


class Discharged(Event, frozen=True):
    """A weapon has been shot and must be loaded."""

    who: int
    slot: int

    def apply(self, state: State) -> None:
        _change(state, self.who, unloaded=tuple(sorted({*state.records[self.who].unloaded, self.slot})))


class UsedUp(Event, frozen=True):
    """Something that serves once has served."""

    who: int
    what: str

    def said(self, name: Any) -> str:
        return f"{name(self.who)} uses its {self.what.replace('-', ' ')}."

    def apply(self, state: State) -> None:
        _change(state, self.who, spent=(*state.records[self.who].spent, self.what))


class Cowed(Event, frozen=True):
    """A figure dares not act against an enemy in this activation."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} dares not face {whom}."

    def apply(self, state: State) -> None:
        _change(state, self.who, cowed=tuple(sorted({*state.records[self.who].cowed, self.whom})))


class Braved(Event, frozen=True):
    """A figure has mastered its fear of an enemy, for this activation."""

    who: int
    whom: int

    def apply(self, state: State) -> None:
        _change(state, self.who, braved=tuple(sorted({*state.records[self.who].braved, self.whom})))


class Shaken(Event, frozen=True):
    """A figure's next turn has no more than so many points."""

    who: int
    points: int
    text: ClassVar[str] = "{who} is shaken: {points} AP in its next turn."

    def apply(self, state: State) -> None:
        before = state.records[self.who].shaken
        _change(state, self.who, shaken=self.points if before < 0 else min(before, self.points))


class Revived(Event, frozen=True):
    """Who had been incapacitated is back on the table, with a wound left and no points."""

    who: int
    x: int
    y: int
    z: int
    height: int
    text: ClassVar[str] = "{who} is back on its feet."

    def apply(self, state: State) -> None:
        at = state.records[self.who].at
        at = replace(at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height)
        _change(state, self.who, at=at, wounds=1, hurt=True, down=False, out=False, ap=0, activation="done")


class ManaDrawn(Event, frozen=True):
    """Mana is drawn, to be spent on spells."""

    who: int
    mana: int
    text: ClassVar[str] = "{who} draws {mana} mana."

    def apply(self, state: State) -> None:
        _change(state, self.who, mana=state.records[self.who].mana + self.mana)


class ManaSpent(Event, frozen=True):
    """Mana is paid for a spell, whatever becomes of it."""

    who: int
    mana: int

    def apply(self, state: State) -> None:
        _change(state, self.who, mana=state.records[self.who].mana - self.mana)


# ---- faces, falls and things -----------------------------------------------------------------------------------------


class Climbed(Event, frozen=True):
    """A figure goes up or down a face; `face` is the top of the one that it still clings to."""

    who: int
    x: int
    y: int
    z: int
    face: tuple[int, int, int] | None = None

    def said(self, name: Any) -> str:
        clings = ", and clings there" if self.face is not None else ""
        return f"{name(self.who)} climbs to ({written(self.x)}, {written(self.y)}), {written(self.z)} up{clings}."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, x=self.x, y=self.y, z=self.z)
        _change(state, self.who, at=at, face=self.face)


class Dropped(Event, frozen=True):
    """A figure comes down, by its own will or not; `depth` is how far."""

    who: int
    x: int
    y: int
    z: int
    depth: int

    def said(self, name: Any) -> str:
        return f"{name(self.who)} drops {written(self.depth)}."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, x=self.x, y=self.y, z=self.z)
        _change(state, self.who, at=at, face=None)


class ThingChanged(Event, frozen=True):
    """A door, chest, lever or objective stands differently now; `claimed` is the seat that did it."""

    whom: int
    state: str
    claimed: int = NOBODY
    lock: int = 0
    text: ClassVar[str] = "{whom} is {state} now."

    def apply(self, state: State) -> None:
        thing: Thing = state.records[self.whom]
        state.put(replace(thing, state=self.state, lock=self.lock, claimed=self.claimed))
        if thing.kind == "door":
            state.derived = None  # a wall has come or gone


class PickedUp(Event, frozen=True):
    """Something is carried from now on."""

    who: int
    whom: int
    text: ClassVar[str] = "{who} picks up {whom}."

    def apply(self, state: State) -> None:
        thing, carrier = state.records[self.whom], state.records[self.who]
        state.put(replace(thing, state="taken", carrier=self.who, claimed=carrier.owner))
        _change(state, self.who, carries=(*carrier.carries, self.whom))


class PutDown(Event, frozen=True):
    """Something that was carried lies on the table again, closed or locked as it was."""

    who: int
    whom: int
    x: int
    y: int
    z: int
    state: str
    text: ClassVar[str] = "{who} puts down {whom}."

    def apply(self, state: State) -> None:
        thing, carrier = state.records[self.whom], state.records[self.who]
        at = replace(thing.at, x=self.x, y=self.y, z=self.z)
        state.put(replace(thing, state=self.state, carrier=NOBODY, at=at))
        _change(state, self.who, carries=tuple(other for other in carrier.carries if other != self.whom))


class Scored(Event, frozen=True):
    """Victory points."""

    seat: int
    party: str
    points: int
    why: str
    text: ClassVar[str] = "{party} score {points}: {why}."

    def apply(self, state: State) -> None:
        points = list(state.turn.points)
        points[self.seat] += self.points
        _now(state, points=tuple(points))


class Marked(Event, frozen=True):
    """A fact that the scenario keeps."""

    name: str
    number: int

    def apply(self, state: State) -> None:
        turn: Turn = state.turn
        kept = tuple(pair for pair in turn.marks if pair[0] != self.name)
        _now(state, marks=tuple(sorted((*kept, (self.name, self.number)))))


class ComplicationRolled(Event, frozen=True):
    """What comes between the parties."""

    number: int
    title: str
    seat: int
    party: str
    text: ClassVar[str] = "{party} roll the complication, {number}: {title}."

    def apply(self, state: State) -> None:
        _now(state, stage="complications", complication=self.number)


class EndGameRolled(Event, frozen=True):
    """How the battle will end."""

    number: int
    title: str
    seat: int
    party: str
    text: ClassVar[str] = "{party} roll the end game, {number}: {title}."

    def apply(self, state: State) -> None:
        _now(state, stage="end-game", end_game=self.number)


class Decided(Event, frozen=True):
    """The end game has been won: nothing is rolled for any more."""

    def apply(self, state: State) -> None:
        _now(state, stage="scored")


class Rose(Event, frozen=True):
    """A neutral figure comes onto the table, whole; `neutrals` is how many have come by then."""

    who: int
    x: int
    y: int
    z: int
    height: int
    wounds: int
    owner: int
    neutrals: int
    text: ClassVar[str] = "{who} rises."

    def apply(self, state: State) -> None:
        at = replace(
            state.records[self.who].at, x=self.x, y=self.y, z=self.z, posture=int(Posture.UP), height=self.height
        )
        whole = {"wounds": self.wounds, "hurt": False, "down": False, "out": False, "face": None, "shaken": -1}
        _change(state, self.who, at=at, owner=self.owner, state="here", ap=0, activation="done", **whole)
        _now(state, neutrals=self.neutrals)


EVENTS: tuple[type[Event], ...] = (
    RolesTaken, Deployed, Lifted, BattleBegan, TurnBegan, TurnPassed, Activated, Finished, Spent, Gained, Drained, Ended,
    Declared, Aimed, Pledged, Ran, Reached, Struck, Owed, Settled,
    Moved, Attacked, Missed, Wounded, Healed, KnockedOver, StoodUp, Fell, Left, Loaded, Discharged, UsedUp,
    Lobbed, Burst, Cowed, Braved, Shaken, Revived, ManaDrawn, ManaSpent,
    Climbed, Dropped, ThingChanged, PickedUp, PutDown, Scored, Marked,
    ComplicationRolled, EndGameRolled, Decided, Rose,
)  # fmt: skip
