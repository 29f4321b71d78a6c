"""Scenes of any ruleset without its internals, and activations that go on."""

import os
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.core.toys import WATCH, watch_table
from tests.testing.test_scene import WatchScene
from warbook.core.errors import BadData, WarbookError
from warbook.core.length import INCH
from warbook.core.ruleset import Ruleset
from warbook.core.state import Body, Placement, Posture
from warbook.mechanics.cast import Role
from warbook.testing import Mismatch, Scene, leg, model, piece, spot, way


def test_who_looks_nowhere_does_so_in_a_scene_and_others_face_the_other_side() -> None:
    nowhere = Body(id=0, owner=1, profile="", at=Placement(0, 0, 0, 0, 0))
    ahead = Body(id=0, owner=1, profile="", at=Placement(0, 0))
    role = Role(0, 1, "Pim", (1000, 2000, 0), None, {})
    facings = [(at.fx, at.fy) for at in (role.put(nowhere).at, role.put(ahead).at)]
    assert facings == [(0, 0), (0, -INCH)]


def test_a_piece_of_a_board_is_toml_whatever_is_said_of_it() -> None:
    facts = {"name": 'Zoë\'s \U0001f30a "wall"', "line": [1, 2.5], "open": True, "more": {"a": 1}}
    assert tomllib.loads(piece("wall", **facts)) == {"wall": [facts]}


def test_who_is_off_the_table_is_put_on_its_feet() -> None:
    away = Body(id=0, owner=0, profile="", at=Placement(0, 0, posture=Posture.AWAY))
    down = Body(id=0, owner=0, profile="", at=Placement(0, 0, posture=Posture.DOWN))
    role = Role(0, 0, "Pim", (1000, 2000, 0), None, {})
    assert (role.put(away).at.posture, role.put(down).at.posture) == (Posture.UP, Posture.DOWN)


# ---- scenes ----------------------------------------------------------------------------------------------------------


def test_a_scene_of_necromunda_needs_no_word_of_its_code() -> None:
    game, red, blue = Scene.of(
        "necromunda-2023",
        red=[model(10, 10, "dipper", weapons=["fighting-knife"])],
        blue=[model(10, 20, "dipper", wounds=2, facing=(1, 0), name="Pim"), model(20, 20, "dipper", status="pinned")],
        board=piece("wall", line=[4, 15, 8, 15], height=3),
        round=2,
    )
    assert (game.at(red), game.at(blue[0])) == ((10, 10, 0), (10, 20, 0))
    assert game.record("Pim").wounds == 2
    assert (game.record(red).at.fy, game.record(blue[0]).at.fx) == (INCH, INCH)
    assert game.record(blue[1]).at.posture < game.record(blue[0]).at.posture
    assert len(game.world.board.walls) == 1
    assert game.state.turn.round == 2
    game.does(red, "move", path=way(leg(10, 12), face=(0, 1)))
    assert game.at(red) == (10, 12, 0)
    assert "shoot" not in game.allowed(red)


def test_a_scene_of_gangfight_needs_no_word_of_its_code() -> None:
    game, red, blue, civilian, walker = Scene.of(
        "gangfight",
        red=[model(10, 10, "human-regular", weapons=["longbow"], ap=2)],
        blue=[model(10, 25, "human-hero", perks=["counter-strike"], leader=True)],
        others={-1: [model(30, 30, "civilian")], 2: [model(40, 40, "barrow-walker")]},
        options={"dodge-adds": "saves"},
    )
    game.does(red, "fire", at=blue, passing=True, hit=[1, 1, 1, 1])
    assert game.left(red) == 1
    assert game.record(civilian).owner == 1
    assert game.record(walker).owner == 2
    assert game.ruleset.chosen["dodge-adds"] == "saves"


def test_a_scene_of_the_example_needs_no_word_of_its_code(tideline: Ruleset) -> None:
    game, red, blue = Scene.of(
        "tideline", red=[model(4, 12, "bosun", name="Marrow")], blue=[model(10, 12, "bosun", done=True)]
    )
    game.does("Marrow", "charge", at=blue, stand_and_shoot=None, reach=[1], mine=[6], theirs=[1])
    assert game.gap(red, blue) == 0
    game.place(blue, 20, 12)
    assert game.at(blue) == (20, 12, 0)
    assert game.why_not(red, "fight") == ("It must have a foe in contact.",)


