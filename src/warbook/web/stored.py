"""What is stored of a battle (what it is, how it stands, what was said and ordered in it), and the columns that hold
it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .protocol import ClockRules, Order, Spoken

_rules_of_time = msgspec.json.Decoder(ClockRules)
names_of = msgspec.json.Decoder(tuple[str, ...]).decode


class About(Struct, frozen=True, kw_only=True):
    """What a battle is, and never changes."""

    id: str
    ruleset: str
    title: str
    scenario: str
    summary: str = ""
    players: tuple[str, ...]
    names: tuple[str, ...] = ()
    seed: int
    public: bool = False
    created: float
    clock: ClockRules | None = None


class Standing(Struct, frozen=True):
    """How a battle stands, for lists and for who comes back to it."""

    touched: float
    over: bool = False
    result: str = ""
    words: str = ""
    steps: int = 0
    round: int = 0
    bots_turn: bool = False
    time_left: tuple[float, ...] = ()
    deciding: tuple[int, ...] = ()
    joined: tuple[int, ...] | None = ()  # for whom somebody has been here, where there are clocks; None: nobody knows


class Given(Struct, frozen=True):
    """A standing order, whose it is, and in which round it was given."""

    seat: int
    order: Order
    round: int = 0


class Write(Struct, frozen=True, kw_only=True):
    """What is to become durable for one battle, all of it or nothing: lines of its record from number `first` on,
    words, standing orders given and dropped, and how it stands."""

    game: str
    epoch: int
    standing: Standing
    first: int = 0
    lines: tuple[bytes, ...] = ()
    said: tuple[Spoken, ...] = ()
    given: tuple[Given, ...] = ()
    dropped: tuple[int, ...] = ()


class Stored(Struct, frozen=True):
    """A battle as it is kept: its record, and everything beside it."""

    about: About
    standing: Standing
    seats: dict[str, int]  # by the digests of their tokens
    record: bytes
    lines: int
    chat: tuple[Spoken, ...]
    orders: tuple[Given, ...]


class Row(Struct, frozen=True):
    """What a battle is and how it stands, without its record."""

    about: About
    standing: Standing


def columns_of_about(about: About) -> dict[str, Any]:
    return {
        "id": about.id,
        "ruleset": about.ruleset,
        "title": about.title,
        "scenario": about.scenario,
        "summary": about.summary,
        "players": as_json(about.players),
        "names": as_json(about.names),
        "seed": str(about.seed),
        "public": about.public,
        "created": about.created,
        "rules_of_time": as_json(about.clock) if about.clock is not None else "",
    }


def about_of_row(row: Any) -> About:
    return About(
        id=row["id"],
        ruleset=row["ruleset"],
        title=row["title"],
        scenario=row["scenario"],
        summary=row["summary"],
        players=names_of(row["players"]),
        names=names_of(row["names"]),
        seed=int(row["seed"]),
        public=row["public"],
        created=row["created"],
        clock=_rules_of_time.decode(row["rules_of_time"]) if row["rules_of_time"] else None,
    )


def columns_of_standing(standing: Standing) -> dict[str, Any]:
    return {
        "touched": standing.touched,
        "over": standing.over,
        "result": standing.result,
        "standing": standing.words,
        "steps": standing.steps,
        "round": standing.round,
        "bots_turn": standing.bots_turn,
        "deciding": as_json(standing.deciding) if standing.deciding else "",
        "time_left": as_json(standing.time_left) if standing.time_left else "",
        "joined": "" if standing.joined is None else as_json(standing.joined),
    }


def standing_of_row(row: Any) -> Standing:
    return Standing(
        touched=row["touched"],
        over=row["over"],
        result=row["result"],
        words=row["standing"],
        steps=row["steps"],
        round=row["round"],
        bots_turn=row["bots_turn"],
        deciding=msgspec.json.decode(row["deciding"], type=tuple[int, ...]) if row["deciding"] else (),
        time_left=msgspec.json.decode(row["time_left"], type=tuple[float, ...]) if row["time_left"] else (),
        joined=msgspec.json.decode(row["joined"], type=tuple[int, ...]) if row["joined"] else None,
    )


def row_of_words(game: str, spoken: Spoken) -> dict[str, Any]:
    return {"game": game, "seat": spoken.seat, "name": spoken.name, "words": spoken.words, "said": spoken.when}


def row_of_order(game: str, given: Given) -> dict[str, Any]:
    order = given.order
    return {
        "game": game,
        "id": order.id,
        "seat": given.seat,
        "key": order.window,
        "unless": as_json(order.unless),
        "until": order.until,
        "round": given.round,
    }


def as_json(value: object) -> str:
    """A value as a column keeps it."""
    return msgspec.json.encode(value).decode()
