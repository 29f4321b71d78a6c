"""Transcript: the lines of a battle's record, written as they become true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from weakref import ref

from msgspec import Raw, Struct

from .answers import Answer
from .course import Course
from .record import (
    FORMAT,
    AnswersLine,
    Codec,
    DiceLine,
    EndLine,
    Header,
    RulesLine,
    ShareLine,
    StepLine,
    chained,
    encode,
    opening,
    write_answers,
)
from .ruleset import Result
from .structs import replace


class Mark(Struct, frozen=True):
    """A line that stands between steps or answers: after `at` answers of step `step`, when so many rolls had been
    made."""

    step: int
    at: int
    dice: int
    line: DiceLine | ShareLine | RulesLine


class Transcript:
    """The record of a battle.  Lines are made from its course when they are needed, and given to `write` as soon as
    they are final.  What was undone, or was played under older rules, is kept in `past` as it was written."""

    def __init__(self, course: Course, header: Header, codec: Codec, write: Callable[[bytes], None] | None) -> None:
        self._course = ref(course)  # which holds this: a battle that nobody wants any more is gone at once
        self.codec, self._write = codec, write
        self.begin(header, encode(header))

    @property
    def course(self) -> Course:
        """The course of the battle whose record this is."""
        course = self._course()
        assert course is not None, "a transcript is asked only by its battle"
        return course

    def begin(self, header: Header, row: bytes) -> None:
        """Start the record with this header row only."""
        self.header = header
        self.past = [row]  # the record up to the last undo
        self.past_steps = 0  # how many of the steps stand in there
        self.past_marks = 0  # and how many of the marks
        self.marks: list[Mark] = []  # where other dice or other rules began
        self.read: dict[int, StepLine] = {}  # lines that were read and would be written otherwise, by step
        self.written = 0  # how many answers of the step in progress have been written
        self.ended = b""  # the line that says so
        self.version = header.version  # of the rules that the last lines were written under
        self._digests: list[str] = []  # of the steps' lines, as far as somebody has asked for the record or its digest
        self._opening = opening(header)

    def take_over(self, marks: list[Mark]) -> None:
        """Write down a course that another battle has played, with these of its marks."""
        self.marks = marks
        self.version = next((m.line.version for m in reversed(marks) if isinstance(m.line, RulesLine)), self.version)
        for row in (encode(self.header), *self.rows_since(0, marks)):
            self.emit_row(row)
        self.written = len(self.course.answers)

    def fold_step(self, line: StepLine, row: bytes) -> None:
        """Take the line of the step that has just been folded into the course, as it was read."""
        self._digests.append(line.digest)
        if encode(self.line(line.step)) != row:
            self.read[line.step] = line

    def write_to(self, write: Callable[[bytes], None] | None) -> None:
        """From here on lines go to `write`; the lines in the record so far have been written."""
        self.written, self._write = len(self.course.answers), write

    def copy_for(self, course: Course) -> Transcript:
        """The same record for a copy of the battle, which goes on without writing."""
        other = Transcript.__new__(Transcript)
        for name, value in self.__dict__.items():
            other.__dict__[name] = value.copy() if isinstance(value, list | dict) else value
        other._course, other._write = ref(course), None
        return other

    def line(self, step: int) -> StepLine:
        """The line of a finished step: as it was read, or as it is written.  Lines that can be written again are not
        kept."""
        if (read := self.read.get(step)) is not None:
            return read
        while len(self._digests) < step:
            self.line(len(self._digests))
        done = self.course.steps[step]
        line = StepLine(
            step=step,
            answers=Raw(write_answers(done.answers)),
            events=Raw(self.codec.events(done.events)),
            dice=done.dice,
        )
        if step < len(self._digests):
            return replace(line, digest=self._digests[step])
        line = chained(line, self._digests[-1] if self._digests else self._opening)
        self._digests.append(line.digest)
        return line

    def _drop_lines(self, step: int) -> None:
        """Forget the lines of undone steps, from this number on."""
        del self._digests[step:]
        self.read = {number: line for number, line in self.read.items() if number < step}

    def rows(self) -> list[bytes]:
        """The record as it stands, including what was undone."""
        rows = [*self.past, *self.rows_since(self.past_steps, self.marks[self.past_marks :])]
        if self.course.result is not None:
            rows.append(encode(chained(EndLine(result=self.course.result), self.digest())))
        elif self.ended:
            rows.append(self.ended)
        return rows

    def rows_since(self, since: int, marks: list[Mark]) -> Iterator[bytes]:
        """The lines of the steps from number `since` on and of the one in progress, these marks among them."""
        for step in range(since, len(self.course.steps)):
            yield from self._marked(step, self.course.steps[step].answers, marks)
            yield encode(self.line(step))
        yield from self._marked(len(self.course.steps), self.course.answers, marks)
        if self.course.answers:
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
        self.line(step - 1)
        return self._digests[step - 1]

    def mark(self, line: DiceLine | ShareLine | RulesLine) -> None:
        """Write down a line that holds from this point on."""
        line = chained(line, self.digest())
        self.marks.append(Mark(len(self.course.steps), len(self.course.answers), self.course.oracle.dice.rolled, line))
        self.emit_row(encode(line))

    def go_back(self, row: bytes, step: int, at: int) -> None:
        """Write down, with this row, that the battle goes back to a point; the record so far becomes past.  Call it
        before the course changes."""
        self.past = [*self.rows(), row]
        self.past_steps, self.past_marks = step, len(self.marks)
        self._drop_lines(step)
        self._move_marks(step, at)
        self.written, self.ended = at, b""

    def go_forward(self, row: bytes, marks: tuple[Mark, ...]) -> None:
        """Write down, with this row, that what was undone holds again in the course, and so do these marks."""
        self.past = [*self.past, row]
        self.written = len(self.course.answers)
        self.marks = [*marks, *self.marks[len(marks) :]]
        self.past_steps, self.past_marks = len(self.course.steps), len(self.marks)

    def go_on_under(self, line: RulesLine, before: list[bytes], row: bytes, kept: int) -> None:
        """Other rules hold from this line on, which stands in the record as `row`; `before` is the record up to it.
        Branches and exports have the line too, but not the answers that these rules dropped: they do not count the
        `kept` rolls among these before they are used."""
        line = replace(line, dice=line.dice - kept)
        self.marks.append(Mark(line.step, line.answers, line.dice, line))
        self.past, self.past_steps, self.past_marks = [*before, row], len(self.course.steps), len(self.marks)
        self.version, self.ended = line.version, b""

    def _move_marks(self, step: int, at: int) -> None:
        """Marks behind the point to which the battle goes back are moved to that point."""
        for number, mark in enumerate(self.marks):
            if (mark.step, mark.at) > (step, at):
                line = mark.line
                if not isinstance(line, ShareLine):  # which does not say where it stands
                    line = replace(line, step=step, answers=at)
                self.marks[number] = replace(mark, step=step, at=at, line=line)

    def digest(self) -> str:
        """The digest of the record up to the last finished step."""
        if len(self._digests) < len(self.course.steps):
            self.line(len(self.course.steps) - 1)
        return self._digests[-1] if self._digests else self._opening

    def keep_answers(self) -> None:
        """Write down the answers given in the middle of a step, so that nothing that was shown can be lost."""
        if self._write is not None and len(self.course.answers) > self.written:
            self.emit_row(encode(self._answers_line(self.written)))
            self.written = len(self.course.answers)

    def _answers_line(self, at: int) -> AnswersLine:
        fresh = Raw(write_answers(self.course.answers[at:]))
        line = AnswersLine(step=len(self.course.steps), at=at, answers=fresh, dice=self.course.oracle.dice.rolled)
        return chained(line, self.digest())

    def step_done(self) -> None:
        """Write down the step that has just been finished."""
        self.written = 0
        if self._write is not None:
            self.emit_row(encode(self.line(len(self.course.steps) - 1)))

    def end(self, result: Result) -> None:
        """Write down how the battle ended."""
        if self._write is not None and not self.ended:
            self.ended = encode(chained(EndLine(result=result), self.digest()))
            self.emit_row(self.ended)

    def emit_row(self, row: bytes) -> None:
        """Give a line to `write`."""
        if self._write is not None:
            self._write(row + b"\n")

    def exported(self, seat: int) -> list[bytes]:
        """The record of a battle that is not over, as it may be given to a seat (see `Game.lines`)."""
        header, marks = without_seed(self.header), [unseeded(mark) for mark in self.marks]
        if not self.course.ruleset.secrets:
            return [encode(header), *self.rows_since(0, marks)]
        shown = self.codec.state(self.course.ruleset.masked(self.course.start, seat))
        header = replace(as_written_now(header), eyes=seat, start=Raw(shown))
        rows, before = [encode(header)], opening(header)
        for number, done in enumerate(self.course.steps):
            rows += [encode(chained(mark.line, before)) for mark in marks if mark.step == number]
            seen = [e for event in done.events if (e := event.seen_by(seat)) is not None]
            line = StepLine(step=number, answers=Raw(b"[]"), events=Raw(self.codec.events(seen)), dice=done.dice)
            line = chained(line, before)
            rows.append(encode(line))
            before = line.digest
        return rows


def as_written_now(header: Header) -> Header:
    """A header in today's format."""
    source = header.source
    seed = None if source.seed is None else str(source.seed)
    return replace(header, format=FORMAT, dice=source.how, commitment=source.commitment, seed=seed)


def without_seed(header: Header) -> Header:
    """A header as it is shown while the battle goes on."""
    return replace(header, seed=None)


def unseeded(mark: Mark) -> Mark:
    """A mark as it is shown while the battle goes on."""
    if isinstance(mark.line, DiceLine):
        return replace(mark, line=replace(mark.line, seed=None))
    return mark
