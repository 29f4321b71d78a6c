"""The ends of a stage: all the ways in which a part of a rule can come out, found where it begins.

A stage uses nothing but its arguments and the position, and the rest of its rule uses nothing but its value and the
position after it.  So it can be run by itself over every roll, as often as it takes, without what came before it; to
the rest of the rule it is one chance node, whose readings are its distinct ends.  A stage within a stage is such a node
in its turn.  Ways through a stage that meet at the end of one within it go on together: what follows is run once all
that can meet there has met.

Where a ruleset says what alone bears on a stage, its ends are kept from one question to the next, as the events that
lead to them: in another position the same events come to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ..core.answers import Answer, Sealed, Staged
from ..core.decision import Decision
from ..core.events import Event as Happening
from ..core.play import Play
from ..core.state import Waiting
from .branches import Bounds
from .dice_rules import Alike, AllDecided, Decided, Event, RollEnumerator
from .policy import Policy

#: What identifies an end, or whether the event comes true where that is decided: it takes the Play at the end, the
#: stage and the answer before it.
Identify = Callable[[Play[Any, Any, Any], Staged, Answer | None], Any]
#: What alone bears on a stage that begins (by its key, with its arguments): a dict in which its ends are kept (one of
#: its own, where they are kept no longer), their key there, and the questions that it may ask; None: it may depend on
#: anything.
Apart = Callable[[Play[Any, Any, Any], str, tuple[Any, ...]], tuple[dict[Any, Any], Any, tuple[str, ...]] | None]


class Ends(NamedTuple):
    """The probability that the event is sure to come true, and the ends of a stage where it is not decided, each with
    its probability, by what identifies them.  The rest is the probability that it cannot come true any more."""

    won: Fraction
    found: dict[Any, tuple[Fraction, Staged]]

    @property
    def only(self) -> Staged | None:
        """The end, if there is but one."""
        return next((end for share, end in self.found.values() if share == 1), None)

    @property
    def lost(self) -> Fraction:
        return 1 - self.won - sum((share for share, _ in self.found.values()), Fraction(0))


class _Course(NamedTuple):
    """An end wherever it is: its probability and its value, what happened up to it, and the rules that wait since then,
    each with the number of events before it."""

    share: Fraction
    value: Any
    events: list[Happening]
    queue: list[tuple[Waiting, int]]


class Several(BaseException):
    """Somebody has several answers to compare, or dice without end were cut: then a stage is no chance node."""


class _Parted(BaseException):
    """A run has come to the end of a stage within; it goes on from each such end later."""


class Stages:
    """How the stages of one tree are run by themselves."""

    def __init__(
        self,
        policy: Policy,
        event: Event | None,
        alike: Alike | None,
        identify: Identify,
        apart: Apart | None,
        count_run: Callable[[], None],
    ) -> None:
        self.policy, self.event, self.alike, self.count_run = policy, event, alike, count_run
        self.identify, self.apart = identify, apart

    def known(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What alone bears on a stage that begins here, if the ruleset says it."""
        return self.apart(play, rule.__name__, args) if self.apart is not None else None

    def ends(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Ends:
        """The ends of a stage that begins here.  Leaves everything as it was."""
        known = self.known(play, rule, args)
        if known is None or self.policy.says(known[2]):
            return StageEnumerator(self).ends(play, rule, args)
        table, key = known[0], (self.policy.manner, known[1])
        if key not in table:
            ends, since = StageEnumerator(self).ends(play, rule, args), (len(play.events), len(play.queue))
            table[key] = ends.won, [_course(share, end, *since) for share, end in ends.found.values()]
            return ends
        return self._carried_over(play, rule.__name__, *table[key])

    def _carried_over(self, play: Play[Any, Any, Any], stage: str, won: Fraction, courses: list[_Course]) -> Ends:
        """Known ends as they are here, where some of them may decide what they did not decide elsewhere."""
        start, answers, at = play.staged(stage, None), play.answers, play.cursor
        found = dict[Any, tuple[Fraction, Staged]]()
        for share, value, events, queue in courses:
            play.resume_behind(start)
            for event in events:
                event.apply(play.state)
            play.queue += [(waiting, len(play.events) + number) for waiting, number in queue]
            play.events += events
            end = play.staged(stage, value)
            play.answers, play.cursor = [*answers[:at], end], at + 1
            key = self.identify(play, end, answers[at - 1] if at else None)
            if key is True:
                won += share
            elif key is not False:
                found[key] = (found[key][0] + share if key in found else share), end
        play.answers, play.cursor = answers, at
        play.resume_behind(start)
        return Ends(won, found)


def _course(share: Fraction, end: Staged, events: int, queue: int) -> _Course:
    """An end wherever it is, told from one in a position where so much had happened when its stage began."""
    waiting = [(waiting, number - events) for waiting, number in end.queue[queue:]]
    return _Course(share, end.value, end.events[events:], waiting)


class StageEnumerator(RollEnumerator):
    """The oracle of a stage that is run over every roll.  `met` are the ways on from the ends of stages within it."""

    __slots__ = ("met", "stages", "won")

    def __init__(self, stages: Stages) -> None:
        super().__init__((), stages.event, alike=stages.alike)
        self.stages = stages
        self.stack: list[Any] = []
        self.met: dict[Any, tuple[Fraction, list[Answer]]] = {}
        self.won = Fraction(0)

    def ends(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Ends:
        """The ends of a stage that begins here.  Leaves everything as it was."""
        oracle, answers, at, depth = play.oracle, play.answers, play.cursor, play.depth
        start, found = play.staged(rule.__name__, None), dict[Any, tuple[Fraction, Staged]]()
        play.oracle = self
        self.met[None] = Fraction(1), answers[:at]
        try:
            while self._goes_on():
                self.stages.count_run()
                play.answers, self.num, self.den, _ = self.stack.pop()
                play.cursor, play.depth = at, depth + 1
                play.resume_behind(start)
                try:
                    value = rule(play, *args)
                    play.depth = depth
                    self._add_end(play, rule, at, value, found)
                except (_Parted, AllDecided):
                    pass
                except Decided:
                    self.won += Fraction(self.num, self.den)
        finally:
            play.oracle, play.answers, play.cursor, play.depth = oracle, answers, at, depth
            play.resume_behind(start)
        if self.branch.cut:
            raise Several
        return Ends(self.won, found)

    def _goes_on(self) -> bool:
        """Whether there is anything left to run: what is on the stack, then everything that has met."""
        if not self.stack:
            ways = self.met.values()
            self.stack = [(answers, share.numerator, share.denominator, self.branch) for share, answers in ways]
            self.met = {}
        return bool(self.stack)

    def _add_decided(self, num: int, den: int, bounds: Bounds) -> None:
        self.won += Fraction(num, den) * bounds.won

    def _add_end(
        self,
        play: Play[Any, Any, Any],
        rule: Callable[..., Any],
        at: int,
        value: Any,
        found: dict[Any, tuple[Fraction, Staged]],
    ) -> None:
        if self.event is not None and self.event(play.state):
            raise Decided
        end = play.staged(rule.__name__, value)
        play.answers[at:], play.cursor = (end,), at + 1
        key = self.stages.identify(play, end, play.answers[at - 1] if at else None)
        if key is True:
            raise Decided
        if key is not False:
            share = Fraction(self.num, self.den)
            found[key] = (found[key][0] + share, found[key][1]) if key in found else (share, end)

    # ---- during a run ------------------------------------------------------------------------------------------------

    def begun(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Staged:
        ends = self.stages.ends(play, rule, args)
        if ends.only is not None:
            return ends.only
        share = Fraction(self.num, self.den)
        self.won += share * ends.won
        for key, (part, end) in ends.found.items():
            so_far, answers = self.met.get(key) or (0, [*play.answers, end])
            self.met[key] = so_far + share * part, answers
        raise _Parted

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        if self.event is not None and self.event(play.state):
            raise Decided
        options = self.stages.policy.options(decision, play)
        if len(options) > 1:
            raise Several
        return options[0]

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        raise Several
