"""Two invented games that are all core: one of secrets (`CRYPT`), one of windows and agendas (`WATCH`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from warbook.core.action import Action, requirement
from warbook.core.decision import Choose, Confirm, Reasons
from warbook.core.dice import D3, D6
from warbook.core.events import ActivationLeft, Event
from warbook.core.play import Model, Play
from warbook.core.reaction import PREVENTED, Reaction, Windows
from warbook.core.ruleset import HouseRule, Option, Result, Ruleset, Setup
from warbook.core.state import Body, Placement, State, Turn
from warbook.core.structs import replace

NOWHERE = Placement(0, 0)

# ---- a sealed bid and a hidden marker --------------------------------------------------------------------------------


class Purse(Body, frozen=True, kw_only=True):
    coins: int


class Casket(Body, frozen=True, kw_only=True):
    """`worth` is known to the seats in `known`; others see 0."""

    worth: int
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int) -> Casket:
        return self if seat in self.known else replace(self, worth=0)


class Night(Turn, frozen=True):
    number: int = 1


class Paid(Event, frozen=True):
    """The bids are turned over."""

    bids: tuple[int, ...]
    text: ClassVar[str] = "The bids are {bids}."
    reveals: ClassVar[bool] = True

    def apply(self, state: State[Any, Any]) -> None:
        for purse, bid in zip(state.records[:2], self.bids, strict=True):
            state.put(replace(purse, coins=purse.coins - bid))


class Opened(Event, frozen=True):
    """A seat looks into the casket, and nobody else does."""

    seat: int
    worth: int
    text: ClassVar[str] = "Player {seat} finds {worth}."
    reveals: ClassVar[bool] = True

    def seen_by(self, seat: int) -> Opened:
        return self if seat == self.seat else Opened(self.seat, 0)

    def apply(self, state: State[Any, Any]) -> None:
        casket = state.records[2]
        state.put(replace(casket, worth=self.worth, known=(*casket.known, self.seat)))


class Filled(Event, frozen=True):
    """A seat has put something else into the casket."""

    seat: int
    worth: int

    def seen_by(self, seat: int) -> Filled:
        return self if seat == self.seat else Filled(self.seat, 0)

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[2], worth=self.worth, known=(self.seat,)))


class Dawned(Event, frozen=True):
    def apply(self, state: State[Any, Any]) -> None:
        state.turn = Night(state.turn.number + 1)


class Sold(Event, frozen=True):
    """The last night is over, and the casket is opened for all to see."""

    reveals: ClassVar[bool] = True

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[2], known=(-1, 0, 1)))


def bidding(play: Play[Any, Any, Any]) -> None:
    """Both bid in secret; the higher bid pays and may look and refill, a tie is rolled off."""
    purses = play.state.records[:2]
    bids = play.ask_each({p.owner: Choose("bid", "How much?", range, p.coins + 1) for p in purses})
    play.happen(Paid((bids[0], bids[1])))
    winner = 0 if bids[0] > bids[1] else 1
    if bids[0] == bids[1]:
        winner = 0 if play.roll(D6, "bid.tie", "A tie") >= 4 else 1
    play.happen(Opened(winner, play.state.records[2].worth))
    worth = play.ask(winner, Choose("refill", "What goes back into the casket?", refills, play, secret=True))
    play.happen(Filled(winner, worth))  # also where nothing has changed: that alone would tell
    play.happen(Dawned())
    if play.state.turn.number > 3:
        play.happen(Sold())


def refills(play: Play[Any, Any, Any]) -> Sequence[int]:
    worth = play.state.records[2].worth
    return (worth, worth + 1, worth + 2)


def crypt_table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[None, State[Any, Any]]:
    purses = [Purse(id=n, owner=n, profile="purse", at=NOWHERE, coins=content["coins"]) for n in (0, 1)]
    casket = Casket(id=2, owner=-1, profile="casket", at=NOWHERE, worth=content["worth"], known=(0,))
    return None, State([*purses, casket], Night())


def crypt_result(state: State[Any, Any]) -> Result | None:
    if state.turn.number <= 3:
        return None
    points = tuple(purse.coins for purse in state.records[:2])
    return Result(0 if points[0] > points[1] else 1 if points[1] > points[0] else -1, points, "three nights are over")


def another_casket(state: State[Any, Any], seat: int, rng: Any) -> State[Any, Any]:
    """What might be in the casket, for a seat that does not know."""
    casket = state.records[2]
    if seat not in casket.known:
        state.put(replace(casket, worth=rng.randrange(1, 9)))
    return state


CRYPT = Ruleset(
    id="crypt",
    title="The Crypt",
    version="1",
    seats=2,
    turn=bidding,
    table=crypt_table,
    result=crypt_result,
    active_seat=lambda state: 0,
    actions=(),
    records=(Purse, Casket),
    turns=(Night,),
    events=(Paid, Opened, Filled, Dawned, Sold),
    secrets=True,
    determinize=another_casket,
)
CRYPT_SETUP = Setup("crypt", {"coins": 4, "worth": 5})

# ---- windows and agendas ---------------------------------------------------------------------------------------------


class Guard(Body, frozen=True, kw_only=True):
    wounds: int = 0
    alert: bool = True


class Watch(Turn, frozen=True):
    active: int
    number: int = 1


class Declared(Event, frozen=True):
    who: int
    whom: int
    text: ClassVar[str] = "{who} strikes at {whom}."


class Wounded(Event, frozen=True):
    who: int
    by: int
    text: ClassVar[str] = "{who} is wounded by {by}."

    def apply(self, state: State[Any, Any]) -> None:
        guard = state.records[self.who]
        state.put(replace(guard, wounds=guard.wounds + 1))


class Reacted(Event, frozen=True):
    who: int

    def apply(self, state: State[Any, Any]) -> None:
        state.put(replace(state.records[self.who], alert=False))


class Taunted(Event, frozen=True):
    by: int
    whom: int
    text: ClassVar[str] = "{by} taunts {whom}."


class Gloated(Event, frozen=True):
    who: int
    text: ClassVar[str] = "{who} gloats."


class Passed(Event, frozen=True):
    """The turn passes to the next guard of the other side; all are alert again."""

    def apply(self, state: State[Any, Any]) -> None:
        turn = state.turn
        half = len(state.records) // 2
        other = (turn.active + half) % (2 * half) if turn.number % 2 else (turn.active + half + 1) % (2 * half)
        state.turn = Watch(other, turn.number + 1)
        for guard in list(state.records):
            if not guard.alert:
                state.put(replace(guard, alert=True))


@requirement("It must be on its feet.")
def on_its_feet(guard: Model[Guard]) -> bool:
    return guard.record.wounds < 2


@requirement("It has used its wits this turn.")
def alert(guard: Model[Guard]) -> bool | str:
    return guard.record.alert


def watch(play: Play[Any, Any, Any]) -> None:
    """The active guard strikes, if it wants to."""
    assert watch_result(play.state) is None, "nobody runs a step of a battle that is over"
    who = play.state.turn.active
    guard: Model[Guard] = Model(play, who)
    if STRIKE.allowed(guard) and play.ask(guard.owner, Confirm("strike.really", "Strike?")):
        strike(play, guard)
    play.happen(Passed())


def strike(play: Play[Any, Any, Any], guard: Model[Guard]) -> None:
    def refuse(whom: int) -> Reasons:
        foe = play.state.records[whom]
        own = ("It is a friend.",) if foe.owner == guard.owner else ()
        return (*own, *(() if foe.wounds < 2 else ("It is down.",)))

    whom = play.ask(guard.owner, Choose("strike.target", "Strike whom?", range, len(play.state.records), refuse=refuse))
    if not play.happen(Declared(guard.id, whom)):
        play.note(guard.id, "it is parried")
        return
    if play.dice(struck, 3):
        play.happen(Wounded(whom, guard.id))
        play.then(bleed, whom, guard.id, scope=guard.id)
        play.then(gloat, guard.id, scope=guard.id)
        play.then(tidy)


def struck(play: Play[Any, Any, Any], target: int) -> bool:
    """A dice rule: to hit, and on a hit to hurt."""
    hit: int = play.roll(D6, "strike.hit", "To hit")
    return hit >= target and play.roll(D6, "strike.hurt", "To hurt") >= 2


def bleed(play: Play[Any, Any, Any], whom: int, by: int) -> None:
    """On a 1 the sight of it is too much for the one who did it."""
    if play.roll(D3, "bleed", "Blood") == 1:
        play.happen(ActivationLeft(by))


def gloat(play: Play[Any, Any, Any], who: int) -> None:
    play.happen(Gloated(who))


def tidy(play: Play[Any, Any, Any]) -> None:
    play.note(0, "somebody tidies up")


def parry(play: Play[Any, Any, Any], who: int, event: Declared) -> Any:
    play.happen(Reacted(who))
    return PREVENTED if play.roll(D6, "parry", "Parry") >= 4 else None


def shout(play: Play[Any, Any, Any], who: int, event: Declared) -> None:
    play.happen(Reacted(who))


def taunt(play: Play[Any, Any, Any], who: int, event: Wounded) -> None:
    play.happen(Reacted(who))
    play.happen(Taunted(who, event.by))


def retort(play: Play[Any, Any, Any], who: int, event: Taunted) -> None:
    play.happen(Reacted(who))


def friends(play: Play[Any, Any, Any], whom: int) -> list[int]:
    records = play.state.records
    return [r.id for r in records if r.owner == records[whom].owner and r.alert and r.wounds < 2]


PARRY = Reaction("parry", "Parry", "", "", lambda play, e: [w for w in friends(play, e.whom) if w == e.whom], parry)
SHOUT = Reaction("shout", "Shout", "", "", lambda play, e: [w for w in friends(play, e.whom) if w != e.whom], shout)
TAUNT = Reaction("taunt", "Taunt", "", "", lambda play, e: [w for w in friends(play, e.who) if w != e.who], taunt)
RETORT = Reaction("retort", "Retort", "", "", lambda play, e: [w for w in friends(play, e.whom) if w == e.whom], retort)
STRIKE: Action[Model[Guard]] = Action(
    "strike", "Strike", "all of it", "Hit somebody.", "toy", (on_its_feet, alert), strike
)


def watch_table(ruleset: Ruleset, content: dict[str, Any]) -> tuple[None, State[Any, Any]]:
    half = content["guards"]
    return None, State([Guard(id=n, owner=n // half, profile="guard", at=NOWHERE) for n in range(2 * half)], Watch(0))


def watch_result(state: State[Any, Any]) -> Result | None:
    down = [sum(g.wounds >= 2 for g in state.records if g.owner == seat) for seat in (0, 1)]
    if state.agenda or (state.turn.number <= 12 and max(down) == 0):
        return None
    return Result(0 if down[1] > down[0] else 1 if down[0] > down[1] else -1, (down[1], down[0]), "the watch is over")


def lazily(ruleset: Ruleset) -> Ruleset:
    return ruleset.replacing(replace(STRIKE, summary="Hit somebody some time."))


WATCH = Ruleset(
    id="watch",
    title="The Watch",
    version="1",
    seats=2,
    turn=watch,
    table=watch_table,
    result=watch_result,
    active_seat=lambda state: state.records[state.turn.active].owner,
    actions=(STRIKE,),
    records=(Guard,),
    turns=(Watch,),
    events=(Declared, Wounded, Reacted, Taunted, Gloated, Passed),
    steps=(bleed, gloat, tidy),
    windows={
        Declared: Windows(before=(PARRY, SHOUT)),
        Wounded: Windows(after=(TAUNT,)),
        Taunted: Windows(after=(RETORT,)),
    },
    options=(Option("weather", "dry", ("dry", "wet"), "What it is like outside.", "toy"),),
    house_rules=(HouseRule("lazy", "Lazy guards", "They take their time.", "toy", lazily),),
    name_of=lambda world, who: f"guard {who}",
)
WATCH_SETUP = Setup("watch", {"guards": 3})


def toy(name: str) -> Ruleset:
    """As `warbook.ruleset`, for these two."""
    return {"crypt": CRYPT, "watch": WATCH}[name]
