"""The round: priority, the action phase with its activations, the end phase.

`turn` is what the referee runs when nothing waits on the agenda: it looks at the phase and says what comes next.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from ...core.action import Action, Requirement
from ...core.decision import Choose, Reasons
from ...core.dice import SHOWN, Pool
from ...core.events import EffectsEnded
from ...core.length import INCH
from ...space.decisions import Face
from ...space.sight import within
from . import conditions, falling, gear, injury, morale, moving, setup
from .events.movement import Faced
from .events.rounds import Acted, Activated, Declared, Declined, GroupEnded, PhaseBegan, Readied, RoundBegan
from .model import Fighter, Model, Play, State, Status, World, beasts_of, fighters, friends, namer

PRIORITY = Pool(2, 6, SHOWN, "a D6 each")
END, FACE = "end-activation", "face-about"
WAITS = ""  # of an action that is declared, and put off until an interrupt is over
SHOTS = ("shoot", "blind-fire", "fire-through-ductway")
OTHER_CHOICES = {END: "end the activation", FACE: "turn to face another way"}
NOBODY = -1
GROUP_REACH = 3 * INCH
COST = {"simple": 1, "basic": 1, "double": 2, "free": 0}
#: Actions that a skill makes Simple for those who have it.
SIMPLE_BY_SKILL = {"shoot": "fast-shot", "fight": "rain-of-blows"}


def turn(play: Play) -> None:
    """What happens next."""
    now = play.state.turn
    match now.phase:
        case "setup":
            setup.deploy(play)
        case "priority":
            priority_phase(play)
        case "action":
            action_phase(play)
        case "end":
            end_phase(play)
        case _:
            raise AssertionError(f"nothing is next in phase {now.phase!r}")


def active_seat(state: State) -> int:
    """The seat whose step it is: that of the fighter in its activation, else the one to pick."""
    actor = state.turn.actor
    seat: int = state.records[actor].owner if actor >= 0 else state.turn.seat
    return seat


# ---- priority --------------------------------------------------------------------------------------------------------


def priority_phase(play: Play) -> None:
    """Each side rolls a die and the higher has priority; a tie passes it to the side that had it not, and is rolled
    again in the first round.  Then everybody is ready who is on the table."""
    now = play.state.turn
    red, blue = play.roll(PRIORITY, "priority", "Priority")
    while red == blue and now.priority < 0:
        red, blue = play.roll(PRIORITY, "priority", "Priority, again")
    first = 1 - now.priority if red == blue else int(blue > red)
    play.happen(RoundBegan(now.round + 1, first, play.world.gangs[first]))
    dazzled = {e.on for e in play.state.effects if e.name == "dazzled"}
    play.happen(Readied(tuple(f.id for f in fighters(play) if readied(f) and f.id not in dazzled)))
    if dazzled:
        play.happen(EffectsEnded("readying"))
    for seat in (first, 1 - first):
        if now.bottled[seat]:
            play.then(morale.voluntary_flight, seat)


# ---- the action phase ------------------------------------------------------------------------------------------------


def action_phase(play: Play) -> None:
    """The next action of the fighter that is in its activation, the next of a group, or the next activation."""
    now = play.state.turn
    if now.actor >= 0:
        act(play, Model(play, now.actor))
    elif now.group:
        activate_next_of_group(play)
    else:
        pick(play)


def pick(play: Play) -> None:
    """The sides take turns to activate one ready fighter; where one has none left, the other goes on."""
    seat = play.state.turn.seat
    able = ready_fighters(play, seat)
    if not able:
        seat = 1 - seat
        able = ready_fighters(play, seat)
        if not able:
            play.happen(PhaseBegan("end"))
            return
    nobody = () if play.option["ready-must-activate"] else (NOBODY,)
    question = Choose(
        "activate",
        "Activate whom?",
        lambda: [*able, *nobody],
        idle=nobody,
        named=namer(play),
    )
    who = play.ask(seat, question)
    if who == NOBODY:
        hold_back(play, seat)
    else:
        group = choose_group(play, Model(play, who))
        activate_one_of(play, (who, *group))


def hold_back(play: Play, seat: int) -> None:
    """A side activates nobody, where the table allows that; when the other does the same or cannot go on, the phase
    is over."""
    if play.state.turn.declined or not any_ready(play, 1 - seat):
        play.happen(PhaseBegan("end"))
    else:
        play.happen(Declined(seat, play.world.gangs[seat]))


def begin_activation(play: Play, model: Model, group: tuple[int, ...]) -> None:
    """The activation of one fighter, before its first action."""
    play.happen(Activated(model.id, 2, group))


def act(play: Play, actor: Model) -> None:
    """One action of the fighter in its activation, or the end of it."""
    chosen = play.stage(declare, actor)
    if chosen == END:
        end_activation(play, actor)
    elif chosen == FACE:
        face_about(play, actor)
    elif chosen != WAITS:
        carry_out(play, actor.id, chosen)


def carry_out(play: Play, who: int, action: str) -> None:
    """Do what was declared, if that is still possible: an interrupt may have ended the activation, or taken away what
    it was for.  Shots look for themselves whether anything is left to shoot at."""
    actor = Model(play, who)
    if play.state.turn.actor != who:
        return
    rule = play.ruleset.action[action]
    if play.world.on_guard and action not in SHOTS and not rule.allowed(actor):
        play.note(who, "that can be done no longer")
    else:
        rule.rule(play, actor)


def declare(play: Play, actor: Model) -> str:
    """What the fighter does next, said before it does it."""
    left = play.state.turn.left
    if not left and not free_actions(actor):
        return END
    question = menu(play, actor)
    if left < 2 and not question.several():
        return END
    chosen = play.ask(actor.owner, question)
    if chosen not in (END, FACE):
        play.happen(Acted(actor.id, chosen, cost(actor, chosen)))
        play.happen(Declared(actor.id, chosen))
        if play.queue:  # what an interrupt has done to others, such as to their nerve, comes before the action
            play.then(carry_out, actor.id, chosen, scope=actor.id)
            return WAITS
    return chosen


def end_activation(play: Play, actor: Model) -> None:
    """The fighter has done what it would."""
    injury.leave_activation(play, actor)


def face_about(play: Play, actor: Model) -> None:
    """Before its first action a standing fighter may turn to face any way."""
    ways = partial(moving.ways_to_foes, actor)
    way = play.ask(actor.owner, Face("facing", "Which way does it face?", towards=ways, mover_id=actor.id))
    play.happen(Acted(actor.id, FACE, 0))
    play.happen(Faced(actor.id, *way))


def may_turn(actor: Model) -> bool:
    """Whether it has done nothing yet, and stands."""
    turn = actor.play.state.turn
    return not turn.done and actor.standing and not actor.broken


def must_run(actor: Model) -> bool:
    """Whether it is broken and has not run for cover: then it does nothing else, and not nothing."""
    return actor.broken and actor.play.state.turn.left == 2


def menu(play: Play, actor: Model) -> Choose[str]:
    """Which action?  Every action of the game is thought of; those that are refused say why."""
    actions = play.ruleset.action
    left, done = play.state.turn.left, play.state.turn.done
    costs, thought_of = costs_of(actor), conceivable(actor)
    held: dict[int, bool] = {}  # some requirements are shared

    def likely() -> list[str]:
        """Actions of whose requirements the first holds: most actions share it with many others."""
        fitting = [
            choice
            for first, choices in thought_of.by_first
            if first is None or first.holds(actor) is True
            for choice in choices
            if costs[choice] <= left
        ]
        return [*fitting, FACE, END]

    def allow(choice: str) -> bool:
        if choice == END:
            return not must_run(actor)
        if choice == FACE:
            return may_turn(actor)
        if choice in done and _repeated(actor, choice, done):
            return False
        for requirement in thought_of.rest[choice]:
            holds = held.get(id(requirement))
            if holds is None:
                holds = held[id(requirement)] = requirement.holds(actor) is True
            if not holds:
                return False
        return True

    return Choose(
        "action",
        f"What does {play.world.kits[actor.id].name} do?",
        lambda: (*actions, FACE, END),
        refuse=lambda choice: why_not(actor, choice),
        allow=allow,
        likely=likely,
        idle=(FACE, END),
        named=lambda choice: OTHER_CHOICES[choice] if choice in OTHER_CHOICES else actions[choice].name,
    )


def why_not(actor: Model, choice: str) -> Reasons:
    """Every reason why a fighter may not take an action now."""
    if choice == END:
        return ("It is broken: it must run for cover.",) if must_run(actor) else ()
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


def _repeated(actor: Model, choice: str, done: tuple[str, ...]) -> bool:
    """Basic and Free actions of one name are taken once in an activation; only Simple ones may be repeated."""
    return choice in done and kind(actor, choice) != "simple"


def kind(actor: Model, choice: str) -> str:
    """Simple, basic, double or free, as skills and shields may change it for this fighter."""
    simple = SIMPLE_BY_SKILL.get(choice)
    if simple is not None and actor.has(simple):
        return "simple"
    if choice == "move" and any(a.move_is_basic for a in actor.armour):
        return "basic"
    return actor.play.ruleset.action[choice].cost


def cost(actor: Model, choice: str) -> int:
    """How many actions it takes."""
    return costs_of(actor)[choice]


class Conceivable(Struct, frozen=True):
    """The actions whose fixed requirements a fighter meets on its board, by the first of their other requirements (None
    where there is no other), and the rest of these; no other actions can ever be open to it.  Some are `free`."""

    by_first: tuple[tuple[Requirement[Model] | None, tuple[str, ...]], ...]
    rest: dict[str, tuple[Requirement[Model], ...]]
    free: tuple[Action[Model], ...]


def _worked_out(actor: Model, what: str) -> dict[int, Any]:
    """What has been worked out about the fighters of a battle under the house rules of this table: battles of the same
    files share their world, whatever rules they are played by."""
    world: World = actor.play.world
    known: dict[int, Any] = world.__dict__.setdefault(what, {}).setdefault(actor.play.ruleset.patched, {})
    return known


def conceivable(actor: Model) -> Conceivable:
    """What a fighter can ever think of doing in this battle, worked out once."""
    known = _worked_out(actor, "_conceivable")
    found: Conceivable | None = known.get(actor.id)
    if found is None:
        by_first: dict[Requirement[Model] | None, list[str]] = {}
        rest: dict[str, tuple[Requirement[Model], ...]] = {}
        for action in actor.play.ruleset.actions:
            if all(r.holds(actor) is True for r in action.requires if r.fixed):
                asked = tuple(r for r in action.requires if not r.fixed)
                by_first.setdefault(asked[0] if asked else None, []).append(action.id)
                rest[action.id] = asked[1:]
        found = known[actor.id] = Conceivable(
            tuple((first, tuple(choices)) for first, choices in by_first.items()),
            rest,
            tuple(action for action in actor.play.ruleset.actions if action.id in rest and action.cost == "free"),
        )
    return found


def costs_of(actor: Model) -> dict[str, int]:
    """How many actions each action takes this fighter; its card never changes, so this is worked out once."""
    known = _worked_out(actor, "_costs")
    found: dict[str, int] | None = known.get(actor.id)
    if found is None:
        found = known[actor.id] = {choice: COST[kind(actor, choice)] for choice in actor.play.ruleset.action}
    return found


def free_actions(actor: Model) -> bool:
    """Whether a free action is still open to a fighter that has no other left."""
    done = actor.play.state.turn.done
    return any(not _repeated(actor, a.id, done) and a.allowed(actor) for a in conceivable(actor).free)


# ---- groups ----------------------------------------------------------------------------------------------------------


def choose_group(play: Play, leader: Model) -> tuple[int, ...]:
    """A leader or champion may name ready friends within 3" who are activated with it, one by one."""
    group: list[int] = []
    while len(group) < leader.profile.group and (able := group_candidates(play, leader, group)):
        prompt = f"Who follows {leader.kit.name}?"
        who = play.ask(leader.owner, Choose("group", prompt, list, (*able, NOBODY), named=namer(play)))
        if who == NOBODY:
            break
        group.append(who)
    return (*group, *pack(play, leader.id))


