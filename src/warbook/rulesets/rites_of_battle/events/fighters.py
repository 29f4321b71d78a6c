"""What happens to fighters: wounds and strain, falls and injuries, stances, and what is in their hands."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.events import Event
from ....core.state import Posture
from ....core.structs import replace
from ..printed.catalogue import Characteristic, injuries
from ..records import NOBODY, State
from ..records.effects import TOKENS
from .changes import counted


def _points(amount: int, what: str) -> str:
    return f"{amount} {what}{'s' if amount != 1 else ''}"


# ---- wounds and strain -----------------------------------------------------------------------------------------------


class Wounded(Event, frozen=True):
    """Wounds are suffered."""

    who: int
    wounds: int
    by: int = NOBODY

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes {_points(self.wounds, 'wound')}."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], wounds=state.records[self.who].wounds + self.wounds))


class Strained(Event, frozen=True):
    """Strain is suffered; `as_wounds` by those who have no strain.  `willing`: it was taken for something."""

    who: int
    strain: int
    as_wounds: bool = False
    willing: bool = False

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)} takes {self.strain} strain{', as wounds' if self.as_wounds else ''}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if self.as_wounds:
            state.put(replace(state.records[self.who], wounds=fighter.wounds + self.strain))
        else:
            state.put(replace(state.records[self.who], strain=fighter.strain + self.strain))


class Healed(Event, frozen=True):
    """Wounds and strain are healed, as far as there are any."""

    who: int
    wounds: int = 0
    strain: int = 0

    def sentence(self, name: Any) -> str:
        parts = [_points(self.wounds, "wound")] * bool(self.wounds) + [f"{self.strain} strain"] * bool(self.strain)
        return f"{name(self.who)} heals {' and '.join(parts) or 'nothing'}."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        state.put(
            replace(
                state.records[self.who],
                wounds=max(0, fighter.wounds - self.wounds),
                strain=max(0, fighter.strain - self.strain),
            )
        )


class Fell(Event, frozen=True):
    """A fighter is incapacitated: it lies there, and has no turn until it is healed."""

    who: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} is incapacitated."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.HELPLESS))
        state.put(replace(state.records[self.who], state="incapacitated", prone=True, covered=False, at=at))


class Recovered(Event, frozen=True):
    """Who was incapacitated can act again, and lies there still."""

    who: int
    text: ClassVar[str] = "{who} comes round."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.DOWN))
        state.put(replace(state.records[self.who], state="up", prone=True, at=at))


class Died(Event, frozen=True):
    """A fighter is dead, or a group has nobody left."""

    who: int
    by: int = NOBODY
    text: ClassVar[str] = "{who} is dead."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.AWAY))
        state.put(replace(state.records[self.who], state="dead", at=at))


class LeftBoard(Event, frozen=True):
    """A fighter has got out."""

    who: int
    text: ClassVar[str] = "{who} gets out."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.AWAY))
        state.put(replace(state.records[self.who], state="away", at=at))
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
        state.put(replace(state.records[self.who], injuries=(*state.records[self.who].injuries, self.injury)))


class InjuryHealed(Event, frozen=True):
    """One of its critical injuries is healed."""

    who: int
    injury: str

    def sentence(self, name: Any) -> str:
        return f"{name(self.who)}: {injuries()[self.injury].title} is healed."

    def apply(self, state: State) -> None:
        left = list(state.records[self.who].injuries)
        left.remove(self.injury)
        fighter = state.records[self.who]
        lost = list(fighter.lost)
        if passing := [pair for pair in lost if pair[1] == self.injury == "horrific-injury"]:
            lost.remove(passing[0])
        state.put(replace(fighter, injuries=tuple(left), lost=tuple(lost)))
        state.effects = tuple(e for e in state.effects if e.on != self.who or not e.name.startswith(f"{self.injury}-"))


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


class WentProne(Event, frozen=True):
    """A fighter drops to the ground, or is knocked down."""

    who: int
    text: ClassVar[str] = "{who} is prone."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.DOWN))
        state.put(replace(state.records[self.who], prone=True, at=at))


class StoodUp(Event, frozen=True):
    """A fighter is on its feet again."""

    who: int
    text: ClassVar[str] = "{who} stands up."

    def apply(self, state: State) -> None:
        at = replace(state.records[self.who].at, posture=int(Posture.UP))
        state.put(replace(state.records[self.who], prone=False, at=at))


class CoverTaken(Event, frozen=True):
    """A fighter is behind what gives cover."""

    who: int
    text: ClassVar[str] = "{who} takes cover."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], covered=True))


class CoverLeft(Event, frozen=True):
    """A fighter is behind it no more."""

    who: int
    text: ClassVar[str] = "{who} leaves cover."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], covered=False))


class EffectLost(Event, frozen=True):
    """An effect ends before its time."""

    who: int
    name: str

    def apply(self, state: State) -> None:
        state.effects = tuple(e for e in state.effects if e.on != self.who or e.name != self.name)


class TokensUsed(Event, frozen=True):
    """What waited for the next check of a fighter has served."""

    who: int

    def apply(self, state: State) -> None:
        state.effects = tuple(e for e in state.effects if e.on != self.who or e.name not in TOKENS)


# ---- weapons and gear ------------------------------------------------------------------------------------------------


class HandsChanged(Event, frozen=True):
    """Other weapons are in a fighter's hands."""

    who: int
    held: tuple[int, ...]
    words: ClassVar[tuple[str, ...]] = ("what",)
    what: str = "changes what it holds"
    text: ClassVar[str] = "{who} {what}."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], held=self.held))


