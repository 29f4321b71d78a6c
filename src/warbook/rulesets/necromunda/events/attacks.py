"""Attacks: shots, blows and hits, and what they leave lying or hanging on the table."""

from __future__ import annotations

from typing import Any, ClassVar

from ....core.check import signed
from ....core.events import Event
from ....core.length import spot
from ..printed.arms import ShootingAction
from ..records import CLOUD_TITLES, Cloud, State


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
    way: ShootingAction = "shoot"
    skill: int = 0
    because: tuple[tuple[str, int], ...] = ()

    def sentence(self, name: Any) -> str:
        at = f" at {name(self.whom)}" if self.whom >= 0 else ""
        how = ", on overwatch," if self.way == "overwatch" else ""
        use = "" if self.use == self.weapon else f" ({self.use.lower()})"
        number = f": {self.skill}+{_reasons(self.because)}" if self.skill else ""
        return f"{name(self.who)}{how} fires the {self.weapon.lower()}{use}{at}{number}."

    def explains(self) -> dict[str, tuple[str, ...]]:
        skill = (f"Ballistic Skill {self.skill}+",)
        return {"hit": (*skill, *signed(self.because)), "hit.improbable": skill} if self.skill else {}


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

    def sentence(self, name: Any) -> str:
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        strikes = "strikes back" if self.back else "strikes"
        number = f", {self.skill}+{_reasons(self.because)}"
        return f"{name(self.who)} {strikes} at {name(self.whom)}: {self.weapon.lower()}, {dice}{number}."


class WasHit(Event, frozen=True, gc=False):
    """A fighter is hit so many times: whose wound rolls follow."""

    who: int
    hits: int

    def sentence(self, name: Any) -> str:
        times = {1: "", 2: " twice"}.get(self.hits, f" {self.hits} times")
        return f"{name(self.who)} is hit{times}."


class BlastFell(Event, frozen=True, gc=False):
    """A blast marker comes to rest: its hole, and its diameter."""

    who: int
    x: int
    y: int
    z: int
    size: int

    def sentence(self, name: Any) -> str:
        whose = f" of {name(self.who)}" if self.who >= 0 else ""
        return f"The blast{whose} comes down at {spot(self.x, self.y, self.z)}."


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

    def sentence(self, name: Any) -> str:
        title = CLOUD_TITLES[self.cloud.kind]
        return f"{title[0].upper()}{title[1:]} hangs in the air."


EVENTS: tuple[type[Event], ...] = (
    Does,
    Fired,
    Struck,
    WasHit,
    BlastFell,
    FlameCast,
    CloudRose,
)
