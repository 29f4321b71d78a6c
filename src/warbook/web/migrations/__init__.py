"""Migrations: how the tables came to be what they are.  Alembic runs them when a server starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

HERE = Path(__file__).parent
LOCK = 0x57_41_52  # two servers that start at once take turns


def configuration() -> Config:
    """Where Alembic finds the migrations, also in an installed wheel."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str:
    """The last revision: files are called after theirs, in their order."""
    return max(file.name.partition("_")[0] for file in (HERE / "versions").glob("[0-9]*.py"))


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring a database up to a revision, in one transaction.  Nothing is loaded for one that is the newest already:
    whoever starts a server again waits for it."""
    if to == "head" and revision(engine) == newest():
        return
    from alembic import command

    config = configuration()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def revision(engine: Engine) -> str:
    """The revision of a database; empty for one that has none."""
    with engine.execution_options(reads=True).connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")