class WeaponsDropped(Event, frozen=True):
    """Weapons lie on the ground where their bearer stands."""

    who: int
    slots: tuple[int, ...]
    text: ClassVar[str] = "{who} drops what it holds."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        lying = tuple((slot, fighter.at.x, fighter.at.y) for slot in self.slots)
        held = tuple(slot for slot in fighter.held if slot not in self.slots)
        state.put(replace(state.records[self.who], held=held, dropped=tuple(sorted((*fighter.dropped, *lying)))))


class WeaponPickedUp(Event, frozen=True):
    """A weapon is taken up from the ground."""

    who: int
    slot: int
    held: tuple[int, ...]
    text: ClassVar[str] = "{who} picks its weapon up."

    def apply(self, state: State) -> None:
        left = tuple(each for each in state.records[self.who].dropped if each[0] != self.slot)
        state.put(replace(state.records[self.who], held=self.held, dropped=left))


class Fired(Event, frozen=True):
    """A weapon that counts its uses has been used; what was prepared is no more."""

    who: int
    slot: int

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        rounds = dict(fighter.fired_in) | {self.slot: state.turn.round}
        readied = tuple(pair for pair in fighter.readied if pair[0] != self.slot)
        state.put(
            replace(
                state.records[self.who],
                fired=counted(fighter.fired, self.slot),
                fired_in=tuple(sorted(rounds.items())),
                readied=readied,
            )
        )


class Loaded(Event, frozen=True):
    """A weapon is loaded again."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} reloads."

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        fired = tuple(pair for pair in fighter.fired if pair[0] != self.slot)
        state.put(
            replace(
                state.records[self.who], fired=fired, empty=tuple(slot for slot in fighter.empty if slot != self.slot)
            )
        )


class Emptied(Event, frozen=True):
    """A weapon is out of ammunition."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} is out of ammunition."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], empty=tuple(sorted({*state.records[self.who].empty, self.slot}))))


class Readied(Event, frozen=True):
    """A maneuver is spent on preparing a weapon."""

    who: int
    slot: int
    text: ClassVar[str] = "{who} prepares its weapon."

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], readied=counted(state.records[self.who].readied, self.slot)))


class Broken(Event, frozen=True):
    """A weapon is damaged by so many steps."""

    who: int
    slot: int
    steps: int
    text: ClassVar[str] = "The weapon of {who} is damaged."

    def apply(self, state: State) -> None:
        state.put(
            replace(state.records[self.who], broken=counted(state.records[self.who].broken, self.slot, self.steps))
        )


class GearUsed(Event, frozen=True):
    """Something that a fighter carried is used up; `by` had it."""

    by: int
    gear: str

    def apply(self, state: State) -> None:
        left = list(state.records[self.by].gear)
        left.remove(self.gear)
        state.put(replace(state.records[self.by], gear=tuple(left)))


class Stimmed(Event, frozen=True):
    """A stimpack is put into a fighter."""

    who: int

    def apply(self, state: State) -> None:
        state.put(replace(state.records[self.who], stimmed=state.records[self.who].stimmed + 1))


class Used(Event, frozen=True):
    """What serves once a battle, or once a round, has served."""

    who: int
    what: str
    a_round: bool = False

    def apply(self, state: State) -> None:
        fighter = state.records[self.who]
        if self.a_round:
            state.put(replace(state.records[self.who], round_used=(*fighter.round_used, self.what)))
        else:
            state.put(replace(state.records[self.who], used=(*fighter.used, self.what)))


EVENTS: tuple[type[Event], ...] = (
    Wounded, Strained, Healed, Fell, Recovered, Died, LeftBoard, Injured, InjuryHealed, CharacteristicLost, WentProne,
    StoodUp, CoverTaken, CoverLeft, EffectLost, TokensUsed, HandsChanged, WeaponsDropped,
    WeaponPickedUp, Fired, Loaded, Emptied, Readied, Broken,
    GearUsed, Stimmed, Used,
)  # fmt: skip
