"""Game: a battle as it is played.  The record of what was decided, and the position that follows from it.

Everything a table needs is a consequence of replaying: to undo is to drop answers, to load is to fold events, to
branch is to copy a prefix, to show a half-played action is to run it up to its open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NoReturn

import msgspec
from msgspec import Raw, Struct

from .answers import Answer, Chosen, Pending, Sealed, Shown
from .decision import Decision, against, freeze
from .dice import Dice, Pool
from .errors import BadData, Illegal, WarbookError
from .events import Event
from .oracle import Player, Table
from .play import Play
from .reciting import STUMBLES, recite_answers
from .record import (
    FORMAT,
    WANTED,
    AnswersLine,
    Chained,
    Codec,
    DiceLine,
    EndLine,
    Header,
    Line,
    Lines,
    RedoLine,
    RulesLine,
    ShareLine,
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
from .source import How, Source, must_be_share
from .state import State, out_of_bounds
from .step import run_step, trail
from .undo import between, last_choice, prefix, still_sealed


class Done(Struct, frozen=True):
    """A finished step: the position before it, what was answered, what happened, and how many rolls had then been
    made."""

    before: State[Any, Any]
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    dice: int = 0


class Undone(Struct, frozen=True):
    """What an undo took away, so that it can be done again: it led `after` so many steps and answers; and where the
    `marks` stood."""

    steps: tuple[Done, ...]
    state: State[Any, Any]
    answers: tuple[Answer, ...]
    after: tuple[int, int]
    marks: tuple[Mark, ...]


class Mark(Struct, frozen=True):
    """A line that stands between steps or answers: after `at` answers of step `step`, when so many rolls had been
    made."""

    step: int
    at: int
    dice: int
    line: DiceLine | ShareLine | RulesLine


class NeedsConsent(WarbookError):
    """Dice, a secret or another player's choice stand between; the other seats must agree to the undo."""

    def __init__(self, seats: tuple[int, ...], why: str) -> None:
        self.seats, self.why = seats, why
        super().__init__(f"taking this back needs the consent of seat {', '.join(map(str, seats))}: {why}")


class KeptDice(Table):
    """Dice that first give back the faces already seen for the same rolls (nobody chooses again knowing new dice)."""

    __slots__ = ("kept", "table")

    def __init__(self, table: Table, kept: Iterable[Shown]) -> None:
        super().__init__(table.dice)
        self.table, self.players = table, table.players
        self.kept = [s for s in kept if s.faces is not None]

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        for shown in self.kept:
            faces = shown.faces or []
            if shown.key == key and pool.fits(faces):
                self.kept.remove(shown)
                return Shown(key, faces, pool.read(faces))
        return self.table.roll(play, pool, key)


class Awaited(Table):
    """Dice that are still to come, from the shares of the seats: where the rules would roll, the battle waits."""

    __slots__ = ()

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise Pending