def test_a_side_without_models_is_left_out() -> None:
    game, red = Scene.of("necromunda-2023", red=[model(10, 10, "dipper")])
    assert game.at(red) == (10, 10, 0)


def test_a_battle_begins_as_it_is_shipped(tideline: Ruleset) -> None:
    game = Scene.battle("tideline", "low-water", options={"rounds": 4})
    assert game.record("Old Marrow").at.spot == spot(4, 12)
    assert game.state.turn.rounds == 4
    game.goes_on(activate="Tansy", action="hold")
    assert game.record("Tansy").done


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"wonds": 1}, r"dipper at 10, 10.wonds: found a word that is not known here \(did you mean 'wounds'\?\)"),
        ({"weapons": ["autogum"]}, r"dipper at 10, 10.weapons: found 'autogum'"),
        ({"weapons": 3}, r"dipper at 10, 10.weapons: found 3; wanted a list"),
        ({"status": "pined"}, r"dipper at 10, 10.status: found 'pined' \(did you mean 'pinned'\?\); wanted 'standing'"),
        ({"wounds": "one"}, r"dipper at 10, 10.wounds: found 'one'; wanted a whole number"),
        ({"conditions": [3]}, r"dipper at 10, 10.conditions\[1\]: found 3; wanted text in quotes"),
        ({"profile": "diper"}, r"found 'diper' \(did you mean 'dipper'\?\); wanted a fighter's profile"),
    ],
)
def test_a_word_about_a_model_that_the_game_does_not_know_is_refused(wrong: dict[str, Any], says: str) -> None:
    words = {"profile": "dipper", **wrong}
    with pytest.raises(BadData, match=says):
        Scene.of("necromunda-2023", red=[model(10, 10, words.pop("profile"), name="dipper at 10, 10", **words)])


def test_other_mistakes_in_a_scene_say_what_would_be_right() -> None:
    with pytest.raises(WarbookError, match=r"turn of necromunda-2023 has no field 'rond' \(did you mean 'round'\?\)"):
        Scene.of("necromunda-2023", red=[model(10, 10, "dipper")], rond=2)
    with pytest.raises(BadData, match="wall"):
        Scene.of("necromunda-2023", red=[model(10, 10, "dipper")], board=piece("wall", lime=[1, 2, 3, 4]))
    with pytest.raises(WarbookError, match=r"watch does not say how a scene is laid out; wanted Ruleset.scene"):
        Scene.of(WATCH, red=[model(1, 1)])
    with pytest.raises(WarbookError, match="watch ships no scenarios"):
        Scene.battle(WATCH)


def test_a_board_may_be_given_whole_or_with_zones_of_its_own() -> None:
    whole = 'kind = "board"\nid = "yard"\ntitle = "A yard"\nsize = [24, 24]\n'
    for text in (whole, whole.replace(" = ", "=")):
        game, _ = Scene.of("necromunda-2023", red=[model(10, 10, "dipper")], board=text)
        assert (game.world.board.width, game.world.board.zones) == (24 * INCH, ())
    game, _ = Scene.of(
        "necromunda-2023", [model(10, 10, "dipper")], board=piece("deployment", name="a", rect=[0, 0, 9, 9])
    )
    assert [zone.name for zone in game.world.board.zones] == ["a"]
    game, _ = Scene.of("necromunda-2023", [model(10, 10, "dipper")])
    assert [zone.name for zone in game.world.board.zones] == ["south", "north"]


# ---- activations -----------------------------------------------------------------------------------------------------


def necromunda(**more: Any) -> Any:
    return Scene.of("necromunda-2023", red=[model(10, 10, "dipper", **more)], blue=[model(10, 40, "dipper")])


def north(y: float) -> Any:
    return way(leg(10, y), face=(0, 1))


def test_then_goes_on_with_what_is_left() -> None:
    game, red, _ = necromunda()
    game.does(red, "move", path=north(12))
    assert game.left(red) == 1
    game.then("move", path=north(14))
    assert game.at(red) == (10, 14, 0)
    game.does(red, "move", path=north(15))
    assert game.left(red) == 1  # does() begins a new activation


