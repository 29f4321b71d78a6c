"""Skill checks: working at a task, forcing a lock, tending the wounded, freeing oneself; and helping with a task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.action import requirement, some
from ....core.decision import Choose, Reasons
from ....mechanics import grid
from ..attacks import combat, force, rulings, spending
from ..checks import economy, squares
from ..checks.pools import Attempt
from ..checks.requirements import able, has_action, has_maneuver
from ..events.checks import CheckDeclared
from ..events.fighters import InjuryHealed, ThingUsed, Used
from ..events.turns import Granted
from ..harm import conditions, wounds
from ..movement import climbing
from ..printed import catalogue
from ..printed.catalogue import Skill, action, skills
from ..printed.scenario import Task, Worth
from ..records import ADVERSARIES, NOBODY, SQUAD, Check, Model, Play, Thing, allies
from ..records.effects import Condition
from ..records.position import check_under_way, thing, things
from .gear import stim

LOCK = 2
WITHOUT_KIT, ON_ONESELF = 1, 2
COMMAND = 2
LONGEST = 5  # actions of a task that a game master may ask for
ONCE = ("It has had that for nothing in this round.",)
FREEING: dict[Condition, tuple[Skill, int]] = {"ensnared": ("athletics", 3), "burning": ("coordination", 2)}


class Job(NamedTuple):
    """Something that a skill check may be for: its code, with the id that it is about, the skill and the difficulty.
    `worth` says what it takes; of "" the game master may say it."""

    code: str
    skill: Skill
    difficulty: int
    words: str
    worth: Worth = ""


def jobs(actor: Model) -> Iterator[Job]:
    """Every check that a fighter could make here and now."""
    play, names = actor.play, actor.play.world.names
    yield from _tasks(actor)
    for each in squares.near_things(play, actor.id, "door"):
        if each.state == "locked":
            yield Job(f"lock {each.id}", "security", LOCK, f"force {names[each.id]}")
    for whom in (actor.id, *(who for who in allies(actor) if squares.in_contact(play, actor.id, who))):
        yield from _medicae(actor, Model(play, whom))
    if actor.talent("field-commander") and commanded(actor):
        yield Job("command 0", "leadership", COMMAND, "give orders: allies make maneuvers now")
    if actor.talent("inspiring-rhetoric") and strained_near(actor):
        yield Job("inspire 0", "leadership", COMMAND, "speak to the others: they recover strain")
    yield from _climbs(actor)
    for condition, (skill, difficulty) in FREEING.items():
        if not actor.has(condition):
            continue
        difficulty -= int(condition == "burning" and grid.stands_on(play, actor.id, "soft"))
        if _has_limb(actor, skill):
            yield Job(f"free {condition}", skill, difficulty, f"get rid of being {condition}")


def _has_limb(actor: Model, skill: Skill) -> bool:
    """Whether it has not lost what a skill cannot do without: of two arms one is left."""
    return skills()[skill].limb != "leg" or not actor.has("lost-leg")


def _tasks(actor: Model) -> Iterator[Job]:
    play, mission = actor.play, actor.play.world.scenario.task
    for each in squares.near_things(play, actor.id, "terminal"):
        if each.state != "worked" and (actor.owner == SQUAD or task_of(play, each) is not mission):
            task, long = task_of(play, each), actions_for(play, each)
            if not _has_limb(actor, task.skill):
                continue
            done = f"{len(each.workers)} of {long or 'so many'} actions done"
            words = f"work on {play.world.names[each.id]} ({done})"
            yield Job(f"task {each.id}", task.skill, task.difficulty, words, task.worth)


def _climbs(actor: Model) -> Iterator[Job]:
    for cell in climbing.climbs(actor) if _has_limb(actor, "athletics") else ():
        code, takes = f"climb {','.join(map(str, cell))}", actor.play.option["climbing-takes"]
        yield Job(code, "athletics", climbing.DIFFICULTY, f"climb to {grid.cell_in_words(cell)}", takes)


def commanded(actor: Model) -> list[int]:
    """The allies who could make a maneuver for a point of strain."""
    play = actor.play
    return [
        who for who in allies(actor)
        if play.state.records[who].able and Model(play, who).may_strain(1) and economy.may_answer(play, who)
    ]  # fmt: skip


def strained_near(actor: Model) -> list[int]:
    """The allies at short range who have strain, the most strained first."""
    play, reach = actor.play, squares.reach_of(actor.play, "short")
    near = [
        who for who in allies(actor)
        if play.state.records[who].strain and squares.apart(play, actor.id, who) <= reach
    ]  # fmt: skip
    return sorted(near, key=lambda who: (-play.state.records[who].strain, who))


def _medicae(actor: Model, whom: Model) -> Iterator[Job]:
    """Tending wounds once a battle for each patient, and one try at each critical injury."""
    harder = WITHOUT_KIT * (not _has_kit(actor)) + ON_ONESELF * (whom.id == actor.id)
    fighter, threshold = whom.record, whom.wound_threshold
    if fighter.wounds and "tended" not in fighter.used:
        difficulty = 3 if fighter.wounds > threshold else 2 if 2 * fighter.wounds > threshold else 1
        yield Job(f"tend {whom.id}", "medicae", difficulty + harder, f"tend the wounds of {whom.name}")
    for injury in dict.fromkeys(fighter.injuries):
        if fighter.used.count(f"treated {injury}") < fighter.injuries.count(injury):
            row = catalogue.injuries()[injury]
            words = f"treat {row.title} of {whom.name}"
            yield Job(f"treat-{injury} {whom.id}", "medicae", row.severity + harder, words)


def _has_kit(actor: Model) -> bool:
    return "surgery-kit" in actor.record.gear or "medical-kit" in actor.record.gear


def _gives(actor: Model, what: str) -> bool:
    """Whether it has a surgery kit that does this."""
    return "surgery-kit" in actor.record.gear and actor.play.option["surgery-kit-gives"] in ("both", what)


def task_of(play: Play, terminal: Thing) -> Task:
    """What a terminal asks for."""
    task, marker = play.world.scenario.task, play.world.tasks.get(terminal.id, {})
    if task is not None and marker.get("id") == task.marker:
        return task
    return Task(**{"marker": "", **{key: marker[key] for key in Task.__struct_fields__ if key in marker}})


def actions_for(play: Play, terminal: Thing) -> int:
    """How many actions a task takes: as the scenario says, else as the game master has said, else one; 0 where the game
    master is still to be asked."""
    asked = 0 if play.option["gm"] == "adversary" else 1
    return task_of(play, terminal).actions or terminal.long or asked


def skill_check(play: Play, actor: Model) -> None:
    """One of the checks that can be made here."""
    known = {job.code: job for job in jobs(actor)}
    question = Choose(
        "job", f"What does {actor.name} do?", lambda: tuple(known),
        refuse=lambda code: against(actor, known[code]), named=lambda code: known[code].words,
    )  # fmt: skip
    job = known[actor.ask(question)]
    pay(play, actor, job)
    what, about = job.code.split()
    if what == "task" and not work_on(play, actor, thing(play, int(about))):
        return
    attempt_job(play, actor, job)


def work_on(play: Play, actor: Model, terminal: Thing) -> bool:
    """An action goes into a task; answers whether it was the last, with which the check is made."""
    long = actions_for(play, terminal)
    if not long:
        question = Choose(
            "gm.actions", f"How many actions does {play.world.names[terminal.id]} take?", lambda: range(1, LONGEST + 1),
            named="{} actions".format,
        )  # fmt: skip
        long = play.ask(ADVERSARIES, question)
    workers = (*terminal.workers, actor.id)
    play.happen(ThingUsed(actor.id, terminal.id, "works on", terminal.state, workers, terminal.helpers, long))
    return len(workers) >= long


# ---- what a check is worth -------------------------------------------------------------------------------------------


def against(actor: Model, job: Job, worth: str = "") -> Reasons:
    """What speaks against a check that takes so much, or as much as nothing says otherwise."""
    match worth or job.worth:
        case "incidental":
            return ONCE if f"free {job.code}" in actor.record.round_used else ()
        case "maneuver":
            why = has_maneuver.against(actor)
        case _:
            why = has_action.against(actor)
    return (why,) if why else ()


def pay(play: Play, actor: Model, job: Job) -> None:
    """What the check takes is used; where nothing says it, the game master may ask for less than an action."""
    worth: str = job.worth or "action"
    if not job.worth and play.option["gm"] == "adversary":
        question = Choose(
            "gm.worth", f"What does it take {actor.name} to {job.words}?", lambda: ("action", "maneuver", "incidental"),
            refuse=lambda each: against(actor, job, each),
            idle=("action",),
            named={"action": "its action", "maneuver": "a maneuver", "incidental": "nothing"}.__getitem__,
        )  # fmt: skip
        worth = play.ask(ADVERSARIES, question)
    match worth:
        case "action":
            economy.take_action(play, actor)
        case "maneuver":
            economy.make_maneuver(play, actor)
        case _:
            play.happen(Used(actor.id, f"free {job.code}", a_round=True))
            economy.make_incidental(play, actor)


def attempt_job(play: Play, actor: Model, job: Job) -> None:
    """The check of a job, in parts as an attack is."""
    _, about = job.code.split()
    target = int(about) if job.code.startswith(("tend", "treat")) else NOBODY
    boosts = _boosts(play, actor, job)
    pips = force.force_for(actor, job.skill)
    check = Check("check", actor.id, target, about=job.code, boosts=boosts, force=pips)
    play.happen(CheckDeclared(actor.id, check, job.words.partition(" (")[0]))
    play.then(work, job.skill, job.difficulty)
    play.then(spending.spend_own)
    play.then(spending.spend_theirs)
    play.then(finish)


def _boosts(play: Play, actor: Model, job: Job) -> int:
    """What helpers and a surgery kit add."""
    what, about = job.code.split()
    if what == "task":
        return len(thing(play, int(about)).helpers)
    return int(job.skill == "medicae" and _gives(actor, "boost"))


def work(play: Play, skill: Skill, difficulty: int) -> None:
    """The throw of a check."""
    if check := rulings.check_begun(play, "the work comes to nothing"):
        attempt = Attempt(play, Model(play, check.who), skill, difficulty, check, together=fellows(play, check))
        combat.throw(play, attempt)


def fellows(play: Play, check: Check) -> tuple[Model, ...]:
    """Who has worked at the same task and is still at it: the best of them counts, where the table plays it."""
    what, about = check.about.split()
    if what != "task" or not play.option["tasks-together"]:
        return ()
    return tuple(Model(play, who) for who in at_work(play, int(about)) if who != check.who)


def at_work(play: Play, terminal: int) -> list[int]:
    """Those who have given an action to a task, and can still act where it is."""
    workers = dict.fromkeys(thing(play, terminal).workers)
    return [who for who in workers if play.state.records[who].able and squares.at_hand(play, who, terminal)]


def finish(play: Play) -> None:
    """What a check has come to."""
    check = check_under_way(play)
    what, about = check.about.split()
    actor = Model(play, check.who)
    match what:
        case "task":
            does = "has worked" if check.hit else "has to begin anew with"
            play.happen(ThingUsed(actor.id, int(about), does, "worked" if check.hit else "there"))
        case "lock" if check.hit:
            play.happen(ThingUsed(actor.id, int(about), "forces", "open"))
        case "tend":
            play.happen(Used(int(about), "tended"))
            if check.hit:
                heals = check.success + actor.talent("surgeon")
                wounds.heal(play, int(about), wounds=heals, strain=max(0, check.advantage))
                stimmed = _gives(actor, "stimpack") and "stimpack" in actor.record.gear
                if stimmed and play.state.records[int(about)].wounds:
                    stim(play, actor, int(about))  # the kit puts one in for nothing
        case "climb":
            column, row, z = map(int, about.split(","))
            climbing.end(play, actor, (column, row, z), check)
        case "command" if check.hit:
            left = actor.characteristic("fellowship")
            for who in commanded(actor):
                question = Choose(
                    "command", f"Does {play.world.names[who]} take a point of strain for a maneuver now?",
                    lambda: (False, True), idle=(False,), named=lambda yes: "a maneuver" if yes else "no",
                )  # fmt: skip
                if left and actor.ask(question):
                    left -= 1
                    wounds.strain(play, who, 1)
                    play.happen(Granted((who,)))
        case "inspire" if check.hit:
            for place, who in enumerate(strained_near(actor)[: check.success]):
                wounds.heal(play, who, strain=1 + int(place < check.advantage))
        case "free" if check.hit:
            conditions.free(play, actor.id, next(name for name in FREEING if name == about))
        case _ if what.startswith("treat-"):
            injury = what.removeprefix("treat-")
            healed, in_vain = InjuryHealed(int(about), injury), Used(int(about), f"treated {injury}")
            play.happen(healed if check.hit else in_vain)
        case _:
            pass
    force.close_check(play)


@requirement("It must have its action left.")
def has_time(actor: Model) -> bool | str:
    why = has_action.against(actor)
    return not why or any(not against(actor, job) for job in _cheaper(actor)) or why


def _cheaper(actor: Model) -> Iterator[Job]:
    """The checks that take less than an action."""
    yield from (job for job in _tasks(actor) if job.worth not in ("", "action"))
    if actor.play.option["climbing-takes"] == "maneuver":
        yield from _climbs(actor)


@requirement("There must be something here that a check can be made for.")
def has_job(actor: Model) -> bool:
    return any(job.worth in ("", "action") or not against(actor, job) for job in jobs(actor))


# ---- Assist ----------------------------------------------------------------------------------------------------------


def assistable(actor: Model) -> list[int]:
    """The tasks under way that an ally near a fighter works at, and that it may still help with; or, where the table
    plays it, the allies whose next check it may help."""
    play, most = actor.play, actor.play.option["task-helpers"]
    soon = play.option["assist-scope"] == "next-check"
    tasks = [
        each.id for each in things(play)
        if each.kind == "terminal" and each.workers and each.long > 1
        and (len(set(each.helpers)) < most or actor.id in each.helpers)
        and (actor.id not in each.helpers or play.option["helpers-repeat"])
    ]  # fmt: skip
    if not tasks and not soon:
        return []
    near = [who for who in allies(actor) if _can_help(play, actor.id, who) and play.state.records[who].able]
    return near if soon else [id for id in tasks if any(who in near for who in at_work(play, id))]


def _can_help(play: Play, helper: int, whom: int) -> bool:
    """Whether somebody is as near to another as helping takes: next to it, or at short range."""
    if play.option["assist-from"] == "beside":
        return squares.adjacent(play, helper, whom)
    return squares.apart(play, helper, whom) <= squares.reach_of(play, "short")


def assist(play: Play, actor: Model) -> None:
    """A boost die for another's task."""
    question = Choose("assist", "What does it help with?", assistable, actor, named=lambda id: play.world.names[id])
    about = actor.ask(question)
    economy.make_maneuver(play, actor)
    economy.once_a_turn(play, actor.id, "assist")
    if about < play.world.count:
        conditions.give_token(play, about, "next-boost")
    else:
        task = thing(play, about)
        helpers = (*task.helpers, actor.id)
        play.happen(ThingUsed(actor.id, about, "assists with", task.state, task.workers, helpers, task.long))


something_to_assist = some(
    "An ally near it must be at a task that takes more than one action, with room for one more helper.",
    assistable,
    condition="An ally near it (assist-from) must be at a task that takes more than one action, with room for one more "
    "helper.",
)


@requirement("It must not have assisted in this turn.")
def has_not_assisted(actor: Model) -> bool:
    return "assist" not in actor.record.round_used or not economy.in_own_turn(actor.play, actor.id)


SKILL_CHECK = action("skill-check", (able, has_time, has_job), skill_check, ours=(able,))
ASSIST = action(
    "assist", (able, has_maneuver, has_not_assisted, something_to_assist), assist, ours=(able, has_not_assisted)
)
