"""Game: a battle as it is played.  The record of what was decided, and the position that follows from it.

Everything a table needs is a consequence of replaying: to undo is to drop answers, to load is to fold events, to
branch is to copy a prefix, to show a half-played action is to run it up to its open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NoReturn

import msgspec
from msgspec import Raw, Struct

from .decision import Decision, against, freeze
from .dice import Dice, Pool
from .errors import BadData, Illegal, WarbookError
from .events import Event
from .oracle import Answer, Chosen, Pending, Player, Sealed, Shown, Table
from .play import Play, run_step, trail
from .record import (
    FORMAT,
    AnswersLine,
    Chained,
    Codec,
    EndLine,
    Header,
    Lines,
    StepLine,
    UndoLine,
    chained,
    digest,
    encode,
    opening,
    read_answers,
    write_answers,
)
from .ruleset import Result, Ruleset, Setup
from .state import State
from .undo import between, last_choice, prefix, still_sealed
from .verify import STUMBLES, recited


class Done(Struct, frozen=True):
    """A finished step: the position before it, what was answered, what happened, and how many rolls had then been
    made."""

    before: State[Any, Any]
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    dice: int = 0


class Undone(Struct, frozen=True):
    """What an undo took away, so that it can be done again: it led `after` so many steps and answers."""

    steps: tuple[Done, ...]
    state: State[Any, Any]
    answers: tuple[Answer, ...]
    after: tuple[int, int]


class NeedsConsent(WarbookError):
    """Dice, a secret or another player's choice stand between; the other seats must agree to the undo."""

    def __init__(self, seats: tuple[int, ...], why: str) -> None:
        self.seats, self.why = seats, why
        super().__init__(f"taking this back needs the consent of seat {', '.join(map(str, seats))}: {why}")


class KeptDice(Table):
    """Dice that first give back the faces already seen for the same rolls (nobody chooses again knowing new dice)."""

    __slots__ = ("kept",)

    def __init__(self, table: Table, kept: Iterable[Shown]) -> None:
        super().__init__(table.dice)
        self.players = table.players
        self.kept = [s for s in kept if s.faces is not None]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        for shown in self.kept:
            faces = shown.faces or []
            if shown.key == key and pool.fits(faces):
                self.kept.remove(shown)
                return Shown(key, faces, pool.read(faces))
        return super().roll(play, pool, key)


