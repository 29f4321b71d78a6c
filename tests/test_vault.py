"""A game of a few lines with squares and symbols plays like any other: records, seeds, undo, odds, scenes, tables."""

from __future__ import annotations

import json
import re
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.cli.toy import install, run
from tests.core.signs import YELLOW
from tests.odds.brute import brute
from tests.vault import CLOSE, SETUP, VAULT, Guarded, Moved, Struck, find
from warbook.cli.answers import read_answer
from warbook.core.errors import Illegal
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.loading import load_game
from warbook.core.play import Model, Play
from warbook.core.ruleset import Setup
from warbook.core.source import commitment_of
from warbook.core.structs import replace
from warbook.core.verify import verify_record
from warbook.odds.estimate import estimate
from warbook.odds.exact import Exact
from warbook.odds.policy import Policy
from warbook.players.first import First
from warbook.players.greedy import Greedy
from warbook.players.uniform import Uniform
from warbook.sim.battle import Field as Battles
from warbook.testing import Scene, conformance
from warbook.testing.script import Unscripted
from warbook.web.asking import question_of
from warbook.web.checking import judged, regioned, routed
from warbook.web.positions import entries
from warbook.web.welcome import dice_of


def played(seed: int = 5, **more: Any) -> Game:
    """A battle to its end between people who choose at random."""
    game, rng = Game(VAULT, SETUP, seed=seed, **more), Random(seed)
    while game.decision is not None:
        game.choose(game.decision.sample(rng))
    return game


def scene_of(setup: Setup) -> Scene:
    world, state = VAULT.table(VAULT, setup.content)
    return Scene(VAULT, world, state)


def scene() -> Scene:
    return scene_of(CLOSE)


def rolls(game: Game) -> list[Rolled]:
    return [event for step in game.steps for event in step.events if isinstance(event, Rolled)]


def test_it_keeps_the_contract() -> None:
    report = conformance(VAULT, [SETUP, CLOSE], games=4, odds=2)
    assert report.odds > 0


def test_a_record_says_faces_and_symbols_and_verifies() -> None:
    game = next(game for seed in range(40) if rolls(game := played(seed)))
    data = game.save()
    verdict = verify_record(data, find)
    assert verdict.true
    assert verdict.rolls > 0
    rolled = rolls(game)[0]
    assert rolled.faces is not None
    assert (
        rolled.signs
        == tuple((die.name, *die.marks(face)) for die, face in zip((YELLOW, YELLOW), rolled.faces[:2], strict=True))
        + rolled.signs[2:]
    )
    assert b'"signs":[["yellow"' in data
    again = load_game(data, find)
    assert again.save() == data
    assert [event.value for event in rolls(again)] == [event.value for event in rolls(game)]


def test_a_face_that_the_seed_does_not_give_is_found() -> None:
    game = next(game for seed in range(40) if rolls(game := played(seed)))
    data, faces = game.save(), rolls(game)[0].faces
    assert faces is not None
    before = str(faces).replace(" ", "").encode()
    other = str([faces[0] % 12 + 1, *faces[1:]]).replace(" ", "").encode()
    assert not verify_record(data.replace(before, other), find).true


def test_dice_that_nobody_chose_roll_unlike_faces_too() -> None:
    game = Game(VAULT, CLOSE, seed=7, dice="shared", commitment=commitment_of(7))
    game.share(0, "ab" * 32)
    game.share(1, "cd" * 32)
    game.begin_rolling()
    rng = Random(1)
    while game.decision is not None:
        strikes = "strike" if game.decision.key == "action" and "strike" in game.decision else None
        game.choose(strikes or game.decision.sample(rng))
    assert rolls(game)
    assert verify_record(game.save(), find).true


def test_a_strike_has_the_odds_that_its_faces_have() -> None:
    world, start = VAULT.table(VAULT, CLOSE.content)
    start.turn = replace(start.turn, actor=0)
    intent = {"action": "strike", "strike.target": 1, "strike.spend": "harm"}
    face_by_face = partial(brute, seat=0, defender="none", maximise=True, world=world)
    for event in (lambda state: state.records[1].wounds == 0, lambda state: state.records[1].guard == 0):
        tree = Exact(VAULT, world, Policy(0, intent), event)
        assert tree.chance(start) == face_by_face(VAULT, start, intent, event)
        assert tree.runs < 200
        guessed = estimate(VAULT, world, Policy(0, intent), event, lambda rng: start, playouts=400)
        assert guessed.low - 0.05 <= tree.chance(start) <= guessed.high + 0.05


def test_whoever_spends_best_does_at_least_as_well() -> None:
    world, start = VAULT.table(VAULT, CLOSE.content)
    start.turn = replace(start.turn, actor=0)

    def out(state: Any) -> bool:
        return bool(state.records[1].wounds == 0)

    target = {"action": "strike", "strike.target": 1}
    best = Exact(VAULT, world, Policy(0, target, defender="best"), out).chance(start)
    for spent in ("harm", "keep"):
        assert best >= Exact(VAULT, world, Policy(0, {**target, "strike.spend": spent}), out).chance(start)


def test_bots_and_simulations_play_it() -> None:
    field = Battles(VAULT, SETUP)
    for players in ((Uniform(1), Uniform(2)), (Greedy(1), First())):
        assert field.fight(dict(enumerate(players)), seed=3).steps > 0


