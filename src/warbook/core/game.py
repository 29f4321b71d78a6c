"""Game: a battle as it is played.  The record of what was decided, and the position that follows from it.

Everything a table needs is a consequence of replaying: to undo is to drop answers, to load is to fold events, to
branch is to copy a prefix, to show a half-played action is to run it up to its open question.
"""

# long: one class is the course of a battle: its choices, what is taken back, and its dice share one transcript
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any, NoReturn

from msgspec import Raw, Struct

from .answers import Answer, Chosen, Pending, Sealed, Shown
from .course import Course, Done
from .decision import Decision, against, freeze
from .dice import Dice
from .errors import Illegal, WarbookError
from .events import Event
from .oracle import Awaited, KeptDice, Player, Table
from .play import Play
from .reciting import recite_answers
from .record import Codec, DiceLine, Header, RedoLine, RulesLine, ShareLine, UndoLine, chained, encode
from .ruleset import Ruleset, Setup
from .source import How, Source, must_be_share
from .state import State
from .step import run_step
from .structs import replace
from .transcript import Mark, Transcript, as_written_now, unseeded, without_seed
from .undo import between, last_choice, prefix, still_sealed
from .version import VERSION


class Undone(Struct, frozen=True):
    """What an undo removed, so that it can be done again: the battle stood `after` so many steps and answers, with its
    `marks` in these places."""

    steps: tuple[Done, ...]
    state: State[Any, Any]
    answers: tuple[Answer, ...]
    after: tuple[int, int]
    marks: tuple[Mark, ...]


class NeedsConsent(WarbookError):
    """The undo would take back dice, a revealed secret or another player's choice; the other seats must agree to it."""

    def __init__(self, seats: tuple[int, ...], why: str) -> None:
        self.seats, self.why = seats, why
        super().__init__(f"taking this back needs the consent of seat {', '.join(map(str, seats))}: {why}")


