"""Game records: JSON lines, canonical, chained by digests.

A record is a header (setup, seed, first position) and then what happened, one line each: a finished step with its
answers and events, answers given in the middle of a step, an undo or a redo, other dice or other rules from here on.
Every line is written when it is true and never changed, so a crash loses at most the choice in the air; what was undone
stays in the file.

`digest` covers a line without itself, and the digest of the last finished step before it (of the header, for the
first). `dice` is how many rolls had been made in all, those that were taken back included: a number is never given
back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .answers import Answer, Chosen, Passed, Sealed, Shown
from .bounds import is_too_deep
from .decision import freeze
from .errors import BadData
from .events import Event, Queued, Rolled
from .kinds import decoder
from .ruleset import Result, Ruleset, Setup
from .source import How, Source
from .state import Effect, State, Waiting
from .structs import replace

FORMAT = 2

Seed = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]{0,79})$")]
"""A seed in decimal digits: as a number it would be rounded by whoever reads numbers as floats."""


class Header(Struct, frozen=True, tag="record", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """The first line.  `players` says who sat where, `dice` how the dice came to be, and `seed` what they follow from
    (see `warbook.core.source`); it is absent from the export of a battle that is not over.  `eyes` is the seat for
    which an export of a battle with secrets was written.  Format 1 had its seed as a number and none of the other
    three."""

    kind: str = "record"
    format: int = FORMAT
    warbook: str
    version: str
    setup: Setup
    players: tuple[str, ...] = ()
    dice: How | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    seed: Seed | int | None = None
    eyes: int | UnsetType = UNSET
    start: msgspec.Raw

    @property
    def source(self) -> Source:
        """Where the first rolls come from."""
        how: How = "chosen" if self.dice is UNSET else self.dice
        commitment = "" if self.commitment is UNSET else self.commitment
        return Source(how, None if self.seed is None else int(self.seed), commitment)


class StepLine(Struct, frozen=True, tag="step", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """A finished step: every answer and every event of it."""

    step: int
    answers: msgspec.Raw
    events: msgspec.Raw
    dice: int
    digest: str = ""


class AnswersLine(Struct, frozen=True, tag="answers", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """Answers of the step in progress, numbered from `at`."""

    step: int
    at: int
    answers: msgspec.Raw
    dice: int
    digest: str = ""


class UndoLine(Struct, frozen=True, tag="undo", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """The battle went back to `answers` answers of step `step`, for seat `by`, to which the seats in `consent`
    agreed."""

    step: int
    answers: int
    dice: int
    by: int
    consent: tuple[int, ...] = ()
    digest: str = ""


class RedoLine(Struct, frozen=True, tag="redo", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """What the last undo took back holds again."""

    dice: int
    digest: str = ""


class DiceLine(Struct, frozen=True, tag="dice", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """From here on, after so many `answers` of step `step`, the rolls come from another seed, and count from `dice`: a
    branch and a battle that was brought play on with dice of their own."""

    step: int
    answers: int
    dice: int
    how: How
    commitment: str = ""
    seed: Seed | None = None
    digest: str = ""

    @property
    def source(self) -> Source:
        """Where the rolls come from."""
        return Source(self.how, None if self.seed is None else int(self.seed), self.commitment)


class ShareLine(Struct, frozen=True, tag="share", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """A seat's share of the dice that come next."""

    seat: int
    share: str
    digest: str = ""


