"""Points that the printed rules leave open, in both editions: each is played as every table may settle it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    FLESH,
    OUT,
    SAFE,
    SERIOUS,
    add_vehicle,
    duel,
    fighter,
    fighters_apart,
    low_wall,
    marker,
    piece,
    rolled_keys,
    roof,
    run_rule,
    scene,
)
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.attacks import blasts, rats
from warbook.rulesets.necromunda.attacks.close_combat import blows, parrying
from warbook.rulesets.necromunda.checks import targets
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, RULESET
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import BlastFell, Struck
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.harm.strikes import Hit, Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.vehicles import Driver

BOTH = pytest.mark.parametrize("rules", [RULESET, CLASSIC], ids=lambda rules: rules.id)
FAR = fighter(40, 40)


def as_it_comes(question: Any) -> Any:
    """The first answer to a question of order."""
    return question.candidates(1)[0]


@BOTH
@pytest.mark.parametrize(("strikes", "used"), [(True, "Sword"), (False, "Bare hands")])
def test_with_a_sword_one_strikes_or_only_parries(rules: Any, strikes: bool, used: str) -> None:
    armed = {"weapons": ("sword",)}
    game, red, blue = duel(armed, armed, options={"swords-strike": strikes}, ruleset=rules)
    game.does(red, "fight", dice=[2], react=None)
    assert [event.weapon for event in game.happened(Struck)] == [used]
    assert parrying.blades_with(game.model(blue), "parry") == [(0, 0)]


@BOTH
@pytest.mark.parametrize("found", [True, False])
def test_a_blast_hits_or_spares_whoever_lies_in_cover_from_its_enemy(rules: Any, found: bool) -> None:
    there = [fighter(10, 14, status=Status.PINNED), fighter(11.2, 14.2), fighter(12.4, 14, status=Status.PINNED)]
    options = {"blasts-find-the-hidden": found}
    low = low_wall(8, 13, 10.4)
    game, red, ids = scene(red=[fighter(10, 10)], blue=there, board=low, options=options, ruleset=rules)
    hidden, *others = ids
    assert [targets.lies_in_hiding(game.play, red, who) for who in ids] == [True, False, False]
    caught: list[int] = []
    answers: dict[str, Any] = {"blast.order": as_it_comes}

    def falls(play: Any, by: int) -> None:
        hit = Hit(LIBRARY.weapons["photon-flash-grenades"].profiles[0], by=by, way="blast")
        caught[:] = [each.who for each in blasts.blast_falls(play, hit, (11_200, 14_000, 0)).caught]

    for by, spared in ((red, not found), (-1, False)):  # what nobody has thrown finds everybody
        run_rule(game, falls, by, **answers)
        assert caught == (others if spared else ids)


@BOTH
@pytest.mark.parametrize(("each", "dice"), [(True, 3), (False, 1)])
def test_who_has_no_wounds_left_rolls_for_each_point_of_damage_or_once(rules: Any, each: bool, dice: int) -> None:
    options = {"each-point-injures": each}
    for wounds, rolled in ((0, dice), (2, 2)):
        game, red, _ = scene(red=[fighter(10, 10, wounds=wounds)], blue=[FAR], options=options, ruleset=rules)
        blow = Strike(strength=9, damage=3)
        dealt = (6, *[SERIOUS] * rolled)
        run_rule(game, lambda play, red=red, blow=blow: injury.strike(play, Model(play, red), blow, 1, -1), dice=dealt)
        assert rolled_keys(game).count("injury") == rolled


@BOTH
@pytest.mark.parametrize("needs", [True, False])
def test_who_is_attacked_from_afar_strikes_back_with_what_reaches_or_with_anything(rules: Any, needs: bool) -> None:
    options = {"answers-need-reach": needs}
    game, red, blue = fighters_apart(1.5, {"weapons": ("polearm",)}, options=options, ruleset=rules)
    game.does(red, "fight", dice=[2] if needs else [2, 2], **({} if needs else {"react": blue}))
    assert [event.who for event in game.happened(Struck)] == ([red] if needs else [red, blue])


@BOTH
@pytest.mark.parametrize("crawls", [True, False])
def test_who_burns_and_is_seriously_injured_may_crawl_or_does_nothing_more(rules: Any, crawls: bool) -> None:
    injured = fighter(24, 24, status=Status.SERIOUS, wounds=0, conditions=("blaze",))
    options = {"burning-injured-crawl": crawls}
    game, red, _ = scene(red=[injured], blue=[FAR], options=options, ruleset=rules)
    game.goes_on(activate=red, dice=[1, 2])
    assert "blaze" in game.record(red).conditions
    assert (game.state.turn.actor == red) is crawls


@BOTH
@pytest.mark.parametrize(("add_up", "flesh"), [(True, (1, 2)), (False, (0, 0))])
def test_serious_injuries_beyond_the_first_are_flesh_wounds_or_nothing(
    rules: Any, add_up: bool, flesh: tuple[int, int]
) -> None:
    """Two serious injuries in one hit: of one that stood, and of one that lies injured already."""
    options = {"further-injuries-wound": add_up}
    for (wounds, status), taken in zip(((1, Status.STANDING), (0, Status.SERIOUS)), flesh, strict=True):
        hurt = fighter(10, 10, wounds=wounds, status=status)
        game, red, _ = scene(red=[hurt], blue=[FAR], options=options, ruleset=rules)
        blow, dice = Strike(strength=9, damage=2), (6, SERIOUS, SERIOUS)
        run_rule(game, lambda play, red=red, blow=blow: injury.strike(play, Model(play, red), blow, 1, -1), dice=dice)
        assert (game.record(red).status, game.record(red).flesh) == (Status.SERIOUS, taken)
        assert any("one flesh wound more" in line for line in game.log()) is add_up


def test_the_books_differ_in_what_further_serious_injuries_are_and_grit_knows_it() -> None:
    defaults = [
        {option.name: option.default for option in rules.options}["further-injuries-wound"]
        for rules in (RULESET, CLASSIC)
    ]
    assert defaults == [True, False]
    injured = fighter(10, 10, wounds=0, status=Status.SERIOUS, skills=("true-grit",))
    game, red, _ = scene(red=[injured], blue=[FAR], ruleset=CLASSIC)
    run_rule(
        game,
        lambda play: injury.strike(play, Model(play, red), Strike(strength=9), 1, -1),
        dice=(6, FLESH, SERIOUS),
    )
    assert not game.record(red).flesh, "who lies seriously injured already would rather be so once more"


@BOTH
@pytest.mark.parametrize("after", ["attack", "activation"])
def test_friends_test_their_nerve_after_the_attack_or_after_the_activation(rules: Any, after: str) -> None:
    red = [fighter(10, 10, weapons=("lasgun",))]
    blue = [fighter(10, 16), fighter(11.5, 16, weapons=("autogun",))]
    game, who, (whom, friend) = scene(red=red, blue=blue, options={"nerve-tested-after": after}, ruleset=rules)
    nerve = [6, 6]
    at_once = nerve if after == "attack" else []
    game.does(who, "shoot", target=whom, dice=[6, SAFE, 6, SERIOUS, *at_once])
    assert rolled_keys(game).count("nerve") == len(at_once) // 2 and game.record(whom).status is Status.SERIOUS
    game.does(who, "end-activation", dice=[] if at_once else nerve)
    assert [event.who for event in game.happened(Rolled) if event.key == "nerve"] == ([] if at_once else [friend])


@BOTH
@pytest.mark.parametrize(("spoils", "credits"), [(True, 0), (False, 5)])
def test_what_is_in_a_casket_that_is_shot_open_has_suffered_or_not(rules: Any, spoils: bool, credits: int) -> None:
    """A 2 on the die: as a 1 it is a trap, here a dud."""
    game, red, _ = scene(
        red=[fighter(10, 10.6, weapons=["hotshot-lasgun"])],
        blue=[FAR],
        board=marker("casket", 10, 12, "crate", wounds=1),
        options={"broken-caskets-spoil": spoils},
        ruleset=rules,
    )
    game.does(red, "shoot", at=2, dice=[6, SAFE, 6, 2, 1 if spoils else 5])
    assert game.record(red).credits == credits


@BOTH
@pytest.mark.parametrize(
    ("apart", "by_reach", "number"), [(0, True, 5), (1.5, True, 4), (0, False, 5), (1.5, False, 5)]
)
def test_the_accuracy_of_a_polearm_is_that_for_its_reach_or_one_for_both(
    rules: Any, apart: float, by_reach: bool, number: int
) -> None:
    options = {"accuracy-by-reach": by_reach}
    game, red, blue = fighters_apart(apart, {"weapons": ("polearm",)}, options=options, ruleset=rules)
    attacker = game.model(red)
    bout = blows.Bout(attacker, game.model(blue), blows.weapon_held(attacker, (0, 0)))
    assert blows.hit_number(bout).number == number


@BOTH
@pytest.mark.parametrize(("reach", "floor", "hit"), [(True, 1.5, 1), (True, 1.6, 0), (False, 1.5, 0), (False, 0.5, 1)])
def test_a_blast_reaches_other_floors_or_its_own_alone(rules: Any, reach: bool, floor: float, hit: int) -> None:
    options, ledge = {"blasts-reach-other-floors": reach}, piece("platform", rect=[10, 10, 6, 6], z=floor)
    game, _, blue = scene(red=[FAR], blue=[fighter(10.2, 13, floor)], board=ledge, options=options, ruleset=rules)
    at = (9_000, 13_000, 0)
    assert blasts.beneath(game.play, at, 3 * INCH) == blasts.under_marker(game.play, at, 3 * INCH) == [blue] * hit


@BOTH
@pytest.mark.parametrize(
    ("together", "keys"),
    [
        (True, ["hit", "firepower", "hit", "firepower", "wound", "injury"]),
        (False, ["hit", "firepower", "wound", "injury"]),
    ],
)
def test_two_guns_are_fired_at_once_or_one_after_the_other(rules: Any, together: bool, keys: list[str]) -> None:
    """The first takes its target out, so that there is nothing left for the second."""
    options = {"twin-guns-together": together, "lasting-injuries": False}
    armed = fighter(10, 10, weapons=("stub-gun", "autopistol"))
    game, red, blue = scene(red=[armed], blue=[fighter(10, 15)], options=options, ruleset=rules)
    dice = [6, SAFE, 6, SAFE, 6, OUT] if together else [6, SAFE, 6, OUT]
    game.does(red, "shoot", weapon=((0, 0), (1, 0)), target=blue, dice=dice)
    assert rolled_keys(game) == keys and game.record(blue).status is Status.OUT


# ---- of the classic rules alone --------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [1, 2, 3])
def test_how_much_damage_a_claw_does(damage: int) -> None:
    board = roof(6) + piece("marker", id="old", kind="claw", at=[10, 13, 6])
    below = fighter(8, 13, wounds=4)
    options = {"claw-damage": damage}
    game, red, blue = scene(red=[fighter(11, 13, 6)], blue=[below], board=board, options=options, ruleset=CLASSIC)
    game.does(red, "trigger-claw", dice=[1, 6])
    assert game.record(blue).wounds == 4 - damage


@pytest.mark.parametrize(
    ("at_edges", "spot", "height"), [(True, (20_000, 12_000, 0), 1125), (False, (20_000, 10_000, 0), 2250)]
)
def test_the_weapons_of_a_hull_are_at_its_edges_or_on_its_middle(
    at_edges: bool, spot: tuple[int, int, int], height: int
) -> None:
    game, *_ = scene(red=[FAR], blue=[FAR], options={"hull-weapons-at-edges": at_edges}, ruleset=CLASSIC)
    lorry = add_vehicle(game, 0, 20, 10, profile="tarpaulin", weapons=("heavy-stubber",), sidearms=("stub-gun",))
    driver = Driver(game.play, lorry)
    assert (driver.muzzle(0).spot, driver.eye(0)[2]) == (spot, height)
    assert driver.muzzle(1).spot == (20_000, 12_000, 0), "what is fired by hand is fired out of the front"


@pytest.mark.parametrize(
    ("aimed", "dice", "holes"),
    [
        (False, (), [(10_000, 18_000)]),
        (True, (4,), [(10_000, 18_000)]),
        (True, (3, 6, 2, 360), [(12_000, 18_000)]),  # no hit on the Scatter die: 2" eastwards
        (True, (3, 1, 1, 2), []),  # a misfire, and a dud
        (True, (3, 1, 1, 1), [(10_000, 18_000)]),  # a misfire where the rat is
    ],
)
def test_the_bomb_of_a_rat_goes_off_where_that_is_or_is_aimed(
    aimed: bool, dice: tuple[int, ...], holes: list[tuple[int, int]]
) -> None:
    keeper = fighter(10, 10, weapons=("frag-grenades",), wargear=("bomb-delivery-rats",))
    options = {"rat-bombs-need-no-aim": not aimed}
    game, _, _ = scene(red=[keeper], blue=[FAR], options=options, ruleset=CLASSIC)
    rat = 2
    game.given(rat, there=True, at=game.record(rat).at.moved_to((10_000, 18_000, 0)))
    run_rule(game, rats.go_off, rat, dice=dice)
    assert [(fell.x, fell.y) for fell in game.happened(BlastFell)] == holes and not game.record(rat).there