class Game(Course):
    """A battle in progress: its course, its dice and its record.  `write` receives each line of the record as it
    becomes true.

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
        ruleset = ruleset.having(setup.options, setup.house_rules)
        world, start = ruleset.table(ruleset, setup.content)
        super().__init__(ruleset, world, start, (Awaited if dice == "shared" else Table)(Dice(seed), players))
        self.setup, self.seed, self.names = setup, seed, names
        codec = Codec(ruleset)
        header = Header(
            warbook=VERSION,
            version=ruleset.version,
            setup=setup,
            players=names,
            dice=dice,
            commitment=commitment,
            seed=None if dice == "given" else str(seed),
            start=Raw(codec.state(start)),
        )
        self._begin(Transcript(self, header, codec, write), Source(dice, seed, commitment))
        self.transcript.emit_row(encode(header))
        if advance:
            self.go_on()

    def _begin(self, transcript: Transcript, source: Source) -> None:
        """Nothing has been undone yet, and this source has rolled no dice."""
        self.transcript, self.source = transcript, source
        self.undone: list[Undone] = []
        self.notices: list[str] = []
        self.shares: dict[int, str] = {}  # what the seats gave to the dice of `source`
        self._since = 0  # how many rolls had been made before those of `source`
        self.kept: list[Shown] = []  # faces that a step under older rules has shown
        self.newer: tuple[list[bytes], RulesLine] | None = None  # what is to be said before these rules go on

    def reopen(self, header: Header, row: bytes, start: State[Any, Any]) -> None:
        """Begin as the first line of a record says, before the other lines are folded."""
        self._begin_at(start)
        self.transcript.begin(header, row)
        self._begin(self.transcript, self.source)
        self.take_source(header.source)

    # ---- playing -----------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision[Any] | None:
        """The open decision; None exactly if the battle is over or waits for its dice.  If the battle was opened
        without going on, it first runs to its question; bots do not answer it."""
        self._go_to_question()
        return self.decisions[0] if self.decisions else None

    def _go_to_question(self) -> None:
        """Run a battle that was opened without going on to its question, without letting bots answer it."""
        if not self.decisions and not self.is_over:
            self._show()

    @property
    def version(self) -> str:
        """The version of the rules under which the record was last written."""
        return self.transcript.version

    @property
    def header(self) -> Header:
        """The first line of the record."""
        return self.transcript.header

    @property
    def codec(self) -> Codec:
        """How positions and events of this ruleset are written down."""
        return self.transcript.codec

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
        steps, before = len(self.steps), (self.answers, self.decisions, self.play)
        self.answers = [*self.answers, given]
        try:
            self.go_on()
        except BaseException:
            # A rule or a bot broke down, or was interrupted: the step that it was in has not happened.
            if len(self.steps) == steps:
                self.answers, self.decisions, self.play = before
            raise
        self.undone.clear()

    def _open(self, seat: int | None) -> Decision[Any]:
        for decision in self.decisions:
            if seat is None or decision.player == seat:
                return decision
        if self.is_over:
            raise WarbookError("the battle is over; there is nothing left to decide")
        if not self.decisions:
            raise WarbookError("no question is open")
        asked = " and ".join(f"seat {decision.player}" for decision in self.decisions)
        raise WarbookError(f"seat {seat} has nothing to decide now; {asked} has")

    def go_on(self) -> None:
        """Run steps, bots included, until a person must decide, the battle is over, or the rules would roll dice that
        have not been made."""
        self.decisions = ()
        self._say_which_rules()
        while True:
            self.result = self.ruleset.result(self.state)
            if self.result is not None:
                self.play = self._new_play()
                self.transcript.end(self.result)
                return
            play, rolled = self._new_play(), self.oracle.dice.rolled
            try:
                run_step(play)
                self._must_be_listed(play.events)
                if not (play.events or play.answers):
                    raise WarbookError(f"{self.ruleset.id} never goes on: a step has asked, rolled and done nothing")
            except Pending as pending:
                self.play, self.decisions = play, pending.decisions
                self.answers = play.answers
                self.transcript.keep_answers()
                return
            except BaseException:
                self.oracle.dice.rolled = rolled  # nobody has seen those dice
                raise
            self._finish(play)

    def stand_still(self) -> None:
        """Show the position without going on."""
        self.result = self.ruleset.result(self.state)
        self.play = self._new_play()

    def _must_be_listed(self, events: Iterable[Event]) -> None:
        """Raises `WarbookError` for an event that the ruleset does not list: no record that holds it could be read."""
        listed = self.ruleset.event_types
        if listed.issuperset(map(type, events)):
            return
        for kind in {type(event) for event in events} - listed:
            raise WarbookError(
                f"{self.ruleset.id} makes the event {kind.__name__} ({kind.__module__}) happen and does not list it in "
                "`events`; no record of the battle could be read"
            )

    def _finish(self, play: Play[Any, Any, Any]) -> None:
        self.state.derived = None  # a position of the past builds it again where somebody goes back to it
        self.steps.append(Done(self.state, tuple(play.answers), tuple(play.events), self.oracle.dice.rolled))
        self.state, self.answers = play.state, []
        if type(self.oracle) is KeptDice:
            kept, self.oracle = self.oracle, self.oracle.table
            self.oracle.players, self.kept = kept.players, []
        self.transcript.step_done()

    # ---- looking -----------------------------------------------------------------------------------------------------

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
        """A copy of the battle with the same dice to come and its own bots.  What happens in one does not change the
        other, and the copy writes no record.  For a copy with other dice use `branch`."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, list | dict):
                other.__dict__[name] = value.copy()
        other.oracle, other.transcript = deepcopy(self.oracle), self.transcript.copy_for(other)
        other.play = other._new_play()
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
        """Take back the last choice that seat `by` made (None: that anybody made), and everything after it.  This is
        free until dice, a secret or another seat's choice came after it; then every other seat must be in `consent`,
        else `NeedsConsent` is raised.  Rolls made since then are not made again: later dice continue from the count of
        rolls.  A sealed answer is free to take back until the last seat has answered."""
        self._go_to_question()  # which says whether others are still to answer at once with it
        step, at, chooser = last_choice(self, by)
        sealed = still_sealed(self, step, at)
        barred = "" if sealed else between(self, step, at)
        others = tuple(s for s in range(self.ruleset.seats) if s != chooser)
        agreed = tuple(sorted(set(consent)))
        if barred and not set(others) <= set(agreed):
            raise NeedsConsent(tuple(s for s in others if s not in agreed), barred)
        self._say_which_rules()
        line = UndoLine(
            step=step, answers=at, dice=self.oracle.dice.rolled, by=chooser, consent=agreed if barred else ()
        )
        row = encode(chained(line, self.digest()))
        stood = self.answers
        self.go_back(row, step, at)
        self.transcript.emit_row(row)
        if sealed:  # what others have answered at once with it stands
            self.answers = [*self.answers, *stood[at + 1 :]]
        self._show()

    def go_back(self, row: bytes, step: int, at: int) -> None:
        """Return to a point of the past, as this line of the record says."""
        state, answers = prefix(self, step, at)
        marks = tuple(self.transcript.marks)
        self.undone.append(Undone(tuple(self.steps[step:]), self.state, tuple(self.answers), (step, at), marks))
        self.transcript.go_back(row, step, at)
        self.state, self.answers, self.steps, self.result = state, answers, self.steps[:step], None

    def redo(self) -> None:
        """Do again what the last undo took back."""
        if not self.undone:
            raise WarbookError("there is nothing to do again")
        row = encode(chained(RedoLine(dice=self.oracle.dice.rolled), self.digest()))
        self.transcript.emit_row(row)
        self.go_forward(row)
        here = len(self.steps), len(self.answers)
        self.go_on()
        if (len(self.steps), len(self.answers)) != here:
            self.undone.clear()  # a bot has gone on from there

    def go_forward(self, row: bytes) -> None:
        """Return to where the last undo began, as this line of the record says."""
        undone = self.undone.pop()
        self.steps += undone.steps
        self.state, self.answers = undone.state, list(undone.answers)
        self.transcript.go_forward(row, undone.marks)

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
        """A new battle that continues from a point of this one (after so many answers of a step) with its own dice.
        `names` says who sits there, if that changes.  Its record holds everything up to that point; it holds the seed
        of the dice used until then only if this battle is over."""
        before, given = prefix(self, step, answers)
        other = Game.__new__(Game)
        Course.__init__(other, self.ruleset, self.world, self.start, Table(Dice(seed), players))
        other.setup, other.seed, other.names = self.setup, seed, self.names if names is None else names
        other.oracle.dice.rolled = self.oracle.dice.rolled
        other.state, other.steps, other.answers = before, self.steps[:step], given
        header = replace(as_written_now(self.header), players=other.names)
        header = header if self.is_over else without_seed(header)
        other._begin(Transcript(other, header, self.codec, write), self.source)
        marks = [mark for mark in self.transcript.marks if (mark.step, mark.at) <= (step, answers)]
        other.transcript.take_over(marks if self.is_over else [unseeded(mark) for mark in marks])
        if other.version != self.ruleset.version:
            other.judge_by_present_rules()
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
        """Take a seat's share of dice that have not been made yet.  Raises `WarbookError` if it is no valid share, if
        the seat has given one already, or if the dice have been made."""
        must_be_share(share)
        if not 0 <= seat < self.ruleset.seats:
            raise WarbookError(f"found seat {seat}; wanted one from 0 to {self.ruleset.seats - 1}")
        if not self.awaits_dice:
            raise WarbookError("the dice are made; no share can be added to them any more")
        if seat in self.shares:
            raise WarbookError(f"seat {seat} has given its share of the dice")
        self._say_which_rules()
        self.shares[seat] = share
        self.transcript.mark(ShareLine(seat=seat, share=share))

    def begin_rolling(self) -> None:
        """Make the dice from the shares that have been given, and go on.  Does nothing if the dice have been made."""
        if self.awaits_dice:
            self.make_dice()
            self.go_on()

    def change_dice(self, source: Source) -> None:
        """From here on the rolls come from another source; `go_on` continues with them.  Choices undone before, under
        the old source, cannot be done again."""
        if source.seed is None:
            raise WarbookError("dice to play on with need a seed")
        self._say_which_rules()
        self.undone.clear()
        step, at, rolled = len(self.steps), len(self.answers), self.oracle.dice.rolled
        self.transcript.mark(
            DiceLine(
                step=step,
                answers=at,
                dice=rolled,
                how=source.how,
                commitment=source.commitment,
                seed=str(source.seed),
            )
        )
        self.take_source(source)
        self.set_oracle(Dice(source.seed, rolled), awaited=source.how == "shared")

    def take_source(self, source: Source) -> None:
        """From here on the rolls come from another source, as the record says."""
        self.source, self.shares, self._since = source, {}, self.oracle.dice.rolled
        self.seed = self.seed if source.seed is None else source.seed

    def make_dice(self) -> None:
        """Make the dice of `source`, from the shares if it is shared."""
        seed = self.source.rolled_from(self.shares)
        self.set_oracle(Dice(self.seed if seed is None else seed, self.oracle.dice.rolled), awaited=False)

    def set_oracle(self, dice: Dice, *, awaited: bool) -> None:
        """Roll with these dice, or wait for them; faces that were kept are used first."""
        before, self.oracle = self.oracle, (Awaited if awaited else Table)(dice)
        self.oracle.players = before.players
        kept = before.kept if type(before) is KeptDice else self.kept
        if kept:
            self.oracle = KeptDice(self.oracle, kept)

    # ---- records -----------------------------------------------------------------------------------------------------

    def lines(self, *, export: bool = False, seat: int = -1) -> list[bytes]:
        """The record as it stands, each line without its newline; what was undone stays in it.

        An `export` of a battle that is not over holds no seed, nothing that was undone, and nothing that is secret to
        `seat` (-1: to any): under rules with secrets the positions and events are those that the seat sees, and there
        are no answers.
        """
        return self.transcript.exported(seat) if export and not self.is_over else self.transcript.rows()

    def save(self, *, export: bool = False, seat: int = -1) -> bytes:
        """The record as bytes (see `lines`)."""
        return b"".join(row + b"\n" for row in self.lines(export=export, seat=seat))

    def digest(self) -> str:
        """The digest of the record up to the last finished step."""
        return self.transcript.digest()

    def go_on_under(self, line: RulesLine, before: list[bytes], row: bytes) -> None:
        """From this line on another version of the rules holds, which accepts so many answers of the step in progress;
        `before` is the record up to there, and `row` is the line as it stands in the record."""
        self.kept = [a for a in self.answers[line.answers :] if type(a) is Shown]
        self.transcript.go_on_under(line, before, row, len(self.kept))
        self.answers = self.answers[: line.answers]

    def judge_by_present_rules(self) -> tuple[int, str]:
        """Judge the answers of the step in progress by the present rules, under which a battle may go on that has a
        record of others.  Those from the first that does not fit are dropped, and faces that were rolled are kept for
        the same rolls; how many were dropped, and what is wrong with the first."""
        given = self.answers
        fitting, misfit = recite_answers(self, self.state, given)
        if self.version == self.ruleset.version:
            return len(given) - fitting, misfit
        if not (self.transcript.ended and self.ruleset.result(self.state) is not None):
            line = RulesLine(
                step=len(self.steps),
                answers=fitting,
                dice=self.oracle.dice.rolled,
                warbook=VERSION,
                version=self.ruleset.version,
            )
            self.newer = self.transcript.rows(), line
            self.kept += [answer for answer in given[fitting:] if type(answer) is Shown]
            self.answers = given[:fitting]
        return len(given) - fitting, misfit

    def _say_which_rules(self) -> None:
        """If the record was written under another version of the rules, add the line that says so before anything else
        happens."""
        if self.newer is None:
            return
        before, line = self.newer
        self.newer = None
        row = encode(chained(line, self.digest()))
        self.transcript.go_on_under(line, before, row, len(self.kept))
        self.transcript.emit_row(row)
