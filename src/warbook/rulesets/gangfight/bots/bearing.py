"""What can still bear on a figure in the action under way: odds leave out the rest of it.

Once those who act have had their attacks, all that is to come are the attacks that were pledged against them, and what
follows from wounds.  A pledged attack wounds whom it is made on; besides, a shot may wound those amid whom its target
stands and in the winds its shooter, an area of effect anybody, and a riposte who strikes.  What is due at the end falls
on those whom it names; only a push may meet somebody else.  And who has fallen stays so, but for one of the dead.
"""

from __future__ import annotations

from ....core.state import Waiting
from ....core.structs import replace
from ..actions import banding
from ..harm import aftermath, courage
from ..records import NEUTRAL, Deed, Due, Figure, Model, Play, Pledge, Row, State
from ..records.position import foes, under_way

ROWS: tuple[Row, ...] = ("charge", "melee", "shot")
LATE = frozenset(
    rule.__name__
    for rule in (
        aftermath.answers,
        aftermath.answer,
        aftermath.aftermath,
        aftermath.take_off_fallen,
        courage.bravery,
        banding.disband,
    )
)
"""The rules that may wait once everybody who acts has attacked."""


def pared_for_wounds(play: Play, who: int) -> State:
    """The position at the end of a step, without what can no longer change whether a figure is hurt or has fallen."""
    return pared(play, who, stance=False)


def pared_for_stance(play: Play, who: int) -> State:
    """The same position, without what can no longer change whether the figure is hurt, has fallen, stands or lies."""
    return pared(play, who, stance=True)


def pared(play: Play, who: int, *, stance: bool) -> State:
    """The position without what can no longer bear on a figure."""
    deed, figure = play.state.turn.deed, play.state.records[who]
    if deed is None or deed.row not in ROWS or not isinstance(figure, Figure):
        return play.state
    if figure.here and figure.wounds <= 0:
        return play.state if figure.owner == NEUTRAL else after_action(play)  # one of the dead may rise
    if not all(harmless(play, pledge, who) for pledge in pledged_attacks(deed)):
        return play.state
    if only_answers_left(play):
        return play.state if any(may_touch(play, due, who, stance) for due in deed.due) else after_action(play)
    if len(deed.band) > 1 or who in deed.band or may_be_asked_late(play, who):
        return play.state
    return without_idle_pledges(play, who)


# ---- what is to come -------------------------------------------------------------------------------------------------


def only_answers_left(play: Play) -> bool:
    """Whether nothing of the action is left but what answers it and its aftermath."""
    return all(waiting.rule in LATE for waiting in rest_of_action(play))


def rest_of_action(play: Play) -> tuple[Waiting, ...]:
    """All that waits up to the end of the action."""
    waiting, parts = play.state.agenda, play.ruleset.going_on
    return waiting[: max((n for n, each in enumerate(waiting, 1) if each.rule in parts), default=0)]


def after_action(play: Play) -> State:
    """The position as if the action were over."""
    state = play.state.copy()
    state.agenda = state.agenda[len(rest_of_action(play)) :]
    return state


def may_touch(play: Play, due: Due, who: int, stance: bool) -> bool:
    """Whether something that is due at the end of the action may change a figure.  A knock-over hurts only a figure
    that clings to a face."""
    if due.kind == "push":
        return True
    if due.who != who or due.kind == "lose-ap":
        return False
    return due.kind != "knock" or stance or play.state.records[who].face is not None


# ---- what is pledged -------------------------------------------------------------------------------------------------


def pledged_attacks(deed: Deed) -> list[Pledge]:
    """The attacks that are pledged and not made yet."""
    return [pledge for pledge in deed.pledges if pledge.kind in aftermath.PLEDGE_DUE and pledge.who not in deed.done]


def harmless(play: Play, pledge: Pledge, who: int) -> bool:
    """Whether a pledged attack leaves a figure as it is, whatever comes of it."""
    deed = under_way(play)
    if who in deed.band or who == pledge.against:
        return False
    shot = pledge.kind == "fire"
    if shot and (play.world.kits[pledge.who].weapons[pledge.slot].area or may_stray(play, pledge, who)):
        return False
    if who != pledge.who:
        return True
    if shot and play.state.turn.windy:
        return False
    return not any(Model(play, each).has("agile-riposte") for each in deed.band)


def may_stray(play: Play, pledge: Pledge, who: int) -> bool:
    """Whether a pledged shot may hit a friend of its shooter instead."""
    if not play.option["stray-shots"]:
        return False
    if play.option["fire-measured-when-declared"]:
        return who in pledge.amid
    records = play.state.records
    return bool(records[who].owner == records[pledge.who].owner)


def may_be_asked_late(play: Play, who: int) -> bool:
    """Whether an interrupt that is declared late, because a figure that acts alone has turned on somebody else, might
    matter to this figure.

    To the target it does not, if the same interrupt declared in time would be harmless: a figure that is turned on
    within reach is in close combat, and does not shoot.
    """
    deed = under_way(play)
    if who == deed.target_of(deed.leader):
        return False
    return any(
        f.owner != NEUTRAL and f.standing and f.ap > 0 and deed.pledged(f.id) is None and f.id not in deed.targets
        for f in foes(play, play.state.records[deed.leader].owner)
    )


def without_idle_pledges(play: Play, who: int) -> State:
    """The position without the shots and blows that are harmless, the bulwarks that guard others, and the points that
    buy nothing any more."""
    deed, state = under_way(play), play.state.copy()
    for f in foes(play, state.records[deed.leader].owner):
        if f.ap:
            state.records[f.id] = replace(f, ap=0)
    left = [p for p in deed.pledges if p.kind in ("counter-charge", "flee") or (p.kind == "bulwark" and p.who == who)]
    if len(left) < len(deed.pledges):
        state.turn = replace(state.turn, deed=replace(deed, pledges=tuple(left)))
    return state
