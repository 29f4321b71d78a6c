"""What the commands ask for that compare a search with a slow one on random positions."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import NamedTuple


class Asked(NamedTuple):
    """How many positions of each kind, from which number on, and of which kinds."""

    positions: int
    first: int
    kinds: list[str]


def asked_for(command: str, purpose: str, kinds: Iterable[str], positions: int) -> Asked:
    """What is asked for on the command line; so many positions of all kinds, unless it says otherwise."""
    every = list(kinds)
    parser = ArgumentParser(prog=f"python -m bench.{command}", description=purpose)
    parser.add_argument("positions", nargs="?", type=int, default=positions, help="how many of each kind (%(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first (%(default)s)")
    parser.add_argument("--kind", action="append", choices=every, dest="kinds", help="only this kind; may be repeated")
    given = parser.parse_args()
    return Asked(given.positions, given.first, given.kinds or every)
