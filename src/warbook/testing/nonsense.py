"""Answers that nobody in his right mind would give."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.decision import Decision, against, freeze

ABSURD: tuple[Any, ...] = (
    None,
    "",
    "no such thing",
    -1,
    10**30,
    2.5,
    True,
    (),
    (0,),
    ("", -1),
    (1, 2, 3),
    ((0, 0, 0), (10**9, 0, 0)),
    {"who": 1},
    [[[]]],
)


def nonsense(decision: Decision[Any], rng: Random, some: int = 4) -> list[Any]:
    """A few answers that the decision refuses: absurd ones, and legal ones bent out of shape."""
    legal = decision.sample(rng)
    thought_of = [*rng.sample(ABSURD, some), bent(legal, rng), bent(legal, rng)]
    return [answer for answer in thought_of if against(decision, freeze(answer))]


def bent(answer: Any, rng: Random) -> Any:
    """An answer with something wrong about it, most likely."""
    if isinstance(answer, bool) or answer is None:
        return (answer,)
    if isinstance(answer, int):
        return answer + rng.choice((-100000, -1, 1, 100000))
    if isinstance(answer, str):
        return answer + rng.choice(("x", " ", "\n"))
    if isinstance(answer, tuple) and answer:
        at = rng.randrange(len(answer))
        one_wrong = (*answer[:at], bent(answer[at], rng), *answer[at + 1 :])
        return rng.choice((one_wrong, answer + answer, answer[:at]))
    return str(answer)
