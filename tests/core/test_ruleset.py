"""Rulesets: options, house rules, actions, checks, effects and lengths."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toys import (
    CRYPT,
    CRYPT_SETUP,
    PARRY,
    STRIKE,
    WATCH,
    WATCH_SETUP,
    Gloated,
    Guard,
    Wounded,
    alert,
    gloat,
    on_its_feet,
    watch_table,
)
from warbook.core import structs
from warbook.core.action import Requirement, requirement
from warbook.core.check import Modifier, tally, target
from warbook.core.effect import has_effect, total_effect
from warbook.core.errors import WarbookError, nearest
from warbook.core.events import EffectBegan, EffectsEnded, Event, Noted, Rolled
from warbook.core.game import Game
from warbook.core.length import INCH, about, inches, root_up, spot, written
from warbook.core.option import Option
from warbook.core.play import Model, Play
from warbook.core.reaction import Windows
from warbook.core.state import Effect, Placement


def test_options_have_their_defaults_until_a_table_chooses() -> None:
    assert WATCH.chosen == {"weather": "dry"}
    wet = WATCH.having({"weather": "wet"})
    assert wet.chosen == {"weather": "wet"}
    assert WATCH.chosen == {"weather": "dry"}
    assert Game(WATCH, structs.replace(WATCH_SETUP, options={"weather": "wet"})).play.option["weather"] == "wet"


@pytest.mark.parametrize("asked", [lambda option: option["wether"], lambda option: option.get("wether")])
def test_a_rule_that_asks_for_an_option_that_there_is_not_is_told_so(asked: Callable[[Any], Any]) -> None:
    play = Game(WATCH, WATCH_SETUP).play
    with pytest.raises(WarbookError, match=r"option 'wether' \(did you mean 'weather'\?\); found weather"):
        asked(play.option)
    assert play.option.get("weather") == play.option["weather"] == "dry"


def test_a_house_rule_adds_no_flag_to_the_options() -> None:
    with pytest.raises(WarbookError, match=r"watch has no option 'stormy'; it has weather"):
        replace(WATCH, chosen={**WATCH.chosen, "stormy": True})


@pytest.mark.parametrize("entry", ["strike", "parry"])
def test_a_sentence_is_no_requirement(entry: str) -> None:
    sentences: Any = (on_its_feet, "It must be ready.")
    said = rf"watch: '{entry}', requires\[1\]: found 'It must be ready.'; wanted a Requirement, as @requirement\("
    changes: dict[str, dict[str, Any]] = {
        "strike": {"actions": (structs.replace(STRIKE, requires=sentences),)},
        "parry": {"windows": {Wounded: Windows(before=(structs.replace(PARRY, requires=sentences),))}},
    }
    with pytest.raises(WarbookError, match=said):
        replace(WATCH, **changes[entry])


def test_a_house_rule_is_told_which_action_or_modifiers_there_are_not() -> None:
    with pytest.raises(WarbookError, match=r"watch has no action 'strik' \(did you mean 'strike'\?\); found strike"):
        WATCH.replacing(structs.replace(STRIKE, id="strik"))
    with pytest.raises(WarbookError, match="watch has no modifiers of 'hitting'; found "):
        WATCH.with_modifier("hitting", Modifier("wind", lambda shot: -1, "house rule"))


@pytest.mark.parametrize(
    ("options", "rules", "said"),
    [
        ({"wether": "wet"}, (), r"watch has no option 'wether' \(did you mean 'weather'\?\)"),
        ({"weather": "hail"}, (), "option weather of watch: found 'hail'; wanted one of dry, wet"),
        ({}, ("lasy",), r"watch has no house rule 'lasy' \(did you mean 'lazy'\?\); it has lazy"),
    ],
)
def test_what_a_ruleset_does_not_know_is_refused_with_the_nearest_name(
    options: dict[str, Any], rules: tuple[str, ...], said: str
) -> None:
    with pytest.raises(WarbookError, match=said):
        WATCH.having(options, rules)
    with pytest.raises(WarbookError, match=said):
        Game(WATCH, structs.replace(WATCH_SETUP, options=options, house_rules=rules))


def test_a_house_rule_is_a_patch_that_leaves_the_ruleset_alone_and_is_applied_once() -> None:
    lazy = WATCH.having(house_rules=("lazy",))
    assert lazy.action["strike"].summary == "Hit somebody some time." != WATCH.action["strike"].summary
    assert lazy.patched == ("lazy",)
    assert lazy.having(house_rules=("lazy",)).patched == ("lazy",)


def test_a_house_rule_adds_to_what_an_event_leads_to_and_takes_from_it() -> None:
    def boast(play: Any, wounded: Wounded) -> None:
        play.happen(Gloated(wounded.by))

    boasting = WATCH.leading_to(Wounded, boast)
    assert boasting.follows == {Wounded: (boast,)}
    assert boasting.hooks[Wounded].after == WATCH.windows[Wounded].after
    assert boasting.without(Wounded, boast).follows == {Wounded: ()}
    assert not WATCH.follows
    with pytest.raises(WarbookError, match="in watch, boast does not follow from Gloated; found nothing"):
        boasting.without(Gloated, boast)


def test_a_house_rule_puts_one_consequence_in_place_of_another() -> None:
    def boast(play: Any, wounded: Wounded) -> None:
        play.happen(Gloated(wounded.by))

    def groan(play: Any, wounded: Wounded) -> None:
        play.happen(Gloated(wounded.who))

    def laugh(play: Any, wounded: Wounded) -> None:
        play.happen(Gloated(wounded.by))

    boasting = WATCH.leading_to(Wounded, boast, laugh)
    assert boasting.putting(Wounded, groan, in_place_of=boast).follows == {Wounded: (groan, laugh)}
    assert boasting.follows == {Wounded: (boast, laugh)}
    with pytest.raises(WarbookError, match="groan does not follow from Wounded; found boast, laugh"):
        boasting.putting(Wounded, boast, in_place_of=groan)


def test_a_house_rule_adds_a_modifier_to_those_of_a_kind_of_roll() -> None:
    first, second = Modifier("high ground", lambda who: 1, ""), Modifier("mud", lambda who: -1, "")
    rules = replace(WATCH, modifiers={"parry": (first,), "strike": ()})
    assert rules.with_modifier("parry", second).modifiers == {"parry": (first, second), "strike": ()}
    assert rules.modifiers["parry"] == (first,)


@pytest.mark.parametrize(
    "changes",
    [
        {"actions": (STRIKE, STRIKE)},
        {"steps": (gloat, gloat)},
        {"options": (Option("x", 1, (1,), "", ""), Option("x", 2, (2,), "", ""))},
        {"house_rules": WATCH.house_rules * 2},
        {"events": WATCH.events[:1] * 2},
        {"records": WATCH.records * 2},
        {"turns": WATCH.turns * 2},
    ],
)
def test_a_ruleset_does_not_list_a_name_twice(changes: dict[str, Any]) -> None:
    with pytest.raises(WarbookError, match="twice; records could not tell them apart"):
        replace(WATCH, **changes)


def test_an_event_is_not_called_as_one_of_every_game() -> None:
    class Begun(Event, frozen=True):
        pass

    with pytest.raises(WarbookError, match="lists the event 'Begun' twice, one of which every game has"):
        replace(WATCH, events=(*WATCH.events, Begun))


def test_reactions_and_steps_are_found_by_name() -> None:
    assert set(WATCH.reactions) == {"parry", "shout", "taunt", "retort"}
    assert WATCH.step["gloat"] is gloat


def test_a_masked_position_is_a_copy_and_masking_again_shows_no_less() -> None:
    state = Game(CRYPT, CRYPT_SETUP, advance=False).state
    masked = CRYPT.masked(state, 1)
    assert masked.records[2].worth == 0
    assert state.records[2].worth == 5
    assert CRYPT.masked(masked, 1) == masked
    assert CRYPT.masked(state, 0) == state


# ---- actions ---------------------------------------------------------------------------------------------------------


def handle(**changes: Any) -> Model[Guard]:
    state = watch_table(WATCH, {"guards": 1})[1]
    state.put(structs.replace(state.records[0], **changes))
    return Model(Play(state, WATCH, None, []), 0)


def test_an_action_gives_every_reason_against_it() -> None:
    assert STRIKE.allowed(handle())
    assert STRIKE.why_not(handle()) == ()
    tired = handle(wounds=2, alert=False)
    assert not STRIKE.allowed(tired)
    assert STRIKE.why_not(tired) == ("It must be on its feet.", "It has used its wits this turn.")


def test_a_requirement_may_say_more_and_never_says_nothing() -> None:
    always: Requirement[int] = requirement("No.")(lambda n: True if n > 2 else "It needs 3." if n else "")
    assert [always.against(n) for n in (3, 1, 0)] == ["", "It needs 3.", "No."]
    assert alert.reason == "It has used its wits this turn."


def test_a_handle_is_always_current() -> None:
    guard = handle()
    play = guard.play
    play.state.put(structs.replace(guard.record, wounds=1))
    assert guard.record.wounds == 1
    assert guard.owner == 0
    assert guard == Model(play, 0)
    assert hash(guard) == hash(Model(play, 0))
    assert guard != Model(play, 1)


# ---- checks ----------------------------------------------------------------------------------------------------------


def test_a_target_carries_every_reason_for_its_number() -> None:
    modifiers = (
        Modifier("in cover", lambda s: -1 if "cover" in s else 0),
        Modifier("aimed", lambda s: 1 if "aim" in s else 0),
        Modifier("far", lambda s: -2 if "far" in s else 0),
    )
    found = target("BS", 4, modifiers, {"cover", "far"})
    assert (found.number, found.because) == (7, (("in cover", -1), ("far", -2)))
    assert str(found) == "7+ (BS 4+, -1 in cover, -2 far)"
    assert target("BS", 4, modifiers, set()).because == ()


def test_a_tally_carries_every_reason_for_its_count() -> None:
    modifiers = (
        Modifier("a second weapon", lambda s: 1 if "second" in s else 0),
        Modifier("tired", lambda s: -2 if "tired" in s else 0),
    )
    found = tally("attacks", 3, modifiers, {"second", "tired"})
    assert (found.number, found.because) == (2, (("a second weapon", 1), ("tired", -2)))
    assert str(found) == "2 (attacks 3, +1 a second weapon, -2 tired)"
    assert tally("attacks", 3, modifiers, set()).because == ()


# ---- effects ---------------------------------------------------------------------------------------------------------


def test_effects_last_until_their_moment() -> None:
    play = handle().play
    for effect in (Effect("slow", 0, "round", -1), Effect("slow", 0, "activation", -2), Effect("slow", 1, "round", -4)):
        play.happen(EffectBegan(effect))
    state = play.state
    assert has_effect(state, 0, "slow")
    assert not has_effect(state, 0, "fast")
    assert total_effect(state, 0, "slow") == -3
    play.happen(EffectsEnded("round", who=1))
    assert not has_effect(state, 1, "slow")
    assert total_effect(state, 0, "slow") == -3
    play.happen(EffectsEnded("round"))
    assert state.effects == (Effect("slow", 0, "activation", -2),)


def test_bookkeeping_is_not_read_out() -> None:
    assert EffectsEnded("round").sentence(str) == ""
    assert Noted(3, "it stumbles").sentence(lambda who: f"#{who}") == "#3: it stumbles."
    assert Rolled("k", "D6", 4).sentence(str) == "k: D6 shows 4."


# ---- state and length ------------------------------------------------------------------------------------------------


def test_a_copy_of_a_position_is_its_own() -> None:
    state = watch_table(WATCH, {"guards": 2})[1]
    other = state.copy()
    other.put(structs.replace(other.records[0], wounds=1))
    assert state.records[0].wounds == 0
    assert state != other
    assert state.key() != other.key()


def test_what_is_derived_is_amended_only_by_a_new_placement() -> None:
    class Derivation:
        def __init__(self, seen: tuple[int, ...] = ()) -> None:
            self.seen = seen

        def after(self, record: Any) -> "Derivation":
            return Derivation((*self.seen, record.id))

    state = watch_table(WATCH, {"guards": 2})[1]
    state.derived = Derivation()
    copy = state.copy()
    copy.put(structs.replace(copy.records[1], wounds=1))
    assert copy.derived.seen == ()
    copy.put(structs.replace(copy.records[1], at=Placement(5, 5)))
    assert copy.derived.seen == (1,)
    assert state.derived.seen == ()


def test_lengths_are_whole_thousandths() -> None:
    assert inches(2.5) == 2500
    assert inches(0.1) == 100
    assert INCH == 1000
    assert written(2500) == '2.5"'
    assert written(3000) == '3"'
    assert written(10) == '0.01"'


def test_the_log_says_lengths_to_the_tenth_of_an_inch() -> None:
    assert [about(length) for length in (2540, 2960, 3000, 40, -40, 0)] == ['2.5"', '3"', '3"', '0"', '0"', '0"']
    assert spot(18630, 4000, 3000) == '(18.6", 4"), 3" up'
    assert spot(18630, 4000) == '(18.6", 4")'


@given(st.integers(0, 10**14))
def test_a_root_is_rounded_up(square: int) -> None:
    root = root_up(square)
    assert root * root >= square
    assert root == 0 or (root - 1) ** 2 < square


def test_the_nearest_name_is_suggested_only_where_it_is_near() -> None:
    assert nearest("chrage", ["charge", "move"]) == " (did you mean 'charge'?)"
    assert nearest("xyzzy", ["charge", "move"]) == ""
