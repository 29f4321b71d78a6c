"""A script of dice and choices: the oracle of a test.

Dice are consumed in the order of the rolls, or by the keys of the rolls: one number a die, or where faces bear symbols
what it shows ("success, advantage").  Choices are given by the key of the question.
A key may be given whole or by its last part (``target`` for ``charge.target``).  What the script does not foresee fails
at once, and what it foresees and nobody asked for fails in the end; both failures say what was wanted, which rules led
there, what was rolled and answered until then, and what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

from ..core.answers import Sealed, Shown
from ..core.decision import Choose, Confirm, Decision, against, freeze
from ..core.dice import Pool
from ..core.errors import clip_text, nearest
from ..core.mixed import signs_in_words
from ..core.play import Oracle, Play
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.step import run_step, trail
from ..core.window import Window
from .given import NOTHING, Die, Given, IfAsked, Use, dice_in_order, is_dice, whose_question
from .traces import rules_only

Dice: TypeAlias = Iterable[Die | Iterable[Die]] | Mapping[str, Any]
"""Dice in the order of the rolls, or by the keys of the rolls.  A list within the list has the dice of one roll."""

LISTED = 6  # options of a question that a failure lists


class Mismatch(AssertionError):
    """A script and the rules do not fit together.

    `said` is what is wrong in a line, `trail` are the rules that led there, the outermost first, and `report` are lines
    about what was rolled and answered until then, and what is left.
    """

    def __init__(self, said: str) -> None:
        self.said = said
        self.trail: tuple[str, ...] = ()
        self.report: tuple[str, ...] = ()
        super().__init__(said)

    def __str__(self) -> str:
        asked = (f"asked by {' > '.join(self.trail)}",) if self.trail else ()
        return "\n  ".join((self.said, *asked, *self.report))


class Unscripted(Mismatch):
    """The rules want something that the script does not hold: an answer to `decision`, or dice (then it is None).

    `refused` says that the script has an answer, which is not allowed.
    """

    def __init__(self, said: str, decision: Decision[Any] | None = None, *, refused: bool = False) -> None:
        super().__init__(said)
        self.decision, self.refused = decision, refused


class Unused(Mismatch):
    """The script holds dice that were never rolled, or answers that nobody asked for."""


class Script(Oracle):
    """Scripted dice and choices.

    `dice` are in the order of the rolls, or by the keys of the rolls: ``{"hit": 3, "hurt": [5, 1]}``.  `choices` maps
    keys to answers.  An answer may be the value itself, its label or a part of that which fits no other, or a function
    from the decision to the value.  A list holds answers to be given one after another; a dictionary holds one for each
    model that is asked, or for each seat of a sealed question; `if_asked` marks what need not be asked.  A list of dice
    under the key of a roll is taken for the dice of that roll.  A reaction goes by its id with the model that uses it
    (``overwatch=blue``, or None to pass where it is offered); once the script has reacted in a window it passes the
    rest of it.  `passing` passes windows that the script does not mention.  `defaults` answer what nothing else does,
    as if each was marked `if_asked`.

    `rolled` are the rolls so far (pool, key, faces); `answered` the questions with their answers.
    """

    __slots__ = (
        "_by_key", "_choices", "_defaults", "_dice", "_name", "_passing", "_reacted", "answered", "rolled"
    )  # fmt: skip

    def __init__(
        self,
        dice: Dice = (),
        choices: Mapping[str, Any] | None = None,
        *,
        passing: bool = False,
        defaults: Mapping[str, Any] | None = None,
    ) -> None:
        by_key = dice if isinstance(dice, Mapping) else {}
        self._dice: list[Any] = [] if isinstance(dice, Mapping) else list(dice)
        self._by_key = {key: Given(key, given) for key, given in by_key.items()}
        self._choices = {key: Given(key, given) for key, given in (choices or {}).items()}
        self._defaults = {key: Given(key, _always(given)) for key, given in (defaults or {}).items()}
        self._passing = passing
        self.rolled: list[tuple[Pool, str, list[int]]] = []
        self.answered: list[tuple[Decision[Any], Any]] = []
        self._reacted: set[str] = set()
        self._name: Callable[[int], str] = str

    def give(self, word: str, answer: Any) -> Given:
        """Add answers under a word, in place of those that it had."""
        given = self._choices[word] = Given(word, answer)
        return given

    # ---- running a step ----------------------------------------------------------------------------------------------

    def run(self, state: State[Any, Any], ruleset: Ruleset, world: Any) -> Play[Any, Any, Any]:
        """One step from this position, which stays as it is.  Raises `Unscripted` where something is missing; an
        exception of a rule comes with the frames of the rules alone."""
        __tracebackhide__ = True
        self._name = lambda who: ruleset.name_of(world, who)
        play = Play(state.copy(), ruleset, world, [], self, state)
        try:
            run_step(play)
        except Mismatch as fault:
            fault.trail, fault.report = trail(fault), self.report()
            raise fault.with_traceback(None) from None
        except Exception as fault:
            fault.with_traceback(rules_only(fault.__traceback__))
            raise
        return play

    def left(self) -> list[str]:
        """What must still be used, in words."""
        return [*self._unused()]

    def _unused(self) -> Iterator[str]:
        if self._dice:
            yield f"dice never rolled: {self._dice}"
        for key, given in self._by_key.items():
            if given.items:
                yield f"dice never rolled: {key}={given.items}"
        for word, given in self._choices.items():
            if given.use == "dice" and given.items:
                yield f"dice never rolled: {word}={given.items}"
            else:
                yield from (f"never asked: {answer}" for answer in given.left(self._name))

    def finish(self) -> None:
        """Raises `Unused` where dice were never rolled, or choices never asked for."""
        __tracebackhide__ = True
        if left := self.left():
            fault = Unused("; ".join(left))
            fault.report = self._so_far()
            raise fault

    def report(self) -> tuple[str, ...]:
        """Lines about what was rolled and answered, and what is left."""
        left = "; ".join(self.left())
        return (*self._so_far(), f"left: {left}") if left else self._so_far()

    def _so_far(self) -> tuple[str, ...]:
        rolled = "; ".join(f"{key} {_shown(pool, faces)}" for pool, key, faces in self.rolled)
        answered = "; ".join(f"{asked.key}: {clip_text(asked.label(answer))}" for asked, answer in self.answered)
        return (f"rolled so far: {rolled or 'nothing'}", *((f"answered: {answered}",) if answered else ()))

    # ---- dice --------------------------------------------------------------------------------------------------------

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        lying, name = self._dice_for(key)
        one_roll = bool(lying) and isinstance(lying[0], list | tuple)
        if one_roll:
            lying = list(lying.pop(0))
        before = list(lying)

        def take(count: int) -> list[int]:
            taken = lying[:count]
            if len(taken) < count or any(isinstance(die, list | tuple) for die in taken):
                self._lack_dice(pool, key, name, before)
            del lying[:count]
            return pool.meant(taken)

        try:
            faces = pool.throw(take)
        except ValueError as fault:
            raise Unscripted(f"a roll of {pool} for {key!r}: {fault}") from fault
        if not pool.fits(faces):
            raise Unscripted(f"a roll of {pool} for {key!r} cannot show {faces}")
        if one_roll and lying:
            raise Unscripted(f"a roll of {pool} for {key!r} takes {len(faces)} dice, and the script has {before}")
        self.rolled.append((pool, key, faces))
        return Shown(key, faces, pool.read(faces))

    def _dice_for(self, key: str) -> tuple[list[Any], str]:
        """The dice of which a roll takes the first, and the word for them: those under its key, those of a word that
        stands for it, or those in order."""
        given = _fitting(self._by_key, key, "dice")
        if given is None:
            given = _fitting(self._choices, key, "dice")
            if given is None or not (given.use or (given.listed and is_dice(dice_in_order(given.peek())))):
                return self._dice, ""
        given.use = "dice"
        return given.items or dice_in_order(given.always), given.word

    def _lack_dice(self, pool: Pool, key: str, word: str, left: list[Any]) -> NoReturn:
        """Fails for want of dice."""
        said = f"a roll of {pool} for {key!r}, and the dice left{f' under {word!r}' if word else ''} are {left}"
        given = next((self._choices[each] for each in _words_for(key) if each in self._choices), None)
        if given is not None and given.use == "answer":
            said += f"; {given.word!r} has answered a question: wanted dice={{{key!r}: ...}} for the roll"
        elif given is not None and given.items and not given.listed:
            answer = given.items[0]
            said += f"; {given.word}={answer!r} is an answer: wanted a list for dice, {given.word}=[{answer!r}]"
        raise Unscripted(said)

    # ---- answering ---------------------------------------------------------------------------------------------------

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        return self._answer(decision, lambda models: whose_question(play, decision, models))

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        decision = next(iter(decisions.values()))
        seat = decision.player
        return Sealed(decision.key, seat, self._answer(decision, lambda seats: seat if seat in seats else None))

    def react(self, play: Play[Any, Any, Any], window: Window) -> Any:
        for name, given in (*self._choices.items(), *self._defaults.items()):
            reaction = name.replace("_", "-")
            offered = [(id, who) for id, who in filter(None, window.options()) if id in (name, reaction)]
            if not offered or not given or given.use == "dice":
                continue
            wanted = given.peek()
            pair = next((pair for pair in offered if pair[1] == wanted), None)
            if wanted is None or pair is not None:
                self._take(given, lambda models: None)
                self._reacted.add(window.key)
                self.answered.append((window, pair))
                return pair
        named = self._choices.get(window.key) or self._choices.get(window.key.partition(".")[0])
        if named:
            self._reacted.add(window.key)
            return self._judged(window, self._take(named, lambda models: whose_question(play, window, models)), named)
        if self._passing or window.key in self._reacted:
            return None
        raise Unscripted(f"a window that the script does not mention: {_decision_in_words(window)}", window)

    def _answer(self, decision: Decision[Any], whose: Whose) -> Any:
        given = _fitting(self._choices, decision.key, "answer")
        if given is None:
            given = _fitting(self._defaults, decision.key, "answer")
        if given is None:
            self._lack_answer(decision)
        return self._judged(decision, self._take(given, whose), given)

    def _take(self, given: Given, whose: Whose) -> Any:
        """The next answer under a word."""
        given.use = "answer"
        return given.take(whose)

    def _lack_answer(self, decision: Decision[Any]) -> NoReturn:
        """Fails for want of an answer."""
        said = f"a question that the script does not answer: {_decision_in_words(decision)}"
        words = _words_for(decision.key)
        dice = next((word for word in words if word in self._choices and self._choices[word].use == "dice"), "")
        unused = [word for word, given in self._choices.items() if given.items]
        near = next((word for word in unused if nearest(word, words)), "")
        if dice:
            said += f"; {dice!r} has been taken for the dice of a roll: wanted dice={{{dice!r}: ...}} for the roll"
        elif near:
            said += f"; is {near!r} meant for it?"
        raise Unscripted(said, decision)

    def _judged(self, decision: Decision[Any], wanted: Any, given: Given | None = None) -> Any:
        """The answer that was meant, if it is legal."""
        if wanted is NOTHING and given is not None:
            has = "; ".join(given.left(self._name)) or repr(given.word)
            said = f"the script has {has}, and no answer to {_decision_in_words(decision)}"
            if not decision.sealed:
                said += ", unless it says which model is asked; wanted the answers in a list, in their order"
            raise Unscripted(said, decision)
        answer = freeze(wanted(decision) if callable(wanted) else wanted)
        reasons = against(decision, answer)
        if not reasons:
            answer = decision.settled(answer)
        elif (meant := _labelled(decision, answer)) is not NOTHING:
            answer = meant
        else:
            said = f"{answer!r} is not allowed: {' '.join(reasons)}  It answers {_decision_in_words(decision)}"
            raise Unscripted(said, decision, refused=True)
        self.answered.append((decision, answer))
        return answer


Whose: TypeAlias = Callable[[Collection[int]], int | None]
"""Says which of several models, or seats, is asked; None if it cannot tell."""


def _always(answer: Any) -> IfAsked:
    return answer if isinstance(answer, IfAsked) else IfAsked(answer)


def _words_for(key: str) -> tuple[str, ...]:
    """How a script may call a question or a roll."""
    last = key.rpartition(".")[2]
    return tuple(dict.fromkeys((key, last, last.replace("-", "_"))))


def _fitting(words: Mapping[str, Given], key: str, use: Use) -> Given | None:
    """What has something to give for this use under one of the words for a key."""
    for word in _words_for(key):
        given = words.get(word)
        if given and given.use in ("", use):
            return given
    return None


def _labelled(decision: Decision[Any], name: Any) -> Any:
    """The option of this label, or the only one with this part of a label; `NOTHING` if there is none."""
    if not isinstance(name, str) or not isinstance(decision, Choose | Confirm):
        return NOTHING
    options = decision.options() if isinstance(decision, Choose) else (True, False)
    labels = [(option, decision.label(option).casefold()) for option in options]
    exactly = [option for option, label in labels if label == name.casefold()]
    partly = [option for option, label in labels if name.casefold() in label.split(", ")]
    meant = exactly or partly
    return meant[0] if len(meant) == 1 else NOTHING


def _shown(pool: Pool, faces: Sequence[int]) -> str:
    """The faces of a roll in words."""
    if pool.has_signs:
        return signs_in_words(pool.signs(faces))
    return ", ".join(map(str, faces))


def _decision_in_words(decision: Decision[Any]) -> str:
    options = ", ".join(decision.label(answer) for answer in decision.candidates(LISTED))
    return f"{decision.key!r} to seat {decision.player} ({decision.prompt}  {options})"