# ---- scenes ----------------------------------------------------------------------------------------------------------


def test_a_scene_says_what_dice_show() -> None:
    game = scene()
    dice = ["triumph", "SA", "advantage", "blank"]
    game.does(0, "strike", target=1, dice=dice, spend=["harm", "keep"])
    assert game.happened(Struck) == [Struck(1, 2), Struck(1, 1)]
    assert game.log()[0] == (
        "Ash, Strike: yellow (triumph), yellow (success, advantage), green (advantage), purple (blank): a hit, 2 over."
    )


def test_threats_go_to_the_other_side() -> None:
    game = scene()
    game.does(0, "strike", target=1, dice=[1, 1, "blank", "2 threats"])
    assert game.happened(Guarded) == [Guarded(1, 1)]


def test_a_face_that_no_die_has_is_told() -> None:
    with pytest.raises(Unscripted, match=r"a die 'purple' cannot show 'success'; its faces are: blank; failure; 2"):
        scene().does(0, "strike", target=1, dice=[1, 1, 1, "success"])


# ---- squares ---------------------------------------------------------------------------------------------------------


def test_a_move_is_clicked_or_drawn() -> None:
    game = Game(VAULT, SETUP)
    game.choose(0)
    game.choose("move")
    asked = question_of(game, game.decision)  # type: ignore[arg-type]  # somebody is asked
    assert (asked.kind, asked.allowance, asked.unit, asked.origin) == ("path", 4, "squares", (1500, 1500, 0))
    decision: Any = game.decision
    found = routed(decision, (), (1_700, 3_200))
    assert (found.against, found.length) == ((), 3)  # the last step is into the rubble
    assert found.answer == ((1_500, 2_500, 0, 0), (1_500, 3_500, 0, 0))
    assert judged(decision, ((1_500, 2_500, 0, 0), (2_500, 3_500, 0, 0))).legs == ("walk: 1", "walk: 2")
    assert judged(decision, ((7_500, 7_500, 0, 0),)).against == ("No way of at most 4 squares leads there.",)
    assert judged(decision, "north").against
    assert judged(decision, ((99_000, 500, 0, 0),)).against == ("That is not on the grid.",)
    assert regioned(decision).outline.rings
    with pytest.raises(Illegal, match="No way of at most 4 squares leads there"):
        game.choose([[7_500, 7_500, 0, 0]])
    game.choose([[1_600, 3_400, 0, 0]])
    assert game.state.records[0].at.spot == (1_500, 3_500, 0)
    moved = [event for event in game.steps[-1].events if isinstance(event, Moved)]
    assert moved == [Moved(0, 1_500, 3_500)]
    assert verify_record(game.save(), find).true


def test_whoever_comes_next_to_an_enemy_has_to_stop() -> None:
    game = scene()
    asked = game.asks(0, "move")
    assert asked.legal(((1_500, 2_500, 0, 0), (1_500, 3_500, 0, 0))) == ("Next to an enemy it has to stop.",)


# ---- tables ----------------------------------------------------------------------------------------------------------


def test_the_log_of_a_table_has_the_symbols_and_the_welcome_their_drawings() -> None:
    game = next(game for seed in range(40) if rolls(game := played(seed)))
    dice = [entry.dice for entry in entries(game, -1) if entry.dice is not None]
    assert dice[0].signs == rolls(game)[0].signs
    told = {die.name: die for die in dice_of(VAULT)}
    assert [symbol.name for symbol in told["yellow"].symbols] == ["success", "advantage", "triumph"]
    assert (told["yellow"].sides, told["yellow"].colour) == (12, "#f0d732")
    assert told["yellow"].symbols[0].shape == "M12 3 21 21H3z"
    assert all(len(rolled.signs) == len(rolled.faces or ()) >= 4 for rolled in rolls(game))
    assert all(re.fullmatch(r"\w+, Strike[^()]*\.", e.words) for e in entries(game, -1) if e.dice is not None)


def test_an_old_roll_reads_as_it_did() -> None:
    plain = Rolled("hit", "2D6", 7, [3, 4])
    assert plain.sentence(str) == "hit: 2D6 shows 3, 4."
    play = Play(Game(VAULT, SETUP).state, VAULT, None, [])
    assert Model(play, 0).owner == 0


def test_the_pages_of_the_rules_say_what_is_on_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(VAULT, monkeypatch)
    page = " ".join(run("rules", "vault").stdout.split())
    assert "green 8 blank; success (2 times); 2 successes; advantage (2 times); success, advantage;" in page
    (green,) = [die for die in json.loads(run("rules", "vault", "--json").stdout)["dice"] if die["name"] == "green"]
    assert green["faces"][3:5] == ["2 successes", "advantage"]


@pytest.mark.parametrize(("typed", "end"), [("1.5 3.5", (1, 3)), ("0.2 3.9", (0, 3)), ("1.5 2.5, 0.5 3.5", (0, 3))])
def test_a_move_is_typed_at_the_terminal(typed: str, end: tuple[int, int]) -> None:
    asked: Any = scene_of(SETUP).asks(0, "move")
    answer = read_answer(asked, typed, (), ())
    assert asked.legal(answer) == ()
    assert asked.goal(answer)[:2] == end
