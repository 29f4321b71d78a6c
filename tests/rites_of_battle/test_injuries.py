"""Critical injuries: the roll, and what each of them does, in both tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, at, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.core.play import Play
from warbook.mechanics.charts import chart_pool
from warbook.rulesets.rites_of_battle.attacks import weapons
from warbook.rulesets.rites_of_battle.attacks.weapons import Use
from warbook.rulesets.rites_of_battle.battle import turn
from warbook.rulesets.rites_of_battle.checks import pools
from warbook.rulesets.rites_of_battle.checks.pools import Attempt
from warbook.rulesets.rites_of_battle.checks.requirements import maneuvers_left
from warbook.rulesets.rites_of_battle.events.fighters import InjuryHealed
from warbook.rulesets.rites_of_battle.events.turns import TurnBegan
from warbook.rulesets.rites_of_battle.harm import injuries, wounds
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.records import Check, Model
from warbook.testing import Script

LOWS = {
    "minor-nick": 1, "slowed-down": 6, "sudden-jolt": 11, "distracted": 16, "off-balance": 21, "discouraging-wound": 26,
    "stunned": 31, "stinger": 36, "bowled-over": 41, "head-ringer": 46, "fearsome-wound": 51, "agonizing-wound": 56,
    "slightly-dazed": 61, "scattered-senses": 66, "hamstrung": 71, "overpowered": 76, "winded": 81, "compromised": 86,
    "at-the-brink": 91, "crippled": 96, "maimed": 101, "horrific-injury": 106, "temporarily-lame": 111, "blinded": 116,
    "knocked-senseless": 121, "gruesome-injury": 126, "bleeding-out": 131, "the-end-is-nigh": 141, "dead": 151,
}  # fmt: skip
PERCEPTIVE = {"vigilance", "security", "survival"}
SEVERITIES = dict(zip(LOWS, (1,) * 8 + (2,) * 10 + (3,) * 7 + (4,) * 3 + (0,), strict=True))


def injured(name: str, **more: Any) -> tuple[Any, int, int]:
    """A scene in which a hero without Durable suffers an injury."""
    options, dice = more.pop("options", {}), more.pop("dice", {})
    game, red, blue = scene([at(5, 5, "brute-warlord", **more)], [at(5, 14)], options=options)
    bonus = LOWS[name] - 1 + 20  # against Durable 2
    suffers(game, injuries.inflict, red, 1, bonus, injury=[1], **dice)
    assert name in game.record(red).injuries
    return game, red, blue


def test_the_table_has_its_rows_where_they_are_printed() -> None:
    assert {row.id: row.low for row in catalogue.injuries().values()} == LOWS
    assert {row.id: row.severity for row in catalogue.injuries().values()} == SEVERITIES
    numbers = (-20, 5, 6, 95, 100, 101, 140, 150, 999)
    rows = list(catalogue.injuries())
    assert [rows[chart_pool("injury", catalogue.injuries(), n - 1).reading([1])] for n in numbers] == [
        "minor-nick", "minor-nick", "slowed-down", "at-the-brink", "crippled", "maimed", "bleeding-out",
        "the-end-is-nigh", "dead",
    ]  # fmt: skip


def test_injuries_carried_and_paid_for_make_it_worse_and_durability_better() -> None:
    game, red, _ = scene([at(5, 5, injuries=("stunned", "stunned"))], [at(5, 14)])
    suffers(game, injuries.inflict, red, 3, 20, injury=[30])  # 30 + 20 carried + 20 paid + 20 vicious - 10 durable
    assert game.record(red).injuries[-1] == "overpowered"  # 80


def test_what_is_over_at_once() -> None:
    assert injured("minor-nick")[0].record(0).strain == 1
    assert injured("discouraging-wound")[0].record(0).strain == 2
    game, red, _ = injured("bowled-over")
    assert game.record(red).prone and game.record(red).strain == 1
    game, red, _ = injured("sudden-jolt")
    assert game.record(red).held == () and len(game.record(red).dropped) == 2 - 1
    assert injured("dead")[0].record(0).state == "dead"


def test_what_waits_for_the_next_check_or_the_next_turn() -> None:
    for name, found in (
        ("off-balance", "next-setback"), ("stinger", "next-difficulty"), ("stunned", "staggered"),
        ("distracted", "no-free-maneuver"), ("slowed-down", "slowed"),
    ):  # fmt: skip
        game, red, _ = injured(name)
        assert effects(game, red) == {found: 1}


@pytest.mark.parametrize(
    ("name", "kind", "more"),
    [
        ("agonizing-wound", "difficulty", 1), ("compromised", "difficulty", 1), ("slightly-dazed", "setback", 1),
        ("crippled", "difficulty", 1), ("maimed", "setback", 1), ("head-ringer", "difficulty", 0),
        ("fearsome-wound", "difficulty", 0),
    ],
)  # fmt: skip
def test_what_hinders_its_attacks(name: str, kind: str, more: int) -> None:
    plain, red, blue = scene([at(5, 5, "brute-warlord")], [at(5, 6)])
    hurt, _, _ = injured(name)
    hurt.place(1, 5.5, 6.5)
    before, after = dice_of(plain, red, blue), dice_of(hurt, red, blue)
    assert after.get(kind, 0) == before.get(kind, 0) + more


def test_the_blind_and_those_without_their_wits() -> None:
    game, red, blue = injured("blinded")
    game.place(blue, 5.5, 6.5)
    assert dice_of(game, red, blue) == {"ability": 2, "proficiency": 4, "challenge": 2, "setback": 1}
    game, red, blue = injured("scattered-senses")
    game.place(blue, 5.5, 6.5)
    game.given(blue, prone=True)
    assert "boost" not in dice_of(game, red, blue)


@pytest.mark.parametrize(("most_in", "thrice"), [("vigilance", {"vigilance"}), ("perception", PERCEPTIVE)])
@pytest.mark.parametrize("by", ["perception", "willpower"])
def test_what_blindness_hinders_most(by: str, most_in: str, thrice: set[str]) -> None:
    game, red, _ = injured("blinded", options={"blinded-hinders-most": most_in, "vigilance-by": by})
    for skill in ("vigilance", "security", "survival", "discipline", "medicae"):
        attempt = Attempt(game.play, Model(game.play, red), skill, 4, Check("check", red))
        dice = pools.reckon(attempt).dice
        hard = 3 if skill in thrice else 2
        assert (dice.challenge, dice.difficulty) == (hard, 4 - hard)


def test_limbs_are_the_game_masters_choice() -> None:
    game, red, blue = injured("maimed", held=(1,))
    assert effects(game, red) == {"lost-arm": 1}
    assert "It needs two hands." in weapons.why_not_now(Model(game.play, red), Use(1))
    game, red, blue = scene([at(5, 5, "brute-warlord")], [at(5, 14)], options={"gm": "adversary"})
    script = Script(dice={"injury": [96]}, choices={"limb": "a leg"})
    injuries.inflict(Play(game.state, game.ruleset, game.world, [], script), red, 1, 20)
    assert effects(game, red) == {"crippled-leg": 1}
    game.place(blue, 5.5, 6.5)
    assert dice_of(game, red, blue)["difficulty"] == 2


def test_what_costs_maneuvers_and_actions() -> None:
    for name, action, maneuvers in (
        ("hamstrung", True, 0), ("temporarily-lame", True, 1), ("knocked-senseless", False, 1), ("winded", True, 1),
    ):  # fmt: skip
        game, red, _ = injured(name)
        suffers(game, turn.begin_turn, red)
        me = Model(game.play, red)
        assert maneuvers_left(me) == maneuvers
        assert ("It is staggered: it can take no action." in game.why_not(red, "combat-check")) is not action
        assert me.may_strain(1) is (name != "winded")


def test_the_other_table_is_harder_on_the_lame_and_on_those_at_the_brink() -> None:
    for table, strain in (("eote", 1), ("genesys", 2)):
        game, red, blue = injured("at-the-brink", options={"crit-table": table})
        game.place(blue, 5.5, 6.5)
        game.does(red, "combat-check", at=blue, **{"with": (0, "single", -1)}, check=["-"] * 9)
        assert game.record(red).strain == strain
        game, red, _ = injured("temporarily-lame", options={"crit-table": table})
        assert Model(game.play, red).held_fast is (table == "genesys")


@pytest.mark.parametrize(("acts", "strain"), [(True, 1 + 3), (False, 0)])
def test_to_exchange_the_action_is_to_act_and_costs_strain_where_acting_does_or_it_is_given_up_unused(
    acts: bool, strain: int
) -> None:
    game, red, _ = injured("at-the-brink", options={"exchange-is-an-action": acts})
    affected(game, red, "tormented", amount=3)
    game.activation(red).does("exchange-for-maneuver")
    assert game.record(red).strain == strain
    assert game.state.turn.traded


def test_an_exchange_may_be_the_last_that_somebody_at_the_brink_does() -> None:
    game, red, _ = scene([at(5, 5, strain=15, injuries=("at-the-brink",))], [at(5, 14)])
    assert Model(game.play, red).strain_threshold == 15
    game.activation(red).does("exchange-for-maneuver")
    assert game.record(red).state == "incapacitated"


def test_a_lost_characteristic_comes_back_with_the_healing_of_one_injury_and_not_of_the_other() -> None:
    for name, back in (("horrific-injury", True), ("gruesome-injury", False)):
        game, red, _ = injured(name, dice={"characteristic": [3]})
        me = Model(game.play, red)
        assert me.characteristic("toughness") == 4 and me.soak == 7
        InjuryHealed(red, name).apply(game.state)
        assert Model(game.play, red).characteristic("toughness") == (5 if back else 4)


def test_the_slowed_act_last_in_the_next_round_once() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5)], [at(5, 14)])
    suffers(game, injuries.inflict, reds[0], 1, 15, injury=[1])
    acted: list[int] = []
    for _ in range(9):
        game.goes_on(action="end-turn")
        acted += [event.who for event in game.happened(TurnBegan)]
    one, two = reds
    assert acted[:9] == [one, two, blue, two, blue, one, one, two, blue]


def test_bleeding_costs_a_wound_and_a_strain_each_turn_and_injures_with_every_fifth_wound_beyond() -> None:
    game, red, _ = injured("bleeding-out")
    suffers(game, turn.begin_turn, red)
    assert (game.record(red).wounds, game.record(red).strain) == (1, 1)
    game.given(red, wounds=34, state="incapacitated")
    suffers(game, injuries.bleed, red, injury=[[61], [1]])  # 61 and what is carried would bleed again
    assert game.record(red).injuries.count("bleeding-out") >= 1 and len(game.record(red).injuries) == 2


def test_whoever_bleeds_and_falls_by_far_has_the_injury_of_the_fall_and_those_of_the_bleeding() -> None:
    for taken, injuries_ in ((5, 2), (6, 3)):  # four and five wounds beyond
        game, red, _ = scene([at(5, 5, wounds=15, injuries=("bleeding-out",))], [at(5, 30)])
        suffers(game, wounds.wound, red, taken, injury=[1] * (injuries_ - 1))
        assert len(game.record(red).injuries) == injuries_


def test_one_injury_of_two_to_the_same_limb_is_healed_and_the_other_hinders() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)])
    for _ in range(2):
        suffers(game, injuries.inflict, red, 1, 10, injury=[90 + 6 - 10 * len(game.record(red).injuries)])
    for found in ({"crippled-arm": 1}, {}):
        InjuryHealed(red, "crippled").apply(game.state)
        assert effects(game, red) == found


def test_the_doomed_die_at_the_end_of_the_next_round_unless_they_are_healed() -> None:
    for healed in (False, True):
        game, red, _ = injured("the-end-is-nigh")
        suffers(game, injuries.end_the_doomed)
        assert game.record(red).state == "up"
        if healed:
            InjuryHealed(red, "the-end-is-nigh").apply(game.state)
        game.state.turn = type(game.state.turn)(**{**_fields(game.state.turn), "round": 2})
        suffers(game, injuries.end_the_doomed)
        assert game.record(red).state == ("up" if healed else "dead")


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_whoever_is_overpowered_is_attacked_once_more_with_the_same_dice() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute-warlord")])
    shot = {"with": (0, "single", -1), "spend": ["critical 0 !"]}
    first, second = ["T", "SS", "SS", "-", "-"], ["S", "S", "S", "-", "-"]
    game.does(red, "combat-check", at=blue, **shot, dice={"check": [first, second], "injury": [96]})
    assert "overpowered" in game.record(blue).injuries
    assert game.record(blue).wounds == (9 + 5 - 6) + (9 + 3 - 6)
    assert weapon().damage == 9
