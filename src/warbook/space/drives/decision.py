"""The decision how to drive (`Drive`): it judges any drive exactly, proposes some, and draws some at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import atan2, degrees
from typing import Any

from ...core.decision import Decision, Prompt, Random, Reasons
from ...core.length import root_up, written
from ...core.state import Placement
from ...core.structs import replace
from ..arcs import sector
from ..board import Board
from ..facing import ROUND, turned
from ..fitting import placement_of
from ..footprints import half_over_root, hull_of
from ..layout import Layout
from ..reasons import Reason, Why, sentence
from ..rules import Point
from ..shapes import cross, dot
from ..templates import Shape
from .driving import beneath, driven, price_of_turn, turns
from .met import MALFORMED, DriveLeg, DriveLegs, Driven, DriveRules, Met, is_drive, stops_at_all
from .sweeping import swept

TURNS = (0, 20, -20, 45, -45, 90, -90, 135, -135, 180, 10, -10, 30, -30, 60, -60, 120, -120, 160, -160)
"""Degrees of the turns that are proposed."""
SHARES = (8, 4, 2, 6)  # eighths of what it may go that are proposed
MOVES = 0.9  # how often it goes somewhere, where it is drawn at random
DRAWS = 12  # drives that are drawn before the candidates are listed
RAYS = 36  # directions in which a region is looked for
Fault = tuple[int, str]
"""A reason against a drive, and the leg that it is about (-1: the whole of it)."""


class Drive(Decision[DriveLegs]):
    """How a body drives that is not round, or that goes straight on for other reasons.

    An answer is a list of legs ``(distance, fx, fy)``: it turns to face along (fx, fy) and goes so far, backwards below
    0 (see `driven`); a leg of the length 0 is a turn alone, and no legs at all mean to stay.  `rules` say how far it
    may go and how it may turn.

    A drive that meets something is legal: `stops` says of what it meets whether it ends there, short of it.  It may
    end on nothing but what `yields`: the game moves or removes that.  A drive that meets what `bars` it is refused.
    `refuse` gives the game's own reasons against a drive.  `goals` are places worth going to; `leads` lists functions
    from a point to a number; candidates go where one is low.  `foreseen` returns remarks on a drive that is legal.
    `told` says what comes of something that it meets, in words that go on from how a leg is driven; where it says
    nothing, that it is met.  `name` turns an id into a name for the reasons.
    """

    __slots__ = (
        "_bars", "_driven", "_refuse", "_stops", "_yields", "at", "board", "foreseen", "goals", "layout", "leads",
        "mover_id", "name", "rules", "told",
    )  # fmt: skip
    kind = "drive"

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        board: Board,
        layout: Layout,
        mover_id: int,
        rules: DriveRules,
        *,
        stops: Callable[[Met], bool] = stops_at_all,
        yields: Callable[[Met], bool] | None = None,
        bars: Callable[[Met], bool] | None = None,
        refuse: Callable[[Driven], Reasons] | None = None,
        goals: Sequence[Point] = (),
        leads: Callable[[], Sequence[Callable[[Point], float]]] | None = None,
        foreseen: Callable[[Driven], Sequence[str]] | None = None,
        told: Callable[[Met], str] | None = None,
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.mover_id, self.rules = board, layout, mover_id, rules
        self._stops, self._yields, self._bars, self._refuse = stops, yields, bars, refuse
        self.goals, self.leads, self.foreseen, self.told, self.name = tuple(goals), leads, foreseen, told, name
        self.at = placement_of(layout, mover_id)
        self._driven: dict[DriveLegs, Driven] = {}

    def knowing(self, other: Drive | None) -> Drive:
        """This decision, which shares what becomes of drives with another about the same body under the same rules."""
        if other is not None:
            self._driven = other._driven
        return self

    # ---- judging -----------------------------------------------------------------------------------------------------

    def driven(self, answer: DriveLegs) -> Driven:
        """What comes of these legs: where it ends, what it meets in order, and what stops it."""
        found = self._driven.get(answer)
        if found is None:
            before = self._driven.get(answer[:-1]) if len(answer) > 1 else None
            found = driven(self.board, self.layout, self.mover_id, answer, self.rules, self._stops, before)
            self._driven[answer] = found
        return found

    def end_of(self, answer: DriveLegs) -> Placement:
        """Where it is after a drive."""
        return self.driven(answer).end

    def legal(self, answer: DriveLegs) -> Reasons:
        if not is_drive(answer):
            return (MALFORMED,)
        return tuple(dict.fromkeys(reason for _, reason in self.faults(answer)))

    def is_legal(self, answer: DriveLegs) -> bool:
        """Whether nothing speaks against a drive."""
        return is_drive(answer) and next(self.faults(answer), None) is None

    def faults(self, answer: DriveLegs) -> Iterator[Fault]:
        """Every reason against something that has the form of a drive: those that its legs give by themselves; only
        where there are none, what comes of them."""
        found = False
        for fault in self._against_legs(answer):
            yield fault
            found = True
        if not found:
            yield from self._against_drive(answer, self.driven(answer))

    def _against_legs(self, answer: DriveLegs) -> Iterator[Fault]:
        rules, (fx, fy) = self.rules, (self.at.fx, self.at.fy)
        at, turned, back = self.at, 0, 0
        for number, (distance, *way) in enumerate(answer):
            if distance > 0 and not rules.ahead:
                yield number, "It may not go ahead."
            if distance < 0:
                back -= distance
                if not rules.back or rules.slides:
                    yield number, "It may not go backwards."
                elif back > rules.back:
                    yield number, f"It may go {written(rules.back)} backwards at most."
            fx, fy = way
            if rules.slides or not turns(at, fx, fy):
                continue
            turned += 1
            if rules.turns == 0:
                yield number, "It may not turn."
            elif 0 < rules.turns < turned:
                yield number, f"It may turn {_times(rules.turns)} at most."
            if not sector((0, 0), (at.fx, at.fy), 2 * rules.widest).holds(fx, fy):
                yield number, f"It may turn by {rules.widest}° at most{' at a time' if rules.turns != 1 else ''}."
            at = replace(at, fx=fx, fy=fy)

    def _against_drive(self, answer: DriveLegs, found: Driven) -> Iterator[Fault]:
        last = len(answer) - 1
        if found.stopped is not None and found.stopped.leg < last:
            yield found.stopped.leg + 1, f"{self._said(found.stopped)} stops it before that."
        if self._bars is not None:
            for met in filter(self._bars, found.met):
                yield met.leg, f"{self._said(met)} is in the way."
        if (cost := self.cost(answer)) > self.rules.allowance:
            yield last, sentence(Reason(Why.TOO_FAR, max(0, last), amount=cost))
        for met in beneath(self.board, self.layout, self.mover_id, found.end, self.rules) if answer else ():
            if self._yields is None or not self._yields(met):
                yield last, f"It would end on {met.named(self.name)}."
        if self._refuse is not None:
            yield from ((-1, reason) for reason in self._refuse(found))

    def _said(self, met: Met) -> str:
        words = met.named(self.name)
        return words[:1].upper() + words[1:]

    def cost(self, answer: DriveLegs) -> int:
        """What a drive costs; what is left of a leg that is stopped counts as open ground."""
        found = self.driven(answer)
        left = sum(abs(leg[0]) - length for leg, length in zip(answer, found.lengths, strict=False))
        return found.cost + left * self.rules.open_ground // 100

    # ---- drawing -----------------------------------------------------------------------------------------------------

    @property
    def turns(self) -> bool:
        """Whether it may turn at all."""
        return self.rules.turns != 0 and not self.rules.slides

    def route_on(self, legs: DriveLegs, to: Sequence[int]) -> DriveLegs:
        """These legs and one more to a point: of those that are legal the one with the smaller turn; straight on beside
        a point that lies less than half its width aside.  Where none is legal, one for `legal` to say why."""
        at = self.driven(legs).end if is_drive(legs) else self.at
        dx, dy = to[0] - at.x, to[1] - at.y
        far = root_up(dx * dx + dy * dy)
        if far == 0:
            return legs
        backwards = [(-far, -dx, -dy)] if self.rules.back or not self.rules.ahead else []
        thought_of = [(far, dx, dy), *backwards]
        if dot(dx, dy, at.fx, at.fy) < 0 and not self.rules.slides:
            thought_of.reverse()
        if not self.rules.slides and self._aside(at, dx, dy):
            thought_of.insert(0, (self._ahead(at, dx, dy), at.fx, at.fy))
        ways = [(*legs, leg) for leg in thought_of if leg[0]]
        return next((way for way in ways if self.is_legal(way)), ways[0] if self.rules.ahead else ways[-1])

    def _ahead(self, at: Placement, dx: int, dy: int) -> int:
        """How far straight ahead a point lies beside it."""
        return half_over_root(2 * dot(dx, dy, at.fx, at.fy), dot(at.fx, at.fy, at.fx, at.fy))

    def _aside(self, at: Placement, dx: int, dy: int) -> bool:
        """Whether a point counts as straight on: it always does for what may not turn."""
        if self.rules.turns == 0:
            return True
        width = at.shape.width if at.shape else at.radius
        aside = cross(at.fx, at.fy, dx, dy)
        return 16 * aside * aside <= width * width * dot(at.fx, at.fy, at.fx, at.fy)

    def region(self) -> dict[int, list[tuple[tuple[int, int], ...]]]:
        """The outline of where its middle gets to by a turn and a leg; of what may not turn, of the ground that it can
        sweep."""
        if not self.turns and not self.rules.slides:
            core = tuple(c for ways in self._straight() for outline in swept(self.driven(ways)) for c in outline)
            return {self.at.z: [hull_of(core)]} if core else {}
        ring = list(dict.fromkeys(self._end_along(360 * number // RAYS) for number in range(RAYS)))
        return {self.at.z: [tuple(ring)]} if len(ring) > 2 else {}

    def _end_along(self, degree: int) -> tuple[int, int]:
        """How far it gets on a ray from where it is, ahead or backwards; its own place where it cannot go that way."""
        for sign in (1, -1):
            way = turned(self.at.fx, self.at.fy, degree if sign > 0 else degree + 180)
            for eighths in (8, 6, 4, 2):  # it may not be able to stop at the very end
                leg = self._farthest((), way, sign, eighths)
                if leg is not None and self.is_legal((leg,)):
                    return self.end_of((leg,)).spot[:2]
        return self.at.x, self.at.y

    def _straight(self) -> Iterator[DriveLegs]:
        for sign in (1, -1):
            leg = self._farthest((), (self.at.fx, self.at.fy), sign)
            if leg is not None:
                yield (leg,)

    # ---- proposing ---------------------------------------------------------------------------------------------------

    def _farthest(self, legs: DriveLegs, way: tuple[int, int], sign: int, eighths: int = 8) -> DriveLeg | None:
        """A leg that goes so many eighths of what is left, ahead or backwards; None where it may not go that way."""
        rules = self.rules
        most = rules.allowance if sign > 0 else min(rules.allowance, rules.back)
        if (sign > 0 and not rules.ahead) or (sign < 0 and rules.slides) or most <= 0:
            return None
        spent, turned = self.driven(legs).cost, not rules.slides and turns(self.end_of(legs), *way)
        spent += price_of_turn(rules, self.driven(legs).poses) if turned else 0
        left = min(most, rules.allowance - spent, 2 * (self.board.width + self.board.depth))
        far = left * eighths // 8
        for _ in range(4):
            if far <= 0:
                return None
            leg = (sign * far, *way)
            over = self.cost((*legs, leg)) - rules.allowance
            if over <= 0:
                return leg
            far = min(far - 1, far * (far - over) // far if far > over else far // 2)
        return None

    def _thought_of(self) -> Iterator[DriveLegs]:
        """Drives that are worth a try: to goals, then to all sides, the longest first; those that something stops also
        short of it."""
        yield ()
        for goal in sorted(self.goals, key=lambda at: (at[0] - self.at.x) ** 2 + (at[1] - self.at.y) ** 2):
            yield self.route_on((), goal)
        ways = (
            [turned(self.at.fx, self.at.fy, turn) for turn in TURNS]
            if self.turns or self.rules.slides
            else [(self.at.fx, self.at.fy)]
        )
        for eighths in SHARES:
            for way in ways:
                for sign in (1, -1):
                    leg = self._farthest((), way, sign, eighths)
                    if leg is not None:
                        yield from self._short_of_what_stops(leg)
        if self.turns:
            yield from (((0, *way),) for way in ways[1:])

    def _short_of_what_stops(self, leg: DriveLeg) -> Iterator[DriveLegs]:
        yield (leg,)
        stopped = self.driven((leg,)).stopped
        if stopped is not None and stopped.at and not stopped.turning:
            yield ((stopped.at if leg[0] > 0 else -stopped.at, leg[1], leg[2]),)

    def _legal_drives(self) -> Iterator[DriveLegs]:
        seen = set[DriveLegs]()
        for thought in self._thought_of():
            if thought not in seen and self.is_legal(thought):
                seen.add(thought)
                yield thought

    def candidates(self, n: int) -> list[DriveLegs]:
        leads = self.leads() if self.leads is not None and n > 1 else ()
        found = list(islice(self._legal_drives(), 4 * n if leads else n))
        if not leads or len(found) <= n:
            return found[:n]
        share = max(1, n // (2 * len(leads)))
        led = [way for lead in leads for way in sorted(found, key=lambda way: lead(self.end_of(way).spot))[:share]]
        return list(dict.fromkeys((*found[:1], *led, *found[1:])))[:n]

    def several(self) -> bool:
        """Whether at least two drives are legal: most often it may stay, and go a little way or turn."""
        if self.is_legal(()) and any(self.is_legal((leg,)) for leg in self._likely_legs()):
            return True
        return len(list(islice(self._legal_drives(), 2))) > 1

    def _likely_legs(self) -> Iterator[DriveLeg]:
        """Legs of which one is most often legal: a little way, also aside where it slides, or a turn."""
        ahead, far = (self.at.fx, self.at.fy), max(1, self.rules.allowance // 8)
        aside = ((far, *turned(*ahead, degrees)) for degrees in (90, -90) if self.rules.slides)
        turns = ((0, *turned(*ahead, degrees)) for degrees in (180, 10, -10))
        yield from (*aside, (far, *ahead), (-far, *ahead), *turns)

    def sample(self, rng: Random) -> DriveLegs:
        """Some legal drive.  Raises LookupError where none was found."""
        for _ in range(DRAWS):
            drive = self._drawn(rng) if rng.random() < MOVES else ()
            if self.is_legal(drive):
                return drive
        answers = self.candidates(8)
        if not answers:
            raise LookupError(f"{self.key}: no drive is legal")
        return answers[int(rng.random() * len(answers))]

    def _drawn(self, rng: Random) -> DriveLegs:
        legs: DriveLegs = ()
        for _ in range(1 + int(rng.random() * 3)):
            end = self.end_of(legs)
            way = ROUND[int(rng.random() * len(ROUND))]
            if not self.rules.slides and (not self.turns or rng.random() < 0.4):
                way = end.fx, end.fy
            leg = self._farthest(legs, way, 1 if rng.random() < 0.75 else -1, 1 + int(rng.random() * 8))
            if leg is None or not self.is_legal((*legs, leg)):
                continue
            legs = (*legs, leg)
            if self.driven(legs).stopped is not None:
                break
        return legs

    # ---- for people --------------------------------------------------------------------------------------------------

    def remarks(self, answer: DriveLegs) -> tuple[int, tuple[str, ...]]:
        """What a drive costs as far as it can be driven, and a remark for each leg: the reason against it, where there
        is one, else how it is driven, what it meets, and what it costs where that is not its length."""
        found, faults = self.driven(answer), dict[int, str]()
        for number, reason in self.faults(answer):
            faults.setdefault(number, reason)
        remarks, before = list[str](), self.at
        for number, (leg, end) in enumerate(zip(answer, found.ends, strict=False)):
            met = dict.fromkeys(self._meeting(found, one) for one in found.met if one.leg == number)
            words = [self._leg_in_words(before, leg), *met]
            cost = found.costs[number]
            price = f": {written(cost)}" * (cost != abs(leg[0]))
            remarks.append(faults.get(number) or f"{', '.join(words)}{price}")
            before = end
        remarks += [faults.get(number, "") for number in range(len(remarks), len(answer))]
        return self.cost(answer), tuple(remarks)

    def _meeting(self, found: Driven, met: Met) -> str:
        if self.told is not None and (words := self.told(met)):
            return words
        return f"{'is stopped by' if met == found.stopped else 'meets'} {met.named(self.name)}"

    def _leg_in_words(self, at: Placement, leg: DriveLeg) -> str:
        distance, fx, fy = leg
        words = []
        if not self.rules.slides and turns(at, fx, fy):
            turn = round(degrees(atan2(cross(at.fx, at.fy, fx, fy), dot(at.fx, at.fy, fx, fy))))
            words.append(f"turn {abs(turn)}° {'left' if turn > 0 else 'right'}")
        if distance or not words:
            words.append(f"{'ahead' if distance >= 0 else 'back'} {written(abs(distance))}")
        return ", ".join(words)

    def notes(self, answer: DriveLegs) -> tuple[str, ...]:
        return tuple(self.foreseen(self.driven(answer))) if self.foreseen is not None else super().notes(answer)

    def cautions(self, answer: DriveLegs) -> tuple[str, ...]:
        """What it would meet, in order, and what is remarked on it."""
        found = self.driven(answer)
        met = ", ".join(dict.fromkeys(self._meeting(found, one) for one in found.met))
        return (*[f"{met[:1].upper()}{met[1:]}."] * bool(met), *self.notes(answer))

    def outline(self, answer: DriveLegs) -> Any:
        """The ground that it sweeps."""
        return super().outline(answer) or Shape(rings=tuple((self.at.z, ring) for ring in swept(self.driven(answer))))

    def touched(self, answer: DriveLegs) -> tuple[int, ...]:
        met = (each.number for each in self.driven(answer).met if each.what == "body")
        return super().touched(answer) or tuple(dict.fromkeys(met))

    def label(self, answer: DriveLegs) -> str:
        words, at = list[str](), self.at
        for leg in answer:
            words.append(self._leg_in_words(at, leg))
            at = replace(at, fx=leg[1], fy=leg[2])
        return ", then ".join(words) or "stay"


def _times(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"
