"""Duel: a small invented game on a line, for the tests of odds, players and matches.

Two to a side.  A fighter may walk, shoot or charge; a charge can be met by a counter-charge or by stepping back,
shots roll hit, wound and save as one dice rule, and whoever sees a friend fall tests its nerve in a step of its own.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from warbook.core.action import Action, requirement
from warbook.core.decision import Choose, Confirm, Decision, Random, Reasons
from warbook.core.dice import D3, D6, Pool, reaching
from warbook.core.events import Event
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.play import Model, Play
from warbook.core.reaction import PREVENTED, Reaction, Windows
from warbook.core.ruleset import HouseRule, Outcome, Result, Ruleset, Setup
from warbook.core.state import Body, Placement, State, Turn
from warbook.core.structs import replace

REACH = 6 * INCH
COIN = Pool(1, 2)
ATTACKS = Pool(1, 3, reaching(2), "attacks")


class Fighter(Body, frozen=True, kw_only=True):
    wounds: int = 1
    ready: bool = True
    ammo: bool = True
    shaken: bool = False


class Move(Turn, frozen=True):
    seat: int = 0
    actor: int = -1
    round: int = 1


# ---- events ----------------------------------------------------------------------------------------------------------


class Picked(Event, frozen=True, gc=False):
    who: int

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = replace(state.turn, actor=self.who)


class Declared(Event, frozen=True, gc=False):
    who: int
    action: str
    whom: int
    text: ClassVar[str] = "{who} declares: {action}."


class Moved(Event, frozen=True, gc=False):
    who: int
    x: int
    text: ClassVar[str] = "{who} moves to {x}."

    def apply(self, state: State[Any, Any]) -> None:
        record = state.records[self.who]
        state.put(replace(record, at=replace(record.at, x=self.x)))


class Hurt(Event, frozen=True, gc=False):
    who: int
    wounds: int
    text: ClassVar[str] = "{who} loses {wounds}."

    def apply(self, state: State[Any, Any]) -> None:
        record = state.records[self.who]
        state.put(replace(record, wounds=max(0, record.wounds - self.wounds)))


class Spent(Event, frozen=True, gc=False):
    who: int

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[self.who], ready=False))


class Emptied(Event, frozen=True, gc=False):
    who: int

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[self.who], ammo=False))


class Shaken(Event, frozen=True, gc=False):
    who: int

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[self.who], shaken=True))


class Passing(Event, frozen=True, gc=False):
    """The activation is over; the other side is next, or a new round where nobody is ready."""

    def apply(self, state: State[Any, Any]) -> None:
        turn = state.turn
        seat = 1 - turn.seat
        if not any(f.ready and f.wounds for f in state.records):
            state.records[:] = [replace(f, ready=True) for f in state.records]
            state.turn = Move(seat, -1, turn.round + 1)
        elif any(f.ready and f.wounds and f.owner == seat for f in state.records):
            state.turn = Move(seat, -1, turn.round)
        else:
            state.turn = Move(1 - seat, -1, turn.round)


# ---- the rules -------------------------------------------------------------------------------------------------------


class Line(Decision[int]):
    """Where on the line to go, up to `far` away."""

    kind = "place"

    def __init__(self, key: str, at: int, far: int) -> None:
        super().__init__(key, "Where to?")
        self.at, self.far = at, far

    def legal(self, answer: int) -> Reasons:
        return () if isinstance(answer, int) and abs(answer - self.at) <= self.far else ("Too far.",)

    def candidates(self, n: int) -> list[int]:
        return [self.at + step * self.far // 2 for step in (2, -2, 1, -1, 0)][:n]

    def sample(self, rng: Random) -> int:
        return self.at - self.far + rng.randrange(2 * self.far + 1)


def foes(play: Play[Any, Any, Any], who: int, within: int) -> list[int]:
    me = play.state.records[who]
    return [f.id for f in play.state.records if f.owner != me.owner and f.wounds and abs(f.at.x - me.at.x) <= within]


def strike(play: Play[Any, Any, Any], wound: int, save: int) -> int:
    """Dice rule: a hit wounds, unless it is saved; a natural six on the wound does two."""
    face = play.roll(D6, "wound")
    if face < wound or play.roll(D6, "save") >= save:
        return 0
    return 2 if face == 6 else 1


def shot(play: Play[Any, Any, Any], hit: int, wound: int, save: int) -> tuple[int, bool]:
    """Dice rule: a whole shot: its wounds, and whether the gun ran dry."""
    face = play.roll(D6, "hit")
    harm: int = play.dice(strike, wound, save) if face >= hit else 0
    return harm, face == 1 and play.roll(D6, "ammo") < 4


def hurt(play: Play[Any, Any, Any], who: int, wounds: int) -> None:
    if wounds:
        play.happen(Hurt(who, wounds))
        if not play.state.records[who].wounds:
            owner = play.state.records[who].owner
            for friend in play.state.records:
                if friend.owner == owner and friend.wounds:
                    play.then(nerve, friend.id)


def blow(play: Play[Any, Any, Any], hit: int, wound: int) -> int:
    """Dice rule: a blow in a fight; a natural three wounds twice."""
    if play.roll(D3, "hit") < hit:
        return 0
    face: int = play.roll(D3, "wound")
    return (face >= wound) + (face == 3)


def blows(play: Play[Any, Any, Any], who: int, whom: int) -> None:
    for _ in range(play.roll(ATTACKS, "attacks", "How many blows")):
        hurt(play, whom, play.dice(blow, 2, 2 - play.ruleset.edition))


def nerve(play: Play[Any, Any, Any], who: int) -> None:
    """A step of its own: three or less, and it is shaken."""
    if play.roll(D6, "nerve", "Nerve") <= 3:
        play.happen(Shaken(who))


def walk(play: Play[Any, Any, Any], me: Model[Fighter]) -> None:
    play.happen(Moved(me.id, play.ask(me.owner, Line("walk.to", me.record.at.x, 4 * INCH))))


def shoot(play: Play[Any, Any, Any], me: Model[Fighter]) -> None:
    weapon = play.ask(me.owner, Choose("shoot.weapon", "With what?", lambda: (("gun", 4), ("pistol", 3))))
    whom = play.ask(me.owner, Choose("shoot.target", "At whom?", foes, play, me.id, 24 * INCH))
    play.happen(Declared(me.id, "shoot", whom))
    harm, dry = play.dice(shot, weapon[1], 4, 6)
    if dry:
        play.happen(Emptied(me.id))
    hurt(play, whom, harm)


def charge(play: Play[Any, Any, Any], me: Model[Fighter]) -> None:
    whom = play.ask(me.owner, Choose("charge.target", "Whom?", foes, play, me.id, 12 * INCH))
    if not play.happen(Declared(me.id, "charge", whom)):
        return
    if not me.record.wounds:
        return
    foe = play.state.records[whom]
    gap = abs(foe.at.x - me.record.at.x) - INCH
    toward = 1 if foe.at.x > me.record.at.x else -1
    far = REACH + play.roll(D3, "charge.reach") * INCH
    play.happen(Moved(me.id, me.record.at.x + toward * min(far, gap)))
    if far < gap:
        return
    blows(play, me.id, whom)
    if play.state.records[whom].wounds:
        blows(play, whom, me.id)
        if me.record.wounds and play.ask(me.owner, Confirm("charge.press", "Strike once more?")):
            blows(play, me.id, whom)


def meets(play: Play[Any, Any, Any], event: Declared) -> list[int]:
    if event.action != "charge":
        return []
    return [event.whom] if play.state.records[event.whom].ready else []


def counter_charge(play: Play[Any, Any, Any], who: int, event: Declared) -> Any:
    play.happen(Spent(who))
    hurt(play, event.who, play.dice(blow, 2, 2))
    return None if play.state.records[event.who].wounds else PREVENTED


def charged(play: Play[Any, Any, Any], event: Declared) -> list[int]:
    return [event.whom] if event.action == "charge" else []


def step_back(play: Play[Any, Any, Any], who: int, event: Declared) -> None:
    at, charger = play.state.records[who].at.x, play.state.records[event.who].at.x
    back = play.roll(COIN, "step-back") * INCH
    play.happen(Moved(who, at + (back if at > charger else -back)))


COUNTER = Reaction(
    "counter-charge", "Counter-charge", "Meets the charger and strikes first.", "", meets, counter_charge
)
STEP_BACK = Reaction("step-back", "Step back", "Gives ground.", "", charged, step_back)

# ---- the turn --------------------------------------------------------------------------------------------------------


@requirement("It has no ammunition.")
def loaded(me: Model[Fighter]) -> bool:
    return me.record.ammo and bool(foes(me.play, me.id, 24 * INCH))


@requirement("Nobody is in reach.")
def in_reach(me: Model[Fighter]) -> bool:
    return bool(foes(me.play, me.id, 12 * INCH))


def turn(play: Play[Any, Any, Any]) -> None:
    now = play.state.turn
    if now.actor < 0:
        able = [f.id for f in play.state.records if f.owner == now.seat and f.ready and f.wounds]
        play.happen(Picked(play.ask(now.seat, Choose("pick", "Who?", lambda: able))))
        return
    me: Model[Fighter] = Model(play, now.actor)
    actions = play.ruleset.action
    chosen = play.ask(
        now.seat,
        Choose(
            "action",
            "What?",
            lambda: (*actions, "rest"),
            refuse=lambda a: () if a == "rest" else actions[a].why_not(me),
            idle=("rest",),
        ),
    )
    if chosen != "rest":
        actions[chosen].rule(play, me)
    if me.record.ready:
        play.happen(Spent(me.id))
    play.happen(Passing())


def result(state: State[Any, Any]) -> Result | None:
    left = tuple(sum(f.wounds > 0 for f in state.records if f.owner == seat) for seat in (0, 1))
    if all(left) and state.turn.round <= 6:
        return None
    winner = -1 if left[0] == left[1] else int(left[1] > left[0])
    return Result(winner, left, "a side is gone" if not all(left) else "the sixth round is over")


def table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[Any, State[Any, Any]]:
    gap = content.get("gap", 10) * INCH
    records = [
        Fighter(id=n, owner=n // 2, profile="duellist", at=Placement(n // 2 * gap + n % 2 * INCH, 0), wounds=1 + n % 2)
        for n in range(4)
    ]
    return None, State(records, Move())


def value(play: Play[Any, Any, Any], seat: int) -> float:
    records = play.state.records
    worth: float = sum((f.wounds + 2 * (f.wounds > 0) - f.shaken) * (1 if f.owner == seat else -1) for f in records)
    near = min((abs(a.at.x - b.at.x) for a in records for b in records if a.owner < b.owner), default=0)
    return worth - near / (100 * INCH)


def poised(play: Play[Any, Any, Any], who: int) -> State[Any, Any]:
    ready: State[Any, Any] = play.state.copy()
    ready.turn = replace(ready.turn, seat=ready.records[who].owner, actor=who)
    return ready


def about_to_act(state: State[Any, Any], who: int) -> State[Any, Any]:
    return poised(Play(state, DUEL, None, []), who)


def with_savage(rules: Ruleset) -> Ruleset:
    return dataclasses.replace(rules, edition=1)


DUEL = Ruleset(
    id="duel",
    title="Duel",
    version="1",
    seats=2,
    turn=turn,
    table=table,
    result=result,
    active_seat=lambda state: state.turn.seat,
    actions=(
        Action("walk", "Walk", "1", "It walks.", "", (), walk),
        Action("shoot", "Shoot", "1", "It shoots.", "", (loaded,), shoot),
        Action("charge", "Charge", "1", "It charges.", "", (in_reach,), charge),
    ),
    records=(Fighter,),
    turns=(Move,),
    events=(Picked, Declared, Moved, Hurt, Spent, Emptied, Shaken, Passing),
    steps=(nerve,),
    windows={Declared: Windows(before=(COUNTER, STEP_BACK))},
    options=(),
    house_rules=(HouseRule("savage", "Savage", "Blows wound more easily.", "the tests", with_savage),),
    value=value,
    poised=poised,
    outcomes=(
        Outcome("out", "out of action", lambda state, who: state.records[who].wounds == 0, lasting=True),
        Outcome("hurt", "hurt and still up", lambda state, who: state.records[who].wounds == 1),
        Outcome("dry", "out of ammunition", lambda state, who: not state.records[who].ammo, lasting=True, of="actor"),
        Outcome("shaken", "shaken", lambda state, who: state.records[who].shaken, lasting=True),
    ),
    edition=0,  # how much more easily blows wound than they should
)


def find(name: str) -> Ruleset:
    """As `warbook.rulesets.find`, for one game that is not installed."""
    assert name == "duel"
    return DUEL


def setup(gap: int = 10, house_rules: tuple[str, ...] = ()) -> Setup:
    return Setup("duel", {"gap": gap}, {}, house_rules)


def position(gap: int) -> State[Any, Any]:
    return Game(DUEL, setup(gap)).state
