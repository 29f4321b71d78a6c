"""Game: a battle as it is played.  The record of what was decided, and the position that follows from it.

Everything a table needs is a consequence of replaying: to undo is to drop answers, to load is to fold events, to branch is to
copy a prefix, to show a half-played action is to run it up to its open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Raw, Struct

from .decision import Decision, freeze
from .dice import Dice
from .errors import BadData, Illegal, WarbookError
from .events import Event
from .oracle import Answer, Chosen, Misfit, Pending, Player, Sealed, Shown, Table
from .play import Play, run_step
from .record import (
    AnswersLine,
    Codec,
    EndLine,
    Header,
    Lines,
    StepLine,
    UndoLine,
    chain,
    digest,
    encode,
    read_answers,
    write_answers,
)
from .ruleset import Result, Ruleset, Setup
from .state import State


class Done(Struct, frozen=True):
    """A finished step: the position before it, what was answered, what happened, and the digest of the record so far."""

    before: State[Any, Any]
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    digest: str


class Undone(Struct, frozen=True):
    """What an undo took away, so that it can be done again."""

    steps: tuple[Done, ...]
    answers: tuple[Answer, ...]
    after: tuple[int, int]


class NeedsConsent(WarbookError):
    """Dice, a secret or another player's choice stand between; the other seats must agree to the undo."""

    def __init__(self, seats: tuple[int, ...], why: str) -> None:
        self.seats = seats
        super().__init__(f"taking this back needs the consent of seat {', '.join(map(str, seats))}: {why}")


class KeptDice(Table):
    """Dice that first give back the faces already seen for the same rolls (nobody chooses again knowing new dice)."""

    __slots__ = ("kept",)

    def __init__(self, dice: Dice, players: Mapping[int, Player], kept: Iterable[Shown]) -> None:
        super().__init__(dice, players)
        self.kept = [s for s in kept if s.faces is not None]

    def roll(self, play: Play[Any, Any, Any], pool: Any, key: str) -> Shown:
        for shown in self.kept:
            if shown.key == key and shown.faces is not None and len(shown.faces) == pool.count:
                self.kept.remove(shown)
                return Shown(key, shown.faces, pool.read(shown.faces))
        return super().roll(play, pool, key)