class RulesLine(Struct, frozen=True, tag="rules", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """From here on the battle is played under another version of its rules, which take so many `answers` of the step
    in progress; the faces among the others are kept for the same rolls."""

    step: int
    answers: int
    dice: int
    warbook: str
    version: str
    digest: str = ""


class EndLine(Struct, frozen=True, tag="end", tag_field="line", kw_only=True, forbid_unknown_fields=True):
    """The battle is over."""

    result: Result
    digest: str = ""


Chained = StepLine | AnswersLine | UndoLine | RedoLine | DiceLine | ShareLine | RulesLine | EndLine
Line = Header | Chained
C = TypeVar("C", bound=Chained)
_lines: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_agenda: msgspec.json.Decoder[tuple[Waiting, ...]] = msgspec.json.Decoder(tuple[Waiting, ...])
_effects: msgspec.json.Decoder[tuple[Effect, ...]] = msgspec.json.Decoder(tuple[Effect, ...])
_answers: msgspec.json.Decoder[list[Answer]] = msgspec.json.Decoder(list[Chosen | Shown | Passed | Sealed])
_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode


def _any_of(types: Iterable[type]) -> Any:
    """The union of tagged types, which a decoder tells apart by their tags."""
    return reduce(or_, types)


class _Peek(Struct):
    """The part of a header that tells whether this version can read the record."""

    format: int = 0


_peek: msgspec.json.Decoder[_Peek] = msgspec.json.Decoder(_Peek)
WANTED = f"a record of format {FORMAT} or older"


class Codec:
    """How the records, turns and events of one ruleset are written down and read again."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._events: msgspec.json.Decoder[list[Event]] = decoder(list.__class_getitem__(_any_of(ruleset.event_types)))
        self._records: msgspec.json.Decoder[list[Any]] = decoder(list.__class_getitem__(_any_of(ruleset.records)))
        self._turn: msgspec.json.Decoder[Any] = decoder(_any_of(ruleset.turns))

    def state(self, state: State[Any, Any]) -> bytes:
        """A position as canonical JSON."""
        return encode({"records": state.records, "turn": state.turn, "agenda": state.agenda, "effects": state.effects})

    def read_state(self, text: bytes) -> State[Any, Any]:
        """A position from a record; nested lists become the tuples that the rules gave.  Raises msgspec's errors for
        what is none."""
        parts = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        agenda = _agenda.decode(parts["agenda"])
        return State(
            self._records.decode(parts["records"]),
            self._turn.decode(parts["turn"]),
            _frozen(agenda),
            _effects.decode(parts["effects"]),
        )

    def events(self, events: Iterable[Event]) -> bytes:
        """Events as canonical JSON."""
        return encode(list(events))

    def read_events(self, text: bytes) -> list[Event]:
        """Events from a record; nested lists become the tuples that the rules gave."""
        events = self._events.decode(text)
        for at, event in enumerate(events):
            if type(event) is Queued:
                events[at] = Queued(_frozen(event.waiting))
            elif type(event) is Rolled and isinstance(event.value, list):
                events[at] = replace(event, value=freeze(event.value))
        return events


def _frozen(agenda: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    return tuple(Waiting(w.rule, freeze(w.args), w.scope) for w in agenda)


def write_answers(answers: Iterable[Answer]) -> bytes:
    """Answers as a record holds them: of a roll only its faces."""
    return encode([Shown(a.key, a.faces) if type(a) is Shown else a for a in answers])


def read_answers(text: bytes) -> list[Answer]:
    """Answers from a record; nested lists become the tuples that the rules gave."""
    read: list[Answer] = []
    for a in _answers.decode(text):
        if type(a) is Chosen:
            read.append(Chosen(a.key, freeze(a.value)))
        elif type(a) is Sealed:
            read.append(Sealed(a.key, a.seat, freeze(a.value)))
        else:
            read.append(a)
    return read


def opening(header: Header) -> str:
    """The digest to which the first step is chained.  It leaves out the seed, which an export of a running battle
    lacks."""
    return blake2b(encode(replace(header, seed=None)), digest_size=16).hexdigest()


def chained(line: C, before: str) -> C:
    """This line with its digest, chained to the one before."""
    return replace(line, digest=digest(line, before))


def digest(line: Chained, before: str) -> str:
    """The digest that a line must have.  As in the header, a seed is left out."""
    bare = replace(line, digest="")
    if isinstance(bare, DiceLine):
        bare = replace(bare, seed=None)
    return blake2b(before.encode() + b"\n" + encode(bare), digest_size=16).hexdigest()


def _decoded(row: bytes) -> Line:
    """A row of a file as a line.  Raises `RecursionError` for one that is nested too deep."""
    if is_too_deep(row):
        raise RecursionError
    return _lines.decode(row)


def intact(data: bytes) -> bytes:
    """The part of a record file that consists of whole lines; further lines are appended to it."""
    whole, newline, rest = data.rpartition(b"\n")
    if not rest:
        return data
    try:
        _decoded(rest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return whole + newline
    return data + b"\n"


class Lines:
    """The lines of a record file with their numbers, read one by one; `torn` says that the last line was cut off."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data, self.source = data, source
        self.torn = False

    def __iter__(self) -> Iterator[tuple[int, bytes, Line]]:
        rows = self.data.split(b"\n")
        whole = len(rows) - 1  # a line is whole only with its newline
        for number, row in enumerate(rows):
            if not row:
                continue
            try:
                line = _decoded(row)
            except RecursionError as fault:
                wanted = "a line of a Warbook record"
                raise BadData(self.source, f"line {number + 1}", "lists nested without end", wanted) from fault
            except (msgspec.DecodeError, UnicodeDecodeError) as fault:
                if number == whole and number > 0:
                    self.torn = True
                    return
                self._must_be_known(row, number)
                found = f"{row[:60].decode(errors='replace')!r} ({fault})"
                raise BadData(self.source, f"line {number + 1}", found, "a line of a Warbook record") from fault
            yield number + 1, row, line

    def _must_be_known(self, row: bytes, number: int) -> None:
        """Raises `BadData` for a line that only a newer Warbook knows."""
        try:
            peeked = _peek.decode(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return
        if number == 0 and peeked.format > FORMAT:
            raise BadData(self.source, "line 1", f"format {peeked.format}", f"{WANTED}; a newer Warbook may open it")
