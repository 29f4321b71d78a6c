"""Table: what is brought together for a battle.  Files, a ruleset, options, players.

This is where names become things: a scenario's id or file becomes a `Setup`, a Setup with two players a `Game`, a
record's file a Game again.  The command line is made of these calls, and so is the face of ``import warbook``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os.path import isfile
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from msgspec import MsgspecError

from . import players, rulesets
from .core import profile
from .core.errors import BadData, WarbookError, nearest
from .core.files import read_bytes, read_text
from .core.game import Game
from .core.loading import load_game
from .core.oracle import Player
from .core.ruleset import FileKind, Ruleset, ScenarioRow, Setup, Shelf
from .core.source import BITS
from .core.text import list_in_words
from .core.traces import describe_fault
from .core.verdict import Verdict
from .core.verify import verify_record

#: The kinds of file that people write; a record is the fourth kind that Warbook reads.
KINDS: tuple[FileKind, ...] = get_args(FileKind)


class Listed(NamedTuple):
    """A scenario and the id of the ruleset that ships it."""

    ruleset: str
    row: ScenarioRow


# ---- files -----------------------------------------------------------------------------------------------------------


def kind_of(text: str, source: str) -> Literal[FileKind, "record"]:
    """What kind of file this is, by its `kind` key: a board, a roster, a scenario or a record.  Raises `BadData`."""
    return "record" if text.lstrip().startswith("{") else profile.kind_of(text, source, KINDS)


def ruleset_of(keys: Mapping[str, Any], source: str) -> Ruleset:
    """The ruleset that a file names with its `ruleset` key; without the key, the only one installed."""
    name = keys.get("ruleset")
    known = rulesets.names()
    if name is None and len(known) == 1:
        name = known[0]
    if not isinstance(name, str):
        wanted = " or ".join(f'ruleset = "{n}"' for n in known)
        raise BadData(source, "ruleset", "no such key" if name is None else repr(name), wanted)
    if name not in known:
        raise BadData(source, "ruleset", f"{name!r}{nearest(name, known)}", f"one of {', '.join(known)}")
    return rulesets.find(name)


def check(text: str, source: str, *, ruleset: str | None = None) -> tuple[FileKind, str]:
    """The kind of a board, a roster or a scenario, and in a line what it holds.

    A roster and a scenario are checked by the ruleset that they name; a board belongs to none, and is checked by every
    ruleset that is installed: one that can play on it is enough.  `ruleset` checks what names none.  Raises `BadData`,
    or `WarbookError` for an unknown ruleset.
    """
    document = profile.read_document(text, source)
    kind = profile.kind_in(document, source, KINDS)
    named = {"ruleset": ruleset} if ruleset is not None else {}
    if kind == "board" and "ruleset" not in document and not named:
        return kind, _check_board(text, source)
    return kind, shelf_of(ruleset_of(named | document, source)).check(kind, text, source)


def _check_board(text: str, source: str) -> str:
    """What a board holds, and which of the installed rulesets can be played on it."""
    good: dict[str, str] = {}
    refused: dict[str, WarbookError] = {}
    for rules in all_rulesets()[0]:
        if rules.shelf is None:
            continue
        try:
            good[rules.id] = rules.shelf.check("board", text, source)
        except WarbookError as fault:
            refused[rules.id] = fault
    if not good and not refused:
        raise WarbookError(f"{source}: no ruleset that is installed reads boards")
    if not good:
        raise _refusal(source, refused)
    says = next(iter(good.values()))
    return f"{says}; for {list_in_words([*good])}"


def _refusal(source: str, refused: Mapping[str, WarbookError]) -> WarbookError:
    """Why no ruleset takes a board: what all of them say, or what each says."""
    if len({str(fault) for fault in refused.values()}) == 1:
        return next(iter(refused.values()))
    each = "; ".join(f"for {name}: {str(fault).removeprefix(f'{source}: ')}" for name, fault in refused.items())
    return WarbookError(f"{source}: {each}")


def shelf_of(ruleset: Ruleset) -> Shelf:
    """What a ruleset ships to play with.  Raises `WarbookError` where it ships nothing."""
    if ruleset.shelf is None:
        raise WarbookError(f"{ruleset.id} ships no scenarios and reads no files")
    return ruleset.shelf


# ---- scenarios -------------------------------------------------------------------------------------------------------


def scenarios(ruleset: str | None = None) -> list[Listed]:
    """The scenarios of one ruleset, or of all that are installed and can be loaded.

    Raises `WarbookError` for an unknown ruleset, and where none can be loaded.
    """
    if ruleset is not None:
        return _listed(rulesets.find(ruleset))
    loaded, broken = all_rulesets()
    if broken and not loaded:
        raise next(iter(broken.values()))
    return [listed for found in loaded for listed in _listed(found)]


def all_rulesets() -> tuple[list[Ruleset], dict[str, WarbookError]]:
    """The rulesets that are installed, and by id what is wrong with those that cannot be loaded or cannot list what
    they ship."""
    loaded: list[Ruleset] = []
    broken: dict[str, WarbookError] = {}
    for name in rulesets.names():
        try:
            found = rulesets.find(name)
            _listed(found)
        except WarbookError as fault:
            broken[name] = fault
        else:
            loaded.append(found)
    return loaded, broken


def _listed(ruleset: Ruleset) -> list[Listed]:
    """The scenarios of a ruleset.  Raises `WarbookError` where it cannot list them."""
    if ruleset.shelf is None:
        return []
    try:
        return [Listed(ruleset.id, row) for row in ruleset.shelf.scenarios()]
    except Exception as fault:  # of whoever wrote the ruleset
        raise WarbookError(f"ruleset {ruleset.id} cannot list its scenarios: {describe_fault(fault)}") from fault


def shipped(scenario: str) -> Listed:
    """The shipped scenario of this id, or of ``ruleset/id`` where two rulesets have one.  Raises `WarbookError`."""
    rows = scenarios()
    found = [s for s in rows if scenario in (s.row.id, f"{s.ruleset}/{s.row.id}")]
    if not found:
        known = [s.row.id for s in rows]
        said = "".join(f"; {fault}" for fault in all_rulesets()[1].values())
        raise WarbookError(
            f"no scenario {scenario!r}{nearest(scenario, known)}, and no such file; "
            f"`warbook scenarios` lists them: {', '.join(known) or 'none'}{said}"
        )
    if len(found) > 1:
        wanted = " or ".join(f"{s.ruleset}/{s.row.id}" for s in found)
        raise WarbookError(f"several rulesets have a scenario {scenario!r}; wanted {wanted}")
    return found[0]


def looks_like_file(name: str) -> bool:
    """Whether a scenario's name is meant as the path of a file."""
    return name.endswith(".toml") or isfile(name)


