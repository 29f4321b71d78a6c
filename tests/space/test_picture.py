"""Pictures show what is there, where it is, and say what the signs mean."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from warbook.core.length import inches
from warbook.core.state import Body, Placement, Posture
from warbook.core.structs import replace
from warbook.space import picture
from warbook.space.boardfile import load_board, read_board
from warbook.space.terrain import Marker

YARD = load_board(Path(__file__).parent / "boards" / "yard.toml")
SVG = "{http://www.w3.org/2000/svg}"


def record(id: int, x: float, y: float, z: float = 0, posture: Posture = Posture.UP) -> Body:
    at = Placement(inches(x), inches(y), inches(z), 1, 0, posture=int(posture))
    return Body(id=id, owner=id % 2, profile="someone", at=at)


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_is_well_formed_whatever_the_names_are() -> None:
    strange = read_board(YARD.source_text.replace("The yard", "The <yard> & 'more'"), "strange.toml")
    drawn = picture.svg(strange, [record(0, 1, 1)], labels={0: "<&>"}, titles={0: "a < b"}, seats=("<red>",))
    assert "<&>" in words(drawn)
    assert "<red>" in words(drawn)
    assert "The <yard> & 'more', 24\" by 20\"" in words(drawn)


def test_a_body_is_drawn_where_it_is_with_y_upwards() -> None:
    drawn = ElementTree.fromstring(picture.svg(YARD, [record(0, 3, 1)], labels={0: "A"}))
    label = next(element for element in drawn.iter(f"{SVG}text") if element.text == "A")
    assert (label.get("x"), label.get("y")) == ("60", "380")  # 20 to the inch, from the upper left


def test_the_legend_explains_every_sign_that_occurs_and_no_other() -> None:
    said = words(picture.svg(YARD, [record(0, 3, 1), record(1, 5, 1, posture=Posture.HELPLESS)]))
    for name in (
        "red",
        "blue",
        "wall",
        "solid",
        "ladder",
        "stairs",
        "ramp",
        "lift",
        "firing port",
        "sludge",
        "pitfall",
    ):
        assert name in said
    assert "door, locked" in said
    assert 'floor at 3"' in said
    assert {"standing", "helpless"} <= set(said)
    assert not {"down", "smoke", "under a floor", "dangerous", "door, open"} & set(said)


def test_doors_and_markers_are_drawn_as_they_are_now() -> None:
    goal = Marker("goal", "relic", (1_000, 1_000, 0), {})
    said = words(picture.svg(YARD, doors={"gate": "open"}, markers=[goal]))
    assert "door, open" in said
    assert "relic" in said
    assert not {"door, locked", "casket"} & set(said)
    assert not any(word.startswith("door") for word in words(picture.svg(YARD, doors={"gate": "gone"})))


def test_who_is_away_is_not_drawn_and_who_is_under_a_floor_is_marked() -> None:
    assert "A" not in words(picture.svg(YARD, [record(0, 3, 1, posture=Posture.AWAY)], labels={0: "A"}))
    assert "under a floor" in words(picture.svg(YARD, [record(0, 4, 15)]))
    assert "under a floor" not in words(picture.svg(YARD, [record(0, 4, 15, 3)]))


def test_upper_floors_can_be_left_out() -> None:
    said = words(picture.svg(YARD, [record(0, 4, 15)], up_to=2_000))
    assert not {'floor at 3"', 'floor at 6"', "under a floor", "ladder", "pitfall"} & set(said)


def test_every_kind_of_marker_has_a_letter_of_its_own() -> None:
    markers = [Marker(kind, kind, (1_000, 1_000, 0), {}) for kind in ("crate", "chest", "crate")]
    said = words(picture.svg(YARD, markers=markers))
    assert said.count("C") > 0 and said.count("H") > 0 and {"crate", "chest"} <= set(said)


def test_signs_are_explained_in_the_legend() -> None:
    assert "is ready" in words(picture.svg(YARD, signs={"is ready": '<circle cx="11" cy="7" r="4"/>'}))


def test_who_faces_nowhere_has_no_front_in_the_legend_either() -> None:
    front = "M22 7L12 0v14z"
    assert front in picture.svg(YARD, [record(0, 3, 1)])
    round_one = record(0, 3, 1)
    assert front not in picture.svg(YARD, [replace(round_one, at=replace(round_one.at, fx=0, fy=0))])


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_drawing_in_characters_keeps_to_its_width(columns: int) -> None:
    drawn = picture.text(YARD, columns=columns).splitlines()
    assert max(map(len, drawn)) <= columns
    assert len({len(line) for line in drawn if line[3:4] == "|" and line.endswith("|")}) == 1


def test_a_drawing_in_characters_shows_bodies_over_the_ground_and_explains_its_signs() -> None:
    lying = record(1, 23.9, 0.1, posture=Posture.DOWN)
    lines = picture.text(YARD, [record(0, 1, 19.5), lying], {0: "A1", 1: "B2"}, columns=50).splitlines()
    above, *rows, below = [line for line in lines if line[3:4] in ("|", "+")]
    assert rows[0][5:8].strip() == "A1"  # the north is above
    assert rows[-1].rstrip("|").endswith("b2")
    legend = " ".join(lines[len(rows) + 2 :])
    for sign in ("# wall", "‡ ladder", "± door, locked", "o pitfall", "* casket", '· floor at 3"'):
        assert sign in legend


@pytest.mark.parametrize("columns", [30, 50, 77, 120])
def test_the_axes_of_a_drawing_in_characters_count_inches(columns: int) -> None:
    """What stands at so many inches is drawn in the line and the column that the axes give that number."""
    board = read_board('kind = "board"\nid = "b"\ntitle = "B"\nsize = [40, 31]\n', "b")
    for inch in (6, 12, 18, 24, 30):
        lines = picture.text(board, [record(0, inch, inch)], {0: "@"}, columns=columns).splitlines()
        frame = [number for number, line in enumerate(lines) if line[3:4] == "+"]
        (row,) = [line for line in lines[frame[0] : frame[1]] if "@" in line]
        assert row[:3] == f"{inch:>3}"
        column = row.index("@")
        assert lines[frame[0]][column] == lines[frame[1]][column] == "|"
        assert lines[frame[1] + 1][: column + 1].endswith(str(inch))


def test_kinds_of_ground_that_only_a_ruleset_knows_have_signs_of_their_own() -> None:
    areas = "".join(
        f'[[area]]\nrect = [{x}, 2, 4, 4]\nheight = 1\nkind = "{k}"\n' for x, k in ((2, "moss"), (9, "ash"))
    )
    board = read_board(f'kind = "board"\nid = "b"\ntitle = "B"\nsize = [24, 12]\n{areas}', "b")
    legend = picture.text(board, columns=60)
    assert "~ ash" in legend and "; moss" in legend


def test_the_zones_of_a_board_alone_are_nobodys_and_of_a_battle_their_owners() -> None:
    named = YARD.zones[0].name
    nobody, owned = picture.svg(YARD), picture.svg(YARD, zones={named: 1})
    assert not any(colour in nobody for colour in picture.SEATS)
    assert picture.SEATS[1] in owned
    assert named not in words(picture.svg(YARD, zones={}))


def test_lists_stand_below_the_board_and_replace_the_owner_in_the_legend() -> None:
    rows = [picture.Row("1", "Ash", "standing"), picture.Row("2", "Birch", "gone", gone=True)]
    trees = picture.Listing(0, "Trees", "2 points", rows)
    drawn = picture.svg(YARD, [record(0, 3, 1)], seats=("Owner",), heading="Round 1", lists=[trees])
    said = words(drawn)
    assert {"Round 1", "Trees", "2 points", "Ash", "Birch", "gone"} <= set(said) and "Owner" not in said
    heights = {node.text: float(node.get("y", "0")) for node in ElementTree.fromstring(drawn).iter(f"{SVG}text")}
    assert heights["Round 1"] < 0 < YARD.depth * picture.SCALE // 1_000 < heights["Trees"] < heights["Ash"]
