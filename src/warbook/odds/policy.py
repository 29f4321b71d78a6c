"""Policies: how each side decides while odds are worked out.

The acting side gives the answers that the caller named, and follows a simple rule for every other decision.  The other
side follows a policy that has a name.  `Policy.describe` says all of it, because a probability means nothing without
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ..core.decision import Choose, Confirm, Decision, DecisionKind, against, freeze
from ..core.errors import Illegal, WarbookError
from ..core.window import Window

#: The other side passes everything it may pass; reacts whenever it can; or does the worst (to the one who acts) it can.
Defender = Literal["none", "all", "best"]
#: Where nothing was said about a path or a place: the first good candidate, or the best of several for the one who
#: acts.
Paths = Literal["first", "best"]

DEFENDERS: tuple[Defender, ...] = ("none", "all", "best")
PATHS: tuple[Paths, ...] = ("first", "best")
#: Where a game knows which answers bear on the event: the acting side compares them, or takes the likeliest to be best.
Choices = Literal["likely", "best"]
CHOICES: tuple[Choices, ...] = ("likely", "best")
#: The answers of a question that bear on the event, the likeliest best first; None: it does not say.
Bearing = Callable[[Any, Decision[Any]], Sequence[Any] | None]
BREADTH = 8
NAMED = 24  # answers that a refusal lists
LISTS: tuple[DecisionKind, ...] = ("choose", "confirm", "order", "allocate", "window")
_NOTHING = object()


class Policy:
    """Which answers are tried when a seat must decide.

    `answers` are those of the acting `seat`, by a decision's key or the last part of it (``target`` for
    ``charge.target``); an answer may be given as its label or as one part of it.  `maximise` says whether the acting
    seat wants the event, `bearing` which answers of a question bear on it, `forgoes` what the acting
    and the other side are taken not to do in that case; but whoever reacts whenever it can does all it can.
    """

    __slots__ = (
        "_by_key",
        "_decides_freely",
        "answers",
        "bearing",
        "choices",
        "compared",
        "defender",
        "forgoes",
        "maximise",
        "paths",
        "seat",
        "used",
    )

    def __init__(
        self,
        seat: int,
        answers: Mapping[str, Any] | None = None,
        *,
        defender: Defender = "none",
        paths: Paths = "first",
        choices: Choices = "best",
        maximise: bool = True,
        bearing: Bearing | None = None,
        forgoes: tuple[str, str] = ("", ""),
    ) -> None:
        if defender not in DEFENDERS:
            raise WarbookError(f"the other side's policy: found {defender!r}; wanted one of {', '.join(DEFENDERS)}")
        if paths not in PATHS:
            raise WarbookError(f"the policy for paths: found {paths!r}; wanted one of {', '.join(PATHS)}")
        if choices not in CHOICES:
            raise WarbookError(f"the policy for choices: found {choices!r}; wanted one of {', '.join(CHOICES)}")
        self.seat, self.defender, self.paths, self.maximise = seat, defender, paths, maximise
        self.choices, self.bearing, self.forgoes = choices, bearing, forgoes
        self._decides_freely: bool | None = None
        self.answers = {key: freeze(value) for key, value in (answers or {}).items()}
        self.used: set[str] = set()
        self.compared = False  # whether the acting side has had several answers that bear on the event
        self._by_key: dict[str, str | None] = {}

    def options(self, decision: Decision[Any], play: Any = None) -> Sequence[Any]:
        """The answers to try: one where the policy knows what to do, several where it compares them.  `play` is the one
        that asks, for a policy that is told what bears on the event."""
        bearing = self.bearing(play, decision) if self.bearing is not None else None
        if decision.player == self.seat:
            return self._own_options(decision, bearing)
        return self._other_side_options(decision, bearing)

    def wants(self, seat: int) -> bool:
        """Whether a seat makes the event as likely as it can, rather than as unlikely."""
        return self.maximise if seat == self.seat else not self.maximise

    def says(self, questions: Sequence[str]) -> bool:
        """Whether an answer was given to one of these questions, by their keys."""
        return any(self._answer_name(key) is not None for key in questions)

    @property
    def manner(self) -> tuple[Any, ...]:
        """How it decides where no answer was given."""
        return self.seat, self.defender, self.paths, self.choices, self.maximise

    def changed(self, *, defender: Defender | None = None, choices: Choices | None = None) -> Policy:
        """The same intention with other choices, or against another policy of the other side."""
        return Policy(
            self.seat,
            self.answers,
            defender=defender or self.defender,
            paths=self.paths,
            choices=choices or self.choices,
            maximise=self.maximise,
            bearing=self.bearing,
            forgoes=self.forgoes,
        )

    def describe(self) -> str:
        """The whole policy in a line."""
        said = ", ".join(f"{key} {value}" for key, value in self.answers.items())
        paths = "the first candidate" if self.paths == "first" else f"the best of {BREADTH} candidates"
        chosen = forgone = ""
        if self.bearing is not None:
            mine, theirs = (f", but it {each}" if each else "" for each in self.forgoes)
            chosen = f"the {'best' if self.choices == 'best' else 'likeliest'} choice where it bears on this{mine}, "
            forgone = theirs if self.defender != "all" else ""
        return (
            f"acting side: {said + '; ' if said else ''}{chosen}else the first option, {paths} for paths and places, "
            f"no reactions; other side: {self.defender}{forgone}"
        )

    @property
    def decides_freely(self) -> bool:
        """Whether no answer that was given is still to be asked for.  What was found in the first run holds for all: in
        the others every answer counts as used from the start."""
        if self._decides_freely is None:
            self._decides_freely = not self.unused()
        return self._decides_freely

    def unused(self) -> list[str]:
        """The answers that no question asked for."""
        return [key for key in self.answers if key not in self.used]

    # ---- the acting side ---------------------------------------------------------------------------------------------

    def _own_options(self, decision: Decision[Any], bearing: Sequence[Any] | None) -> Sequence[Any]:
        name = self._answer_name(decision.key)
        if name is not None:
            answer = self._matching_answer(decision, self.answers[name])
            if answer is not _NOTHING:
                self.used.add(name)
                return (answer,)
            if name not in self.used:
                wanted = self.answers[name]
                reasons = against(decision, wanted) or ("It is not among the choices.",)
                raise Illegal(wanted, (*reasons, *_possible_answers(decision)))
        if isinstance(decision, Window):
            return (None,)
        if bearing:
            self.compared |= len(bearing) > 1 and self.choices == "best"
            return bearing if self.choices == "best" else bearing[:1]
        if decision.kind in LISTS or self.paths == "first":
            return _candidates(decision, 1)
        return _candidates(decision, BREADTH)

    def _answer_name(self, key: str) -> str | None:
        """The name under which an answer was given to this question, if any was."""
        try:
            return self._by_key[key]
        except KeyError:
            last = key.rsplit(".", 1)[-1]
            name = key if key in self.answers else last if last in self.answers else None
            self._by_key[key] = name
            return name

    def _matching_answer(self, decision: Decision[Any], wanted: Any) -> Any:
        """The legal answer that was meant: the very value, else the first option of that label or with that part."""
        if not against(decision, wanted):
            return wanted
        if isinstance(decision, Choose):
            for option in decision.options():
                if decision.label(option) == wanted or (isinstance(option, tuple) and wanted in option):
                    return option
        return _NOTHING

    # ---- the other side ----------------------------------------------------------------------------------------------

    def _other_side_options(self, decision: Decision[Any], bearing: Sequence[Any] | None) -> Sequence[Any]:
        if self.defender == "best":
            if bearing:
                return bearing
            return decision.in_order() if isinstance(decision, Window) else _candidates(decision, BREADTH)
        eager = self.defender == "all"
        if isinstance(decision, Confirm):
            return (eager,) if not decision.legal(eager) else (not eager,)
        if isinstance(decision, Choose):
            options = decision.options()
            passing = [a for a in options if a is None or a in decision.idle]
            if passing:
                return (next((a for a in options if a not in passing), passing[0]),) if eager else (passing[0],)
        return _candidates(decision, 1)


def _possible_answers(decision: Decision[Any]) -> tuple[str, ...]:
    """A sentence with the legal answers of a decision, as they are written; nothing where it is no list or has none."""
    if decision.kind not in LISTS:
        return ()
    options = [(str(answer), decision.label(answer)) for answer in decision.candidates(NAMED)]
    named = [written if written == label else f"{written} ({label})" for written, label in options]
    return (f"It could be {', '.join(named)}.",) if named else ()


def _candidates(decision: Decision[Any], n: int) -> Sequence[Any]:
    found = decision.candidates(n)
    if not found:
        raise LookupError(f"{decision.key}: no answer is legal")
    return found
