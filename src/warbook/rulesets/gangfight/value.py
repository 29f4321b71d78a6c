"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over figures, each side's own less the enemy's, in points of price; what is loaded or scored on top,
and what the scenario is about to bring.  Where to stand and what to hold (`goals`) is each side's own affair: to count
what an enemy gains by one's coming nearer would keep everybody at home.
"""

from __future__ import annotations

from functools import cache
from math import tanh

from ...core.length import INCH
from ...space.sight import MARGIN, gap
from . import complications, edges, endgame, engagements, goals, scoring, setup
from .model import Kit, Play, figures, foes, here, layout
from .records import NEUTRAL, NOBODY, WINDS, Figure

WORTH = 0.1  # for each point of price
LEAST = 12  # the price of those who cost nothing
WOUNDS = 0.55  # of the worth of a figure lies in its wounds
DOWN = 0.85
AMMO = 0.06  # of its worth in each weapon that is loaded
HELD = 0.06  # for each point held into the other side's turn, where an enemy is about to come
COMING, AWAY = 8.0, 16.0  # inches: so near an enemy will come, so far off none does
WIDE = int(AWAY * INCH) + 2 * MARGIN  # from middle to middle, so far to one side, is further than that
KEPT = 0.05  # for each point still to be spent in one's own
SCORE = 12.0  # for a victory point
VICTORY = 1000.0
HELD_MOST = 2
PERIL = 0.25  # for each enemy that is about to come, by the wounds that are left
DUEL = 16 / 36  # how likely the leaders will have to fight it out, before that is known
DOOMED = 0.9  # of what the fall of a figure would earn is the most that its danger counts for
SAFE = 0.5  # of what the fall of a figure would earn is lost with its wounds
CHANCE = 1 / 3  # that the end game is the one that is feared or hoped for
LATELY = 4  # the power of what a side has lost by which the prize for the rest of it grows; of the rounds too
BLED = 0.5  # the points that its wounds are worth to a beast's hunters, all told
LOOMS = (0.0, 0.04, CHANCE, 1.0)  # how near a retreat is: far off, after a complication, about to be rolled, on
CAN_WAIT = ("supply-drop", "reinforcements")  # engagements in which one need not hurry on to what comes next
PATIENCE = 4  # how much nearer a retreat is felt to be there
WIN = 150.0  # a battle that is won; one that is lost is as much less than nothing
LEAD, MIGHT = 1.35, 0.8  # what a point in the last round, and being all that is left, do for the hope to win
TOO_LATE = 3  # rounds before the last in which it comes to be too late for one
SPARE = 12.0  # inches of its best way home that a figure may yet be robbed of
DECISIVE = 0.5  # of a result that hangs on a leader's life makes that dear
EARLY = 0.5  # the share of the rounds in which nobody thinks of the last
LATE = 8.0  # inches too far: who is this late is not expected home
EXPECTED = ((0.3, 0.75), (0.85, 0.2))  # shares at home that a defender, and an attacker, fears not at all or most


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat: more is better."""
    now = play.state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    red, blue = scoring.points(play)
    ahead = (red - blue + _coming(play)) * (1 if seat == 0 else -1)
    prizes, stake, kits, worth = _prizes(play), _at_stake(play), play.world.kits, 0.0
    if now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.ASSASSINATION:
        for who, by_result in _hunted(play, seat, ahead):
            prizes[who] = max(prizes[who], by_result)
    mine: list[Figure] = []
    for f in figures(play):
        owner = f.owner
        if owner in (0, 1) and f.wounds > 0 and scoring.alive(f):
            kit = kits[f.id]
            own = health(kit, f)
            prize = prizes.get(f.id, 0.0)
            if kit.leader:
                own += SCORE * stake
                prize += stake
            if prize:
                own -= SCORE * prize * min(DOOMED, SAFE * (1.0 - f.wounds / kit.en) + _peril(play, f, seat))
            if owner == seat:
                mine.append(f)
                worth += own
            else:
                worth -= own
    worth += SCORE * (ahead + _wiped_out(play, 1 - seat) - _wiped_out(play, seat)) + _bled(play)
    worth += _retreat(play, seat, ahead) + _settled(play, seat, ahead) + _at_last(play, seat, ahead)
    return worth + points(play, mine, seat) - goals.errands(play, mine, seat)


# ---- figures ---------------------------------------------------------------------------------------------------------


def health(kit: Kit, figure: Figure) -> float:
    """What a figure is worth in the state that it is in."""
    return _health(kit.price, kit.en, figure.wounds, figure.down, len(figure.unloaded))


