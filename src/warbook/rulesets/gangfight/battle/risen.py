"""Neutrals as they come onto the table: the dead at its edges or where somebody fell, the beast in its middle."""

from __future__ import annotations

from ....core.dice import Pool
from ....core.length import INCH
from ....core.state import Placement
from ....space import table_edges
from ....space.placing import Place
from ....space.terrain import Polygon
from ..checks import dice, edges, luck
from ..events.figures import Fell
from ..events.scenario import Rose
from ..records import DEAD, NEUTRAL, NOBODY, Model, Play
from ..records.position import layout

D3 = Pool(1, 3)
MORE = 3  # of the dead at each edge, besides the die
PLAGUE = "walking-plague"
RESISTED = 4  # the number of the test against the plague
MANY = 1 << 16


def rise_at_edges(play: Play) -> None:
    """The dead come up along two edges of the table, evenly spread."""
    own = edges.own_edge(play, 0)
    flanks = play.option["dead-rise-at"] == "flanks"
    for edge in table_edges.FLANKS[own] if flanks else (own, table_edges.OPPOSITE[own]):
        count = play.roll(D3, "dead", "How many rise, and three more?") + MORE
        for number in range(count):
            who = sleeper(play)
            if who >= 0:
                spots = free_spots(
                    play, who, table_edges.strip(play.world.board, edge, 2 * play.state.records[who].at.radius)
                )
                if spots:
                    stand_up(play, who, spots[(2 * number + 1) * len(spots) // (2 * count)])


def beast_comes(play: Play) -> None:
    """A beast breaks in, in the middle of the table or as near as there is room."""
    who, board = play.world.sides[NEUTRAL][0], play.world.board
    middle = (board.width // 2, board.depth // 2)
    spots = free_spots(play, who, board_ring(play))
    if spots:
        stand_up(
            play, who, min(spots, key=lambda p: ((p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2 + p[2] ** 2, p))
        )


def board_ring(play: Play) -> Polygon:
    """The whole table."""
    return table_edges.strip(play.world.board, table_edges.SOUTH, play.world.board.depth)


def free_spots(play: Play, who: int, within: Polygon) -> list[tuple[int, ...]]:
    """Where a figure could stand, on the lattice of whole inches."""
    return Place("rise", "", play.world.board, layout(play), who, zones=(within,), facing=False).candidates(MANY)


def sleeper(play: Play) -> int:
    """The first of the dead that is not on the table, or -1."""
    side = play.world.sides[NEUTRAL:]
    dead = [who for who in side[0] if play.world.kits[who].able(PLAGUE)] if side else []
    return next((who for who in dead if not play.state.records[who].here), NOBODY)


def stand_up(play: Play, who: int, spot: tuple[int, ...], seat: int = NEUTRAL) -> None:
    """One of them stands there, whole."""
    neutrals = max(play.state.turn.neutrals, who - play.world.mustered + 1)
    x, y, z = spot
    play.happen(Rose(who, x, y, z, Model(play, who).size.height, Model(play, who).en, seat, neutrals))


def rise(play: Play, who: int, seat: int = NEUTRAL) -> None:
    """Somebody who has fallen rises where it lay, as one of the dead; there are only so many of them."""
    other = sleeper(play)
    if other < 0:
        play.note(who, "it does not rise")
        return
    at = play.state.records[who].at
    spots = free_spots(play, other, _around(play, at))
    if spots:
        spot = min(spots, key=lambda p: ((p[0] - at.x) ** 2 + (p[1] - at.y) ** 2 + (p[2] - at.z) ** 2, p))
        stand_up(play, other, spot, seat)


def _around(play: Play, at: Placement) -> Polygon:
    """The square of four inches around a place."""
    board = play.world.board
    west, east = max(0, at.x - 2 * INCH), min(board.width, at.x + 2 * INCH)
    south, north = max(0, at.y - 2 * INCH), min(board.depth, at.y + 2 * INCH)
    return ((west, south), (east, south), (east, north), (west, north))


def rise_again(play: Play, fell: Fell) -> None:
    """Where the dead walk, everybody who falls rises as one of them; elsewhere only victims of the plague may."""
    if dead_walk(play) and play.state.records[fell.who].owner != NEUTRAL:
        rise(play, fell.who)
    elif fell.by >= 0 and play.world.kits[fell.by].able(PLAGUE):
        infect(play, fell.who, fell.by)


def dead_walk(play: Play) -> bool:
    """Whether the dead walk: until the last of them is gone and the end game is rolled, or at some tables to the end of
    the battle."""
    now = play.state.turn
    return now.complication == DEAD and (now.stage == "complications" or play.option["dead-keep-rising"])


def infect(play: Play, who: int, by: int) -> None:
    """A victim of the plague tests Willpower, or rises as one of its kind."""
    test, again = dice.trial(play, Model(play, who).wp, RESISTED), luck.rerolls(play, who, "the plague")
    if not dice.successes(play, test, "plague", "The plague", who, most=1, again=again):
        rise(play, who, play.state.records[by].owner)
