"""Conformance: what every ruleset must pass, whatever game it is.

Battles are played at random, and at many of their decisions everything is tried that a table, a bot or the odds rely
on: saving and loading, running a step again, undo and redo, illegal answers, views, replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from ..core.answers import Pending
from ..core.course import Done
from ..core.decision import Allocate, Choose, Confirm, Decision, Order, freeze
from ..core.errors import Illegal, WarbookError
from ..core.events import Event
from ..core.game import Game
from ..core.loading import load_game
from ..core.play import Play
from ..core.record import encode, write_answers
from ..core.ruleset import FileKind, Row, Ruleset, Setup
from ..core.step import run_step
from ..core.verify import verify
from ..odds import odds
from .comparing import derived_facts, name_of_step, open_questions, seen_by_seat, state_as_bytes
from .nonsense import nonsense


class Nonconforming(AssertionError):
    """A ruleset breaks a promise that every ruleset makes."""


class Report(Struct):
    """What was looked at."""

    games: int = 0
    steps: int = 0
    decisions: int = 0
    examined: int = 0
    refused: int = 0
    odds: int = 0
    most_answers: int = 0
    slowest_ms: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.games} battles, {self.steps} steps, {self.decisions} decisions, {self.examined} of them examined; "
            f"{self.refused} answers refused; {self.odds} odds against playouts; "
            f"at most {self.most_answers} answers and {self.slowest_ms:.1f} ms to run a step again"
        )


def every_setup(ruleset: Ruleset) -> list[Setup]:
    """A setup for each scenario that a ruleset ships."""
    if ruleset.shelf is None:
        return []
    return [Setup(ruleset.id, ruleset.shelf.content(row.id)) for row in ruleset.shelf.scenarios()]


def conformance(
    ruleset: Ruleset,
    setups: Iterable[Setup] | None = None,
    *,
    games: int = 10,
    seed: int = 0,
    samples: int = 20,
    decisions: int = 3000,
    answers: int = 64,
    milliseconds: float = 20.0,
    odds: int = 4,
) -> Report:
    """Plays `games` random battles from the setups in turn (by default one for each scenario that is shipped) and
    raises `Nonconforming` at the first broken promise.

    About `samples` decisions a battle are examined in full, all of them in short battles; a battle is left after so
    many `decisions`.  A step may take at most so many `answers`, and so many `milliseconds` to be run again (0: no
    matter).  `odds` are compared with playouts so many times a battle, where the ruleset names outcomes.
    """
    table = list(setups) if setups is not None else every_setup(ruleset)
    if not table:
        raise Nonconforming(f"{ruleset.id} ships no scenario, and no setup was given")
    _check_shelf(ruleset)
    report = Report()
    for number in range(games):
        battle = _Battle(ruleset, table[number % len(table)], seed + number, report)
        battle.answers, battle.milliseconds, battle.odds = answers, milliseconds, odds
        battle.play(samples, decisions)
    return report


def _check_shelf(ruleset: Ruleset) -> None:
    """Everything that is shipped passes the ruleset's own `check`."""
    shelf = ruleset.shelf
    if shelf is None:
        return
    listed: dict[FileKind, Sequence[Row]] = {
        "board": shelf.listed("board"),
        "roster": shelf.listed("roster"),
        "scenario": shelf.scenarios(),
    }
    for kind, rows in listed.items():
        for row in rows:
            try:
                said = shelf.check(kind, *shelf.text(kind, row.id))
            except WarbookError as fault:
                raise Nonconforming(f"{ruleset.id}: the {kind} {row.id} is shipped and refused: {fault}") from fault
            if not said:
                raise Nonconforming(f"{ruleset.id}: of the {kind} {row.id} `check` says nothing")


