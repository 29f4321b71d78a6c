"""Deployment: whoever has the first turn sets up the whole army first, then the other; what rides begins aboard, what
is to come later waits in reserve."""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.dice import D3, D6
from ....core.events import EffectBegan
from ....core.length import INCH
from ....core.state import Effect, Placement, Posture
from ....core.structs import replace
from ....mechanics.scenario import SEATS
from ....space import sight
from ....space.marching import March
from ....space.mustering import Muster
from ....space.sight import gap
from ..checks import ground, rates, terrain
from ..checks.beginnings import CLOSE, NEAR
from ..checks.coherency import coherency_of
from ..checks.powers import moment
from ..checks.sight import nearest
from ..events.characters import Joined
from ..events.markers import MarkersLaid
from ..events.movement import Deployed, WentAboard, Withheld
from ..events.turns import DeedDone, FirstPlayerChosen
from ..movement.consolidating import move_by
from ..movement.modes import move_rules
from ..printed.scenario import CLEAR
from ..printed.units import Slot
from ..records.position import foes, here, layout, model, models, squads
from ..records.state import NOBODY, Squad
from ..records.unit import Unit
from ..records.world import Play

AT_DAWN: dict[Slot, int] = {"command": 1, "line": 2, "support": 0}
"""How many units of each slot are there when a battle begins at dawn."""
HIDDEN, SEEN = 12 * INCH, 18 * INCH
"""How far from enemies those start who infiltrate, where they are hidden and where they are seen; scouts end so."""


def deploy(play: Play) -> bool:
    """The next thing that happens before the battle begins.  Whether there was any."""
    if play.state.turn.number == 0 and play.state.turn.first == NOBODY:
        roll_off(play)
        return True
    waiting = to_place(play)
    if waiting:
        set_up(play, Unit(play, waiting[0]))
        return True
    scouts = to_scout(play)
    if scouts:
        move_ahead(play, Unit(play, scouts[0]))
        return True
    return False


def roll_off(play: Play) -> None:
    """Both roll until one has more: that player sets up first and has the first turn, unless the scenario says who.
    The markers are laid; characters who begin with a unit are a part of it."""
    first = play.world.scenario.first
    seat = SEATS.index(first) if first else NOBODY
    while seat == NOBODY:
        red, blue = (play.roll(D6, "first", f"First turn, {army}") for army in play.world.armies)
        seat = NOBODY if red == blue else int(blue > red)
    play.happen(FirstPlayerChosen(seat))
    if play.world.scenario.mission == "seize-ground":
        play.happen(MarkersLaid(play.roll(D3, "markers", "Markers: 2 and a D3") + 2))
    for squad in squads(play):
        if (host := play.world.card(squad.id).joins) != NOBODY:
            play.happen(Joined(squad.id, host))


def steal(play: Play) -> None:
    """Before the battle begins, the second player may have the first turn after all by a roll."""
    second, needed = 1 - play.state.turn.first, play.option["seize-on"]
    if not play.world.scenario.first and play.roll(D6, "steal", f"To steal the first turn, {needed}+") >= needed:
        play.happen(FirstPlayerChosen(second))


def to_place(play: Play) -> list[int]:
    """The units that are still to be set up, in the order in which that is done: whoever is first all of its army,
    infiltrators last; what rides follows what it is with."""
    first = play.state.turn.first

    def order(squad: Squad) -> tuple[bool, bool, bool, int]:
        card = play.world.card(squad.id)
        return card.row.arrival == "infiltrate", squad.owner != first, card.rides != NOBODY, squad.id

    waiting = [squad for squad in squads(play) if squad.where == "reserve" and not squad.has("arrived")]
    return [squad.id for squad in sorted(waiting, key=order)]


def set_up(play: Play, unit: Unit) -> None:
    """A unit takes its place in its zone, aboard, or in reserve."""
    card = unit.card
    if card.rides != NOBODY:
        play.happen(WentAboard(unit.id, card.rides))
    elif card.row.arrival in ("reserve", "deep-strike", "outflank") or not there_at_dawn(play, unit):
        play.happen(Withheld(unit.id))
    else:
        question = place_question(play, unit)
        answer = unit.ask(question)
        play.happen(Deployed(unit.id, tuple(question.placed(answer).items())))


