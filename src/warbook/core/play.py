"""Play: one run of a step.  Rules are plain functions that roll, ask and make events happen on a Play.

Theory of operation.  A step is what one run does, usually one action.  A battle in the middle of a step is two
values: the State at its start and the answers given since.  A Play hands out the recorded answers first; where they
run out it turns to its oracle, which answers (dice, players, an enumeration, a script) or raises `Pending` with the
question.  To go on, the rule runs again from the top with one answer more.  So a suspended, refused or crashed step
has changed nothing: it ran on a copy.

This asks of the rules that they are deterministic given the state and the answers, and that they never swallow
`Pending`.
"""

# long: one class is what every rule is written against: rolls, questions, events and windows share the list of answers
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Generic, TypeVar

from .answers import Answer, Chosen, Misfit, Passed, Pending, Sealed, Shown, Staged, Whole
from .decision import Decision
from .dice import Pool
from .errors import WarbookError
from .events import Event, Moment, Noted, Rolled
from .naming import Preview
from .reaction import PREVENTED, Hooks, Reaction, pairs
from .ruleset import Ruleset
from .state import Body, Placement, Record, State, Waiting
from .window import Window, window_key

R = TypeVar("R", bound=Record)
B = TypeVar("B", bound=Body)
S = TypeVar("S", bound=State[Any, Any])
W = TypeVar("W")
C = TypeVar("C")
V = TypeVar("V")


@cache
def _keys(event: type[Event], moment: str) -> tuple[str, str]:
    """The key of a window, and that of one which passes as a whole."""
    key = window_key(event, moment)
    return key, f"{key}.nobody"