def pack(play: Play, owner: int) -> list[int]:
    """The beasts that are activated with their owner, wherever they are."""
    return [beast for beast in beasts_of(play, owner) if play.state.records[beast].ready]


def group_candidates(play: Play, leader: Model, group: list[int]) -> list[int]:
    """The ready friends near enough that are not named yet."""
    at = leader.at
    return [
        f.id
        for f in friends(play, leader.id)
        if f.ready and f.id not in group and play.world.kits[f.id].owner < 0 and within(at, f.at, GROUP_REACH)
    ]


def activate_next_of_group(play: Play) -> None:
    """The members of a group are activated in an order of their player's choosing."""
    group = tuple(who for who in play.state.turn.group if play.state.records[who].ready)
    if not group:
        play.happen(GroupEnded())
        return
    activate_one_of(play, group)


def activate_one_of(play: Play, group: tuple[int, ...]) -> None:
    """Whoever of a group its player likes is next, with the others after it."""
    who = group[0]
    if len(group) > 1:
        question = Choose("group.next", "Who of the group is next?", lambda: list(group), named=namer(play))
        who = play.ask(play.state.records[who].owner, question)
    left = dict.fromkeys((*group, *pack(play, who)))
    begin_activation(play, Model(play, who), tuple(g for g in left if g != who))


