"""Complications: what comes between the parties once the engagement has been decided, as two dice say.

Whoever earns something by one rolls how the battle will end.
"""

from __future__ import annotations

from collections.abc import Callable

from ....core.decision import Choose
from ....core.dice import Pool
from ....space import table_edges
from ..checks import edges
from ..events.figures import Fell, Revived
from ..events.moments import BetweenActions, OwnMove, RoundEnd
from ..events.rounds import Spent, TurnBegan
from ..events.scenario import ComplicationRolled, Marked
from ..printed.catalogue import RankName
from ..records import DEAD, NEUTRAL, NOBODY, STORM, WINDS, Figure, Model, Play
from ..records.model import namer
from ..records.position import here
from . import endgame, neutrals, risen, scoring

DICE = Pool(2, 6)
BOUNTY, PRESS, MESSENGER, ASSASSINATION, BEAST = 4, 9, 10, 11, 12
HONOUR = (6, 7, 8)
TITLES = {
    DEAD: "the dead walk",
    STORM: "a vicious storm",
    BOUNTY: "a bounty hunt",
    WINDS: "wild winds",
    **dict.fromkeys(HONOUR, "for honour"),
    PRESS: "press the line",
    MESSENGER: "kill the messenger",
    ASSASSINATION: "assassination",
    BEAST: "slay the beast",
}


def complicate(play: Play, seat: int) -> None:
    """A side rolls the complication, and it begins."""
    if play.state.turn.stage != "engagement":
        return
    number = play.roll(DICE, "complication", "Complication")
    play.happen(ComplicationRolled(number, TITLES[number], seat, play.world.parties[seat]))
    play.happen(Marked("complication-by", seat))
    play.happen(Marked("complication-round", play.state.turn.round))
    match TITLES[number]:
        case "the dead walk":
            risen.rise_at_edges(play)
        case "a vicious storm":
            play.then(endgame.end_game, 1 - seat, play.state.turn.round)
        case "a bounty hunt":
            mark_each(play, "bounty", lambda figure: True, of_enemy=True)
        case "kill the messenger":
            mark_each(play, "messenger", lambda f: f.here and rank(play, f) == "regular", of_enemy=False)
        case "assassination":
            mark_each(play, "target", lambda f: rank(play, f) == "hero", of_enemy=True)
        case "slay the beast":
            risen.beast_comes(play)
    if not still_winnable(play):
        lead_on(play, seat)


def rank(play: Play, figure: Figure) -> RankName:
    """The rank of a figure."""
    return play.world.kits[figure.id].profile.rank


def lead_on(play: Play, seat: int) -> None:
    """A side rolls the end game, unless that is done or the other side has nobody left."""
    if play.state.turn.stage == "complications" and not scoring.one_side_left(play):
        play.then(endgame.end_game, seat, play.state.turn.round)


def reward(play: Play, seat: int, points: int, why: str) -> None:
    """What a complication earns, which leads on to the end game."""
    scoring.score(play, seat, points, why)
    lead_on(play, seat)


def still_winnable(play: Play) -> bool:
    """Whether anything can still be earned by the complication, or will lead on by itself."""
    number = play.state.turn.complication
    if number in MARKS:
        return any(scoring.alive(play.state.records[who]) for who in marked_figures(play))
    if number in HONOUR:
        return all(scoring.alive(play.state.records[who]) for who in play.world.leaders)
    return number not in (DEAD, BEAST) or any(f.owner == NEUTRAL for f in here(play))


# ---- those who are marked --------------------------------------------------------------------------------------------


def mark_each(play: Play, what: str, fits: Callable[[Figure], bool], *, of_enemy: bool) -> None:
    """Each side, the attacker first, marks a figure of the enemy or of its own."""
    attacker = play.state.turn.attacker
    for seat in (attacker, 1 - attacker):
        side = play.world.sides[1 - seat if of_enemy else seat]
        those = [who for who in side if scoring.alive(play.state.records[who]) and fits(play.state.records[who])]
        if those:
            question = Choose("mark", PROMPTS[what], lambda those=those: those, named=namer(play))
            play.happen(Marked(f"{what}-{seat}", play.ask(seat, question)))


PROMPTS = {
    "bounty": "Whom of the enemy is the bounty on?",
    "messenger": "Who of yours carries the orders?",
    "target": "Which Hero of the enemy is the target?",
}
MARKS = {BOUNTY: "bounty", MESSENGER: "messenger", ASSASSINATION: "target"}


def marked_figures(play: Play) -> list[int]:
    """Who is marked by the complication in force."""
    now = play.state.turn
    name = MARKS.get(now.complication, "")
    return [who for seat in (0, 1) if (who := now.mark(f"{name}-{seat}")) >= 0]


# ---- between two actions ---------------------------------------------------------------------------------------------


def judge_complication(play: Play, moment: BetweenActions) -> None:
    """Whether the complication has come to anything: a messenger got away, the neutrals are gone, or nothing can be
    won by it any more."""
    now = play.state.turn
    if now.complication == MESSENGER:
        for seat in (0, 1):
            judge_messenger(play, seat)
    if now.stage == "complications" and not play.queue and not still_winnable(play):
        if now.complication == DEAD:
            count_kills(play)
        else:
            lead_on(play, now.mark("complication-by"))