def test_an_activation_may_begin_with_less() -> None:
    game, red, _ = necromunda()
    acting = game.activation(red, left=1)
    assert acting.left == 1
    assert "charge" not in acting.allowed()
    assert acting.why_not("charge") == ("It takes 2 actions and 1 are left.",)
    assert "charge" in game.activation(red).allowed()
    acting = game.activation(red, left=1)
    assert any("action" in reason for reason in acting.why_not("charge"))
    assert acting.asks("move").key == "path"
    assert acting.offered().key == "action"
    acting.does("move", path=north(12))
    with pytest.raises(Mismatch, match="cannot move in the same activation: it is over, and nobody acts now"):
        game.then("move", path=north(14))


def test_points_of_a_figure_are_not_refilled() -> None:
    game, red, _ = Scene.of("gangfight", [model(10, 10, "human-regular")], [model(10, 40, "human-regular")])
    acting = game.activation(red, left=2)
    acting.does("move", path=way(leg(10, 12)))
    assert acting.left == 1
    game.then("move", path=way(leg(10, 14)))
    assert game.left(red) == 0


def test_who_is_not_acting_any_more_is_told_who_is(tideline: Ruleset) -> None:
    game, red, blue = Scene.of("tideline", [model(4, 12, "bosun")], [model(10, 12, "deckhand")])
    with pytest.raises(AssertionError, match="nobody has acted in this scene yet"):
        game.then("hold")
    game.does(red, "hold")
    with pytest.raises(
        Mismatch, match=r"bosun at 4, 12 cannot hold in the same activation: .* wanted does\(0, 'hold'\)"
    ):
        game.then("hold")
    with pytest.raises(AssertionError, match=r"tideline does not say what is left; wanted Ruleset.actions_left"):
        game.activation(red, left=1)


def test_a_ruleset_that_counts_nowhere_is_refused() -> None:
    from dataclasses import replace

    with pytest.raises(WarbookError, match=r"watch: actions_left='turn.left'; wanted a field of turn or record"):
        replace(WATCH, actions_left="turn.left")
    assert replace(WATCH, actions_left="record.wounds").actions_left == "record.wounds"


def test_what_comes_of_itself_between_two_actions_is_run() -> None:
    """In a game whose table shows nobody acting, an activation is what the script says it is."""
    game = WatchScene(WATCH, *watch_table(WATCH, {"guards": 1}))
    game.activation(0).does("strike", at=1, parry=None, dice=[6, 6, 3])
    with pytest.raises(Mismatch, match=r"does not answer: 'strike.target' to seat 1"):
        game.then("strike")


# ---- failures in pytest ----------------------------------------------------------------------------------------------


def failure_of(test: str, folder: Path) -> str:
    """What pytest shows of a test that fails."""
    file = folder / "test_failing.py"
    file.write_text(textwrap.dedent(test))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", str(file)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    return ran.stdout


SCENE = """
    from warbook.testing import Scene, leg, model, way

    def test_it():
        game, red, blue = Scene.of("necromunda-2023", [model(10, 10, "dipper")], [model(10, 40, "dipper")])
        SENTENCE
"""


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("game.does(red, 'move', path=way(leg(10, 99), face=(0, 1)))", "Unscripted: ((10000, 99000, 0, 0), (0, 1)) is"),
        ("game.does(red, 'move', pth=3)", "does not answer: 'path' to seat 0"),
        ("game.does(red, 'move', path=way(leg(10, 12), face=(0, 1)), dice=[1])", "Unused: dice never rolled: [1]"),
        ("game.then('move')", "AssertionError: nobody has acted in this scene yet"),
        ("game.activation(red).asks('mve')", "Unscripted: 'mve' is not allowed: It is not among the choices."),
        ("game.allowed('Pim')", "AssertionError: the name 'Pim': found nobody"),
        ("Scene.of('necromunda-2023', [model(1, 1, 'diper')])", "BadData: the scene: diper at 1, 1: found 'diper'"),
    ],
)
def test_a_failure_shows_the_line_of_its_author_and_one_message(sentence: str, message: str, tmp_path: Path) -> None:
    shown = failure_of(SCENE.replace("SENTENCE", sentence), tmp_path)
    lines = [line for line in shown.splitlines() if line.startswith(">")]
    assert lines == [f">       {sentence}"], shown
    assert message in shown
    assert "src/warbook" not in shown.replace(str(Path(sys.executable)), ""), shown