def there_at_dawn(play: Play, unit: Unit) -> bool:
    """Whether a unit is there when the battle begins: at dawn only the first of its army that command, the first two of
    the line, what they ride in, and those who infiltrate.  The others come in the first turn."""
    if play.world.scenario.deployment != "dawn" or unit.card.row.arrival == "infiltrate":
        return True
    left, there = dict(AT_DAWN), set[int]()
    for squad in squads(play):
        card = play.world.card(squad.id)
        if squad.owner == unit.owner and card.row.arrival == "table" and left[card.entry.slot] and card.joins == NOBODY:
            left[card.entry.slot] -= 1
            there |= {squad.id, model(play, card.rides).unit if card.rides != NOBODY else squad.id}
    return unit.id in there


def place_question(play: Play, unit: Unit) -> Muster:
    """Where does a unit start?  In the zone of its side, off impassable ground, or far enough from enemies if it
    infiltrates; vehicles look at the middle first."""
    board, name = play.world.board, play.world.scenario.sides[unit.owner].zone
    infiltrates = unit.card.row.arrival == "infiltrate"
    zones = () if infiltrates else tuple(zone.polygon for zone in board.zones if zone.name == name)

    def inside(id: int, at: Placement) -> Reasons:
        if standing := ground.against_standing(play, at):
            return standing
        return against_infiltrating(play, unit, id, at) if infiltrates else against_middle(play, at)

    return Muster(
        "deploy",
        f"Where does {unit.name} start?",
        board,
        layout(play),
        unit.members,
        zones=zones,
        inside=inside,
        coherency=coherency_of(unit),
        keep_clear=INCH,
        facing=unit.crewed,
        worth_facing=((board.width // 2, board.depth // 2),),
        name=play.world.names.__getitem__,
    )


def against_middle(play: Play, at: Placement) -> Reasons:
    """Why a model may not start somewhere: where armies start in quarters, they keep clear of the middle."""
    board, scenario = play.world.board, play.world.scenario
    middle = Placement(board.width // 2, board.depth // 2, at.z, radius=0)
    if scenario.deployment != "spearhead" or gap(at, middle) > CLEAR:
        return ()
    return ('It must start more than 12" from the middle of the table.',)


def against_infiltrating(play: Play, unit: Unit, id: int, at: Placement) -> Reasons:
    """Why a model may not start somewhere ahead: an enemy is too near, or sees it from less far."""
    here = replace(at, posture=int(Posture.UP))
    away = {other.id: gap(here, other.at) for foe in foes(play, unit.owner) for other in models(play, foe)}
    if any(distance <= HIDDEN for distance in away.values()):
        return ('It must start more than 12" from enemies.',)
    near = [other for other, distance in away.items() if distance <= SEEN]
    if near:
        now = layout(play).after(replace(model(play, id), at=here))
        if any(sight.visible(now, play.world.board, other, (id,), None, ()) for other in near):
            return ('It must start more than 18" from enemies who see it.',)
    return ()


# ---- scouts ----------------------------------------------------------------------------------------------------------


def to_scout(play: Play) -> list[int]:
    """The units that still may move ahead before the first turn, those of whoever is first before the others."""
    first = play.state.turn.first
    waiting = [squad for squad in here(play) if not squad.has("scouted") and Unit(play, squad.id).has("scouts")]
    return [squad.id for squad in sorted(waiting, key=lambda squad: (squad.owner != first, squad.id))]


def move_ahead(play: Play, unit: Unit) -> None:
    """A scout makes a move before the first turn, and ends more than twelve inches from every enemy."""
    enemies = [other for foe in foes(play, unit.owner) for other in models(play, foe)]

    def end(id: int, at: Placement) -> Reasons:
        stays = at.spot == model(play, id).at.spot
        near = not stays and any(gap(at, other.at) <= HIDDEN for other in enemies)
        return ('It must end more than 12" from enemies.',) if near else ()

    rules = move_rules(unit, rates.distance(unit, "advance"), terrain.going(unit, "advance"))
    question = March(
        "scout", f"Where does {unit.name} move ahead?", play.world.board, layout(play), unit.members, rules,
        coherency=coherency_of(unit), end=end, name=play.world.names.__getitem__,
    )  # fmt: skip
    play.happen(DeedDone(unit.id, "scouted"))
    move_by(play, unit, question, "moves ahead")


# ---- the start -------------------------------------------------------------------------------------------------------


def note_close_starts(play: Play) -> None:
    """It is noted which units begin close to an enemy, for their first turns."""
    if not play.option["close-start-limits"]:
        return
    for squad in here(play):
        if any(nearest(play, squad.id, foe.id) <= NEAR for foe in foes(play, squad.owner)):
            number = 1 if squad.owner == play.state.turn.first else 2
            play.happen(EffectBegan(Effect(CLOSE, squad.id, moment(number + 1))))
