"""Saves: every armour, shield, overlay and field, what AP and cover make of them, and what they leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, TOUCH, fighter, numbers_of, scene
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.harm.saves import SURROUNDINGS, HitWay, Incoming, armour_saves, field_for
from warbook.rulesets.necromunda.harm.strikes import Harm, Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

FRONT, BEHIND = (10_000, 5_000), (10_000, 45_000)  # of a fighter of the second side, who looks down the table
NONE = 7


def saved(armour: str | tuple[str, ...], ap: int = 0, way: HitWay = "shot", origin: Any = FRONT, **more: Any) -> int:
    """What the next armour save needs; 7 where there is none."""
    worn = (armour,) if isinstance(armour, str) else armour
    status = more.pop("status", Status.STANDING)
    used = more.pop("used", ())
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=worn, status=status, used=used)])
    numbers = numbers_of(armour_saves(game.model(blue), ap, Incoming(way, origin, **more)))
    return min(NONE, max(2, numbers[0])) if numbers else NONE


def struck(
    game: Any, who: int, blow: Strike, dice: list[int], *, hits: int = 1, way: HitWay = "shot", **answers: Any
) -> Any:
    """Lets a fighter be struck and gives what that did to it."""
    from warbook.core.play import Play
    from warbook.testing.script import Script

    script = Script(dice, answers)
    play: Any = Play(game.state.copy(), game.ruleset, game.world, [], script)
    at = game.record(who).at
    victim = Model(play, who)
    done = injury.strike(play, victim, blow, hits, -1, Incoming(way, (at.x, at.y - 10_000)))
    script.finish()
    game.state, game.events = play.state, play.events
    return done


@pytest.mark.parametrize(
    ("armour", "plain", "blast", "behind"),
    [
        ("flak", 6, 5, 6),
        ("layered-flak", 5, 4, 5),
        ("hardened-flak", 6, 5, 6),
        ("hardened-layered-flak", 5, 4, 5),
        ("mesh", 5, 5, 5),
        ("furnace-plates", 5, 5, 6),
        ("light-carapace", 4, 4, 4),
        ("heavy-carapace", 3, 3, 4),
        ("plate-mail", 5, 5, 6),
        ("armourweave", 5, 5, 5),
        ("reflec", 5, 5, 5),
        ("hazard-suit", 6, 6, 6),
        ("patchwork-cloak", 6, 6, 6),
        ("armoured-undersuit", 6, 6, 6),
        ("armoured-bodyglove", 6, 6, 6),
        ("ceramite-shield", NONE, NONE, NONE),
    ],
)
def test_each_armour_saves_as_printed(armour: str, plain: int, blast: int, behind: int) -> None:
    if armour == "ceramite-shield":
        assert saved(("mesh", armour)) == 3 and saved(("mesh", armour), origin=BEHIND) == 5
        return
    assert (saved(armour), saved(armour, way="blast"), saved(armour, origin=BEHIND)) == (plain, blast, behind)


def test_ap_worsens_the_save_and_past_six_there_is_none() -> None:
    assert saved("mesh", -1) == 6
    assert saved("mesh", -2) == NONE
    assert saved("light-carapace", 1) == 3  # a club
    assert saved((), 0) == NONE


def test_hardened_flak_counts_ap_one_less_but_never_none() -> None:
    assert saved("hardened-layered-flak", -1) == 6
    assert saved("hardened-layered-flak", -2) == 6
    assert saved("hardened-layered-flak", -3) == NONE


def test_armourweave_always_leaves_a_six() -> None:
    assert saved("armourweave", -1) == 6 and saved("armourweave", -4) == 6


@pytest.mark.parametrize(("family", "number"), [("las", 5), ("plasma", 5), ("melta", 5), ("bolt", NONE)])
def test_reflec_ignores_the_ap_of_beams(family: str, number: int) -> None:
    assert saved("reflec", -3, family=family) == number


def test_a_cloak_helps_against_the_surroundings() -> None:
    assert saved("patchwork-cloak", way="environment", origin=None) == 5
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, 0, armour=["patchwork-cloak"], wounds=2)])
    victim = game.model(blue)
    assert numbers_of(injury.mark_of(victim, Strike(3), SURROUNDINGS).saves) == (5,)
    assert not injury.mark_of(victim, Strike(3), SURROUNDINGS).dodge


@pytest.mark.parametrize(("hidden", "number"), [(0, NONE), (1, 6), (12, 6), (13, 5), (25, 5)])
def test_cover_is_armour_against_blasts_and_flames_alone(hidden: int, number: int) -> None:
    assert saved((), way="blast", hidden=hidden) == number
    assert saved((), way="template", hidden=hidden) == number
    assert saved((), way="shot", hidden=hidden) == NONE


def test_cover_improves_what_is_worn_and_no_save_is_better_than_two() -> None:
    assert saved("layered-flak", way="blast", hidden=13) == 2
    assert saved(("light-carapace", "ceramite-shield"), way="blast", hidden=13) == 2


def test_shields_help_from_the_front_and_a_ceramite_one_only_on_its_feet() -> None:
    assert saved(("mesh", "assault-shield"), way="melee") == 3
    assert saved(("mesh", "energy-shield")) == 4
    assert saved(("mesh", "energy-shield"), origin=BEHIND) == 5
    assert saved(("mesh", "ceramite-shield")) == 3
    assert saved(("mesh", "ceramite-shield"), status=Status.PINNED) == 5


def test_an_undersuit_adds_to_armour() -> None:
    assert saved(("mesh", "armoured-undersuit")) == 4


# ---- ablative --------------------------------------------------------------------------------------------------------


def test_an_ablative_overlay_wears_off_with_the_saves_that_are_rolled() -> None:
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["mesh", "ablative-overlay"], wounds=3)])
    victim = game.model(blue)
    assert numbers_of(armour_saves(victim, 0, Incoming("shot", FRONT))) == (3, 4, 5)
    struck(game, blue, Strike(4, 0, 1), [3, 3, 3, 4, 3, 4], hits=3)  # saved on 3+, on 4+, and not on 5+
    assert game.record(blue).wounds == 2
    assert numbers_of(armour_saves(game.model(blue), 0, Incoming("shot", FRONT))) == (5,)
    struck(game, blue, Strike(4, 0, 1), [3, 4])
    assert game.record(blue).wounds == 1


def test_an_overlay_that_has_saved_once_has_one_more_in_it() -> None:
    used = ("ablative-overlay",)
    assert saved(("mesh", "ablative-overlay"), used=used) == 4
    assert saved(("mesh", "ablative-overlay"), used=used * 2) == 5


# ---- natural ones ----------------------------------------------------------------------------------------------------


def test_a_natural_one_never_saves() -> None:
    game, _, blue = scene(
        red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["heavy-carapace", "assault-shield"], wounds=2)]
    )
    struck(game, blue, Strike(4, 2, 1), [6, 1], way="melee")
    assert game.record(blue).wounds == 1


# ---- fields ----------------------------------------------------------------------------------------------------------


def test_nothing_modifies_a_field() -> None:
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["refractor-field"], wounds=2)])
    struck(game, blue, Strike(9, -4, 1), [2, 5, 2])  # wounded, saved, the field holds
    assert game.record(blue).wounds == 2
    struck(game, blue, Strike(9, -4, 1), [2, 4])
    assert game.record(blue).wounds == 1


def test_a_refractor_field_that_saves_may_burn_out_and_then_armour_is_all_there_is() -> None:
    worn = ["light-carapace", "refractor-field"]
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=worn, wounds=2)])
    dice = [4, 5, 1, 4, 4]  # wounded, saved by the field, which goes; wounded, saved by the armour
    struck(game, blue, Strike(4, 0, 1), dice, hits=2, save="refractor-field")
    assert game.record(blue).wounds == 2 and "refractor-field" in game.record(blue).used
    assert field_for(game.model(blue), Incoming("shot", FRONT)) is None


def test_only_one_save_may_be_tried_and_its_player_says_which() -> None:
    worn = ["light-carapace", "refractor-field"]
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=worn, wounds=3)])
    struck(game, blue, Strike(4, 0, 1), [4, 4], save="armour")
    assert game.record(blue).wounds == 3
    struck(game, blue, Strike(4, 0, 1), [4, 4], save="refractor-field")
    assert game.record(blue).wounds == 2


def test_where_armour_cannot_save_the_field_does_without_a_question() -> None:
    worn = ["mesh", "refractor-field"]
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=worn, wounds=2)])
    through = Strike(4, -2, 1)
    struck(game, blue, through, [4, 6, 6])
    assert game.record(blue).wounds == 2


def test_a_conversion_field_blinds_whoever_is_near_friend_or_foe() -> None:
    game, red, (blue, near, far) = scene(
        red=[fighter(10, 21.5)],
        blue=[fighter(10, 25, armour=["conversion-field"]), fighter(12, 25), fighter(10, 33)],
    )
    struck(game, blue, Strike(4, 0, 1), [4, 5, 6, 1])  # wounded, stopped; red keeps its sight, the friend does not
    assert game.record(near).conditions == ("blind",) and not game.record(near).ready
    assert game.record(red).conditions == game.record(far).conditions == game.record(blue).conditions == ()


def test_a_displacer_field_throws_its_wearer_as_far_as_the_hit_was_strong() -> None:
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["displacer-field"])])
    before = game.record(blue).at
    struck(game, blue, Strike(5, -3, 2), [3, 4, 90])
    at = game.record(blue).at
    assert abs((at.x - before.x) ** 2 + (at.y - before.y) ** 2 - (5 * INCH) ** 2) < INCH
    assert game.record(blue).wounds == 1 and game.record(blue).status is Status.STANDING


def test_a_holo_projector_saves_from_plain_shots_until_it_fails_once() -> None:
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["holo-projector"], wounds=5)])
    for way in ("melee", "blast", "template"):
        assert field_for(game.model(blue), Incoming(way, FRONT)) is None
    struck(game, blue, Strike(4, 0, 1), [4, 4])
    assert game.record(blue).wounds == 5
    struck(game, blue, Strike(4, 0, 1), [4, 3, 4], hits=2)  # it fails, and the second hit meets nothing
    assert game.record(blue).wounds == 3
    struck(game, blue, Strike(4, 0, 1), [4])
    assert game.record(blue).wounds == 2


def test_gas_passes_every_save_and_what_a_field_did_is_no_harm() -> None:
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["refractor-field"])])
    struck(game, blue, Strike(None, 0, None, frozenset({"gas"})), [6, 3])
    assert game.record(blue).status is Status.SERIOUS
    game, _, blue = scene(red=[fighter(10, 5)], blue=[fighter(10, 25, armour=["refractor-field"])])
    done = struck(game, blue, Strike(4, 0, 1), [4, 6, 1])
    assert done == Harm() and not [e for e in game.events if isinstance(e, Rolled) and e.key == "injury"]


def test_a_blunt_weapon_gives_nobody_a_save_who_wears_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["maul"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})])
    game.does(red, "fight", weapons=((0, 0),), dice=[6, 6], react=None)  # to hit, to wound, and no save
    assert game.record(blue).wounds == 1


@pytest.mark.parametrize(
    ("armour", "needed"), [(["flak", "assault-shield"], 5), (["flak", "ceramite-shield"], 4), (["heavy-carapace"], 3)]
)
def test_a_shield_is_up_until_its_bearer_goes_down(armour: list[str], needed: int) -> None:
    for facing, number in (((0, -1), needed), ((0, 1), 4 if "heavy-carapace" in armour else 6)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20, armour=armour, wounds=3, facing=facing)]
        )
        game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 1])
        assert f"Save, {number}+" in " ".join(game.log())


def test_who_lies_pinned_already_has_no_front() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["lasgun"])],
        blue=[fighter(10, 20, armour=["heavy-carapace"], wounds=3, status=Status.PINNED)],
    )
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 1])
    assert "Save, 4+" in " ".join(game.log())
