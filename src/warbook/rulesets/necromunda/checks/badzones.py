"""What a badzone is like, and what befalls it now."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..records import Badzone, Play

Environment: TypeAlias = Literal[
    "ancient-manufactory", "bottomless-depths", "dome-jungle", "sump-sea", "tainted-ground", "unstable-dome"
]
"""Those that rules ask about."""
Event: TypeAlias = Literal[
    "bad-air",
    "bad-feeling",
    "chem-rain",
    "choking-clouds",
    "creeping-leaf",
    "giant-rats",
    "gunk-tank",
    "howling-winds",
    "irradiated-coolant",
    "labyrinth",
    "old-cache",
    "sludge-jellies",
    "shutdown",
    "spore-clouds",
    "static-storm",
    "things-in-the-dark",
    "toxic-downpour",
    "waste-run-off",
]
"""Those that rules ask about."""


def fought_in(play: Play, environment: Environment) -> bool:
    """Whether the battle is fought in this environment: that of the scenario, until a dome collapses."""
    who = play.world.badzone
    if who >= 0 and (now := play.state.record(Badzone, who).environment):
        return now == environment
    return bool(play.world.scenario.environment == environment)


def befallen_by(play: Play, named: Event) -> bool:
    """Whether this event is in force, or one that is a kind of it."""
    if play.world.badzone < 0:
        return False
    now = event(play)
    return now == named or (bool(now) and play.world.edition.library.badzone_events[now].kind_of == named)


def charges_up(play: Play, family: str) -> bool:
    """Whether a static storm makes the weapons of this family as dangerous as unstable ones are."""
    upset = (
        ("las", "melta", "plasma") if play.world.badzone >= 0 and play.option["storms-upset-lasers"] else ("plasma",)
    )
    return family in upset and befallen_by(play, "static-storm")


def event(play: Play) -> str:
    """The id of the event that is in force, or nothing."""
    who = play.world.badzone
    return "" if who < 0 else play.state.record(Badzone, who).event