def judge_messenger(play: Play, seat: int) -> None:
    """A messenger that has gone to its side's own edge of the table by a move in its own turn gets away."""
    now = play.state.turn
    who = now.mark(f"messenger-{seat}")
    if who < 0 or now.actor == who or now.seat != seat or now.mark(f"messenger-went-{seat}") < 1:
        return
    figure = play.state.records[who]
    edge = edges.own_edge(play, seat)
    if figure.here and not figure.down and table_edges.at_edge(play.world.board, edge, figure.at, neutrals.NEAR):
        neutrals.leave_table(play, who)
        reward(play, seat, 1, "the orders got away")


def note_messenger(play: Play, moved: OwnMove) -> None:
    """Notes whether the last move of a messenger has brought it to its own edge.  A messenger that only stands there
    by chance does not get away."""
    who, now, figure = moved.who, play.state.turn, play.state.records[moved.who]
    seat: int = figure.owner
    if now.complication == MESSENGER and now.seat == seat and now.mark(f"messenger-{seat}") == who:
        went = int(table_edges.at_edge(play.world.board, edges.own_edge(play, seat), figure.at, neutrals.NEAR))
        if went != now.mark(f"messenger-went-{seat}", 0):
            play.happen(Marked(f"messenger-went-{seat}", went))


def count_kills(play: Play) -> None:
    """All the dead are gone: the side that sent more of them back earns the prize and rolls the end game.  If both
    sent back as many, the attacker rolls, and nobody earns anything."""
    now = play.state.turn
    kills = [max(0, now.mark(f"kills-{seat}")) for seat in (0, 1)]
    if kills[0] == kills[1]:
        lead_on(play, now.attacker)
    else:
        reward(play, int(kills[1] > kills[0]), 2, "most of the dead were sent back")


# ---- those who fall --------------------------------------------------------------------------------------------------


def reward_kill(play: Play, fell: Fell) -> None:
    """The points for a figure that has fallen.  For a marked figure the enemy gets them, whoever felled it."""
    who, by, now = fell.who, fell.by, play.state.turn
    owner, killer = play.state.records[who].owner, play.state.records[by].owner if by >= 0 else NOBODY
    if owner == NEUTRAL:
        neutral_fell(play, killer)
    elif who in play.world.leaders and now.complication in HONOUR:
        if now.stage == "complications":
            duel_over(play, owner, by)
    elif now.complication == MESSENGER and who == now.mark(f"messenger-{owner}"):
        reward(play, 1 - owner, 1, "the messenger has fallen")
    elif now.complication in (BOUNTY, ASSASSINATION) and who == now.mark(f"{MARKS[now.complication]}-{1 - owner}"):
        reward(play, 1 - owner, 1, "the one they were after has fallen")


def strike_off_prize(play: Play, revived: Revived) -> None:
    """Whoever was marked and comes back has earned its prize by its first fall, and is marked no longer."""
    now = play.state.turn
    for seat in (0, 1):
        name = f"{MARKS.get(now.complication, '')}-{seat}"
        if now.mark(name) == revived.who:
            play.happen(Marked(name, NOBODY))


def neutral_fell(play: Play, killer: int) -> None:
    """A dead one that falls is counted for the side that felled it; the beast earns that side a prize."""
    now = play.state.turn
    if killer not in (0, 1):
        return
    if now.complication == BEAST:
        reward(play, killer, 2, "the beast is slain")
    else:
        play.happen(Marked(f"kills-{killer}", max(0, now.mark(f"kills-{killer}")) + 1))


def duel_over(play: Play, owner: int, by: int) -> None:
    """A leader has fallen: if the other leader did it, that is a point; else the duel is off, and the other side
    rolls the end game."""
    if by >= 0 and by == play.world.leaders[1 - owner]:
        reward(play, 1 - owner, 1, "the duel is won")
    else:
        lead_on(play, 1 - owner)


# ---- turns and rounds ------------------------------------------------------------------------------------------------


def bind_leader(play: Play, began: TurnBegan) -> None:
    """For Honour: the leader of the side is bound to go at the other one."""
    seat = began.seat
    if play.state.turn.complication in HONOUR and play.state.turn.stage == "complications" and seat != NEUTRAL:
        play.then(honour, seat)


def honour(play: Play, seat: int) -> None:
    """A leader goes at the other for its first point, until they are in each other's reach."""
    who, whom = play.world.leaders[seat], play.world.leaders[1 - seat]
    model = Model(play, who)
    other = play.state.records[whom]
    if model.standing and model.record.ap > 0 and other.here and not model.engaged:
        play.happen(Spent(who))
        neutrals.move_at(play, who, whom)


def count_round(play: Play, moment: RoundEnd) -> None:
    """What a complication makes of the end of a round: the lines are counted, the winds die down."""
    now = play.state.turn
    if now.stage != "complications":
        return
    if now.complication == PRESS:
        there = [len(over_the_middle(play, seat)) for seat in (0, 1)]
        if there[0] != there[1]:
            reward(play, int(there[1] > there[0]), 1, "their line is pressed further")
    elif now.complication == WINDS and moment.round > now.mark("complication-round"):
        lead_on(play, 1 - now.mark("complication-by"))


def over_the_middle(play: Play, seat: int) -> list[int]:
    """The figures of a side that are in the enemy's half."""
    return [f.id for f in here(play) if f.owner == seat and edges.beyond_middle(play, seat, f.at)]