class Game:
    """A battle in progress.

    `steps` are finished; `answers` belong to the step in progress, which starts from `state`.  `play` shows that step as far
    as it has got, `decisions` are open now (more than one only while several seats answer at once).  `write` receives each
    line of the record as it becomes true.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        *,
        seed: int = 0,
        players: Mapping[int, Player] | None = None,
        names: tuple[str, ...] = (),
        write: Callable[[bytes], None] | None = None,
        advance: bool = True,
    ) -> None:
        from .. import __version__

        self.ruleset = ruleset.having(setup.options, setup.house_rules)
        self.setup, self.seed, self.names = setup, seed, names
        self.world, self.state = self.ruleset.table(self.ruleset, setup.content)
        self.codec = Codec(self.ruleset)
        self.oracle: Table = Table(Dice(seed), players)
        self.start = self.state.copy()
        self.steps: list[Done] = []
        self.answers: list[Answer] = []
        self.undone: list[Undone] = []
        self.result: Result | None = None
        self.notices: list[str] = []
        self.decisions: tuple[Decision[Any], ...] = ()
        self._write = write
        self._written = 0
        self.header = Header(
            warbook=__version__,
            version=self.ruleset.version,
            setup=setup,
            players=names,
            seed=seed,
            start=Raw(self.codec.state(self.start)),
        )
        self.play: Play[Any, Any, Any] = self._fresh()
        self._emit(encode(self.header))
        if advance:
            self._advance()

    # ---- playing -----------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision[Any] | None:
        """The open decision; None when the battle is over."""
        return self.decisions[0] if self.decisions else None

    @property
    def over(self) -> bool:
        return self.result is not None

    def choose(self, answer: Any, seat: int | None = None) -> None:
        """Answer the open decision (of `seat`, where several are open).  Raises `Illegal` with every reason, and then nothing
        has changed."""
        decision = self._open(seat)
        answer = freeze(answer)
        try:
            reasons = decision.legal(answer)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError) as fault:
            reasons = (f"It is not an answer to this question ({fault}).",)
        if reasons:
            raise Illegal(answer, reasons)
        given: Answer = (
            Sealed(decision.key, decision.player, answer) if decision.sealed else Chosen(decision.key, answer)
        )
        self.undone.clear()
        self.answers = [*self.answers, given]
        self._advance()

    def _open(self, seat: int | None) -> Decision[Any]:
        for decision in self.decisions:
            if seat is None or decision.player == seat:
                return decision
        if self.over:
            raise WarbookError("the battle is over; there is nothing left to decide")
        raise WarbookError(f"seat {seat} has nothing to decide now; seat {self.decisions[0].player} has")

    def _fresh(self) -> Play[Any, Any, Any]:
        return Play(self.state.copy(), self.ruleset, self.world, list(self.answers), self.oracle)

    def _advance(self) -> None:
        """Run steps until somebody must decide or the battle is over."""
        self.decisions = ()
        while True:
            self.result = self.ruleset.result(self.state)
            if self.result is not None:
                self.play = self._fresh()
                self._emit(encode(EndLine(result=self.result)))
                return
            play = self._fresh()
            try:
                run_step(play)
            except Pending as pending:
                self.play, self.decisions = play, pending.decisions
                self.answers = play.answers
                self._keep_answers()
                return
            self._finish(play)

    def _finish(self, play: Play[Any, Any, Any]) -> None:
        before = self.steps[-1].digest if self.steps else digest(self.codec.state(self.start))
        answers, events = write_answers(play.answers), self.codec.events(play.events)
        sealed = chain(before, answers, events)
        self.steps.append(Done(self.state, tuple(play.answers), tuple(play.events), sealed))
        self._emit(
            encode(StepLine(step=len(self.steps) - 1, answers=Raw(answers), events=Raw(events), digest=sealed))
        )
        self.state, self.answers, self._written = play.state, [], 0

    def _keep_answers(self) -> None:
        """Write down what was answered in the middle of a step, so that nothing shown can be lost."""
        if len(self.answers) > self._written:
            fresh = write_answers(self.answers[self._written :])
            self._emit(encode(AnswersLine(step=len(self.steps), at=self._written, answers=Raw(fresh))))
            self._written = len(self.answers)

    def _emit(self, line: bytes) -> None:
        if self._write is not None:
            self._write(line + b"\n")

    # ---- looking -----------------------------------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Everything that has happened, the half-played step included."""
        return [e for done in self.steps for e in done.events] + self.play.events

    def log(self, seat: int | None = None) -> list[str]:
        """The battle in sentences, as a seat (None: everybody's secrets included) may read it."""
        said = []
        for event in self.events():
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None and (sentence := seen.said(self.name)):
                said.append(sentence)
        return said

    def name(self, who: int) -> str:
        """What a model or marker is called."""
        return self.ruleset.name_of(self.world, who)

    def view(self, seat: int) -> Play[Any, Any, Any]:
        """The position, in the middle of its step, as a seat may see it."""
        return self.play.seen_by(seat)

    def digest(self) -> str:
        """The digest of the record up to the last finished step."""
        return self.steps[-1].digest if self.steps else digest(self.codec.state(self.start))

    # ---- time --------------------------------------------------------------------------------------------------------

    def undo(self, by: int | None = None, consent: Iterable[int] = ()) -> None:
        """Take back the last choice that somebody made, and what followed from it.

        Free until dice, a secret or another seat's choice have come between; beyond that every other seat must be in
        `consent`, else `NeedsConsent`.  Rolls made since are not made again: later dice go on from where the count stands.
        """
        step, at = self._last_choice()
        before, answers = self._prefix(step, at)
        chooser = self._chooser(step, at) if by is None else by
        others = tuple(s for s in range(self.ruleset.seats) if s != chooser)
        barred = self._between(step, at, chooser)
        agreed = tuple(sorted(set(consent)))
        if barred and not set(others) <= set(agreed):
            raise NeedsConsent(tuple(s for s in others if s not in agreed), barred)
        self.undone.append(Undone(tuple(self.steps[step:]), tuple(self.answers), (step, at)))
        self.state, self.answers, self.steps = before, answers, self.steps[:step]
        self.result, self._written = None, len(answers)
        self._emit(
            encode(
                UndoLine(step=step, answers=at, dice=self.oracle.dice.rolled, by=chooser, consent=agreed if barred else ())
            )
        )
        self._show()

    def redo(self) -> None:
        """Do again what the last undo took back."""
        if not self.undone:
            raise WarbookError("there is nothing to do again")
        again = self.undone.pop()
        if (len(self.steps), len(self.answers)) != again.after:
            raise WarbookError("the battle has gone on since that was taken back")
        self.answers, self._written = [], 0
        for done in again.steps:
            self._replay(done)
        self.answers = list(again.answers)
        waiting = list(self.undone)
        self._advance()
        self.undone = waiting

    def _replay(self, done: Done) -> None:
        play = Play(done.before.copy(), self.ruleset, self.world, list(done.answers), self.oracle)
        run_step(play)
        self.state = done.before
        self._finish(play)

    def branch(self, step: int, answers: int = 0, *, seed: int, players: Mapping[int, Player] | None = None) -> Game:
        """A new battle that plays on from a point of this one, with dice of its own."""
        before, given = self._prefix(step, answers)
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.seed, other.oracle = seed, Table(Dice(seed), players)
        other.header = Header(
            warbook=self.header.warbook,
            version=self.ruleset.version,
            setup=self.setup,
            players=self.names,
            seed=seed,
            start=Raw(self.codec.state(before)),
        )
        other.start, other.state, other.steps, other.answers = before.copy(), before, [], given
        other.undone, other.notices, other.decisions, other.result = [], [], (), None
        other._write, other._written = None, 0
        other._advance()
        return other

    def _prefix(self, step: int, at: int) -> tuple[State[Any, Any], list[Answer]]:
        if step == len(self.steps):
            return self.state, self.answers[:at]
        if not 0 <= step < len(self.steps):
            raise WarbookError(f"there is no step {step}; the record has {len(self.steps)}")
        return self.steps[step].before, list(self.steps[step].answers[:at])

    def _last_choice(self) -> tuple[int, int]:
        """Step and place of the last answer that was somebody's to give and not their only one."""
        for step in range(len(self.steps), -1, -1):
            answers = self.answers if step == len(self.steps) else list(self.steps[step].answers)
            for at in range(len(answers) - 1, -1, -1):
                if type(answers[at]) in (Chosen, Sealed):
                    return step, at
        raise WarbookError("nothing has been chosen yet")

    def _run_to(self, step: int, at: int) -> tuple[Decision[Any], ...]:
        """The decisions that are open after the first `at` answers of a step."""
        before, answers = self._prefix(step, at)
        probe = Play(before.copy(), self.ruleset, self.world, answers, Table(Dice(0), {}))
        try:
            run_step(probe)
        except Pending as pending:
            return pending.decisions
        return ()

    def _chooser(self, step: int, at: int) -> int:
        _, answers = self._prefix(step, at + 1)
        given = answers[-1]
        if type(given) is Sealed:
            return given.seat
        opened = self._run_to(step, at)
        return opened[0].player if opened else 0

    def _between(self, step: int, at: int, chooser: int) -> str:
        """What stands between that choice and now: an empty string when nothing does."""
        if self._chooser(step, at) != chooser:
            return "it was another player's choice"
        following = [*self.answers[at:]] if step == len(self.steps) else [*self.steps[step].answers[at:]]
        following += [a for done in self.steps[step + 1 :] for a in done.answers]
        if step < len(self.steps):
            following += self.answers
        if type(following[0]) is Sealed:
            return "a secret was shown"
        if any(type(a) is Shown for a in following[1:]):
            return "dice were rolled"
        if any(type(a) in (Chosen, Sealed) for a in following[1:]):
            return "another player has chosen since"
        return ""

    def _show(self) -> None:
        """Run the step in progress up to its open question, without letting bots answer it."""
        players, self.oracle.players = self.oracle.players, {}
        try:
            self._advance()
        finally:
            self.oracle.players = players

    # ---- records -----------------------------------------------------------------------------------------------------

    def lines(self, *, export: bool = False) -> list[bytes]:
        """The record as it stands, canonical (without what was undone).  An export of a battle that is not over holds no
        seed."""
        header = self.header
        if export and not self.over:
            header = Header(
                warbook=header.warbook,
                version=header.version,
                setup=header.setup,
                players=header.players,
                start=header.start,
            )
        rows = [encode(header)]
        for number, done in enumerate(self.steps):
            rows.append(
                encode(
                    StepLine(
                        step=number,
                        answers=Raw(write_answers(done.answers)),
                        events=Raw(self.codec.events(done.events)),
                        digest=done.digest,
                    )
                )
            )
        if self.answers:
            rows.append(encode(AnswersLine(step=len(self.steps), at=0, answers=Raw(write_answers(self.answers)))))
        if self.result is not None:
            rows.append(encode(EndLine(result=self.result)))
        return rows

    def save(self, *, export: bool = False) -> bytes:
        """The record as bytes."""
        return b"".join(row + b"\n" for row in self.lines(export=export))

    @classmethod
    def load(
        cls,
        data: bytes,
        ruleset: Callable[[str], Ruleset],
        *,
        source: str = "record",
        players: Mapping[int, Player] | None = None,
        write: Callable[[bytes], None] | None = None,
        advance: bool = True,
    ) -> Game:
        """Open a record, by folding its events, and go on from its last whole line.

        Under another version of the ruleset the answers of the step in progress are given back while key and legality
        agree; from the first misfit they are dropped, but faces already seen are kept for the same rolls, and `notices`
        says so.  Raises `BadData` where the file is no record or its digests do not agree.
        """
        lines = Lines(data, source)
        rows = iter(lines)
        header = next(rows, None)
        if not isinstance(header, Header):
            raise BadData(source, "line 1", "no header", 'a record, which starts with {"line":"record", ...}')
        game = cls(
            ruleset(header.setup.ruleset),
            header.setup,
            seed=header.seed if header.seed is not None else 0,
            players=players,
            names=header.players,
            advance=False,
        )
        game.header = header
        game.start = game.codec.read_state(bytes(header.start))
        game.state = game.start.copy()
        rolled = 0
        for number, line in enumerate(rows, start=2):
            rolled = game._take(line, rolled, source, number)
        game.oracle.dice.rolled = rolled
        if lines.torn:
            game.notices.append("The record was cut off in the middle of a line; it opens at the last whole one.")
        game._written, game._write = len(game.answers), write
        if advance:
            game._resume(header.version)
        else:
            game.result = game.ruleset.result(game.state)
            game.play = game._fresh()
        return game

    def _take(self, line: object, rolled: int, source: str, number: int) -> int:
        """Fold one line of a record; answers the number of rolls made so far."""
        match line:
            case StepLine():
                if line.step != len(self.steps):
                    raise BadData(source, f"line {number}", f"step {line.step}", f"step {len(self.steps)}")
                wanted = chain(self.digest(), bytes(line.answers), bytes(line.events))
                if wanted != line.digest:
                    raise BadData(source, f"line {number}", f"digest {line.digest}", f"{wanted}: the record was changed")
                answers, events = read_answers(bytes(line.answers)), self.codec.read_events(bytes(line.events))
                rolled += sum(type(a) is Shown for a in answers) - sum(type(a) is Shown for a in self.answers)
                after = self.state.copy()
                for event in events:
                    event.apply(after)
                self.steps.append(Done(self.state, tuple(answers), tuple(events), line.digest))
                self.state, self.answers = after, []
            case AnswersLine():
                given = read_answers(bytes(line.answers))
                self.answers = [*self.answers[: line.at], *given]
                rolled += sum(type(a) is Shown for a in given)
            case UndoLine():
                self.state, self.answers = self._prefix(line.step, line.answers)
                self.steps, rolled = self.steps[: line.step], line.dice
            case _:
                pass
        return rolled

    def _resume(self, version: str) -> None:
        if version == self.ruleset.version:
            self._advance()
            return
        self.notices.append(
            f"The record was made with version {version} of {self.ruleset.id}; this is {self.ruleset.version}."
        )
        fitting = self._fitting()
        if fitting < len(self.answers):
            dropped, self.answers = self.answers[fitting:], self.answers[:fitting]
            self.notices.append(f"{len(dropped)} answers of the step in progress no longer fit and were dropped.")
            kept = [a for a in dropped if type(a) is Shown]
            self.oracle = KeptDice(self.oracle.dice, self.oracle.players, kept)
        self._advance()

    def _fitting(self) -> int:
        """How many answers of the step in progress still fit the questions that the rules ask."""
        for n in range(len(self.answers)):
            if type(self.answers[n]) not in (Chosen, Sealed):
                continue
            try:
                opened = self._run_to(len(self.steps), n)
            except Misfit as misfit:
                return misfit.at
            given = self.answers[n]
            if not opened or opened[0].key != given.key or opened[0].legal(given.value):
                return n
        try:
            self._run_to(len(self.steps), len(self.answers))
        except Misfit as misfit:
            return misfit.at
        return len(self.answers)


def verify(game: Game) -> str:
    """Re-run every step of a loaded record from its answers; an empty string, or the first difference in words."""
    state = game.start.copy()
    for number, done in enumerate(game.steps):
        play = Play(state, game.ruleset, game.world, list(done.answers))
        try:
            run_step(play)
        except (Misfit, Pending, LookupError) as fault:
            return f"step {number}: {fault}"
        again, before = game.codec.events(play.events), game.codec.events(done.events)
        if again != before:
            for n, (a, b) in enumerate(zip(play.events, done.events, strict=False)):
                if encode(a) != encode(b):
                    return f"step {number}, event {n}: the rules give {a!r}, the record has {b!r}"
            return f"step {number}: the rules give {len(play.events)} events, the record has {len(done.events)}"
        if len(play.answers) != len(done.answers) or play.cursor != len(done.answers):
            return f"step {number}: the rules use {play.cursor} answers, the record has {len(done.answers)}"
        state = play.state
    if state != game.state:
        return "the position after the last step differs"
    return ""

