"""Moving over squares: Move and Withdraw, and what a step out of a square ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ....core.action import requirement, some
from ....core.decision import Choose, Reasons
from ....mechanics import grid
from ....space.grid.cells import Cell, neighbours
from ....space.grid.paths import GridPath
from ....space.grid.ways import Field
from ..checks import economy, instinct, squares
from ..checks.requirements import able, engaged, has_maneuver, not_engaged, on_its_feet
from ..events.fighters import StanceTaken, Walked
from ..harm import conditions, wounds
from ..printed.catalogue import action, mounts
from ..records import NOBODY, Model, Play
from ..records.position import foes, per_position, thing

BY_AGILITY = 2  # squares more than its Agility, where that is its speed

# ---- how far and where -----------------------------------------------------------------------------------------------


def speed(play: Play, who: int) -> int:
    """How many squares a maneuver takes a fighter, on its feet, crawling, or on what it rides."""
    model = Model(play, who)
    ridden = model.record.rides
    if ridden != NOBODY:
        return mounts()[thing(play, ridden).profile].speed
    if model.record.prone:
        return play.option["crawl"]
    by_agility = play.option["speed-by"] == "agility"
    own = model.characteristic("agility") + BY_AGILITY if by_agility else model.kit.profile.speed
    worn = model.kit.armour.speed
    return min(own, worn) if worn else own


def jump_of(actor: Model) -> int:
    """How far a fighter can jump; 0 without a jump pack, in a saddle, on the ground, or where the table knows no
    jumps."""
    free = not actor.record.prone and actor.record.rides == NOBODY and actor.play.option["jumps-over-terrain"]
    return actor.kit.profile.flies if free else 0


def can_walk(play: Play, who: int) -> bool:
    """Whether there is a square that a fighter can go to: most often one next to it."""
    far = speed(play, who)
    quick = not instinct.is_wild(Model(play, who)) and not squares.in_squares(play)
    return far > 0 and ((quick and _can_step(play, who, far)) or way_question(play, who, far).at_least(1))


@per_position
def _can_step(play: Play, who: int, far: int) -> bool:
    field = squares.field_of(play, who)
    return any(
        field.price(step, 0)[0] <= far and field.barring(step.to) < 0 and field.taking(step.to) < 0
        for step in field.ground.steps(field.start)
    )


def in_contact(field: Field, cell: Cell, near: Iterable[Cell], corners: bool) -> bool:
    """Whether a fighter who stands in a square, and in those beside that it needs, fights whoever is in these; a corner
    is enough, or not."""
    ground = field.ground
    return any(ground.touches(own, foe, corners=corners) for own in ground.under(cell) for foe in near)


def against_stopping(actor: Model, cell: Cell) -> Reasons:
    """Why a fighter may not end its way in a square, although it is free: whose instinct forbids it, and who would
    stand on the members of a group."""
    crowded = squares.in_squares(actor.play) and squares.is_crowded(actor.play, actor.id, cell)
    return (*instinct.against_going(actor, cell), *("A member of a group is there.",) * crowded)


def way_question(play: Play, who: int, far: int, key: str = "move.path", *, flying: bool = False) -> GridPath:
    """Where a fighter goes: next to a conscious enemy it has to stop, unless the table plays it otherwise."""
    field, seat = squares.field_of(play, who, flying=flying), play.state.records[who].owner
    near = {cell for foe in foes(play, seat) if squares.fights(play, foe) for cell in squares.taken_by(play, foe.id)}
    corners = squares.by_corners(play)
    close = {tile for foe in near for tile in neighbours(play.world.grid, foe)}

    def halts(cell: Cell) -> str:
        if any(own[:2] in close for own in field.ground.under(cell)) and in_contact(field, cell, near, corners):
            return "Next to an enemy it has to stop; it may withdraw from there."
        return ""

    return GridPath(
        key,
        f"Where does {Model(play, who).name} go?",
        field,
        far,
        stays=False,
        halts=halts if play.option["contact-ends-moves"] and not flying else None,
        end=partial(against_stopping, Model(play, who)),
        leads=partial(play.ruleset.leads, play, who),
        name=partial(play.ruleset.name_of, play.world),
    )


# ---- going -----------------------------------------------------------------------------------------------------------


def go(play: Play, who: int, question: GridPath, how: str = "moves") -> None:
    """A fighter goes where its player likes."""
    way = question.way(Model(play, who).ask(question))
    if way:
        x, y, z = question.field.placed(way[-1]).spot
        step_to(play, who, (x, y, z), how)


def step_to(play: Play, who: int, spot: tuple[int, int, int], how: str = "moves") -> None:
    """A fighter is in another square: it leaves its cover behind, and its wounds may hurt."""
    model, before = Model(play, who), squares.is_engaged(play, who)
    wild = instinct.is_wild(model)
    near = instinct.away(model) if wild else 0
    play.happen(Walked(who, *spot, how))
    fighter = play.state.records[who]
    if fighter.covered and (play.option["cover-ends-on-move"] or not squares.covers(play, who)):
        play.happen(StanceTaken(who, "uncovered"))
    if model.has("bound-by-pain"):
        wounds.strain(play, who, 1)
    if not before and squares.is_engaged(play, who):
        economy.once_a_turn(play, who, economy.CLOSED_IN)
    if wild and instinct.away(model) > near:
        economy.once_a_turn(play, who, instinct.FLED)


# ---- Move ------------------------------------------------------------------------------------------------------------


def move(play: Play, actor: Model) -> None:
    """As far as its speed; who has a jump pack may jump instead."""
    jump = jump_of(actor)
    flying = bool(jump) and not can_walk(play, actor.id)
    if jump and not flying:
        question = Choose(
            "move.how", "Does it walk or jump?", lambda: ("walk", "jump"), named=lambda how: f"{how}s".rstrip()
        )
        flying = actor.ask(question) == "jump"
    far = jump if flying else speed(play, actor.id)
    economy.make_maneuver(play, actor)
    go(play, actor.id, way_question(play, actor.id, far, flying=flying), "jumps" if flying else "moves")


# ---- Withdraw --------------------------------------------------------------------------------------------------------


def ways_out(actor: Model) -> tuple[Cell, ...]:
    """The free squares next to a fighter where it would be out of contact with one at least of those it fights: rough
    ones too, unless a square must cost no more than one."""
    play = actor.play
    if grid.cell_of(play, actor.id) is None:
        return ()
    field = squares.field_of(play, actor.id)
    fighting = [squares.taken_by(play, who) for who in squares.engaged_with(play, actor.id)]
    corners, clear = squares.by_corners(play), any if play.option["withdraw-from"] == "one" else all
    rough, plain = play.option["withdraw-over-difficult"], field.rules.diagonals[0]
    steps = {step.to for step in field.ground.steps(field.start) if rough or field.price(step, 0)[0] <= plain}
    free = squares.free(play, actor.id, neighbours(play.world.grid, field.start))
    return tuple(
        cell for cell in free
        if cell in steps and clear(not in_contact(field, cell, foe, corners) for foe in fighting)
        and not instinct.against_going(actor, cell)
    )  # fmt: skip


def withdraw(play: Play, actor: Model) -> None:
    """One square out of a fight."""
    economy.make_maneuver(play, actor)
    spot = squares.choose_square(actor, "withdraw.to", f"Where does {actor.name} withdraw to?", ways_out, actor)
    step_to(play, actor.id, spot, "withdraws")
    economy.once_a_turn(play, actor.id, economy.WITHDRAWN)


# ---- prone -----------------------------------------------------------------------------------------------------------


def drop_prone(play: Play, actor: Model) -> None:
    """Down, of its own will."""
    economy.make_maneuver(play, actor)
    conditions.knock_down(play, actor.id)


@requirement("It must be able to move at all.")
def can_move(actor: Model) -> bool:
    return can_walk(actor.play, actor.id) or jump_of(actor) > 0


@requirement(
    "It must not have withdrawn in this turn.",
    condition="It must not have withdrawn in this turn, where the table plays it so (move-after-withdraw).",
)
def may_move_on(actor: Model) -> bool:
    return actor.play.option["move-after-withdraw"] or economy.WITHDRAWN not in actor.record.round_used


has_way_out = some("There must be a free square next to it, out of contact with one of its enemies at least.", ways_out)


@requirement("It must not be on a mount.")
def on_foot(actor: Model) -> bool:
    return actor.record.rides == NOBODY


MOVE = action(
    "move", (able, has_maneuver, not_engaged, can_move, may_move_on), move, ours=(able, can_move, may_move_on)
)
WITHDRAW = action("withdraw", (able, has_maneuver, engaged, has_way_out), withdraw, ours=(able, has_way_out))
DROP_PRONE = action("drop-prone", (able, has_maneuver, on_its_feet, on_foot), drop_prone, ours=(able, on_foot))