class Game:
    """A battle in progress.

    `steps` are finished; `answers` belong to the step in progress, which starts from `state`.  `play` shows that step
    as far as it has got, `decisions` are open now (more than one only while several seats answer at once), and
    `trail` names the rules that led to them.  `write` receives each line of the record as it becomes true.

    `dice` says of the seed how it came to be; where it is ``shared``, `seed` and `commitment` are a server's (see
    `warbook.core.source`), and the battle waits with its first roll for `begin_rolling`.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        *,
        seed: int = 0,
        dice: How = "chosen",
        commitment: str = "",
        players: Mapping[int, Player] | None = None,
        names: tuple[str, ...] = (),
        write: Callable[[bytes], None] | None = None,
        advance: bool = True,
    ) -> None:
        from .. import __version__

        self.ruleset = ruleset.having(setup.options, setup.house_rules)
        self.setup, self.seed, self.names = setup, seed, names
        self.source = Source(dice, seed, commitment)
        self.world, self.state = self.ruleset.table(self.ruleset, setup.content)
        self.codec = Codec(self.ruleset)
        self.oracle: Table = (Awaited if dice == "shared" else Table)(Dice(seed), players)
        self.start = self.state.copy()
        self.header = Header(
            warbook=__version__,
            version=self.ruleset.version,
            setup=setup,
            players=names,
            dice=dice,
            commitment=commitment,
            seed=None if dice == "given" else str(seed),
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
        self._marks: list[Mark] = []  # where other dice or other rules began
        self._past_marks = 0  # how many of them stand in the past
        self._since = 0  # how many rolls had been made before those of `source`
        self.shares: dict[int, str] = {}  # what the seats gave to the dice of `source`
        self._version = self.header.version  # of the rules that the last lines were written under
        self._newer: tuple[list[bytes], RulesLine] | None = None  # what is to be said before these rules go on
        self._kept: list[Shown] = []  # faces that a step under older rules has shown

    # ---- playing -----------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision[Any] | None:
        """The open decision; None exactly when the battle is over, or waits for its dice.  A battle that was opened
        without going on runs on to its question first, without letting bots answer it."""
        if not self.decisions and not self.over:
            self._show()
        return self.decisions[0] if self.decisions else None

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def version(self) -> str:
        """The version of the rules under which the record was last written."""
        return self._version

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
        """Run steps, bots included, until a person must decide or the battle is over (or, where its dice are still to
        come, until the rules would roll)."""
        self.decisions, self.trail = (), ()
        if self._newer is not None:
            self._rules_have_changed(*self._newer)
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
            kept, self.oracle = self.oracle, self.oracle.table
            self.oracle.players, self._kept = kept.players, []
        if self._write is not None:
            self._emit_row(encode(self._line(len(self.steps) - 1)))

    # ---- the lines of the record -------------------------------------------------------------------------------------

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

    def _rows(self) -> list[bytes]:
        """The record as it stands, what was undone included."""
        rows = [*self._past, *self._rows_since(self._past_steps, self._marks[self._past_marks :])]
        if self.result is not None:
            rows.append(encode(chained(EndLine(result=self.result), self.digest())))
        elif self._ended:
            rows.append(self._ended)
        return rows

    def _rows_since(self, since: int, marks: list[Mark]) -> Iterator[bytes]:
        """The lines of the steps from number `since` on and of the one in progress, these marks among them."""
        for step in range(since, len(self.steps)):
            yield from self._marked(step, self.steps[step].answers, marks)
            yield encode(self._line(step))
        yield from self._marked(len(self.steps), self.answers, marks)
        if self.answers:
            yield encode(self._answers_line(0))

    def _marked(self, step: int, answers: Sequence[Answer], marks: list[Mark]) -> Iterator[bytes]:
        """The marks within a step, each behind the answers that had been given by then."""
        told = 0
        for mark in marks:
            if mark.step != step:
                continue
            before = self._digest_before(step)
            if mark.at > told:
                given = Raw(write_answers(answers[told : mark.at]))
                yield encode(chained(AnswersLine(step=step, at=told, answers=given, dice=mark.dice), before))
                told = mark.at
            yield encode(chained(mark.line, before))

    def _digest_before(self, step: int) -> str:
        """The digest of the last step before this one."""
        if step == 0:
            return self._opening
        self._line(step - 1)
        return self._digests[step - 1]

    def _mark(self, line: DiceLine | ShareLine | RulesLine) -> None:
        """Write down that from here on something else holds."""
        line = chained(line, self.digest())
        self._marks.append(Mark(len(self.steps), len(self.answers), self.oracle.dice.rolled, line))
        self._emit_row(encode(line))

    def _move_marks(self, step: int, at: int) -> None:
        """Marks beyond a point to which the battle goes back hold from there on."""
        for number, mark in enumerate(self._marks):
            if (mark.step, mark.at) > (step, at):
                line = mark.line
                if not isinstance(line, ShareLine):  # which does not say where it stands
                    line = msgspec.structs.replace(line, step=step, answers=at)
                self._marks[number] = msgspec.structs.replace(mark, step=step, at=at, line=line)

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
        self._past = [*self._rows(), row]
        self._past_marks = len(self._marks)
        self._emit_row(row)
        self.undone.append(
            Undone(tuple(self.steps[step:]), self.state, tuple(self.answers), (step, at), tuple(self._marks))
        )
        self.answers = [*answers, *self.answers[at + 1 :]] if sealed else answers
        self.state, self.steps = before, self.steps[:step]
        self._drop_lines(step)
        self._move_marks(step, at)
        self.result, self._ended, self._written, self._past_steps = None, b"", at, step
        self._show()

    def redo(self) -> None:
        """Do again what the last undo took back."""
        if not self.undone:
            raise WarbookError("there is nothing to do again")
        row = encode(chained(RedoLine(dice=self.oracle.dice.rolled), self.digest()))
        self._past = [*self._past, row]
        self._emit_row(row)
        self._stand_again(self.undone.pop())
        here = len(self.steps), len(self.answers)
        self.go_on()
        if (len(self.steps), len(self.answers)) != here:
            self.undone.clear()  # a bot has gone on from there

    def _stand_again(self, undone: Undone) -> None:
        """What an undo took away stands again."""
        self.steps += undone.steps
        self.state, self.answers, self._written = undone.state, list(undone.answers), len(undone.answers)
        self._marks = [*undone.marks, *self._marks[len(undone.marks) :]]
        self._past_steps, self._past_marks = len(self.steps), len(self._marks)

    def branch(
        self,
        step: int,
        answers: int = 0,
        *,
        seed: int,
        dice: How = "chosen",
        commitment: str = "",
        players: Mapping[int, Player] | None = None,
        names: tuple[str, ...] | None = None,
        write: Callable[[bytes], None] | None = None,
    ) -> Game:
        """A new battle that plays on from a point of this one (after so many answers of a step), with dice of its own.
        `names` says who sits there, where that is not as before.  Its record has the whole way to that point; the seed
        of the dice until there only where this battle is over."""
        before, given = prefix(self, step, answers)
        other = Game.__new__(Game)
        other.ruleset, other.setup = self.ruleset, self.setup
        other.names = self.names if names is None else names
        other.world, other.codec, other.oracle = self.world, self.codec, Table(Dice(seed), players)
        other.oracle.dice.rolled = self.oracle.dice.rolled
        other.start, other.state = self.start, before
        other.header = msgspec.structs.replace(_as_written_now(self.header), players=other.names)
        other.header = other.header if self.over else _without_seed(other.header)
        other._write = write
        other._begin()
        other.steps, other.answers = self.steps[:step], given
        other.source, other._version = self.source, self._version
        other._marks = [
            mark if self.over else _unseeded(mark) for mark in self._marks if (mark.step, mark.at) <= (step, answers)
        ]
        for row in (encode(other.header), *other._rows_since(0, other._marks)):
            other._emit_row(row)
        other._written = len(given)
        other.change_dice(Source(dice, seed, commitment))
        other.go_on()
        return other

    def _show(self) -> None:
        """Run the step in progress up to its open question, without letting bots answer it."""
        players, self.oracle.players = self.oracle.players, {}
        try:
            self.go_on()
        finally:
            self.oracle.players = players

    # ---- where dice come from ----------------------------------------------------------------------------------------

    @property
    def awaits_dice(self) -> bool:
        """Whether the battle's dice are still to come: then its rules stop where they would roll."""
        return type(self.oracle) is Awaited or (type(self.oracle) is KeptDice and type(self.oracle.table) is Awaited)

    @property
    def rolled(self) -> bool:
        """Whether a roll has been made with the dice of `source`."""
        return self.oracle.dice.rolled > self._since

    def share(self, seat: int, share: str) -> None:
        """A seat's share of dice that are still to come.  Raises `WarbookError` for what is none, for a second one,
        and where no share can count any more."""
        must_be_share(share)
        if not 0 <= seat < self.ruleset.seats:
            raise WarbookError(f"found seat {seat}; wanted one from 0 to {self.ruleset.seats - 1}")
        if self.source.how != "shared" or self.rolled:
            raise WarbookError("the dice are made; no share can be added to them any more")
        if seat in self.shares:
            raise WarbookError(f"seat {seat} has given its share of the dice")
        self.shares[seat] = share
        self._mark(ShareLine(seat=seat, share=share))

    def begin_rolling(self) -> None:
        """Make the dice of the shares that are there, and go on.  Nothing happens where they are made."""
        if self.awaits_dice:
            self._make_dice()
            self.go_on()

    def change_dice(self, source: Source) -> None:
        """From here on the rolls come from another source; `go_on` goes on with them.  What was taken back before, with
        the dice of the source before, cannot be done again."""
        if source.seed is None:
            raise WarbookError("dice to play on with need a seed")
        self.undone.clear()
        step, at, rolled = len(self.steps), len(self.answers), self.oracle.dice.rolled
        self._mark(
            DiceLine(
                step=step,
                answers=at,
                dice=rolled,
                how=source.how,
                commitment=source.commitment,
                seed=str(source.seed),
            )
        )
        self._take_source(source)
        self._set_oracle(Dice(source.seed, rolled), awaited=source.how == "shared")

    def _take_source(self, source: Source) -> None:
        self.source, self.shares, self._since = source, {}, self.oracle.dice.rolled
        self.seed = self.seed if source.seed is None else source.seed

    def _make_dice(self) -> None:
        seed = self.source.rolled_from(self.shares)
        self._set_oracle(Dice(self.seed if seed is None else seed, self.oracle.dice.rolled), awaited=False)

    def _set_oracle(self, dice: Dice, *, awaited: bool) -> None:
        before, self.oracle = self.oracle, (Awaited if awaited else Table)(dice)
        self.oracle.players = before.players
        kept = before.kept if type(before) is KeptDice else self._kept
        if kept:
            self.oracle = KeptDice(self.oracle, kept)

    # ---- records -----------------------------------------------------------------------------------------------------

    def lines(self, *, export: bool = False, seat: int = -1) -> list[bytes]:
        """The record as it stands, each line without its newline; what was undone stays in it.

        An `export` of a battle that is not over holds no seed, nothing that was undone, and nothing that is secret to
        `seat` (-1: to any): under rules with secrets the positions and events are those that the seat sees, and there
        are no answers.
        """
        return self._exported(seat) if export and not self.over else self._rows()

    def _exported(self, seat: int) -> list[bytes]:
        header, marks = _without_seed(self.header), [_unseeded(mark) for mark in self._marks]
        if not self.ruleset.secrets:
            return [encode(header), *self._rows_since(0, marks)]
        shown = self.codec.state(self.ruleset.masked(self.start, seat))
        header = msgspec.structs.replace(_as_written_now(header), eyes=seat, start=Raw(shown))
        rows, before = [encode(header)], opening(header)
        for number, done in enumerate(self.steps):
            rows += [encode(chained(mark.line, before)) for mark in marks if mark.step == number]
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
        for _, _, _, folding in cls.folded(data, ruleset, source, seed=seed, players=players):
            game = folding
        game.undone.clear()
        game._resume(source)
        game._written, game._write = len(game.answers), write
        if advance:
            game.go_on()
        else:
            game.result = game.ruleset.result(game.state)
            game.play = game._fresh()
        return game

    @classmethod
    def folded(
        cls,
        data: bytes,
        ruleset: Callable[[str], Ruleset],
        source: str,
        *,
        seed: int = 0,
        players: Mapping[int, Player] | None = None,
    ) -> Iterator[tuple[int, bytes, Line, Game]]:
        """Fold a record line by line.  Each is handed out with its number and its bytes before the battle takes it
        (the header: when the battle stands as it begins).  Raises `BadData` as `load` does."""
        lines = Lines(data, source)
        rows = iter(lines)
        _, first, header = next(rows, (0, b"", None))
        if not isinstance(header, Header):
            raise BadData(source, "line 1", "no header", 'a record, which starts with {"line":"record", ...}')
        if header.kind != "record" or header.format > FORMAT:
            found = f"kind {header.kind!r}, format {header.format}"
            raise BadData(source, "line 1", found, f"{WANTED}; a newer Warbook may open it")
        game = cls(
            ruleset(header.setup.ruleset),
            header.setup,
            seed=seed if header.seed is None else int(header.seed),
            players=players,
            names=header.players,
            advance=False,
        )
        game._reopen(header, first, source)
        yield 1, first, header, game
        for number, row, line in rows:
            yield number, row, line, game
            game._take(line, row, f"line {number}", source)
        if lines.torn:
            game.notices.append("The record was cut off in the middle of a line; it opens at the last whole one.")

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
        self._take_source(header.source)

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
        if not isinstance(line, EndLine | ShareLine):
            self.oracle.dice.rolled = max(self.oracle.dice.rolled, line.dice)
        match line:
            case StepLine():
                self._expect(line.step == len(self.steps), f"step {len(self.steps)}")
                answers, events = read_answers(bytes(line.answers)), self.codec.read_events(bytes(line.events))
                after = self.state.copy()
                for event in events:
                    event.apply(after)
                if wrong := out_of_bounds(after, self.state):
                    raise WarbookError(wrong)
                self.steps.append(Done(self.state, tuple(answers), tuple(events), line.dice))
                self._digests.append(line.digest)
                if encode(self._line(line.step)) != row:
                    self._read[line.step] = line
                self.state, self.answers, self._kept = after, [], []
            case AnswersLine():
                self._expect(line.step == len(self.steps), f"answers of step {len(self.steps)}")
                self._expect(0 <= line.at <= len(self.answers), f"answers from {len(self.answers)} on")
                stood, self.answers = self.answers, [*self.answers[: line.at], *read_answers(bytes(line.answers))]
                self._kept = _unused(self._kept, self.answers[len(stood) :])
            case UndoLine():
                self._past = [*self._rows(), row]
                undone = Undone(
                    tuple(self.steps[line.step :]),
                    self.state,
                    tuple(self.answers),
                    (line.step, line.answers),
                    tuple(self._marks),
                )
                self.state, self.answers = prefix(self, line.step, line.answers)
                self.steps, self._past_steps = self.steps[: line.step], line.step
                self._drop_lines(line.step)
                self._past_marks = len(self._marks)
                self._move_marks(line.step, line.answers)
                self._ended = b""
                self.undone.append(undone)
            case RedoLine():
                self._expect(bool(self.undone), "something that was taken back")
                self._past = [*self._past, row]
                self._stand_again(self.undone.pop())
            case DiceLine():
                self._expect_here(line.step, line.answers)
                self.undone.clear()
                self._marks.append(Mark(line.step, line.answers, self.oracle.dice.rolled, line))
                self._take_source(line.source)
            case ShareLine():
                self._expect(self.source.how == "shared" and not self.rolled, "a share of dice still to come")
                self._marks.append(Mark(len(self.steps), len(self.answers), self.oracle.dice.rolled, line))
                self.shares[line.seat] = line.share
            case RulesLine():
                self._expect(line.step == len(self.steps), f"the rules of step {len(self.steps)}")
                self._expect(0 <= line.answers <= len(self.answers), f"at most {len(self.answers)} answers")
                self._go_on_under(line.version, self._rows(), line.answers, row)
            case EndLine():
                self._ended = row

    def _expect_here(self, step: int, answers: int) -> None:
        here = len(self.steps), len(self.answers)
        self._expect((step, answers) == here, f"answer {here[1]} of step {here[0]}")

    def _go_on_under(self, version: str, before: list[bytes], answers: int, row: bytes) -> None:
        """From here on other rules hold, which take so many answers of the step in progress."""
        self._past, self._past_steps, self._past_marks = [*before, row], len(self.steps), len(self._marks)
        self._kept = [a for a in self.answers[answers:] if type(a) is Shown]
        self.answers, self._version, self._ended = self.answers[:answers], version, b""

    def _expect(self, holds: bool, wanted: str) -> None:
        if not holds:
            raise WarbookError(f"it does not follow; {wanted} would")

    def _resume(self, source: str) -> None:
        """Judge the answers of the step in progress by the rules as they now are, and take up the dice."""
        version, given = self._version, self.answers
        changed = version != self.ruleset.version
        if changed:
            self.notices.append(
                f"The record was made with version {version} of {self.ruleset.id}; this is {self.ruleset.version}."
            )
        fitting, misfit = recite_answers(self, self.state, given)
        if fitting < len(given) and not changed:
            raise BadData(source, f"step {len(self.steps)}, answer {fitting}", misfit, "an answer that the rules take")
        if fitting < len(given):
            self.notices.append(
                f"{len(given) - fitting} answers of the step in progress no longer fit and were dropped."
            )
        if changed and not (self._ended and self.ruleset.result(self.state) is not None):
            from .. import __version__

            line = RulesLine(
                step=len(self.steps),
                answers=fitting,
                dice=self.oracle.dice.rolled,
                warbook=__version__,
                version=self.ruleset.version,
            )
            self._newer = self._rows(), line
            self._kept += [a for a in given[fitting:] if type(a) is Shown]
            self.answers = given[:fitting]
        if self.source.how == "shared" and not self.rolled and self.source.seed is not None:
            self._set_oracle(self.oracle.dice, awaited=True)
        else:
            self._make_dice()

    def _rules_have_changed(self, before: list[bytes], line: RulesLine) -> None:
        """Say so in the record, before anything happens under the rules as they now are."""
        kept, self._newer = self._kept, None
        row = encode(chained(line, self.digest()))
        self._go_on_under(line.version, before, len(self.answers), row)
        self._kept = kept
        self._emit_row(row)


def _unused(kept: Iterable[Shown], answers: Iterable[Answer]) -> list[Shown]:
    """Which of the faces that are kept have not been given back by these answers."""
    left = list(kept)
    for answer in answers:
        if type(answer) is Shown:
            again = next((s for s in left if (s.key, s.faces) == (answer.key, answer.faces)), None)
            if again is not None:
                left.remove(again)
    return left


def _as_written_now(header: Header) -> Header:
    """A header in the format of today."""
    source = header.source
    seed = None if source.seed is None else str(source.seed)
    return msgspec.structs.replace(header, format=FORMAT, dice=source.how, commitment=source.commitment, seed=seed)


def _without_seed(header: Header) -> Header:
    return msgspec.structs.replace(header, seed=None)


def _unseeded(mark: Mark) -> Mark:
    """A mark as it is shown while the battle goes on."""
    if isinstance(mark.line, DiceLine):
        return msgspec.structs.replace(mark, line=msgspec.structs.replace(mark.line, seed=None))
    return mark
