"""What happens to fighters: moves, wounds and strain, falls and injuries, stances, what is in their hands, and
what they do with things."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ....mechanics.lasting import EffectsLost
from ..printed.catalogue import Characteristic, injuries
from ..records import NOBODY, State, Thing, ThingState, Wear, Whereabouts, set_down, unseated


def points(amount: int, what: str) -> str:
    """So many points of something, in words."""
    return f"{amount} {what}{'s' if amount != 1 else ''}"


class Walked(Event, frozen=True):
    """A fighter is in another square, and what it rides with it; `how` is what it does."""

    who: int
    x: int
    y: int
    z: int
    how: str = "moves"
    text: ClassVar[str] = "{who} {how}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        dx, dy = self.x - fighter.at.x, self.y - fighter.at.y
        fx, fy = (dx, dy) if dx or dy else (fighter.at.fx, fighter.at.fy)
        set_down(state, replace(fighter, at=replace(fighter.at, fx=fx, fy=fy)), (self.x, self.y, self.z))


class FormedUp(Event, frozen=True):
    """The others of a group stand in these squares."""

    who: int
    squares: tuple[tuple[int, int, int], ...]

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], squares=self.squares))


# ---- wounds and strain -----------------------------------------------------------------------------------------------


class Wounded(Event, frozen=True):
    """Wounds are suffered; `bonus` is added to the roll for an injury if whoever suffers them falls of them."""

    who: int
    wounds: int
    by: int = NOBODY
    bonus: int = 0

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes {points(self.wounds, 'wound')}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(replace(fighter, wounds=fighter.wounds + self.wounds))


class Strained(Event, frozen=True):
    """Strain is suffered; `as_wounds` by those who have no strain."""

    who: int
    strain: int
    as_wounds: bool = False

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes {self.strain} strain{', as wounds' if self.as_wounds else ''}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if self.as_wounds:
            state.put(replace(fighter, wounds=fighter.wounds + self.strain))
        else:
            state.put(replace(fighter, strain=fighter.strain + self.strain))


class Healed(Event, frozen=True):
    """Wounds and strain are healed, as far as there are any."""

    who: int
    wounds: int = 0
    strain: int = 0

    def sentence(self, name: Any) -> str:
        parts = [points(self.wounds, "wound")] * bool(self.wounds) + [f"{self.strain} strain"] * bool(self.strain)
        return f"{name(self.who)} heals {' and '.join(parts) or 'nothing'}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        wounds, strain = max(0, fighter.wounds - self.wounds), max(0, fighter.strain - self.strain)
        state.put(replace(fighter, wounds=wounds, strain=strain))


BECAME: dict[Whereabouts, tuple[str, Posture]] = {
    "incapacitated": ("is incapacitated", Posture.HELPLESS),
    "up": ("comes round", Posture.DOWN),
    "dead": ("is dead", Posture.AWAY),
    "away": ("gets out", Posture.AWAY),
}
"""How each reads, and how one lies there: who comes round lies there still."""


class Became(Event, frozen=True):
    """A fighter is incapacitated, comes round, is dead (a group has nobody left), or has left the board; it is on no
    mount any more."""

    who: int
    state: Whereabouts
    by: int = NOBODY

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {BECAME[self.state][0]}."

    def apply(self, state: State) -> None:
        fighter = unseated(state, state.records[self.who])
        at = replace(fighter.at, posture=int(BECAME[self.state][1]))
        state.put(replace(fighter, state=self.state, prone=self.state in ("incapacitated", "up"), covered=False, at=at))
        if self.state == "away":
            state.turn = replace(state.turn, escaped=state.turn.escaped + 1)


# ---- critical injuries -----------------------------------------------------------------------------------------------


class Injured(Event, frozen=True):
    """A critical injury; `bonus` was added to the roll."""

    who: int
    injury: str
    bonus: int
    by: int = NOBODY

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} suffers a critical injury: {injuries()[self.injury].title}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(replace(fighter, injuries=(*fighter.injuries, self.injury)))


class InjuryHealed(Event, frozen=True):
    """One of its critical injuries is healed."""

    who: int
    injury: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)}: {injuries()[self.injury].title} is healed."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        left, lost = list(fighter.injuries), list(fighter.lost)
        left.remove(self.injury)
        if passing := [pair for pair in lost if pair[1] == self.injury == "horrific-injury"]:
            lost.remove(passing[0])
        state.put(replace(fighter, injuries=tuple(left), lost=tuple(lost)))
        marks = [e for e in state.effects if e.on == self.who and e.name.startswith(f"{self.injury}-")]
        if len(marks) > left.count(self.injury):  # another of the kind may be on the same limb
            state.effects = tuple(e for e in state.effects if e is not marks[0])


class CharacteristicLost(Event, frozen=True):
    """A characteristic is a point less, by an injury."""

    who: int
    characteristic: Characteristic
    injury: str
    text: ClassVar[str] = "{who} loses a point of {characteristic}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(replace(fighter, lost=(*fighter.lost, (self.characteristic, self.injury))))


# ---- stances ---------------------------------------------------------------------------------------------------------

Stance: TypeAlias = Literal["prone", "standing", "covered", "uncovered"]
STANCES: dict[Stance, str] = {
    "prone": "is prone", "standing": "stands up", "covered": "takes cover", "uncovered": "leaves cover",
}  # fmt: skip


class StanceTaken(Event, frozen=True):
    """A fighter drops or is knocked to the ground, out of any saddle, or is on its feet again; it is behind what gives
    cover, or no more."""

    who: int
    stance: Stance

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} {STANCES[self.stance]}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if self.stance in ("covered", "uncovered"):
            state.put(replace(fighter, covered=self.stance == "covered"))
            return
        prone = self.stance == "prone"
        fighter = unseated(state, fighter) if prone else fighter
        at = replace(fighter.at, posture=int(Posture.DOWN if prone else Posture.UP))
        state.put(replace(fighter, prone=prone, at=at))


# ---- weapons and gear ------------------------------------------------------------------------------------------------


class HandsChanged(Event, frozen=True):
    """Other weapons are in a fighter's hands, and on the ground where it left them."""

    who: int
    held: tuple[int, ...]
    dropped: tuple[tuple[int, int, int], ...]
    does: str
    text: ClassVar[str] = "{who} {does}."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], held=self.held, dropped=self.dropped))


