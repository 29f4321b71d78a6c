"""A match: many battles between two players, over as many processes as wanted.

Battles come in pairs: both of a pair have the same seed, and in the second the players have exchanged their sides.
Battle by battle the seed follows from that of the match, and rows are handed out in their order, so the totals do not
depend on how many processes there were.  Two rulesets are compared on the same battles, pair by pair.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from time import perf_counter

from msgspec import Struct, structs

from .. import rulesets
from ..core.errors import WarbookError
from ..core.ruleset import Ruleset, Setup
from ..odds.estimate import CONFIDENCE, wilson
from ..players import by_name
from .battle import Field, Row, fight

CHUNKS = 8  # for each process: enough to share the work out evenly
LONGEST = 32  # battles in a chunk: a progress bar should move


class Share(Struct, frozen=True):
    """A share of the battles, and the bounds of the probability behind it."""

    share: float
    low: float
    high: float
    method: str = (
        f"Wilson score interval, confidence {CONFIDENCE}; the two battles of a pair are counted as independent"
    )


class Totals(Struct, frozen=True):
    """What a match came to.  `red_wins` are the wins of the player named red, whichever seat it had; `seats` are the
    wins of each seat, whoever had it.  `seconds` are those of the whole match by the clock."""

    games: int
    red_wins: int
    blue_wins: int
    draws: int
    decisions: int
    seconds: float
    steps: int
    seats: tuple[int, ...]
    red: Share
    blue: Share


class Comparison(Struct, frozen=True):
    """The same battles under two rulesets.

    `difference` is how much more often red wins with the house rules than without (a draw counts half), with the
    bounds of its interval, from the differences of the pairs.
    """

    with_rules: Totals
    without: Totals
    difference: float
    low: float
    high: float
    method: str


class Match(Struct, frozen=True):
    """Who fights what, how often.  `find` gives a ruleset by its id; it and the rest must survive being sent to a
    process."""

    setup: Setup
    red: str
    blue: str
    games: int
    seed: int
    records: str = ""
    find: Callable[[str], Ruleset] = rulesets.find


def match(
    setup: Setup,
    red: str,
    blue: str,
    *,
    games: int,
    seed: int = 0,
    jobs: int | None = None,
    records: Path | None = None,
    on_row: Callable[[Row], None] | None = None,
    find: Callable[[str], Ruleset] = rulesets.find,
    progress: bool | None = None,
) -> Totals:
    """Let two players (a bot's name or ``module:Class``) fight `games` battles.

    `jobs` processes do it (None: one for each core); `records` is a directory for the battles' records; `on_row` gets
    every row, in order, as soon as it is there.  A bar shows the progress, by default where the errors go to a
    terminal.  Raises `WarbookError` for an unknown player and for fewer than one game.
    """
    rows: list[Row] = []
    return _totals(rows, _played(_match(setup, red, blue, games, seed, records, find), jobs, on_row, progress, rows))


def compare(
    setup: Setup,
    red: str,
    blue: str,
    house_rules: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    jobs: int | None = None,
    on_row: Callable[[Row], None] | None = None,
    records: Path | None = None,
    find: Callable[[str], Ruleset] = rulesets.find,
    progress: bool | None = None,
) -> Comparison:
    """The same match with and without some house rules, on the same seeds.  Rows and records are those with them."""
    plain = structs.replace(setup, house_rules=tuple(r for r in setup.house_rules if r not in house_rules))
    ruled = structs.replace(setup, house_rules=(*plain.house_rules, *house_rules))
    with_rows: list[Row] = []
    without_rows: list[Row] = []
    with_seconds = _played(_match(ruled, red, blue, games, seed, records, find), jobs, on_row, progress, with_rows)
    seconds = _played(_match(plain, red, blue, games, seed, None, find), jobs, None, progress, without_rows)
    difference, low, high = _paired(with_rows, without_rows)
    return Comparison(
        _totals(with_rows, with_seconds),
        _totals(without_rows, seconds),
        difference,
        low,
        high,
        f"normal interval of the mean difference of pairs of battles, confidence {CONFIDENCE}",
    )


def battles(plan: Match, jobs: int | None = None) -> Iterator[Row]:
    """The rows of a match in their order, as they come."""
    count = os.cpu_count() or 1 if jobs is None else jobs
    if count < 1:
        raise WarbookError(f"jobs: found {jobs}; wanted 1 or more")
    if count == 1 or plan.games <= 2:
        field = Field(plan.find(plan.setup.ruleset), plan.setup)
        for game in range(plan.games):
            yield _battle(plan, field, game)
        return
    size = max(1, min(LONGEST, -(-plan.games // (count * CHUNKS))))
    chunks = deque(range(at, min(at + size, plan.games)) for at in range(0, plan.games, size))
    waiting: deque[Future[list[Row]]] = deque()
    with ProcessPoolExecutor(count, get_context("spawn"), _lay_out, (plan,)) as pool:
        try:
            while chunks or waiting:
                while chunks and len(waiting) < 2 * count:
                    waiting.append(pool.submit(_chunk, chunks.popleft()))
                yield from waiting.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# ---- one process -----------------------------------------------------------------------------------------------------

_laid: list[tuple[Match, Field]] = []  # in a worker: what it was started with


def _lay_out(plan: Match) -> None:
    _laid[:] = [(plan, Field(plan.find(plan.setup.ruleset), plan.setup))]


def _chunk(games: Iterable[int]) -> list[Row]:
    plan, field = _laid[0]
    return [_battle(plan, field, game) for game in games]


def _battle(plan: Match, field: Field, game: int) -> Row:
    fought = partial(fight, field, plan.red, plan.blue, game=game, seed=plan.seed + game // 2, red_seat=game % 2)
    if not plan.records:
        return fought()
    final = Path(plan.records) / f"{field.ruleset.id}-{game:05d}.wbr"
    unfinished = final.with_suffix(".part")
    with unfinished.open("wb") as file:
        row = fought(write=file.write)
    unfinished.replace(final)
    return row


# ---- sums ------------------------------------------------------------------------------------------------------------


def _match(
    setup: Setup, red: str, blue: str, games: int, seed: int, records: Path | None, find: Callable[[str], Ruleset]
) -> Match:
    if games < 1:
        raise WarbookError(f"games: found {games}; wanted 1 or more")
    for name in (red, blue):
        by_name(name)
    find(setup.ruleset).having(setup.options, setup.house_rules)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    return Match(setup, red, blue, games, seed, str(records) if records is not None else "", find)


def _played(
    plan: Match, jobs: int | None, on_row: Callable[[Row], None] | None, progress: bool | None, rows: list[Row]
) -> float:
    """Plays a match into `rows`, and says how many seconds it took."""
    began = perf_counter()
    shown = sys.stderr.isatty() if progress is None else progress
    for row in _watched(battles(plan, jobs), plan) if shown else battles(plan, jobs):
        rows.append(row)
        if on_row is not None:
            on_row(row)
    return perf_counter() - began


def _watched(rows: Iterator[Row], plan: Match) -> Iterator[Row]:
    """The same rows, with a bar on the error stream that counts them."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    rules = f" ({', '.join(plan.setup.house_rules)})" if plan.setup.house_rules else ""
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as bar:
        task = bar.add_task(f"{plan.red} against {plan.blue}{rules}", total=plan.games)
        for row in rows:
            bar.advance(task)
            yield row


def _totals(rows: Sequence[Row], seconds: float) -> Totals:
    red, blue = (sum(row.winner == side for row in rows) for side in ("red", "blue"))
    seat_of = {"red": lambda row: row.red_seat, "blue": lambda row: 1 - row.red_seat}
    won = [seat_of[row.winner](row) for row in rows if row.winner != "draw"]
    return Totals(
        games=len(rows),
        red_wins=red,
        blue_wins=blue,
        draws=len(rows) - red - blue,
        decisions=sum(row.decisions for row in rows),
        seconds=seconds,
        steps=sum(row.steps for row in rows),
        seats=(won.count(0), won.count(1)),
        red=_share(red, len(rows)),
        blue=_share(blue, len(rows)),
    )


def _share(wins: int, games: int) -> Share:
    interval = wilson(wins, games)
    return Share(wins / games, interval.low, interval.high)


def _paired(rows: Sequence[Row], others: Sequence[Row]) -> tuple[float, float, float]:
    """The mean difference of red's score, and its bounds; a pair of battles with one seed is one observation."""
    score = {"red": 1.0, "draw": 0.5, "blue": 0.0}
    pairs: dict[int, list[float]] = {}
    for row, other in zip(rows, others, strict=True):
        pairs.setdefault(row.seed, []).append(score[row.winner] - score[other.winner])
    differences = [fmean(pair) for pair in pairs.values()]
    mean = fmean(differences)
    if len(differences) < 2:
        return mean, -1.0, 1.0
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * stdev(differences) / sqrt(len(differences))
    return mean, max(-1.0, mean - reach), min(1.0, mean + reach)