# ---- who is ready ----------------------------------------------------------------------------------------------------


def readied(fighter: Fighter) -> bool:
    """Whether a fighter is made ready at the start of a round."""
    return fighter.status is not Status.OUT


def any_ready(play: Play, seat: int) -> bool:
    """Whether a side has a fighter left to activate."""
    return bool(ready_fighters(play, seat))


def ready_fighters(play: Play, seat: int) -> list[int]:
    """The fighters that a side may activate; beasts go with their owners."""
    kits = play.world.kits
    return [
        f.id
        for f in fighters(play)
        if f.ready and f.owner == seat and f.status is not Status.OUT and kits[f.id].owner < 0
    ]


# ---- the end phase ---------------------------------------------------------------------------------------------------


def end_phase(play: Play) -> None:
    """The end of a round, each part a step of its own, the side with priority first."""
    first = play.state.turn.priority
    seats = (first, 1 - first)
    play.then(conditions.lingering_effects)
    for part in (morale.bottle_check, morale.flee_battlefield, injury.recovery, morale.rally):
        for seat in seats:
            play.then(part, seat)
    for effect in play.state.effects:
        if effect.name == "stimm":
            play.then(gear.wear_off, effect.on)
        elif effect.name == "down-a-pit":
            play.then(falling.climb_out, effect.on)
    play.then(end_of_round)


def end_of_round(play: Play) -> None:
    """What lasted for the round ends; after the last round, or when a side is gone, so does the battle."""
    for moment in ("round", "reckoning"):
        play.happen(EffectsEnded(moment))
    conditions.end_of_round(play)
    if not morale.conclude(play):
        play.happen(PhaseBegan("priority"))
