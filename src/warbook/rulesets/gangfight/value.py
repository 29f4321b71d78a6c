"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over figures, each side's own less the enemy's, in points of price; what is loaded or scored on top,
and what the scenario is about to bring.  Where to stand and what to hold (`goals`) is each side's own affair: to count
what an enemy gains by one's coming nearer would keep everybody at home.
"""

from __future__ import annotations

from functools import cache
from math import tanh
from typing import NamedTuple

from ...core.length import INCH
from . import complications, edges, endgame, engagements, goals, lines, scoring, shooting
from .model import Kit, Play, engaged_with, figures, foes, here, layout, no_further, supplies
from .records import DEAD, NEUTRAL, NOBODY, WINDS, Figure

WORTH = 0.1  # for each point of price
LEAST = 12  # the price of those who cost nothing
WOUNDS = 0.55  # of the worth of a figure lies in its wounds
DOWN = 0.85
AMMO = 0.06  # of its worth in each weapon that is loaded
HELD = 0.06  # for each point held into the other side's turn, where an enemy is about to come
KEPT = 0.05  # for each point still to be spent in one's own
SCORE = 20.0  # for a victory point
VICTORY = 1000.0
HELD_MOST = 2
BLOWS = 0.4  # for each point that is left to a figure in its activation which a charge may bring to an enemy
SHOT = 0.5  # for each shot that a figure in its activation still has at somebody whom it sees in range
RISK = 0.7  # of what a figure is worth is lost with the chance that it falls: less by who is behind, for it must dare
PERIL = 0.25  # for each enemy that is about to come, by the wounds that are left
DUEL = 16 / 36  # how likely the leaders will have to fight it out, before that is known
DOOMED = 0.9  # of what the fall of a figure would earn is the most that its danger counts for
SAFE = 0.5  # of what the fall of a figure would earn is lost with its wounds
CHANCE = 1 / 3  # that the end game is the one that is feared or hoped for
LATELY = 4  # the power of what a side has lost by which the prize for the rest of it grows; of the rounds too
BLED = 0.5  # the points that its wounds are worth to a beast's hunters, all told
SENT = 0.25  # the points that each of the dead is worth who has been sent back, one at most
SOON = 5 / 12 * CHANCE  # that one is on soon after the first point: by storm, winds, lines, orders or quick blades
LATER = 0.04  # that it is soon after, where it was not; who is behind does not wait for it
ATTACKS = 1.0  # for those who attack: they know the way home
WIN = 150.0  # a battle that is won; one that is lost is as much less than nothing
LEAD, MIGHT = 1.35, 0.8  # what a point, the more the later it is, and being all that is left do for the hope to win
DECIDES = 2.0  # how many times more a point does in the last round: whoever is left, it is won by points
UNSURE = 16.0  # of what all have cost, so small a share makes a side surer to be the dearer at the end
TOO_LATE = 3  # rounds before the last in which it comes to be too late for one
ROBBED = 6.0  # inches of its next way home that a figure may yet be robbed of
DECISIVE = 0.5  # of a result that hangs on a leader's life makes that dear
EARLY = 0.5  # the share of the rounds in which nobody thinks of the last
LATE = 8.0  # inches too far: who is this late is not expected home
EXPECTED = ((0.3, 0.75), (0.75, 0.25))  # shares at home that a defender, and an attacker, fears not at all or most


class Left(NamedTuple):
    """Who is left: the `figures` of both sides that have not fallen, and by side what those of its party have cost and
    how many wounds they have, all told."""

    figures: list[Figure]
    cost: list[int]
    wounds: list[int]


class Standing(NamedTuple):
    """How a side stands: the points by which it leads, what those who are left of it and of the enemy have cost, and
    the share of the rounds that have begun."""

    ahead: float
    mine: int
    theirs: int
    gone: float

    def won(self, more: float = 0.0) -> int:
        """The result of a battle that ends with so many points more: 1, -1 or 0; level, those who are left decide."""
        points = self.ahead + more
        margin = points or self.mine - self.theirs
        return (margin > 0) - (margin < 0)

    def settling(self, more: float = 0.0) -> float:
        """The same of a battle that ends soon, in which those who are left are not yet sure to be."""
        if self.ahead + more:
            return self.won(more)
        return tanh(UNSURE * (self.mine - self.theirs) / max(1, self.mine + self.theirs))

    def hope(self, more: float = 0.0) -> float:
        """What the result is likely to be, from -1 to 1, by the points and by who is left: the later it is, the less
        can still come between."""
        mine, theirs, gone = self.mine, self.theirs, self.gone
        might = (MIGHT + gone**LATELY) * (mine - theirs) / max(1, mine + theirs)
        lead = LEAD * gone * (1.0 + DECIDES * gone**LATELY)
        return tanh(lead * (self.ahead + more) + might)

    @property
    def last(self) -> float:
        """What the result is worth that the last round is likely to bring: hardly anything, until it is near."""
        return float(WIN * self.gone**LATELY) if self.gone > EARLY else 0.0

    def swing(self, points: float) -> float:
        """What so many points, of either side's, would do to the result that the last round is likely to bring."""
        return self.last * abs(self.hope(points) - self.hope())

    @property
    def dear(self) -> float:
        """What a point of price adds to the hope for the last round."""
        if self.gone <= EARLY:
            return 0.0
        hope = self.hope()
        return self.last * (MIGHT + self.gone**LATELY) * (1.0 - hope * hope) / max(1, self.mine + self.theirs)


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat: more is better."""
    now = play.state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    left = those_left(play)
    stands = standing(play, seat, left)
    dues, stake, kits, worth = _dues(play, seat, stands), SCORE * _at_stake(play), play.world.kits, 0.0
    threat, dear = goals.threatened(play, seat), stands.dear
    risk = RISK * (1.0 + stands.hope())
    mine: list[Figure] = []
    for f in left.figures:
        who, wounds = f.id, f.wounds
        kit = kits[who]
        own = fit = health(kit, f)
        due = dues.get(who, 0.0)
        if kit.leader:
            own += stake
            due += stake
        falls = PERIL * threat[who] / wounds if who in threat else 0.0
        if due:
            own -= due * min(DOOMED, SAFE * (1.0 - wounds / kit.en) + falls)
        if f.owner == seat:
            mine.append(f)
            worth += own - risk * (fit + dear * kit.price) * min(1.0, falls)
        else:
            worth -= own
    worth += (
        SCORE * (stands.ahead + _wiped_out(play, 1 - seat, left) - _wiped_out(play, seat, left))
        + _bled(play)
        + _sent_back(play, seat)
    )
    chance = goals.returns(play, seat)
    worth += _retreat(play, seat, stands, chance) + _settled(play, seat, stands)
    worth += stands.last * stands.hope()
    if now.phase == "deploy" and now.attacker == seat:
        worth += ATTACKS
    return worth + points(play, mine, seat, chance) + _prospect(play, seat) - goals.errands(play, mine, seat, chance)


def those_left(play: Play) -> Left:
    """Who is left, in one look at everybody."""
    prices, left = play.world.prices, Left([], [0, 0], [0, 0])
    found, cost, wounds = left
    for f in figures(play):
        owner = f.owner
        if owner not in (0, 1) or not scoring.alive(f):
            continue
        price = prices.get(f.id)
        if price is not None:
            cost[owner] += price
        if f.wounds > 0:
            found.append(f)
            if price is not None:
                wounds[owner] += f.wounds
    return left


def standing(play: Play, seat: int, left: Left) -> Standing:
    """How a side stands now, with the points that will be counted before the battle goes on."""
    red, blue = scoring.points(play)
    ahead = (red - blue + _coming(play)) * (1 if seat == 0 else -1)
    gone = play.state.turn.round / scoring.last_round(play)
    return Standing(ahead, left.cost[seat], left.cost[1 - seat], gone)


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


def _dues(play: Play, seat: int, stands: Standing) -> dict[int, float]:
    """Whose fall costs its side more than the figure, and how much."""
    records = play.state.records
    found = {
        who: SCORE * prize + stands.swing(-prize if records[who].owner == seat else prize)
        for who, prize in _prizes(play).items()
        if who != NOBODY
    }
    now = play.state.turn
    if now.stage == "end-game" and endgame.TITLES[now.end_game] == endgame.ASSASSINATION:
        for who, by_result in _hunted(play, seat, stands):
            found[who] = max(found.get(who, 0.0), by_result)
    return found


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


def _hunted(play: Play, seat: int, stands: Standing) -> list[tuple[int, float]]:
    """The leaders and what the fall of each means for the result, where it ends the battle."""
    leaders, hope = play.world.leaders, stands.hope()
    won, lost = stands.won(endgame.PRIZE) - hope, hope - stands.won(-endgame.PRIZE)
    return [(leaders[side], DECISIVE * WIN * by) for side, by in ((1 - seat, won), (seat, lost))]


def _at_stake(play: Play) -> float:
    """The points that a leader's death is likely to cost later, as long as the end game is not known."""
    now = play.state.turn
    if now.stage not in ("engagement", "complications"):
        return 0.0
    return CHANCE * endgame.PRIZE + (DUEL if now.stage == "engagement" else 0.0)


