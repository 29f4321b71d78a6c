"""Industrial claws and hooks: climbing along them, dropping them on people, lifting with them."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import requirement
from ....core.decision import Reasons
from ....core.state import Placement
from ....space.levels import Landing
from ....space.shapes import rectangle
from ..checks import pieces
from ..checks.characteristics import passes_initiative
from ..checks.requirements import standing_active, there_must_be_a
from ..events.attacks import Does
from ..events.things import CasketCarried
from ..harm import displacement, injury
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Strike
from ..printed.library import action
from ..records import Cache, Casket, Fighter, Model, Piece, Play, Status
from ..records.position import board_now, enemies, fighters, layout, namer, per_position, things
from ..records.things import CONTAINER
from . import gear, handling

CLAW_STRENGTH = 5
ALONG = 2 * pieces.CLAW_REACH  # from one side of a line to the other

claws_on_board = there_must_be_a("a claw or hook", "claw")


def claws(play: Play, near: Callable[[Piece], bool]) -> tuple[int, ...]:
    """The claws that are not switched off and near enough."""
    return tuple(c.id for c in pieces.pieces(play, "claw") if not pieces.is_off(play, c.id) and near(c))


def claws_at_hand(model: Model) -> tuple[int, ...]:
    """The claws that a fighter can work: those within 3"."""
    return claws(model.play, lambda claw: pieces.near_claw(model.play, model.at, claw))


def in_line(play: Play, at: Placement, lines: tuple[int, ...]) -> bool:
    """Whether a base is within 3" of the line of one of these claws."""
    return any(pieces.near_line(play, at, play.state.record(Piece, claw)) for claw in lines)


# ---- climbing --------------------------------------------------------------------------------------------------------


def lines_near(model: Model) -> tuple[int, ...]:
    """The claws along whose lines a fighter can climb: those within 3" of it."""
    return claws(model.play, lambda claw: pieces.near_line(model.play, model.at, claw))


def climb(model: Model, lines: tuple[int, ...], *, whole_way: bool) -> Landing:
    """Where a fighter can get off that climbs along one of these: on another level, within 3" of the line."""
    play, at = model.play, model.at

    def inside(to: Placement) -> Reasons:
        if to.z == at.z or not in_line(play, to, lines):
            return ('It must end on another level, within 3" of the line.',)
        if not whole_way and 2 * abs(to.z - at.z) > model.move:
            return ("It climbs no higher or lower than its Movement takes it.",)
        return ()

    return gear.landing_within(model, "Where does it get off?", ALONG + 2 * at.radius, inside)


@per_position
def _gets_off(play: Play, who: int, lines: tuple[int, ...], whole_way: bool) -> bool:
    return climb(Model(play, who), lines, whole_way=whole_way).has_room()


@requirement("It must be on foot: mounts do not climb.", fixed=True)
def on_foot(model: Model) -> bool:
    return not model.profile.mounted


@requirement('It must be within 3" of the line from a claw or hook to the ground, with another level to get to.')
def line_to_climb(model: Model) -> bool:
    lines = lines_near(model)
    return bool(lines) and _gets_off(model.play, model.id, lines, bool(model.play.option["claw-climbs-whole-way"]))


def climb_claw(play: Play, model: Model) -> None:
    """Up or down along a claw or hook, to another level."""
    whole_way = bool(play.option["claw-climbs-whole-way"])
    displacement.put_down(play, model, climb(model, lines_near(model), whole_way=whole_way))


CLIMB_CLAW = action("climb-claw", (claws_on_board, on_foot, standing_active, line_to_climb), climb_claw)


# ---- dropping it on somebody -----------------------------------------------------------------------------------------


def below_claws(model: Model, at_hand: tuple[int, ...]) -> list[int]:
    """The enemies on a lower level that are within 3" of the line of one of these claws."""
    play, at = model.play, model.at
    return [f.id for f in enemies(play, model.owner) if f.at.z < at.z and in_line(play, f.at, at_hand)]


@requirement('It must be within 3" of a claw or hook, with an enemy below within 3" of its line.')
def someone_below(model: Model) -> bool:
    return bool(below_claws(model, claws_at_hand(model)))


def trigger_claw(play: Play, model: Model) -> None:
    """The claw comes down on an enemy: an Initiative test, or a hit of Strength 5."""
    drop_claw(play, model, claws_at_hand(model))


