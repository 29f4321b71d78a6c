"""Consoles: waking an ancient device, shutting generators down, cycling a compactor."""

from __future__ import annotations

from ....core.action import Requirement, requirement
from ....core.dice import D6
from ....core.length import INCH
from ..checks import pieces, reach
from ..checks.characteristics import passes_intelligence
from ..checks.requirements import standing_active, there_must_be_a
from ..events.attacks import Does
from ..harm import injury, sinking
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..printed.library import action
from ..records import Model, Piece, Play
from ..records.effects import begin_effect
from ..records.position import fighters, near_by
from . import handling, terminals

PLATFORM = 3 * INCH
SURGE = Strike(strength=2, ap=0, damage=1)


def controlled(model: Model, kind: str) -> list[int]:
    """The pieces of a kind that the consoles within an inch of a fighter control."""
    play = model.play
    near = [console for console in pieces.pieces(play, "console") if reach.at_hand(model, console.at.spot)]
    found = [terminals.piece_controlled(play, console) for console in near]
    return [who for who in found if play.state.record(Piece, who).profile == kind]


def at_console(kind: str, what: str) -> Requirement[Model]:
    """The requirement of a console of something within an inch."""

    @requirement(f"It must be within an inch of the console of {what}.")
    def beside_it(model: Model) -> bool:
        return bool(controlled(model, kind)) and not pieces.is_off(model.play, controlled(model, kind)[0])

    return beside_it


def work(play: Play, model: Model, kind: str) -> tuple[int, bool]:
    """Which piece it works at, and whether its Intelligence test passes."""
    who = handling.pick_one(play, model, "console", "Which one?", controlled(model, kind))
    play.happen(Does(model.id, "works at", who))
    return who, passes_intelligence(model, "console")


def activate_device(play: Play, model: Model) -> None:
    """An Intelligence test; passed, the weapons of everybody within 3" of the device have Shock for the battle; failed,
    they are pinned and take D6 hits of Strength 2."""
    who, passed = work(play, model, "archaeotech-device")
    device = play.state.records[who].at
    for near in [f.id for f in fighters(play) if f.at.posture and near_by(play, f.at, device, PLATFORM)]:
        if passed:
            begin_effect(play, "electrified", near, "battle")
            play.note(near, "its weapons are charged")
        else:
            injury.pin(play, Model(play, near))
            surges = play.roll(D6, "surge", "Surges", near)
            injury.strike(play, Model(play, near), SURGE, surges, -1, SURROUNDINGS)


ACTIVATE_DEVICE = action(
    "activate-device",
    (
        there_must_be_a("an ancient device", "archaeotech-device"),
        standing_active,
        at_console("archaeotech-device", "an ancient device"),
    ),
    activate_device,
)


def deactivate_generators(play: Play, model: Model) -> None:
    """An Intelligence test shuts all generators down until the round ends."""
    _, passed = work(play, model, "generator")
    for generator in pieces.pieces(play, "generator") if passed else ():
        play.note(generator.id, "is shut down")
        begin_effect(play, "switched-off", generator.id, "end-phase")


DEACTIVATE_GENERATORS = action(
    "deactivate-generators",
    (there_must_be_a("a generator", "generator"), standing_active, at_console("generator", "a generator at work")),
    deactivate_generators,
)


def cycle_compactor(play: Play, model: Model) -> None:
    """An Intelligence test; passed, everybody in the compactor is out of action, critically injured."""
    who, passed = work(play, model, "compactor")
    if passed:
        sinking.crush(play, who)


CYCLE_COMPACTOR = action(
    "cycle-compactor",
    (there_must_be_a("a compactor", "compactor"), standing_active, at_console("compactor", "a compactor")),
    cycle_compactor,
)