def points(play: Play, mine: list[Figure], seat: int, chance: float | None) -> float:
    """What the action points of a side are worth: held, as far as somebody will come whom they may answer; still to be
    spent, as far as they would carry a figure to where it wants to be, unless that is home."""
    spending, back, worth = seat == play.state.turn.seat, goals.hopeful(chance), 0.0
    off, too_far, kits = goals.off(play, seat), goals.too_far(play, seat), play.world.kits
    for f in mine:
        if not f.ap or not f.here:
            continue
        if not spending or f.activation == "done":
            worth += HELD * min(HELD_MOST, f.ap) * goals.comes(off[f.id])
        else:
            worth += KEPT * f.ap
            if not back:
                worth += goals.FAR * min(too_far[f.id], kits[f.id].profile.mov * f.ap)
    return worth


def _prospect(play: Play, seat: int) -> float:
    """What the figure in its activation may still do where it stands: charge or fight, if an enemy is near enough, or
    shoot, if it sees one within range."""
    now = play.state.turn
    if now.actor < 0 or now.seat != seat:
        return 0.0
    me: Figure = play.state.records[now.actor]
    if me.owner != seat or not me.ap or not me.standing:
        return 0.0
    charge = goals.CHARGING * play.world.kits[me.id].profile.mov
    blows = BLOWS * me.ap if goals.off(play, seat)[me.id] <= charge else 0.0
    shots, reach = _shots(play, me)
    if SHOT * shots <= blows or engaged_with(play, me.id):
        return blows
    near = (f for f in foes(play, seat) if no_further(me.at, f.at, reach))
    return SHOT * shots if any(lines.sees(play, me.id, f.id) for f in near) else blows


