"""The command line: one module a command, loaded when it is called.

Every command is thin: it reads what a person wrote, calls the library, and prints the answer for people or, with
``--json``, for programs.  Whatever a person can get wrong ends in one message and exit code 2.
"""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from importlib import import_module
from typing import Any

import click

from .. import __version__
from ..core.errors import WarbookError, nearest
from ..core.text import visible, visible_lines

#: The commands, in the order in which a newcomer needs them.
COMMANDS = (
    "play", "serve", "scenarios", "simulate", "replay", "odds", "draw", "check", "rulesets", "rules", "new", "bot",
    "protocol", "compile",
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
        click.echo(f"warbook: {visible_lines(self.message)}", err=True)


class Broken(click.ClickException):
    """Code broke down: whose it is and where, and exit code 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        click.echo(f"warbook: {visible_lines(self.message)}", err=True)


class Commands(click.Group):
    """Loads a command when it is named, and turns whatever goes wrong into one message."""

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
            show_traceback(fault)
            further = _how_to_see_the_traceback() if getattr(fault, "trace", "") else []  # a battle of a simulation
            ending = Broken if getattr(fault, "broke", False) else Refused
            raise ending("\n".join([visible(str(fault)), *further])) from fault
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as fault:
            show_traceback(fault)
            raise _as_click_exception(fault) from fault


def _as_click_exception(fault: Exception) -> click.ClickException:
    """What broke down, in words: what the machine refused, or a fault in somebody's code."""
    from .. import faults

    if refused := faults.of_system(fault):
        return Refused(visible(refused))
    lines = [visible(line) for line in str(faults.of_exception(fault)).split("\n")]
    lines += _how_to_see_the_traceback()
    lines += map(visible, getattr(fault, "__notes__", ()))
    return Broken("\n".join(lines))


def _how_to_see_the_traceback() -> list[str]:
    """The command that shows it, unless this one did."""
    if _wants_traceback():
        return []
    return [f"  {shlex.join(('warbook', '--traceback', *sys.argv[1:]))}   shows the whole traceback"]


def _wants_traceback() -> bool:
    root = click.get_current_context().find_root()
    return bool(root.params.get("traceback")) or os.environ.get("WARBOOK_TRACEBACK", "0") not in ("", "0")


def show_traceback(fault: BaseException) -> None:
    """The whole way to a fault, where it was asked for."""
    if _wants_traceback():
        click.echo(visible_lines("".join(traceback.format_exception(fault))), err=True, nl=False)


@click.group(
    cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="warbook")
@click.option("--traceback", is_flag=True, help="Show the whole traceback of what breaks down (WARBOOK_TRACEBACK=1).")
def command(traceback: bool) -> None:
    """A referee for tabletop battles.

    Warbook knows the rules of a game: it says what is legal and why not, asks whoever must decide, rolls, and records.
    """


def main() -> None:
    """Run the command line on this process's arguments; modules of players may stand in the folder it is run from."""
    sys.path.append(os.getcwd())
    try:
        command()
    except SystemExit as ending:
        _flush(failed=ending.code not in (None, 0))
        raise
    except BaseException:
        _flush(failed=True)
        raise


def _flush(*, failed: bool) -> None:
    """Write out what is still held back; where nobody can take it (a full disk), say so instead of failing later.  A
    command that has `failed` has said why."""
    try:
        sys.stdout.flush()
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to be written at the exit
        if not failed and not isinstance(fault, BrokenPipeError):
            click.echo(f"warbook: standard output: {fault.strerror}", err=True)
        os._exit(2)