class WeaponChanged(Event, frozen=True):
    """A weapon is loaded, empty, prepared, used or damaged; `now` says how it is from then on."""

    who: int
    now: Wear
    does: str = ""

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)}{self.does}." if self.does else ""

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        others = (wear for wear in fighter.worn if wear.slot != self.now.slot)
        state.put(replace(fighter, worn=tuple(sorted((*others, self.now), key=lambda wear: wear.slot))))


class GearChanged(Event, frozen=True):
    """What a fighter carries besides weapons is something else: it has used something up, or found something."""

    who: int
    gear: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], gear=self.gear))


class Used(Event, frozen=True):
    """What serves once a battle, or once a round, has served."""

    who: int
    what: str
    a_round: bool = False

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if self.a_round:
            state.put(replace(fighter, round_used=(*fighter.round_used, self.what)))
        else:
            state.put(replace(fighter, used=(*fighter.used, self.what)))


# ---- things ----------------------------------------------------------------------------------------------------------


class ThingUsed(Event, frozen=True):
    """Somebody does something with a thing, which is in another state from then on: a door, a crate, a task with those
    who have worked on it and helped, and how many actions it takes; a mount, which takes wounds.  It may be pushed
    somewhere (`at`)."""

    who: int
    whom: int
    does: str
    state: ThingState
    workers: tuple[int, ...] = ()
    helpers: tuple[int, ...] = ()
    long: int = 0
    at: tuple[int, int, int] | None = None
    wounds: int = 0
    text: ClassVar[str] = "{who} {does} {whom}."

    def apply(self, state: State) -> None:
        thing = state.record(Thing, self.whom)
        at = thing.at.moved_to(self.at) if self.at is not None else thing.at
        used = replace(thing, state=self.state, workers=self.workers, helpers=self.helpers, long=self.long, at=at)
        state.put(replace(used, wounds=thing.wounds + self.wounds))
        state.derived = None  # a door bars the way, and cover is elsewhere


class Rode(Event, frozen=True):
    """A fighter is on a beast, a machine or a gun from now on, or on nothing any more."""

    who: int
    whom: int = NOBODY

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} mounts {name(self.whom)}." if self.whom != NOBODY else ""

    def apply(self, state: State) -> None:
        fighter = unseated(state, state.records[self.who])
        if self.whom != NOBODY:
            thing = state.record(Thing, self.whom)
            fighter = replace(fighter, rides=self.whom, at=fighter.at.moved_to(thing.at.spot), covered=False)
            state.put(replace(thing, rider=self.who))
        state.put(fighter)


EVENTS: tuple[type[Event], ...] = (
    Walked, FormedUp, Wounded, Strained, Healed, Became, Injured, InjuryHealed, CharacteristicLost, StanceTaken,
    EffectsLost, HandsChanged, WeaponChanged, GearChanged, Used, ThingUsed, Rode,
)  # fmt: skip
