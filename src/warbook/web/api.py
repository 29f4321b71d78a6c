"""What the pages ask of the server by HTTP: the shapes, and the answers that need no battle on the table."""

from __future__ import annotations

from collections.abc import Iterator
from logging import getLogger
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .. import rulesets, table
from ..core.errors import BadData, WarbookError
from ..core.profile import read_document
from ..core.ruleset import FileKind, Option, Row, ScenarioRow, Setup
from ..core.ruleset import Ruleset as Rules
from ..players import BOTS, HUMAN
from .protocol import ClockRules

LOG = getLogger(__name__)
LARGEST_FILE = 4 * 1024 * 1024  # bytes of a board, a roster, a scenario or a record
Text = Annotated[str, Meta(max_length=LARGEST_FILE)]
Name = Annotated[str, Meta(max_length=80)]


class Ruleset(Struct, frozen=True):
    """A game, as the page on which a battle is set up needs it."""

    id: str
    title: str
    version: str
    seats: int
    scenarios: tuple[ScenarioRow, ...]
    boards: tuple[Row, ...]
    rosters: tuple[Row, ...]
    options: tuple[Option, ...]
    house_rules: tuple[Row, ...]
    bots: tuple[Row, ...]
    notes: str = ""


class Piece(Struct, frozen=True, omit_defaults=True):
    """A scenario, a board or a roster: shipped, by its id, or the text of a file with its name."""

    id: Name = ""
    text: Text = ""
    source: Name = ""


