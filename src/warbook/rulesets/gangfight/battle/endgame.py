"""The end game: what is left to be won, as a die says, and how the battle ends with it."""

from __future__ import annotations

from ....core.dice import Pool
from ..checks import edges
from ..events.moments import BetweenActions, RoundEnd, TurnEnd
from ..events.scenario import Decided, EndGameRolled, Marked
from ..records import Play
from ..records.position import here
from . import scoring

DIE = Pool(1, 6)
ROUT, ASSASSINATION, RETREAT = "rout", "assassination", "tactical retreat"
TITLES = {1: ROUT, 2: ROUT, 3: ASSASSINATION, 4: ASSASSINATION, 5: RETREAT, 6: RETREAT}
PRIZE = 2


def end_game(play: Play, seat: int, round: int) -> None:
    """A side rolls how the battle, whose round this is, will end."""
    if play.state.turn.stage != "complications":
        return
    number = play.roll(DIE, "end-game", "End game")
    play.happen(EndGameRolled(number, TITLES[number], seat, play.world.parties[seat]))
    if TITLES[number] == RETREAT:
        play.happen(Marked("retreat-by", round + 1))


def judge_end_game(play: Play, moment: BetweenActions) -> None:
    """Between two actions: whether the end game is won."""
    now = play.state.turn
    if now.stage != "end-game":
        return
    if TITLES[now.end_game] == ROUT:
        judge_rout(play)
    elif TITLES[now.end_game] == ASSASSINATION:
        judge_assassination(play)


def judge_rout(play: Play) -> None:
    """Rout: the first to leave the enemy no more than a quarter of its figures."""
    now = play.state.turn
    first = now.seat if now.seat in (0, 1) else now.attacker
    for seat in (first, 1 - first):
        if down_to_a_quarter(play, 1 - seat):
            scoring.score(play, seat, PRIZE, "the enemy is routed")
            play.happen(Decided())
            return


def down_to_a_quarter(play: Play, seat: int) -> bool:
    """Whether no more than a quarter of a side is left."""
    return 4 * len(scoring.living(play, seat)) <= len(play.world.sides[seat])


def judge_assassination(play: Play) -> None:
    """Assassination: the first to have killed the enemy's leader; the battle is over with it."""
    dead = [not scoring.alive(play.state.records[who]) for who in play.world.leaders]
    if any(dead):
        if not all(dead):
            scoring.score(play, 1 - dead.index(True), PRIZE, "the enemy's leader is dead")
        scoring.finish(play, "a leader has fallen")


def judge_retreat(play: Play, moment: TurnEnd) -> None:
    """Tactical Retreat: whether more than half of the attackers are back in their own zone after their next turn; the
    battle is over with it."""
    now, seat = play.state.turn, moment.seat
    if now.stage != "end-game" or TITLES[now.end_game] != RETREAT:
        return
    if seat == now.attacker and now.round >= now.mark("retreat-by"):
        left = [f for f in here(play) if f.owner == seat]
        back = sum(edges.in_zone(play, seat, f.at) for f in left)
        away = 2 * back > len(left)
        scoring.score(play, seat if away else 1 - seat, PRIZE, "the retreat" if away else "no retreat")
        scoring.finish(play, "the retreat is over")


def end_after_rout(play: Play, moment: RoundEnd) -> None:
    """A battle whose rout is decided ends with the round."""
    if play.state.turn.stage == "scored" and play.state.turn.phase != "over":
        scoring.finish(play, "the rout is complete")
