"""The log: where the numbers of rolls come from."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from warbook.core.check import Tally, Target
from warbook.core.events import Event, Noted, Rolled, derivations


class Shoots(Event, frozen=True):
    """Somebody shoots, at a number with its reasons."""

    who: int
    number: Target
    text: ClassVar[str] = "{who} shoots."

    def explains(self) -> dict[str, tuple[str, ...]]:
        return {"hit": self.number.reasons}


def shoots(*because: tuple[str, int]) -> Shoots:
    return Shoots(1, Target(4 - sum(amount for _, amount in because), 4, "aim", because))


def test_a_roll_has_the_reasons_of_the_last_event_that_explains_its_key() -> None:
    events = [shoots(), Rolled("hit", "D6", 3), shoots(("cover", -1)), Rolled("luck", "D6", 1), Rolled("hit", "D6", 5)]
    assert derivations(events) == [(), ("aim 4+",), (), (), ("aim 4+", "-1 cover")]


def test_a_roll_that_gives_its_own_reasons_keeps_them() -> None:
    events = [shoots(), Noted(1, "it squints"), Rolled("hit", "D6", 3, because=("a whim",))]
    assert derivations(events)[-1] == ("a whim",)


def test_a_roll_of_an_old_record_has_no_reasons() -> None:
    old = b'{"type":"Rolled","key":"hit","pool":"D6","value":4,"faces":[4],"why":"To hit"}'
    assert msgspec.json.decode(old, type=Rolled).because == ()


def test_numbers_and_counts_tell_what_they_start_from_and_what_changed_them() -> None:
    because = (("cover", -1), ("aim", 2))
    assert Target(3, 4, "skill", because).reasons == ("skill 4+", "-1 cover", "+2 aim")
    assert str(Target(3, 4, "skill", because)) == "3+ (skill 4+, -1 cover, +2 aim)"
    assert str(Tally(5, 4, "dice", because)) == "5 (dice 4, -1 cover, +2 aim)"
