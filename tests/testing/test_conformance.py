"""Conformance passes sound rulesets and finds every promise that a broken one does not keep."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.core import toys
from tests.core.toys import CRYPT, CRYPT_SETUP, WATCH, WATCH_SETUP, Guard, Passed, Reacted, Watch
from warbook.core import structs
from warbook.core.decision import Choose, Confirm
from warbook.core.dice import D6
from warbook.core.errors import BadData
from warbook.core.events import Event
from warbook.core.play import Play
from warbook.core.ruleset import Row, Ruleset, ScenarioRow, Setup
from warbook.core.state import State
from warbook.testing import Nonconforming, conformance


@pytest.mark.parametrize(("ruleset", "setup"), [(CRYPT, CRYPT_SETUP), (WATCH, WATCH_SETUP)])
def test_the_invented_rulesets_conform(ruleset: Ruleset, setup: Setup) -> None:
    report = conformance(ruleset, [setup], games=8)
    assert report.games == 8
    assert report.refused > 100
    assert 0 < report.examined <= report.decisions


def turn(rule: Callable[[Play[Any, Any, Any]], None], **more: Any) -> Ruleset:
    """The watch with another turn, of which twelve make a battle."""
    return replace(WATCH, turn=rule, **more)


def asking(play: Play[Any, Any, Any], decision: Any) -> None:
    play.ask(0, decision)
    play.happen(Passed())


class Moody:
    """A rule that remembers something between its runs."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self, play: Play[Any, Any, Any]) -> None:
        self.runs += 1
        play.note(0, f"run {self.runs}")
        asking(play, Confirm("go", "Go?"))


class Sneaked(Event, frozen=True):
    """Changes a position without saying all that it changes."""

    def apply(self, state: State[Any, Any]) -> None:
        state.turn = Watch(state.turn.active, state.turn.number + 1)


def behind_the_back(play: Play[Any, Any, Any]) -> None:
    if play.ask(0, Confirm("go", "Go?")):
        play.state.put(structs.replace(play.state.records[0], wounds=1))
    play.happen(Passed())


def no_answer(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", lambda: [1, 2], refuse=lambda n: ("No.",)))


def listed_and_refused(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", range, 4, refuse=lambda n: ("No.",) if n == 2 else (), allow=lambda n: True))


def lost(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", range, 4, refuse=lambda n: (), allow=lambda n: n != 2))


def silent(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", range, 4, refuse=lambda n: ("",) if n == 2 else ()))


def twice(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", lambda: [1, 1, 2]))


class Undecided(Choose[int]):
    """Says that there is something to choose where there is not."""

    def several(self) -> bool:
        return True


def undecided(play: Play[Any, Any, Any]) -> None:
    asking(play, Undecided("pick", "Pick", lambda: [1]))


class OfTwoMinds(Choose[int]):
    """Denies to whoever knows an answer that there is another."""

    def several_with(self, answer: int) -> bool:
        return False


def of_two_minds(play: Play[Any, Any, Any]) -> None:
    asking(play, OfTwoMinds("pick", "Pick", lambda: [1, 2]))


def an_object(play: Play[Any, Any, Any]) -> None:
    asking(play, Choose("pick", "Pick", lambda: [1.5, frozenset([1])]))


def endless(play: Play[Any, Any, Any]) -> None:
    for _ in range(65):
        play.roll(D6, "again")
    asking(play, Confirm("go", "Go?"))


def swallowing(play: Play[Any, Any, Any]) -> None:
    with suppress(BaseException):
        play.ask(0, Confirm("sure", "Sure?"))
    asking(play, Confirm("go", "Go?"))


def unending(play: Play[Any, Any, Any]) -> None:
    play.ask(0, Confirm("go", "Go?"))


def idling(play: Play[Any, Any, Any]) -> None:
    """Does nothing at all."""


class Half:
    """Something derived that forgets to follow."""

    def __init__(self, state: State[Any, Any]) -> None:
        self.rows = [record.wounds for record in state.records]

    def after(self, record: Guard) -> "Half":
        return self


def derived(play: Play[Any, Any, Any]) -> None:
    play.state.derived = play.state.derived or Half(play.state)
    if play.ask(0, Confirm("go", "Go?")):
        play.happen(toys.Wounded(1, 0))
    play.state.derived = play.state.derived or Half(play.state)
    play.happen(Passed())


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        (turn(Moody()), "a step run again gives(.|\n)*usual cause: a rule rests on something besides the position"),
        (
            turn(behind_the_back),
            "folding the events gives another position than the rules: record 0 has wounds = 0 in place of 1(.|\n)*"
            "usual cause: a rule changes the position itself",
        ),
        (turn(no_answer), "pick is asked and has no legal answer"),
        (turn(listed_and_refused), "pick (offers|samples) 2, which it refuses: No."),
        (turn(lost), r"\[2\] are not offered, and there is no reason against them"),
        (turn(silent), "2 is refused with .*, which tells a player nothing"),
        (turn(twice), "pick offers the same answer twice"),
        (turn(undecided), r"pick: several\(\) is True, and it has 1 candidates"),
        (turn(of_two_minds), r"pick: several\(\) is True, and several_with\(1\) is not"),
        (turn(an_object), "does not survive JSON|frozenset"),
        (turn(endless), r"takes 66 answers; split it with play.then; most are 65 of again, 1 of go"),
        (turn(swallowing), "asks sure and goes on without an answer(.|\n)*`except BaseException`|sure"),
        (turn(unending), r"is not over after 3000 decisions at random(.|\n)*conformance\(..., decisions="),
        (turn(idling), "watch never goes on: a step has asked, rolled and done nothing"),
        (turn(derived), "what is derived from the position differs"),
        (
            replace(WATCH, events=tuple(e for e in WATCH.events if e is not Reacted)),
            "the event Reacted .*does not list it",
        ),
    ],
)
def test_a_promise_that_is_not_kept_is_found(ruleset: Ruleset, said: str) -> None:
    with pytest.raises((Nonconforming, TypeError), match=said) as caught:
        conformance(ruleset, [WATCH_SETUP], games=6)
    assert "watch" in str(caught.value) or caught.type is TypeError


def peeping(event: Any, seat: int) -> Any:
    return event


class Shouted(toys.Filled, frozen=True, tag="Filled"):
    def seen_by(self, seat: int) -> "Shouted":
        return self


def filling(play: Play[Any, Any, Any]) -> None:
    worth = play.ask(0, Choose("refill", "What goes in?", lambda: [1, 2], secret=True))
    play.happen(Shouted(0, worth))
    play.happen(toys.Dawned())


def guessing(state: State[Any, Any], seat: int, rng: Any) -> State[Any, Any]:
    state.put(structs.replace(state.records[0], coins=rng.randrange(99)))
    return state


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        (replace(CRYPT, turn=filling, events=(Shouted, toys.Dawned)), "sees tells it the secret answer to refill"),
        (replace(CRYPT, determinize=guessing), "determinize changes what seat . knows"),
    ],
)
def test_a_secret_that_gets_out_is_found(ruleset: Ruleset, said: str) -> None:
    with pytest.raises(Nonconforming, match=said):
        conformance(ruleset, [CRYPT_SETUP], games=4)


def test_a_ruleset_without_scenarios_says_so() -> None:
    with pytest.raises(Nonconforming, match="watch ships no scenario, and no setup was given"):
        conformance(WATCH)


class Pier:
    """A shelf with one board, of which `check` says this."""

    def __init__(self, said: str | Exception) -> None:
        self.said = said

    def scenarios(self) -> list[ScenarioRow]:
        return []

    def listed(self, kind: str) -> list[Row]:
        return [Row("pier", "The pier", "")] if kind == "board" else []

    def text(self, kind: str, id: str) -> tuple[str, str]:
        return "planks", f"{id}.toml"

    def content(self, scenario: str, **brought: Any) -> dict[str, Any]:
        return {}

    def check(self, kind: str, text: str, source: str) -> str:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (BadData("pier.toml", "kind", "planks", "stones"), "the board pier is shipped and refused: pier.toml: kind"),
        ("", "of the board pier `check` says nothing"),
    ],
)
def test_what_a_ruleset_ships_must_pass_its_own_check(said: str | Exception, wanted: str) -> None:
    with pytest.raises(Nonconforming, match=wanted):
        conformance(replace(WATCH, shelf=Pier(said)), [WATCH_SETUP], games=1)
    assert conformance(replace(WATCH, shelf=Pier("a pier")), [WATCH_SETUP], games=1).games == 1


