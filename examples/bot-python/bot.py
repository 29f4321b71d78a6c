"""A player for Warbook in Python that speaks its protocol: nothing to install, and no line of Warbook in it.

Lines of JSON come in and go out (docs/protocol.md).  With each question the referee says what may be done; where it
lists nothing, the bot asks for some answers.  It draws one of them, and does nothing only where it can do nothing else.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

Message = dict[str, Any]


class Referee:
    """The other end of the line."""

    def __init__(self) -> None:
        self.number = 0
        self.later: deque[Message] = deque()  # what came while an answer was awaited

    def messages(self) -> Iterator[Message]:
        """What the referee says by itself, as it comes, to the end of the line."""
        while True:
            if self.later:
                yield self.later.popleft()
            elif line := sys.stdin.readline():
                yield json.loads(line)
            else:
                return

    def ask(self, message: Message) -> Message:
        """Send a message, and wait for what answers it: that has the same number."""
        self.number += 1
        print(json.dumps({**message, "n": self.number}), flush=True)
        while line := sys.stdin.readline():
            told: Message = json.loads(line)
            if told.get("re") == self.number:
                return told
            self.later.append(told)
        sys.exit("the referee is gone")


class Bot:
    """Answers questions by chance."""

    def __init__(self, referee: Referee) -> None:
        self.referee, self.random = referee, Random(1)

    def play(self, question: Message) -> None:
        """Answer a question; take the next answer where one is refused."""
        place = {"seat": question["seat"], "at": question["at"]}
        for answer in self.answers(question, place):
            told = self.referee.ask({"type": "choose", **place, "answer": answer})
            if told["type"] == "done" or told.get("stale"):
                return
            print("refused:", *told.get("reasons", []), file=sys.stderr)

    def answers(self, question: Message, place: Message) -> list[Any]:
        """Some answers to a question, the best first."""
        options = question.get("options", [])
        if question["kind"] == "order":
            return [[option["answer"] for option in options]]
        if question["kind"] == "allocate":
            return [allocated(question)]
        if not options:
            options = self.referee.ask({"type": "suggest", **place}).get("options", [])
        self.random.shuffle(options)
        return [option["answer"] for option in sorted(options, key=lambda option: option.get("idle", False))]


def allocated(question: Message) -> list[int]:
    """As much into each bin as it takes, from the first on."""
    left, shares = question["total"], []
    for most in question.get("most") or [left] * len(question["options"]):
        shares.append(min(left, most))
        left -= shares[-1]
    return shares


def main() -> None:
    """Answer each question once, to the end of the battle."""
    referee = Referee()
    bot, answered = Bot(referee), None
    for told in referee.messages():
        if told["type"] == "welcome":
            answered = None  # where a lost line came back, what was asked before is asked again
        elif told["type"] == "fault":
            print("referee:", told["words"], file=sys.stderr)
        elif told["type"] == "position" and told.get("asked"):
            question = told["asked"][0]
            if (question["seat"], question["at"]) != answered:
                answered = (question["seat"], question["at"])
                bot.play(question)


if __name__ == "__main__":
    main()
