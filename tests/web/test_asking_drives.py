"""Questions about drives in the words of the protocol."""

from __future__ import annotations

import msgspec

from tests.space.test_drives import ALONE, NORTH, drive, legs
from tests.space.test_hulls import hull, standing
from tests.web.test_asking import put
from tests.web.test_asking_units import as_sent
from warbook.core.length import INCH
from warbook.space.drives.met import DriveRules
from warbook.web import checking
from warbook.web.protocol import Asked


def test_a_drive_says_who_goes_from_where_and_how_far() -> None:
    question = put(drive(ALONE))
    assert (question.kind, question.more, question.mover, question.allowance) == ("drive", True, 0, 12 * INCH)
    assert question.origin == (20_000, 15_000, 0) and question.facing
    assert not put(drive(ALONE, DriveRules(turns=0))).facing and put(drive(ALONE, DriveRules())).allowance == -1
    assert msgspec.convert(as_sent(question), Asked) == question


def test_a_point_is_driven_to_and_told_with_what_it_sweeps_and_meets() -> None:
    now = standing(hull(20, 10), (hull(20, 18), 1))
    found = checking.routed(drive(now), as_sent(legs((1, NORTH))), [20_000, 17_000])
    assert found.answer == legs((1, NORTH), (6, NORTH)) and not found.against
    assert found.ends == ((20_000, 11_000, 0, 0, 1), (20_000, 14_000, 0, 0, 1))
    assert found.legs == ('ahead 1"', 'ahead 6", is stopped by truck 1: 3"') and found.length == 7 * INCH
    assert found.touched == (1,) and found.outline is not None and len(found.outline.rings) == 2
    further = checking.routed(drive(now), as_sent(found.answer), [20_000, 25_000])
    assert further.against == ("Truck 1 stops it before that.",) and further.legs[-1] == further.against[0]


def test_what_is_proposed_says_what_it_would_meet() -> None:
    now = standing(hull(20, 10), (hull(20, 18), 1))
    warned = {option.label: option.cautions for option in checking.suggested(None, drive(now), 12).options}  # type: ignore[arg-type]  # no action is asked about
    assert warned["stay"] == () and warned['ahead 12"'] == ("Is stopped by truck 1.",)


def test_what_is_no_drive_is_refused_in_words() -> None:
    nonsense: tuple[object, ...] = ([1], "ahead", [[1, 2, 3, 4]], [[0, 0, 0]])
    for wrong in nonsense:
        assert checking.judged(drive(ALONE), wrong).against
        assert checking.judged(drive(ALONE), wrong).ends == ()
    assert checking.routed(drive(ALONE), [[1, 2]], [0, 0]).against


def test_a_region_and_suggestions_are_given() -> None:
    assert checking.regioned(drive(ALONE)).outline.rings
    for option in checking.suggested(None, drive(ALONE), 4).options:  # type: ignore[arg-type]  # no action is asked about
        assert not drive(ALONE).legal(option.answer) and option.label
