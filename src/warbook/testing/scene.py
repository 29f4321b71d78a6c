"""A scene: a position, and sentences about what somebody does in it.

`Scene.of` puts models anywhere on a board, `Scene.battle` begins a battle as it is shipped; both know nothing of the
inside of a game.  A ruleset may derive its own from `Scene` and add what its tests talk about.  Everything goes through
the rules as in a game; there are no short cuts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.decision import Decision
from ..core.errors import WarbookError
from ..core.events import Event
from ..core.ruleset import Ruleset
from ..core.state import State
from ..rulesets import find
from .activation import Activation
from .arranging import Placed, arranged
from .position import Position
from .running import actions_on, first_question, menu_of, reasons_on, run_action, run_on, script_of, set_left
from .script import Dice


class Scene(Position):
    """A position under test.  `state` is where things stand now, `events` what the last sentence made happen,
    `history` what all of them did.

    Models may be named by their id, by a handle or by their name everywhere.  A ruleset's own scene may set `menu` (the
    key of the question that offers actions), `aliases` (other names for keys) and `defaults` (answers that every
    sentence gives if they are asked for), and override `poised`, `menu_answer`, `action_of` and `handle`.
    """

    def __init__(self, ruleset: Ruleset, world: Any, state: State[Any, Any]) -> None:
        super().__init__(ruleset, world, state)
        self._acting: Activation | None = None

    # ---- laying out --------------------------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        ruleset: Ruleset | str,
        red: Sequence[Placed] = (),
        blue: Sequence[Placed] = (),
        *,
        others: Mapping[int, Sequence[Placed]] | None = None,
        board: str = "",
        options: Mapping[str, Any] | None = None,
        house_rules: Sequence[str] = (),
        **turn: Any,
    ) -> Any:
        """Models anywhere on a board, in the middle of a battle: the scene and the ids of each side, one id, or a list
        of ids if a side has several; a side without models is left out.

        `board` is TOML of pieces for a bare table, 48" by 48", or that of a whole board.  `others` are models by the
        number of their owner, such as -1 for those who belong to nobody.  `turn` are fields of the turn.  Raises
        `WarbookError` for a ruleset that lays out no scenes, and for words that it does not know.
        """
        __tracebackhide__ = True
        rules = (find(ruleset) if isinstance(ruleset, str) else ruleset).having(options, house_rules)
        sides = {0: red, 1: blue, **(others or {})}
        try:
            world, state, ids = arranged(rules, sides, board, turn)
        except WarbookError as fault:
            raise fault.with_traceback(None) from None  # what is wrong stands in the test
        return cls(rules, world, state), *(side[0] if len(side) == 1 else side for side in ids if side)

    @classmethod
    def battle(
        cls,
        ruleset: Ruleset | str,
        scenario: str = "",
        *,
        options: Mapping[str, Any] | None = None,
        house_rules: Sequence[str] = (),
        **content: Any,
    ) -> Any:
        """A battle before anything has happened: of a shipped scenario, or of files of one's own.  `content` goes to
        `Shelf.content`: ``text`` and ``source``, ``board``, ``rosters``.  Raises `WarbookError`."""
        __tracebackhide__ = True
        rules = (find(ruleset) if isinstance(ruleset, str) else ruleset).having(options, house_rules)
        if rules.shelf is None:
            raise WarbookError(f"{rules.id} ships no scenarios; wanted Scene(rules, *rules.table(rules, content))")
        return cls(rules, *rules.table(rules, rules.shelf.content(scenario, **content)))

    # ---- sentences ---------------------------------------------------------------------------------------------------

    def does(self, who: Any, action: str, *, dice: Dice = (), passing: bool = False, **answers: Any) -> list[Event]:
        """A model begins its activation and takes an action, with everything that it leads to at once: the action's
        step and what it puts on the agenda.  Every die and every answer must be in the script, and used (see `Script`);
        `passing` passes the windows that the script does not mention.  Returns what happened."""
        __tracebackhide__ = True
        known = self.id_of(who)
        self._acting = Activation(self, known)
        return run_action(self, known, action, self.poised(known), script_of(self, dice, answers, passing))

    def then(self, action: str, *, dice: Dice = (), passing: bool = False, **answers: Any) -> list[Event]:
        """The model of the last sentence takes a further action in the same activation, with what it has left."""
        __tracebackhide__ = True
        return self.acting.does(action, dice=dice, passing=passing, **answers)

    def activation(self, who: Any, *, left: int | None = None) -> Activation:
        """A model begins its activation; with `left`, only so many actions or points of it are left."""
        __tracebackhide__ = True
        known = self.id_of(who)
        self.state, self.events = self.poised(known), []
        if left is not None:
            set_left(self, known, left)
        self._acting = Activation(self, known)
        return self._acting

    @property
    def acting(self) -> Activation:
        """The activation of the model that took the last action, to go on with it."""
        __tracebackhide__ = True
        if self._acting is None:
            raise AssertionError("nobody has acted in this scene yet; wanted does() or activation() first")
        return self._acting

    def goes_on(self, *, dice: Dice = (), passing: bool = False, **answers: Any) -> list[Event]:
        """The battle goes on by itself from where it stands, step by step, as far as the script carries it and at
        least one step: to the first question or roll that is not in it, before whose step it stops."""
        __tracebackhide__ = True
        return run_on(self, script_of(self, dice, answers, passing))

    def asks(self, who: Any, action: str, *, dice: Dice = (), **answers: Any) -> Decision[Any]:
        """The first question that is not answered here, when a model takes an action; nothing changes."""
        __tracebackhide__ = True
        known = self.id_of(who)
        return first_question(self, known, action, self.poised(known), script_of(self, dice, answers, False))

    def offered(self, who: Any = None) -> Decision[Any]:
        """The menu of a model that is about to act; without one, the menu that is asked next as things stand."""
        __tracebackhide__ = True
        return menu_of(self, self.state if who is None else self.poised(self.id_of(who)))

    def allowed(self, who: Any = None) -> list[str]:
        """The actions that a model may choose; without one, those on the menu that is asked next as things stand."""
        __tracebackhide__ = True
        return actions_on(self, self.offered(who))

    def why_not(self, who: Any, action: str) -> tuple[str, ...]:
        """Every reason why a model may not choose an action; empty where it may."""
        __tracebackhide__ = True
        return reasons_on(self, self.id_of(who), action, self.offered(who))
