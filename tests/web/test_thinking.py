"""Thinking next to the table: bots, odds, regions; workers that die, hang or stumble."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.guests import SCENARIOS, setup
from warbook import rulesets, table
from warbook.core.decision import Decision, against
from warbook.core.errors import WarbookError
from warbook.core.game import Game
from warbook.core.structs import replace
from warbook.players import by_name
from warbook.space import afoot
from warbook.web import checking, desk
from warbook.web.desk import Desk, Drafts, Job, Thought
from warbook.web.protocol import OddsTold
from warbook.web.thinking import Inline, Stumbled, Thinkers, Thinking
from warbook.web.workers import Worker
from warbook.web.workers import _payer as payer_of

HIVE, FIELD = SCENARIOS
HERE = "tests.web.test_thinking"


class Broken:
    """A bot with a fault in it."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        raise ZeroDivisionError("no more ideas")


class Deadly:
    """A bot that takes its process with it."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Slow:
    """A bot that never answers."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        time.sleep(3600)


class Slowish:
    """A bot that thinks for a while."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        time.sleep(0.7)
        return decision.candidates(1)[0]


class Loud:
    """A bot that says what it thinks."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        print("thinking aloud", flush=True)
        return decision.candidates(1)[0]


class Stuck:
    """A bot whose answer is none, and holds on to its process."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        return lambda: None


class Unreadable:
    """A bot whose answer can be written down, and not be read."""

    def __init__(self, seed: int) -> None: ...

    def __reduce__(self) -> Any:
        return int, ("no number",)

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        return self


class Once:
    """A bot that takes its process with it the first time, and leaves word of it."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, play: Any, decision: Decision[Any]) -> Any:
        word = Path(os.environ["WARBOOK_TEST_WORD"])
        if not word.exists():
            word.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return decision.candidates(1)[0]


def battle(scenario: str = HIVE, seed: int = 3, **options: Any) -> Game:
    wanted = setup(scenario)
    if options:
        from warbook import table

        wanted = table.setup(scenario, options=options)
    return Game(rulesets.find(wanted.ruleset), wanted, seed=seed)


def go_on(game: Game, wanted: Callable[[Decision[Any]], bool]) -> Decision[Any]:
    player = by_name("uniform")
    while game.decision is not None and not wanted(game.decision):
        decision = game.decision
        game.choose(player.choose(game.view(decision.player), decision), decision.player)
    assert game.decision is not None
    return game.decision


