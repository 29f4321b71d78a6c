"""What is checked when a ruleset is made: that nothing in its lists contradicts the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .action import Action, Requirement
from .errors import WarbookError, nearest
from .events import COMMON
from .option import ChosenOptions, Option
from .reaction import Reaction


def no_name_twice(ruleset: str, kind: str, names: Sequence[str]) -> None:
    """Raises `WarbookError` for two of a kind with the same name."""
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        ours = ", one of which every game has" if twice in (each.__name__ for each in COMMON) else ""
        raise WarbookError(f"{ruleset} lists the {kind} {twice!r} twice{ours}; records could not tell them apart")


def knows_field(ruleset: str, path: str, turns: Iterable[type[Struct]], records: Iterable[type[Struct]]) -> None:
    """That a path such as "turn.left" leads to a field of a turn or of a record.  Raises `WarbookError`."""
    part, _, field = path.partition(".")
    kinds: Iterable[type[Struct]] = {"turn": turns, "record": records}.get(part, ())
    if path and not any(field in kind.__struct_fields__ for kind in kinds):
        raise WarbookError(f"{ruleset}: actions_left={path!r}; wanted a field of turn or record, as 'turn.left'")


def chosen_options(ruleset: str, options: Iterable[Option], chosen: Mapping[str, Any]) -> ChosenOptions:
    """The value of every option: what a table has chosen, else the default.  Raises `WarbookError` for a choice that is
    no option: a house rule that changes something else is a patch of rules or of values."""
    known = {option.name: option.default for option in options}
    for name in chosen:
        if name not in known:
            found = ", ".join(known) or "none"
            raise WarbookError(f"{ruleset} has no option {name!r}{nearest(name, known)}; it has {found}")
    return ChosenOptions({**known, **chosen})


def check_entry(ruleset: str, entry: Action[Any] | Reaction, options: Iterable[Option]) -> None:
    """That an action or a reaction requires what can be judged, names only options that there are, and as ours only
    what it requires.  Raises `WarbookError`."""
    for number, condition in enumerate(entry.requires):
        if not isinstance(condition, Requirement):
            raise WarbookError(
                f"{ruleset}: {entry.id!r}, requires[{number}]: found {condition!r}; wanted a Requirement, as"
                ' @requirement("It must be ready.") makes of a function that judges it'
            )
    names = [option.name for option in options]
    for name in entry.options:
        if name not in names:
            near, found = nearest(name, names), ", ".join(names) or "none"
            raise WarbookError(f"{ruleset}: {entry.id!r} names the option {name!r}{near}; found {found}")
    if any(condition not in entry.requires for condition in entry.ours):
        raise WarbookError(f"{ruleset}: {entry.id!r} lists a condition as ours that it does not require")
