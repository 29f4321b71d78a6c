"""``warbook rules``: the reference of a ruleset, generated from its rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from .output import json_option, print_json

if TYPE_CHECKING:
    from ..core.action import Action
    from ..core.mixed import Die
    from ..core.reaction import Consequence, Reaction
    from ..core.ruleset import HouseRule, Option, Ruleset

EPILOG = """\b
Examples:
  warbook rules necromunda-2023               every action with its cost, and what follows from which event
  warbook rules necromunda-2023 charge        one action: cost, conditions, the rule, open points
  warbook rules necromunda-2023 --options     each option: values, default, source of the default
"""


@click.command("rules", epilog=EPILOG)
@click.argument("ruleset")
@click.argument("action", required=False)
@click.option("--options", "with_options", is_flag=True, help="List the options: values, default, source.")
@json_option
def command(ruleset: str, action: str | None, with_options: bool, as_json: bool) -> None:
    """Read the rules of RULESET: all its actions and what leads to what, or one ACTION on a page of its own."""
    from .. import rulesets

    rules = rulesets.find(ruleset)
    chosen = [_find(rules, action)] if action is not None else [*rules.actions]
    if as_json:
        print_json(_data(rules, chosen, with_options, one=action is not None))
    elif with_options:
        _options_page(rules, touching(rules, chosen[0]) if action is not None else rules.options)
    elif action is not None:
        _action_page(rules, chosen[0])
    else:
        _contents_page(rules)


def _find(rules: Ruleset, name: str) -> Action[Any] | Reaction:
    """An action or a reaction by its id or its name."""
    from ..core.errors import WarbookError, nearest

    known: dict[str, Action[Any] | Reaction] = {**rules.reactions, **rules.action}
    named = {thing.name.lower(): thing for thing in known.values()}
    found = known.get(name) or named.get(name.lower())
    if found is None:
        raise WarbookError(
            f"{rules.id} has no action {name!r}{nearest(name.lower(), [*known, *named])}; "
            f"`warbook rules {rules.id}` lists them"
        )
    return found


def touching(rules: Ruleset, rule: Action[Any] | Reaction) -> tuple[Option, ...]:
    """The options that a rule names, in the order of the ruleset."""
    return tuple(option for option in rules.options if option.name in rule.options)


def conditions(rule: Action[Any] | Reaction) -> tuple[list[str], list[str]]:
    """What must hold for an action or a reaction to be chosen, and what of it the printed rule does not state."""
    added = [each.ours for each in rule.requires if each.ours]
    requires, ours = ([each.text for each in told] for told in (rule.requires, rule.ours))
    return [*requires, *added], [*ours, *added]


# ---- for programs ----------------------------------------------------------------------------------------------------


def _data(rules: Ruleset, chosen: Iterable[Any], with_options: bool, *, one: bool) -> dict[str, Any]:
    from ..core.action import Action

    rows = list(chosen)
    reactions = [r for r in rows if not isinstance(r, Action)] if one else [*rules.reactions.values()]
    data: dict[str, Any] = {
        "ruleset": rules.id,
        "title": rules.title,
        "version": rules.version,
        "actions": [_row(rules, a) for a in rows if isinstance(a, Action)],
        "reactions": [_row(rules, r) for r in reactions],
        "consequences": consequence_rows(rules),
        "house_rules": [_house_row(h) for h in rules.house_rules],
        "dice": [_die_row(die) for die in rules.dice],
        "notes": rules.notes,
    }
    if one or with_options:
        data["options"] = [_option_row(o) for o in (touching(rules, rows[0]) if one else rules.options)]
    return data


def _row(rules: Ruleset, rule: Action[Any] | Reaction) -> dict[str, Any]:
    requires, ours = conditions(rule)
    return {
        "id": rule.id,
        "name": rule.name,
        "cost": rule.cost,
        "summary": rule.summary,
        "cite": rule.cite,
        "requires": requires,
        "ours": ours,
        "options": [o.name for o in touching(rules, rule)],
        "leaves_open": rule.leaves_open,
    }


def consequence_rows(rules: Ruleset) -> list[dict[str, Any]]:
    """What leads to what: for each event or moment the rules that follow from it, in the order in which they run."""
    from ..core.events import Moment

    return [
        {
            "after": kind.__name__,
            "moment": issubclass(kind, Moment),
            "rules": [{"rule": rule.__name__, "summary": _first_sentence(rule)} for rule in following],
        }
        for kind, following in rules.follows.items()
    ]


def _first_sentence(rule: Consequence) -> str:
    """The first sentence of a rule's docstring; empty if it has none."""
    text = " ".join((rule.__doc__ or "").split())
    found = re.match(r".+?\.(?= |$)", text)  # the names of some actions end in an exclamation mark
    return found[0] if found else text