def inline(work: Callable[[Thinking], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(work(Inline()))


def workers(work: Callable[[Thinkers], Coroutine[Any, Any, Any]], count: int = 1, **wishes: Any) -> Any:
    """Let this work with worker processes, which end with it."""

    async def run() -> Any:
        thinkers = Thinkers(count, warm=False, **wishes)
        try:
            return await work(thinkers)
        finally:
            await thinkers.close()

    return asyncio.run(run())


# ---- what is thought -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", ["uniform", "greedy"])
def test_a_bot_answers_as_it_would_at_the_table(scenario: str, name: str) -> None:
    game, other = battle(scenario), Inline()
    mine = [by_name(name, seed=game.seed * 2 + seat) for seat in range(2)]

    async def play() -> None:
        for _ in range(60 if name == "uniform" else 12):
            assert game.decision is not None
            seat = game.decision.player
            answer = await other.bot("battle", game, seat, name)
            assert answer == mine[seat].choose(game.view(seat), game.decision)
            game.choose(answer, seat)

    asyncio.run(play())


def test_what_a_bot_will_be_asked_next_is_worked_out_before_and_its_answer_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, desk, drafts = battle(), Desk(), Drafts()
    asked = go_on(game, lambda decision: decision.kind == "place")
    bot, measured = 1 - asked.player, []

    def measure(*given: Any) -> Any:
        measured.append(given)
        return ways(*given)

    ways = afoot._measured
    monkeypatch.setattr(afoot, "_measured", measure)
    game.world.board.memo.clear()  # other tests play on the same board
    assert desk.think(drafts.job("foresee", game, bot, battle="b", name="greedy")) == Thought()
    found = len(measured)
    assert found

    game.choose(asked.candidates(1)[0], asked.player)
    decision = go_on(game, lambda decision: decision.player == bot)
    job = drafts.job("bot", game, bot, battle="b", name="greedy")
    assert desk.think(job).value == by_name("greedy", seed=job.seed).choose(game.view(bot), decision)
    assert len(measured) == found


def test_a_battle_that_waits_with_its_first_roll_is_thought_about_without_a_fault() -> None:
    """Its first step rolls for who attacks, and a seat has still to give its share of the dice."""
    desk, drafts = Desk(), Drafts()
    game = Game(rulesets.find("gangfight"), table.setup("open-field"), seed=5, dice="shared")
    game.go_on()
    assert game.awaits_dice and not game.decisions
    assert desk.think(drafts.job("foresee", game, 1, battle="b", name="uniform")) == Thought()
    aims = desk.think(drafts.job("aims", game, 0, who=0))
    assert aims.broke == "" and aims.value is not None
    assert "nothing to decide" in desk.think(drafts.job("suggest", game, 0, most=3)).refused


def test_a_bot_is_asked_beforehand_what_comes_some_steps_later(monkeypatch: pytest.MonkeyPatch) -> None:
    class Noted:
        def choose(self, play: Any, decision: Any) -> Any:
            asked.append((decision.key, play.start.turn))

    asked: list[tuple[str, Any]] = []
    monkeypatch.setattr(desk, "by_name", lambda name, **more: Noted() if name == "noted" else by_name(name, **more))
    game = battle()
    human = go_on(game, lambda decision: decision.key == "action").player
    Desk().think(Drafts().job("foresee", game, 1 - human, battle="b", name="noted"))
    ahead = copy(game)
    steps = len(ahead.steps)
    while ahead.decision is not None and ahead.decision.player == human:
        ahead.choose(ahead.decision.candidates(1)[0], human)
    assert ahead.decision is not None
    assert len(ahead.steps) > steps and asked == [(ahead.decision.key, ahead.state.turn)]


class Listening(Thinking):
    """Only notes what it is to think about."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[Job] = []

    async def _think(self, job: Job) -> Thought:
        self.jobs.append(job)
        return Thought()


def test_every_question_is_counted_as_its_battles_and_not_as_that_of_all_at_its_table() -> None:
    game, heard = battle(FIELD), Listening()

    async def ask() -> None:
        await heard.bot("this battle", game, 0, "first")
        for thorough in (False, True):
            await heard.odds("this battle", game, 0, None, thorough)
        await heard.route("this battle", game, 0, (), (1, 1))
        await heard.region("this battle", game, 0)
        await heard.suggest("this battle", game, 0, 3)
        await heard.aims("this battle", game, 0, 0)

    asyncio.run(ask())
    assert [job.what for job in heard.jobs] == ["bot", "odds", "odds", "route", "region", "suggest", "aims"]
    assert {payer_of(job) for job in heard.jobs} == {"this battle"}


def test_odds_tell_what_an_answer_may_lead_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "HESITATION", 0)
    monkeypatch.setattr(desk, "CARE", 60)
    game = battle(FIELD)
    decision = go_on(game, lambda d: d.key == "fire.target")
    seat, answer = decision.player, decision.candidates(1)[0]

    def odds(thorough: bool) -> OddsTold:
        told: OddsTold = inline(lambda thinking: thinking.odds("battle", game, seat, answer, thorough))
        assert told.answer == answer and told.policy
        assert any(chance.title.startswith(game.name(answer)) for chance in told.chances)
        assert all(0 <= chance.low <= chance.probability <= chance.high <= 1 for chance in told.chances)
        return told

    assert not any(chance.exact for chance in odds(False).chances)  # what cannot be counted at once is estimated
    assert all(chance.exact for chance in odds(True).chances)


def test_odds_that_a_table_is_not_told_are_refused_with_the_reason() -> None:
    game = battle(HIVE, premeasure=False)
    decision = go_on(game, lambda d: d.key == "action")
    with pytest.raises(WarbookError, match="premeasure"):
        inline(lambda thinking: thinking.odds("battle", game, decision.player, decision.candidates(1)[0]))


def test_odds_of_an_answer_that_is_none_are_refused() -> None:
    game = battle()
    decision = go_on(game, lambda d: d.key == "action")
    with pytest.raises(WarbookError):
        inline(lambda thinking: thinking.odds("battle", game, decision.player, ["nonsense", {"a": 1}]))


def test_a_region_and_suggestions_are_those_of_the_decision() -> None:
    game = battle()
    decision = go_on(game, lambda d: d.kind == "path")
    found = inline(lambda thinking: thinking.region("battle", game, decision.player))
    assert found == checking.regioned(decision)
    some = inline(lambda thinking: thinking.suggest("battle", game, decision.player, 5))
    assert [option.answer for option in some.options] == decision.candidates(5)
    goal = decision.candidates(5)[-1][-2][:3]
    way = inline(lambda thinking: thinking.route("battle", game, decision.player, (), goal))
    assert way == checking.routed(decision, (), goal) and not way.against


def test_aims_are_the_rulesets() -> None:
    game = battle(FIELD)
    go_on(game, lambda d: d.key == "action")
    ask = game.ruleset.aims
    wanted = () if ask is None else ask(game.view(-1), 3)
    assert inline(lambda thinking: thinking.aims("battle", game, -1, 3)) == wanted


def test_a_seat_that_is_not_asked_has_nothing_to_think_about() -> None:
    game = battle()
    assert game.decision is not None
    other = 1 - game.decision.player
    with pytest.raises(WarbookError, match="nothing to decide"):
        inline(lambda thinking: thinking.region("battle", game, other))


def test_a_bot_that_stumbles_says_over_what_and_the_log_where(caplog: pytest.LogCaptureFixture) -> None:
    game = battle()
    with pytest.raises(Stumbled, match="a fault in the bot, not in Warbook: ZeroDivisionError: no more ideas") as told:
        inline(lambda thinking: thinking.bot("battle", game, 0, f"{HERE}:Broken"))
    assert __file__ in caplog.text
    assert __file__ not in str(told.value)
    with pytest.raises(WarbookError, match="no player 'nobody'"):
        inline(lambda thinking: thinking.bot("battle", game, 0, "nobody"))


# ---- the desk --------------------------------------------------------------------------------------------------------


def test_a_desk_asks_for_a_setup_that_it_does_not_know_and_keeps_it() -> None:
    mine, drafts, game = Desk(), Drafts(), battle()
    job = drafts.job("bot", game, 0, battle="x", name="first")
    bare = replace(job, setup=b"")
    assert mine.think(bare).unknown
    first = mine.think(job)
    assert not first.unknown and mine.think(bare) == first


def test_a_draft_is_written_once_for_a_position_and_anew_for_the_next() -> None:
    drafts, game, rng = Drafts(), battle(), Random(1)
    one, two = (drafts.job("region", game, 0) for _ in range(2))
    assert one.state is two.state and one.setup is two.setup
    assert game.decision is not None
    game.choose(game.decision.sample(rng), game.decision.player)
    assert drafts.job("region", game, 0).state != one.state


def test_a_job_costs_the_table_little() -> None:
    """What is done on the event loop: the position as bytes.  Measured 0.05 ms; the bound is for slow machines."""
    drafts, game = Drafts(), battle(FIELD)
    go_on(game, lambda d: len(game.steps) > 30)
    drafts.job("region", game, 0)
    began = time.process_time()
    for _ in range(20):
        drafts._states.clear()
        drafts.job("region", game, 0)
    assert (time.process_time() - began) / 20 < 0.003


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_warms_up_goes_through_everything_that_is_asked_later(scenario: str) -> None:
    done: list[tuple[str, str]] = []

    class Watched(Desk):
        def think(self, job: Job) -> Thought:
            thought = super().think(job)
            if not thought.broke and not thought.refused:
                done.append((job.what, job.name))
            return thought

    warmed = Watched().think(Job("warm", "", b"", b"", b"", -1, name=setup(scenario).ruleset))
    assert warmed == Thought()
    assert {("bot", "first"), ("bot", "greedy"), ("region", "")} <= set(done)
    assert len([what for what, _ in done if what == "bot"]) == desk.WARM_UP


# ---- workers ---------------------------------------------------------------------------------------------------------


def test_a_worker_answers_what_this_process_would() -> None:
    game = battle()
    go_on(game, lambda d: len(game.steps) > 20)
    assert game.decision is not None
    seat = game.decision.player

    async def ask(thinking: Thinking) -> list[Any]:
        answers = [await thinking.bot("battle", game, seat, "uniform") for _ in range(4)]
        return [
            *answers,
            await thinking.bot("battle", game, seat, "greedy"),
            await thinking.aims("battle", game, -1, 2),
        ]

    assert workers(ask) == inline(ask)


def test_a_worker_that_was_killed_is_replaced() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> tuple[int, int]:
        before = (await thinkers.wait_until_ready())[0]
        os.kill(before, signal.SIGKILL)
        assert game.decision is not None
        assert not against(game.decision, await thinkers.bot("battle", game, 0, "first"))
        return before, (await thinkers.wait_until_ready())[0]

    before, after = workers(ask)
    assert before != after


def test_a_job_whose_worker_dies_is_tried_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = battle()
    monkeypatch.setenv("WARBOOK_TEST_WORD", str(tmp_path / "word"))

    async def ask(thinkers: Thinkers) -> Any:
        return await thinkers.bot("battle", game, 0, f"{HERE}:Once")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))
    assert (tmp_path / "word").exists()


def test_a_job_that_kills_every_worker_is_given_up_and_others_go_on() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        with pytest.raises(Stumbled, match="died"):
            await thinkers.bot("battle", game, 0, f"{HERE}:Deadly")
        return await thinkers.bot("battle", game, 0, "first")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))


def test_a_job_that_takes_for_ever_is_given_up_and_its_worker_replaced() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        await thinkers.wait_until_ready()
        await thinkers.bot("battle", game, 0, "first")
        thinkers.patience = 0.3
        with pytest.raises(Stumbled, match="no answer within"):
            await thinkers.bot("battle", game, 0, f"{HERE}:Slow")
        thinkers.patience = 60.0
        return await thinkers.bot("battle", game, 0, "first")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))


def test_who_waits_for_others_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = list[str](), asyncio.Event()

    async def think(worker: Worker, job: Job, patience: float | None) -> Thought:
        begun.append(job.name)
        await go.wait()
        return Thought(job.name)

    monkeypatch.setattr(Worker, "think", think)

    async def ask(thinkers: Thinkers) -> None:
        thinkers.patience = 0.0  # from when a worker begins with it, and that is up to the worker
        asked = [asyncio.create_task(thinkers.bot("battle", battle(), 0, name)) for name in ("one", "two")]
        await asyncio.sleep(0.05)
        assert begun == ["one"]
        go.set()
        assert await asyncio.gather(*asked) == begun == ["one", "two"]

    workers(ask)


def test_a_battles_bots_always_ask_the_same_worker_and_never_the_one_for_people() -> None:
    async def ask(thinkers: Thinkers) -> None:
        bots = {name: thinkers.workers.of_battle(name) for name in map(str, range(40))}
        assert all(thinkers.workers.of_battle(name) is worker for name, worker in bots.items())
        assert len(set(map(id, bots.values()))) == 2
        game = battle()
        await asyncio.gather(*(thinkers.bot(name, game, 0, "first") for name in bots))
        assert len(thinkers.workers.pids) == 2

    workers(ask, 3)


def test_to_get_ready_comes_last_and_takes_no_time_of_a_lone_worker() -> None:
    async def ask(thinkers: Thinkers) -> list[str]:
        done: list[str] = []

        async def noted(word: str, work: Coroutine[Any, Any, Any]) -> None:
            await work
            done.append(word)

        bots = [noted(str(n), thinkers.bot("battle", game, 0, "first")) for n in range(2)]
        await asyncio.gather(bots[0], noted("ready", thinkers.foresee("battle", game, 1, "first")), bots[1])
        return done

    game = battle()
    assert workers(ask, 2) == ["0", "1", "ready"]
    assert workers(ask, 1)[0] == "ready"  # which is done at once, for nothing is done


def test_a_lone_worker_thinks_for_programs_too() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        return await thinkers.bot("battle", game, 0, "first")

    assert game.decision is not None
    assert not against(game.decision, workers(ask, 1))


def test_nobody_waits_for_a_program_that_thinks_for_long() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> None:
        await thinkers.wait_until_ready()
        bot = asyncio.create_task(thinkers.bot("battle", game, 0, f"{HERE}:Slow"))
        await asyncio.sleep(0)  # it asks
        await thinkers.region("battle", game, 0)
        assert not bot.done()
        bot.cancel()

    workers(ask, 2)


def test_who_wants_careful_odds_leaves_the_first_worker_to_others() -> None:
    game = battle()
    assert game.decision is not None
    answer = game.decision.candidates(1)[0]

    async def ask(thinkers: Thinkers) -> None:
        await thinkers.wait_until_ready()
        bot = asyncio.create_task(thinkers.bot("battle", game, 0, f"{HERE}:Slow"))
        await asyncio.sleep(0)  # it has the second
        careful = asyncio.create_task(thinkers.odds("battle", game, 0, answer, thorough=True))
        await asyncio.sleep(0)
        await thinkers.odds("battle", game, 0, answer)
        assert not careful.done()
        bot.cancel()
        careful.cancel()

    workers(ask, 2)


def test_whoever_does_not_wait_any_more_is_not_answered_and_others_are() -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        gone = [asyncio.create_task(thinkers.bot("battle", game, 0, f"{HERE}:Slowish")) for _ in range(3)]
        await asyncio.sleep(0)  # they ask
        for task in gone:
            task.cancel()
        return await thinkers.bot("battle", game, 0, "first")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))


def test_a_setup_goes_to_a_worker_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sent = battle(), list[bool]()
    framed = desk.framed

    def watched(job: Job) -> bytes:
        sent.append(bool(job.setup))
        return framed(job)

    monkeypatch.setattr("warbook.web.workers.framed", watched)

    async def ask(thinkers: Thinkers) -> None:
        for _ in range(3):
            await thinkers.bot("battle", game, 0, "first")

    workers(ask)
    assert sent == [True, False, False]


def test_what_a_bot_prints_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        return await thinkers.bot("battle", game, 0, f"{HERE}:Loud")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))
    assert "thinking aloud" in capfd.readouterr().err


@pytest.mark.parametrize(("name", "words"), [("Stuck", "can be passed on"), ("Unreadable", "can be read")])
def test_an_answer_that_cannot_be_passed_on_or_read_is_the_bots_fault(name: str, words: str) -> None:
    game = battle()

    async def ask(thinkers: Thinkers) -> Any:
        with pytest.raises(Stumbled, match=words):
            async with asyncio.timeout(120):
                await thinkers.bot("battle", game, 0, f"{HERE}:{name}")
        return await thinkers.bot("battle", game, 0, "first")

    assert game.decision is not None
    assert not against(game.decision, workers(ask))


def test_workers_do_not_outlive_the_table() -> None:
    """Killed at any instant, the table leaves no process behind."""
    import subprocess
    import sys

    code = (
        "import asyncio, os, signal\n"
        "from warbook.web.thinking import Thinkers\n"
        "async def main():\n"
        "    print(*await Thinkers(2, warm=False).wait_until_ready(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__': asyncio.run(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    pids = [int(word) for word in ended.stdout.split()]
    assert len(pids) == 2 and not ended.stderr
    until = time.monotonic() + 20
    while time.monotonic() < until and any(map(alive, pids)):
        time.sleep(0.05)
    assert not any(map(alive, pids))


def alive(pid: int) -> bool:
    with suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def test_what_a_person_waits_for_goes_before_programs() -> None:
    game, done = battle(), list[str]()

    async def ask(thinkers: Thinkers) -> None:
        async def one(name: str, work: Coroutine[Any, Any, Any]) -> None:
            await work
            done.append(name)

        bots = [one(f"bot {n}", thinkers.bot("battle", game, 0, f"{HERE}:Slowish")) for n in (1, 2)]
        tasks = [asyncio.create_task(bot) for bot in bots]
        await asyncio.sleep(0)  # they ask
        await asyncio.gather(
            *tasks,
            one("region 1", thinkers.region("battle", game, 0)),
            one("region 2", thinkers.region("battle", game, 0)),
        )

    workers(ask)
    assert done == ["bot 1", "region 1", "region 2", "bot 2"]
