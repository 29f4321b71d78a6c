"""The six engagements: what each brings with it, what it earns, and what in it leads to the complications.

What happens at the start of a turn is put on the agenda by `bring_on`; what has been reached is looked at between two
actions, by `judge_engagement`.
"""

from __future__ import annotations

from ....core.decision import Choose
from ....core.dice import Pool
from ....core.length import INCH, written
from ....core.state import Placement
from ....space import table_edges
from ..checks import edges
from ..events.figures import Fell, Revived
from ..events.moments import BetweenActions, TurnEnd, TurnStart
from ..events.rounds import EngagementFound, HeldBack, Lifted
from ..events.scenario import Marked
from ..printed.scenario import ENGAGEMENTS, Engagement, Scenario
from ..records import NEUTRAL, CurrentEngagement, Figure, Play
from ..records.model import namer
from ..records.position import figures, here, supplies
from . import civilians, complications, neutrals, placing, scoring

DIE = Pool(1, 6)
AMBUSH = 24 * INCH
POINT = 6 * INCH  # half the side of the zone of a Point Defense
TITLES = {
    "escort": "Escort",
    "ambush": "Ambush",
    "reinforcements": "Reinforcements",
    "supply-drop": "Supply Drop",
    "battleground": "Battleground",
    "point-defense": "Point Defense",
}


def roll_engagement(play: Play) -> Engagement:
    """The engagement that the die names."""
    number: int = play.roll(DIE, "engagement", "Engagement")
    return ENGAGEMENTS[number - 1]


def to_be_rolled(play: Play) -> bool:
    """Whether the die has yet to say what is fought over."""
    scenario: Scenario | None = play.world.scenario
    return scenario is not None and scenario.engagement == "roll" and not play.state.turn.engagement


def find_out(play: Play) -> None:
    """The engagement is rolled once everybody is in place.  Its civilians and crates come now; in Reinforcements
    half of each party is taken up again, to come later."""
    engagement = roll_engagement(play)
    play.happen(EngagementFound(engagement, 1 - play.state.turn.attacker, *wards_and_crates(play, engagement)))
    if engagement == "reinforcements":
        for seat in (play.state.turn.attacker, 1 - play.state.turn.attacker):
            play.then(hold_back, seat)


def hold_back(play: Play, seat: int) -> None:
    """Of more than half of a party, rounded up, one figure after another is taken up to come later."""
    there = [who for who in play.world.sides[seat] if play.state.records[who].here]
    if len(there) > half_of_party(play, seat):
        who = play.ask(seat, Choose("hold-back", "Who comes later?", lambda: there, named=namer(play)))
        play.happen(HeldBack(who))
        play.then(hold_back, seat)


# ---- who is there from the start -------------------------------------------------------------------------------------


def room_for_more(play: Play, seat: int, left: int) -> bool:
    """Whether another figure is put down before the battle: in Reinforcements, only until half of the party is
    there."""
    if play.state.turn.engagement != "reinforcements":
        return True
    return len(play.world.sides[seat]) - left < half_of_party(play, seat)


def half_of_party(play: Play, seat: int) -> int:
    """Half of the figures of a party, rounded up."""
    return (len(play.world.sides[seat]) + 1) // 2


# ---- the start of a turn ---------------------------------------------------------------------------------------------


def bring_on(play: Play, moment: TurnStart) -> None:
    """What an engagement does before a side gets its points."""
    now, seat, round = play.state.turn, moment.seat, moment.round
    if seat == NEUTRAL:
        return
    if round >= 2 and now.reserves:
        for who in now.reserves:
            if play.state.records[who].owner == seat and play.state.records[who].state == "waiting":
                play.then(arrive, who)
    if round == 1 and seat == now.attacker:
        if now.engagement == "ambush":
            attackers = tuple(f.id for f in here(play) if f.owner == seat)
            play.happen(Lifted(attackers))
            for who in attackers:
                play.then(spring, who)
        elif now.engagement == "point-defense":
            play.then(pick_point)


