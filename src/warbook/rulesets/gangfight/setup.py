"""Laying out a battle: from the texts of scenario, board and rosters to the first position; roles; deployment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...core.decision import Choose, Preview
from ...core.length import INCH
from ...core.ruleset import Ruleset
from ...core.state import Placement, Posture
from ...space.board import Board
from ...space.boardfile import read_board
from ...space.decisions import Place
from ...space.shapes import bounds
from ...space.terrain import Polygon
from . import dice, edges, engagements, lines, printed, rounds
from .events.rounds import BattleBegan, Deployed, RolesTaken
from .model import Kit, Model, Play, World, figures, layout, namer, supplies
from .records import NOBODY, Figure, State, Thing, Turn
from .roster import (
    Member,
    Roster,
    abilities_of,
    armour_of,
    charm_of,
    leader_of,
    parse_roster,
    price,
    profile_of,
    weapons_of,
)
from .scenario import SEATS, Scenario, check_markers, fitted, parse_scenario

Text = tuple[str, str]
"""A text and what messages call it."""

GRAVES = 16
"""How many of the dead that walk there are: who has fallen may rise once more."""

# ---- from texts to a table -------------------------------------------------------------------------------------------


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
    rosters = [parse_roster(*text) for text in roster_texts]
    fitted(
        scenario,
        scenario_text[1],
        board,
        board_text[1],
        [(r, t[1]) for r, t in zip(rosters, roster_texts, strict=True)],
    )
    kits = [[kit_of(member, roster) for member in roster.members] for roster in rosters]
    wards, neutrals = brought(scenario)
    everybody = (*kits[0], *kits[1], *wards, *neutrals)
    owners = (*[0] * len(kits[0]), *[1] * len(kits[1]), *[NOBODY] * len(wards), *[2] * len(neutrals))
    records: list[Any] = [fresh(n, owners[n], kit) for n, kit in enumerate(everybody)]
    names = {number: kit.name for number, kit in enumerate(everybody)}
    records += board_things(board, len(records), names)
    records += crates(scenario, board, len(records), names)
    sides = tuple(tuple(n for n, owner in enumerate(owners) if owner == seat) for seat in (0, 1, 2))
    civilians = tuple(n for n, owner in enumerate(owners) if owner == NOBODY)
    parties = tuple(roster.title for roster in rosters)
    return World(board, everybody, names, parties, scenario, sides, civilians), tuple(records)


def kit_of(member: Member, roster: Roster) -> Kit:
    """What a member of a roster is and carries."""
    return Kit(
        name=member.name,
        profile=profile_of(member),
        weapons=weapons_of(member, roster.setting),
        armour=armour_of(member),
        charm=charm_of(member),
        perks=frozenset(member.perks),
        abilities=abilities_of(member, roster.setting),
        spells=member.spells,
        leader=member.id == leader_of(roster),
        price=price(member),
    )


def brought(scenario: Scenario) -> tuple[list[Kit], list[Kit]]:
    """Those whom a scenario brings: civilians where they may be escorted; the beast, and the dead that may walk."""
    escort = scenario.engagement in ("escort", "roll")
    wards = [_stock(scenario.civilian, f" {n}") for n in range(1, scenario.civilians + 1)] if escort else []
    return wards, [_stock(scenario.beast, ""), *(_stock(scenario.risen, f" {n}") for n in range(1, GRAVES + 1))]


def _stock(id: str, suffix: str) -> Kit:
    """The kit of one whom a scenario brings: its profile alone."""
    profile = printed.profiles()[id]
    return Kit(name=profile.title + suffix, profile=profile, abilities=profile.abilities, price=profile.points)


def fresh(number: int, seat: int, kit: Kit) -> Figure:
    """A figure at the start of a battle, not yet on the table."""
    return Figure(
        id=number,
        owner=seat,
        profile=kit.profile.id,
        at=Placement(0, 0, 0, 0, 0, kit.size.base // 2, kit.size.height, Posture.AWAY),
        wounds=kit.en,
    )


# ---- doors, chests and crates ----------------------------------------------------------------------------------------

THING_RADIUS = 492  # a 25 mm base
THING_HEIGHT = 1000
DOOR_LOCK = 4  # what a lock asks for where the board does not say
CRATES = (-12 * INCH, 0, 12 * INCH)  # of a Supply Drop, along the middle line from the middle of the table


def board_things(board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """Doors and markers of the board as records, numbered after the figures."""
    found = list(_doors(board, first, names))
    for number, marker in enumerate(board.markers, first + len(found)):
        told = dict(marker.params)
        names[number] = str(told.pop("name", f"the {marker.id} {marker.kind}".replace("-", " ")))
        lock, heavy = int(told.get("lock", 0)), bool(told.get("heavy", False))
        found.append(_thing(number, marker.kind, marker.at, lock, heavy))
    return found


def _doors(board: Board, first: int, names: dict[int, str]) -> Iterator[Thing]:
    for number, door in enumerate(board.doors):
        x1, y1, x2, y2 = door.line
        locked = door.state in ("locked", "vault")
        names[first + number] = f"the {door.id.replace('-', ' ')}"
        yield Thing(
            id=first + number,
            owner=NOBODY,
            profile="door",
            at=Placement((x1 + x2) // 2, (y1 + y2) // 2, door.z, 0, 1, 0, door.height, Posture.AWAY),
            kind="door",
            state="locked" if locked else door.state,
            lock=DOOR_LOCK if locked else 0,
            number=number,
        )


def _thing(number: int, kind: str, at: tuple[int, int, int], lock: int = 0, heavy: bool = False) -> Thing:
    place = Placement(*at, 0, 1, THING_RADIUS, THING_HEIGHT, Posture.AWAY)
    state = "locked" if lock else "closed"
    return Thing(id=number, owner=NOBODY, profile=kind, at=place, kind=kind, state=state, lock=lock, heavy=heavy)


def crates(scenario: Scenario, board: Board, first: int, names: dict[int, str]) -> list[Thing]:
    """What a Supply Drop drops; where the engagement is still to be rolled it may never come down."""
    if scenario.engagement not in ("supply-drop", "roll"):
        return []
    middle = (board.width // 2, board.depth // 2)
    south_north = edges.edge_along(board, scenario.zones[0]) in (edges.SOUTH, edges.NORTH)
    spots = scenario.crates or [
        (middle[0] + n, middle[1]) if south_north else (middle[0], middle[1] + n) for n in CRATES
    ]
    found = []
    for number, (x, y) in enumerate(spots):
        names[first + number] = f"supply crate {number + 1}"
        crate = _thing(first + number, "crate", (x, y, 0))
        found.append(replace(crate, profile="supply", state="gone"))
    return found


# ---- roles -----------------------------------------------------------------------------------------------------------

ROLES = ("attack", "defend")
ROLE_NUMBER = 4


def roles(play: Play) -> None:
    """Who attacks, from which side of the table each comes, and what is fought over."""
    scenario: Scenario = play.world.scenario
    attacker = SEATS.index(scenario.attacker) if scenario.attacker else attacking(play)
    sides = sides_of(play, 1 - attacker) if scenario.choose_side else scenario.zones
    engagement: str = scenario.engagement
    if engagement == "roll":
        engagement = engagements.rolled(play) if play.option["engagement-rolled"] == "roles" else ""
    take_roles(play, attacker, sides, engagement)


def attacking(play: Play) -> int:
    """The leaders compare their Initiative; the winner says who attacks."""
    red, blue = play.world.leaders
    tests = [dice.trial(play, Model(play, leader).iv, ROLE_NUMBER) for leader in (red, blue)]
    winner = 0 if dice.contest(play, tests[0], tests[1], (red, blue)) else 1
    question = Choose("roles", "Attack or defend?", lambda: ROLES)
    return winner if play.ask(winner, question) == "attack" else 1 - winner


def sides_of(play: Play, defender: int) -> tuple[str, ...]:
    """The defender picks its side of the table."""
    zones = play.world.scenario.zones
    own = play.ask(defender, Choose("side", "From which side?", lambda: zones, named=lambda zone: f"the zone {zone}"))
    other = next(zone for zone in zones if zone != own)
    return (other, own) if defender else (own, other)


def take_roles(play: Play, attacker: int, sides: tuple[str, ...], engagement: str) -> None:
    """The roles, and whom and what the engagement brings; it is "" where it is still to be rolled."""
    wards, dropped = brings(play, engagement)
    play.happen(RolesTaken(attacker, play.world.parties[attacker], sides, engagement, wards, dropped))


def brings(play: Play, engagement: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The civilians and the crates of an engagement."""
    wards = play.world.civilians if engagement == "escort" else ()
    dropped = tuple(crate.id for crate in supplies(play)) if engagement == "supply-drop" else ()
    return wards, dropped


# ---- deployment ------------------------------------------------------------------------------------------------------


def deploy(play: Play) -> None:
    """The attacker puts down everybody, then the defender; last those who lie in ambush.  Then the battle begins."""
    following = next(_to_deploy(play), None)
    if following is None:
        if engagements.to_be_rolled(play):
            engagements.find_out(play)
        else:
            begin(play)
        return
    seat, those = following
    who = those[0]
    if len(those) > 1 and play.state.turn.engagement == "reinforcements":
        who = play.ask(seat, Choose("deploy.who", "Who is here from the start?", lambda: those, named=namer(play)))
    put_down(play, who, play.ask(seat, start(play, who)))


def put_down(play: Play, who: int, spot: tuple[int, ...]) -> None:
    """A figure takes its place."""
    x, y, z = spot
    play.happen(Deployed(who, x, y, z, play.world.kits[who].size.height))


def _to_deploy(play: Play) -> Iterator[tuple[int, list[int]]]:
    """Who is to be put down, group by group, each with its seat."""
    attacker = play.state.turn.attacker
    for lurking in (False, True):
        for seat in (attacker, 1 - attacker):
            those = waiting(play, seat)
            group = [who for who in those if play.world.kits[who].able("ambush-tactics") is lurking]
            if group and engagements.room_for_more(play, seat, len(those)):
                yield seat, group


def waiting(play: Play, seat: int) -> list[int]:
    """The figures of a side that are not on the table yet, in the order of its roster."""
    return [f.id for f in figures(play) if f.owner == seat and f.state == "waiting"]


def begin(play: Play) -> None:
    """Everybody is there who is to be there."""
    now = play.state.turn
    first = play.option["defender-first-points"]
    defenders = [f.id for f in figures(play) if f.owner == 1 - now.attacker and f.here]
    held = tuple((who, min(first, Model(play, who).iv)) for who in defenders) if first else ()
    play.happen(BattleBegan((*waiting(play, 0), *waiting(play, 1)), held))
    play.then(rounds.begin_turn, now.attacker, 1)


class Start(Place):
    """Where a figure starts.  Its first candidate is as far forward as it gets without crowding its friends."""

    __slots__ = ()

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        rows = [self.layout.row(number) for number in range(len(self.layout))]
        owner = rows[self.mover_id][8]
        friends = [(row[0], row[1]) for row in rows if row[8] == owner and row[7]]
        ranked = sorted(super().candidates(max(n, PLACES)), key=lambda answer: self._rank(answer, friends))
        return [ranked[i * len(ranked) // n] for i in range(n)] if len(ranked) > n else ranked

    def _rank(self, answer: tuple[int, ...], friends: list[tuple[int, int]]) -> tuple[bool, int, tuple[int, ...]]:
        x, y = answer[:2]
        crowded = any((x - fx) ** 2 + (y - fy) ** 2 < APART * APART for fx, fy in friends)
        return crowded, min((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in self.look), answer


PLACES = 96
APART = 2 * INCH
AMBUSH_DEPTH = 16 * INCH


def start(play: Play, who: int) -> Start:
    """Where a figure may start: in the zone of its side, deeper for those who lie in ambush, at the edge for
    civilians."""
    world, seat = play.world, play.state.records[who].owner
    ground = edges.zone(play, seat)
    if who in world.civilians:
        ground = back_edge(play, seat, who)
    elif world.kits[who].able("ambush-tactics"):
        ground = edges.strip(world.board, edges.own_edge(play, seat), AMBUSH_DEPTH)
    return within(play, who, "deploy", f"Where does {world.names[who]} start?", ground)


def within(play: Play, who: int, key: str, prompt: str, ground: Polygon) -> Start:
    """Where a figure may be put on some ground."""
    seat = play.state.records[who].owner
    question = Start(
        key,
        prompt,
        play.world.board,
        layout(play),
        who,
        zones=(ground,),
        facing=False,
        look=[middle(edges.zone(play, 1 - seat))],
        name=namer(play),
    )
    size = play.world.kits[who].size
    at = replace(play.state.records[who].at, posture=int(Posture.UP), height=size.height)
    return question.previewed(
        Preview(notes=lambda to: lines.outlook(play, who, replace(at, x=to[0], y=to[1], z=to[2])))
    )


def back_edge(play: Play, seat: int, who: int) -> Polygon:
    """The strip in which a base touches its side's edge of the table, or nearly so."""
    depth = 2 * play.state.records[who].at.radius
    return edges.strip(play.world.board, edges.own_edge(play, seat), depth)


def middle(polygon: Polygon) -> tuple[int, int]:
    """The middle of the box around a polygon."""
    west, south, east, north = bounds(polygon)
    return (west + east) // 2, (south + north) // 2


def everybody_in_place(play: Play) -> None:
    """Puts everybody on the table at the first place there is, the roles taken as the scenario would have them: for
    those who ask about a battle that has not begun."""
    scenario: Scenario | None = play.world.scenario
    if scenario is not None and play.state.turn.phase == "roles":
        attacker = SEATS.index(scenario.attacker) if scenario.attacker else 0
        engagement = scenario.engagement if scenario.engagement != "roll" else "battleground"
        take_roles(play, attacker, scenario.zones, engagement)
    if play.state.turn.phase == "deploy":
        for who in (*waiting(play, 0), *waiting(play, 1)):
            put_down(play, who, start(play, who).candidates(1)[0])
