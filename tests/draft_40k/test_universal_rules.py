"""Rules of models, in close combat, in tests of morale and in moves: each is shown by one that has it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row, with_rules
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.battle import turn
from warbook.rulesets.draft_40k.checks.leadership import passes
from warbook.rulesets.draft_40k.checks.striking import attacks_of, blows_need
from warbook.rulesets.draft_40k.movement.breaking_off import BreaksOff
from warbook.rulesets.draft_40k.records.state import Deed
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Placed, model

TOUCHING = 11.005


def locked(us: list[Placed], them: list[Placed], charged: str = "us", **turn: Any) -> Field:
    """Two units in combat, the charge of one of which is being fought."""
    game = field(us, them, phase="assault", **turn)
    ids = {name: game.unit(name) for name in ("us", "them")}
    for name, other in (("us", "them"), ("them", "us")):
        done: tuple[Deed, ...] = ("charged",) if name == charged else ()
        game.state.put(replace(game.squad(name), locked=(ids[other],), done=done))
    return game


def unit_of(game: Field, name: str) -> Unit:
    """A unit of a scene."""
    return Unit(game.play, game.unit(name))


# ---- the assault phase -----------------------------------------------------------------------------------------------


def test_every_combat_is_fought_before_the_assault_phase_is_over() -> None:
    game = locked(row(1, 10, 10, "militia", "us"), row(1, 10, TOUCHING, "militia", "them"))
    us = unit_of(game, "us")
    assert turn.forced(game.play, [us.id])
    assert turn.against_leaving(us) == ("Its combat must be fought.",)
    game.does(us.id, "assault", dice=[1, 1, 1])
    assert not turn.forced(game.play, [us.id])


def counters(charged: str, dice: list[int]) -> Field:
    """A ram rider (Leadership 8, four attacks and one for claws and a pistol) fights a keeper; nobody hits."""
    us = [model(10, 10, "keeper", squad="us", name="us 1")]
    game = locked(us, [model(10, 11.255, "ram-rider", squad="them", name="them 1")], charged)
    game.does(game.unit("us"), "assault", dice=dice)
    return game


def test_who_is_charged_and_counters_has_one_attack_more() -> None:
    """Both strike at Initiative 4, the keeper with one attack and one for its charge; 4 + 4 is Leadership 8: six."""
    game = counters("us", [4, 4, *[1] * 2, *[1] * 6])
    assert game.squad("them").has("countered")


@pytest.mark.parametrize(("charged", "dice"), [("us", [4, 5]), ("", [])])
def test_who_fails_the_test_or_was_not_charged_has_not(charged: str, dice: list[int]) -> None:
    game = counters(charged, [*dice, *[1] * (1 + bool(charged)), *[1] * 5])
    assert not game.squad("them").has("countered")


def test_a_pair_of_scything_limbs_rolls_all_misses_again_and_one_the_ones() -> None:
    game = field([model(10, 10, "mere-bull", name="us")], row(1, 10, 20, "militia", "them"))
    us, them = unit_of(game, "us"), unit_of(game, "them")
    assert (blows_need(us, 0, them).again, blows_need(us, 0, them).only_ones) == (4, False)
    kit = game.world.kits[0]
    game.world = replace(game.world, kits=(replace(kit, blades=kit.blades[:1]), *game.world.kits[1:]))
    us, them = unit_of(game, "us"), unit_of(game, "them")
    assert (blows_need(us, 0, them).again, blows_need(us, 0, them).only_ones) == (4, True)


def test_only_the_ones_are_rolled_again() -> None:
    """Five attacks on the charge: of 1, 3, 4, 3, 3 the 1 is rolled again and misses; one hits and wounds, and the only
    one of them falls who had struck before, at Initiative 3 like the charge."""
    us = [model(10, 10, "mere-bull", squad="us", name="us")]
    game = locked(us, row(1, 10, 11.705, "militia", "them"), "us")
    kit = game.world.kits[0]
    game.world = replace(game.world, kits=(replace(kit, blades=kit.blades[:1]), *game.world.kits[1:]))
    assert attacks_of(unit_of(game, "us"), (0,), unit_of(game, "them")).dice == 5
    game.does(game.unit("us"), "assault", dice=[1, 3, 4, 3, 3, 3, 2, 1])
    assert game.squad("them").where == "gone"


# ---- force weapons ---------------------------------------------------------------------------------------------------


def forced(dice: list[int], uses: Any = True, **answers: Any) -> Field:
    """A reader (Weapon Skill 5, Strength 4, Initiative 4, three attacks with a pistol, Leadership 10) strikes a mere
    bull of four wounds and Toughness 6 (Initiative 1): the first blow hits and wounds, its four hit nobody."""
    us = [model(10, 10, "lamp-reader", squad="us", name="us")]
    game = locked(us, [model(10, 11.705, "mere-bull", squad="them", name="them")], "")
    script: Any = {} if uses is None else {"force": uses}
    game.does(game.unit("us"), "assault", dice=[*dice], **script, **answers)
    return game


MISSES = [1, 1, 1, 1, 1, 1, 1, 1]
SAVED = 3
"""It does not give way for having lost the fight, and saves the wound that this would cost."""


def test_a_force_weapon_kills_outright_whom_it_wounds_by_a_psychic_test() -> None:
    game = forced([3, 1, 1, 6, 4, 6])
    assert game.squad("them").where == "gone"
    assert game.squad("us").has("won")


def test_who_fails_the_test_or_does_not_use_it_takes_one_wound() -> None:
    game = forced([3, 1, 1, 6, 5, 6, *MISSES, SAVED])
    assert game.state.records[1].wounds == 3
    game = forced([3, 1, 1, 6, *MISSES, SAVED], uses=False)
    assert game.state.records[1].wounds == 3


# ---- hit and run -----------------------------------------------------------------------------------------------------


def hit_and_run(dice: list[int], **answers: Any) -> Field:
    """The end of an assault phase: militia (Initiative 3) who know it are locked with others."""
    game = locked(row(2, 20, 20, "militia", "us"), row(2, 20, 21.005, "militia", "them"))
    with_rules(game, "us", hit_and_run=1)
    for name in ("us", "them"):
        game.state.put(replace(game.squad(name), done=("fought",)))
    game.goes_on(dice=dice, **answers)
    return game


def test_who_passes_a_test_of_initiative_leaves_its_fight_straight_by_3d6_inches() -> None:
    away: Any = tuple(((20_000 + 1_600 * n, 11_000, 0, 0),) for n in range(2))
    game = hit_and_run([3, 3, 3, 3], **{"break-off": [True, away]})
    assert game.squad("us").locked == game.squad("them").locked == ()
    assert [game.state.records[id].at.y for id in (0, 1)] == [11 * INCH] * 2


@pytest.mark.parametrize("dice", [[4], [6]])
def test_who_fails_it_stays(dice: list[int]) -> None:
    assert hit_and_run(dice, **{"break-off": True}).squad("us").locked


def test_nobody_has_to_break_off() -> None:
    assert hit_and_run([], **{"break-off": False}).squad("us").locked


def test_breaking_off_goes_straight_and_into_contact_with_nobody() -> None:
    game = locked(row(2, 20, 20, "militia", "us"), [*row(2, 20, 21.005, "militia", "them"), model(20, 12, "militia")])
    question = BreaksOff(game.play, unit_of(game, "us"), 9 * INCH)
    other = ((21_600, 11_000, 0, 0),)
    assert question.is_legal((((20_000, 13_100, 0, 0),), ((21_600, 13_100, 0, 0),)))
    bent = ((20_000, 16_000, 0, 0), (19_000, 14_000, 0, 0))
    assert any("straight" in reason for reason in question.legal((bent, other)))
    touching = ((20_000, 13_005, 0, 0),)
    assert any("contact" in reason for reason in question.legal((touching, ((21_600, 13_005, 0, 0),))))
    proposal = question.proposal()
    assert proposal is not None
    assert question.is_legal(proposal)


# ---- combat tactics --------------------------------------------------------------------------------------------------


def stands(yields: Any, dice: list[int], occasion: Any = "losses") -> bool:
    """Whether militia with combat tactics stand."""
    game = with_rules(field(row(3, 10, 10, "militia", "us"), row(3, 10, 40, "militia", "them")), "us", combat_tactics=1)
    found: list[bool] = []
    script: Any = {} if yields is None else {"yield": yields}
    game.runs(lambda play: found.append(passes(play, Unit(play, game.unit("us")), occasion)), dice=dice, **script)
    return found[0]


def test_who_has_combat_tactics_may_fail_a_check_of_morale_without_dice() -> None:
    assert stands(True, []) is False
    assert stands(False, [3, 3]) is True
    assert stands(None, [3, 3], "pinning") is True, "that is no check of morale"
    assert stands(None, [3, 3], "rally") is True


# ---- rage ------------------------------------------------------------------------------------------------------------


def raging(*blue: Placed, **words: Any) -> Field:
    """Militia who rage, some way from somebody."""
    return with_rules(field(row(2, 20, 10, "militia", "us", **words), list(blue)), "us", rage=1)


def test_who_rages_goes_as_fast_as_it_can_at_the_nearest_whom_it_sees() -> None:
    game = raging(*row(1, 20, 30, "militia", "them"), *row(1, 30, 45, "militia", "others"))
    us = unit_of(game, "us")
    assert game.allowed(us.id) == ["surge"]
    assert game.why_not(us.id, "advance") == ("It rages: it must go as fast as it can.",)
    assert turn.against_leaving(us) == ("It rages: it must go on.",)
    question: Any = game.asks(us.id, "surge")
    assert not question.is_legal(question.stay)
    aside = tuple(((x, 10_000, 0, 0),) for x in (32_000, 33_600))
    assert question.legal(aside) == ("It rages: it has to go as near to its prey as it comes.",)
    ahead = tuple(((x, 22_000, 0, 0),) for x in (20_000, 21_600))
    assert question.is_legal(ahead)
    assert question.is_legal(question.candidates(1)[0])


def test_who_rages_charges_the_nearest_alone_and_who_sees_nobody_is_free() -> None:
    game = raging(*row(1, 20, 15, "militia", "them"), *row(1, 20, 18, "militia", "others"))
    us = game.unit("us")
    assert list(game.asks(us, "charge").candidates(9)) == [game.unit("them")]
    wall = "[[wall]]\npoints = [[0, 20], [48, 20]]\nheight = 9\n"
    hidden = field(row(2, 20, 10, "militia", "us"), row(1, 20, 30, "militia", "them"), board=wall)
    assert "advance" in with_rules(hidden, "us", rage=1).allowed(hidden.unit("us"))


# ---- assault ramps ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("carrier", "may"), [("great-ark", True), ("pilgrim-carrier", False)])
def test_who_gets_out_of_one_with_a_ramp_may_charge_after_it_has_moved(carrier: str, may: bool) -> None:
    riders = row(2, 40, 2, "keeper", "us", unit={"where": "aboard", "aboard": 2})
    tank = model(20, 20, carrier, squad="ark", name="ark", unit={"mode": "advance", "done": ["moved"]})
    game = field([*riders, tank], row(2, 20, 8, "militia", "them"))
    game.does(game.unit("us"), "disembark", disembark=game.asks(game.unit("us"), "disembark").candidates(1)[0])
    assert ("charge" in game.allowed(game.unit("us"))) is may
    assert "advance" not in game.allowed(game.unit("us"))