def arrive(play: Play, who: int) -> None:
    """A reserve comes on from its side's edge of the table, or waits another turn where that is too crowded."""
    seat = play.state.records[who].owner
    place = placing.start_within(
        play, who, "arrive", f"Where does {play.world.names[who]} come on?", placing.back_edge(play, seat, who)
    )
    if place.has_room():
        placing.put_down(play, who, play.ask(seat, place))


def spring(play: Play, who: int) -> None:
    """An attacker in ambush is put down again, as far in as half the table."""
    seat, board = play.state.records[who].owner, play.world.board
    ground = table_edges.strip(board, edges.own_edge(play, seat), AMBUSH)
    place = placing.start_within(play, who, "spring", f"Where does {play.world.names[who]} come out of hiding?", ground)
    placing.put_down(play, who, play.ask(seat, place))


def pick_point(play: Play) -> None:
    """The attacker picks the zone that is defended: 12" by 12", its middle on the middle line."""
    now = play.state.turn
    spots = range(POINT, edges.depth_of_table(play, 0, along=True) - POINT + 1, INCH)
    question = Choose(
        "point",
        "Which stretch of the middle line is to be held?",
        lambda: tuple(spots),
        named=lambda spot: f"the stretch around {written(spot)}",
    )
    play.happen(Marked("point", play.ask(now.attacker, question)))


# ---- between two actions ---------------------------------------------------------------------------------------------


def judge_engagement(play: Play, moment: BetweenActions) -> None:
    """After each action: whether it has won or moved on the engagement, as by a crate taken or first blood drawn."""
    match play.state.turn.engagement:
        case "escort":
            judge_escort(play)
        case engagement if play.state.turn.stage == "engagement":
            match engagement:
                case "ambush" if play.state.turn.blow:
                    begin_complications(play, 1 - play.state.turn.attacker)
                case "reinforcements":
                    judge_reserves(play)
                case "supply-drop":
                    judge_crates(play)
                case "battleground" if play.state.turn.blow:
                    first_blood(play)
                case "point-defense":
                    judge_point(play)


def begin_complications(play: Play, seat: int) -> None:
    """The engagement leads on: if both sides have somebody left, a side rolls the complication; at some tables
    always the defender."""
    if play.option["complications-rolled-by"] == "defender":
        seat = 1 - play.state.turn.attacker
    if play.state.turn.stage == "engagement" and not scoring.one_side_left(play):
        play.then(complications.complicate, seat)


def earn(play: Play, seat: int, why: str) -> None:
    """A side has earned the point of the engagement, and rolls."""
    scoring.score(play, seat, 1, why)
    begin_complications(play, seat)


def first_blood(play: Play) -> None:
    """Battleground: whoever brings on the first close combat."""
    earn(play, engager(play), "the first to engage")


def engager(play: Play) -> int:
    """The side that has brought on the first close combat."""
    return play.state.records[play.state.turn.blow[0]].owner


def judge_reserves(play: Play) -> None:
    """Reinforcements: whoever first has a reserve beyond the middle line, even one that has fallen there at once."""
    for who in play.state.turn.reserves:
        figure = play.state.records[who]
        if figure.state != "waiting" and edges.beyond_middle(play, figure.owner, figure.at):
            earn(play, figure.owner, "a reserve is over the middle line")
            return


def judge_crates(play: Play) -> None:
    """Supply Drop: the first crate to be claimed brings the complications; what they earn is counted at the end."""
    for crate in supplies(play):
        if crate.claimed >= 0:
            begin_complications(play, crate.claimed)
            return


def judge_point(play: Play) -> None:
    """Point Defense: a defender has reached the zone, even one that has fallen there at once."""
    now = play.state.turn
    for figure in figures(play):
        if figure.owner == 1 - now.attacker and figure.state != "waiting" and in_point(play, figure.at):
            earner = figure.owner if play.option["point-defense-swap"] else now.attacker
            earn(play, earner, "the defenders have reached the zone")
            return


def in_point(play: Play, at: Placement) -> bool:
    """Whether the middle of a base is in the zone of a Point Defense."""
    along = play.state.turn.mark("point")
    if along < 0:
        return False
    x, y = edges.on_middle(play, along)
    return abs(at.x - x) <= POINT and abs(at.y - y) <= POINT


