"""Answers: turns the text that a person types into an answer to a decision.

Lists are answered by number or by name, splits and orders by several numbers.  Paths and places are answered by the
number of a candidate or by coordinates in inches: ``12 7.5``; several points with commas between; a height after
``@``; after ``>`` a point to look at.  For a unit they are where its first member goes; the rest follow.  A facing is a
direction: ``1 0`` (along the first axis) or ``north``.  A drive is points, too, or its legs one by one: ``ahead 6``,
``back 2.5``, ``left 45``, ``right 90``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import WarbookError, nearest
from ..core.length import INCH, inches
from ..space.facing import turned

if TYPE_CHECKING:
    from ..core.decision import Decision, DecisionKind

#: Kinds of decision that are answered with points on the board.
ON_THE_BOARD: tuple[DecisionKind, ...] = ("path", "place", "face", "drive", "march", "muster")
#: Kinds that are answered from a list, and how much of a list is looked through for a name.
LISTS: tuple[DecisionKind, ...] = ("choose", "window")
MOST = 1000
NAMED = 6  # options that a message names where a text may mean many
#: The kind of movement of a leg, by the letter before its point; a leg without a letter is walked.
MODES = {"": 0, "c": 1, "l": 2, "j": 3, "k": 4, "f": 5}
_HIGH = 1_000_000  # above every floor
_LEG = re.compile(r"(ahead|back|left|right)\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
_POINT = re.compile(
    r"([cljkf]?)\s*(-?\d+(?:\.\d+)?)[\s/x]+(-?\d+(?:\.\d+)?)(?:\s*@\s*(-?\d+(?:\.\d+)?))?", re.IGNORECASE
)


class Point(NamedTuple):
    """A point as it was typed, in thousandths; `z` is None if no height was given, `mode` is the kind of movement."""

    x: int
    y: int
    z: int | None
    mode: int


class Unreadable(WarbookError):
    """The text is no answer to this question; the message says what would be one."""


def read_points(text: str) -> list[Point]:
    """Points in inches: ``12 7.5``, ``12 7.5, c 12 7.5 @3, 14 8``.  Raises `Unreadable`."""
    points: list[Point] = []
    for part in re.split(r"[,;]", text):
        found = _POINT.fullmatch(part.strip())
        if found is None:
            raise Unreadable(
                f"found {part.strip()!r}; wanted points in inches, such as 12 7.5 or 10 4, c 10 4 @3 "
                "(c climb, l leap, j jump down, k along a ladder, stairs or ramp, f fly)"
            )
        mode, x, y, z = found.groups()
        points.append(Point(inches(float(x)), inches(float(y)), inches(float(z)) if z else None, MODES[mode.lower()]))
    return points


def read_answer(decision: Decision[Any], text: str, shown: Sequence[Any], labels: Sequence[str]) -> Any:
    """Turn the text that was typed into an answer.

    `shown` are the answers on the screen, numbered from 1, with their `labels`.

    Raises `Unreadable`.  Only the decision judges whether the answer is legal.
    """
    text = text.strip()
    if decision.kind == "order":
        return _order(decision, text)
    if decision.kind == "allocate" and (split := _numbers(text)) is not None and len(split) == _bins(decision):
        return tuple(split)
    in_words = decision.kind == "face" and not re.search(r"\d", text)
    if decision.kind in ON_THE_BOARD and not in_words and not re.fullmatch(r"\d+", text):
        return _on_the_board(decision, text)
    if decision.kind in LISTS and not re.fullmatch(r"\d+", text):
        if _POINT.fullmatch(text):
            return _at_spot(decision, _read_point(text))
        if len(shown) < len(every := decision.candidates(MOST)):  # what is not on the screen can be named, too
            shown, labels = every, [decision.label(answer) for answer in every]
    return _listed(text, shown, labels)


def _at_spot(decision: Decision[Any], point: Point) -> Any:
    """The option whose place is nearest to a point that was typed."""
    spots = [(answer, spot) for answer in decision.candidates(MOST) if (spot := decision.spot(answer)) is not None]
    if not spots:
        raise Unreadable("found a point; this question is not about places: wanted the number or the name of an option")

    def away(found: tuple[Any, tuple[int, int, int]]) -> int:
        x, y, z = found[1]
        return (x - point.x) ** 2 + (y - point.y) ** 2 + (0 if point.z is None else (z - point.z) ** 2)

    best = min(spots, key=away)
    if away(best) > INCH**2:
        raise Unreadable("no option is within an inch of that point; wanted one that is offered")
    return best[0]


def _numbers(text: str) -> list[int] | None:
    words = re.split(r"[\s,/]+", text)
    return [int(word) for word in words] if all(re.fullmatch(r"\d+", word) for word in words) else None


def _listed(text: str, shown: Sequence[Any], labels: Sequence[str]) -> Any:
    if re.fullmatch(r"\d+", text):
        number = int(text)
        if 1 <= number <= len(shown):
            return shown[number - 1]
        raise Unreadable(f"found {number}; wanted a number from 1 to {len(shown)}")
    words = [label.lower() for label in labels]
    said = text.lower()
    exact = [n for n, word in enumerate(words) if word == said]
    begun = exact or [n for n, word in enumerate(words) if word.startswith(said)]
    if len(begun) == 1:
        return shown[begun[0]]
    if begun:
        meant = [labels[n] for n in begun[:NAMED]]
        meant += [f"{len(begun) - NAMED} others"] if len(begun) > NAMED else []
        raise Unreadable(f"{text!r} may mean {' or '.join(meant)}; type more, or the number")
    raise Unreadable(f"found {text!r}{nearest(said, words)}; wanted the number or the name of an option, or help")


def _order(decision: Any, text: str) -> tuple[Any, ...]:
    items, numbers = decision.items, _numbers(text)
    if numbers is None or any(not 1 <= n <= len(items) for n in numbers):
        raise Unreadable(f"found {text!r}; wanted the numbers 1 to {len(items)} in the order you want")
    return tuple(items[n - 1] for n in numbers)


def _bins(decision: Any) -> int:
    return len(decision.bins)


def _on_the_board(decision: Any, text: str) -> Any:
    where, _, toward = text.partition(">")
    faced = _read_point(toward) if toward else None
    if decision.kind == "face":
        return _read_point(where)[:2]
    if decision.kind in ("march", "muster"):
        if faced is not None:
            raise Unreadable("found a point to look at; each of a unit looks where it is proposed: wanted one point")
        x, y, z, _ = _read_point(where)
        return decision.proposed(decision.leader, (), (x, y) if z is None else (x, y, z))
    if decision.kind == "drive":
        return _drive(decision, where, faced)
    if decision.kind == "place":
        point = _read_point(where)
        x, y = point.x, point.y
        z = point.z if point.z is not None else decision.board.floor_below(x, y, _HIGH)
        place: tuple[Any, ...] = (x, y, z)
    else:
        place = _route(decision, read_points(where)) if where.strip() else ()
        x, y = place[-1][:2] if place else decision.layout.row(decision.mover_id)[:2]
    if not decision.facing:
        return place
    facing = (faced.x - x, faced.y - y) if faced is not None else decision.default_facing(x, y)
    return (*place, *facing) if decision.kind == "place" else (*place, facing)


def _drive(decision: Any, text: str, faced: Point | None) -> tuple[Any, ...]:
    """The legs of a drive: points that it goes to, distances and degrees; at last a point to turn to."""
    legs: tuple[Any, ...] = ()
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        found, at = _LEG.fullmatch(part), decision.end_of(legs)
        if found is None:
            if not _POINT.fullmatch(part):
                raise Unreadable(
                    f"found {part!r}; wanted a point in inches, or a leg: ahead 6, back 2, left 45, right 90"
                )
            legs = decision.route_on(legs, _read_point(part)[:2])
            continue
        word, number = found[1].lower(), float(found[2])
        if word in ("ahead", "back"):
            legs = (*legs, (inches(number) * (1 if word == "ahead" else -1), at.fx, at.fy))
        else:
            legs = (*legs, (0, *turned(at.fx, at.fy, round(number if word == "left" else -number))))
    at = decision.end_of(legs)
    return legs if faced is None else (*legs, (0, faced.x - at.x, faced.y - at.y))


def _read_point(text: str) -> Point:
    points = read_points(text)
    if len(points) != 1:
        raise Unreadable(f"found {len(points)} points; wanted one")
    return points[0]


def _route(decision: Any, points: Sequence[Point]) -> tuple[Any, ...]:
    """The legs to these points.  A single point without a letter is a destination: the shortest legal way there."""
    if len(points) == 1 and points[0].mode == MODES[""]:
        x, y, z, _ = points[0]
        route: tuple[Any, ...] = decision.route_on((), (x, y) if z is None else (x, y, z))
        return route
    legs: list[tuple[int, int, int, int]] = []
    _, _, height, *_ = decision.layout.row(decision.mover_id)
    for point in points:
        if point.z is not None:
            height = point.z
        else:
            below = _HIGH if point.mode == MODES["f"] else height + decision.rules.step
            height = decision.board.floor_below(point.x, point.y, below)
        legs.append((point.x, point.y, height, point.mode))
    return tuple(legs)