def setup(
    scenario: str,
    *,
    board: str | Path | None = None,
    rosters: Mapping[int, str | Path] | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Iterable[str] = (),
) -> Setup:
    """A battle as it can be written down.

    `scenario` is an id or a file; `board` and `rosters` (by seat) are files that replace what the scenario names.
    Raises `BadData` for a file that does not say what it should, `WarbookError` for an unknown name.
    """
    brought_board = (read_text(board), str(board)) if board is not None else None
    brought = {seat: (read_text(path), str(path)) for seat, path in (rosters or {}).items()}
    if brought_board is not None:
        expect("board", *brought_board)
    for roster in brought.values():
        expect("roster", *roster)
    if looks_like_file(scenario):
        text = read_text(scenario)
        expect("scenario", text, scenario)
        ruleset = ruleset_of(profile.read_document(text, scenario), scenario)
        content = shelf_of(ruleset).content(
            Path(scenario).stem, text=text, source=scenario, board=brought_board, rosters=brought
        )
    else:
        listed = shipped(scenario)
        ruleset = rulesets.find(listed.ruleset)
        content = shelf_of(ruleset).content(listed.row.id, board=brought_board, rosters=brought)
    chosen, agreed = dict(options or {}), tuple(house_rules)
    ruleset.having(chosen, agreed)
    return Setup(ruleset.id, content, chosen, agreed)


def setup_of(
    scenario: str | Setup,
    board: str | Path | None,
    red_roster: str | Path | None,
    blue_roster: str | Path | None,
    options: Mapping[str, Any] | None,
    house_rules: Iterable[str],
) -> Setup:
    """The Setup that a call asks for, which may bring one.  Raises `WarbookError` as `setup` does, and where a Setup,
    which says all of that already, comes with anything else."""
    brought = {0: red_roster, 1: blue_roster}
    rosters = {seat: path for seat, path in brought.items() if path is not None}
    if not isinstance(scenario, Setup):
        return setup(scenario, board=board, rosters=rosters, options=options, house_rules=house_rules)
    if board is not None or rosters or options or tuple(house_rules):
        raise WarbookError(
            "found a Setup, and files, options or house rules beside it; wanted them in the Setup, or a scenario's id "
            "or file"
        )
    return scenario


