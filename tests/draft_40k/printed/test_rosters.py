"""Armies: what they cost, what their models have, and what makes a roster illegal."""

from __future__ import annotations

import pytest

from warbook.core.errors import BadData
from warbook.rulesets.draft_40k.printed import units
from warbook.rulesets.draft_40k.printed.mustering import parse_roster
from warbook.rulesets.draft_40k.printed.roster import (
    Roster,
    Taken,
    Unit,
    force_in_words,
    price,
    room_of,
    soldiers_of,
    total,
    vehicles_of,
)

# ---- prices ----------------------------------------------------------------------------------------------------------

#: Every entry in its smallest size without anything bought that need not be.
SMALLEST = {
    "keepers": 26 + 4 * 16,
    "beacon-leapers": 28 + 4 * 18,
    "road-keepers": 40 + 2 * 25,
    "bell-keepers": 5 * 40,
    "lamp-reader": 100,
    "abbot": 100,
    "coast-hounds": 5 * 8,
    "ram-riders": 50,
    "harbour-militia": 10 * 5,
    "pilgrim-carrier": 35,
    "breakwater": 60,
    "great-ark": 250,
    "gull-skiffs": 50,
    "wall-breaker": 115,
    "walking-tomb": 105,
    "harbour-tank": 150,
    "storm-petrel": 130,
    "tidelings": 10 * 6,
    "bosuns": 3 * 20,
    "tide-captain": 60,
    "smoke-riders": 3 * 25,
    "whirlers": 35,
    "rocket-jumpers": 5 * 12,
    "deck-guns": 20,
    "haul-wagon": 35,
    "hulk-wagon": 90,
    "salvage-walker": 75,
    "survey-guard": 6 * 10,
    "battle-frames": 25,
    "veiled-scouts": 3 * 30,
    "sentry-drones": 4 * 12,
    "courier": 80,
    "theodolite": 90,
    "dart": 60,
    "mirror-riders": 3 * 22,
    "vigil-guard": 5 * 12,
    "diviner": 55,
    "glass-giant": 90,
    "mere-bulls": 160,
    "mere-queen": 170,
    "skitterers": 10 * 6,
    "fry": 3 * 10,
    "reed-barge": 90,
    "heron": 115,
    "striders": 30,
}
MOST = {
    "keepers": 10, "beacon-leapers": 10, "road-keepers": 8, "bell-keepers": 10, "coast-hounds": 15, "ram-riders": 5,
    "harbour-militia": 10, "gull-skiffs": 3, "tidelings": 30, "bosuns": 10, "smoke-riders": 12, "whirlers": 5,
    "rocket-jumpers": 20, "deck-guns": 3, "survey-guard": 12, "battle-frames": 3, "veiled-scouts": 6,
    "sentry-drones": 8, "mirror-riders": 12, "vigil-guard": 10, "mere-bulls": 3, "skitterers": 30, "fry": 9,
    "striders": 3,
}  # fmt: skip


def unit(entry: str, *gear: str, size: int = 0, leader: tuple[str, ...] | None = None, count: int = 1) -> Unit:
    return Unit("a", "A", entry, size, leader, (Taken(gear, count),) if gear else ())


@pytest.mark.parametrize("entry", SMALLEST)
def test_what_an_entry_costs_at_least(entry: str) -> None:
    assert price(unit(entry)) == SMALLEST[entry]


def test_the_tables_above_have_every_entry() -> None:
    assert set(SMALLEST) == set(units.entries())
    assert {id: entry.most for id, entry in units.entries().items() if entry.most > 1} == MOST


