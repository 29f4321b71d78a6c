"""Laying out a battle: from the texts of scenario, board and rosters to the first position; and deployment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...core.decision import Preview
from ...core.errors import BadData
from ...core.length import INCH
from ...core.profile import known
from ...core.ruleset import Ruleset
from ...core.state import Placement, Posture, Record
from ...space.board import Board
from ...space.boardfile import read_board
from ...space.decisions import Place
from ...space.shapes import bounds
from ...space.terrain import Lift as BoardLift
from ...space.terrain import Marker, Polygon
from . import darkness, printed, targets
from .events.rounds import Deployed, PhaseBegan
from .model import (
    STANDING_HEIGHT,
    Cache,
    Casket,
    Door,
    Fighter,
    Kit,
    Lift,
    Play,
    State,
    Status,
    Trap,
    Turn,
    Vehicle,
    World,
    layout,
    namer,
)
from .roster import Member, Roster, parse_roster
from .scenario import SEATS, Scenario, Side, fitted, parse_scenario

__all__ = ["Scenario", "Side", "board_things", "deploy", "fresh", "kit_of", "table"]

# ---- from texts to a table -------------------------------------------------------------------------------------------


Text = tuple[str, str]
"""A text and what messages call it."""


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State]:
    """The world and the first position of a battle.  Raises `BadData` for a text that does not say what it should."""
    rosters = tuple(_text(roster) for roster in content["rosters"])
    world, records = _laid_out(_text(content["scenario"]), _text(content["board"]), rosters)
    return world, State(list(records), Turn())


def _text(given: Mapping[str, str]) -> Text:
    return given["text"], given["source"]


@lru_cache(maxsize=16)
def _laid_out(scenario_text: Text, board_text: Text, roster_texts: tuple[Text, ...]) -> tuple[World, tuple[Any, ...]]:
    """The world, and every record before anybody is deployed.  The battles of a match share them: nothing in them ever
    changes, and what has been worked out about a board stays with it."""
    scenario, board = parse_scenario(*scenario_text), read_board(*board_text)
    check_markers(board, board_text[1])
    fitted(scenario, scenario_text[1], board, board_text[1])
    rosters = [parse_roster(*text) for text in roster_texts]
    kits, records, names = _muster(rosters)
    records += board_things(board, len(records), names)
    sides = tuple(tuple(f.id for f in records if f.owner == seat) for seat in range(len(rosters)))
    world = World(board, tuple(kits), names, tuple(r.title for r in rosters), scenario, sides)
    return world, tuple(records)


def _muster(rosters: list[Roster]) -> tuple[list[Kit], list[Any], dict[int, str]]:
    """Every fighter of every side: its kit, its record off the table, its name."""
    kits: list[Kit] = []
    records: list[Any] = []
    names: dict[int, str] = {}
    for seat, roster in enumerate(rosters):
        numbers = {member.id: len(kits) + n for n, member in enumerate(roster.fighters)}
        for member in roster.fighters:
            number, kit = len(kits), kit_of(member, numbers)
            kits.append(kit)
            names[number] = member.name
            records.append(fresh(number, seat, kit))
    return kits, records, names


def kit_of(member: Member, numbers: Mapping[str, int]) -> Kit:
    """What a member of a roster is and carries; `numbers` are the ids of the roster's fighters in the battle."""
    profile = printed.fighters()[member.profile]
    return Kit(
        name=member.name,
        profile=profile,
        weapons=tuple(printed.weapons()[id] for id in member.weapons),
        accessories=tuple(frozenset(member.accessories.get(id, ())) for id in member.weapons),
        armour=tuple(printed.armour()[id] for id in member.armour),
        wargear=frozenset((*profile.wargear, *member.wargear)),
        skills=frozenset((*profile.skills, *member.skills)),
        owner=numbers.get(member.owner, -1),
    )


def fresh(number: int, seat: int, kit: Kit) -> Fighter:
    """A fighter at the start of a battle, not yet on the table."""
    return Fighter(
        id=number,
        owner=seat,
        profile=kit.profile.id,
        at=Placement(0, 0, 0, 0, 1, kit.profile.base // 2, STANDING_HEIGHT, Posture.AWAY),
        status=Status.OUT,
        wounds=kit.profile.w,
        deployed=False,
    )


# ---- doors and markers -----------------------------------------------------------------------------------------------

MARKERS: dict[str, type[Record]] = {
    "casket": Casket,
    "ammo-cache": Cache,
    "booby-trap": Trap,
    "vehicle": Vehicle,
}
MARKER_RADIUS = 492  # a 25 mm base
MARKER_HEIGHT = 400
VEHICLE_RADIUS = 1250
VEHICLE_HEIGHT = 1500
DOOR_WOUNDS = 4


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Record]:
    """Doors, markers and lifts of the board as records, numbered after the fighters."""
    found: list[Record] = [*_doors(board, first, names)]
    for number, marker in enumerate(board.markers, first + len(found)):
        names[number] = str(marker.params.get("name", f"the {marker.id} {marker.kind}".replace("-", " ")))
        found.append(_thing(marker, number))
    for number, lift in enumerate(board.lifts):
        names[first + len(found)] = f"the {lift.id.replace('-', ' ')}"
        found.append(_lift(lift, first + len(found), number))
    return found


def _lift(lift: BoardLift, id: int, number: int) -> Lift:
    west, south, east, north = bounds(lift.polygon)
    at = Placement((west + east) // 2, (south + north) // 2, lift.levels[0], 0, 1, 0, 0, Posture.AWAY)
    return Lift(id=id, owner=-1, profile="lift", at=at, number=number, level=lift.levels[0])


def _doors(board: Board, first: int, names: dict[int, str]) -> Iterator[Door]:
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        names[first + number] = f"the {door.id.replace('-', ' ')}"
        yield Door(
            id=first + number,
            owner=-1,
            profile="door",
            at=Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY),
            number=number,
            state="locked" if door.state == "vault" else door.state,
            vault=door.state == "vault",
            wounds=door.wounds or DOOR_WOUNDS,
        )