def _house_row(rule: HouseRule) -> dict[str, Any]:
    return {"id": rule.id, "title": rule.title, "summary": rule.summary, "source": rule.source}


def _die_row(die: Die) -> dict[str, Any]:
    """A die with what each of its faces shows, in their order."""
    return {
        "name": die.name,
        "colour": die.colour,
        "faces": [die.face_in_words(face) for face in range(1, die.sides + 1)],
    }


def _option_row(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "values": list(option.values),
        "summary": option.summary,
        "source": option.source,
    }


# ---- for people ------------------------------------------------------------------------------------------------------


def _action_page(rules: Ruleset, rule: Action[Any] | Reaction) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from ..table import as_text
    from .output import console

    out = console()

    def section(title: str, lines: Iterable[str], mark: str = "") -> None:
        texts = [line for line in lines if line]
        if texts:
            out.print(Text(f"\n{title}", style="bold"))
            for line in texts:
                out.print(Padding(Text(mark + line), (0, 0, 0, 2)))

    requires, ours = conditions(rule)
    out.print(Text.assemble((rule.name, "bold"), f"   {rule.cost}   ", (f"{rules.title}: {rule.cite}", "dim")))
    section("The rule", [rule.summary])
    section("Conditions", [f"{each} {OURS}" if each in ours else each for each in requires], "- ")
    section(
        "Options that affect this rule",
        [f"{o.name} = {as_text(o.default)} (or {_other_values(o)}): {o.summary}" for o in touching(rules, rule)],
        "- ",
    )
    section("What the printed rule leaves open", [rule.leaves_open])


def _other_values(option: Option) -> str:
    from ..table import as_text

    return ", ".join(as_text(v) for v in option.values if v != option.default) or "nothing else"


OURS = "[ours: the page does not state it]"
LIST_ITEM = re.compile(r"\n(?=\* )")  # where one begins in the notes of a ruleset


def _contents_page(rules: Ruleset) -> None:
    from rich.text import Text

    from .output import console, print_rows

    out = console()
    out.print(Text.assemble((rules.title, "bold"), (f"   {rules.id} {rules.version}", "dim"), "\n"))
    print_rows(("ACTION", "COST", "THE RULE"), [(a.id, a.cost, a.summary) for a in rules.actions])
    if rules.reactions:
        out.print()
        print_rows(("REACTION", "COST", "THE RULE"), [(r.id, r.cost, r.summary) for r in rules.reactions.values()])
    if rules.follows:
        out.print()
        print_rows(("AFTER", "THIS FOLLOWS", "THE RULE"), _consequence_lines(rules))
    if rules.dice:
        out.print()
        print_rows(("DIE", "SIDES", "ITS FACES"), [(d.name, str(d.sides), _faces_in_words(d)) for d in rules.dice])
    if rules.house_rules:
        out.print()
        print_rows(("HOUSE RULE", "WHAT IT CHANGES"), [(h.id, f"{h.title}. {h.summary}") for h in rules.house_rules])
    if rules.notes:
        for paragraph in rules.notes.strip().split("\n\n"):
            out.print(Text("\n" + "\n".join(" ".join(item.split()) for item in LIST_ITEM.split(paragraph))))
    out.print(
        Text(f"\nOne rule: warbook rules {rules.id} ACTION.   Options: warbook rules {rules.id} --options.", "dim")
    )


def _faces_in_words(die: Die) -> str:
    """What a die shows, each face once with how many of its sides show it."""
    shown = Counter(die.face_in_words(face) for face in range(1, die.sides + 1))
    return "; ".join(f"{face} ({n} times)" if n > 1 else face for face, n in shown.items())


def _consequence_lines(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """The rows of the table of consequences: an event or a moment is named once, in the row of its first rule."""
    for row in consequence_rows(rules):
        name = row["after"]
        if not row["rules"]:
            yield name, "nothing", ""
        for following in row["rules"]:
            yield name, following["rule"], following["summary"]
            name = ""


def _options_page(rules: Ruleset, options: Iterable[Option]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from ..table import as_text
    from .output import console

    out = console()
    for option in options:
        others = f"   or {_other_values(option)}"
        out.print(Text.assemble((option.name, "bold"), f" = {as_text(option.default)}", (others, "dim")))
        out.print(Padding(Text.assemble(option.summary, (f" [{option.source}]", "dim")), (0, 0, 0, 4)))
    if not rules.options:
        out.print(Text(f"{rules.id} leaves nothing open: it has no options."))
