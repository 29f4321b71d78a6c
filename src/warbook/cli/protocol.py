"""``warbook protocol``: what is said at a table, as a JSON Schema."""

from __future__ import annotations

import click

from .output import json_option

EPILOG = """\b
Examples:
  warbook protocol > protocol.schema.json     for a generator of types, or a validator
  warbook bot --help                          the same messages over standard input and output

docs/protocol.md tells the conversation.
"""


@click.command("protocol", epilog=EPILOG)
@json_option
def command(as_json: bool) -> None:
    """Print the JSON Schema of the messages between the referee and whoever sits at a table (it is JSON anyhow)."""
    from .serve import needs_table

    with needs_table():
        from ..web import schema
    click.echo(schema.text(), nl=False)