@cache
def _health(price: int, full: int, wounds: int, down: bool, unloaded: int) -> float:
    worth = WORTH * max(LEAST, price)
    worth *= 1.0 - WOUNDS * (1.0 - min(1.0, wounds / full))
    if down:
        worth *= DOWN
    return worth * (1.0 - AMMO * unloaded)


def _prizes(play: Play) -> dict[int, float]:
    """Whose fall earns the enemy points before the battle goes on, and how many."""
    now = play.state.turn
    found: dict[int, float] = dict.fromkeys(complications.marked(play), 1)
    if now.engagement == "ambush" and now.blow:
        found |= {who: 2 if play.state.records[who].owner == now.attacker else 1 for who in now.blow}
    if now.complication in complications.HONOUR:
        found |= dict.fromkeys(play.world.leaders, 1)
    if now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.ASSASSINATION:
        for leader in play.world.leaders:
            found[leader] = found.get(leader, 0) + endgame.PRIZE
    return found


def _hunted(play: Play, seat: int, ahead: float) -> list[tuple[int, float]]:
    """The leaders and what the fall of each means for the result, where it ends the battle; in points."""
    leaders, hope = play.world.leaders, _hope(play, seat, ahead)
    won, lost = _won(play, seat, ahead + endgame.PRIZE) - hope, hope - _won(play, seat, ahead - endgame.PRIZE)
    return [(leaders[side], DECISIVE * WIN * by / SCORE) for side, by in ((1 - seat, won), (seat, lost))]


def _at_stake(play: Play) -> float:
    """The points that a leader's death is likely to cost later, as long as the end game is not known."""
    now = play.state.turn
    if now.stage not in ("engagement", "complications"):
        return 0.0
    return CHANCE * endgame.PRIZE + (DUEL if now.stage == "engagement" else 0.0)


def _peril(play: Play, figure: Figure, seat: int) -> float:
    """How likely one of the side's own is to fall soon to enemies who are near it."""
    if figure.owner != seat or not figure.here:
        return 0.0
    near = layout(play).once(("near", figure.id), _near, play, figure)
    return PERIL * near / figure.wounds


def _near(play: Play, figure: Figure) -> float:
    """How many enemies are about to come at a figure; who is halfway too far off is half of one."""
    x, y = figure.at.x, figure.at.y
    about = [f.at for f in foes(play, figure.owner) if abs(f.at.x - x) < WIDE and abs(f.at.y - y) < WIDE]
    return sum([_comes(gap(figure.at, at) / INCH) for at in about])


def _comes(inches: float) -> float:
    """How likely an enemy is to come from as far off as that."""
    return max(0.0, min(1.0, (AWAY - inches) / (AWAY - COMING)))


def points(play: Play, mine: list[Figure], seat: int) -> float:
    """What the action points of a side are worth: held, as far as somebody will come whom they may answer; still to be
    spent, as far as they would carry a figure to where it wants to be."""
    spending, back, worth = seat == play.state.turn.seat, goals.falls_back(play, seat), 0.0
    off, too_far, kits = goals.off(play, seat), goals.too_far(play, seat), play.world.kits
    for f in mine:
        if not f.ap or not f.here:
            continue
        if not spending or f.activation == "done":
            worth += HELD * min(HELD_MOST, f.ap) * _comes(off[f.id])
        else:
            worth += KEPT * f.ap
            if not back:
                worth += goals.FAR * min(too_far[f.id], kits[f.id].profile.mov * f.ap)
    return worth


def _wiped_out(play: Play, seat: int) -> float:
    """The points for wiping a side out, as far as it has come to that: hardly, until few are left of it."""
    side, kits, records = play.world.sides[seat], play.world.kits, play.state.records
    full = sum([kits[who].en for who in side])
    left = sum([f.wounds for who in side if (f := records[who]).wounds > 0 and scoring.alive(f)])
    return float(play.option["wipe-out-points"] * (1.0 - left / full) ** LATELY) if left else 0.0


def _bled(play: Play) -> float:
    """What it is worth that the beast has lost wounds."""
    if play.state.turn.complication != complications.BEAST:
        return 0.0
    beast: Figure = play.state.records[play.world.sides[NEUTRAL][0]]
    lost = 1.0 - beast.wounds / play.world.kits[beast.id].en
    return SCORE * BLED * lost if beast.here else 0.0


