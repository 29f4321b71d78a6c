"""Game records: JSON lines, canonical, chained by digests.

A record is a header (setup, seed, first position) and then what happened, one line each: a finished step with its answers and
events, answers given in the middle of a step, an undo.  Every line is written when it is true and never changed, so a crash
loses at most the choice in the air; what was undone stays in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct

from .decision import freeze
from .errors import BadData
from .events import Event
from .oracle import Answer, Chosen, Passed, Sealed, Shown
from .ruleset import Result, Ruleset, Setup
from .state import Effect, State, Waiting

FORMAT = 1


class Header(Struct, frozen=True, tag="record", tag_field="line", kw_only=True):
    """The first line.  `players` says who sat where; `seed` is absent from the export of a battle that is not over."""

    kind: str = "record"
    format: int = FORMAT
    warbook: str
    version: str
    setup: Setup
    players: tuple[str, ...] = ()
    seed: int | None = None
    start: msgspec.Raw


class StepLine(Struct, frozen=True, tag="step", tag_field="line", kw_only=True):
    """A finished step.  `digest` covers this line without itself, and the digest before."""

    step: int
    answers: msgspec.Raw
    events: msgspec.Raw
    digest: str = ""


class AnswersLine(Struct, frozen=True, tag="answers", tag_field="line", kw_only=True):
    """Answers of the step in progress, numbered from `at`."""

    step: int
    at: int
    answers: msgspec.Raw


class UndoLine(Struct, frozen=True, tag="undo", tag_field="line", kw_only=True):
    """The battle went back to `answers` answers of step `step`; `dice` rolls have been made in all."""

    step: int
    answers: int
    dice: int
    by: int
    consent: tuple[int, ...] = ()


class EndLine(Struct, frozen=True, tag="end", tag_field="line", kw_only=True):
    """The battle is over."""

    result: Result


Line = Header | StepLine | AnswersLine | UndoLine | EndLine
_lines: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_answers: msgspec.json.Decoder[list[Answer]] = msgspec.json.Decoder(list[Chosen | Shown | Passed | Sealed])
_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode


def _any_of(types: tuple[type, ...]) -> Any:
    """The union of tagged types, which a decoder tells apart by their tags."""
    return reduce(or_, types)


class Codec:
    """How the records, turns and events of one ruleset are written down and read again."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._events: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[_any_of(ruleset.event_types)])
        self._records: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(list[_any_of(ruleset.records)])
        self._turn: msgspec.json.Decoder[Any] = msgspec.json.Decoder(_any_of(ruleset.turns))

    def state(self, state: State[Any, Any]) -> bytes:
        """A position as canonical JSON."""
        return encode(
            {"records": state.records, "turn": state.turn, "agenda": state.agenda, "effects": state.effects}
        )

    def read_state(self, text: bytes) -> State[Any, Any]:
        parts = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        agenda = msgspec.json.decode(parts["agenda"], type=tuple[Waiting, ...])
        return State(
            self._records.decode(parts["records"]),
            self._turn.decode(parts["turn"]),
            tuple(Waiting(w.rule, freeze(w.args), w.scope) for w in agenda),
            msgspec.json.decode(parts["effects"], type=tuple[Effect, ...]),
        )

    def events(self, events: Iterable[Event]) -> bytes:
        return encode(list(events))

    def read_events(self, text: bytes) -> list[Event]:
        return self._events.decode(text)


def write_answers(answers: Iterable[Answer]) -> bytes:
    """Answers as they stand in a record: of a roll only the faces are kept."""
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


def chain(before: str, answers: bytes, events: bytes) -> str:
    """The digest of a step, chained to the one before."""
    return blake2b(before.encode() + b"\n" + answers + b"\n" + events, digest_size=16).hexdigest()


def digest(data: bytes) -> str:
    """The digest of a position or a header."""
    return blake2b(data, digest_size=16).hexdigest()


class Lines:
    """The lines of a record file, read one by one; `torn` tells that the last was cut off in the middle."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data, self.source = data, source
        self.torn = False

    def __iter__(self) -> Iterator[Line]:
        rows = self.data.split(b"\n")
        whole = len(rows) - 1  # a line is whole only with its newline
        for number, row in enumerate(rows):
            if not row:
                continue
            try:
                line = _lines.decode(row)
            except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as fault:
                if number == whole and number > 0:
                    self.torn = True
                    return
                raise BadData(
                    self.source, f"line {number + 1}", f"{row[:60]!r} ({fault})", "a line of a Warbook record"
                ) from fault
            yield line
