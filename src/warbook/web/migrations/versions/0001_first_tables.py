"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Battles with their seats, records, words and standing orders; the servers that play them."""
    _games()
    _beside_a_game()
    op.create_table(
        "servers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("ruleset", sa.String(80), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("bots_turn", sa.Boolean, nullable=False),
        sa.Column("rules_of_time", sa.Text, nullable=False),
        sa.Column("time_left", sa.Text, nullable=False),
        sa.Column("holder", sa.String(64), nullable=True),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_index("games_by_touch", "games", ["touched", "id"])
    op.create_index("games_by_public_touch", "games", ["public", "touched", "id"])
    op.create_index("games_by_holder", "games", ["holder"])
    op.create_index("games_by_bots_turn", "games", ["bots_turn", "touched"])


def _beside_a_game() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "seats",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "lines",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("said", sa.Float, nullable=False),
    )
    op.create_index("chat_by_game", "chat", ["game", "id"])
    op.create_table(
        "orders",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("unless", sa.Text, nullable=False),
        sa.Column("until", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
