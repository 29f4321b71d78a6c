"""Tables: what a house of battles keeps in its database.

The lines of the records are the truth, and are only ever added to.  The rest of `games` is for lists, and for finding
out whose a battle is; `migrations` makes and changes these tables.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

METADATA = MetaData()
Number = BigInteger().with_variant(Integer(), "sqlite")


class Readable(TypeDecorator[str]):
    """A text without what PostgreSQL cannot keep and people cannot read: zero bytes, halves of pairs."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        if value is None:
            return None
        return value.replace("\0", " ").encode("utf-8", "replace").decode()


games = Table(
    "games",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("ruleset", String(80), nullable=False),
    Column("title", Readable, nullable=False),
    Column("scenario", Readable, nullable=False),
    Column("summary", Readable, nullable=False),
    Column("players", Text, nullable=False),  # JSON: for each seat "human" or a bot's name
    Column("names", Text, nullable=False),  # JSON: what people are called, by seat
    Column("seed", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("result", Text, nullable=False),  # JSON, or empty
    Column("standing", Readable, nullable=False),  # a line for lists
    Column("steps", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("bots_turn", Boolean, nullable=False),
    Column("deciding", Text, nullable=False),  # JSON: the seats that are asked something, or empty
    Column("rules_of_time", Text, nullable=False),  # JSON, or empty
    Column("time_left", Text, nullable=False),  # JSON: seconds of each seat, or empty
    Column("joined", Text, nullable=False),  # JSON: the seats whose person has been here; empty: nobody knows
    Column("holder", String(64), nullable=True),  # the server in which it is played
    Column("epoch", Integer, nullable=False),  # how often it has been taken over
    Index("games_by_touch", "touched", "id"),
    Index("games_by_public_touch", "public", "touched", "id"),
    Index("games_by_holder", "holder"),
    Index("games_by_bots_turn", "bots_turn", "touched"),
)

seats = Table(
    "seats",
    METADATA,
    Column("game", String(64), ForeignKey("games.id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("seat", Integer, nullable=False),
)

lines = Table(
    "lines",
    METADATA,
    Column("game", String(64), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("game", String(64), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Readable, nullable=False),
    Column("words", Readable, nullable=False),
    Column("said", Float, nullable=False),
    Index("chat_by_game", "game", "id"),
)

orders = Table(
    "orders",
    METADATA,
    Column("game", String(64), ForeignKey("games.id"), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("key", Readable, nullable=False),
    Column("unless", Text, nullable=False),  # JSON: numbers of records
    Column("until", String(16), nullable=False),
    Column("round", Integer, nullable=False),  # in which it was given
)

servers = Table(
    "servers",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("beat", Float, nullable=False),  # by the database's clock
)