def test_the_battle_of_a_seed_is_the_same_whatever_was_played_before_it() -> None:
    shown = []
    for seed, games in ((0, 3), (2, 1)):
        with pytest.raises(Nonconforming, match=r"again: conformance.*seed=2") as fault:
            conformance(
                turn(fails_with_three), [Setup("watch", {"guards": n}) for n in (1, 1, 3)], games=games, seed=seed
            )
        shown.append(fault.value.record)
    assert shown[0] == shown[1] != b""


def fails_with_three(play: Play[Any, Any, Any]) -> None:
    if len(play.state.records) == 6 and play.state.turn.number == 4:
        no_answer(play)
    toys.watch(play)


def test_a_rule_that_crashes_shows_its_own_lines_and_where_in_the_battle() -> None:
    def crashing(play: Play[Any, Any, Any]) -> None:
        asking(play, Confirm("go", "Go?"))
        raise ZeroDivisionError("oh")

    with pytest.raises(ZeroDivisionError) as fault:
        conformance(turn(crashing), [WATCH_SETUP], games=1)
    assert "in step 0 of the battle of seed 0" in fault.value.__notes__[0]
    names = [entry.name for entry in fault.traceback]
    assert names[-1] == "crashing"
    assert "run_step" not in names


class Unspeakable(Event, frozen=True):
    """Has no words for its value."""

    kind: str

    def apply(self, state: State[Any, Any]) -> None: ...

    def sentence(self, name: Callable[[int], str]) -> str:
        return {"spoken": "It happens."}[self.kind]


def test_an_event_that_no_log_can_tell_is_found() -> None:
    def silent(play: Play[Any, Any, Any]) -> None:
        play.happen(Unspeakable("unspoken"))
        asking(play, Confirm("go", "Go?"))

    ruleset = turn(silent, events=(*WATCH.events, Unspeakable))
    with pytest.raises(KeyError, match="unspoken"):
        conformance(ruleset, [WATCH_SETUP], games=1)


def test_rules_that_ask_something_else_when_they_are_run_again_are_told_with_the_seed() -> None:
    runs = iter(range(1_000_000))

    def another_each_time(play: Play[Any, Any, Any]) -> None:
        play.ask(0, Confirm("first", "First?"))
        asking(play, Confirm("even" if next(runs) % 2 else "odd", "Really?"))

    with pytest.raises(Nonconforming, match="of the battle of seed"):
        conformance(turn(another_each_time), [WATCH_SETUP], games=1)