class Game:
    """A battle in progress.

    `steps` are finished; `answers` belong to the step in progress, which starts from `state`.  `play` shows that step
    as far as it has got, `decisions` are open now (more than one only while several seats answer at once), and
    `trail` names the rules that led to them.  `write` receives each line of the record as it becomes true.
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
        self.header = Header(
            warbook=__version__,
            version=self.ruleset.version,
            setup=setup,
            players=names,
            seed=seed,
            start=Raw(self.codec.state(self.start)),
        )
        self._write = write
        self._begin()
        self._emit_row(encode(self.header))
        if advance:
            self.go_on()

    def _begin(self) -> None:
        """Nothing has happened yet."""
        self.steps: list[Done] = []
        self.answers: list[Answer] = []
        self.undone: list[Undone] = []
        self.result: Result | None = None
        self.notices: list[str] = []
        self.decisions: tuple[Decision[Any], ...] = ()
        self.trail: tuple[str, ...] = ()
        self.play: Play[Any, Any, Any] = self._fresh()
        self._past = [encode(self.header)]  # the record up to the last undo
        self._past_steps = 0  # how many of the steps stand in there
        self._digests: list[str] = []  # of the steps' lines, as far as somebody has asked for the record or its digest
        self._read: dict[int, StepLine] = {}  # lines that were read and would be written otherwise, by step
        self._opening = opening(self.header)
        self._written = 0
        self._ended = b""  # the line that says so

    # ---- playing -----------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision[Any] | None:
        """The open decision; None exactly when the battle is over.  A battle that was opened without going on runs on
        to its question first, without letting bots answer it."""
        if not self.decisions and not self.over:
            self._show()
        return self.decisions[0] if self.decisions else None

    @property
    def over(self) -> bool:
        return self.result is not None

    def choose(self, answer: Any, seat: int | None = None) -> None:
        """Answer the open decision (of `seat`, where several are open).  Raises `Illegal` with every reason, and then
        nothing has changed."""
        decision = self._open(seat)
        answer = freeze(answer)
        reasons = against(decision, answer)
        if reasons:
            raise Illegal(answer, reasons)
        answer = decision.settled(answer)
        given: Answer = (
            Sealed(decision.key, decision.player, answer) if decision.sealed else Chosen(decision.key, answer)
        )
        steps, before = len(self.steps), (self.answers, self.decisions, self.trail, self.play)
        self.answers = [*self.answers, given]
        try:
            self.go_on()
        except BaseException:
            # A rule or a bot broke down, or was interrupted: the step that it was in has not happened.
            if len(self.steps) == steps:
                self.answers, self.decisions, self.trail, self.play = before
            raise
        self.undone.clear()

    def _open(self, seat: int | None) -> Decision[Any]:
        for decision in self.decisions:
            if seat is None or decision.player == seat:
                return decision
        if self.over:
            raise WarbookError("the battle is over; there is nothing left to decide")
        if not self.decisions:
            raise WarbookError("no question is open")
        asked = " and ".join(f"seat {decision.player}" for decision in self.decisions)
        raise WarbookError(f"seat {seat} has nothing to decide now; {asked} has")

    def _fresh(self) -> Play[Any, Any, Any]:
        return Play(self.state.copy(), self.ruleset, self.world, list(self.answers), self.oracle, self.state)

    def go_on(self) -> None:
        """Run steps, bots included, until a person must decide or the battle is over."""
        self.decisions, self.trail = (), ()
        while True:
            self.result = self.ruleset.result(self.state)
            if self.result is not None:
                self.play = self._fresh()
                self._end(self.result)
                return
            play, rolled = self._fresh(), self.oracle.dice.rolled
            try:
                run_step(play)
            except Pending as pending:
                self.play, self.decisions, self.trail = play, pending.decisions, trail(pending)
                self.answers = play.answers
                self._keep_answers()
                return
            except BaseException:
                self.oracle.dice.rolled = rolled  # nobody has seen those dice
                raise
            self._finish(play)

    def _finish(self, play: Play[Any, Any, Any]) -> None:
        self.state.derived = None  # a position of the past builds it again where somebody goes back to it
        self.steps.append(Done(self.state, tuple(play.answers), tuple(play.events), self.oracle.dice.rolled))
        self.state, self.answers, self._written = play.state, [], 0
        if type(self.oracle) is KeptDice:
            kept, self.oracle = self.oracle, Table(self.oracle.dice)
            self.oracle.players = kept.players
        if self._write is not None:
            self._emit_row(encode(self._line(len(self.steps) - 1)))

    # ---- the lines of the record -------------------------------------------------------------------------------------

    def _lines_of_steps(self, since: int = 0) -> Iterator[StepLine]:
        """The lines of the finished steps from number `since` on."""
        return map(self._line, range(since, len(self.steps)))

    def _line(self, step: int) -> StepLine:
        """The line of a finished step: as it was read, or as it is written.  What can be written again is not kept."""
        if (read := self._read.get(step)) is not None:
            return read
        while len(self._digests) < step:
            self._line(len(self._digests))
        done = self.steps[step]
        line = StepLine(
            step=step,
            answers=Raw(write_answers(done.answers)),
            events=Raw(self.codec.events(done.events)),
            dice=done.dice,
        )
        if step < len(self._digests):
            return msgspec.structs.replace(line, digest=self._digests[step])
        line = chained(line, self._digests[-1] if self._digests else self._opening)
        self._digests.append(line.digest)
        return line

    def _drop_lines(self, step: int) -> None:
        """The steps from this number on were taken back."""
        del self._digests[step:]
        self._read = {number: line for number, line in self._read.items() if number < step}

    def _repr_svg_(self) -> str | None:
        """The position as a picture, for notebooks."""
        return self.play._repr_svg_()

    def digest(self) -> str:
        """The digest of the record up to the last finished step."""
        if len(self._digests) < len(self.steps):
            self._line(len(self.steps) - 1)
        return self._digests[-1] if self._digests else self._opening

    def _keep_answers(self) -> None:
        """Write down what was answered in the middle of a step, so that nothing shown can be lost."""
        if self._write is not None and len(self.answers) > self._written:
            self._emit_row(encode(self._answers_line(self._written)))
            self._written = len(self.answers)

    def _answers_line(self, at: int) -> AnswersLine:
        fresh = Raw(write_answers(self.answers[at:]))
        line = AnswersLine(step=len(self.steps), at=at, answers=fresh, dice=self.oracle.dice.rolled)
        return chained(line, self.digest())

    def _end(self, result: Result) -> None:
        if self._write is not None and not self._ended:
            self._ended = encode(chained(EndLine(result=result), self.digest()))
            self._emit_row(self._ended)

    def _emit_row(self, row: bytes) -> None:
        if self._write is not None:
            self._write(row + b"\n")

    # ---- looking -----------------------------------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Everything that has happened, the half-played step included."""
        return [e for done in self.steps for e in done.events] + self.play.events

    def log(self, seat: int | None = None) -> list[str]:
        """The battle in sentences, as a seat (None: everybody's secrets included) may read it."""
        said = []
        for event in self.events():
            seen = event if seat is None else event.seen_by(seat)
            if seen is not None and (sentence := self.ruleset.sentence(seen, self.name)):
                said.append(sentence)
        return said

    def name(self, who: int) -> str:
        """What a model or marker is called."""
        return self.ruleset.name_of(self.world, who)

    def view(self, seat: int) -> Play[Any, Any, Any]:
        """The position, in the middle of its step, as a seat may see it."""
        return self.play.seen_by(seat)

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.id}: {self}>"

    def __str__(self) -> str:
        """Who fights whom, how far the battle has come, and who is asked what or who has won."""
        sides = [self.ruleset.seat_name(self.world, seat).split(",")[0] for seat in range(self.ruleset.seats)]
        players = [*self.names, *[""] * len(sides)]
        who = " against ".join(f"{side} ({name})" if name else side for side, name in zip(sides, players, strict=False))
        return f"{who}, after {len(self.steps)} steps: {self._standing(sides)}"

    def _standing(self, sides: list[str]) -> str:
        """Who is asked what, or how it ended."""
        if self.result is not None:
            won = f"{sides[self.result.winner]} has won" if self.result.winner >= 0 else "a draw"
            return f"{won}, {' to '.join(map(str, self.result.points))}"
        asked = [f"{sides[decision.player]} is asked {decision.prompt!r}" for decision in self.decisions]
        return " and ".join(asked) or "no question is open yet"

    def __copy__(self) -> Game:
        """The same battle once more, with the same dice to come and bots of its own; what happens in one does not
        happen in the other, and the copy writes no record.  For other dice take `branch`."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, list | dict):
                other.__dict__[name] = value.copy()
        other.oracle, other._write = deepcopy(self.oracle), None
        other.play = other._fresh()
        if self.decisions:
            other._show()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Game is not pickled, for it holds rules, which are code; "
            "pickle game.save(), its record as bytes, and open that with warbook.load"
        )

    # ---- time --------------------------------------------------------------------------------------------------------

    def undo(self, by: int | None = None, consent: Iterable[int] = ()) -> None:
        """Take back the last choice that seat `by` made (None: that anybody made), and what followed from it.

        Free until dice, a secret or another seat's choice have come between; beyond that every other seat must be in
        `consent`, else `NeedsConsent`.  Rolls made since are not made again: later dice go on from where the count
        stands. A sealed answer is free to take back until the last seat has answered.
        """
        step, at, chooser = last_choice(self, by)
        before, answers = prefix(self, step, at)
        sealed = still_sealed(self, step, at)
        barred = "" if sealed else between(self, step, at)
        others = tuple(s for s in range(self.ruleset.seats) if s != chooser)
        agreed = tuple(sorted(set(consent)))
        if barred and not set(others) <= set(agreed):
            raise NeedsConsent(tuple(s for s in others if s not in agreed), barred)
        line = UndoLine(
            step=step, answers=at, dice=self.oracle.dice.rolled, by=chooser, consent=agreed if barred else ()
        )
        row = encode(chained(line, self.digest()))
        self._past = [*self.lines(), row]
        self._emit_row(row)
        self.undone.append(Undone(tuple(self.steps[step:]), self.state, tuple(self.answers), (step, at)))
        self.answers = [*answers, *self.answers[at + 1 :]] if sealed else answers
        self.state, self.steps = before, self.steps[:step]
        self._drop_lines(step)
        self.result, self._ended, self._written, self._past_steps = None, b"", at, step
        self._show()

    def redo(self) -> None:
        """Do again what the last undo took back."""
        if not self.undone:
            raise WarbookError("there is nothing to do again")
        again = self.undone.pop()
        for done in again.steps:
            self.steps.append(done)
            if self._write is not None:
                self._emit_row(encode(self._line(len(self.steps) - 1)))
        self.state, self.answers, self._written = again.state, list(again.answers), 0
        self.go_on()

    def branch(
        self,
        step: int,
        answers: int = 0,
        *,
        seed: int,
        players: Mapping[int, Player] | None = None,
        names: tuple[str, ...] | None = None,
        write: Callable[[bytes], None] | None = None,
    ) -> Game:
        """A new battle that plays on from a point of this one (after so many answers of a step), with dice of its own.
        `names` says who sits there, where that is not as before.  Its record has the whole way to that point, so that
        it can be verified like any."""
        before, given = prefix(self, step, answers)
        other = Game.__new__(Game)
        other.ruleset, other.setup, other.seed = self.ruleset, self.setup, seed
        other.names = self.names if names is None else names
        other.world, other.codec, other.oracle = self.world, self.codec, Table(Dice(seed), players)
        other.oracle.dice.rolled = self.oracle.dice.rolled
        other.start, other.state = self.start, before
        other.header = msgspec.structs.replace(self.header, players=other.names, seed=seed)
        other._write = write
        other._begin()
        other.steps, other.answers = self.steps[:step], given
        for row in (other.header, *other._lines_of_steps()):
            other._emit_row(encode(row))
        other.go_on()
        return other

    def _show(self) -> None:
        """Run the step in progress up to its open question, without letting bots answer it."""
        players, self.oracle.players = self.oracle.players, {}
        try:
            self.go_on()
        finally:
            self.oracle.players = players

    # ---- records -----------------------------------------------------------------------------------------------------

    def lines(self, *, export: bool = False, seat: int = -1) -> list[bytes]:
        """The record as it stands, each line without its newline; what was undone stays in it.

        An `export` leaves out what was undone.  Of a battle that is not over it holds no seed, and nothing that is
        secret to `seat` (-1: to any): under rules with secrets the positions and events are those that the seat sees,
        and there are no answers.
        """
        if export and not self.over:
            return self._exported(seat)
        rows = [encode(self.header)] if export else list(self._past)
        rows += map(encode, self._lines_of_steps(0 if export else self._past_steps))
        if self.answers:
            rows.append(encode(self._answers_line(0)))
        if self.result is not None:
            rows.append(encode(chained(EndLine(result=self.result), self.digest())))
        return rows

    def _exported(self, seat: int) -> list[bytes]:
        header = msgspec.structs.replace(self.header, seed=None)
        if not self.ruleset.secrets:
            rows = [encode(header), *map(encode, self._lines_of_steps())]
            return [*rows, encode(self._answers_line(0))] if self.answers else rows
        shown = self.codec.state(self.ruleset.masked(self.start, seat))
        header = msgspec.structs.replace(header, start=Raw(shown))
        rows, before = [encode(header)], opening(header)
        for number, done in enumerate(self.steps):
            seen = [e for event in done.events if (e := event.seen_by(seat)) is not None]
            line = StepLine(step=number, answers=Raw(b"[]"), events=Raw(self.codec.events(seen)), dice=done.dice)
            line = chained(line, before)
            rows.append(encode(line))
            before = line.digest
        return rows

    def save(self, *, export: bool = False, seat: int = -1) -> bytes:
        """The record as bytes (see `lines`)."""
        return b"".join(row + b"\n" for row in self.lines(export=export, seat=seat))

    @classmethod
    def load(
        cls,
        data: bytes,
        ruleset: Callable[[str], Ruleset],
        *,
        source: str = "record",
        seed: int = 0,
        players: Mapping[int, Player] | None = None,
        write: Callable[[bytes], None] | None = None,
        advance: bool = True,
    ) -> Game:
        """Open a record, by folding its events, and go on from its last whole line.

        `seed` is for playing on where the record holds none.  `write` receives the lines that follow: put them behind
        `record.intact(data)`.  Under another version of the ruleset the answers of the step in progress are given
        back while key and legality agree; from the first misfit they are dropped, but faces already seen are kept for
        the same rolls, and `notices` says so.  Raises `BadData` where the file is no record, or was changed.
        """
        lines = Lines(data, source)
        rows = iter(lines)
        _, first, header = next(rows, (0, b"", None))
        if not isinstance(header, Header):
            raise BadData(source, "line 1", "no header", 'a record, which starts with {"line":"record", ...}')
        if header.kind != "record" or header.format > FORMAT:
            found = f"kind {header.kind!r}, format {header.format}"
            raise BadData(source, "line 1", found, f"a record of format {FORMAT} or older; a newer Warbook may open it")
        game = cls(
            ruleset(header.setup.ruleset),
            header.setup,
            seed=seed if header.seed is None else header.seed,
            players=players,
            names=header.players,
            advance=False,
        )
        game._reopen(header, first, source)
        for number, row, line in rows:
            game._take(line, row, f"line {number}", source)
        if lines.torn:
            game.notices.append("The record was cut off in the middle of a line; it opens at the last whole one.")
        game._written, game._write = len(game.answers), write
        game._resume(source)
        if advance:
            game.go_on()
        else:
            game.result = game.ruleset.result(game.state)
            game.play = game._fresh()
        return game

    def _reopen(self, header: Header, row: bytes, source: str) -> None:
        """Take the header of a record for this battle's own."""
        if bytes(header.start) != bytes(self.header.start):
            try:
                self.start = self.codec.read_state(bytes(header.start))
            except STUMBLES as fault:
                raise BadData(source, "line 1: start", str(fault), f"a position of {self.ruleset.id}") from fault
            self.state = self.start.copy()
        self.header = header
        self._begin()
        self._past = [row]

    def _take(self, line: object, row: bytes, where: str, source: str) -> None:
        """Fold one line of a record."""
        if not isinstance(line, Chained):
            raise BadData(source, where, "a second header", "a step, answers, an undo or the end")
        wanted = digest(line, self.digest())
        if wanted != line.digest:
            raise BadData(source, where, f"digest {line.digest!r}", f"{wanted}: this line or one before it was changed")
        try:
            self._fold(line, row)
        except STUMBLES as fault:
            raise BadData(
                source, where, f"{type(fault).__name__}: {fault}", f"a line that follows from {where} and before"
            ) from fault

    def _fold(self, line: Chained, row: bytes) -> None:
        if not isinstance(line, EndLine):
            self.oracle.dice.rolled = line.dice
        match line:
            case StepLine():
                self._expect(line.step == len(self.steps), f"step {len(self.steps)}")
                answers, events = read_answers(bytes(line.answers)), self.codec.read_events(bytes(line.events))
                after = self.state.copy()
                for event in events:
                    event.apply(after)
                self.steps.append(Done(self.state, tuple(answers), tuple(events), line.dice))
                self._digests.append(line.digest)
                if encode(self._line(line.step)) != row:
                    self._read[line.step] = line
                self.state, self.answers = after, []
            case AnswersLine():
                self._expect(line.step == len(self.steps), f"answers of step {len(self.steps)}")
                self._expect(line.at <= len(self.answers), f"answers from {len(self.answers)} on")
                self.answers = [*self.answers[: line.at], *read_answers(bytes(line.answers))]
            case UndoLine():
                self._past = [*self._past, *map(encode, self._lines_of_steps(self._past_steps))]
                if self.answers:
                    self._past.append(encode(self._answers_line(0)))
                self._past += [self._ended, row] if self._ended else [row]
                self.state, self.answers = prefix(self, line.step, line.answers)
                self.steps, self._past_steps = self.steps[: line.step], line.step
                self._drop_lines(line.step)
                self._ended = b""
            case EndLine():
                self._ended = row

    def _expect(self, holds: bool, wanted: str) -> None:
        if not holds:
            raise WarbookError(f"it does not follow; {wanted} would")

    def _resume(self, source: str) -> None:
        """Judge the answers of the step in progress by the rules as they now are."""
        version = self.header.version
        changed = version != self.ruleset.version
        if changed:
            self.notices.append(
                f"The record was made with version {version} of {self.ruleset.id}; this is {self.ruleset.version}."
            )
        fitting, misfit = recited(self, self.state, self.answers)
        if fitting == len(self.answers):
            return
        if not changed:
            raise BadData(source, f"step {len(self.steps)}, answer {fitting}", misfit, "an answer that the rules take")
        dropped, self.answers = self.answers[fitting:], self.answers[:fitting]
        self.notices.append(f"{len(dropped)} answers of the step in progress no longer fit and were dropped.")
        self.oracle = KeptDice(self.oracle, [a for a in dropped if type(a) is Shown])