# ---- Escort ----------------------------------------------------------------------------------------------------------


def judge_escort(play: Play) -> None:
    """Escort: civilians at the far edge are away; all of them, or all Heroes, dead are a point for the attacker; all of
    them beyond the middle one for the defender, and another once they are out by the far edge."""
    now = play.state.turn
    defender = 1 - now.attacker
    wards: list[Figure] = [play.state.records[who] for who in play.world.civilians]
    far = civilians.far_edge(play, defender)
    for ward in wards:
        if ward.here and now.actor != ward.id and table_edges.at_edge(play.world.board, far, ward.at, neutrals.NEAR):
            civilians.step_off(play, ward.id, far)
            return
    if now.stage == "engagement":
        judge_civilians(play, wards, defender)
    left = [ward for ward in wards if ward.here]
    if not left and now.mark("out") > 0 and now.mark("away") < 0:
        play.happen(Marked("away", 1))
        scoring.score(play, defender, 1, "the civilians are out by the far edge")


def judge_civilians(play: Play, wards: list[Figure], defender: int) -> None:
    """What either side earns by the civilians, once."""
    heroes = [who for who in play.world.sides[defender] if play.world.kits[who].profile.rank == "hero"]
    if all(play.state.records[who].out for who in heroes):
        earn(play, 1 - defender, "all Heroes of the defenders are dead")
    elif all(ward.out for ward in wards):
        earn(play, 1 - defender, "all civilians are dead")
    else:
        left = [ward for ward in wards if ward.here]
        across = all(edges.beyond_middle(play, defender, ward.at) for ward in left)
        if across and (left or play.state.turn.mark("out") > 0):
            earn(play, defender, "the civilians are beyond the middle")


# ---- those who fall, and the end of a turn ---------------------------------------------------------------------------


def reward_ambush(play: Play, fell: Fell) -> None:
    """Ambush: what the first two to fight are worth, each to the other's side."""
    who, now = fell.who, play.state.turn
    if now.engagement != "ambush" or who not in now.blow or now.mark(f"returned-{who}") >= 0:
        return
    owner = play.state.records[who].owner
    if owner == now.attacker:
        scoring.score(play, 1 - owner, 2, "the ambusher who fought first has fallen")
    else:
        scoring.score(play, 1 - owner, 1, "the first to be fought has fallen")


def note_return(play: Play, revived: Revived) -> None:
    """Ambush: whoever was of the first two to fight and comes back has earned its prize by its first fall."""
    now = play.state.turn
    if now.engagement == "ambush" and revived.who in now.blow:
        play.happen(Marked(f"returned-{revived.who}", 1))


def judge_encirclement(play: Play, moment: TurnEnd) -> None:
    """Ambush: the defenders are surrounded when attackers stand beyond the outermost of them on all four sides."""
    now = play.state.turn
    if moment.seat == NEUTRAL or now.engagement != "ambush" or now.mark("surrounded") >= 0:
        return
    inside = [f.at for f in here(play) if f.owner == 1 - now.attacker]
    outside = [f.at for f in here(play) if f.owner == now.attacker and f.standing]
    if inside and surrounded(inside, outside):
        play.happen(Marked("surrounded", 1))
        scoring.score(play, now.attacker, 1, "the defenders are surrounded")


def surrounded(inside: list[Placement], outside: list[Placement]) -> bool:
    """Whether some stand further west, east, south and north than all others."""
    west, east = min(at.x for at in inside), max(at.x for at in inside)
    south, north = min(at.y for at in inside), max(at.y for at in inside)
    return (
        any(at.x < west for at in outside)
        and any(at.x > east for at in outside)
        and any(at.y < south for at in outside)
        and any(at.y > north for at in outside)
    )


def wards_and_crates(play: Play, engagement: CurrentEngagement) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The civilians and the crates of an engagement."""
    wards = play.world.civilians if engagement == "escort" else ()
    dropped = tuple(crate.id for crate in supplies(play)) if engagement == "supply-drop" else ()
    return wards, dropped
