"""What the scenario is about to bring: points that will be counted before the battle goes on, and its end."""

from __future__ import annotations

from ..battle import complications, endgame, engagements, scoring
from ..checks import edges
from ..records import NOBODY, WINDS, Figure, Play
from ..records.position import here, per_position, supplies
from . import goals
from .standing import WIN, Left, Standing

# Counted from the rules.
CHANCE = 1 / 3  # that the end game is the one that is feared or hoped for: two faces of six

# Judged (see `value`).
SOON = 5 / 12 * CHANCE  # that one is on soon after the first point: by storm, winds, lines, orders or quick blades
LATER = 0.04  # that it is soon after, where it was not; the side that is behind does not wait for it
TOO_LATE = 3  # rounds before the last in which it comes to be too late for one
ROBBED = 6.0  # inches of its next way home that a figure may yet be robbed of
LATE = 8.0  # inches too far: a figure this late is not expected home
EXPECTED = ((0.3, 0.75), (0.75, 0.25))  # shares at home that a defender, and an attacker, fears not at all or most


def standing_of(play: Play, seat: int, left: Left) -> Standing:
    """How a side stands now, with the points that will be counted before the battle goes on."""
    red, blue = scoring.points(play)
    ahead = (red - blue + _coming(play)) * (1 if seat == 0 else -1)
    gone = play.state.turn.round / scoring.last_round(play)
    return Standing(ahead, left.cost[seat], left.cost[1 - seat], gone)


def _coming(play: Play) -> float:
    """Points that will be counted before the battle goes on, or soon: red's, less blue's."""
    now = play.state.turn
    first = _first(play) if now.stage == "engagement" else _next(play)
    coming = (first == 0) - (first == 1)
    if now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.ASSASSINATION:
        loser = _leaderless(play)
        coming += endgame.PRIZE * ((loser == 1) - (loser == 0))
    return coming


def _first(play: Play) -> int:
    """Who has the point of the engagement, if it is about to be counted."""
    now = play.state.turn
    match now.engagement:
        case "battleground" if now.blow:
            return engagements.engager(play)
        case "point-defense" if any(
            f.owner == 1 - now.attacker and engagements.in_point(play, f.at) for f in here(play)
        ):
            return int(1 - now.attacker if play.option["point-defense-swap"] else now.attacker)
        case "reinforcements":
            over = [f for who in now.reserves if (f := play.state.records[who]).here]
            return next((f.owner for f in over if edges.beyond_middle(play, f.owner, f.at)), NOBODY)
        case _:
            return NOBODY


def _next(play: Play) -> int:
    """Who has the point of the complication, if it is about to be counted."""
    now = play.state.turn
    match now.complication:
        case complications.MESSENGER:
            away = [seat for seat in (0, 1) if _gets_away(play, seat)]
            return away[0] if away else NOBODY
        case complications.PRESS if now.stage == "complications":
            red, blue = (len(complications.over_the_middle(play, seat)) for seat in (0, 1))
            return NOBODY if red == blue else int(blue > red)
        case _:
            return NOBODY


def _gets_away(play: Play, seat: int) -> bool:
    """Whether the messenger of a side stands at its edge, and will be off as soon as its activation is over."""
    now = play.state.turn
    who = now.mark(f"messenger-{seat}")
    return now.mark(f"messenger-went-{seat}") > 0 and bool(play.state.records[who].standing)


def worth_of_settled_result(play: Play, seat: int, stands: Standing) -> float:
    """What it is worth that a leader has fallen and the battle is about to end: the result, less what was hoped for
    before."""
    now = play.state.turn
    if now.stage != "end-game" or endgame.TITLES[now.end_game] != endgame.ASSASSINATION:
        return 0.0
    loser = _leaderless(play)
    if loser == NOBODY:
        return 0.0
    return WIN * (stands.won() - stands.hope(endgame.PRIZE * (1 if loser == seat else -1)))


def _leaderless(play: Play) -> int:
    """The side whose leader alone has fallen."""
    dead = [who >= 0 and not scoring.alive(play.state.records[who]) for who in play.world.leaders]
    return NOBODY if all(dead) or not any(dead) else dead.index(True)


def _leads_on(play: Play) -> bool:
    """Whether the next stage of the scenario comes before the battle goes on."""
    now = play.state.turn
    if now.stage == "complications":
        rolled = any(waiting.rule == "end_game" for waiting in play.state.agenda)
        return rolled or now.complication == WINDS or _next(play) != NOBODY
    match now.engagement:
        case "ambush":
            return bool(now.blow)
        case "supply-drop":
            return any(crate.claimed >= 0 for crate in supplies(play))
        case _:
            return _first(play) != NOBODY


def worth_of_retreat(play: Play, seat: int, stands: Standing, chance: float | None) -> float:
    """What a Tactical Retreat means to a side, compared with what it may hope for without one.  While it is under
    way, the chance counts that enough figures return."""
    now = play.state.turn
    leads_on = _leads_on(play)
    match now.stage:
        case "engagement":
            looms = SOON if leads_on else 0.0
        case "complications":
            looms = CHANCE if leads_on else LATER * (stands.won() >= 0)
        case "end-game" if endgame.TITLES[now.end_game] == endgame.RETREAT:
            looms = 1.0
        case _:
            return 0.0
    if looms < CHANCE:  # it may come too late
        looms *= min(1.0, (scoring.last_round(play) - now.round) / TOO_LATE)
    left = [f for f in here(play) if f.owner == now.attacker]
    if not looms or not left:
        return 0.0
    failure = 1.0 - chance if chance is not None else _failure(play, left, seat)
    worst, best = stands.settling(-endgame.PRIZE), stands.settling(endgame.PRIZE)
    return WIN * looms * (failure * worst + (1.0 - failure) * best - stands.hope())


def _failure(play: Play, left: list[Figure], seat: int) -> float:
    """How likely a side takes it to be that a retreat would go against it."""
    none, sure = EXPECTED[seat == play.state.turn.attacker]
    return max(0.0, min(1.0, (_home(play, left, seat) - none) / (sure - none)))


def _home(play: Play, left: list[Figure], seat: int) -> float:
    """The share of the attackers who will be at home when a retreat is judged: their own side counts upon those who may
    get there, the other one upon who is there."""
    if seat != play.state.turn.attacker:
        return _attackers_home(play, play.state.turn.attacker)
    ways = zip(left, goals.ways_home(play, left, seat), strict=True)
    short = [max(0.0, way + ROBBED - goals.next_stretch(play, f)) if way else 0.0 for f, way in ways]
    return sum([max(0.0, 1.0 - inches / LATE) for inches in short]) / len(left)


@per_position
def _attackers_home(play: Play, attacker: int) -> float:
    left = [f for f in here(play) if f.owner == attacker]
    return sum([edges.in_zone(play, attacker, f.at) for f in left]) / len(left)
