"""Routes: the question where to go, and what people are told of a way before they take it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from ....core.decision import Reasons
from ....core.length import INCH, written
from ....core.state import Placement
from ....space.movement import Rules, Walked
from ....space.paths import Path
from ....space.terrain import DANGEROUS
from ..checks import targets, trap_reach
from ..checks.characteristics import initiative_needed
from ..events.movement import Faced
from ..harm import falling
from ..records import Fighter, Model, Play, Status
from ..records.position import board_now, enemies, enemies_around, layout, namer, near_by
from . import perils

End = Callable[[Placement], Reasons]


class Unmeasured(Path):
    """The question of a route at a table that does not measure beforehand: how far one gets is not shown."""

    __slots__ = ()

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """Nothing to draw."""
        return {}


def clear_of_those_near(model: Model) -> End | None:
    """What speaks against ending any move at a place, for one that begins it within an inch of an enemy; None for all
    others, who come no nearer than an inch, and where the table lets them end it there."""
    around = enemies_around(model.play, model.id)
    if not around or model.play.option["moves-may-end-near"]:
        return None
    near = _those_near(model, around)
    return clear_of(model, near) if near else None


def _those_near(model: Model, around: tuple[int, ...]) -> list[Fighter]:
    """The enemies among those around it less than an inch away from whom one keeps an inch."""
    play, at = model.play, model.at
    foes = (play.state.record(Fighter, foe) for foe in around)
    return [f for f in foes if keeps_off(f) and near_by(play, at, f.at, INCH - 1)]


def clear_of_enemies(model: Model) -> End:
    """What speaks against ending a retreat at a place: an enemy on its feet or pinned less than an inch away, unless
    it stays where it is."""
    return clear_of(model, threats(model))


def threats(model: Model) -> list[Fighter]:
    """The enemies from whom one keeps an inch: those on their feet or pinned."""
    return [f for f in enemies(model.play, model.owner) if keeps_off(f)]


def keeps_off(f: Fighter) -> bool:
    """Whether an enemy is one from whom one keeps an inch."""
    return f.status not in (Status.SERIOUS, Status.OUT)


def clear_of(model: Model, foes: list[Fighter]) -> End:
    """What speaks against ending a move at a place: one of these enemies less than an inch away, unless it stays where
    it is."""
    play, start, names = model.play, model.at, namer(model.play)

    def against(at: Placement) -> Reasons:
        if at.spot == start.spot:
            return ()
        return tuple(
            f"It would end within an inch of {names(f.id)}." for f in foes if near_by(play, at, f.at, INCH - 1)
        )

    return against


def ask_and_follow(
    play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, end: End | None = None, passing: int = -1
) -> bool:
    """Ask for a route and follow it to its end; False where something stopped the mover on the way.  `end` gives the
    reasons against a place to stop, `passing` is the enemy that a rider strikes at as it goes by."""
    *legs, facing = play.ask(mover.owner, route_question(play, mover, rules, key, prompt, end=end))
    if legs and not perils.follow(play, mover, tuple(legs), rules, passing=passing):
        return False
    play.happen(Faced(mover.id, *facing))
    return True


def route_question(
    play: Play, mover: Model, rules: Rules, key: str, prompt: str, *, facing: bool = True, end: End | None = None
) -> Path:
    """The question of a route; what is worth facing at its end are the enemies.  Unless something else is said of its
    `end`, it ends an inch from enemies whom the mover was nearer to."""
    end = end or clear_of_those_near(mover)

    def worth_facing() -> list[tuple[int, int]]:
        return [(f.at.x, f.at.y) for f in enemies(play, mover.owner)] if facing else []

    kind = Path if play.option["premeasure"] else Unmeasured
    board, name = board_now(play), namer(play)
    notes = partial(route_warnings, mover)
    return kind(
        key, prompt, board, layout(play), mover.id, rules,
        facing=facing, end=end, worth_facing=worth_facing, foreseen=notes, name=name,
    )  # fmt: skip


def outlook_at_end(mover: Model, walked: Walked) -> list[str]:
    """How well it would be seen at the end of a route."""
    return targets.outlook_in_words(mover.play, mover.id, mover.at.moved_to(walked.end))


def route_warnings(mover: Model, walked: Walked) -> list[str]:
    """What a route will ask of a fighter: the tests, the traps that it comes near, and who sees it at its end."""
    play = mover.play
    told = []
    for leap in walked.leaps:
        test = "no test" if perils.leaps_easily(mover, leap) else f"Initiative test, {initiative_needed(mover, 'leap')}"
        told.append(f"a leap over {written(leap.width)}: {test}")
    for jump in walked.jumps:
        bonus = perils.jump_modifier(falling.counted_height(mover, jump.height))
        needed = initiative_needed(mover, "jump", bonus)
        test = "no test" if perils.lands_easily(mover) else f"Initiative test, {needed}"
        told.append(f"a jump down of {written(jump.height)}: {test}")
    for _ in dict.fromkeys(entry.area for entry in walked.areas if entry.kind == DANGEROUS):
        needed = initiative_needed(mover, "dangerous")
        told.append(f"dangerous ground: Initiative test, {needed}, or it is out of action")
    places = [mover.at.moved_to(point) for point in walked.points]
    met = (trap for at, to in pairwise(places) for _, trap in trap_reach.traps_met(play, at, to))
    near = [trap for trap in dict.fromkeys(met) if not trap_reach.is_met(play, trap)]
    told += [f"it comes near {play.world.names[trap]}, which goes off" for trap in near]
    at_end = trap_reach.triggered_at_end(mover, mover.at.moved_to(walked.end))
    told += [f"it ends near {play.world.names[trap]}, which may go off" for trap in at_end if trap not in near]
    return told + outlook_at_end(mover, walked)
