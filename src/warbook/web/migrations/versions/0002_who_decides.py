"""Who decides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The seats that a battle waits for; where nothing has been played since, nobody knows."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("deciding", sa.Text, nullable=False, server_default=""))
