"""A tableau as a picture and in characters: everything in it is to be seen, and the legend says what the signs mean."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from warbook.core.grid import BoardGrid
from warbook.core.length import INCH, inches
from warbook.core.shape import Hull, Oval
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.core.tableau import Badge, Body, Counter, Patch, Side, Tableau, Thing, Unit
from warbook.space import drawing, picture
from warbook.space.boardfile import load_board
from warbook.space.footprints import outline

YARD = load_board(Path(__file__).parent / "boards" / "yard.toml")
SVG = "{http://www.w3.org/2000/svg}"


def body(id: int, owner: int, x: float, y: float, posture: Posture = Posture.UP) -> Body:
    at = Placement(inches(x), inches(y), 0, 1, 0, posture=int(posture))
    return Body(id, owner, str(id + 1), f"Somebody {id}", "guard", at, words=("standing", "awake"))


ASH, BIRCH, ELM = body(0, 0, 3, 1), body(1, 1, 20, 18), body(2, 2, 1, 1, Posture.AWAY)
YARDERS = Tableau(
    "Round 2 of the yard",
    (Side(0, "Trees", 1, ("rooted",)), Side(1, "Shrubs", 2), Side(2, "Weeds")),
    (ASH, BIRCH, replace(ELM, stands="gone", words=("pulled up",))),
    actor=0,
)


def words(tableau: Tableau) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing.page(tableau, YARD)).iter(f"{SVG}text")]


def with_ash(**changes: Any) -> Tableau:
    return replace(YARDERS, bodies=(replace(ASH, **changes), *YARDERS.bodies[1:]))


def test_a_page_has_the_heading_the_sides_and_everybody() -> None:
    said = words(YARDERS)
    assert {"Round 2 of the yard", "Trees", "1 point, rooted", "Shrubs", "2 points", "Somebody 0"} <= set(said)
    assert said.count("standing, awake") == 2 and "pulled up" in said
    assert said.count("3") == 1  # who is away is in the list, and not on the board


def test_badges_and_counters_are_drawn_and_explained_once() -> None:
    shown = with_ash(
        badges=(Badge("!!", "frightened", "ill"), Badge("<3", "in love", "good")),
        counters=(Counter("leaves", 4), Counter("seeds kept", 2, use="held"), Counter("nuts", 0)),
        ready=True,
    )
    said = words(shown)
    assert all(said.count(sign) == 2 for sign in ("!!", "<3"))  # at the body and in the legend
    assert {"frightened", "in love", "leaves", "seeds kept", "ready", "acts now"} <= set(said)
    assert "nuts" not in said and "ready" not in words(YARDERS)


def test_what_is_held_differs_from_what_is_to_be_spent_in_shape_as_well() -> None:
    def boxes(use: str) -> set[str | None]:
        drawn = ElementTree.fromstring(drawing.page(with_ash(counters=(Counter("points", 9, use=use),)), YARD))  # type: ignore[arg-type]
        groups = (g for g in drawn.iter(f"{SVG}g") if [t.text for t in g.iter(f"{SVG}text")] == ["9"])
        return {rect.get("fill") for group in groups for rect in group.iter(f"{SVG}rect")}

    assert boxes("held") == {"#fff"} and boxes("spend") == {drawing.READY}


def test_things_lie_where_they_are_and_those_that_take_up_room_are_bodies() -> None:
    cart = Thing(9, "cart", "the cart", (5_000, 9_000, 0), radius=1_250, words=("wrecked",))
    gate = Thing(8, "door", "the gate", (6_000, 6_000, 0), words=("closed",))
    relic = Thing(7, "relic", "the relic", (1_000, 1_000, 0), words=("claimed",))
    drawn = drawing.page(replace(YARDERS, things=(cart, gate, relic)), YARD)
    titles = [node.text for node in ElementTree.fromstring(drawn).iter(f"{SVG}title")]
    assert "the cart, wrecked" in titles and "relic the relic, claimed" in titles
    assert not any("gate" in (title or "") for title in titles), "a door is drawn by the board"
    assert "C" in drawing.text(replace(YARDERS, things=(cart,)), YARD, 80)


def test_names_that_would_act_on_a_terminal_or_turn_a_line_around_are_written_out() -> None:
    nasty = "Ash\x1b[2J\u202ehsA\x9b"
    named = replace(with_ash(name=nasty, words=(nasty,)), heading=nasty, sides=(Side(0, nasty), *YARDERS.sides[1:]))
    for drawn in (drawing.page(named, YARD), drawing.text(named, YARD, 100), drawing.text(named, YARD, 40)):
        assert "Ash\\x1b[2J\\u202ehsA" in drawn
        assert not {"\x1b", "\u202e", "\x9b"} & set(drawn)
    assert ElementTree.fromstring(drawing.page(named, YARD)) is not None


def test_the_score_is_told_once_there_is_one() -> None:
    fresh = replace(YARDERS, sides=tuple(replace(side, points=0) for side in YARDERS.sides))
    for drawn in (drawing.text(fresh, YARD, 60), drawing.page(fresh, YARD)):
        assert "0 points" not in drawn
        assert "rooted" in drawn
    assert "1 point, rooted" in drawing.text(YARDERS, YARD, 60)
    assert "0 points" in drawing.text(YARDERS, YARD, 60)  # of the side that has none while another has some


def test_a_long_heading_is_read_in_whole() -> None:
    heading = "Round 2 of the yard, in which a good deal has happened to everybody"
    drawn = drawing.text(replace(YARDERS, heading=heading), YARD, 40)
    assert heading in " ".join(line.strip() for line in drawn.split("\n"))


def test_patches_are_drawn_and_explained() -> None:
    smoke = Patch("thick smoke", "smoke", (4_000, 4_000, 0), 2_500)
    goal = Patch("the flower bed", "goal", corners=((0, 0), (3_000, 0), (3_000, 3_000)))
    assert {"thick smoke", "the flower bed"} <= set(words(replace(YARDERS, patches=(smoke, goal))))


def test_characters_show_the_sides_beside_each_other_where_there_is_room() -> None:
    wide, narrow = (drawing.text(YARDERS, YARD, columns).splitlines() for columns in (100, 60))
    assert any(line.startswith("Trees") and "Shrubs" in line for line in wide)
    assert "Trees" in narrow and "Shrubs" in narrow and max(map(len, narrow)) <= 60
    assert any("R1 Somebody 0: awake" in line for line in narrow)  # the capital says that it stands
    assert any("n3 Somebody 2: pulled up" in line for line in narrow)


def test_what_a_play_shows_is_what_its_tableau_says() -> None:
    class Here:
        board = YARD

    class Moment:
        world = Here

    told = drawing.pictured(lambda play: YARDERS)(Moment)
    assert told == drawing.page(YARDERS, YARD)
    assert drawing.sketched(lambda play: YARDERS)(Moment, 70) == drawing.text(YARDERS, YARD, 70)


def test_units_are_listed_with_their_models_below_them() -> None:
    trees = tuple(replace(body(n, 0, 3 + n, 1), unit=9) for n in range(2))
    copse = Unit(9, 0, "The copse", "wood", (0, 1), 0, ("in leaf",), counters=(Counter("height", 3),))
    position = replace(YARDERS, bodies=(body(2, 0, 9, 9), *trees), units=(copse,))
    said = words(position)
    order = [word for word in said if word.startswith(("Somebody", "The copse"))]
    assert order == ["Somebody 2", "The copse", "Somebody 0", "Somebody 1"]
    assert "in leaf, height 3" in said
    listed = drawing.text(position, YARD, 96)
    assert "The copse: in leaf, height 3" in listed


def test_of_a_unit_that_acts_every_model_is_ringed() -> None:
    trees = tuple(replace(body(n, 0, 3 + n, 1), unit=9) for n in range(2))
    position = replace(YARDERS, bodies=(body(2, 0, 9, 9), *trees), actor=-1)
    none, one, all_of_it = (drawing.page(replace(position, actor=who), YARD).count('"4 3"/>') for who in (-1, 2, 9))
    assert (one - none, all_of_it - none) == (2, 3)  # each ring, and the sample in the legend
    assert position.acts(trees[0]) is False


def test_hulls_ovals_and_cells_are_drawn_as_they_lie() -> None:
    def polygons(tableau: Tableau) -> int:
        return sum(1 for _ in ElementTree.fromstring(drawing.page(tableau, YARD)).iter(f"{SVG}polygon"))

    plain = polygons(YARDERS)
    hull = replace(ASH, at=replace(ASH.at, shape=Hull(4000, 2000), radius=Hull(4000, 2000).radius))
    oval = replace(BIRCH, at=replace(BIRCH.at, shape=Oval(3000, 1000), radius=Oval(3000, 1000).radius))
    assert polygons(replace(YARDERS, bodies=(hull, oval))) == plain + 2
    assert polygons(replace(YARDERS, grid=BoardGrid(0, 0, 2000, 3, 2))) == plain + 6


def test_the_tip_of_a_body_stands_before_its_front() -> None:
    """Of a hull that is its edge, not the disc around it."""
    shape = Hull(4000, 3000)
    truck = replace(body(0, 0, 6, 6), at=Placement(6 * INCH, 6 * INCH, 0, 1, 0, shape.radius, shape=shape))
    page = drawing.page(replace(YARDERS, bodies=(truck,)), YARD)
    tips = [float(ring.split()[0].split(",")[0]) for ring in re.findall(r'<polygon points="([^"]+)"', page)]
    assert any(abs(tip - (6 + 2 + 0.35) * picture.SCALE) < 0.06 for tip in tips)


@pytest.mark.parametrize(("shape", "box"), [(Hull(4000, 2000), (4000, 2000)), (Oval(4000, 2000), (4000, 2000))])
def test_an_outline_is_as_large_as_its_shape(shape: Hull | Oval, box: tuple[int, int]) -> None:
    for fx, fy in ((1, 0), (0, -3)):
        ring = outline(Placement(500, 700, 0, fx, fy, shape.radius, shape=shape))
        xs, ys = zip(*ring, strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (box if fy == 0 else box[::-1])
