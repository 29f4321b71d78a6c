"""What a position is worth to a side, for players that look one step ahead.

The value is a sum over figures, each side's own less the enemy's, in points of price; what is loaded or scored on top,
and what the scenario is about to bring.  Where to stand and what to hold (`goals`) is each side's own affair: to count
what an enemy gains by one's coming nearer would keep everybody at home.

Where the numbers come from, here and in `standing`, `forecast`, `goals` and `afoot`: some are counted from the rules,
and say from which.  All others are judged.  They were set by hand, and a change was kept where `greedy` won more
battles by it on the same seeds, against `uniform` and against itself as it was before; docs/decisions/odds.md has the
figures, and says by how much chance alone moves them.  What must be dearer than what, whatever the numbers, is held by
tests/gangfight/bots/test_value.py.
"""

from __future__ import annotations

from functools import cache

from ....core.length import INCH
from ..attacks.shots import why_not_now
from ..battle import complications, endgame
from ..checks import lines
from ..records import DEAD, NEUTRAL, NOBODY, Figure, Kit, Play
from ..records.distances import engaged_with, no_further
from ..records.position import foes
from . import afoot, forecast, goals, standing
from .forecast import CHANCE
from .standing import LATELY, WIN, Left, Standing

# The unit is ten points of price, as rosters print it.
WORTH = 0.1  # for each point of price
VICTORY = 1000.0  # more than everything else together

# Counted from the rules.
DUEL = 16 / 36  # how likely the leaders will have to fight it out (6, 7 or 8 on two dice), before that is known

# Judged: what a victory point is, next to figures.
SCORE = 20.0  # for a victory point: 200 points of price
LEAST = 12  # the price of those who cost nothing: less than the cheapest who are hired

# Judged: a figure, as it is.
WOUNDS = 0.55  # of the worth of a figure lies in its wounds
DOWN = 0.85  # of it is left to a figure that is knocked over: a point to stand up, and easier to hit till then
AMMO = 0.06  # of its worth in each weapon that is loaded, which takes a point

# Judged: points, and what they may still do.
HELD_MOST = 2  # points held that count: more are seldom spent in one turn
HELD = 0.06  # for each point held into the other side's turn, where an enemy is about to come
KEPT = 0.05  # for each point still to be spent in one's own
BLOWS = 0.4  # for each point that is left to a figure in its activation which a charge may bring to an enemy
SHOT = 0.5  # for each shot that a figure in its activation still has at somebody whom it sees in range

# Judged: danger.
RISK = 0.7  # of what a figure is worth is lost with the chance that it falls: less for a side that is behind
PERIL = 0.25  # for each enemy that is about to come, by the wounds that are left
DOOMED = 0.9  # of what the fall of a figure would earn is the most that its danger counts for
SAFE = 0.5  # of what the fall of a figure would earn is lost with its wounds
DECISIVE = 0.5  # of a result that hangs on a leader's life makes that dear

# Judged: the scenario.
BLED = 0.5  # the points that its wounds are worth to a beast's hunters, all told
SENT = 0.25  # the points that each of the dead is worth who has been sent back, one at most
ATTACKS = 1.0  # for those who attack: they know the way home


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat: more is better."""
    now = play.state.turn
    if now.phase == "over":
        return VICTORY * ((now.winner == seat) - (now.winner == 1 - seat))
    left = standing.those_left(play)
    stands = forecast.standing_of(play, seat, left)
    dues, stake, kits, worth = _dues(play, seat, stands), SCORE * _at_stake(play), play.world.kits, 0.0
    threat, dear = goals.enemies_coming(play, seat), stands.dear
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
    chance = goals.chance_of_return(play, seat)
    worth += forecast.worth_of_retreat(play, seat, stands, chance) + forecast.worth_of_settled_result(
        play, seat, stands
    )
    worth += stands.last * stands.hope()
    if now.phase == "deploy" and now.attacker == seat:
        worth += ATTACKS
    return worth + points(play, mine, seat, chance) + _prospect(play, seat) - goals.errands(play, mine, seat, chance)


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
    found: dict[int, float] = dict.fromkeys(complications.marked_figures(play), 1)
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
    spending, back, worth = seat == play.state.turn.seat, goals.worth_returning(chance), 0.0
    off, too_far, kits = goals.inches_off(play, seat), goals.too_far(play, seat), play.world.kits
    for f in mine:
        if not f.ap or not f.here:
            continue
        if not spending or f.activation == "done":
            worth += HELD * min(HELD_MOST, f.ap) * afoot.chance_of_coming(off[f.id])
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
    me = play.state.records[now.actor]
    if me.owner != seat or not me.ap or not me.standing:
        return 0.0
    charge = goals.CHARGING * play.world.kits[me.id].profile.mov
    blows = BLOWS * me.ap if goals.inches_off(play, seat)[me.id] <= charge else 0.0
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
        elif why_not_now(play, me.id, slot):
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
