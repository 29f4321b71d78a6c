"""``warbook odds``: how likely it is, from the rules that play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ..core.files import read_text
from .output import json_option, print_json, print_rows, say, short_names

if TYPE_CHECKING:
    from ..core.decision import Decision
    from ..core.game import Game
    from ..core.play import Play
    from ..odds import Odds
    from ..odds.horizon import Horizon
    from ..odds.policy import Defender, Paths

EPILOG = """\b
Give a model by its number or its name.  Without --who the command lists the models, and without
--action the actions of the model.  --event is one of the ruleset's outcomes.  The answer is an exact
fraction, or an interval if the exact result would take too long; it says which.

\b
Examples:
  warbook odds hive-stand-off                                     the models
  warbook odds hive-stand-off --who Hob                           the actions of this model
  warbook odds hive-stand-off --who Hob --action shoot --target "Vesper Low-Bell" --event pinned
  warbook odds classic-haul --who 9 --action ram --about 13 --event wrecked --paths best
  warbook odds battle.wbr --to 40 --who 3                         the same after 40 steps of a record
"""


@click.command("odds", epilog=EPILOG)
@click.argument("where", metavar="RECORD|SCENARIO")
@click.option("--who", metavar="ID", help="The model that acts (if not given, the models are listed).")
@click.option("--action", metavar="ID", help="What it does (if not given, its actions are listed).")
@click.option(
    "--to", "to", type=click.IntRange(min=0), metavar="STEP", help="With a record: the position after this many steps."
)
@click.option("--target", metavar="ID", help="The target of the action.")
@click.option("--about", metavar="ID", help="The model that the event is about (default: the target, or who acts).")
@click.option("--weapon", metavar="ID", help="The weapon that it uses.")
@click.option("--event", metavar="NAME", help="The outcome (default: the first of the ruleset).")
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
    help="Which paths and places are chosen.",
)
@click.option(
    "--horizon", type=click.Choice(("step", "consequences")), default="step", show_default=True, help="How far to look."
)
@json_option
def command(
    where: str,
    who: str | None,
    action: str | None,
    to: int | None,
    target: str | None,
    about: str | None,
    weapon: str | None,
    event: str | None,
    defender: Defender,
    paths: Paths,
    horizon: Horizon,
    as_json: bool,
) -> None:
    """The odds of an event if a model takes an action, in the position of a RECORD or at the start of a SCENARIO.

    Where a scenario begins with placing the models, they stand where the rules propose first.
    """
    from msgspec import structs

    from ..core.errors import WarbookError
    from ..odds import odds

    game, play, said = _position(where, to)
    if who is None:
        _list(said, "models", _models(game, play), as_json)
        return
    acting = find_model(game, "--who", who)
    if play.state.records[acting].owner < 0:
        raise WarbookError(f"--who: {acting} is a thing that does not act; wanted one of {_numbered(game)}")
    if action is None:
        _list(f"{said}, {game.name(acting)}", "actions", _actions(game, play, acting), as_json)
        return
    answers: dict[str, Any] = {}
    if target is not None:
        answers["target"] = find_model(game, "--target", target)
    if weapon is not None:
        answers["weapon"] = weapon
    found = odds(
        game if to is None else play,
        acting,
        action,
        answers,
        event,
        about=find_model(game, "--about", about) if about is not None else None,
        defender=defender,
        paths=paths,
        horizon=horizon,
    )
    if as_json:
        print_json({**structs.asdict(found), "position": said, "actor": game.name(acting)})
        return
    aimed = f", target {game.name(answers['target'])}" if "target" in answers else ""
    say(f"Position: {said}.")
    say(f"{game.name(acting)} ({acting}): {game.ruleset.action[action].name}{aimed}.")
    say(str(found))
    if found.impossible:
        say(f"Outcomes that can be asked about with --event: {', '.join(o.id for o in game.ruleset.outcomes)}.")
    say(f"Until {found.horizon}.  {found.policy}.")


# ---- the position ----------------------------------------------------------------------------------------------------


def _position(where: str, to: int | None) -> tuple[Game, Play[Any, Any, Any], str]:
    """The battle and the position that are meant, and what that is in words."""
    from .. import table
    from ..core.errors import BadData, WarbookError
    from .draw import position
    from .output import ending

    if table.looks_like_file(where):
        kind = table.kind_of(read_text(where), where)
        if kind == "record":
            game = table.open_record(where)
            steps = len(game.steps)
            if to is not None and to > steps:
                raise WarbookError(f"{where}: --to {to}: there are {steps} steps")
            if game.is_over and to in (None, steps):
                raise WarbookError(
                    f"{where}: the battle is over ({ending(game)[:-1]}); --to STEP asks about a position before "
                    f"its {steps} steps were done"
                )
            return game, position(game, to), f"{where} after {steps if to is None else to} steps"
        if kind != "scenario":
            raise BadData(where, "kind", kind, "a record or a scenario")
    if to is not None:
        raise WarbookError(f"{where}: --to can be used only with a record; this is a scenario")
    game = table.battle(where)
    placed = _laid_out(game)
    said = f"the start of {where}" + (f", {placed} models placed where the rules propose first" if placed else "")
    return game, game.play, said


def _models(game: Game, play: Play[Any, Any, Any]) -> list[tuple[str, str, str]]:
    """The number, the name and the side of every model."""
    sides = short_names(game)
    return [(str(r.id), game.name(r.id), sides[r.owner]) for r in play.state.records if 0 <= r.owner < len(sides)]


def _actions(game: Game, play: Play[Any, Any, Any], who: int) -> list[tuple[str, str, str]]:
    """The id and the name of every action, and what speaks against it for this model, were it about to act: first
    those that nothing speaks against."""
    from ..core.answers import Pending
    from ..core.decision import Choose
    from ..core.play import Play
    from ..core.step import run_step

    rules = game.ruleset
    if rules.poised is not None:
        start = Play(play.start if play.start is not None else play.state, rules, game.world, [])
        poised = rules.poised(start, who)
        try:
            run_step(Play(poised.copy(), rules, game.world, []))
        except Pending as pending:
            asked = pending.decisions[0] if pending.decisions else None
            if isinstance(asked, Choose) and asked.key.rsplit(".", 1)[-1] == "action":
                allowed = [(str(answer), asked.label(answer), "") for answer in asked.options()]
                refused = [(str(a), asked.label(a), " ".join(why)) for a, why in asked.refused().items()]
                return [*allowed, *refused]
    return [(action.id, action.name, "") for action in rules.actions]


def _list(said: str, what: str, rows: list[tuple[str, str, str]], as_json: bool) -> None:
    """What can be asked about."""
    last = {"models": "side", "actions": "why_not"}[what]
    if as_json:
        print_json({"position": said, what: [{"id": id, "name": name, last: more} for id, name, more in rows]})
        return
    say(f"Position: {said}.")
    print_rows(({"models": "--who", "actions": "--action"}[what], "NAME", last.replace("_", " ").upper()), rows)


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
            f"{option}: found {number}; wanted a model's number from 0 to {len(records) - 1}, or its name: "
            f"{_numbered(game)}"
        )
    names: dict[str, int] = {game.name(r.id).lower(): r.id for r in records if r.owner >= 0}
    begun = [name for name in names if name.startswith(text.lower())]
    if text.lower() not in names and len(begun) != 1:
        known = _numbered(game)
        raise WarbookError(f"{option}: no model {text!r}{nearest(text.lower(), begun or names)}; wanted one of {known}")
    return names[text.lower() if text.lower() in names else begun[0]]


def _numbered(game: Game) -> str:
    """Every model with its number."""
    return ", ".join(f"{r.id} ({game.name(r.id)})" for r in game.play.state.records if r.owner >= 0)


# ---- at the table ----------------------------------------------------------------------------------------------------


def actor(game: Game) -> str:
    """Who acts in the step in progress, as far as the ruleset shows it."""
    tableau = game.ruleset.tableau
    who = tableau(game.play).actor if tableau is not None else -1
    return game.name(who) if who >= 0 else ""


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
    from ..core.answers import Chosen

    for given in reversed(game.answers):
        if isinstance(given, Chosen) and given.key.endswith(".target") and _is_model(game, given.value):
            return int(given.value)
    return None
