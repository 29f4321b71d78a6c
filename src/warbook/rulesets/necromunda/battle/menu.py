"""The menu of actions: what a model may do next, what each costs it, and every reason against it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....core.action import Action, Requirement
from ....core.decision import Choose, Reasons
from ....mechanics.menu import action_menu
from ....mechanics.world import per_battle
from ..checks import pieces
from ..printed.library import Cost
from ..records import Actor, Model, Play, actor_of

END, FACE = "end-activation", "face-about"
COST: dict[Cost, int] = {"simple": 1, "basic": 1, "double": 2, "free": 0}
MOST = max(COST.values())
#: Actions that a skill makes Simple for those who have it.
SIMPLE_BY_SKILL = {
    "shoot": "fast-shot",
    "fight": "rain-of-blows",
    "fire-all": "fast-shot",
    "move-and-shoot": "hip-shooting",
}
OTHER_CHOICES = {FACE: "turn to face another way", END: "end the activation"}
OF_VEHICLES = {END: OTHER_CHOICES[END]}


def menu(play: Play, actor: Actor) -> Choose[str]:
    """Which action?  Every action of fighters, or of vehicles, is thought of; those that are refused say why."""
    left, done = play.state.turn.left, play.state.turn.done
    thought_of, tucked_away = conceivable(play, actor.id), nothing_to_do(actor)
    others = OTHER_CHOICES if isinstance(actor, Model) else OF_VEHICLES

    def likely() -> list[str]:
        """Actions of whose requirements the first holds: most actions share it with many others."""
        fitting: list[str] = []
        for first, choices in thought_of.by_first[min(left, MOST)]:
            if first is None or first.holds(actor) is True:
                fitting += choices
        return [*fitting, *others]

    def may(choice: str) -> bool:
        if choice == END:
            return not must_run(actor)
        if choice == FACE or tucked_away:
            return choice == FACE and may_turn(actor)
        return not (choice in done and _repeated(actor, choice, done))

    return action_menu(
        actor,
        f"What does {actor.kit.name} do?",
        thought_of.actions,
        others=others,
        refuse=lambda choice: why_not(actor, choice),
        may=may,
        requires=thought_of.rest,
        likely=likely,
    )


def why_not(actor: Actor, choice: str) -> Reasons:
    """Every reason why a model may not take an action now."""
    if choice == END:
        flight = "run for cover" if isinstance(actor, Model) else "get away"
        return (f"It is broken: it must {flight}.",) if must_run(actor) else ()
    if nothing_to_do(actor):
        return ("It hides in a service hatch, and does nothing.",)
    if choice == FACE:
        return () if may_turn(actor) else ("It turns for nothing only on its feet and before its first action.",)
    now = actor.play.state.turn
    actions = actor.play.ruleset.action
    reasons = actions[choice].why_not(actor)
    if _repeated(actor, choice, now.done):
        reasons = ("It has done that already in this activation.", *reasons)
    if cost(actor, choice) > now.left:
        reasons = (f"It takes {COST[kind(actor, choice)]} actions and {now.left} are left.", *reasons)
    return reasons


def _repeated(actor: Actor, choice: str, done: tuple[str, ...]) -> bool:
    """Basic and Free actions of one name are taken once in an activation; only Simple ones may be repeated."""
    return choice in done and kind(actor, choice) != "simple"


def kind(actor: Actor, choice: str) -> Cost:
    """Simple, basic, double or free, as skills and shields may change it for this fighter."""
    simple = SIMPLE_BY_SKILL.get(choice)
    if simple is not None and actor.has(simple):
        return "simple"
    if isinstance(actor, Model) and choice == "move" and any(a.move_is_basic for a in actor.armour):
        return "basic"
    printed: Any = actor.play.ruleset.action[choice].cost
    known: Cost = printed
    return known


def cost(actor: Actor, choice: str) -> int:
    """How many actions it takes."""
    return conceivable(actor.play, actor.id).costs[choice]


class Conceivable(Struct, frozen=True):
    """The actions whose fixed requirements a model meets on its board: for so many actions left, those that it may pay
    for, by the first of their other requirements (None where there is no other); and the rest of these.  No other
    actions can ever be open to it.  Some are `free`.  `costs` are those of all `actions` of models like it, fighters or
    vehicles."""

    by_first: tuple[tuple[tuple[Requirement[Any] | None, tuple[str, ...]], ...], ...]
    rest: dict[str, tuple[Requirement[Any], ...]]
    free: tuple[Action[Any], ...]
    costs: dict[str, int]
    actions: dict[str, Action[Any]]


def actions_of(play: Play, who: int) -> list[Action[Any]]:
    """The list that fits a model: that of fighters, or that of crewed vehicles."""
    crewed, theirs = play.world.is_crewed(who), play.world.edition.vehicle_actions
    return [action for action in play.ruleset.actions if (action.id in theirs) == crewed]


@per_battle
def conceivable(play: Play, who: int) -> Conceivable:
    """What a model can ever think of doing in this battle."""
    actor, actions = actor_of(play, who), actions_of(play, who)
    costs = {action.id: COST[kind(actor, action.id)] for action in actions}
    by_first: dict[Requirement[Any] | None, list[str]] = {}
    rest: dict[str, tuple[Requirement[Any], ...]] = {}
    for action in actions:
        if all(r.holds(actor) is True for r in action.requires if r.fixed):
            asked = tuple(r for r in action.requires if not r.fixed)
            by_first.setdefault(asked[0] if asked else None, []).append(action.id)
            rest[action.id] = asked[1:]
    payable = (
        ((first, tuple(each for each in choices if costs[each] <= left)) for first, choices in by_first.items())
        for left in range(MOST + 1)
    )
    return Conceivable(
        tuple(tuple((first, choices) for first, choices in found if choices) for found in payable),
        rest,
        tuple(action for action in actions if action.id in rest and action.cost == "free"),
        costs,
        {action.id: action for action in actions},
    )


def free_actions(actor: Actor) -> bool:
    """Whether a free action is still open to a model that has no other left."""
    done = actor.play.state.turn.done
    free = conceivable(actor.play, actor.id).free
    return bool(free) and any(not _repeated(actor, a.id, done) and a.allowed(actor) for a in free)


def may_turn(actor: Actor) -> bool:
    """Whether it is a fighter that has done nothing yet, and stands."""
    turn = actor.play.state.turn
    return not turn.done and isinstance(actor, Model) and actor.standing and not actor.broken


def nothing_to_do(actor: Actor) -> bool:
    """Whether it hides in a service hatch, and its nerve holds: then it takes no action."""
    return pieces.hides_in_hatch(actor.play, actor.id) and not actor.record.broken


def must_run(actor: Actor) -> bool:
    """Whether it is broken and has not run for cover: then it does nothing else, and not nothing."""
    return actor.record.broken and actor.play.state.turn.left == 2
