"""Protocol: what the referee and those at a table say to each other, as JSON.

The same messages go over a WebSocket and, one to a line, over standard input and output.  Every message is an object
with a ``type``.  What a client asks with a number ``n`` is answered with the same number in ``re``; what changes for
everybody comes unasked.  `docs/protocol.md` tells the conversation; ``warbook protocol`` prints the JSON Schema, which
is generated from these types.  Lengths are thousandths of an inch, times seconds since 1970.
"""

# long: one list of all messages, from which the types of the client and the docs are made
from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ..core.decision import DecisionKind
from ..core.tableau import Aim, Card, Tableau

VERSION = 1
LARGEST = 64 * 1024  # bytes that a client's message may have

Seat = Annotated[int, Meta(ge=-1, le=7)]
"""The number of a side, from 0; -1 for those who only watch."""

Number = Annotated[int, Meta(ge=0, le=2**31)]
Words = Annotated[str, Meta(max_length=1000)]
At = tuple[Number, Number]
"""Where a battle stands: so many finished steps, and so many answers of the next."""


# ---- what a client says ----------------------------------------------------------------------------------------------


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """Whatever a client says; `n` is its own number for the message."""

    n: Number = 0


EVERYTHING = 2**31  # heard: whatever there is


class Hello(Said, frozen=True, kw_only=True, tag="hello"):
    """The first message: which battle, and the tokens of the seats that sit at this screen.

    Who comes back says how many entries of the log it `heard` before, and how often something had been `taken` back by
    then (see `Position`); who wants no log at all says that it heard 2147483648.

    `share` are 256 random bits in hexadecimal, your part of the dice of your seats; it counts until their first roll
    (see ``docs/protocol.md``).  Without it the dice are made of the others' shares."""

    protocol: int
    game: Annotated[str, Meta(max_length=64)]
    tokens: Annotated[tuple[Annotated[str, Meta(max_length=128)], ...], Meta(max_length=8)] = ()
    name: Annotated[str, Meta(max_length=40)] = ""
    heard: Number = 0
    taken: Number = 0
    share: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""


class Begin(Said, frozen=True, kw_only=True, tag="begin"):
    """Make the dice, and do not wait for the shares of seats that nobody has come to."""

    seat: Seat


class Choose(Said, frozen=True, kw_only=True, tag="choose"):
    """Answer the question that was open at `at`, when something had been `taken` back so often."""

    seat: Seat
    at: At
    answer: Any
    taken: Number | None = None


class Check(Said, frozen=True, kw_only=True, tag="check"):
    """What would speak against this answer, and what it would come to."""

    seat: Seat
    at: At
    answer: Any


class Route(Said, frozen=True, kw_only=True, tag="route"):
    """The shortest legal way on from these legs to a point, for an open path; for an open drive a leg on to it.

    For an open march or muster it takes member `who` to the point (-1: the first), and the rest of the unit follows; if
    an `answer` is given, it is that answer with another part for this member alone."""

    seat: Seat
    at: At
    legs: tuple[Annotated[tuple[int, ...], Meta(min_length=3, max_length=4)], ...] = ()
    to: Annotated[tuple[int, ...], Meta(min_length=2, max_length=3)]
    who: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    answer: Any = None


class Region(Said, frozen=True, kw_only=True, tag="region"):
    """Everywhere that an open path or place can lead."""

    seat: Seat
    at: At


class Suggest(Said, frozen=True, kw_only=True, tag="suggest"):
    """Some good answers to an open question, also where they are not a list."""

    seat: Seat
    at: At
    most: Annotated[int, Meta(ge=1, le=64)] = 12


class AskOdds(Said, frozen=True, kw_only=True, tag="odds"):
    """How likely the outcomes are if this answer is given: at once, which may be an estimate, or `thorough`, which may
    take seconds."""

    seat: Seat
    at: At
    answer: Any
    thorough: bool = False


class AskCard(Said, frozen=True, kw_only=True, tag="card"):
    """Everything about a model that this seat may know."""

    seat: Seat = -1
    who: Number


