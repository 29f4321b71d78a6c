"""Migrations: how the tables came to be what they are.  Alembic runs them when a server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

LOCK = 0x57_41_52  # two servers that start at once take turns


def configuration() -> Config:
    """Where Alembic finds the migrations, also in an installed wheel."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring a database up to a revision, in one transaction."""
    config = configuration()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
