"""Which options of a ruleset the code of a rule reads, told from the code itself: that of every function which it can
come to by the names that it uses."""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from warbook.core.action import Action, Requirement
from warbook.core.check import Modifier
from warbook.core.events import Event, Moment
from warbook.core.play import Handle
from warbook.core.reaction import Hooks, Reaction
from warbook.core.ruleset import Ruleset

LOADS = ("LOAD_ATTR", "LOAD_METHOD")


class Reader:
    """Reads the rules of a game, whose models have a handle of the class `model`.

    What is asked of a handle is looked up by its name, but not in `space`, which knows no handle.  With
    `consequences`, what follows from the events that a rule names is counted as well; nothing is read in the functions
    `beside` the rules, such as those that only word things.
    """

    def __init__(
        self, rules: Ruleset, model: type[Handle[Any]], *, consequences: bool = False, beside: Iterable[Any] = ()
    ) -> None:
        self.rules, self.model, self.consequences = rules, model, consequences
        self.beside = {id(function) for function in beside}
        self.options = {option.name for option in rules.options}
        self.known: dict[FunctionType, tuple[set[str], list[Any]]] = {}

    def options_read(self, *starts: Any) -> set[str]:
        """The options that rules, requirements, actions or reactions read, themselves or in what they call."""
        seen: dict[int, Any] = {}
        todo, read = list(starts), set[str]()
        while todo:
            thing = todo.pop()
            if id(thing) in seen or id(thing) in self.beside:
                continue
            seen[id(thing)] = thing
            if isinstance(thing, FunctionType):
                if thing.__module__.startswith("warbook."):
                    options, used = self._function(thing)
                    read |= options
                    todo += used
            else:
                todo += self._parts(thing)
        return read

    def _parts(self, thing: Any) -> Iterable[Any]:
        """The functions within something that is none."""
        match thing:
            case tuple() | list() | set() | frozenset():
                return thing
            case dict():
                return thing.values()
            case partial():
                return (thing.func, *thing.args, *thing.keywords.values())
            case Requirement():
                return (thing.holds,)
            case Action():
                return (thing.rule, thing.requires)
            case Reaction():
                return (thing.able, thing.rule, thing.requires)
            case Modifier():
                return (thing.amount,)
            case property():
                return (thing.fget,)
            case cached_property():
                return (thing.func,)
            case MethodType():
                return (thing.__func__, thing.__self__)
            case type():
                return self._of_class(thing)
        wrapped = getattr(thing, "__wrapped__", None)
        return () if wrapped is None else (wrapped,)

    def _of_class(self, kind: type) -> Iterable[Any]:
        if issubclass(kind, Event | Moment):
            return self._led_to(kind) if self.consequences else ()
        return vars(kind).values() if not issubclass(kind, Handle) else ()  # asked by the names of what it has

    def _led_to(self, kind: type[Event] | type[Moment]) -> Iterable[Any]:
        """What follows from an event, and who may react to it."""
        hooks = self.rules.hooks.get(kind, Hooks())
        reactions = (*hooks.before, *hooks.after)
        return (*hooks.follows, *((reaction.able, reaction.requires) for reaction in reactions))

    def _function(self, function: FunctionType) -> tuple[set[str], list[Any]]:
        """The options that a function reads itself, and everything that it uses."""
        if function not in self.known:
            used = [cell.cell_contents for cell in function.__closure__ or ()]
            options = set[str]()
            asked = {} if function.__module__.startswith("warbook.space.") else vars(self.model)
            for code in codes(function.__code__):
                steps = list(dis.get_instructions(code))
                for number, step in enumerate(steps):
                    if step.opname == "LOAD_GLOBAL":
                        used.append(named(function, steps[number:]))
                    elif step.opname in LOADS and step.argval in asked:
                        used.append(asked[step.argval])
                    elif is_lookup(step) and steps[number - 1].opname != "LOAD_CONST":
                        used += self.rules.modifiers.values() if steps[number - 2].argval == "modifiers" else ()
                    elif is_lookup(step) and isinstance(steps[number - 1].argval, str):
                        word, of = steps[number - 1].argval, steps[number - 2].argval
                        options |= {word} & self.options  # an option may be asked of a variable, too
                        used.append(
                            {"action": self.rules.action, "modifiers": self.rules.modifiers}.get(of, {}).get(word)
                        )
            self.known[function] = options, used
        return self.known[function]


def is_lookup(step: dis.Instruction) -> bool:
    """Whether it is ``[...]``, which Python 3.14 writes in another way."""
    return step.opname == "BINARY_SUBSCR" or (step.opname == "BINARY_OP" and step.argrepr == "[]")


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def named(function: FunctionType, steps: list[dis.Instruction]) -> Any:
    """What a global name stands for, or a name of a module: ``targets``, ``checks.targets``."""
    found = function.__globals__.get(steps[0].argval)
    for step in steps[1:]:
        if not isinstance(found, ModuleType) or step.opname not in LOADS:
            break
        found = getattr(found, step.argval, None)
    return found
