"""Memo: a function is run once for the same arguments, as long as what it was asked about is there."""

from __future__ import annotations

from warbook.core.memo import Memo, Memoized


class Hill:
    def __init__(self, height: int) -> None:
        self.height = height
        self.memo: Memo = {}


per_hill: Memoized[Hill] = Memoized(lambda hill: hill.memo)


def test_a_function_is_run_once_for_each_thing_and_all_its_other_arguments() -> None:
    run = []

    @per_hill
    def above(hill: Hill, height: int) -> int:
        run.append((hill.height, height))
        return hill.height - height

    low, high = Hill(1), Hill(5)
    assert [above(low, 1), above(low, 1), above(low, 0), above(high, 1), above(high, 1)] == [0, 0, 1, 4, 4]
    assert run == [(1, 1), (1, 0), (5, 1)]


def test_two_functions_of_one_thing_are_not_taken_for_one_another() -> None:
    @per_hill
    def higher(hill: Hill, by: int) -> int:
        return hill.height + by

    @per_hill
    def lower(hill: Hill, by: int) -> int:
        return hill.height - by

    hill = Hill(5)
    assert (higher(hill, 1), lower(hill, 1)) == (6, 4)


def test_of_large_answers_only_so_many_are_kept() -> None:
    run = []

    @per_hill.at_most(2)
    def above(hill: Hill, height: int) -> int:
        run.append(height)
        return hill.height - height

    hill = Hill(5)
    for height in (1, 2, 1, 2, 3, 1, 3):
        assert above(hill, height) == 5 - height
    assert run == [1, 2, 3, 1]
    (kept,) = hill.memo.values()
    assert sorted(kept) == [(1,), (3,)]


def test_what_somebody_knows_already_is_not_worked_out() -> None:
    @per_hill
    def above(hill: Hill, height: int) -> int:
        raise AssertionError("nobody asked for it")

    hill = Hill(5)
    per_hill.tell(above, 3, hill, 2)
    assert above(hill, 2) == 3
