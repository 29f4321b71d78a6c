"""Who has been at the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """The seats whose person has been at the table, before which no clock runs; of older battles nobody knows."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("joined", sa.Text, nullable=False, server_default=""))
