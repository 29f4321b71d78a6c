"""How the sentences of scenes and activations are run: their script, the steps of an action, and what a menu says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..core.decision import Choose, Decision
from ..core.errors import nearest
from ..core.events import Event
from ..core.play import Handle, Play
from ..core.state import State, Turn
from ..core.structs import replace
from .given import IfAsked
from .position import Position, actor_now, place_of_left
from .script import Dice, Mismatch, Script, Unscripted

MOST_STEPS = 100  # that may come by themselves before a model is asked what it does


def script_of(position: Position, dice: Dice, answers: Mapping[str, Any], passing: bool) -> Script:
    """The script of a sentence."""
    __tracebackhide__ = True
    script = Script(dice, passing=passing, defaults=position.defaults)
    for word, answer in answers.items():
        script.give(position.aliases.get(word, word), _plain(position, answer)).word = word  # as failures name it
    return script


def _plain(position: Position, value: Any) -> Any:
    """An answer with ids in place of handles; in a dictionary by models also in place of names."""
    plain = partial(_plain, position)
    if isinstance(value, Handle):
        return value.id
    if isinstance(value, IfAsked):
        return IfAsked(plain(value.answer))
    if isinstance(value, list | tuple):
        return type(value)(plain(v) for v in value)
    if isinstance(value, dict):
        return {position.id_of(key): plain(v) for key, v in value.items()}
    return value


# ---- actions ---------------------------------------------------------------------------------------------------------


def run_action(
    position: Position, who: int, action: str, state: State[Any, Any], script: Script, *, goes_on: bool = False
) -> list[Event]:
    """The step that asks what the model does, and then whatever it put on the agenda.  In an activation that goes on,
    steps may come before it."""
    __tracebackhide__ = True
    menu = script.give(position.menu, [position.menu_answer(who, action)])
    position.events, waiting = [], len(state.agenda)
    keep(position, script.run(state, position.ruleset, position.world))
    for _ in range(MOST_STEPS if goes_on else 0):
        if not menu.items:
            break
        must_act(position, who, action)
        waiting = len(position.state.agenda)
        _run_step(position, script)
    while len(position.state.agenda) > waiting and position.ruleset.result(position.state) is None:
        try:
            _run_step(position, script)
        except Unscripted as fault:
            asked = fault.decision.key.rpartition(".")[2] if fault.decision is not None else ""
            if asked == position.menu and not script.left():
                break
            raise
    script.finish()
    return position.events


def run_on(position: Position, script: Script) -> list[Event]:
    """Steps as they come, as far as the script carries them and at least one."""
    __tracebackhide__ = True
    position.events = []
    while position.ruleset.result(position.state) is None:
        used_up = not script.left()
        try:
            _run_step(position, script)
        except Unscripted:
            if used_up and position.events:
                break
            raise
    script.finish()
    return position.events


def _run_step(position: Position, script: Script) -> None:
    __tracebackhide__ = True
    keep(position, script.run(position.state, position.ruleset, position.world))


def keep(position: Position, play: Play[Any, Any, Any]) -> None:
    """Where things stand after a play, and what it made happen."""
    position.state = play.state
    position.events = [*position.events, *play.events]
    position.history = [*position.history, *play.events]


def must_act(position: Position, who: int, action: str) -> None:
    """Fails unless it is this model that acts now, as far as the ruleset shows who does."""
    __tracebackhide__ = True
    actor = actor_now(position, who)
    if actor == who and position.ruleset.result(position.state) is None:
        return
    name = partial(position.ruleset.name_of, position.world)
    now = f"{name(actor)} acts now" if 0 <= actor < len(position.state.records) else "nobody acts now"
    said = f"{name(who)} cannot {action} in the same activation: it is over, and {now}"
    raise Mismatch(f"{said}; wanted does({who}, {action!r}) for a new one")


# ---- asking ----------------------------------------------------------------------------------------------------------


def first_question(position: Position, who: int, action: str, state: State[Any, Any], script: Script) -> Decision[Any]:
    """The first question that a script does not answer, when a model takes an action in this position."""
    __tracebackhide__ = True
    script.give(position.menu, [position.menu_answer(who, action)])
    return _question(position, state, script)


def menu_of(position: Position, state: State[Any, Any]) -> Decision[Any]:
    """The menu that is asked first in this position."""
    __tracebackhide__ = True
    menu = _question(position, state, Script())
    if menu.key.rpartition(".")[2] != position.menu:
        raise AssertionError(f"{menu.key!r} is asked ({menu.prompt}) before the menu ({position.menu!r})")
    return menu


def actions_on(position: Position, menu: Decision[Any]) -> list[str]:
    """The actions that a menu offers."""
    return [action for answer in menu.candidates(1000) if (action := position.action_of(answer))]


def reasons_on(position: Position, who: int, action: str, menu: Decision[Any]) -> tuple[str, ...]:
    """What a menu says against an action.  Fails for one that is not on it."""
    __tracebackhide__ = True
    answer = position.menu_answer(who, action)
    if isinstance(menu, Choose) and answer not in menu.listed():
        actions = [str(each) for each in menu.listed()]
        raise AssertionError(f"{action!r} is not on the menu{nearest(action, actions)}; on it are {', '.join(actions)}")
    return menu.legal(answer)


def _question(position: Position, state: State[Any, Any], script: Script) -> Decision[Any]:
    __tracebackhide__ = True
    while position.ruleset.result(state) is None:
        try:
            state = script.run(state, position.ruleset, position.world).state
        except Unscripted as fault:
            if fault.decision is None or fault.refused or script.left():
                raise
            return fault.decision
    raise AssertionError("the battle ends and nobody is asked")


# ---- what is left of an activation -----------------------------------------------------------------------------------


def set_left(position: Position, who: int, left: int) -> None:
    """Arranges what a model has left in its activation."""
    __tracebackhide__ = True
    part, field = place_of_left(position.ruleset)
    if part == "turn":
        turn: Turn = position.state.turn
        position.state.turn = replace(turn, **{field: left})
    else:
        position.given(who, **{field: left})
