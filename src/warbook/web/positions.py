"""Messages about a whole battle: its log and its position as a seat may see them, now or at an earlier step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import Any, Literal

from msgspec import Raw

from ..core import state
from ..core.course import Done
from ..core.decision import Decision
from ..core.errors import WarbookError
from ..core.events import WHO, Event, Rolled, derivations
from ..core.game import Game
from ..core.play import Play
from ..core.state import Posture
from ..core.tableau import Body, Side, Tableau, Thing
from ..core.undo import last_choice, prefix
from ..players import HUMAN
from .asking import at, question_of
from .protocol import (
    Dice,
    Ending,
    Entry,
    PastTold,
    Position,
    Waited,
)

LAST_WORDED = 16  # steps whose part of the log is kept


class Log:
    """The log of one battle as each seat may read it: what was worded last is not worded again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._kept: dict[int, _Kept] = {}
        self._choices: dict[int, tuple[int, Done]] = {}

    def entries(self, eyes: int, since: int = 0) -> tuple[Entry, ...]:
        """The entries that a seat (-1: whoever watches) may read, from number `since` on."""
        return self._following(eyes).entries_from(since)

    def count(self, eyes: int) -> int:
        """How many entries there are."""
        return self._following(eyes).count

    def _following(self, eyes: int) -> _Kept:
        eyes = eyes if self.game.ruleset.secrets else -1
        kept = self._kept.setdefault(eyes, _Kept(self.game, eyes))
        kept.follow()
        return kept

    def may_undo(self, seat: int) -> bool:
        """Whether a seat has a choice to take back."""
        steps = self.game.steps
        if seat in self._choices:
            step, done = self._choices[seat]
            if step < len(steps) and steps[step] is done:
                return True
        try:
            step, _, _ = last_choice(self.game, seat)
        except WarbookError:
            return False
        if step < len(steps):
            self._choices[seat] = (step, steps[step])
        return True


class _Kept:
    """How many entries there were after each finished step, and those of the last few steps: whoever comes back asks
    for them, and only who comes anew for all.  The `fresh` ones are those of the step in progress, as far as it had got
    in `play`."""

    def __init__(self, game: Game, eyes: int) -> None:
        self.game, self.eyes = game, eyes
        self.steps: list[Done] = []
        self.counts: list[int] = []
        self.worded: dict[int, list[Entry]] = {}
        self.fresh: list[Entry] = []
        self.play: Play[Any, Any, Any] | None = None

    @property
    def count(self) -> int:
        """How many entries there are."""
        return (self.counts[-1] if self.counts else 0) + len(self.fresh)

    def follow(self) -> None:
        """Forget the steps that were taken back, and word those that are new."""
        game = self.game
        while self.steps and (
            len(self.steps) > len(game.steps) or self.steps[-1] is not game.steps[len(self.steps) - 1]
        ):
            self.steps.pop()
            self.counts.pop()
            self.worded.pop(len(self.steps), None)
        for step in range(len(self.steps), len(game.steps)):
            found = self.worded[step] = self._entries(step)
            self.worded.pop(step - LAST_WORDED, None)
            self.counts.append((self.counts[-1] if self.counts else 0) + len(found))
            self.steps.append(game.steps[step])
        if self.play is not game.play:
            self.play, self.fresh = game.play, _entries(game, self.eyes, len(game.steps), game.play.events)

    def entries_from(self, number: int) -> tuple[Entry, ...]:
        """The entries from this number on."""
        first = bisect_right(self.counts, number)
        before = self.counts[first - 1] if first else 0
        steps = (self.worded.get(step) or self._entries(step) for step in range(first, len(self.steps)))
        return (*islice(chain.from_iterable((*steps, self.fresh)), max(0, number - before), None),)

    def _entries(self, step: int) -> list[Entry]:
        return _entries(self.game, self.eyes, step, self.game.steps[step].events)


def entries(game: Game, eyes: int, since: int = 0) -> tuple[Entry, ...]:
    """The log of a battle as a seat may read it, worded afresh."""
    return Log(game).entries(eyes, since)


def _entries(game: Game, eyes: int, step: int, events: Sequence[Event]) -> list[Entry]:
    visible = [(number, seen) for number, event in enumerate(events) if (seen := event.seen_by(eyes)) is not None]
    found = []
    for (number, seen), because in zip(visible, derivations([seen for _, seen in visible]), strict=True):
        if words := game.ruleset.sentence(seen, game.name):
            found.append(_entry(step, number, seen, _beside_dice(game, seen) or words, because))
    return found


def _beside_dice(game: Game, event: Event) -> str:
    """A roll in words where its dice are shown with all that they bear: what it came to; empty for all other events."""
    if not isinstance(event, Rolled) or not event.signs:
        return ""
    heading, came = event.heading(game.name), game.ruleset.came(event)
    return f"{heading} {came}." if came else f"{heading.removesuffix(':')}."


