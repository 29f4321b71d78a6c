"""Bots that break: one raises, one ends its process, one is killed; each in a battle of a certain seed only."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from warbook.players.uniform import Uniform

SEED = 3


class _Broken(Uniform):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.now = seed // 2 == SEED

    def choose(self, play: Any, decision: Any) -> Any:
        if self.now:
            self.broken()
        return super().choose(play, decision)

    def broken(self) -> None:
        raise NotImplementedError


class Raises(_Broken):
    def broken(self) -> None:
        raise ZeroDivisionError("no plan")


class Leaves(_Broken):
    def broken(self) -> None:
        sys.exit(4)


class Killed(_Broken):
    def broken(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Gone(_Broken):
    def broken(self) -> None:
        os._exit(4)


class Chatty(_Broken):
    """It prints, and reads what is typed."""

    def broken(self) -> None:
        print("I am thinking")
        sys.stdin.read()


class Slow(_Broken):
    """Every one of its choices takes a while."""

    def choose(self, play: Any, decision: Any) -> Any:
        import time

        time.sleep(0.03)
        return super().choose(play, decision)
