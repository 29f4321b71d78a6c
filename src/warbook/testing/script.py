"""A script of dice and choices: the oracle of a test.

Dice are consumed in the order of the rolls, one number a die; where faces bear symbols, what it shows as a text may
stand for the number ("success, advantage").  Choices are given by the key of the question, whole or
only its last part (``target`` for ``charge.target``), in any order.  What the script does not foresee fails at once,
with the trail of rules that led to it; what it foresees and nobody asked for fails in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from ..core.answers import Sealed, Shown
from ..core.decision import Choose, Decision, against, freeze
from ..core.dice import Pool
from ..core.play import Oracle, Play
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.step import run_step, trail
from ..core.window import Window

_NOTHING = object()


class Unscripted(AssertionError):
    """The rules want something that the script does not hold: an answer to `decision`, or dice."""

    def __init__(self, said: str, decision: Decision[Any] | None = None) -> None:
        self.said, self.decision = said, decision
        self.trail: tuple[str, ...] = ()
        super().__init__(said)

    def __str__(self) -> str:
        return f"{self.said}\n  asked by {' > '.join(self.trail)}" if self.trail else self.said


class Script(Oracle):
    """Scripted dice and choices.

    `choices` maps keys to answers.  An answer may be the value itself, its label or a part of that which fits no
    other, or a function from the decision to the value.  A list holds answers to be given one after another; a
    dictionary holds one for each seat of a sealed question.  A reaction goes by its id with the model that uses it
    (``overwatch=blue``, or None to pass where it is offered); once the script has reacted in a window it passes the
    rest of it.  `queue` answers, in order, what no key fits.  `passing` passes windows that the script does not
    mention.
    """

    __slots__ = ("choices", "dice", "passing", "queue", "reacted", "used")

    def __init__(
        self,
        dice: Iterable[int | str] = (),
        choices: Mapping[str, Any] | None = None,
        queue: Iterable[Any] = (),
        *,
        passing: bool = False,
    ) -> None:
        self.dice, self.queue, self.passing = list(dice), list(queue), passing
        self.choices = {k: list(v) if isinstance(v, list) else [v] for k, v in (choices or {}).items()}
        self.reacted: set[str] = set()
        self.used = 0

    # ---- running a step ----------------------------------------------------------------------------------------------

    def run(self, state: State[Any, Any], ruleset: Ruleset, world: Any) -> Play[Any, Any, Any]:
        """One step from this position, which stays as it is.  Raises `Unscripted` with its trail."""
        play = Play(state.copy(), ruleset, world, [], self, state)
        try:
            run_step(play)
        except Unscripted as fault:
            fault.trail = trail(fault)
            raise
        return play

    @property
    def empty(self) -> bool:
        """Whether everything in it has been used."""
        return not (self.dice or self.queue or any(self.choices.values()))

    def finish(self) -> None:
        """Fails where dice were never rolled, or choices never asked for."""
        left = [f"dice never rolled: {self.dice}"] if self.dice else []
        left += [f"never asked: {key}={answers[0]!r}" for key, answers in self.choices.items() if answers]
        left += [f"never asked, in the queue: {self.queue}"] if self.queue else []
        if left:
            raise AssertionError("; ".join(left))

    # ---- answering ---------------------------------------------------------------------------------------------------

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        before = self.dice
        try:
            faces = pool.throw(lambda count: pool.meant(self._next_dice(count, before, pool, key)))
        except ValueError as fault:
            raise Unscripted(f"a roll of {pool} for {key!r}: {fault}") from fault
        if not pool.fits(faces):
            raise Unscripted(f"a roll of {pool} for {key!r} cannot show {faces}")
        self.used += 1
        return Shown(key, faces, pool.read(faces))

    def _next_dice(self, count: int, before: list[int | str], pool: Pool, key: str) -> list[int | str]:
        """The next dice of the script."""
        if len(self.dice) < count:
            raise Unscripted(f"a roll of {pool} for {key!r}, and the dice left are {before}")
        faces, self.dice = self.dice[:count], self.dice[count:]
        return faces

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        return self._answer(decision, decision.key)

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        decision = next(iter(decisions.values()))
        key = self._key_for(decision.key)
        by_seat = self.choices[key][0] if key else None
        if not isinstance(by_seat, dict):
            return Sealed(decision.key, decision.player, self._answer(decision, decision.key))
        answer = self._judged(decision, by_seat.get(decision.player, _NOTHING))
        by_seat = {seat: given for seat, given in by_seat.items() if seat != decision.player}
        self.choices[key] = [by_seat, *self.choices[key][1:]] if by_seat else self.choices[key][1:]
        return Sealed(decision.key, decision.player, answer)

    def react(self, play: Play[Any, Any, Any], window: Window) -> Any:
        for name, answers in self.choices.items():
            reaction = name.replace("_", "-")
            offered = [(id, who) for id, who in filter(None, window.options()) if id in (name, reaction)]
            if not offered or not answers:
                continue
            given = answers[0]
            if given is None or any(who == given for _, who in offered):
                self._take(answers)
                self.reacted.add(window.key)
                return None if given is None else next(pair for pair in offered if pair[1] == given)
        event = window.key.partition(".")[0]
        for key in (window.key, event):
            if self.choices.get(key):
                self.reacted.add(window.key)
                return self._judged(window, self._take(self.choices[key]))
        if self.passing or window.key in self.reacted:
            return None
        raise Unscripted(f"a window that the script does not mention: {_decision_in_words(window)}", window)

    def _answer(self, decision: Decision[Any], key: str) -> Any:
        found = self._key_for(key)
        if found:
            return self._judged(decision, self._take(self.choices[found]))
        if self.queue:
            return self._judged(decision, self._take(self.queue))
        raise Unscripted(f"a question that the script does not answer: {_decision_in_words(decision)}", decision)

    def _key_for(self, key: str) -> str:
        """What the script calls this question, where it has an answer to it."""
        last = key.rpartition(".")[2]
        return next((k for k in (key, last, last.replace("-", "_")) if self.choices.get(k)), "")

    def _take(self, answers: list[Any]) -> Any:
        self.used += 1
        return answers.pop(0)

    def _judged(self, decision: Decision[Any], given: Any) -> Any:
        """The answer that was meant, if it is legal."""
        if given is _NOTHING:
            raise Unscripted(
                f"the script has no answer of seat {decision.player}: {_decision_in_words(decision)}", decision
            )
        answer = freeze(given(decision) if callable(given) else given)
        reasons = against(decision, answer)
        if not reasons:
            return decision.settled(answer)
        if isinstance(answer, str) and _is_choice(decision):
            name, labels = answer.casefold(), [(o, decision.label(o).casefold()) for o in decision.options()]
            exactly = [option for option, label in labels if label == name]
            partly = [option for option, label in labels if name in label.split(", ")]
            if len(meant := exactly or partly) == 1:
                return meant[0]
        raise Unscripted(
            f"{answer!r} is not allowed: {' '.join(reasons)}  It answers {_decision_in_words(decision)}", decision
        )


def _is_choice(decision: Decision[Any]) -> TypeGuard[Choose[Any]]:
    return isinstance(decision, Choose)


def _decision_in_words(decision: Decision[Any]) -> str:
    options = ", ".join(decision.label(answer) for answer in decision.candidates(6))
    return f"{decision.key!r} to seat {decision.player} ({decision.prompt}  {options})"