@pytest.mark.parametrize(
    ("bought", "points"),
    [
        (unit("keepers", "flame-thrower"), 90),
        (unit("keepers", "heat-gun"), 90 + 5),
        (unit("keepers", "plasma-gun"), 90 + 10),
        (unit("keepers", "missile-tube", size=10), 26 + 9 * 16),
        (unit("keepers", "laser-cannon"), 90 + 10),
        (unit("beacon-leapers", leader=("power-fist",)), 100 + 25),
        (unit("abbot", "power-weapon"), 115),
        (unit("breakwater", "twin-laser-cannon", "laser-cannon"), 60 + 45 + 60),
        (unit("breakwater", "heavy-slug-gun"), 60 + 25),
        (unit("gull-skiffs", "heavy-heat-gun", "rotary-cannon", size=2, count=2), 2 * (50 + 10 + 40)),
        (unit("walking-tomb", "twin-laser-cannon"), 105 + 30),
        (unit("walking-tomb", "rotary-cannon"), 105 + 10),
        (unit("tidelings", leader=()), 9 * 6 + 16),
        (unit("tidelings", leader=("power-claw", "plate-coat")), 9 * 6 + 16 + 25 + 5),
        (unit("bosuns", "power-claw", "plate-coat", count=3), 3 * (20 + 25 + 5)),
        (unit("tide-captain", "power-claw"), 60 + 25),
        (unit("whirlers", "twin-rocket", size=2), 2 * 35 + 10),
        (unit("haul-wagon", "rocket"), 40),
        (unit("hulk-wagon", *["great-scrap-gun"] * 4, "deck-cannon"), 90 + 4 * 5 + 10),
        (unit("salvage-walker", "rocket", "burner"), 75),
        (unit("deck-guns", size=3), 60),
        (unit("survey-guard", leader=(), size=12), 20 + 11 * 10),
        (unit("battle-frames", "plasma-rifle", "missile-pod", "linked-sights"), 25 + 20 + 12 + 5),
        (unit("battle-frames", "stutter-gun", "fusion-torch"), 25 + 8 + 12),
        (unit("battle-frames", "missile-pod", "flame-thrower"), 25 + 12 + 4),
        (unit("theodolite", "rail-cannon", "hunting-missiles"), 90 + 50 + 20),
        (unit("theodolite", "ion-gun", "stutter-gun"), 90 + 15 + 10),
        (unit("dart", "fusion-torch"), 65),
        (unit("mirror-riders", "shard-cannon", size=6, count=2), 6 * 22 + 2 * 10),
        (unit("vigil-guard", leader=()), 24 + 4 * 12),
        (unit("diviner", "ill-omen", "kind-stars", "guided-aim", "duel-of-minds"), 55 + 25 + 30 + 20 + 20),
        (unit("glass-giant", "needle-beam"), 130),
        (unit("glass-giant", "fan-laser"), 110),
        (unit("mere-bulls", "twin-worm-volley"), 175),
        (unit("mere-bulls", "twin-acid-spitter"), 175),
        (unit("reed-barge", "twin-shard-cannon"), 100),
        (unit("reed-barge", "twin-fan-laser"), 115),
        (unit("reed-barge", "twin-needle-beam"), 135),
        (unit("striders", "sun-cannon", "glass-missiles"), 30 + 25 + 20),
        (unit("striders", "fan-laser", "fan-laser"), 30 + 15 + 15),
        (unit("striders", "needle-beam", "shard-cannon"), 30 + 30 + 5),
    ],
)
def test_a_unit_costs_its_models_and_what_they_bought(bought: Unit, points: int) -> None:
    assert price(bought) == points
    text = roster("", army=units.entries()[bought.entry].army)
    assert not list(parse_roster.objections(_with(parse_roster(text, "x"), bought), "x"))


def _with(army: Roster, bought: Unit) -> Roster:
    return Roster(army.kind, army.id, army.ruleset, army.title, army.army, 1000, (bought,))


# ---- what models have ------------------------------------------------------------------------------------------------


def test_what_is_bought_takes_the_place_of_what_it_replaces() -> None:
    leader, gunner, *others = soldiers_of(unit("keepers", "heat-gun"))
    assert leader.leader and leader.profile.id == "elder-keeper" and not gunner.leader
    assert gunner.gear == ("slug-pistol", "frag-grenades", "breach-grenades", "heat-gun")
    assert [weapon.id for weapon in gunner.weapons] == ["slug-pistol", "heat-gun"]
    assert [blade.id for blade in gunner.blades] == ["breach-grenades"]
    assert len(others) == 3 and {model.gear for model in others} == {units.profiles()["keeper"].gear}


def test_gear_gives_a_save_and_rules() -> None:
    plated, plain, _ = soldiers_of(unit("bosuns", "plate-coat"))
    assert (plated.profile.sv, plain.profile.sv) == (4, 6)
    (frame,) = soldiers_of(unit("battle-frames", "plasma-rifle", "missile-pod", "linked-sights"))
    assert frame.profile.has("two-weapons") and frame.profile.has("relentless")


def test_a_bull_that_takes_a_gun_keeps_one_pair_of_limbs() -> None:
    ((gunner,), (plain,)) = soldiers_of(unit("mere-bulls", "twin-acid-spitter")), soldiers_of(unit("mere-bulls"))
    assert [blade.id for blade in gunner.blades] == ["scything-limbs"]
    assert [blade.id for blade in plain.blades] == ["scything-limbs"] * 2


def test_the_powers_of_a_psyker() -> None:
    (reader,) = soldiers_of(unit("lamp-reader"))
    (diviner,) = soldiers_of(unit("diviner", "ill-omen"))
    assert [power.id for power in reader.powers] == ["mind-bolt", "dome"]
    assert [power.id for power in diviner.powers] == ["ill-omen"]