def _shots(play: Play, me: Figure) -> tuple[int, int]:
    """How often a figure may still shoot in this activation, loading between shots where it must; and how far."""
    kit = play.world.kits[me.id]
    shots = reach = 0
    for slot in kit.shots:
        weapon = kit.weapons[slot]
        if weapon.archaic:
            some = (me.ap + (slot not in me.unloaded)) // 2
        elif shooting.unfit(play, me.id, slot):
            some = 0
        else:
            some = 1 if weapon.consumed or weapon.once_per_activation else me.ap
        if some:
            shots, reach = max(shots, some), max(reach, weapon.range * INCH)
    return shots, reach


def _wiped_out(play: Play, seat: int, left: Left) -> float:
    """The points for wiping a side out, as far as it has come to that: hardly, until few are left of it."""
    wounds, full = left.wounds[seat], play.world.endurance[seat]
    return float(play.option["wipe-out-points"] * (1.0 - wounds / full) ** LATELY) if wounds else 0.0


def _bled(play: Play) -> float:
    """What it is worth that the beast has lost wounds."""
    if play.state.turn.complication != complications.BEAST:
        return 0.0
    beast: Figure = play.state.records[play.world.sides[NEUTRAL][0]]
    lost = 1.0 - beast.wounds / play.world.kits[beast.id].en
    return SCORE * BLED * lost if beast.here else 0.0


def _sent_back(play: Play, seat: int) -> float:
    """What it is worth to have sent more of the dead back than the enemy, as long as that is to be counted."""
    now = play.state.turn
    if now.complication != DEAD or now.stage != "complications":
        return 0.0
    mine, theirs = (max(0, now.mark(f"kills-{side}")) for side in (seat, 1 - seat))
    return SCORE * max(-1.0, min(1.0, SENT * (mine - theirs)))


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


def _settled(play: Play, seat: int, stands: Standing) -> float:
    """What it means that the battle is about to end, for a leader has fallen: its result, less what was to be hoped for
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


def _retreat(play: Play, seat: int, stands: Standing, chance: float | None) -> float:
    """What a side has to fear from a Tactical Retreat, or to gain by it, next to what it may hope for without.  A side
    that is on it goes by the chance that enough of it return."""
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
        return layout(play).once(("home", seat), _there, play, left)
    ways = zip(left, goals.ways_home(play, left, seat), strict=True)
    short = [max(0.0, way + ROBBED - goals.next_stretch(play, f)) if way else 0.0 for f, way in ways]
    return sum([max(0.0, 1.0 - inches / LATE) for inches in short]) / len(left)


def _there(play: Play, left: list[Figure]) -> float:
    return sum([edges.in_zone(play, f.owner, f.at) for f in left]) / len(left)