def _entry(step: int, number: int, event: Event, words: str, because: tuple[str, ...]) -> Entry:
    who = tuple(dict.fromkeys(id for field in WHO if type(id := getattr(event, field, -1)) is int and id >= 0))
    dice = None
    if isinstance(event, Rolled):
        dice = Dice(event.pool, tuple(event.faces or ()), event.value, event.signs)
    return Entry(step, number, words, type(event).__name__, who, dice, because)


def position(
    game: Game,
    log: Log,
    eyes: int,
    yours: Collection[int],
    heard: int = 0,
    bots: Collection[int] | None = None,
    tableau: Raw | None = None,
) -> Position:
    """Where a battle stands, for a screen of the seats `yours` whose eyes have `heard` so many entries of the log.

    `bots` are the seats that programs play, by default those that the record names so; `tableau` is what these eyes
    see, where it has been drawn already.  Orders, clocks and what is asked of the others are the room's to add.
    """
    mine = [d for d in game.decisions if d.player in yours]
    if bots is None:
        bots = [seat for seat, name in enumerate(game.names) if name != HUMAN]
    fresh = log.entries(eyes, heard)
    return Position(
        at=at(game),
        eyes=eyes,
        tableau=tableau or tableau_for(game, eyes),  # type: ignore[arg-type]  # JSON is sent as what it stands for
        since=min(heard, log.count(eyes)),
        log=fresh,
        asked=tuple(question_of(game, decision) for decision in mine),
        waiting=tuple(_waited(game, decision, eyes, bots) for decision in game.decisions),
        trail=() if _hidden(game, eyes) else game.actions_running,
        steps=len(game.steps),
        undo=tuple(seat for seat in sorted(yours) if log.may_undo(seat)),
        redo=bool(game.undone),
        ending=_ending(game),
        notices=tuple(game.notices),
    )


def _waited(game: Game, decision: Decision[Any], eyes: int, bots: Collection[int]) -> Waited:
    secret = decision.player != eyes and (decision.secret or _hidden(game, eyes))
    if secret:
        return Waited(decision.player, bot=decision.player in bots)
    people = game.ruleset.people(game.world, decision)
    return Waited(decision.player, decision.prompt, decision.player in bots, people)


def _hidden(game: Game, eyes: int) -> bool:
    """Whether the step in progress turns on something that these eyes may not see: then not even what is asked is
    said."""
    return any(seat != eyes for seat in game.play.kept) or (
        game.ruleset.secrets and any(d.player != eyes for d in game.decisions)
    )


def _ending(game: Game) -> Ending | None:
    result = game.result
    return None if result is None else Ending(result.winner, result.points, result.why)


def past(game: Game, step: int, event: int, eyes: int) -> PastTold:
    """The position after so many events of a step, and what was said in the step up to there.  Raises `WarbookError`
    where there is no such point."""
    before, _ = prefix(game, step, 0)
    events = game.play.events if step == len(game.steps) else game.steps[step].events
    if not 0 <= event <= len(events):
        raise WarbookError(f"step {step} has {len(events)} events; found {event}")
    state = before.copy()
    for happened in events[:event]:
        happened.apply(state)
    play = Play(state, game.ruleset, game.world, [])
    said = _entries(game, eyes, step, events[:event])
    shown = tableau_of(play if game.is_over else play.seen_by(eyes))
    return PastTold(step=step, event=event, tableau=shown, words=tuple(entry.words for entry in said))


def tableau_for(game: Game, eyes: int) -> Tableau:
    """The position as a seat (-1: whoever watches) may see it: all of it once the battle is over."""
    return tableau_of(game.play if game.is_over else game.view(eyes))


def tableau_of(play: Play[Any, Any, Any]) -> Tableau:
    """A position as a table shows it; where the ruleset does not say, every record that has a place as a plain body or
    thing."""
    ruleset = play.ruleset
    if ruleset.tableau is not None:
        return ruleset.tableau(play)
    records = [record for record in play.state.records if isinstance(record, state.Body)]
    sides = tuple(Side(seat, ruleset.seat_name(play.world, seat)) for seat in range(ruleset.seats))
    return Tableau(
        heading=ruleset.title,
        sides=sides,
        bodies=tuple(_body(play, record) for record in records if record.owner >= 0),
        things=tuple(_thing(play, r) for r in records if r.owner < 0 and r.at.posture != Posture.AWAY),
    )


def _body(play: Play[Any, Any, Any], record: state.Body) -> Body:
    name = play.ruleset.name_of(play.world, record.id)
    stands: Literal["here", "gone"] = "gone" if record.at.posture == Posture.AWAY else "here"
    return Body(record.id, record.owner, str(record.id), name, record.profile, record.at, stands=stands)


def _thing(play: Play[Any, Any, Any], record: state.Body) -> Thing:
    name, at = play.ruleset.name_of(play.world, record.id), record.at
    return Thing(record.id, record.profile, name, (at.x, at.y, at.z), at.radius)
