"""``warbook check``: whether a file says what it should."""

from __future__ import annotations

from typing import NamedTuple

import click

from ..core.files import read_text
from .output import json_option, print_json, say

EPILOG = """\b
The key `kind` of a file says what it is: board, roster or scenario.  A record is recognised by its
first line; its answers are played again, and the first difference is reported.

\b
Examples:
  warbook check my-gang.toml my-board.toml
  warbook check my-board.toml --ruleset gangfight
  warbook check battle.wbr --json
"""


class Verdict(NamedTuple):
    """What is to be said about one file: what it holds, or what is wrong with it."""

    file: str
    kind: str | None
    ok: bool
    says: str


@click.command("check", epilog=EPILOG)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--ruleset", metavar="ID", help="The ruleset for files that name none, such as boards.")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], ruleset: str | None, as_json: bool) -> None:
    """Check boards, rosters, scenarios and records: show where each is wrong, and what would be right.

    Rosters and scenarios name the ruleset that checks them; a board is good if any installed ruleset can be played on
    it.  Exit code 2 if any of them is wrong.
    """
    if ruleset is not None:
        from .. import rulesets

        rulesets.find(ruleset)
    verdicts = [_verdict(file, ruleset) for file in files]
    if as_json:
        print_json([{"file": v.file, "kind": v.kind, "ok": v.ok, "says": v.says} for v in verdicts])
    else:
        for verdict in verdicts:
            if verdict.ok:
                say(f"{verdict.file}: a good {verdict.kind}: {verdict.says}")
            else:
                say(f"warbook: {verdict.says}", err=True)
    if not all(v.ok for v in verdicts):
        ctx.exit(2)


def _verdict(file: str, ruleset: str | None) -> Verdict:
    from .. import table
    from ..core.errors import WarbookError

    kind: str | None = None
    try:
        text = read_text(file)
        kind = table.kind_of(text, file)
        if kind == "record":
            return Verdict(file, kind, True, _record(file))
        return Verdict(file, kind, True, table.check(text, file, ruleset=ruleset)[1])
    except WarbookError as fault:
        return Verdict(file, kind, False, str(fault))


def _record(file: str) -> str:
    from .. import table
    from ..core.errors import BadData
    from ..core.files import read_bytes
    from .output import ending

    data = read_bytes(file)
    game, verdict = table.load(data, file), table.verify(data, file)
    if verdict.different:
        where = f"line {verdict.line}"
        raise BadData(file, where, verdict.different, "what follows from the rules, the seed and the answers")
    said = f"{len(game.steps)} steps of {game.ruleset.id}"
    if verdict.true:
        said += ", all as the rules and the seed give them"
    unchecked = [f"It cannot be checked as a whole: {why}." for why in verdict.unchecked]
    return " ".join([f"{said}. {ending(game)}", *unchecked, *game.notices])