class AskAims(Said, frozen=True, kw_only=True, tag="aims"):
    """Whom a model sees and could aim at."""

    seat: Seat = -1
    who: Number


class AskPast(Said, frozen=True, kw_only=True, tag="past"):
    """The position as it was after so many events of a step."""

    seat: Seat = -1
    step: Number
    event: Number = 0


class Undo(Said, frozen=True, kw_only=True, tag="undo"):
    """Take back the last choice of this seat; beyond dice and others' choices they are asked first."""

    seat: Seat


class Redo(Said, frozen=True, kw_only=True, tag="redo"):
    """Do again what was taken back last."""

    seat: Seat


class Consent(Said, frozen=True, kw_only=True, tag="consent"):
    """Agree, or not, to what another seat asked for."""

    seat: Seat
    agree: bool


class Order(Struct, frozen=True, omit_defaults=True):
    """A standing order: pass in windows of this key, unless what one could react to is about one of these models.
    It answers windows that are really opened, and counts until it is dropped or the round ends.  Its number, whose it
    is and the `title` (the reactions that the window is for, in words) are the referee's to tell."""

    window: Annotated[str, Meta(max_length=80)]
    unless: Annotated[tuple[Number, ...], Meta(max_length=100)] = ()
    until: Literal["dropped", "round"] = "dropped"
    id: int = -1
    seat: int = -1
    title: Annotated[str, Meta(max_length=1000)] = ""


class Stand(Said, frozen=True, kw_only=True, tag="stand"):
    """Give a standing order."""

    seat: Seat
    order: Order


class Drop(Said, frozen=True, kw_only=True, tag="drop"):
    """Take a standing order back."""

    seat: Seat
    order: Number


class Say(Said, frozen=True, kw_only=True, tag="say"):
    """Words for everybody at the table."""

    seat: Seat = -1
    words: Annotated[str, Meta(min_length=1, max_length=500)]


class Branch(Said, frozen=True, kw_only=True, tag="branch"):
    """Play on from a point of this battle as a battle of its own: a player for each seat."""

    step: Number
    answers: Number = 0
    players: tuple[Annotated[str, Meta(max_length=40)], ...]


Client = (
    Hello | Begin | Choose | Check | Route | Region | Suggest | AskOdds | AskCard | AskAims | AskPast | Undo | Redo
    | Consent | Stand | Drop | Say | Branch
)  # fmt: skip


# ---- what the referee says -------------------------------------------------------------------------------------------