def test_a_weapon_of_a_vehicle_is_mounted_where_it_belongs() -> None:
    (tank,) = vehicles_of(unit("breakwater", "twin-laser-cannon", "heavy-slug-gun"))
    assert [(mount.weapon, mount.at) for mount in tank.mounts] == [
        ("twin-laser-cannon", "turret"), ("heavy-slug-gun", "left"), ("heavy-slug-gun", "right"),
    ]  # fmt: skip
    (walker,) = vehicles_of(unit("salvage-walker", "rocket", "rocket"))
    assert [(mount.weapon, mount.at) for mount in walker.mounts] == [("rocket", "arm"), ("rocket", "arm")]
    assert walker.blades == ("wrecking-arm", "wrecking-arm")


def test_guns_have_crews() -> None:
    guns = unit("deck-guns", size=3)
    assert [model.profile.id for model in soldiers_of(guns)] == ["powder-hand"] * 6
    assert [gun.id for gun in vehicles_of(guns)] == ["deck-gun"] * 3
    assert room_of(guns) is None


def test_what_a_unit_takes_up_in_a_transport() -> None:
    assert room_of(unit("keepers", size=7)) == 7
    assert room_of(unit("bell-keepers")) == 10
    assert [room_of(unit(entry)) for entry in ("beacon-leapers", "road-keepers", "coast-hounds", "heron")] == [None] * 4


# ---- what makes a roster illegal -------------------------------------------------------------------------------------


def roster(text: str, army: str = "lantern-orders", points: int = 500) -> str:
    """The text of a roster whose units are these lines, and a carrier."""
    carrier = {
        "lantern-orders": "pilgrim-carrier", "scrap-tide": "haul-wagon", "meridian-league": "courier",
        "glass-court": "heron",
    }[army]  # fmt: skip
    head = f'kind = "roster"\nid = "x"\nruleset = "draft-40k"\ntitle = "X"\narmy = "{army}"\npoints = {points}\n'
    return f'{head}[[units]]\nid = "box"\nname = "Box"\nentry = "{carrier}"\n{text}'


def of(entry: str, *lines: str, id: str = "a") -> str:
    """A unit of a roster."""
    return "\n".join(["[[units]]", f'id = "{id}"', 'name = "A"', f'entry = "{entry}"', *lines, ""])


def refusal(text: str) -> str:
    with pytest.raises(BadData) as caught:
        parse_roster(text, "x.toml")
    return str(caught.value)


