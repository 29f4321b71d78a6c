"""While bots fight, a terminal shows how far they are; a file or a pipe gets nothing of it."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

from warbook.cli import progress

WORDS = ("play", "open-field", "--red", "uniform", "--blue", "uniform", "--seed", "3", "--record", "a.wbr")


def on_a_terminal(*words: str, says: str = "") -> str:
    """What a real process shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "warbook", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    os.write(ours, says.encode())
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            read = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not read:
            break
        shown += read
    assert run.wait(60) == 0, shown.decode(errors="replace")
    return shown.decode(errors="replace")


def test_a_battle_between_bots_shows_where_it_stands() -> None:
    shown = on_a_terminal(*WORDS)
    assert re.search(r"\w+\. \d+ steps?, \d+ s", shown)
    assert Path("a.wbr").exists()


def test_nothing_of_it_goes_into_a_pipe() -> None:
    run = subprocess.run([sys.executable, "-m", "warbook", *WORDS], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert "steps," not in run.stdout


def test_a_person_sees_that_the_bot_is_thinking() -> None:
    words = ("play", "open-field", "--red", "human", "--blue", "uniform", "--seed", "3", "--record", "b.wbr")
    assert "is thinking." in on_a_terminal(*words, says="any 12\nquit\n")


def test_a_game_without_a_tableau_counts_its_steps() -> None:
    from tests.core.toys import WATCH, WATCH_SETUP
    from warbook.core.game import Game

    game = Game(WATCH, WATCH_SETUP)
    assert progress.standing(game, 2.6) == "0 steps, 3 s"
    game.choose(False)
    assert progress.standing(game, 60) == "1 step, 60 s"
