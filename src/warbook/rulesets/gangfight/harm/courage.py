"""Nerve: Fear of what is dreadful, Bravery when a Hero falls, and the losses that shake a party.

All of them are dice of Willpower; near a living party leader they are the leader's.
"""

from __future__ import annotations

from ....core.length import INCH
from ..checks import dice, lines, luck
from ..events.figures import Braved, Cowed, Fell, Shaken, UsedUp
from ..events.scenario import Marked
from ..records import NEUTRAL, NOBODY, Figure, Model, Play
from ..records.distances import gap
from ..records.position import figures, friends

NEAR = 12 * INCH  # of the leader, and of a Hero that falls
BRAVERY = 3  # the number to reach when a Hero falls, and after heavy losses


def willpower(play: Play, who: int) -> int:
    """The dice of a figure's nerve: the party leader's, where that one is alive and within 12"."""
    leader = leader_of(play, who)
    if leader not in (NOBODY, who):
        at, figure = play.state.records[who].at, play.state.records[leader]
        if figure.here and figure.wounds > 0 and gap(at, figure.at) <= NEAR:
            return Model(play, leader).wp
    return Model(play, who).wp


def leader_of(play: Play, who: int) -> int:
    """The leader of a figure's party; the neutrals have none."""
    owner = play.state.records[who].owner
    return NOBODY if owner == NEUTRAL else play.world.leaders[owner]


# ---- Fear ------------------------------------------------------------------------------------------------------------


def fear_of(play: Play, whom: int) -> int:
    """The number of the Fear that a figure causes, 0 for none; of two, the harder."""
    kit = play.world.kits[whom]
    return max(kit.abilities.get("fear", 0), kit.charm.fear if kit.charm is not None else 0)


def to_be_dared(actor: Model, whom: int) -> int:
    """The number of the Fear that a figure has to master before it acts against an enemy, 0 for none."""
    number = fear_of(actor.play, whom)
    return 0 if not number or fears_nothing(actor) or whom in actor.record.braved else number


def asked_to_dare(actor: Model, whom: int) -> list[str]:
    """A remark that a figure has to master its fear of an enemy first."""
    number = to_be_dared(actor, whom)
    return [f"must master its fear first: {willpower(actor.play, actor.id)} dice on {number}+"] if number else []


def dares(play: Play, actor: Model, whom: int) -> bool:
    """Whether a figure dares to act against an enemy: it tests once an activation, before anything is paid for."""
    number = to_be_dared(actor, whom)
    if not number:
        return True
    nerve = willpower(play, actor.id)
    test, because = dice.trial(play, nerve, number), (f"dice: Willpower {nerve}", f"number: Fear {number}")
    again = luck.rerolls(play, actor.id, "fear")
    passed = dice.successes(play, test, "fear", "Fear", actor.id, most=1, again=again, because=because)
    if passed or drinks_bravery(play, actor):
        play.happen(Braved(actor.id, whom))
        return True
    play.happen(Cowed(actor.id, whom))
    return False


def fears_nothing(actor: Model) -> bool:
    """Passes every test of Fear."""
    return actor.able("fearless") or actor.wears("pendant-of-bravery")


def drinks_bravery(play: Play, actor: Model) -> bool:
    """A potion of bravery is drunk at the first test of Fear that its bearer fails."""
    if not actor.wears("potion-of-bravery"):
        return False
    play.happen(UsedUp(actor.id, "potion-of-bravery"))
    return True


# ---- Bravery ---------------------------------------------------------------------------------------------------------


def witness_hero(play: Play, fell: Fell) -> None:
    """When a Hero is incapacitated, each friend within 12" that saw it fall tests Bravery, at most once a turn."""
    fallen = play.state.records[fell.who]
    if fallen.owner == NEUTRAL or play.world.kits[fell.who].profile.rank != "hero":
        return
    for friend in friends(play, fell.who):
        mark, turn = f"bravery of {friend.id}", play.state.turn.round * 3 + play.state.turn.seat
        if play.state.turn.mark(mark) != turn and near_and_seen(play, friend, fallen):
            play.happen(Marked(mark, turn))
            play.then(bravery, friend.id)


def near_and_seen(play: Play, friend: Figure, fallen: Figure) -> bool:
    """Whether a friend was near enough, and saw it."""
    asked = play.option["bravery-seen"]
    near = asked == "sight" or gap(friend.at, fallen.at) <= NEAR
    return near and (asked == "near" or saw_fall(play, friend.id, fallen.id))


def saw_fall(play: Play, witness: int, who: int) -> bool:
    """Whether a figure sees the place where another has fallen."""
    at, spot = play.state.records[witness].at, play.state.records[who].at
    head = (spot.x, spot.y, spot.z + spot.height)
    return lines.open_to(play, at, head) and not lines.overgrown(play, at, spot)


def bravery(play: Play, who: int) -> None:
    """Dice of Willpower: the successes are the most points that it gets in its next turn."""
    model = Model(play, who)
    if model.able("fearless"):
        return
    again = tuple(range(1, BRAVERY)) if model.able("hardened") else luck.rerolls(play, who, "bravery")
    test = dice.trial(play, willpower(play, who), BRAVERY)
    points = dice.successes(play, test, "bravery", "Bravery", who, most=max(1, model.iv), again=again)
    play.happen(Shaken(who, min(points, model.iv)))


# ---- losses ----------------------------------------------------------------------------------------------------------


def test_after_losses(play: Play, seat: int) -> None:
    """The first time that a party begins its turn with half of its figures or fewer, all but Heroes test Bravery."""
    if (
        not play.option["bravery-after-losses"]
        or seat == NEUTRAL
        or play.state.turn.mark(_losses(seat)) >= 0
        or not half_lost(play, seat)
    ):
        return
    play.happen(Marked(_losses(seat), play.state.turn.round))
    for figure in figures(play):
        if figure.owner == seat and figure.here and play.world.kits[figure.id].profile.rank != "hero":
            bravery(play, figure.id)


def half_lost(play: Play, seat: int) -> bool:
    """Whether at least half of a party is incapacitated.  Figures that the scenario brought do not count."""
    party = [who for who in play.world.sides[seat] if play.world.kits[who].profile.hired]
    return bool(party) and 2 * sum(not play.state.records[who].out for who in party) <= len(party)


def _losses(seat: int) -> str:
    return f"losses of {seat}"