TIDE, COURT, LEAGUE = "scrap-tide", "glass-court", "meridian-league"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind = 'board'", "kind: found 'board'; wanted 'roster'"),
        (roster("").replace("draft-40k", "gangfight"), "ruleset: found 'gangfight'; wanted 'draft-40k'"),
        (roster("").replace("lantern-orders", "lantern"), "army: found 'lantern' (did you mean 'lantern-orders'?)"),
        (roster(of("keeper")), "units[a].entry: found 'keeper' (did you mean 'keepers'?)"),
        (roster(of("keepers", "sise = 5")), "units[a].sise: found a key that is not known here (did you mean 'size'?)"),
        (roster(of("keepers", id="box")), "units[box].id: found 2 units of that id"),
        (roster(of("bosuns")), "units[a].entry: found 'bosuns' of The Scrap Tide; wanted an entry of 'lantern-orders'"),
        (roster(of("keepers", "size = 4")), "units[a].size: found 4 of 'keepers'; wanted 5 to 10"),
        (roster(of("abbot", "size = 2")), "units[a].size: found 2 of 'abbot'; wanted 1"),
        (roster(of("coast-hounds", "leader = []")), "units[a].leader: found a leader; wanted no such key"),
        (
            roster(of("keepers", 'gear = [{ gear = ["heat-gun"], count = 5 }]')),
            "units[a].gear: found gear for 5 models; wanted gear for 4 at most",
        ),
        (
            roster(of("keepers", 'gear = [{ gear = ["heat-gun"], count = 2 }]')),
            "units[a].gear: found 2 models with flame-thrower or heat-gun or plasma-gun; wanted at most 1",
        ),
        (
            roster(of("keepers", 'gear = [{ gear = ["heat-gum"] }]')),
            "units[a].gear: found 'heat-gum' (did you mean 'heat-gun'?); wanted what a model of 'keepers' may buy",
        ),
        (
            roster(of("keepers", 'leader = ["heat-gun"]')),
            "units[a].leader: found 'heat-gun'; wanted nothing",
        ),
        (
            roster(of("keepers", 'gear = [{ gear = ["heat-gun", "laser-cannon"] }]')),
            "units[a].gear: found 2 things in place of 'slug-rifle'; wanted one of them",
        ),
        (
            roster(of("keepers", 'gear = [{ gear = ["heat-gun", "plasma-gun"] }]')),
            "units[a].gear: found heat-gun, plasma-gun; wanted 0 to 1 of flame-thrower or heat-gun or plasma-gun",
        ),
        (
            roster(of("mirror-riders", "size = 5", 'gear = [{ gear = ["shard-cannon"], count = 2 }]'), COURT),
            "units[a].gear: found 2 models with shard-cannon; wanted at most one in 3 of 5, so 1",
        ),
        (
            roster(of("battle-frames", 'gear = [{ gear = ["plasma-rifle"] }]'), LEAGUE),
            "units[a].gear: found plasma-rifle; wanted 2 of",
        ),
        (
            roster(of("battle-frames", "size = 2", 'gear = [{ gear = ["plasma-rifle", "missile-pod"] }]'), LEAGUE),
            "units[a].gear: found none of plasma-rifle or",
        ),
        (
            roster(of("battle-frames", 'gear = [{ gear = ["missile-pod", "missile-pod"] }]'), LEAGUE),
            "units[a].gear: found 'missile-pod' twice; wanted different things",
        ),
        (
            roster(of("theodolite", 'gear = [{ gear = ["ion-gun", "hunting-missiles", "stutter-gun"] }]'), LEAGUE),
            "units[a].gear: found 'stutter-gun' beside 'hunting-missiles'; wanted one of them",
        ),
        (roster(of("theodolite"), LEAGUE), "units[a].gear: found none of rail-cannon or ion-gun; wanted 1 of"),
        (roster(of("keepers", 'rides = "bix"')), "units[a].rides: found 'bix' (did you mean 'box'?)"),
        (roster(of("keepers", 'rides = "a"')), "units[a].rides: found 'a'; wanted another unit of this army"),
        (
            roster(of("keepers", 'rides = "b"') + of("harbour-militia", id="b")),
            "units[a].rides: found 'b'; wanted a single vehicle that carries others",
        ),
        (
            roster(of("gull-skiffs", 'rides = "box"')),
            "units[a].rides: found gull-skiffs; wanted models that a vehicle carries",
        ),
        (
            roster(of("beacon-leapers", 'rides = "box"')),
            "units[a].rides: found beacon-leapers; wanted models that a vehicle carries",
        ),
        (
            roster(of("bell-keepers", "size = 6", 'rides = "box"')),
            "units[a].rides: found room for 12 in 'box'; wanted 10 at most",
        ),
        (
            roster(of("keepers", 'rides = "box"') + of("keepers", 'rides = "box"', id="b")),
            "units[a].rides: found a second unit in 'box'; wanted one unit and its characters",
        ),
        (
            roster(of("keepers", 'joins = "b"') + of("harbour-militia", id="b")),
            "units[a].joins: found keepers; wanted an independent character",
        ),
        (
            roster(of("abbot", 'joins = "box"')),
            "units[a].joins: found 'box'; wanted a unit of several models on foot",
        ),
        (
            roster(of("abbot", 'joins = "b"', 'rides = "box"') + of("keepers", id="b")),
            "units[a].rides: found 'box'; wanted what 'b' rides in",
        ),
        (
            roster(of("keepers", 'arrival = "deep-strike"')),
            "units[a].arrival: found 'deep-strike'; wanted a unit with deep-strike for it",
        ),
        (
            roster(of("keepers", 'arrival = "outflank"')),
            "units[a].arrival: found 'outflank'; wanted a unit with scouts or infiltrate for it",
        ),
        (
            roster(of("keepers", 'arrival = "air"')),
            "units[a].arrival: found 'air'",
        ),
        (
            roster(of("keepers", 'arrival = "reserve"', 'rides = "box"')),
            "units[a].arrival: found 'reserve'; wanted no such key",
        ),
        (roster(of("storm-petrel")), "units[a].arrival: found 'table'; wanted 'reserve', as for every flyer"),
        (
            roster(of("great-ark"), points=280),
            "points: found an army for 285 points (the most for a, 250); wanted one for at most 280",
        ),
    ],
)  # fmt: skip
def test_an_illegal_roster_is_refused_with_its_reason(text: str, says: str) -> None:
    assert says in refusal(text)


def test_an_army_has_units() -> None:
    text = roster("")[: roster("").index("[[units]]")] + "units = []\n"
    assert refusal(text) == "x.toml: units: found 0 of them; wanted 1 to 40"


def test_a_character_rides_with_the_unit_that_it_joins() -> None:
    text = roster(of("abbot", 'joins = "b"', 'rides = "box"') + of("keepers", 'rides = "box"', "size = 9", id="b"))
    army = parse_roster(text, "x.toml")
    assert total(army) == 35 + 100 + 26 + 8 * 16
    assert force_in_words(army) == "10 models, 1 vehicle in 3 units for 289 of 500 points"
    text = text.replace("size = 9", "size = 10")
    assert "found room for 11 in 'box'; wanted 10 at most" in refusal(text)