def expect(kind: FileKind, text: str, source: str) -> None:
    """Raises `BadData` unless the file is of this kind."""
    found = kind_of(text, source)
    if found != kind:
        raise BadData(source, "kind", found, f"a {kind}")


def options_from(ruleset: Ruleset, texts: Iterable[str]) -> dict[str, Any]:
    """Options as people write them, ``premeasure=off``, as values.  Raises `WarbookError` with what would be right."""
    known = {option.name: option for option in ruleset.options}
    chosen: dict[str, Any] = {}
    for text in texts:
        name, given, value = text.partition("=")
        if not given:
            raise WarbookError(f"option {text!r}: wanted NAME=VALUE")
        if name not in known:
            raise WarbookError(
                f"{ruleset.id} has no option {name!r}{nearest(name, known)}; "
                f"`warbook rules {ruleset.id} --options` lists them"
            )
        if name in chosen:
            raise WarbookError(f"option {name} is given twice")
        chosen[name] = option_value(ruleset, name, value)
    return chosen


def option_value(ruleset: Ruleset, name: str, text: str) -> Any:
    """One option's value from its text; on and off, yes and no, true and false say the same."""
    values = next(option.values for option in ruleset.options if option.name == name)
    spoken = {as_text(value): value for value in values}
    word = text.strip().lower()
    for said, truth in (("yes", "on"), ("true", "on"), ("no", "off"), ("false", "off")):
        if word == said and truth in spoken:
            word = truth
    if word not in spoken:
        wanted = " or ".join(spoken)
        raise WarbookError(f"option {name} of {ruleset.id}: found {text!r}{nearest(word, spoken)}; wanted {wanted}")
    return spoken[word]


def as_text(value: Any) -> str:
    """An option's value as people write it: ``on`` and ``off`` for truth."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


# ---- battles ---------------------------------------------------------------------------------------------------------


def battle(
    scenario: str | Setup,
    *,
    red: str = players.HUMAN,
    blue: str = players.HUMAN,
    others: Sequence[str] = (),
    seed: int = 0,
    board: str | Path | None = None,
    red_roster: str | Path | None = None,
    blue_roster: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Iterable[str] = (),
    write: Callable[[bytes], None] | None = None,
) -> Game:
    """A battle on the table, played up to the first question that a person must answer (to its end between two bots).

    `scenario` is an id, a file or a `Setup`; a player is ``human``, a bot's name or ``module:Class``.  `others` play
    the third side and those after it, where a game has more than two.  `write` receives each line of the record as it
    becomes true.  Raises `WarbookError` (`BadData` for files).
    """
    scenario = setup_of(scenario, board, red_roster, blue_roster, options, house_rules)
    names, ruleset = (red, blue, *others), rulesets.find(scenario.ruleset)
    if len(names) != ruleset.seats:
        raise WarbookError(
            f"{ruleset.id} has {ruleset.seats} sides; found {len(names)} players (red, blue and {len(others)} others)"
        )
    return Game(ruleset, scenario, seed=seed, players=players.by_seat(names, seed), names=names, write=write)


def drawn_seed() -> int:
    """A seed that nobody can guess, from the system's source of randomness."""
    return secrets.randbits(BITS)


def open_record(path: str | Path, *, players: Mapping[int, Player] | None = None, advance: bool = False) -> Game:
    """The battle of a record, at its last whole line.  With `advance` it goes on to the next open question.

    Raises `BadData` where the file is no record, was changed, or names a ruleset that is not installed.
    """
    return load(read_bytes(path), str(path), players=players, advance=advance)


def load(
    data: bytes,
    source: str = "record",
    *,
    players: Mapping[int, Player] | None = None,
    write: Callable[[bytes], None] | None = None,
    advance: bool = False,
) -> Game:
    """The battle of a record's bytes (`Game.save`).  Raises `BadData` as `open_record` does."""
    with _whole(data, source):
        return load_game(data, rulesets.find, source=source, players=players, write=write, advance=advance)


def verify(data: bytes, source: str) -> Verdict:
    """What verifying a record's bytes finds.  Raises `BadData` where they do not open."""
    with _whole(data, source):
        return verify_record(data, rulesets.find, source=source)


@contextmanager
def _whole(data: bytes, source: str) -> Iterator[None]:
    """Whatever is stumbled over in a record is told as a fault of the record."""
    if not data.strip():
        raise BadData(source, "", "an empty file", "a record")
    try:
        yield
    except (MsgspecError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as fault:
        raise BadData(
            source, "", f"parts that do not fit together ({describe_fault(fault)})", "a record as Warbook wrote it"
        ) from fault
