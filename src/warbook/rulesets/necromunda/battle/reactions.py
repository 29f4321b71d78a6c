"""Reactions: what others may do when something is declared."""

from __future__ import annotations

from ....core.action import requirement
from ....core.reaction import Reaction, Respondent
from ....space.sight import touches_arc
from ..attacks.shooting import shooting
from ..events.fighters import Unreadied
from ..events.rounds import Declared
from ..harm import injury
from ..records import Fighter, Model, Play, Status, actor_of
from ..records.position import engaged_with

NO_ACTION = "send-lift"  # it stands in the menu, but whoever stands on a lift sends it without an action


def watchers(play: Play, declared: Declared) -> list[int]:
    """The enemies of the one who acts who know Overwatch and are ready.  Once the action is lost there is nothing to
    interrupt."""
    world = play.world
    if play.state.turn.actor != declared.who or not world.on_guard or declared.action == NO_ACTION:
        return []
    records = play.state.records_as(Fighter)
    owner = records[declared.who].owner
    return [who for who in world.on_guard if (f := records[who]).owner != owner and f.ready]


@requirement("It must know Overwatch.", fixed=True)
def knows_overwatch(watcher: Respondent) -> bool:
    return watcher.who in watcher.play.world.on_guard


@requirement("It must be ready, standing, not broken and not blind.")
def watchful(watcher: Respondent) -> bool:
    f = watcher.play.state.record(Fighter, watcher.who)
    return f.ready and f.status is Status.STANDING and not f.broken and not f.suffers("blind")


@requirement("It must have the enemy that declares an action in its vision arc.")
def faces_the_enemy(watcher: Respondent) -> bool:
    records = watcher.play.state.records
    return touches_arc(records[watcher.who].at, records[watcher.event.who].at)


@requirement("It must not be engaged.")
def not_engaged(watcher: Respondent) -> bool:
    return not engaged_with(watcher.play, watcher.who)


@requirement("It must have the enemy in its sights, over a loaded weapon.")
def in_its_sights(watcher: Respondent) -> bool:
    return shooting.may_shoot_at(Model(watcher.play, watcher.who), watcher.event.who)


def overwatch(play: Play, watcher: int, declared: Declared) -> None:
    """It is no longer ready and shoots at the one who acts; a target that this brings down, or whose nerve it breaks,
    loses its action and its activation."""
    before = how_it_fares(play, declared.who)
    play.happen(Unreadied(watcher))
    shooting.shoot_at(play, Model(play, watcher), declared.who)
    if how_it_fares(play, declared.who) != before:
        injury.leave_activation(play, actor_of(play, declared.who))


def how_it_fares(play: Play, who: int) -> tuple[Status | bool, bool]:
    """Whether a model stands, and whether its nerve holds; a vehicle stands until it is a wreck."""
    actor = actor_of(play, who)
    return (actor.record.status if isinstance(actor, Model) else actor.on_table), actor.record.broken


def risks(play: Play, watcher: int, declared: Declared) -> tuple[str, ...]:
    """What should be known of a watcher's shot: what holds whichever of its weapons it takes."""
    shooter = Model(play, watcher)
    weapons = shooting.guns_that_answer(shooter, declared.who)
    said = [shooting.risks_of_answer(shooter, arm, declared.who) for arm in weapons]
    return tuple(each for each in said[0] if all(each in others for others in said)) if said else ()


OVERWATCH = Reaction(
    "overwatch",
    "Overwatch",
    "When an enemy it sees declares an action, a ready fighter may give up its activation to shoot at it at once. A "
    "target that goes down loses the action and its activation.",
    "skills",
    watchers,
    overwatch,
    cautions=risks,
    cost="its ready marker",
    requires=(knows_overwatch, watchful, faces_the_enemy, not_engaged, in_its_sights),
    options=(
        "premeasure",
        "natural-1-fails-initiative",
        "contact-over-heights",
        "moves-may-end-near",
        "casket-toughness",
        "unstable-grenades",
        "random-directions",
        "drinks-count-together",
        "blasts-find-the-hidden",
        "blasts-reach-other-floors",
        "each-point-injures",
        "further-injuries-wound",
    ),
)
