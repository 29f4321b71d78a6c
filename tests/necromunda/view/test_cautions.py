"""What is told of a weapon, a target or a reaction before it is chosen: it cannot reach, it may hit a friend."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, fighter, gate, scene, spot
from warbook.core.decision import Decision
from warbook.core.events import Event
from warbook.rulesets.necromunda.checks.aiming import POINT
from warbook.rulesets.necromunda.events.fighters import Pinned, Unreadied
from warbook.rulesets.necromunda.events.rounds import Acted, Declared
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.world import Play
from warbook.rulesets.necromunda.view.sightings import aims
from warbook.testing import Unscripted


def said(question: Decision[Any]) -> dict[str, tuple[str, ...]]:
    """Every option by its label, and what is said of it."""
    return {question.label(answer): question.cautions(answer) for answer in question.candidates(20)}


def test_a_target_out_of_range_says_so() -> None:
    game, red, (near, far) = scene(red=[fighter(10, 2, weapons=["lasgun"])], blue=[fighter(10, 12), fighter(12, 40)])
    question = game.asks(red, "shoot")
    assert said(question) == {game.world.names[near]: (), game.world.names[far]: ("out of range",)}


def test_a_target_beside_whom_a_friend_stands_says_that_a_miss_may_hit_it() -> None:
    game, (red, friend), (one, other) = scene(
        red=[fighter(10, 2, weapons=["lasgun"]), fighter(10.8, 8)], blue=[fighter(10, 14), fighter(3, 14)]
    )
    assert said(game.asks(red, "shoot")) == {
        game.world.names[one]: (f"a miss may hit {game.world.names[friend]}",),
        game.world.names[other]: (),
    }
    game.does(red, "shoot", target=one, dice=[1, 2, 1, 1])
    assert "A stray shot: D6 on 1-3 shows 1: it hits." in game.log()


def test_a_blast_that_would_cover_a_friend_says_so() -> None:
    game, (red, friend), (one, other) = scene(
        red=[fighter(10, 2, weapons=["frag-grenades"]), fighter(11, 7.5)], blue=[fighter(10, 8), fighter(5, 8)]
    )
    assert said(game.asks(red, "shoot")) == {
        game.world.names[one]: (f"covers {game.world.names[friend]}",),
        game.world.names[other]: (),
        "a point on the table": (),
    }


def test_a_weapon_with_which_nobody_is_in_range_says_so() -> None:
    game, red, _ = scene(red=[fighter(10, 2, weapons=["lasgun", "stub-gun"])], blue=[fighter(10, 19)])
    found = said(game.asks(red, "shoot"))
    assert [found[label] for label in sorted(found) if "and" not in label] == [(), ("nothing in sight is in range",)]


@pytest.mark.parametrize(("y", "caution"), [(20, ()), (44, ("out of range",))])
def test_a_watcher_that_cannot_reach_says_so(y: float, caution: tuple[str, ...]) -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun"], "facing": (0, -1)}
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, y, **watch)])
    question = game.asks(red, "move")
    assert question.cautions(("overwatch", blue)) == caution
    assert question.cautions(None) == ()


def test_a_charge_that_cannot_get_there_says_so() -> None:
    game, red, (near, far) = scene(red=[fighter(10, 10)], blue=[fighter(10, 16), fighter(10, 30)])
    assert said(game.asks(red, "charge")) == {game.world.names[near]: (), game.world.names[far]: ("out of reach",)}


def test_where_nothing_is_measured_beforehand_nothing_is_said() -> None:
    game, red, _ = scene(
        red=[fighter(10, 2, weapons=["lasgun"])], blue=[fighter(10, 12), fighter(12, 40)], options={"premeasure": False}
    )
    assert not any(said(game.asks(red, "shoot")).values())
    assert not any(said(game.asks(red, "charge")).values())


def test_a_question_of_an_attack_says_whose_it_is_and_with_what() -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun", "autogun"], "facing": (0, -1)}
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 20, **watch)])
    assert game.asks(red, "move", overwatch=blue).attack == (blue, "")
    game, red, _ = scene(red=[fighter(10, 2, weapons=["lasgun"])], blue=[fighter(10, 12), fighter(12, 14)])
    assert game.asks(red, "shoot").attack == (red, "Lasgun")
    assert "Lasgun" in {aim.weapon for aim in aims(game.play, red)}


def test_what_is_hit_by_itself_is_not_missed() -> None:
    game, (red, _), _ = scene(
        red=[fighter(10, 5, weapons=["lasgun"]), fighter(10.8, 7.5)], blue=[fighter(40, 40)], board=gate()
    )
    question = game.asks(red, "shoot")
    door = next(answer for answer in question.candidates(20) if question.label(answer) == "the gate")
    assert (question.notes(door), question.cautions(door)) == (("hits automatically",), ())


@pytest.mark.parametrize(("y", "told"), [(20, True), (12.6, False)])
def test_a_blast_that_falls_short_of_its_target_says_so(y: float, told: bool) -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 2, weapons=["frag-grenades"]), fighter(10.9, 10.5)], blue=[fighter(10, y)]
    )
    covers = f"covers {game.world.names[friend]}"
    assert game.asks(red, "shoot").cautions(blue) == (("out of range", covers) if told else (covers,))


def test_a_point_or_a_direction_that_covers_a_friend_says_so() -> None:
    game, (red, friend), _ = scene(
        red=[fighter(10, 2, weapons=["frag-grenades"]), fighter(11, 8)], blue=[fighter(30, 30)]
    )
    question = game.asks(red, "shoot", target=POINT)
    covers = (f"covers {game.world.names[friend]}",)
    assert (question.cautions(spot(11, 8)[:3]), question.cautions(spot(6, 8)[:3])) == (covers, ())
    game, (red, friend), _ = scene(red=[fighter(10, 2, weapons=["flamer"]), fighter(11, 7)], blue=[fighter(10, 6)])
    question = game.asks(red, "shoot")
    covers = (f"covers {game.world.names[friend]}",)
    assert (question.cautions((0, 1)), question.cautions((-1, 1))) == (covers, ())


def test_a_shot_that_may_fly_on_says_whom_it_may_hit() -> None:
    game, (red, friend), (one, other) = scene(
        red=[fighter(10, 10, weapons=["harpoon-launcher"]), fighter(10, 17)], blue=[fighter(10, 14), fighter(14, 14)]
    )
    question = game.asks(red, "shoot")
    assert question.cautions(one) == (f"may fly on and hit {game.world.names[friend]}",)
    assert question.cautions(other) == ()


def test_each_gun_of_a_pair_is_told_with_what_two_of_them_cost() -> None:
    game, red, blue = scene(red=[fighter(10, 2, weapons=["autopistol", "laspistol"])], blue=[fighter(10, 10)])
    pair = next(answer for answer in game.asks(red, "shoot").candidates(9) if isinstance(answer[0], tuple))
    question = game.asks(red, "shoot", weapon=[pair])
    assert [note.partition(" (")[0] for note in question.notes(blue)] == [
        "Autopistol: hits on 5+",
        "Laspistol: hits on 4+",
        "needs no test",
    ]
    game, red, blue = scene(red=[fighter(10, 2, weapons=["plasma-pistol", "stub-gun"])], blue=[fighter(10, 30)])
    assert game.asks(red, "shoot", weapon=[((0, 0), (1, 0))]).cautions(blue) == ("out of range",)


@pytest.mark.parametrize(
    ("weapon", "status", "gap", "caution"),
    [
        ("whip", Status.STANDING, 9.0, ()),
        ("whip", Status.STANDING, 11.2, ("out of reach",)),
        ("fighting-knife", Status.STANDING, 9.0, ("out of reach",)),
        ("fighting-knife", Status.SERIOUS, 9.0, ()),
        ("fighting-knife", Status.SERIOUS, 9.2, ("out of reach",)),
    ],
)
def test_a_charge_need_not_touch_whom_it_can_strike_or_finish_off(
    weapon: str, status: Status, gap: float, caution: tuple[str, ...]
) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, 10 + gap + 0.984, status=status)]
    )
    question = game.asks(red, "charge")
    assert question.cautions(blue) == caution
    reached = "its charge does not get there" if caution else "at its best its charge ends within reach of it"
    assert question.notes(blue) == (reached,)
    with nullcontext() if caution else pytest.raises(Unscripted):  # a fight, or the question what follows
        game.does(red, "charge", target=blue, facing=(0, 1), dice=[3])


def test_a_shot_that_drink_may_turn_on_a_friend_says_so() -> None:
    shooter = fighter(10, 10, weapons=["lasgun"], black_eel=2)
    game, (red, friend), (aimed, other) = scene(red=[shooter, fighter(14, 18)], blue=[fighter(10, 18), fighter(30, 18)])
    question = game.asks(red, "shoot")
    assert question.cautions(aimed) == (f"drink may turn it on {game.world.names[friend]}",)
    assert question.cautions(other) == ()
    game.does(red, "shoot", target=aimed, dice=[1, 6, SAFE, 1])  # the first of the two it may go to
    assert [e.who for e in game.happened(Pinned)] == [friend]


def test_so_does_an_answer_that_drink_may_turn_on_a_friend() -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "facing": (0, -1), "black_eel": 2}
    for weapons, told in ((["lasgun"], True), (["flamer"], False)):
        watcher = fighter(10, 16, weapons=weapons, **watch)
        game, red, (blue, friend) = scene(red=[fighter(10, 10)], blue=[watcher, fighter(14, 12)])
        caution = (f"drink may turn it on {game.world.names[friend]}",) if told else ()
        assert game.asks(red, "move").cautions(("overwatch", blue)) == caution


def test_a_sober_shot_or_one_that_may_not_be_measured_says_nothing_of_drink() -> None:
    for options, swigs in (({}, 0), ({"premeasure": False}, 2)):
        game, (red, _), (aimed, _) = scene(
            red=[fighter(10, 10, weapons=["lasgun"], black_eel=swigs), fighter(14, 18)],
            blue=[fighter(10, 18), fighter(30, 18)],
            options=options,
        )
        assert game.asks(red, "shoot").cautions(aimed) == ()


def test_an_answer_with_a_weapon_that_may_hit_a_friend_says_so() -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun", "stub-gun"], "facing": (0, -1)}
    game, red, (watcher, friend) = scene(red=[fighter(10, 10)], blue=[fighter(10, 24, **watch), fighter(10.8, 16)])
    assert not any(said(game.asks(red, "move")).values())  # not of both weapons
    question = game.asks(red, "move", overwatch=watcher)
    assert said(question) == {
        "Lasgun": (f"a miss may hit {game.world.names[friend]}",),
        "Stub gun": ("out of range",),
    }


# ---- whose attack it is ----------------------------------------------------------------------------------------------


def test_who_parries_or_strikes_back_is_shown_who_attacks() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"])], blue=[fighter(10, 10.984, weapons=["sword"])]
    )
    assert game.asks(red, "fight", dice=[4]).attack == (red, "")
    assert game.asks(red, "fight", dice=[4, 2], parry=None).key == "fight.react"
    assert game.asks(red, "fight", dice=[4, 2], parry=None).attack == (red, "")


def test_how_many_dice_a_gun_has_is_asked_about_that_gun() -> None:
    game, red, blue = scene(red=[fighter(10, 2, weapons=["storm-bolter"])], blue=[fighter(10, 8)])
    question = game.asks(red, "shoot", target=blue)
    assert (question.key, question.attack) == ("firepower", (red, "Storm bolter"))


def test_who_would_strike_at_one_who_gets_away_is_told_its_test() -> None:
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 10.984)])
    question = game.asks(red, "retreat", dice=[6])
    assert (question.key, question.attack) == ("leave.react", (red, ""))
    assert question.notes(blue)[0].startswith("Initiative test, ")
    assert question.notes(None) == ()


# ---- the lines of an attack ------------------------------------------------------------------------------------------


def in_the_middle(game: Any, who: int, *events: Event) -> Play:
    """A model acts, and so much has happened in its action."""
    play = Play(game.poised(who), game.ruleset, game.world, [])
    for event in events:
        event.apply(play.state)
        play.events.append(event)
    return play


def needs(play: Play, who: int) -> dict[tuple[str, int], tuple[str, tuple[str, ...]]]:
    """The lines of a model, by weapon and target: the number, and what speaks against it."""
    return {(aim.weapon, aim.target): (aim.needs, aim.against) for aim in aims(play, who)}


def test_a_watchers_lines_are_those_of_its_shot() -> None:
    weapons = ["lasgun", "autogun", "heavy-stubber"]
    watcher = fighter(10, 20, skills=["overwatch"], weapons=weapons, facing=(0, -1))
    game, (red, other), blue = scene(red=[fighter(10, 10), fighter(14, 12)], blue=[watcher])
    assert {target for _, target in needs(game.play, blue)} == {red, other}
    play = in_the_middle(game, red, Declared(red, "move"), Unreadied(blue))
    lines = needs(play, blue)
    assert {target for _, target in lines} == {red}
    assert lines["Lasgun", red][1] == ()
    assert lines["Heavy stubber", red][1] == ("It takes two actions: it is not fired out of turn.",)


def test_the_lines_of_a_shot_on_the_run_have_its_number() -> None:
    shooter = fighter(10, 2, weapons=["lasgun"], skills=["hip-shooting"])
    game, red, blue = scene(red=[shooter], blue=[fighter(10, 12)])
    plain = needs(in_the_middle(game, red), red)["Lasgun", blue][0]
    running = needs(in_the_middle(game, red, Declared(red, "run-and-gun")), red)["Lasgun", blue][0]
    assert int(running[0]) == int(plain[0]) + 1


def test_the_line_of_a_pair_of_guns_has_the_numbers_of_both() -> None:
    guns = ["autopistol", "laspistol"]
    for skills, told in (((), "5+ and 4+"), (("gunfighter",), "4+ and 3+")):
        game, red, blue = scene(red=[fighter(10, 2, weapons=guns, skills=skills)], blue=[fighter(10, 10)])
        lines = needs(in_the_middle(game, red), red)
        assert lines["Autopistol and Laspistol", blue] == (told, ())
        assert (lines["Autopistol", blue][0], lines["Laspistol", blue][0]) == ("4+", "3+")
    game, red, blue = scene(red=[fighter(10, 2, weapons=guns)], blue=[fighter(10, 10)])
    pair = next(answer for answer in game.asks(red, "shoot").candidates(9) if isinstance(answer[0], tuple))
    assert game.asks(red, "shoot", weapon=[pair]).attack == (red, "Autopistol and Laspistol")
    [line] = [aim for aim in aims(in_the_middle(game, red), red) if " and " in aim.weapon]
    assert {"Autopistol: -1 two guns", "Laspistol: -1 two guns"} <= set(line.because)


def test_flames_and_blasts_may_be_laid_anywhere() -> None:
    weapons = ["lasgun", "flamer", "frag-grenades"]
    game, red, _ = scene(red=[fighter(10, 2, weapons=weapons)], blue=[fighter(10, 40)])
    assert said(game.asks(red, "shoot")) == {
        "Lasgun": ("nothing in sight is in range",),
        "Flamer": (),
        "Frag grenades": (),
    }


def test_a_pair_of_guns_of_which_one_reaches_something_needs_no_caution() -> None:
    for y, said_of_it in ((17, ()), (30, ("nothing in sight is in range",))):
        game, red, blue = scene(red=[fighter(10, 2, weapons=["relic-boltgun", "stub-gun"])], blue=[fighter(10, y)])
        assert game.asks(red, "shoot").cautions(((0, 0), (1, 0))) == said_of_it


def test_the_line_of_a_pair_says_which_of_them_does_not_reach() -> None:
    game, red, blue = scene(red=[fighter(10, 2, weapons=["relic-boltgun", "stub-gun"])], blue=[fighter(10, 17)])
    pair = next(answer for answer in game.asks(red, "shoot").candidates(9) if isinstance(answer[0], tuple))
    assert game.asks(red, "shoot", weapon=[pair]).cautions(blue) == ("Stub gun: out of range",)
    line = next(aim for aim in aims(in_the_middle(game, red), red) if " and " in aim.weapon)
    assert line.against == ("Stub gun: It is out of range.",) and line.needs.startswith("Relic boltgun")


def test_the_last_action_for_an_unwieldy_gun_speaks_not_against_the_shot_that_is_being_made() -> None:
    game, red, blue = scene(red=[fighter(10, 2, weapons=["heavy-stubber"])], blue=[fighter(10, 12)])
    spent = in_the_middle(game, red, Acted(red, "aim", 1))
    assert needs(spent, red)["Heavy stubber", blue][1] == ("It is unwieldy: shooting it takes two actions.",)
    begun = in_the_middle(game, red, Acted(red, "shoot", 1), Declared(red, "shoot"))
    assert needs(begun, red)["Heavy stubber", blue][1] == ()
    chosen = in_the_middle(game, red, Acted(red, "shoot", 1), Declared(red, "shoot"), Acted(red, "shoot", 1))
    assert needs(chosen, red)["Heavy stubber", blue][1] == ()
