"""``warbook odds``: how likely it is, from the rules that play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_text
from .output import json_option, print_json, say

if TYPE_CHECKING:
    from ..core.decision import Decision
    from ..core.game import Game
    from ..odds import Odds

EPILOG = """\b
Models are named by their number or their name; --event is one of the ruleset's outcomes.
The answer is an exact fraction, or an interval where exactness would take too long; it says which.

\b
Examples:
  warbook odds hive-stand-off --who 0 --action shoot --target 12
  warbook odds battle.wbr --who 3 --action charge --target 14 --defender best --event out-of-action
"""


@click.command("odds", epilog=EPILOG)
@click.argument("where", metavar="RECORD|SCENARIO")
@click.option("--who", required=True, metavar="ID", help="The model that acts.")
@click.option("--action", required=True, metavar="ID", help="What it does.")
@click.option("--target", metavar="ID", help="The model it does it to.")
@click.option("--weapon", metavar="ID", help="What it uses.")
@click.option("--event", metavar="NAME", help="Which outcome is asked about; the ruleset's first if not given.")
@click.option(
    "--defender",
    type=click.Choice(("none", "all", "best")),
    default="none",
    show_default=True,
    help="How the other side reacts.",
)
@click.option(
    "--paths",
    type=click.Choice(("first", "best")),
    default="first",
    show_default=True,
    help="Which ways and places are taken.",
)
@click.option(
    "--horizon", type=click.Choice(("step", "consequences")), default="step", show_default=True, help="How far to look."
)
@json_option
def command(
    where: str,
    who: str,
    action: str,
    target: str | None,
    weapon: str | None,
    event: str | None,
    defender: str,
    paths: str,
    horizon: str,
    as_json: bool,
) -> None:
    """The odds of an event if a model takes an action, in the position of a RECORD or at the start of a SCENARIO.

    Where a scenario begins with placing the models, they stand where the rules propose first.
    """
    from typing import cast

    from msgspec import structs

    from ..odds import odds

    game, said = _position(where)
    answers: dict[str, Any] = {}
    if target is not None:
        answers["target"] = find_model(game, "--target", target)
    if weapon is not None:
        answers["weapon"] = weapon
    found = odds(
        game,
        find_model(game, "--who", who),
        action,
        answers,
        event,
        defender=cast(Any, defender),
        paths=cast(Any, paths),
        horizon=cast(Any, horizon),
    )
    if as_json:
        print_json({**structs.asdict(found), "position": said})
    else:
        say(f"Position: {said}.")
        say(str(found))
        say(f"Until {found.horizon}.  {found.policy}.")


def _position(where: str) -> tuple[Game, str]:
    """The position that is meant, and what it is in words."""
    from .. import table
    from ..core.errors import BadData

    if table.looks_like_file(where):
        kind = table.kind_of(read_text(where), where)
        if kind == "record":
            game = table.open_record(where)
            return game, f"{where} after {len(game.steps)} steps"
        if kind != "scenario":
            raise BadData(where, "kind", kind, "a record or a scenario")
    game = table.battle(where)
    placed = _laid_out(game)
    return game, f"the start of {where}" + (f", {placed} models placed where the rules propose first" if placed else "")


def _laid_out(game: Game) -> int:
    """Let everybody who is placed at the start be placed at the first candidate; answers how many places were asked
    for."""
    placed = 0
    while game.decisions and game.decisions[0].kind == "place":
        decision = game.decisions[0]
        game.choose(decision.candidates(1)[0], decision.player)
        placed += 1
    return placed


def find_model(game: Game, option: str, text: str) -> int:
    """A model by its number, its name or a beginning that no other name has.  Raises `WarbookError`."""
    from ..core.errors import WarbookError, nearest

    records = game.play.state.records
    if text.lstrip("-").isdigit():
        number = int(text)
        if 0 <= number < len(records):
            return number
        raise WarbookError(
            f"{option}: found {number}; wanted a model's number from 0 to {len(records) - 1}, or its name"
        )
    names: dict[str, int] = {game.name(r.id).lower(): r.id for r in records if r.owner >= 0}
    begun = [name for name in names if name.startswith(text.lower())]
    if text.lower() not in names and len(begun) != 1:
        raise WarbookError(f"{option}: no model {text!r}{nearest(text.lower(), begun or names)}")
    return names[text.lower() if text.lower() in names else begun[0]]


def of_options(
    game: Game, decision: Decision[Any], shown: Sequence[Any], labels: Sequence[str]
) -> Iterator[tuple[str, Odds]]:
    """The odds of each option on the screen: what it may do to the model that it names, or that was named before."""
    from ..core.errors import WarbookError
    from ..odds import odds

    acting = _one_of(game, decision.player)
    outcomes = [outcome for outcome in game.ruleset.outcomes if outcome.of == "target"]
    for answer, words in zip(shown, labels, strict=True):
        about = answer if _is_model(game, answer) else _target(game)
        for outcome in outcomes if about is not None else ():
            try:
                found = odds(game, acting, None, {decision.key: answer}, outcome.id, about=about)
            except (WarbookError, LookupError):
                continue
            yield words, found


def _one_of(game: Game, seat: int) -> int:
    """Any model of a side: without an action, odds only ask whose step it is."""
    found: int = next(record.id for record in game.play.state.records if record.owner == seat)
    return found


def _is_model(game: Game, answer: Any) -> bool:
    records = game.play.state.records
    return type(answer) is int and 0 <= answer < len(records) and records[answer].owner >= 0


def _target(game: Game) -> int | None:
    """The last model that was named as a target in this step."""
    from ..core.oracle import Chosen

    for given in reversed(game.answers):
        if isinstance(given, Chosen) and given.key.endswith(".target") and _is_model(game, given.value):
            return int(given.value)
    return None
