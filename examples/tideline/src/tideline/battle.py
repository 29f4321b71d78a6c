"""How the beach is laid out, who acts when, and how a battle ends."""

from __future__ import annotations

from typing import Any

from warbook.core.decision import Choose
from warbook.core.naming import Names
from warbook.core.profile import known
from warbook.core.ruleset import Result, Ruleset, Statistics
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.mechanics.cast import Cast
from warbook.mechanics.setup import table_from_files
from warbook.mechanics.shelf import BattleFiles

from .events import Finished, Picked, TideTurned
from .printed import SHELF, Crew, Member, Scenario, kinds
from .records import Model, Play, Sailor, State, Tide, World, still_fighting

SIZE = {"radius": 500, "height": 1250}


def lay_out(files: BattleFiles[Scenario, Crew]) -> tuple[World, list[Sailor]]:
    """The world, and every sailor where the scenario puts it."""
    sides = (files.scenario.red, files.scenario.blue)
    members = [
        (seat, member, at)
        for seat, (side, crew) in enumerate(zip(sides, files.rosters, strict=True))
        for member, at in zip(crew.sailors, side.at, strict=False)
    ]
    sailors = [new_sailor(n, seat, member, at) for n, (seat, member, at) in enumerate(members)]
    names = tuple(member.name for _, member, _ in members)
    return World(files.board, kinds(), names, tuple(crew.title for crew in files.rosters)), sailors


def new_sailor(id: int, seat: int, member: Member, at: tuple[int, int] = (0, 0)) -> Sailor:
    """A member of a crew at the start of a battle."""
    wounds = kinds()[member.kind].wounds
    return Sailor(id=id, owner=seat, profile=member.kind, at=Placement(*at, **SIZE), wounds=wounds)


laid_out = table_from_files(SHELF, lay_out, Tide())


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[World, State]:
    """The world and the first position of a battle.  Raises `BadData`."""
    world, state = laid_out(ruleset, content)
    state.turn = Tide(rounds=ruleset.chosen["rounds"])
    return world, state


def scene(ruleset: Ruleset, cast: Cast) -> tuple[World, State]:
    """Any sailors anywhere on a beach, for tests.  Raises `BadData`."""
    sailors = []
    for role in cast.roles:
        member = role.read(Member, profile="kind")
        known(member.kind, kinds(), role.name, "kind", "a kind of sailor")
        sailors.append(role.put(new_sailor(role.id, role.owner, member)))
    world = World(cast.board, kinds(), tuple(cast.names.values()), ("the reds", "the blues"))
    return world, State(sailors, Tide(rounds=ruleset.chosen["rounds"]))


# ---- the turn --------------------------------------------------------------------------------------------------------


def turn(play: Play) -> None:
    """What happens next: a sailor acts, or is picked to act, or the tide turns."""
    now = play.state.turn
    if now.actor >= 0:
        act(play, Model(play, now.actor))
        return
    ready = [waiting(play.state, seat) for seat in (0, 1)]
    if not any(ready):
        play.happen(TideTurned(now.round + 1))
        return
    seat = now.seat if ready[now.seat] else 1 - now.seat
    who = play.ask(seat, Choose("activate", "Who acts?", lambda: ready[seat], named=Names(play.world.names)))
    play.happen(Picked(who))


def act(play: Play, sailor: Model) -> None:
    """One action of the sailor that was picked."""
    actions = play.ruleset.action
    menu = Choose(
        "action",
        f"What does {play.world.names[sailor.id]} do?",
        lambda: list(actions),
        refuse=lambda name: actions[name].why_not(sailor),
        allow=lambda name: actions[name].allowed(sailor),
        idle=("hold",),
        named=lambda name: actions[name].name,
    )
    actions[play.ask(sailor.owner, menu)].rule(play, sailor)
    play.happen(Finished(sailor.id))


def waiting(state: State, seat: int) -> list[int]:
    """The sailors of a side who have not acted yet."""
    mine = (sailor for sailor in state.records if sailor.owner == seat and not sailor.done)
    return [sailor.id for sailor in mine if sailor.at.posture == Posture.UP]


def active_seat(state: State) -> int:
    """The side whose step it is."""
    actor = state.turn.actor
    return state.records[actor].owner if actor >= 0 else state.turn.seat


def poised(play: Play, who: int) -> State:
    """The position in which this sailor is about to act."""
    ready = play.state.copy()
    ready.agenda = ()
    ready.turn = replace(ready.turn, actor=who)
    return ready


# ---- the end ---------------------------------------------------------------------------------------------------------


def result(state: State) -> Result | None:
    left = (still_fighting(state, 0), still_fighting(state, 1))
    if all(left) and state.turn.round <= state.turn.rounds:
        return None
    winner = -1 if left[0] == left[1] else int(left[1] > left[0])
    return Result(winner, left, "the tide is in" if all(left) else "one crew is gone")


def statistics(world: World, state: State) -> Statistics:
    """What simulations count: rounds, and the sailors of each side who are out of the fight."""
    crews = [sum(sailor.owner == seat for sailor in state.records) for seat in (0, 1)]
    fallen = tuple(crew - still_fighting(state, seat) for seat, crew in enumerate(crews))
    return Statistics(min(state.turn.round, state.turn.rounds), fallen)