class Fresh(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A battle to be opened.  `players` has for each seat ``human`` or a bot's name.  Whoever names a `seed` may know
    every roll, so everybody at the table is told that it was chosen, and a public server accepts none.  A large seed is
    text, since many readers of JSON round numbers beyond 2 ** 53."""

    ruleset: Name
    scenario: Piece
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]
    board: Piece | None = None
    rosters: dict[int, Piece] = {}
    options: dict[str, Any] = {}
    house_rules: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    names: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=8)] = ()
    title: Name = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | Annotated[str, Meta(pattern="^[0-9]{1,77}$")] | None = None
    clock: ClockRules | None = None
    public: bool = False

    @property
    def brings_files(self) -> bool:
        """Whether any part of it is the asker's own file, rather than something that is shipped."""
        return any(piece is not None and piece.text for piece in (self.scenario, self.board, *self.rosters.values()))


class Brought(Struct, frozen=True, omit_defaults=True):
    """A file that somebody uploads to have it checked."""

    text: Text
    source: Name
    kind: Literal["", FileKind] = ""
    ruleset: Name = ""


class Verdict(Struct, frozen=True, omit_defaults=True):
    """What a file holds, or what is wrong with it: where, what was found, and what would be right."""

    ok: bool
    says: str
    kind: Literal["", FileKind, "record"] = ""
    where: str = ""
    found: str = ""
    wanted: str = ""


class Game(Struct, frozen=True, omit_defaults=True):
    """A battle in a list."""

    id: str
    title: str
    ruleset: str
    scenario: str
    players: tuple[str, ...]
    created: float
    touched: float
    over: bool = False
    standing: str = ""
    public: bool = False


class Listing(Struct, frozen=True, omit_defaults=True):
    """Battles, the latest first; `more` is the value to send to get those before."""

    games: tuple[Game, ...]
    more: str = ""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle in somebody's own list, and the tokens that they have for it."""

    game: Annotated[str, Meta(max_length=64)]
    tokens: Annotated[tuple[Annotated[str, Meta(max_length=128)], ...], Meta(max_length=8)] = ()


class Looked(Struct, frozen=True, forbid_unknown_fields=True):
    """Battles of which somebody asks whether these wait for them."""

    games: Annotated[tuple[Kept, ...], Meta(max_length=50)]


class Turn(Struct, frozen=True, omit_defaults=True):
    """Whether a battle waits for one of the tokens that were shown (`yours`), and whether it is over."""

    game: str
    title: str
    yours: bool = False
    over: bool = False


class Turns(Struct, frozen=True, omit_defaults=True):
    """How each battle stands that the tokens open; nothing is said about the others."""

    turns: tuple[Turn, ...]


# ---- what can be played ----------------------------------------------------------------------------------------------

LEVELS = {
    "greedy": Row("greedy", "Strong", "weighs what every action may lead to and takes the best"),
    "uniform": Row("uniform", "Careless", "does anything that is allowed"),
}


def everything() -> tuple[Ruleset, ...]:
    """Every ruleset that is installed, works and ships something to play."""
    loaded, _ = table.all_rulesets()
    return tuple(found for rules in loaded if rules.shelf is not None and (found := _listed(rules)) is not None)


def _listed(rules: Rules) -> Ruleset | None:
    """What a ruleset ships, for the page; None if the ruleset raises an exception when asked."""
    try:
        return _ruleset(rules)
    except Exception:  # of whoever wrote it, and no reason to do without the others
        LOG.exception("ruleset %s cannot list what it ships", rules.id)
        return None


def _ruleset(rules: Rules) -> Ruleset:
    shelf = table.shelf_of(rules)
    return Ruleset(
        rules.id,
        rules.title,
        rules.version,
        rules.seats,
        tuple(shelf.scenarios()),
        tuple(shelf.listed("board")),
        tuple(shelf.listed("roster")),
        rules.options,
        tuple(Row(rule.id, rule.title, rule.summary) for rule in rules.house_rules),
        tuple(level for bot, level in LEVELS.items() if bot != "greedy" or rules.value is not None),
        rules.notes,
    )


# ---- files and setups ------------------------------------------------------------------------------------------------


def judged(brought: Brought) -> Verdict:
    """Whether a file is valid."""
    kind: Literal["", FileKind, "record"] = ""
    try:
        kind = table.kind_of(brought.text, brought.source)
        if kind == "record":
            game = table.load(brought.text.encode(), brought.source)
            return Verdict(True, f"a battle of {len(game.steps)} steps of {game.ruleset.title}", kind)
        if brought.kind:
            table.expect(brought.kind, brought.text, brought.source)
        if kind == "scenario":
            _names_no_file(read_document(brought.text, brought.source), brought.source)
        return Verdict(True, table.check(brought.text, brought.source, ruleset=brought.ruleset or None)[1], kind)
    except BadData as fault:
        return Verdict(False, str(fault), kind, fault.where, fault.found, fault.wanted)
    except WarbookError as fault:
        return Verdict(False, str(fault), kind)
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as fault:
        return Verdict(False, f"{brought.source}: a value that cannot be read ({fault})", kind)


def setup_of(fresh: Fresh) -> Setup:
    """The battle that somebody asks for.  Raises `WarbookError` (`BadData` for files) if it cannot be played."""
    try:
        return _setup_of(fresh)
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as fault:
        raise WarbookError(f"a value in these files cannot be read ({fault})") from fault


def _setup_of(fresh: Fresh) -> Setup:
    rules = rulesets.find(fresh.ruleset)
    shelf = table.shelf_of(rules)
    board = _text(rules, "board", fresh.board) if fresh.board is not None else None
    rosters = {seat: _text(rules, "roster", piece) for seat, piece in fresh.rosters.items()}
    if any(not 0 <= seat < rules.seats for seat in rosters):
        raise WarbookError(f"rosters for seats {sorted(rosters)}: {rules.title} has seats 0 to {rules.seats - 1}")
    if fresh.scenario.text:
        text, source = _text(rules, "scenario", fresh.scenario)
        _names_no_file(read_document(text, source), source)
        content = shelf.content("", text=text, source=source, board=board, rosters=rosters)
    else:
        content = shelf.content(fresh.scenario.id, board=board, rosters=rosters)
    options = {name: _value(rules, name, value) for name, value in fresh.options.items()}
    rules.having(options, fresh.house_rules)
    return Setup(rules.id, content, options, fresh.house_rules)


def players_of(fresh: Fresh) -> tuple[str, ...]:
    """Who plays each seat.  Raises `WarbookError` for an unknown bot: only bots that come with Warbook play on a
    server."""
    seats = rulesets.find(fresh.ruleset).seats
    if len(fresh.players) != seats:
        raise WarbookError(f"found {len(fresh.players)} players; wanted {seats}, one for each seat")
    for name in fresh.players:
        if name not in (HUMAN, *BOTS):
            raise WarbookError(f"no player {name!r}; wanted {HUMAN} or one of {', '.join(BOTS)}")
    return fresh.players


def _text(rules: Rules, kind: FileKind, piece: Piece) -> tuple[str, str]:
    if not piece.text:
        return table.shelf_of(rules).text(kind, piece.id)
    source = piece.source or f"your {kind}"
    table.expect(kind, piece.text, source)
    return piece.text, source


def _names_no_file(document: dict[str, Any], source: str) -> None:
    """Text that comes over the net must not name a file of the server."""
    for where, word in _words(document):
        if word.endswith(".toml"):
            wanted = "the id of something shipped; bring boards and rosters of your own as files beside the scenario"
            raise BadData(source, where, repr(word), wanted)


def _words(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a document, with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _words(each, f"{where}.{key}".lstrip("."))
    elif isinstance(value, list):
        for number, each in enumerate(value, 1):
            yield from _words(each, f"{where}[{number}]")


def _value(rules: Rules, name: str, value: Any) -> Any:
    """An option's value, also where it comes as people write it."""
    known = {option.name: option for option in rules.options}
    if name in known and isinstance(value, str) and value not in known[name].values:
        return table.option_value(rules, name, value)
    return value