def _thing(marker: Marker, number: int) -> Record:
    # A parked vehicle is a body that hides what is behind it; the other things are stepped over and seen past.
    size = (MARKER_RADIUS, MARKER_HEIGHT, Posture.AWAY)
    if marker.kind == "vehicle":
        size = (VEHICLE_RADIUS, VEHICLE_HEIGHT, Posture.UP)
    at = Placement(*marker.at, 0, 1, *size)
    told = {key: value for key, value in marker.params.items() if key != "name"}
    return MARKERS[marker.kind](id=number, owner=-1, profile=marker.kind, at=at, **told)


def check_markers(board: Board, source: str) -> None:
    """Raises `BadData` for a marker that this game does not know, or that is told what it does not know."""
    for number, marker in enumerate(board.markers, 1):
        where = f"marker[{number}]"
        known(marker.kind, MARKERS, source, f"{where}.kind", "a marker of this game")
        for key, value in marker.params.items():
            known(key, PARAMS[marker.kind], source, f"{where}.params", f"what can be said of a {marker.kind}")
            kind = PARAMS[marker.kind][key]
            if type(value) is not kind:
                right = "text in quotes" if kind is str else "a whole number"
                raise BadData(source, f"{where}.params.{key}", repr(value), right)
        if marker.kind == "booby-trap":
            trap = str(marker.params.get("kind", "frag-trap"))
            known(trap, printed.traps(), source, f"{where}.params.kind", "a kind of trap")


PARAMS: dict[str, dict[str, type]] = {
    "casket": {"name": str, "wounds": int},
    "ammo-cache": {"name": str},
    "booby-trap": {"name": str, "kind": str},
    "vehicle": {"name": str, "wounds": int, "toughness": int},
}


def casket_ids(world: World) -> list[int]:
    """The ids of everything that was a loot casket when the battle began."""
    first = world.count + len(world.board.doors)
    return [number for number, marker in enumerate(world.board.markers, first) if marker.kind == "casket"]


# ---- deployment ------------------------------------------------------------------------------------------------------


def deploy(play: Play) -> None:
    """Where it is dark, first how far one sees; then the next fighter is put down; at last the first round begins."""
    if play.world.scenario.dark and not play.state.turn.dark:
        darkness.fall_of_night(play)
        return
    seat = next_to_deploy(play.world, play.state)
    if seat < 0:
        play.happen(PhaseBegan("priority"))
        return
    who = waiting(play.world, play.state, seat)[0]
    x, y, z, fx, fy = play.ask(seat, start(play, who))
    play.happen(Deployed(who, x, y, z, fx, fy))


def next_to_deploy(world: World, state: State) -> int:
    """The seat that puts down a fighter now: the one that the scenario sends first as long as it has any, else the one
    with more of them waiting (red, where that is equal); -1 when all are on the table."""
    left = [len(waiting(world, state, seat)) for seat in (0, 1)]
    if not any(left):
        return -1
    scenario: Scenario = world.scenario
    if scenario.first and left[SEATS.index(scenario.first)]:
        return SEATS.index(scenario.first)
    return int(left[1] > left[0])


def waiting(world: World, state: State, seat: int) -> list[int]:
    """The fighters of a side that are still to be put down, in the order of its roster."""
    return [who for who in world.sides[seat] if not state.records[who].deployed]


class Start(Place):
    """Where a fighter starts.  Its first candidate is as far forward as it gets without crowding its friends."""

    __slots__ = ()

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        ranked = sorted(super().candidates(max(n, PLACES)), key=self._rank)
        return [ranked[i * len(ranked) // n] for i in range(n)] if len(ranked) > n else ranked

    def _rank(self, answer: tuple[int, ...]) -> tuple[bool, int, tuple[int, ...]]:
        x, y = answer[:2]
        owner = self.layout.row(self.mover_id)[8]
        rows = (self.layout.row(number) for number in range(len(self.layout)))
        crowded = any(
            row[8] == owner and row[7] and (x - row[0]) ** 2 + (y - row[1]) ** 2 < APART * APART for row in rows
        )
        return crowded, min((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in self.look), answer


PLACES = 96
APART = 2 * INCH


def start(play: Play, who: int) -> Start:
    """Where a fighter may start: in a zone of its side, as far from enemies as the scenario wants."""
    world, seat = play.world, play.state.records[who].owner
    question = Start(
        "deploy",
        f"Where does {world.names[who]} start?",
        world.board,
        layout(play),
        who,
        zones=zones_of(world, seat),
        keep_clear=world.scenario.keep_apart,
        look=[middle(zone) for zone in zones_of(world, 1 - seat)],
        name=namer(play),
    )
    at = play.state.records[who].at
    return question.previewed(
        Preview(notes=lambda to: targets.outlook(play, who, replace(at, x=to[0], y=to[1], z=to[2])))
    )


def zones_of(world: World, seat: int) -> tuple[Polygon, ...]:
    """The deployment zones of a side."""
    return zones(world.board, world.scenario.sides[seat].zones)


def zones(board: Board, names: tuple[str, ...]) -> tuple[Polygon, ...]:
    """The zones of these names."""
    return tuple(zone.polygon for zone in board.zones if zone.name in names)


def middle(polygon: Polygon) -> tuple[int, int]:
    """The middle of the box around a polygon."""
    west, south, east, north = bounds(polygon)
    return (west + east) // 2, (south + north) // 2
