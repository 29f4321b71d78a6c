"""How a side stands: who is left, the points, the rounds, and what the result is likely to be."""

from __future__ import annotations

from math import tanh
from typing import NamedTuple

from ..battle import scoring
from ..records import Figure, Play
from ..records.position import figures

# All of them are judged (see `value`).
WIN = 150.0  # a battle that is won; one that is lost is as much less than nothing
LEAD, MIGHT = 1.35, 0.8  # what a point, the more the later it is, and being all that is left do for the hope to win
DECIDES = 2.0  # how many times more a point does in the last round: whoever is left, it is won by points
UNSURE = 16.0  # of what all have cost, so small a share makes a side surer to be the dearer at the end
EARLY = 0.5  # the share of the rounds in which nobody thinks of the last
LATELY = 4  # the power of what a side has lost by which the prize for the rest of it grows; of the rounds too


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
        """The result, from -1 to 1, of a battle that is about to end, while it is not yet sure who of those left
        will remain."""
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
        """The worth of the result that the last round is likely to bring: close to nothing until that round is near."""
        return float(WIN * self.gone**LATELY) if self.gone > EARLY else 0.0

    def swing(self, points: float) -> float:
        """How much so many points, for either side, would change the worth of the result that the last round is
        likely to bring."""
        return self.last * abs(self.hope(points) - self.hope())

    @property
    def dear(self) -> float:
        """What a point of price adds to the hope for the last round."""
        if self.gone <= EARLY:
            return 0.0
        hope = self.hope()
        return self.last * (MIGHT + self.gone**LATELY) * (1.0 - hope * hope) / max(1, self.mine + self.theirs)


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
