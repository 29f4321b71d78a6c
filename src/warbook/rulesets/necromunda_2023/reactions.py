"""Reactions: what others may do when something is declared."""

from __future__ import annotations

from ...core.events import Event
from ...core.reaction import Reaction, Windows
from . import ammo, injury, shooting
from .events import Declared, Unreadied
from .model import Fighter, Model, Play, Status, engaged_with


def watchers(play: Play, declared: Declared) -> list[int]:
    """The enemies of the one who acts who are on overwatch: ready, active, with the skill, and seeing it over a gun."""
    acting: Fighter = play.state.records[declared.who]
    on_watch: list[Fighter] = [play.state.records[who] for who in play.world.knowing("overwatch")]
    return [
        f.id
        for f in on_watch
        if f.ready
        and f.owner != acting.owner
        and f.status is Status.ACTIVE
        and not f.broken
        and not engaged_with(play, f.id)
        and able_to_fire(Model(play, f.id), declared.who)
    ]


def able_to_fire(watcher: Model, whom: int) -> bool:
    """Whether it has a weapon that it may fire at that enemy now."""
    return any(shooting.can_answer(watcher, arm, whom) for arm in ammo.guns(watcher))


def overwatch(play: Play, watcher: int, declared: Declared) -> None:
    """It is no longer ready and shoots at the one who acts; a target that goes down loses its action and its activation."""
    play.happen(Unreadied(watcher))
    shooting.shoot_at(play, Model(play, watcher), Model(play, declared.who))
    target = Model(play, declared.who)
    if not target.standing:
        injury.leave_activation(play, target)


OVERWATCH = Reaction(
    "overwatch",
    "Overwatch",
    "When an enemy it sees declares an action, a ready fighter may give up its activation to shoot at it at once. A target that "
    "goes down loses the action and its activation.",
    "core 2023, skills",
    watchers,
    overwatch,
)

WINDOWS: dict[type[Event], Windows] = {Declared: Windows(after=(OVERWATCH,))}