class Told(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Whatever the referee says; `re` is the number of the message that it answers, 0 for what comes unasked."""

    re: Number = 0


class ActionInfo(Struct, frozen=True, omit_defaults=True):
    """An action of the game, for whoever explains it."""

    id: str
    name: str
    cost: str
    summary: str
    cite: str


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits where: the side's name, a person or a bot's name, and how many screens are there for it now."""

    seat: int
    name: str
    player: str
    here: int = 0
    who: tuple[str, ...] = ()  # the names that people gave


class Clock(Struct, frozen=True, omit_defaults=True):
    """A seat's time: seconds left for the battle (-1: no limit), and when the open question expires (0: never)."""

    seat: int
    left: float = -1.0
    until: float = 0.0


class ClockRules(Struct, frozen=True, omit_defaults=True):
    """Seconds that a seat has for each question, and for the whole battle; 0: no limit.  Whose time is up is answered
    for, by what does nothing where there is such an answer, else by chance."""

    move: Annotated[float, Meta(ge=0, le=30 * 24 * 3600)] = 0.0
    battle: Annotated[float, Meta(ge=0, le=30 * 24 * 3600)] = 0.0


class Info(Struct, frozen=True, omit_defaults=True):
    """What a battle is.  Where it has `secrets`, a position shows what only its `eyes` may see; where distances are
    `between_bodies`, heights count from the top of the lower to the foot of the higher, else from floor to floor.
    `dice` says where its dice come from: from a seed that somebody has ``chosen``, that the system has ``drawn``, or
    from shares (``shared``), of which the server's is bound by the `commitment`, whose beginning is the battle's id."""

    id: str
    title: str
    ruleset: str
    game: str
    scenario: str
    summary: str = ""
    options: dict[str, Any] = {}
    house_rules: tuple[str, ...] = ()
    public: bool = False
    secrets: bool = False
    between_bodies: bool = False
    dice: str = "chosen"
    commitment: str = ""


class DieSymbol(Struct, frozen=True, omit_defaults=True):
    """What faces of dice may bear: its name, a `sign` of a character or two, and its drawing: the data of an SVG path
    in a box of 24 by 24."""

    name: str
    sign: str = ""
    shape: str = ""


class DieInfo(Struct, frozen=True, omit_defaults=True):
    """A kind of die with symbols: how many sides it has, its colour (``#rrggbb``), and the symbols on its faces."""

    name: str
    sides: int
    colour: str = ""
    symbols: tuple[DieSymbol, ...] = ()


class Welcome(Told, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `Hello`: the battle, which seats are yours, and what never changes in it.  `board` is the board's
    file as data (see ``docs/boards.md``), all lengths in thousandths."""

    protocol: int = VERSION
    warbook: str
    game: Info
    seats: tuple[SeatInfo, ...]
    yours: tuple[int, ...] = ()
    board: dict[str, Any] = {}
    actions: tuple[ActionInfo, ...] = ()
    dice: tuple[DieInfo, ...] = ()
    chat: tuple[Spoken, ...] = ()


class AnswerOption(Struct, frozen=True, omit_defaults=True):
    """An answer that may be given: `who` is the record that it names (-1: none), `action` the id of the action,
    `idle` says that it does nothing, `cautions` what should be known before it is chosen.  `spot` is the place on the
    board that it stands for, where it may be clicked."""

    answer: Any
    label: str
    who: int = -1
    action: str = ""
    idle: bool = False
    cautions: tuple[str, ...] = ()
    spot: tuple[int, int, int] | None = None


class Refusal(Struct, frozen=True, omit_defaults=True):
    """An answer that could be thought of, and why it is not offered."""

    answer: Any
    label: str
    reasons: tuple[str, ...]
    who: int = -1
    action: str = ""
    spot: tuple[int, int, int] | None = None


Pose: TypeAlias = tuple[int, int, int, int, int]
"""Where a body is, and the direction that it faces: x, y, z, fx, fy."""


class Outline(Struct, frozen=True, omit_defaults=True):
    """Something drawn over the board: circles (x, y, z, radius) and closed rings of corners, each ring at a height."""

    circles: tuple[tuple[int, int, int, int], ...] = ()
    rings: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()


class Member(Struct, frozen=True, omit_defaults=True):
    """A member of a unit that a march or a muster is about: where it is, how large it is, and how much movement it has
    (-1: it is put somewhere)."""

    id: int
    origin: tuple[int, int, int]
    radius: int
    height: int
    allowance: int = -1


class Asked(Struct, frozen=True, omit_defaults=True):
    """An open question to a seat of yours.

    Lists have `options` and `refused`; a facing and a point to aim at have some `options` as suggestions, for a path or
    a place ask with `Suggest`.  `order` has the items in `options`; `allocate` splits `total` among the bins in
    `options`, `most` to each.  `mover` is the record that goes, is put or turns, `allowance` how much movement it has,
    counted in `unit` (empty: a length; else such as squares, and so is the length of an answer);
    `facing` says that the answer ends with a facing (of a drive: that it may turn); `radius` and `height` are the
    mover's, `looks` the points worth facing.  `members` are those of a unit that marches or musters, in the order of
    the parts of an answer.
    `actor` is the record whose attack this is about, or is answered (-1: nobody's), `weapon` with what, as its
    aims have it.  `people` are the names of those who are asked, where several share the side.  `window` is the key
    under which a standing order may answer, `covers` the reactions that such an order would pass on, in words.
    """

    seat: int
    key: str
    kind: DecisionKind
    prompt: str
    at: At
    trail: tuple[str, ...] = ()
    options: tuple[AnswerOption, ...] = ()
    refused: tuple[Refusal, ...] = ()
    more: bool = False  # not all answers that are legal are among the options
    total: int = 0
    most: tuple[int, ...] = ()
    mover: int = -1
    origin: tuple[int, int, int] = (0, 0, 0)
    allowance: int = -1
    unit: str = ""
    facing: bool = False
    radius: int = 0
    height: int = 0
    looks: tuple[tuple[int, int], ...] = ()
    bounds: Outline | None = None
    members: tuple[Member, ...] = ()
    window: str = ""
    covers: str = ""
    secret: bool = False
    actor: int = -1
    weapon: str = ""
    people: tuple[str, ...] = ()


class Waited(Struct, frozen=True, omit_defaults=True):
    """Somebody who must decide: the seat, and the question unless it is secret; `people` as `Asked` has them."""

    seat: int
    prompt: str = ""
    bot: bool = False
    people: tuple[str, ...] = ()


class Dice(Struct, frozen=True, omit_defaults=True):
    """A roll: which dice, the faces, and what the rule read from them.  Where faces bear symbols, `signs` has for each
    die its name and the names of the symbols that it shows (see `Welcome.dice`)."""

    pool: str
    faces: tuple[int, ...]
    value: Any = None
    signs: tuple[tuple[str, ...], ...] = ()


class Entry(Struct, frozen=True, omit_defaults=True):
    """A line of the log: event `event` of step `step` as a sentence; `who` are the records it speaks of, `why` the
    derivation of its numbers."""

    step: int
    event: int
    words: str
    kind: str = ""
    who: tuple[int, ...] = ()
    dice: Dice | None = None
    why: tuple[str, ...] = ()


class Ending(Struct, frozen=True, omit_defaults=True):
    """How a battle ended; `winner` is -1 for a draw."""

    winner: int
    points: tuple[int, ...]
    why: str


class Asking(Struct, frozen=True, omit_defaults=True):
    """A seat asks the others to agree to something; `of` are those who have not answered."""

    by: int
    what: str
    why: str
    of: tuple[int, ...]


class Position(Told, frozen=True, kw_only=True, tag="position"):
    """Where the battle stands, as `eyes` (a seat of yours, or -1) may see it.

    `log` are the entries from number `since` on: what stood from there is replaced.  `asked` are the questions to your
    seats, `waiting` everybody who must decide, `trail` the actions and reactions that led to the question.  `taken`
    says how often something was taken back so far.
    """

    at: At
    eyes: int
    tableau: Tableau
    since: int
    log: tuple[Entry, ...]
    asked: tuple[Asked, ...] = ()
    waiting: tuple[Waited, ...] = ()
    trail: tuple[str, ...] = ()
    steps: int = 0
    undo: tuple[int, ...] = ()  # the seats of yours that have something to take back
    redo: bool = False
    taken: int = 0
    ending: Ending | None = None
    consent: Asking | None = None
    orders: tuple[Order, ...] = ()
    clocks: tuple[Clock, ...] = ()
    now: float = 0.0  # with clocks: the server's time as this was told, in seconds since 1970
    absent: tuple[int, ...] = ()  # the seats whose person has never come: until then no clock runs, or no die is rolled
    dice: str = "chosen"  # where the dice of what is still to come are from, as `Info` has it
    shares: tuple[int, ...] = ()  # the seats whose shares the dice have
    unmade: bool = False  # the battle waits with its first roll for those who are absent
    notices: tuple[str, ...] = ()


class Done(Told, frozen=True, kw_only=True, tag="done"):
    """It was done."""


class Refused(Told, frozen=True, kw_only=True, tag="refused"):
    """It was not done, for these reasons; nothing has changed.  `stale` says that the question was another by then."""

    reasons: tuple[str, ...]
    stale: bool = False


class CheckedPart(Struct, frozen=True, omit_defaults=True):
    """What speaks against the part of a member, and what it comes to: as `Checked` has it of a whole answer."""

    who: int
    against: tuple[str, ...] = ()
    length: int = -1
    legs: tuple[str, ...] = ()


class Checked(Told, frozen=True, kw_only=True, tag="checked"):
    """What speaks against an answer (nothing: it is legal), what it would come to, and what to draw.  Of a march or a
    muster there are the `parts` of its members, too; of a drive where the body is at the `ends` of its legs."""

    answer: Any = None
    against: tuple[str, ...] = ()
    length: int = -1
    legs: tuple[str, ...] = ()  # a remark for each leg: its length, the test that it needs
    notes: tuple[str, ...] = ()
    outline: Outline | None = None
    touched: tuple[int, ...] = ()
    parts: tuple[CheckedPart, ...] = ()
    ends: tuple[Pose, ...] = ()


class Regioned(Told, frozen=True, kw_only=True, tag="region"):
    """Where an open question can lead: rings of corners, each at a height.  A ring inside another is a hole in it."""

    outline: Outline


class Suggested(Told, frozen=True, kw_only=True, tag="suggested"):
    """Some good answers."""

    options: tuple[AnswerOption, ...]


class Chance(Struct, frozen=True, omit_defaults=True):
    """How likely an outcome is: exactly (then `low` and `high` are the same), or between these bounds."""

    title: str
    probability: float
    low: float
    high: float
    exact: bool = True
    welcome: bool = False


class OddsTold(Told, frozen=True, kw_only=True, tag="odds"):
    """The outcomes of an answer, and how everybody was taken to decide."""

    answer: Any
    chances: tuple[Chance, ...]
    policy: str = ""


class CardTold(Told, frozen=True, kw_only=True, tag="card"):
    """A model, close up."""

    card: Card


class AimsTold(Told, frozen=True, kw_only=True, tag="aims"):
    """Whom a model could aim at."""

    who: int
    aims: tuple[Aim, ...]


class PastTold(Told, frozen=True, kw_only=True, tag="past"):
    """A position of the past."""

    step: int
    event: int
    tableau: Tableau
    words: tuple[str, ...] = ()


class Spoken(Struct, frozen=True, omit_defaults=True):
    """Words that somebody at the table said; seat -1 watches, seat -2 is the referee itself."""

    seat: int
    name: str
    words: str
    when: float


class Chat(Told, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something."""

    said: Spoken


class Presence(Told, frozen=True, kw_only=True, tag="presence"):
    """Who is at the table now."""

    seats: tuple[SeatInfo, ...]
    watching: int = 0


class Link(Struct, frozen=True, omit_defaults=True):
    """The token of a seat (-1: of those who watch)."""

    seat: int
    token: str


class Opened(Told, frozen=True, kw_only=True, tag="opened"):
    """A new battle, and the tokens of its seats."""

    game: str
    links: tuple[Link, ...]


FaultCode = Literal[
    "version", "no-game", "token", "message", "too-large", "too-fast", "full", "elsewhere", "slow", "stopping", "broken"
]  # fmt: skip


class Service(Told, frozen=True, kw_only=True, tag="service"):
    """How the server itself is, for a line at the edge of the table: nothing, where all is well.  `failing` says that
    it cannot do what it should, `todo` what whoever runs it can do."""

    words: str = ""
    todo: str = ""
    failing: bool = False


class Fault(Told, frozen=True, kw_only=True, tag="fault"):
    """Something is wrong with what was said, or with the table: what, and what to do.  After `last` the line closes."""

    code: FaultCode
    words: str
    todo: str = ""
    last: bool = False


Server = (
    Welcome | Position | Done | Refused | Checked | Regioned | Suggested | OddsTold | CardTold | AimsTold | PastTold
    | Chat | Presence | Opened | Service | Fault
)  # fmt: skip

heard: msgspec.json.Decoder[Client] = msgspec.json.Decoder(Client)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode
