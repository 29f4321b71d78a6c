"""The command line: one module a command, loaded when it is called.

Every command is thin: it reads what a person wrote, calls the library, and prints the answer for people or, with
``--json``, for programs.  Whatever a person can get wrong ends in one message and exit code 2.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from .. import __version__
from ..core.errors import WarbookError, nearest

#: The commands, in the order in which a newcomer needs them.
COMMANDS = (
    "play", "serve", "scenarios", "simulate", "replay", "odds", "draw", "check", "rulesets", "rules", "new", "bot",
    "protocol",
)  # fmt: skip

EPILOG = """\b
Examples:
  warbook serve hive-stand-off                   a battle against a bot, in the browser
  warbook play                                   the same at the terminal
  warbook play hive-stand-off --blue human       two people at one keyboard
  warbook odds hive-stand-off --who 0 --action charge --target 12
  warbook rules necromunda-2023 charge           one rule, in plain words
  warbook simulate hive-stand-off --red greedy --blue uniform --games 100

Every command has --json for programs, and --help with examples of its own.
"""


class Refused(click.ClickException):
    """A message for a person, and exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"warbook: {self.message}", err=True)


class Commands(click.Group):
    """Loads a command when it is named, and turns what a person got wrong into one message."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            wanted = nearest(args[0], COMMANDS) or f"; wanted one of {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0]!r}{wanted}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WarbookError as fault:
            raise Refused(str(fault)) from fault


@click.group(
    cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="warbook")
def command() -> None:
    """A referee for tabletop battles.

    Warbook knows the rules of a game: it says what is legal and why not, asks whoever must decide, rolls, and records.
    """


def main() -> None:
    """Run the command line on this process's arguments; modules of players may stand in the folder it is run from."""
    sys.path.append(os.getcwd())
    sys.excepthook = _fault
    command()


def _fault(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """Nobody should have to read a traceback: a fault of ours is said in one line, with where it happened."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace else ""
    click.echo(f"warbook: this is a fault in Warbook, not in what you wrote: {kind.__name__}: {fault}{where}", err=True)
    if sys.argv[1:2] == ["play"]:
        click.echo("The record holds every finished step; `warbook play --resume` goes on from there.", err=True)