# ---- what the scenario is about to bring -----------------------------------------------------------------------------


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
            return int(now.seat if now.seat != NEUTRAL else play.state.records[now.blow[0]].owner)
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
            red, blue = (len(complications.forward(play, seat)) for seat in (0, 1))
            return NOBODY if red == blue else int(blue > red)
        case _:
            return NOBODY


def _gets_away(play: Play, seat: int) -> bool:
    """Whether the messenger of a side stands at its edge, and will be off as soon as its activation is over."""
    now = play.state.turn
    who = now.mark(f"messenger-{seat}")
    return now.mark(f"messenger-went-{seat}") > 0 and bool(play.state.records[who].standing)


def _at_last(play: Play, seat: int, ahead: float) -> float:
    """What the result is worth that the last round is likely to bring: hardly anything, until it is near."""
    gone = _gone(play)
    return float(WIN * gone**LATELY * _hope(play, seat, ahead)) if gone > EARLY else 0.0


def _gone(play: Play) -> float:
    """The share of the rounds that have begun."""
    return float(play.state.turn.round / scoring.last_round(play))


def _settled(play: Play, seat: int, ahead: float) -> float:
    """What it means that the battle is about to end, for a leader has fallen: its result, less what was to be hoped for
    before."""
    now = play.state.turn
    if now.stage != "end-game" or endgame.TITLES[now.end_game] != endgame.ASSASSINATION:
        return 0.0
    loser = _leaderless(play)
    if loser == NOBODY:
        return 0.0
    before = ahead + endgame.PRIZE * (1 if loser == seat else -1)
    return WIN * (_won(play, seat, ahead) - _hope(play, seat, before))


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
            return any(crate.claimed >= 0 for crate in setup.supplies(play))
        case _:
            return _first(play) != NOBODY


def _retreat(play: Play, seat: int, ahead: float) -> float:
    """What a side has to fear from a Tactical Retreat, or to gain by it, next to what it may hope for without.  `ahead`
    is by how many points it leads."""
    now = play.state.turn
    leads_on = _leads_on(play)
    match now.stage:
        case "engagement":
            looms = LOOMS[leads_on] * (PATIENCE if now.engagement in CAN_WAIT else 1)
        case "complications":
            looms = LOOMS[1 + leads_on]
        case "end-game" if endgame.TITLES[now.end_game] == endgame.RETREAT:
            looms = LOOMS[3]
        case _:
            return 0.0
    if looms < CHANCE:  # it may come too late
        looms *= min(1.0, (scoring.last_round(play) - now.round) / TOO_LATE)
    left = [f for f in here(play) if f.owner == now.attacker]
    if not looms or not left:
        return 0.0
    share = _home(play, left, seat)
    none, sure = EXPECTED[seat == now.attacker]
    failure = max(0.0, min(1.0, (share - none) / (sure - none)))
    worst, best = (_won(play, seat, ahead + prize) for prize in (-endgame.PRIZE, endgame.PRIZE))
    return WIN * looms * (failure * worst + (1.0 - failure) * best - _hope(play, seat, ahead))


def _won(play: Play, seat: int, ahead: float) -> int:
    """The result of a battle that ends with so many points more: 1, -1 or 0; level, those who are left decide."""
    more = ahead or scoring.survivors(play, seat) - scoring.survivors(play, 1 - seat)
    return (more > 0) - (more < 0)


def _hope(play: Play, seat: int, ahead: float) -> float:
    """What the result is likely to be, from -1 to 1, by the points and by who is left: the later it is, the less can
    still come between."""
    mine, theirs, gone = scoring.survivors(play, seat), scoring.survivors(play, 1 - seat), _gone(play)
    return tanh(LEAD * gone * ahead + (MIGHT + gone**LATELY) * (mine - theirs) / max(1, mine + theirs))


def _home(play: Play, left: list[Figure], seat: int) -> float:
    """The share of the attackers who will be at home when a retreat is judged: their own side counts upon those who may
    get there, the other one upon who is there."""
    if seat != play.state.turn.attacker:
        return layout(play).once(("home", seat), _there, play, left)
    ways = zip(left, goals.ways_home(play, left, seat), strict=True)
    short = [max(0.0, way + SPARE - goals.stretch(play, f)) if way else 0.0 for f, way in ways]
    return sum([max(0.0, 1.0 - inches / LATE) for inches in short]) / len(left)


def _there(play: Play, left: list[Figure]) -> float:
    return sum([edges.in_zone(play, f.owner, f.at) for f in left]) / len(left)
