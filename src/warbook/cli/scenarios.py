"""``warbook scenarios``: the scenarios that can be played."""

from __future__ import annotations

import click

from .output import json_option, print_json, print_rows, say

EPILOG = """\b
Examples:
  warbook scenarios
  warbook scenarios necromunda-2023 --json
  warbook play SCENARIO
"""


@click.command("scenarios", epilog=EPILOG)
@click.argument("ruleset", required=False)
@json_option
def command(ruleset: str | None, as_json: bool) -> None:
    """List the scenarios of RULESET, or of every ruleset that is installed.

    Rulesets that cannot be loaded are named after the list; `warbook rulesets --json` lists them too.
    """
    from .. import table
    from . import show_traceback

    listed = table.scenarios(ruleset)
    if as_json:
        print_json(
            [{"id": row.id, "ruleset": name, "title": row.title, "summary": row.summary} for name, row in listed]
        )
    elif listed:
        print_rows(
            ("SCENARIO", "RULESET", "WHAT IT IS"),
            [(row.id, name, f"{row.title}. {row.summary}") for name, row in listed],
        )
    else:
        say("No installed ruleset has a scenario.")
    if ruleset is None:
        for fault in table.all_rulesets()[1].values():
            show_traceback(fault)
            say(f"warbook: {fault}", err=True)