class _Able:
    """Who may react to an event, and how.  It holds until somebody reacts, and is computed once, when it is first
    needed."""

    __slots__ = ("_pairs", "event", "play", "reactions")

    def __init__(self, play: Play[Any, Any, Any], reactions: tuple[Reaction, ...], event: Event) -> None:
        self.play, self.reactions, self.event = play, reactions, event
        self._pairs: list[tuple[str, int]] | None = None

    @property
    def pairs(self) -> list[tuple[str, int]]:
        """Reactions with the models that may use them, of all seats."""
        if self._pairs is None:
            self._pairs = pairs(self.reactions, self.play, self.event)
        return self._pairs

    def of(self, seat: int, used: set[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of one seat that have not been used."""
        records = self.play.state.records
        return [pair for pair in self.pairs if records[pair[1]].owner == seat and pair not in used]


class Oracle:
    """Answers the questions of a Play; this one leaves every choice open and knows no dice."""

    __slots__ = ()

    def roll(self, play: Play[Any, Any, Any], pool: Pool, key: str) -> Shown:
        raise LookupError(f"{key}: no dice to roll {pool}")

    def whole(self, play: Play[Any, Any, Any], rule: Callable[..., Any], values: tuple[Any, ...]) -> Whole | None:
        """The outcome of a dice rule as one node, or None to roll it die by die."""
        return None

    def begun(self, play: Play[Any, Any, Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> Staged | None:
        """A stage begins: an end of it that is known, or None to run it."""
        return None

    def staged(self, play: Play[Any, Any, Any], rule: Callable[..., Any], at: int, value: Any) -> None:
        """A stage has ended that began before answer `at`; its value is `value`."""

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        raise Pending(decision)

    def choose_each(self, play: Play[Any, Any, Any], decisions: Mapping[int, Decision[Any]]) -> Sealed:
        """The answer of one of the seats that are asked at once."""
        raise Pending(*decisions.values())

    def react(self, play: Play[Any, Any, Any], window: Window) -> Any:
        """Answer a window; the caller has checked that somebody is able to react."""
        return self.choose(play, window)


SILENT = Oracle()
_NO_HOOKS = Hooks()


class Play(Generic[S, W, C]):
    """One run of a step over `state`, which it changes.  `world` is what never changes in a battle: board, printed
    data; `option` is what this table has chosen.

    `start` is the untouched position that `state` is a copy of, where the caller keeps one: with it and the answers
    so far the step can be run again, which is what odds and bots in the middle of a step do.
    """

    __slots__ = (
        "answers",
        "cursor",
        "depth",
        "events",
        "kept",
        "option",
        "oracle",
        "queue",
        "ruleset",
        "start",
        "state",
        "world",
    )

    option: C

    def __init__(
        self: Play[S, W, Any],  # which options these are, the ruleset knows and no type says
        state: S,
        ruleset: Ruleset,
        world: W,
        answers: list[Answer],
        oracle: Oracle = SILENT,
        start: S | None = None,
    ) -> None:
        self.state, self.ruleset, self.world = state, ruleset, world
        self.answers, self.oracle, self.start = answers, oracle, start
        self.kept: tuple[int, ...] = ()  # seats whose answers in this step are secret to the others
        self.option = ruleset.chosen
        self.cursor = self.depth = 0
        self.events: list[Event] = []
        self.queue: list[tuple[Waiting, int]] = []  # and how many events there were when it was put there

    # ---- questions ---------------------------------------------------------------------------------------------------

    def roll(
        self,
        pool: Pool,
        key: str,
        why: str = "",
        who: int = -1,
        because: tuple[str, ...] = (),
        came: Callable[[Any], str] | None = None,
    ) -> Any:
        """Roll a pool and read it.  `key` names the roll in records; the rest is for people: `why`, `who` (whose roll
        it is), `because` (where its number comes from), and `came`: a function from the value to what the roll came
        to, where the rule makes more of it than the faces show, else to nothing."""
        at = self.cursor
        if at == len(self.answers):
            shown = self.oracle.roll(self, pool, key)
            self.answers.append(shown)
            value, faces = shown.value, shown.faces
        else:
            recorded = self.answers[at]
            if type(recorded) is not Shown or recorded.key != key:
                raise Misfit(at, key, recorded.key)
            faces = recorded.faces
            if faces is not None and pool.owed(faces):
                raise Misfit(at, f"{key} ({pool})", f"{len(faces)} dice")
            value = pool.read(faces) if faces is not None else recorded.value
        self.cursor = at + 1
        words = came(value) if came is not None and faces is not None else ""
        signs = pool.signs(faces) if pool.has_signs and faces is not None else ()
        self.events.append(Rolled(key, pool.name, value, faces, why, who, because, words, signs))
        return value

    def ask(self, player: int, decision: Decision[V]) -> V:
        """Put a decision to a seat."""
        decision.player = player
        if decision.secret:
            self._must_keep_secrets(decision.key)
        at = self.cursor
        if at == len(self.answers):
            self.answers.append(Chosen(decision.key, self.oracle.choose(self, decision)))
        answer = self.answers[at]
        if type(answer) is not Chosen or answer.key != decision.key:
            raise Misfit(at, decision.key, answer.key)
        self.cursor = at + 1
        if decision.secret:
            self.kept += (player,)
        value: V = answer.value
        return value

    def pick(self, player: int, decision: Decision[V]) -> V:
        """Ask, unless there is only one answer: then nobody needs to be asked."""
        return self.ask(player, decision) if decision.several() else decision.candidates(1)[0]

    def ask_each(self, decisions: Mapping[int, Decision[V]]) -> dict[int, V]:
        """Put a decision to several seats at once.  They answer in any order; none is shown before the last."""
        given: dict[int, V] = {}
        for seat, decision in decisions.items():
            self._must_keep_secrets(decision.key)
            decision.player, decision.secret, decision.sealed = seat, True, True
        while len(given) < len(decisions):
            at = self.cursor
            if at == len(self.answers):
                still = {seat: d for seat, d in decisions.items() if seat not in given}
                self.answers.append(self.oracle.choose_each(self, still))
            answer = self.answers[at]
            asked = decisions.get(answer.seat) if type(answer) is Sealed and answer.seat not in given else None
            if type(answer) is not Sealed or asked is None or asked.key != answer.key:
                raise Misfit(at, next(iter(decisions.values())).key, answer.key)
            given[answer.seat] = answer.value
            self.kept += (answer.seat,)
            self.cursor = at + 1
        return {seat: given[seat] for seat in decisions}

    def _must_keep_secrets(self, key: str) -> None:
        """Raises `WarbookError` if the ruleset does not say that it has secrets: neither views nor exports would hide
        anything."""
        if not self.ruleset.secrets:
            raise WarbookError(f"{key} is asked in secret, and {self.ruleset.id} has no secrets; wanted secrets=True")

    def dice(self, rule: Callable[..., V], *values: Any) -> V:
        """A roll made of rolls.  `rule` takes a Play and plain values and may only roll: people see every die, odds and
        search see one chance node."""
        at = self.cursor
        if at == len(self.answers):
            whole = self.oracle.whole(self, rule, values)
            if whole is None:
                return rule(self, *values)
            self.answers.append(whole)
        answer = self.answers[at]
        if type(answer) is not Whole or answer.key != rule.__name__:  # rolled one by one, or so within
            return rule(self, *values)
        self.cursor = at + 1
        value: V = answer.value
        return value

    def stage(self, rule: Callable[..., V], *args: Any) -> V:
        """Run a self-contained part of a rule.  The rest of the rule may use only the value that it returns and the
        position after it; the value must be hashable and hold no reference to this Play.

        In play this is a plain call.  Code that runs a step many times over need not run a finished stage again, and
        may treat two ways through it that end alike as one.
        """
        at = self.cursor
        if at == len(self.answers) and (end := self.oracle.begun(self, rule, args)) is not None:
            self.answers.append(end)
        if at < len(self.answers):
            answer = self.answers[at]
            if type(answer) is Staged and answer.depth == self.depth:  # else it is a stage within this one
                self.cursor = at + 1
                self.resume_behind(answer)
                known: V = answer.value
                return known
        self.depth += 1
        value = rule(self, *args)
        self.depth -= 1
        self.oracle.staged(self, rule, at, value)
        return value

    def staged(self, key: str, value: Any) -> Staged:
        """The stage that has just returned `value`, as an answer that stands for it when the step is run again."""
        state, events, queue = self.state.copy(), self.events.copy(), self.queue.copy()
        return Staged(key, value, self.depth, state, events, queue, self.kept)

    def resume_behind(self, stage: Staged) -> None:
        """Set this run, which has reached the stage, to the position that it holds."""
        state, after = self.state, stage.state
        state.records[:] = after.records
        state.turn, state.agenda, state.effects, state.derived = after.turn, after.agenda, after.effects, after.derived
        self.events, self.queue, self.kept = stage.events.copy(), stage.queue.copy(), stage.kept

    # ---- consequences ------------------------------------------------------------------------------------------------

    def happen(self, event: Event) -> bool:
        """Let others interrupt, change the state, log it, run what follows from it, let others react.  False if an
        interrupt prevented it."""
        hooks = self.ruleset.hooks.get(type(event))
        if hooks is None:
            event.apply(self.state)
            self.events.append(event)
            return True
        if hooks.before and self._open(hooks.before, event, "before") is PREVENTED:
            return False
        event.apply(self.state)
        self.events.append(event)
        self._lead_to(hooks, event)
        return True

    def happen_together(self, events: Iterable[Event]) -> None:
        """Let several events happen at the same time: the consequences of the first begin only after all of them have
        changed the state.  An event that an interrupt prevents is left out."""
        happened = []
        for event in events:
            hooks = self.ruleset.hooks.get(type(event), _NO_HOOKS)
            if not hooks.before or self._open(hooks.before, event, "before") is not PREVENTED:
                event.apply(self.state)
                self.events.append(event)
                happened.append((hooks, event))
        for hooks, event in happened:
            self._lead_to(hooks, event)

    def reach(self, moment: Moment) -> None:
        """Run the rules that the ruleset lists for a moment, such as the end of a turn."""
        hooks = self.ruleset.hooks.get(type(moment))
        if hooks is not None:
            for rule in hooks.follows:
                rule(self, moment)

    def _lead_to(self, hooks: Hooks, event: Event) -> None:
        """Everything that follows from an event that has happened, then the window of its reactions."""
        for rule in hooks.follows:
            rule(self, event)
        if hooks.after:
            self._open(hooks.after, event, "after")

    def note(self, who: int, note: str) -> None:
        """A remark in the log, in the style "it finds no footing"; the log ends it with a full stop."""
        self.events.append(Noted(who, note))

    def then(self, rule: Callable[..., None], *args: Any, scope: int = -1) -> None:
        """Put a rule on the agenda as a step of its own.  Arguments are ids, numbers and strings; those of one step
        run in the order written, before what was already waiting.  `scope`: the model with whose activation the entry
        vanishes."""
        name = rule.__name__
        if name not in self.ruleset.step:
            raise WarbookError(f"{name} cannot wait on the agenda: it is not among the steps of {self.ruleset.id}")
        self.queue.append((Waiting(name, args, scope), len(self.events)))

    def _open(self, reactions: tuple[Reaction, ...], event: Event, moment: str) -> Any:
        """One window: each seat in turn reacts or passes, until all have passed in a row."""
        key, of_nobody = _keys(type(event), moment)
        sealed = any(r.sealed for r in reactions)
        if sealed:
            self._must_keep_secrets(key)
        able = _Able(self, reactions, event)
        if not sealed and self._nobody(able, of_nobody):
            return None
        used: set[tuple[str, int]] = set()
        order = self.ruleset.window_order(self, event)
        passed, turn, last = 0, 0, None
        while passed < len(order):
            seat = order[turn % len(order)]
            turn += 1
            if self.cursor == len(self.answers):  # else it is known what this seat does
                if sealed or able.of(seat, used):
                    prompt = partial(self._who_reacts, event, moment, seat)
                    pairs = partial(able.of, seat, used)
                    window = Window(key, prompt, event, pairs, sealed, self._reaction, reactions, last)
                    window.previewed(Preview(cautions=partial(self._cautions, event)))
                    self._react(seat, window)
                else:
                    self.answers.append(Passed(key))
            answer = self._reacted(key)
            if sealed:
                self.kept += (seat,)
            if answer is None:
                passed += 1
                continue
            passed, able = 0, _Able(self, reactions, event)
            used.add(answer)
            name, who = answer
            for reaction in reactions:
                if reaction.id == name:
                    last = answer if reaction.declares else None
                    if reaction.rule(self, who, event) is PREVENTED:
                        return PREVENTED
        return None

    def _nobody(self, able: _Able, key: str) -> bool:
        """Whether no model of any seat may react.  Then the window passes as a whole, which is recorded once."""
        at = self.cursor
        if at == len(self.answers) and not able.pairs:
            self.answers.append(Passed(key))
        if at < len(self.answers) and self.answers[at].key == key:
            self.cursor = at + 1
            return True
        return False

    def _who_reacts(self, event: Event, moment: str, seat: int) -> str:
        """The question of a window: what happens, as this seat may know it, and who does something about it."""
        seen = event.seen_by(seat)
        happens = seen.sentence(partial(self.ruleset.name_of, self.world)) if seen is not None else ""
        question = "Who interrupts?" if moment == "before" else "Who reacts?"
        return f"{happens} {question}" if happens else question

    def _reaction(self, pair: tuple[str, int] | None) -> str:
        """An answer to a window as people read it."""
        if pair is None:
            return "pass"
        return f"{self.ruleset.reactions[pair[0]].name}: {self.ruleset.name_of(self.world, pair[1])}"

    def _cautions(self, event: Event, pair: tuple[str, int] | None) -> Sequence[str]:
        """What should be known of an answer to a window before it is given."""
        cautions = self.ruleset.reactions[pair[0]].cautions if pair is not None else None
        return cautions(self, pair[1], event) if cautions is not None and pair is not None else ()

    def _react(self, seat: int, window: Window) -> None:
        """Put a window to a seat."""
        window.player = seat
        self.answers.append(Chosen(window.key, self.oracle.react(self, window)))

    def _reacted(self, key: str) -> tuple[str, int] | None:
        """The next answer, which must be one to a window."""
        at = self.cursor
        answer = self.answers[at]
        if type(answer) not in (Passed, Chosen) or answer.key != key:
            raise Misfit(at, key, answer.key)
        self.cursor = at + 1
        reaction: tuple[str, int] | None = answer.value
        return reaction

    def _repr_svg_(self) -> str | None:
        """The position as a picture, for notebooks; None where the ruleset draws none."""
        return self.ruleset.picture(self) if self.ruleset.picture is not None else None

    # ---- views -------------------------------------------------------------------------------------------------------

    def seen_by(self, seat: int) -> Play[S, W, C]:
        """This Play as a seat may see it; the same object if nothing is hidden from the seat.  If one of the answers so
        far is another seat's secret, it comes without the answers, and so without a `start` from which it could be run
        again."""
        if not self.ruleset.secrets:
            return self
        shown: Any = self.ruleset.masked(self.state, seat)  # of the same kind
        play: Play[S, W, Any] = Play(shown, self.ruleset, self.world, [], SILENT)
        play.events = [seen for e in self.events if (seen := e.seen_by(seat)) is not None]
        if self.start is not None and all(other == seat for other in self.kept):
            before: Any = self.ruleset.masked(self.start, seat)
            play.start, play.answers, play.cursor = before, list(self.answers), self.cursor
        return play


class Handle(Generic[R]):
    """A handle on one record: always as it is now, asked in the words of the rules.  For prose, never for loops.  A
    game with units derives its unit from it, and its model from `Model`."""

    __slots__ = ("id", "play")

    play: Play[Any, Any, Any]  # a ruleset's own handle says more

    def __init__(self, play: Play[Any, Any, Any], id: int) -> None:
        self.play, self.id = play, id

    @property
    def record(self) -> R:
        records: list[R] = self.play.state.records
        return records[self.id]

    @property
    def owner(self) -> int:
        """The number of its seat."""
        owner: int = self.play.state.records[self.id].owner  # not by `record`: it is asked all the time
        return owner

    def ask(self, decision: Decision[V]) -> V:
        """Put a decision to its seat, to be taken for it."""
        decision.who = self.id
        return self.play.ask(self.owner, decision)

    def pick(self, decision: Decision[V]) -> V:
        """Ask, unless there is only one answer."""
        return self.ask(decision) if decision.several() else decision.candidates(1)[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"


class Model(Handle[B]):
    """A handle on one model, which has a place."""

    __slots__ = ()

    @property
    def at(self) -> Placement:
        """Where it is."""
        at: Placement = self.play.state.records[self.id].at  # not by `record`, as little is asked as often
        return at
