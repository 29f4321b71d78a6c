"""Initiative: Vigilance once, at the start of the first round, and the order that it makes for the whole battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from ....core.decision import Choose, Order
from ....core.naming import Names
from ....mechanics.narrative import Roll
from ..attacks import force
from ..attacks.rulings import choose_points
from ..checks import circumstances, pools
from ..checks.pools import Attempt
from ..events.turns import Granted, InitiativeRolled, OrderChanged, PhaseBegan
from ..harm import wounds
from ..records import ADVERSARIES, SQUAD, Check, Model, Play, Score


def roll_all(play: Play) -> None:
    """Everybody on the board rolls, each for itself or by groups; then the order is settled."""
    if play.option["destiny"]:
        play.then(circumstances.fill_destiny)
    for group in groups(play):
        play.then(roll_for, *group)
    play.then(settle)


def arrive(play: Play) -> None:
    """Whoever has just come on rolls and finds a place in the order: the adversaries by groups, as they did at first.
    Or they act last, and roll nothing."""
    placed = {score.who for score in play.state.turn.order}
    for group in groups(play):
        if not placed.issuperset(group):
            play.then(insert, *group)


def groups(play: Play) -> list[tuple[int, ...]]:
    """Who rolls together: the squad each for itself, the adversaries as the table plays it; those who come late to the
    battle roll apart from those who were there at first."""
    world, records = play.world, play.state.records
    late = world.scenario.sides[ADVERSARIES].late
    mine: list[tuple[int, ...]] = [(who,) for who in world.sides[SQUAD] if records[who].here]
    theirs = [who for who in world.sides[ADVERSARIES] if records[who].here]

    def kind(who: int) -> tuple[bool, str, int]:
        alike = {"all": ("", 0), "group": (records[who].profile, 0), "each": ("", who)}
        return (world.kits[who].member in late, *alike[play.option["enemy-initiative"]])

    return [*mine, *sorted(tuple(each) for _, each in groupby(sorted(theirs, key=kind), key=kind))]


def roll_for(play: Play, *who: int) -> None:
    """One roll, for one or for several: the best Perception and the best Vigilance of them count, or the dice of the
    best of them alone.  The quickest of those who act together quickens all of them."""
    best = max(who, key=lambda each: (_worth(play, each), -each))
    model = Model(play, best)
    surprised = play.world.scenario.sides[model.owner].surprised if play.state.turn.round == 0 else 0
    check = Check("initiative", best, setbacks=surprised)
    together = tuple(Model(play, each) for each in who) if play.option["joint-initiative"] == "best-of-each" else ()
    attempt = Attempt(play, model, "vigilance", 0, check, together=together)
    rolled: Roll = pools.throw(attempt, "initiative", "Initiative")
    success = rolled.success if play.option["signed-initiative"] else max(0, rolled.success)
    if play.option["groups-act-together"]:
        quickest = max(who, key=lambda each: (Model(play, each).talent("rapid-reaction"), -each))
        more = [quickened(play, quickest)] * len(who)
    else:
        more = [quickened(play, each) for each in who]
    scores = (Score(each, success + n, rolled.advantage, rolled.triumph) for each, n in zip(who, more, strict=True))
    play.happen(InitiativeRolled(tuple(scores)))


def _worth(play: Play, who: int) -> int:
    model = Model(play, who)
    return 2 * model.characteristic(model.linked("vigilance")) + model.ranks("vigilance")


def quickened(play: Play, who: int) -> int:
    """Strain for successes, by those who know how."""
    model, prompt = Model(play, who), "How much strain for a rapid reaction?"
    points = choose_points(play, model, "rapid-reaction", prompt, model.talent("rapid-reaction"))
    wounds.strain(play, who, points)
    return points


# ---- the order -------------------------------------------------------------------------------------------------------


def rating(score: Score) -> tuple[int, int]:
    """What the order goes by: net successes, then net advantages."""
    return (-score.success, -score.advantage)


def settle(play: Play) -> None:
    """The order; the game master ranks those who are level, or the table has a rule for them (`initiative-ties`)."""
    scores = list(play.state.turn.order)
    levels = groupby(sorted(scores, key=rating), key=rating)
    ranked = [score for _, level in levels for score in ranked_level(play, list(level))]
    play.happen(OrderChanged(tuple(ranked), told=True))
    play.happen(PhaseBegan("play"))
    together = {who: group for group in groups(play) for who in group}
    for group in dict.fromkeys(together[score.who] for score in ranked if score.triumph):
        grant_maneuver(play, group)


def grant_maneuver(play: Play, group: tuple[int, ...]) -> None:
    """A triumph gives one of those who rolled together, whom their player names, a maneuver before the first round."""
    records = play.state.records
    able = [who for who in group if records[who].able]
    if not able:
        return
    question = Choose(
        "initiative.triumph", "Who makes a maneuver before the first round?", lambda: able,
        named=Names(play.world.names),
    )  # fmt: skip
    play.happen(Granted((play.pick(records[group[0]].owner, question),)))


BY_TIES: dict[str, Callable[[Score, int], tuple[int, ...]]] = {
    "triumphs": lambda score, owner: (-score.triumph, owner),
    "squad": lambda score, owner: (owner,),
    "adversaries": lambda score, owner: (-owner,),
}
"""By the option: who comes first of those who are level, where no game master ranks them; then they stand as they
rolled."""


def ranked_level(play: Play, level: list[Score]) -> list[Score]:
    """Those who are level, in their order; they are given in that in which they rolled, so that those who rolled
    together act one after another."""
    rank, records = BY_TIES[play.option["initiative-ties"]], play.state.records
    plain = sorted(level, key=lambda score: rank(score, records[score.who].owner))
    if play.option["gm"] != "adversary" or len(level) < 2:
        return plain
    question = Order(
        "initiative.level", "These are level: in which order do they act?", [score.who for score in plain],
        named=Names(play.world.names),
    )  # fmt: skip
    found = {score.who: score for score in level}
    ranked = play.ask(ADVERSARIES, question)
    return [found[who] for who in (kept_together(play, ranked) if play.option["groups-act-together"] else ranked)]


def kept_together(play: Play, ranked: Sequence[int]) -> list[int]:
    """Those who are level, as they were ranked, but whoever has rolled together one after another, where the first of
    them is."""
    leader = {who: group[0] for group in groups(play) for who in group}
    leaders = {who: leader.get(who, who) for who in ranked}
    return sorted(ranked, key=lambda who: [*leaders.values()].index(leaders[who]))


def insert(play: Play, *who: int) -> None:
    """Newcomers who roll together do so on arrival, and find their place; those who are level are ranked as at first.
    Or they act last, and roll nothing."""
    order = play.state.turn.order
    if play.option["newcomers"] == "last":
        play.happen(OrderChanged((*order, *(Score(each, force.LAST, 0) for each in who)), told=True))
        return
    roll_for(play, *who)
    scores = sorted((score for score in play.state.turn.order if score.who in who), key=rating)
    for rated, newcomers in groupby(scores, key=rating):
        better = [other for other in order if rating(other) < rated]
        level = [other for other in order if rating(other) == rated]
        worse = order[len(better) + len(level) :]
        order = (*better, *ranked_level(play, [*level, *newcomers]), *worse)
    play.happen(OrderChanged(order, told=True))