def drop_claw(play: Play, model: Model, at_hand: tuple[int, ...]) -> None:
    """The same with one of these claws."""
    who = handling.pick_one(play, model, "victim", "On whom?", below_claws(model, at_hand))
    play.happen(Does(model.id, "drops a claw on", who))
    victim = Model(play, who)
    if not passes_initiative(victim, "claw"):
        injury.strike(play, victim, Strike(CLAW_STRENGTH, damage=play.option["claw-damage"]), 1, model.id, SURROUNDINGS)
        if play.option["claws-pin"] and victim.on_table:
            injury.pin(play, victim)


TRIGGER_CLAW = action("trigger-claw", (claws_on_board, standing_active, someone_below), trigger_claw)


# ---- lifting ---------------------------------------------------------------------------------------------------------


def cargo(model: Model, at_hand: tuple[int, ...]) -> list[int]:
    """What one of these claws can take to another level: the seriously injured, closed caskets and ammo caches that are
    within 3" of its line."""
    play = model.play
    injured = [f for f in fighters(play) if f.status is Status.SERIOUS and may_lift(model, f)]
    caskets = (c for c in things(play, Casket) if not c.open and c.profile != CONTAINER)
    goods = [*caskets, *(c for c in things(play, Cache) if c.there)]
    low = bool(play.option["hooks-reach-to-the-ground"])
    hanging = [(it.id, lines_of_load(play, at_hand, it.id)) for it in (*injured, *goods)]
    return [load for load, lines in hanging if lines and _has_room(play, load, lines, low)]


def lines_of_load(play: Play, at_hand: tuple[int, ...], load: int) -> tuple[int, ...]:
    """Those of some claws that can take this."""
    at = play.state.records[load].at
    return tuple(claw for claw in at_hand if in_line(play, at, (claw,)))


def may_lift(model: Model, injured: Fighter) -> bool:
    """Whether a claw takes a fighter at somebody's word: its friends, and at most tables its enemies."""
    return injured.owner == model.owner or bool(model.play.option["hooks-lift-enemies"])


@per_position
def _has_room(play: Play, load: int, lines: tuple[int, ...], low: bool) -> bool:
    return cargo_place(play, load, lines, low=low).has_room()


def cargo_place(play: Play, load: int, lines: tuple[int, ...], *, low: bool) -> Landing:
    """Where one of these claws can set something down: on another level within 3" of its line, or (not `low`) only of
    the claw itself."""
    at, near = play.state.records[load].at, pieces.near_line if low else pieces.near_claw

    def inside(to: Placement) -> Reasons:
        if to.z == at.z or not any(near(play, to, play.state.record(Piece, claw)) for claw in lines):
            return ('It must end on another level, within 3" of the claw or hook.',)
        return ()

    across = ALONG + 2 * at.radius
    square = rectangle(at.x - across, at.y - across, 2 * across, 2 * across)
    question = Landing(
        "cargo.place", "Where is it set down?", board_now(play), layout(play), load,
        zones=(square,), inside=inside, facing=False, name=namer(play),
    )  # fmt: skip
    question.start, question.across = at, across
    return question


@requirement(
    'It must be within 3" of a claw or hook that can take somebody seriously injured, a casket or a cache to another '
    "level."
)
def something_to_lift(model: Model) -> bool:
    return bool(cargo(model, claws_at_hand(model)))


def hook_cargo(play: Play, model: Model) -> None:
    """Somebody seriously injured, or something that could be carried, goes up or down with the claw."""
    lift(play, model, claws_at_hand(model))


def lift(play: Play, model: Model, at_hand: tuple[int, ...]) -> None:
    """The same with one of these claws."""
    load = handling.pick_one(play, model, "cargo", "What does it lift?", cargo(model, at_hand))
    lines, low = lines_of_load(play, at_hand, load), bool(play.option["hooks-reach-to-the-ground"])
    x, y, z = play.ask(model.owner, cargo_place(play, load, lines, low=low))
    if load < play.world.count:
        displacement.arrive(play, Model(play, load), (x, y, z))
    else:
        play.happen(CasketCarried(load, x, y, z))


HOOK_CARGO = action("hook-cargo", (claws_on_board, standing_active, something_to_lift), hook_cargo)
