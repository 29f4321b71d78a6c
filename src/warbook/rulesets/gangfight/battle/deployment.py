"""Before the battle: who attacks, from which side each party comes, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....core.length import INCH
from ....core.structs import replace
from ....mechanics.deployment import Start
from ....mechanics.scenario import SEATS
from ....space import table_edges
from ..checks import dice, edges
from ..events.moments import TurnStart
from ..events.rounds import BattleBegan, RolesTaken
from ..harm import healing
from ..printed.scenario import Scenario
from ..records import CurrentEngagement, Model, Play, State
from ..records.model import namer
from ..records.position import figures
from . import engagements, placing, rounds

# ---- roles -----------------------------------------------------------------------------------------------------------

ROLES = ("attack", "defend")
ROLE_NUMBER = 4


def settle_roles(play: Play) -> None:
    """Who attacks, from which side of the table each comes, and what is fought over."""
    scenario = play.world.scenario
    assert scenario is not None, "only battles that a scenario lays out begin with roles"
    attacker = SEATS.index(scenario.attacker) if scenario.attacker else choose_attacker(play)
    sides = sides_of(play, scenario.zones, 1 - attacker) if scenario.choose_side else scenario.zones
    if scenario.engagement != "roll":
        take_roles(play, attacker, sides, scenario.engagement)
    else:
        now = play.option["engagement-rolled"] == "roles"
        take_roles(play, attacker, sides, engagements.roll_engagement(play) if now else "")


def choose_attacker(play: Play) -> int:
    """The leaders compare their Initiative; the winner says who attacks."""
    red, blue = play.world.leaders
    tests = [dice.trial(play, Model(play, leader).iv, ROLE_NUMBER) for leader in (red, blue)]
    winner = 0 if dice.contest(play, tests[0], tests[1], (red, blue)) else 1
    question = Choose("roles", "Attack or defend?", lambda: ROLES)
    return winner if play.ask(winner, question) == "attack" else 1 - winner


def sides_of(play: Play, zones: tuple[str, ...], defender: int) -> tuple[str, ...]:
    """The defender picks its side of the table."""
    own = play.ask(defender, Choose("side", "From which side?", lambda: zones, named=lambda zone: f"the zone {zone}"))
    other = next(zone for zone in zones if zone != own)
    return (other, own) if defender else (own, other)


def take_roles(play: Play, attacker: int, sides: tuple[str, ...], engagement: CurrentEngagement) -> None:
    """The roles are taken, and the engagement brings its civilians or crates.  The engagement is "" if it is still
    to be rolled."""
    wards, dropped = engagements.wards_and_crates(play, engagement)
    play.happen(RolesTaken(attacker, play.world.parties[attacker], sides, engagement, wards, dropped))


# ---- deployment ------------------------------------------------------------------------------------------------------

AMBUSH_DEPTH = 16 * INCH


def deploy(play: Play) -> None:
    """The attacker puts down everybody, then the defender; last those who lie in ambush.  Then the battle begins."""
    following = next(_to_deploy(play), None)
    if following is None:
        if engagements.to_be_rolled(play):
            engagements.find_out(play)
        else:
            begin_battle(play)
        return
    seat, those = following
    who = those[0]
    if len(those) > 1 and play.state.turn.engagement == "reinforcements":
        who = play.ask(seat, Choose("deploy.who", "Who is here from the start?", lambda: those, named=namer(play)))
    placing.put_down(play, who, play.ask(seat, ask_start(play, who)))


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


def begin_battle(play: Play) -> None:
    """Everybody who is to start on the table is there."""
    now = play.state.turn
    first = play.option["defender-first-points"]
    defenders = [f.id for f in figures(play) if f.owner == 1 - now.attacker and f.here]
    held = tuple((who, min(first, Model(play, who).iv)) for who in defenders) if first else ()
    play.happen(BattleBegan((*waiting(play, 0), *waiting(play, 1)), held))
    play.then(rounds.begin_turn, now.attacker, 1)


def ask_start(play: Play, who: int) -> Start:
    """Where a figure may start: in the zone of its side, deeper for those who lie in ambush, at the edge for
    civilians."""
    world, seat = play.world, play.state.records[who].owner
    ground = edges.zone(play, seat)
    if who in world.civilians:
        ground = placing.back_edge(play, seat, who)
    elif world.kits[who].able("ambush-tactics"):
        ground = table_edges.strip(world.board, edges.own_edge(play, seat), AMBUSH_DEPTH)
    return placing.start_within(play, who, "deploy", f"Where does {world.names[who]} start?", ground)


# ---- positions to ask about ------------------------------------------------------------------------------------------


def everybody_in_place(play: Play) -> None:
    """Puts everybody on the table at the first place proposed, with the roles that the scenario suggests: for
    questions about a battle that has not begun."""
    scenario: Scenario | None = play.world.scenario
    if scenario is not None and play.state.turn.phase == "roles":
        attacker = SEATS.index(scenario.attacker) if scenario.attacker else 0
        engagement = scenario.engagement if scenario.engagement != "roll" else "battleground"
        take_roles(play, attacker, scenario.zones, engagement)
    if play.state.turn.phase == "deploy":
        for who in (*waiting(play, 0), *waiting(play, 1)):
            placing.put_down(play, who, ask_start(play, who).candidates(1)[0])


def poised(play: Play, who: int) -> State:
    """The position in which a figure is about to act: everybody on the table, its side's turn begun, its activation
    too, nothing done."""
    world, play = play.world, Play(play.state.copy(), play.ruleset, play.world, [])
    play.state.agenda = ()
    everybody_in_place(play)
    figure = play.state.records[who]
    if play.state.turn.actor != who:
        ap = figure.ap if play.state.turn.phase == "play" and figure.ap else world.kits[who].profile.iv
        fresh = figure if figure.activation == "active" else replace(figure, cowed=(), braved=())
        play.state.put(replace(fresh, ap=ap, activation="active"))
    now = play.state.turn
    if now.seat != figure.owner:
        healing.wear_off(play, TurnStart(figure.owner, now.round))
    play.state.turn = replace(
        now,
        phase="play",
        round=max(1, now.round),
        seat=figure.owner,
        attacker=max(0, now.attacker),
        actor=who,
        deed=None,
    )
    return play.state
