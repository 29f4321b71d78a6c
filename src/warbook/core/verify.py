"""Verifying: a record is run again line by line and compared with what its rules, its seed and its answers give.

What this promises, and what no record can show, is in ``docs/records.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .answers import Answer, Misfit, Pending, Shown
from .dice import Pool
from .errors import WarbookError
from .events import Event, as_worded
from .game import Game, Undone
from .loading import fold_record
from .oracle import Recital
from .play import Play
from .reciting import bare, recite_answers
from .record import (
    AnswersLine,
    Chained,
    DiceLine,
    EndLine,
    Header,
    RedoLine,
    RulesLine,
    ShareLine,
    StepLine,
    UndoLine,
    encode,
    read_answers,
    write_answers,
)
from .ruleset import Ruleset
from .step import run_step
from .traces import describe_fault
from .undo import between, last_choice, prefix, still_sealed
from .verdict import Differs, Verdict
from .verify_dice import DiceJudge

OTHER_DICE = b'\n{"line":"dice"'  # how a line begins from which on the dice are others


def verify(game: Game) -> Verdict:
    """Verify the record of a battle as it would be saved now."""
    return verify_record(game.save(), lambda _: game.ruleset)


def verify_record(data: bytes, ruleset: Callable[[str], Ruleset], *, source: str = "record") -> Verdict:
    """Verify the bytes of a record.  Raises `BadData` if they are no record or do not open."""
    judge: Judge | None = None
    changes = data.count(OTHER_DICE)
    for number, row, line, game in fold_record(data, ruleset, source):
        if judge is None:
            judge = Judge(game, changes)
        try:
            judge.line(line, row)
        except Differs as fault:
            return Verdict(judge.steps, judge.rolls, str(fault), number)
    assert judge is not None
    return judge.verdict()


class Witness(Recital):
    """Recorded answers, of which those from number `since` on are new; every new roll is shown to the judge."""

    __slots__ = ("judge", "since")

    def __init__(self, answers: Sequence[Answer], judge: Judge, since: int) -> None:
        super().__init__(answers)
        self.judge, self.since = judge, since

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        at = len(play.answers)
        shown = super().roll(play, pool, key)
        if at >= self.since:
            self.judge.compare_faces(pool, key, shown.faces or [])
        return shown


class Judge(DiceJudge):
    """Compares each line of a record with what follows from the lines before it, before the game takes it."""

    def __init__(self, game: Game, changes: int) -> None:
        super().__init__(game, changes)
        self.steps = 0
        self.ended = False
        self.unruled: list[str] = []  # every reason why the rules could not be asked
        self.undone = 0  # undos in a row that may be done again
        self.left: list[Answer] = []  # what stood after the last of them

    def verdict(self) -> Verdict:
        """What was found, where nothing differs."""
        dice = list(dict.fromkeys(self.undiced))
        if self.skipped:
            dice.append(f"{self.skipped} numbers of rolls are skipped: what was rolled there is not in this record")
        sources = tuple(each for each in self.stretches if each.rolls)
        return Verdict(self.steps, self.rolls, rules=tuple(self.unruled), dice=tuple(dice), sources=sources)

    def line(self, line: Header | Chained, row: bytes) -> None:
        """Judge a line.  Raises `Differs`."""
        if encode(line) != row:
            raise Differs("the line is not as Warbook writes it: a key is unknown, or twice, or in another order")
        if self.ended and isinstance(line, StepLine | AnswersLine | EndLine):
            raise Differs("the battle was over before it")
        try:
            self._compare(line)
        except msgspec.DecodeError:
            return  # the game cannot read it either, and says where

    def _compare(self, line: Header | Chained) -> None:
        match line:
            case Header():
                self._header(line)
            case StepLine():
                self._step(line)
            case AnswersLine():
                self._answers(line)
            case UndoLine():
                self._undo(line)
            case RedoLine():
                self._redo(line)
            case DiceLine():
                self._other_dice(line)
            case ShareLine():
                self._share(line)
            case RulesLine():
                self._other_rules(line)
            case EndLine():
                self._end(line)

    # ---- what follows from the rules ---------------------------------------------------------------------------------

    def _rules_differ(self, said: str) -> None:
        """Something that the rules do not give: a difference, unless it was played under other rules than these."""
        made, now = self.game.version, self.game.ruleset.version
        if made == now:
            raise Differs(said)
        self._cannot_ask(f"it was played under version {made} of the rules; under version {now} it differs: {said}")

    def _ask_rules(self, compare: Callable[..., None], *args: Any) -> None:
        """Compare something with what the rules give, as long as they can be asked.  Everything before it agreed with
        the rules, and they judge each answer before they take it.  If a rule raises an exception, its author has
        something to mend; the record is not shown to be false."""
        if self.blind:
            return
        try:
            compare(*args)
        except (Differs, msgspec.DecodeError):
            raise
        except Exception as fault:  # noqa: BLE001  (of whoever wrote the ruleset: named with its line)
            self._cannot_ask(f"step {len(self.game.steps)}: a rule broke down: {describe_fault(fault)}")

    def _cannot_ask(self, why: str) -> None:
        self.blind = why
        self.unruled.append(why)

    def _header(self, header: Header) -> None:
        game = self.game
        self._take_source(header.source, 0)
        if header.eyes is not msgspec.UNSET or (self.old and game.ruleset.secrets and header.seed is None):
            self._cannot_ask("it holds only what one seat, or those who watch, saw of a battle with secrets")
            return
        self._ask_rules(self._compare_start, header)

    def _compare_start(self, header: Header) -> None:
        game = self.game
        _, laid_out = game.ruleset.table(game.ruleset, game.setup.content)
        if self._as_now(header.start, game.codec.read_state, game.codec.state) != game.codec.state(laid_out):
            self._rules_differ("the first position is not the one that the setup lays out")

    def _step(self, line: StepLine) -> None:
        self.limit, self.undone = line.dice, 0
        self._ask_rules(self._compare_step, line)
        self._count(line.dice)
        self.steps, self.kept = len(self.game.steps) + 1, []

    def _compare_step(self, line: StepLine) -> None:
        game, number, answers = self.game, len(self.game.steps), read_answers(bytes(line.answers))
        play, said = self._run(answers)
        if said:
            self._rules_differ(f"step {number}: {said}")
        elif write_answers(play.answers) != bytes(line.answers):
            found = f"the rules take {len(play.answers)} answers, the record has {len(answers)}, or they differ"
            self._rules_differ(f"step {number}: {found}")
        elif game.codec.events(play.events) != self._as_now(line.events, game.codec.read_events, game.codec.events):
            recorded = game.codec.read_events(bytes(line.events))
            given = [as_worded(*pair) for pair in zip(play.events, recorded, strict=False)]
            given += play.events[len(given) :]
            if game.codec.events(given) != self._as_now(line.events, game.codec.read_events, game.codec.events):
                self._rules_differ(_other_events(given, recorded, number))

    def _answers(self, line: AnswersLine) -> None:
        given = read_answers(bytes(line.answers))
        answers = [*self.game.answers[: line.at], *given]
        self.limit = line.dice
        if write_answers(given) != bytes(line.answers):
            raise Differs("an answer is not written as Warbook writes it")
        if answers:
            self._ask_rules(self._compare_answers, answers)
        elif self.game.answers and not self.blind:
            raise Differs("an answer that had been given is gone, and nobody took it back")
        self._count(line.dice)
        if write_answers(answers) != write_answers(self.left):
            self.undone = 0

    def _compare_answers(self, answers: list[Answer]) -> None:
        play, said = self._run(answers)
        taken = next((at for at, pair in enumerate(zip(play.answers, answers, strict=False)) if _unlike(*pair)), -1)
        taken = min(len(play.answers), len(answers)) if taken < 0 else taken
        if taken < len(answers):
            if taken < len(play.answers):
                said = f"the rules answer {play.answers[taken]!r}, the record {answers[taken]!r}"
            number = len(self.game.steps)
            self._rules_differ(f"step {number}, answer {taken}: {said or 'the step is over before it'}")

    def _as_now(self, raw: msgspec.Raw, read: Callable[[bytes], Any], write: Callable[[Any], bytes]) -> bytes:
        """Part of a line as it stands; in format 1 as it would be written now, since such records may lack fields that
        have a default."""
        return write(read(bytes(raw))) if self.old else bytes(raw)

    def _run(self, answers: list[Answer]) -> tuple[Play[Any, Any, Any], str]:
        """Give these answers to the step in progress; the result is what stopped it before its end."""
        game, stood = self.game, self.game.answers
        play = Play(
            game.state.copy(), game.ruleset, game.world, [], Witness(answers, self, self._count_of_known(answers))
        )
        if (over := game.ruleset.result(game.state)) is not None:
            return play, f"the battle was over before it ({over.why})"
        if write_answers(answers[: len(stood)]) != write_answers(stood):
            return play, "an answer that had been given is another one now"
        try:
            run_step(play)
        except (Misfit, Pending, Differs) as fault:
            return play, str(fault) or "an answer is missing"
        return play, ""

    def _count_of_known(self, answers: list[Answer]) -> int:
        """How many of these answers stood before, so that their rolls are none that are new.

        In format 1 what was done again was simply written again; its rolls do not count once more.
        """
        stood = len(self.game.answers)
        rolls = sum(type(answer) is Shown for answer in answers[stood:])
        if not self.old or self.limit >= self.counted + rolls:
            return stood
        again = (_of_step(undone, len(self.game.steps)) for undone in self.game.undone)
        known = [len(said) for said in again if write_answers(said) == write_answers(answers[: len(said)])]
        self.limit = max(self.counted, self.limit)
        return max(stood, *known, 0)

    def _undo(self, line: UndoLine) -> None:
        self.ended = False
        self._count(line.dice)
        self._ask_rules(self._compare_undo, line)
        self.undone += 1

    def _compare_undo(self, line: UndoLine) -> None:
        self._stand()
        self._may_take_back(line)
        sealed = still_sealed(self.game, line.step, line.answers)
        self.left = prefix(self.game, line.step, line.answers)[1]
        self.left += self.game.answers[line.answers + 1 :] if sealed else []

    def _stand(self) -> None:
        """Bring the game to where its answers lead, so that its open question is known."""
        game = self.game
        play = Play(game.state.copy(), game.ruleset, game.world, [], Recital(game.answers))
        game.play, game.decisions = play, ()
        if game.ruleset.result(game.state) is None:
            try:
                run_step(play)
            except Pending as pending:
                game.decisions = pending.decisions  # none where it stands before a roll

    def _may_take_back(self, line: UndoLine) -> None:
        """Whether the rules of taking back allow it."""
        game = self.game
        try:
            step, at, seat = last_choice(game, line.by)
        except (Misfit, WarbookError) as fault:
            self._rules_differ(str(fault))
            return
        if (step, at) != (line.step, line.answers):
            raise Differs(
                f"seat {seat} takes back answer {line.answers} of step {line.step}; its last choice was answer {at} of "
                f"step {step}"
            )
        barred = "" if still_sealed(game, step, at) else between(game, step, at)
        others = {other for other in range(game.ruleset.seats) if other != seat}
        agreed = set(line.consent)
        if barred and not others <= agreed:
            raise Differs(f"seat {seat} takes back a choice without the consent of the others, though {barred}")
        if list(line.consent) != sorted(agreed) or not agreed <= {seat, *others} or (agreed and not barred):
            raise Differs(f"the consent of seats {list(line.consent)} is not what there was to agree to")

    def _redo(self, line: RedoLine) -> None:
        self._count(line.dice)
        if not self.undone or not self.game.undone:
            raise Differs("nothing had been taken back that could be done again")
        self.undone -= 1
        undone = self.game.undone[-1]
        self.left = list(undone.answers)

    def _other_rules(self, line: RulesLine) -> None:
        game = self.game
        self._count(line.dice)
        if line.version == game.version:
            raise Differs(f"the rules had version {line.version} before it")
        self.ended, self.undone, self.kept = False, 0, [a for a in game.answers[line.answers :] if type(a) is Shown]
        if line.version != game.ruleset.version:
            if not self.blind:
                self._cannot_ask(
                    f"it goes on under version {line.version} of the rules; these are {game.ruleset.version}"
                )
            return
        self.blind = ""
        self._ask_rules(self._compare_kept, line)

    def _compare_kept(self, line: RulesLine) -> None:
        fitting, _ = recite_answers(self.game, self.game.state, self.game.answers)
        if fitting != line.answers:
            raise Differs(f"these rules take {fitting} answers of the step in progress; {line.answers} were kept")

    def _end(self, line: EndLine) -> None:
        self.ended = True
        self._ask_rules(self._compare_end, line)

    def _compare_end(self, line: EndLine) -> None:
        result = self.game.ruleset.result(self.game.state)
        if result != line.result or self.game.answers:
            found = "that it is not over" if result is None or self.game.answers else repr(result)
            self._rules_differ(f"the rules say {found}, the record {line.result!r}")


def _of_step(undone: Undone, step: int) -> tuple[Answer, ...]:
    """The answers of a step that an undo took away."""
    number = step - undone.after[0]
    if 0 <= number < len(undone.steps):
        return undone.steps[number].answers
    return undone.answers if number == len(undone.steps) else ()


def _unlike(one: Answer, other: Answer) -> bool:
    return encode(bare(one)) != encode(bare(other))


def _other_events(given: Sequence[Event], recorded: Sequence[Event], step: int) -> str:
    """Where the events of a step differ from those of the record."""
    for n, (a, b) in enumerate(zip(given, recorded, strict=False)):
        if encode(a) != encode(b):
            return f"step {step}, event {n}: the rules give {a!r}, the record has {b!r}"
    if len(given) != len(recorded):
        return f"step {step}: the rules give {len(given)} events, the record has {len(recorded)}"
    return f"step {step}: an event is not written as Warbook writes it"