class _Battle:
    """One random battle under examination."""

    def __init__(self, ruleset: Ruleset, setup: Setup, seed: int, report: Report) -> None:
        self.ruleset, self.setup, self.seed, self.report = ruleset, setup, seed, report
        self.rng = Random(seed)
        self.answers, self.milliseconds, self.odds = 64, 20.0, 0
        self.game = Game(ruleset, setup, seed=seed)

    def demand(self, holds: bool, said: str) -> None:
        if not holds:
            asked = ", ".join(d.key for d in self.game.decisions) or "the end"
            where = f"battle of seed {self.seed}, step {len(self.game.steps)}, at {asked}"
            trail = f" (asked by {' > '.join(self.game.trail)})" if self.game.trail else ""
            raise Nonconforming(f"{self.ruleset.id}: {said}\n  in the {where}{trail}")

    def play(self, samples: int, decisions: int) -> None:
        """The whole battle."""
        game, rng, made, examined = self.game, self.rng, 0, 0
        known = max(self.report.decisions // max(self.report.games, 1), 10 * samples)
        while game.decisions and made < decisions:
            made += 1
            decision = rng.choice(game.decisions)
            self.answerable(decision)
            if made <= samples // 2 or rng.random() * known < samples:
                examined += 1
                self.examine(decision)
            answer = self.sampled(decision)
            try:
                game.choose(answer, decision.player)
            except WarbookError as fault:
                self.demand(False, str(fault))
        self.report.decisions += made
        self.report.examined += examined
        self.whole()
        self.report.games += 1
        self.report.steps += len(game.steps)

    def examine(self, decision: Decision[Any]) -> None:
        """Everything that must hold at a decision."""
        self.reloaded()
        self.run_again()
        self.listed(decision)
        self.refuses(decision)
        self.secret(decision)
        self.views()
        self.undone(decision)
        if self.odds > 0 and self.priced(decision):
            self.odds -= 1

    # ---- decisions ---------------------------------------------------------------------------------------------------

    def answerable(self, decision: Decision[Any]) -> None:
        self.demand(bool(decision.candidates(1)), f"{decision.key} is asked and has no legal answer")

    def sampled(self, decision: Decision[Any]) -> Any:
        answer = decision.sample(self.rng)
        reasons = decision.legal(answer)
        self.demand(not reasons, f"{decision.key} samples {answer!r}, which it refuses: {' '.join(reasons)}")
        return answer

    def listed(self, decision: Decision[Any]) -> None:
        """Listing and judging agree, and every answer is plain."""
        candidates = decision.candidates(40)
        for answer in candidates:
            reasons = decision.legal(answer)
            self.demand(not reasons, f"{decision.key} offers {answer!r}, which it refuses: {' '.join(reasons)}")
            back = freeze(msgspec.json.decode(encode(answer)))
            self.demand(back == answer, f"{decision.key}: {answer!r} does not survive JSON: {back!r}")
            self.demand(bool(decision.label(answer)), f"{decision.key}: {answer!r} has no label")
        self.demand(len(set(candidates)) == len(candidates), f"{decision.key} offers the same answer twice")
        many, listed = len(candidates) > 1, isinstance(decision, Choose | Confirm | Order | Allocate)
        # A facing makes two answers of one place.
        truly = decision.several() == many or (decision.several() and not listed)
        self.demand(
            truly, f"{decision.key}: several() is {decision.several()}, and it has {len(candidates)} candidates"
        )
        if isinstance(decision, Choose):
            refused = decision.refused()
            both = [answer for answer in decision.options() if answer in refused]
            self.demand(
                not both,
                f"{decision.key}: {both[:3]!r} are offered, and refused with {list(map(refused.get, both[:3]))}",
            )
            lost = [a for a in decision.listed() if a not in refused and a not in decision.options()]
            self.demand(not lost, f"{decision.key}: {lost[:3]!r} are not offered, and there is no reason against them")
            for answer, reasons in refused.items():
                said = bool(reasons) and all(isinstance(r, str) and r for r in reasons)
                self.demand(
                    said, f"{decision.key}: {answer!r} is refused with {reasons!r}, which tells a player nothing"
                )

    def refuses(self, decision: Decision[Any]) -> None:
        """Illegal answers are refused with reasons, and change nothing."""
        wrong = nonsense(decision, self.rng)
        if isinstance(decision, Choose):
            wrong += list(decision.refused())[:2]
        before = self.game.save()
        for answer in wrong:
            try:
                self.game.choose(answer, decision.player)
            except Illegal as refusal:
                self.demand(bool(refusal.reasons), f"{decision.key} refuses {answer!r} and does not say why")
            else:
                self.demand(False, f"{decision.key} takes {answer!r}, which it calls illegal")
            self.demand(self.game.save() == before, f"{decision.key}: refusing {answer!r} has changed something")
            self.report.refused += 1

    # ---- running again -----------------------------------------------------------------------------------------------

    def reloaded(self) -> None:
        """A battle that is saved and loaded stands where it stood."""
        game, data = self.game, self.game.save()
        again = self.load(data)
        self.demand(again.save() == data, "a record that is loaded and saved is not the same bytes")
        self.demand(again.play.state == game.play.state, "folding the events gives another position than the rules")
        self.demand(open_questions(again) == open_questions(game), "a loaded battle asks something else")
        self.demand(again.oracle.dice.rolled == game.oracle.dice.rolled, "a loaded battle has other dice coming")

    def load(self, data: bytes) -> Game:
        try:
            return load_game(data, lambda name: self.ruleset)
        except WarbookError as fault:
            raise Nonconforming(f"{self.ruleset.id}: its own record cannot be opened: {fault}") from fault

    def run_again(self) -> None:
        """The step in progress run once more, from a bare copy, makes the same events."""
        game = self.game
        state = game.state.copy()
        state.derived = None
        play = Play(state, game.ruleset, game.world, list(game.answers))
        try:
            run_step(play)
            self.demand(False, "a step run again asks nothing more")
        except Pending:
            pass
        self.same_events(play, game.play.events, "a step run again")
        self.demand(play.state == game.play.state, "a step run again ends in another position")
        amended, rebuilt = derived_facts(game.play.state), derived_facts(play.state)
        if amended is not None and rebuilt is not None:
            self.demand(amended == rebuilt, "what is derived from the position differs from the same built anew")

    def same_events(self, play: Play[Any, Any, Any], events: Iterable[Event], what: str) -> None:
        for number, (new, old) in enumerate(zip(play.events, events, strict=False)):
            self.demand(encode(new) == encode(old), f"{what} gives {new!r} as event {number}; it was {old!r}")
        self.demand(len(play.events) == len(list(events)), f"{what} gives {len(play.events)} events")

    # ---- time --------------------------------------------------------------------------------------------------------

    def undone(self, decision: Decision[Any]) -> None:
        """A choice taken back leaves everything as it was, and done again as it became."""
        game, everybody = self.game, tuple(range(self.ruleset.seats))
        before = self.standing()
        game.choose(self.sampled(decision), decision.player)
        after = self.standing()
        game.undo(by=decision.player, consent=everybody)
        self.demand(self.standing() == before, "undo does not lead back to where the choice was made")
        game.redo()
        self.demand(self.standing() == after, "redo does not lead to where the choice had led")
        game.undo(by=decision.player, consent=everybody)

    def standing(self) -> tuple[Any, ...]:
        game = self.game
        return (
            len(game.steps),
            write_answers(game.answers),
            state_as_bytes(game, game.play.state),
            open_questions(game),
            game.digest(),
        )

    # ---- secrets -----------------------------------------------------------------------------------------------------

    def seats(self) -> Iterator[int]:
        """Everybody, and a spectator."""
        return iter(range(-1, self.ruleset.seats))

    def views(self) -> None:
        """Views are stable, and what is drawn for what a seat does not know fits what it sees."""
        game = self.game
        if not game.ruleset.secrets:
            return
        for seat in self.seats():
            seen = game.view(seat)
            again = game.ruleset.masked(seen.state, seat)
            self.demand(again == seen.state, f"seat {seat} sees something else when it looks twice")
            for event in seen.events:
                self.demand(
                    event.seen_by(seat) == event, f"{type(event).__name__} hides more when seat {seat} looks twice"
                )
            if game.ruleset.determinize is not None and seat >= 0:
                drawn = game.ruleset.determinize(game.state.copy(), seat, self.rng)
                same = game.ruleset.masked(drawn, seat) == game.ruleset.masked(game.state, seat)
                self.demand(same, f"determinize changes what seat {seat} knows")
        if not game.is_over:
            told = self.load(game.save()).save(export=True)
            self.demand(f'"seed":{self.seed}'.encode() not in told, "an export of a running battle holds its seed")

    def secret(self, decision: Decision[Any]) -> None:
        """What the others see does not depend on a secret answer, until an event reveals it."""
        game = self.game
        if not (decision.secret and game.ruleset.secrets):
            return
        candidates = decision.candidates(2)
        shown: list[dict[int, Any]] = []
        for answer in candidates:
            branch = self.load(game.save())
            events = len(branch.events())
            branch.choose(answer, decision.player)
            if any(event.reveals for event in branch.events()[events:]):
                return
            shown.append({seat: seen_by_seat(branch, seat) for seat in self.seats() if seat != decision.player})
        for seat in shown[0]:
            leaks = any(other[seat] != shown[0][seat] for other in shown[1:])
            self.demand(not leaks, f"what seat {seat} sees tells it the secret answer to {decision.key}")

    # ---- odds --------------------------------------------------------------------------------------------------------

    def priced(self, decision: Decision[Any]) -> bool:
        """Exact odds of an action lie where playouts of it fall."""
        ruleset = self.game.ruleset
        if not ruleset.outcomes or ruleset.poised is None or decision.key.rpartition(".")[2] != "action":
            return False
        records = self.game.play.state.records
        own = [r.id for r in records if r.owner == decision.player]
        who, outcome = self.rng.choice(own), self.rng.choice(ruleset.outcomes)
        actions = [a for a in decision.candidates(40) if isinstance(a, str) and a in ruleset.action]
        if not actions:
            return False
        action = self.rng.choice(actions)
        try:
            exact = odds(self.game, who, action, outcome=outcome.id, limit=2000)
            if not exact.exact:
                return False
            playouts = 800 if 0 < exact.numerator < exact.denominator else 40
            guess = odds(self.game, who, action, outcome=outcome.id, limit=0, playouts=playouts, seed=self.seed)
        except WarbookError:  # this model may not take this action now
            return False
        p = exact.probability
        slack = 5 * (p * (1 - p) / playouts) ** 0.5 + (5 / playouts if 0 < p < 1 else 0)
        said = f"odds of {outcome.id} by {action} of {who} are {exact.numerator}/{exact.denominator}"
        self.demand(abs(guess.probability - p) <= slack, f"{said}, and playouts say {guess.probability:.3f}")
        self.report.odds += 1
        return True

    # ---- the whole battle --------------------------------------------------------------------------------------------

    def whole(self) -> None:
        """The record of the battle gives every step again; no step is too long."""
        game = self.game
        data = game.save()
        again = self.load(data)
        self.demand(again.save() == data, "the record of the battle, loaded and saved, is not the same bytes")
        for number, (new, old) in enumerate(zip(again.steps, game.steps, strict=True)):
            self.demand(new.before == old.before, f"folding the events gives another position before step {number}")
        verdict = verify(again)
        self.demand(verdict.true, f"the record does not replay: {verdict.different or ' '.join(verdict.unchecked)}")
        self.lengths(game.steps)

    def lengths(self, steps: list[Done]) -> None:
        for number, done in enumerate(steps):
            self.report.most_answers = max(self.report.most_answers, len(done.answers))
            step = f"step {number} ({name_of_step(done)})"
            few = len(done.answers) <= self.answers
            self.demand(few, f"{step} takes {len(done.answers)} answers; split it with play.then")
        for done in sorted(steps, key=lambda done: -len(done.answers))[:5]:
            taken = self.timed(done)
            if self.milliseconds and taken > self.milliseconds:
                taken = min(taken, *(self.timed(done) for _ in range(4)))
            self.report.slowest_ms = max(self.report.slowest_ms, taken)
            quick = not self.milliseconds or taken <= self.milliseconds
            self.demand(
                quick, f"a step ({name_of_step(done)}) takes {taken:.1f} ms to run again; split it with play.then"
            )

    def timed(self, done: Done) -> float:
        """Milliseconds to run a step again from its answers."""
        play = Play(done.before.copy(), self.game.ruleset, self.game.world, list(done.answers))
        began = perf_counter()
        run_step(play)
        return (perf_counter() - began) * 1000
