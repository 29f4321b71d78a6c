"""Loading: a battle opened from its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from .answers import Answer, Shown
from .course import Done
from .errors import BadData, WarbookError
from .game import Game
from .oracle import Player
from .reciting import STUMBLES
from .record import (
    FORMAT,
    WANTED,
    AnswersLine,
    Chained,
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
    digest,
    read_answers,
)
from .ruleset import Ruleset
from .state import out_of_bounds
from .transcript import Mark


def load_game(
    data: bytes,
    ruleset: Callable[[str], Ruleset],
    *,
    source: str = "record",
    seed: int = 0,
    players: Mapping[int, Player] | None = None,
    write: Callable[[bytes], None] | None = None,
    advance: bool = True,
) -> Game:
    """Open a record by folding its events, and go on from its last whole line.

    `seed` is for playing on if the record holds none.  `write` receives the lines that follow: append them to
    `record.intact(data)`.  Under another version of the ruleset the answers of the step in progress are given again as
    long as their keys agree and they are legal; from the first that does not fit they are dropped, but faces that were
    already rolled are kept for the same rolls, and `notices` says so.  Raises `BadData` if the file is no record, or
    was changed.
    """
    for _, _, _, folding in fold_record(data, ruleset, source, seed=seed, players=players):
        game = folding
    game.undone.clear()
    _resume(game, source)
    game.transcript.write_to(write)
    if advance:
        game.go_on()
    else:
        game.stand_still()
    return game


def fold_record(
    data: bytes,
    ruleset: Callable[[str], Ruleset],
    source: str,
    *,
    seed: int = 0,
    players: Mapping[int, Player] | None = None,
) -> Iterator[tuple[int, bytes, Line, Game]]:
    """Fold a record line by line.  Each line is yielded with its number and its bytes before the battle takes it (the
    header: when the battle has begun).  Raises `BadData` as `load_game` does."""
    lines = Lines(data, source)
    rows = iter(lines)
    _, first, header = next(rows, (0, b"", None))
    if not isinstance(header, Header):
        raise BadData(source, "line 1", "no header", 'a record, which starts with {"line":"record", ...}')
    if header.kind != "record" or header.format > FORMAT:
        found = f"kind {header.kind!r}, format {header.format}"
        raise BadData(source, "line 1", found, f"{WANTED}; a newer Warbook may open it")
    game = Game(
        ruleset(header.setup.ruleset),
        header.setup,
        seed=seed if header.seed is None else int(header.seed),
        players=players,
        names=header.players,
        advance=False,
    )
    _reopen(game, header, first, source)
    yield 1, first, header, game
    for number, row, line in rows:
        yield number, row, line, game
        _take(game, line, row, f"line {number}", source)
    if lines.torn:
        game.notices.append("The record was cut off in the middle of a line; it opens at the last whole one.")


def _reopen(game: Game, header: Header, row: bytes, source: str) -> None:
    """Take the header of a record for this battle's own."""
    start = game.start
    if bytes(header.start) != bytes(game.header.start):
        try:
            start = game.codec.read_state(bytes(header.start))
        except STUMBLES as fault:
            raise BadData(source, "line 1: start", str(fault), f"a position of {game.ruleset.id}") from fault
    game.reopen(header, row, start)


def _take(game: Game, line: object, row: bytes, where: str, source: str) -> None:
    """Fold one line of a record."""
    if not isinstance(line, Chained):
        raise BadData(source, where, "a second header", "a step, answers, an undo or the end")
    wanted = digest(line, game.digest())
    if wanted != line.digest:
        raise BadData(source, where, f"digest {line.digest!r}", f"{wanted}: this line or one before it was changed")
    try:
        _fold(game, line, row)
    except STUMBLES as fault:
        raise BadData(
            source, where, f"{type(fault).__name__}: {fault}", f"a line that follows from {where} and before"
        ) from fault


def _fold(game: Game, line: Chained, row: bytes) -> None:
    transcript, rolled = game.transcript, game.oracle.dice.rolled
    if not isinstance(line, EndLine | ShareLine):
        rolled = game.oracle.dice.rolled = max(rolled, line.dice)
    match line:
        case StepLine():
            _expect(line.step == len(game.steps), f"step {len(game.steps)}")
            _fold_step(game, line, row)
        case AnswersLine():
            _expect(line.step == len(game.steps), f"answers of step {len(game.steps)}")
            _expect(0 <= line.at <= len(game.answers), f"answers from {len(game.answers)} on")
            stood, game.answers = game.answers, [*game.answers[: line.at], *read_answers(bytes(line.answers))]
            game.kept = _unused(game.kept, game.answers[len(stood) :])
        case UndoLine():
            game.go_back(row, line.step, line.answers)
        case RedoLine():
            _expect(bool(game.undone), "something that was taken back")
            game.go_forward(row)
        case DiceLine():
            here = len(game.steps), len(game.answers)
            _expect((line.step, line.answers) == here, f"answer {here[1]} of step {here[0]}")
            game.undone.clear()
            transcript.marks.append(Mark(line.step, line.answers, rolled, line))
            game.take_source(line.source)
        case ShareLine():
            _expect(game.source.how == "shared" and not game.rolled, "a share of dice still to come")
            transcript.marks.append(Mark(len(game.steps), len(game.answers), rolled, line))
            game.shares[line.seat] = line.share
        case RulesLine():
            _expect(line.step == len(game.steps), f"the rules of step {len(game.steps)}")
            _expect(0 <= line.answers <= len(game.answers), f"at most {len(game.answers)} answers")
            game.go_on_under(line, transcript.rows(), row)
        case EndLine():
            transcript.ended = row


def _fold_step(game: Game, line: StepLine, row: bytes) -> None:
    """Fold the events of a step."""
    answers, events = read_answers(bytes(line.answers)), game.codec.read_events(bytes(line.events))
    after = game.state.copy()
    for event in events:
        event.apply(after)
    if wrong := out_of_bounds(after, game.state):
        raise WarbookError(wrong)
    game.steps.append(Done(game.state, tuple(answers), tuple(events), line.dice))
    game.transcript.fold_step(line, row)
    game.state, game.answers, game.kept = after, [], []


def _expect(holds: bool, wanted: str) -> None:
    if not holds:
        raise WarbookError(f"it does not follow; {wanted} would")


def _resume(game: Game, source: str) -> None:
    """Judge the answers of the step in progress by the present rules, and take up the dice."""
    changed, given = game.version != game.ruleset.version, len(game.answers)
    if changed:
        game.notices.append(
            f"The record was made with version {game.version} of {game.ruleset.id}; this is {game.ruleset.version}."
        )
    dropped, misfit = game.judge_by_present_rules()
    if dropped and not changed:
        raise BadData(
            source, f"step {len(game.steps)}, answer {given - dropped}", misfit, "an answer that the rules take"
        )
    if dropped:
        game.notices.append(f"{dropped} answers of the step in progress no longer fit and were dropped.")
    if game.source.how == "shared" and not game.rolled and game.source.seed is not None:
        game.set_oracle(game.oracle.dice, awaited=True)
    else:
        game.make_dice()


def _unused(kept: Iterable[Shown], answers: Iterable[Answer]) -> list[Shown]:
    """The kept faces that these answers have not used."""
    left = list(kept)
    for answer in answers:
        if type(answer) is Shown:
            again = next((s for s in left if (s.key, s.faces) == (answer.key, answer.faces)), None)
            if again is not None:
                left.remove(again)
    return left
