"""Profiles, vehicles, weapons and rules against the numbers that they were taken from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.rulesets.draft_40k.printed import catalogue, units
from warbook.rulesets.draft_40k.printed.catalogue import Mode, whole

# ---- profiles --------------------------------------------------------------------------------------------------------

# WS BS S T W I A Ld, Toughness against instant death, armour save, invulnerable save
PROFILES: dict[str, tuple[tuple[str, ...], str, int, int, int]] = {
    "keeper": (("infantry",), "4 4 4 4 1 4 1 8", 4, 3, 0),
    "elder-keeper": (("infantry",), "4 4 4 4 1 4 2 9", 4, 3, 0),
    "beacon-leaper": (("jump",), "4 4 4 4 1 4 1 8", 4, 3, 0),
    "elder-leaper": (("jump",), "4 4 4 4 1 4 2 9", 4, 3, 0),
    "road-keeper": (("bike",), "4 4 4 5 1 4 1 8", 4, 3, 0),
    "elder-road-keeper": (("bike",), "4 4 4 5 1 4 2 9", 4, 3, 0),
    "bell-keeper": (("infantry",), "4 4 4 4 1 4 2 9", 4, 2, 5),
    "elder-bell-keeper": (("infantry",), "4 4 4 4 1 4 2 9", 4, 2, 5),
    "lamp-reader": (("infantry",), "5 4 4 4 2 4 2 10", 4, 3, 0),
    "abbot": (("infantry",), "6 5 4 4 3 5 3 10", 4, 3, 4),
    "coast-hound": (("beast",), "4 0 4 4 1 4 2 5", 4, 6, 0),
    "ram-rider": (("cavalry",), "4 4 5 5 2 4 4 8", 5, 3, 0),
    "militia": (("infantry",), "3 3 3 3 1 3 1 7", 3, 5, 0),
    "militia-sergeant": (("infantry",), "3 3 3 3 1 3 2 8", 3, 5, 0),
    "tideling": (("infantry",), "4 2 3 4 1 2 2 7", 4, 6, 0),
    "bosun": (("infantry",), "4 2 4 4 2 3 3 7", 4, 6, 0),
    "tide-captain": (("infantry",), "5 2 5 5 3 4 4 9", 5, 6, 0),
    "smoke-rider": (("bike",), "4 2 3 5 1 2 2 7", 4, 4, 0),
    "whirler": (("jetbike",), "4 2 3 5 2 2 2 7", 4, 4, 0),
    "rocket-jumper": (("jump",), "4 2 3 4 1 2 2 7", 4, 6, 0),
    "powder-hand": (("artillery",), "2 3 2 2 1 2 1 5", 2, 0, 0),
    "survey-guard": (("infantry",), "2 3 3 3 1 2 1 7", 3, 4, 0),
    "section-leader": (("infantry",), "2 3 3 3 1 2 1 8", 3, 4, 0),
    "battle-frame": (("jetpack",), "2 3 5 4 2 2 2 8", 4, 3, 0),
    "veiled-scout": (("jetpack",), "2 3 4 3 1 2 2 8", 3, 3, 0),
    "sentry-drone": (("jetpack",), "2 2 3 3 1 4 1 7", 3, 4, 0),
    "mirror-rider": (("jetbike",), "3 3 3 4 1 4 1 8", 3, 3, 0),
    "vigil-guard": (("infantry",), "4 4 3 3 1 5 1 9", 3, 4, 0),
    "vigil-warden": (("infantry",), "5 5 3 3 1 6 2 9", 3, 4, 0),
    "diviner": (("infantry",), "5 5 3 3 3 5 1 10", 3, 0, 4),
    "glass-giant": (("monster",), "4 4 10 8 3 4 2 10", 8, 3, 0),
    "mere-bull": (("monster",), "3 3 9 6 4 1 4 7", 6, 3, 0),
    "mere-queen": (("monster",), "8 3 6 6 4 5 4 10", 6, 3, 0),
    "skitterer": (("infantry",), "3 3 3 3 1 5 2 6", 3, 6, 0),
    "fry": (("infantry", "swarm"), "2 2 3 3 3 2 4 5", 3, 6, 0),
}


@pytest.mark.parametrize("id", PROFILES)
def test_a_profile(id: str) -> None:
    p = units.profiles()[id]
    line = " ".join(map(str, (p.ws, p.bs, p.s, p.t, p.w, p.i, p.a, p.ld)))
    assert (p.types, line, p.t_bare, p.sv, p.inv) == PROFILES[id]


def test_the_table_above_has_every_profile() -> None:
    assert set(PROFILES) == set(units.profiles())


@pytest.mark.parametrize(
    ("id", "rules"),
    [
        ("keeper", {"steadfast": 1, "overwatch": 1, "assault-grenades": 1}),
        ("bell-keeper", {"relentless": 1, "deep-strike": 1, "no-sweep": 1, "steadfast": 1}),
        (
            "lamp-reader",
            {
                "independent": 1,
                "move-through-cover": 1,
                "skilled-rider": 1,
                "psyker": 1,
                "steadfast": 1,
                "null-hood": 1,
            },
        ),
        ("smoke-rider", {"smoke-trail": 4, "furious-charge": 1}),
        ("coast-hound", {"fleet": 1}),
        ("ram-rider", {"fleet": 1, "counter-attack": 1, "steadfast": 1, "acute-senses": 1}),
        ("veiled-scout", {"blurred": 1, "infiltrate": 1, "relentless": 1}),
        ("mirror-rider", {"glide": 6}),
        (
            "diviner",
            {"independent": 1, "move-through-cover": 1, "skilled-rider": 1, "psyker": 1, "fleet": 1, "spirit-ward": 3},
        ),
        ("mere-bull", {"brood": 1, "fearless": 3, "impetus": 2}),
        ("fry", {"brood": 1, "fearless": 3, "swarm": 1, "stealth": 1, "vulnerable": 1, "eternal-warrior": 1}),
    ],
)
def test_the_rules_of_a_profile(id: str, rules: dict[str, int]) -> None:
    assert units.profiles()[id].rules == rules
    assert units.profiles()[id].has("fearless") == rules.get("fearless", 0)


def test_a_rule_has_no_level_beyond_its_own() -> None:
    with pytest.raises(BadData, match=r"x.toml: \[y\].fearless: found 4; wanted 1 to 3"):
        whole({"fearless": 4}, "x.toml", "[y]")


def test_who_has_overwatch_of_its_own() -> None:
    have = {id for id, profile in units.profiles().items() if profile.has("overwatch")}
    assert have == {"keeper", "elder-keeper", "survey-guard", "section-leader", "vigil-guard", "vigil-warden"}


def test_who_is_small_enough_for_a_transport() -> None:
    rooms = {id: profile.room for id, profile in units.profiles().items()}
    assert {id for id, room in rooms.items() if room == 2} == {"bell-keeper", "elder-bell-keeper"}
    assert not any(rooms[id] for id, profile in units.profiles().items() if profile.types != ("infantry",))


# ---- vehicles --------------------------------------------------------------------------------------------------------

# kinds, BS, armour, WS S I A of a walker, what it carries, smoke
VEHICLES: dict[str, tuple[str, int, str, str, int, bool]] = {
    "pilgrim-carrier": ("tank transport", 4, "11 11 10", "0 0 0 0", 10, True),
    "breakwater": ("tank", 4, "13 11 10", "0 0 0 0", 0, True),
    "great-ark": ("tank transport", 4, "14 14 14", "0 0 0 0", 12, True),
    "gull-skiff": ("fast skimmer", 4, "10 10 10", "0 0 0 0", 0, False),
    "wall-breaker": ("tank", 4, "13 11 10", "0 0 0 0", 0, True),
    "walking-tomb": ("walker", 4, "12 12 10", "4 6 4 2", 0, True),
    "harbour-tank": ("tank", 3, "14 13 10", "0 0 0 0", 0, False),
    "storm-petrel": ("flyer", 4, "11 11 11", "0 0 0 0", 0, False),
    "haul-wagon": ("fast open-topped transport", 2, "10 10 10", "0 0 0 0", 12, False),
    "hulk-wagon": ("tank open-topped transport", 2, "14 12 10", "0 0 0 0", 20, False),
    "salvage-walker": ("walker", 2, "12 12 10", "4 5 2 3", 0, False),
    "deck-gun": ("gun", 3, "10 10 10", "0 0 0 0", 0, False),
    "courier": ("tank skimmer transport", 3, "12 11 10", "0 0 0 0", 12, False),
    "theodolite": ("tank skimmer", 4, "13 12 10", "0 0 0 0", 0, False),
    "dart": ("fast skimmer open-topped", 3, "11 10 10", "0 0 0 0", 0, False),
    "reed-barge": ("tank fast skimmer transport", 3, "12 12 10", "0 0 0 0", 12, False),
    "heron": ("tank fast skimmer transport", 3, "12 12 10", "0 0 0 0", 6, False),
    "strider": ("walker", 3, "10 10 10", "3 5 4 2", 0, False),
}


@pytest.mark.parametrize("id", VEHICLES)
def test_a_vehicle(id: str) -> None:
    v = units.vehicles()[id]
    armour, line = " ".join(map(str, v.armour)), " ".join(map(str, (v.ws, v.s, v.i, v.a)))
    assert (" ".join(v.types), v.bs, armour, line, v.capacity, v.smoke) == VEHICLES[id]


def test_the_table_above_has_every_vehicle() -> None:
    assert set(VEHICLES) == set(units.vehicles())


def test_where_people_get_out_and_fire() -> None:
    found = {id: (v.access, v.fire_points) for id, v in units.vehicles().items() if v.capacity}
    assert found == {
        "pilgrim-carrier": (("left", "right", "rear"), 2),
        "great-ark": (("rear",), 0),
        "haul-wagon": (("rear",), -1),
        "hulk-wagon": (("rear",), -1),
        "courier": (("rear",), 0),
        "reed-barge": (("rear",), 0),
        "heron": (("rear",), 0),
    }


def test_what_the_mounts_of_a_vehicle_bear_on() -> None:
    ahead, left, right = units.vehicles()["great-ark"].bearings
    assert (ahead.ahead, ahead.left, ahead.towards, ahead.degrees) == (3 * INCH, 0, (1, 0), 90)
    assert (left.ahead, left.left, left.towards, left.degrees) == (0, 2 * INCH, (0, 1), 180)
    assert (right.ahead, right.left, right.towards, right.degrees) == (0, -2 * INCH, (0, -1), 180)
    (turret,) = units.vehicles()["breakwater"].bearings
    assert (turret.ahead, turret.left, turret.degrees) == (0, 0, 360)
    arm = units.vehicles()["walking-tomb"].bearings[0]
    assert (arm.ahead, arm.left, arm.degrees) == (1200, 0, 90)


@pytest.mark.parametrize(
    ("base", "size"),
    [
        ("foot", (500, 0, 0, 1250, 0)),
        ("heavy-foot", (800, 0, 0, 1600, 0)),
        ("swarm", (800, 0, 0, 750, 0)),
        ("beast", (500, 0, 0, 1500, 0)),
        ("rider", (750, 0, 0, 1500, 0)),
        ("hovering-rider", (750, 0, 0, 1500, 500)),
        ("monster", (1200, 0, 0, 3000, 0)),
        ("walker", (1200, 0, 0, 2500, 0)),
        ("gun", (800, 0, 0, 1250, 0)),
        ("carrier", (0, 4500, 3000, 2250, 0)),
        ("great-hull", (0, 6000, 4000, 2750, 0)),
        ("open-wagon", (0, 4500, 3000, 1750, 0)),
        ("light-skimmer", (0, 4000, 2500, 1250, 500)),
        ("great-skimmer", (0, 6000, 4000, 2000, 500)),
        ("flyer", (0, 6000, 4000, 2000, 4000)),
    ],
)
def test_a_base(base: str, size: tuple[int, ...]) -> None:
    b = catalogue.bases()[base]
    assert (b.radius, b.length, b.width, b.height, b.stands) == size
    assert b.around == (b.shape.radius if b.shape else b.radius) > 0


# ---- weapons ---------------------------------------------------------------------------------------------------------

# Range, Strength, AP and class as they are printed; a line for each way of firing, and what is special about it.
WEAPONS = {
    "slug-rifle": "24 4 5 RF",
    "slug-pistol": "12 4 5 P",
    "paired-slug-gun": "24 4 5 A2",
    "laser-rifle": "24 3 - RF",
    "plasma-gun": "24 7 2 RF gets-hot",
    "heat-gun": "12 8 1 A1 searing",
    "flame-thrower": "T 4 5 A1",
    "heavy-flame-thrower": "T 5 4 A1",
    "heavy-slug-gun": "36 5 4 H3",
    "autocannon": "48 7 4 H2",
    "laser-cannon": "48 9 2 H1",
    "heavy-heat-gun": "24 8 1 H1 searing",
    "rotary-cannon": "24 6 4 H4 rending",
    "plasma-cannon": "36 7 2 H1 blast gets-hot",
    "missile-tube": "48 4 6 H1 blast / 48 8 3 H1",
    "long-rifle": "36 X 6 H1 pinning rending sniper",
    "tank-cannon": "72 8 3 Ord1 large",
    "siege-cannon": "24 10 2 Ord1 large",
    "mortar": "48 4 6 H1 blast barrage pinning",
    "rocket-battery": "12-48 5 4 Ord1 large barrage pinning",
    "missile-rack": "48 8 3 H2 / 48 4 6 H2 blast",
    "far-missile": "all 8 3 H1 one-shot",
    "scrap-pistol": "12 4 6 P",
    "scrap-gun": "18 4 6 A2",
    "great-scrap-gun": "36 5 5 A3",
    "rocket": "24 8 3 A1",
    "hail-gun": "48 7 4 HD3",
    "chain-gun": "18 5 4 A2",
    "deck-cannon": "36 8 3 H1 / 36 4 5 H1 blast",
    "burner": "T 5 4 A1",
    "arc-blaster": "24 8 2 A1 gets-hot",
    "coil-rifle": "30 5 5 RF",
    "coil-carbine": "18 5 5 A1 pinning",
    "stutter-gun": "18 5 5 A3",
    "plasma-rifle": "24 6 2 RF",
    "missile-pod": "36 7 4 A2",
    "fusion-torch": "12 8 1 A1 searing",
    "rail-cannon": "72 10 1 H1 / 72 6 4 H1 large",
    "ion-gun": "60 7 3 H3",
    "hunting-missiles": "24 5 5 H4 unseen",
    "called-missile": "all 8 3 H1",
    "shard-pistol": "12 4 5 P",
    "shard-thrower": "12 4 5 A2",
    "long-shard-thrower": "18 4 5 A2",
    "shard-cannon": "24 6 5 A3",
    "fan-laser": "36 6 6 H4",
    "sun-cannon": "36 6 2 H2",
    "needle-beam": "36 8 2 H1 lance",
    "glass-missiles": "48 8 3 H1 / 48 4 4 H1 blast pinning",
    "beating-laser": "48 8 2 H2",
    "thread-gun": "12 6 - A2",
    "acid-spitter": "18 5 5 A3",
    "worm-volley": "18 6 - A6",
    "venom-gun": "36 6 4 A1 blast",
    "beetle-gun": "12 4 5 A1",
    "bolt-of-the-mind": "12 4 2 A4",
}
CLASSES = {"rapid-fire": "RF", "pistol": "P", "assault": "A", "heavy": "H", "ordnance": "Ord"}


def as_printed(id: str) -> str:
    """A weapon as a list of weapons has it."""
    weapon = catalogue.weapons()[id]
    reach = f"{weapon.range // INCH}" if weapon.range < catalogue.UNLIMITED else "all"
    reach = "T" if weapon.template else f"{weapon.nearest // INCH}-{reach}" if weapon.nearest else reach

    def printed(mode: Mode) -> str:
        shots = "" if weapon.kind in ("rapid-fire", "pistol") and mode.shots == 1 else str(mode.shots)
        blast = {0: "", 3 * INCH: "blast", 5 * INCH: "large"}[mode.blast]
        kind = CLASSES[weapon.kind] + shots
        words = (reach, mode.strength or "X", mode.ap or "-", kind, blast, *sorted(mode.keywords))
        return " ".join(str(word) for word in words if word)

    return " / ".join(map(printed, weapon.modes))


@pytest.mark.parametrize("id", WEAPONS)
def test_a_weapon(id: str) -> None:
    assert as_printed(id) == WEAPONS[id]


def test_the_table_above_has_every_weapon_and_all_others_are_twins() -> None:
    twins = {id for id in catalogue.weapons() if id.startswith("twin-")}
    assert set(catalogue.weapons()) == set(WEAPONS) | twins
    for id in twins:
        one, two = catalogue.weapons()[id.removeprefix("twin-")], catalogue.weapons()[id]
        assert [mode.keywords for mode in two.modes] == [{**mode.keywords, "twin-linked": 1} for mode in one.modes]
        assert (two.range, two.kind) == (one.range, one.kind)


def test_a_template_is_eight_inches_long() -> None:
    assert {weapon.range for weapon in catalogue.weapons().values() if weapon.template} == {8 * INCH}


BLADES: dict[str, dict[str, Any]] = {
    "blade": {},
    "chain-blade": {},
    "talons": {"hands": 0},
    "power-weapon": {"pierces": True},
    "power-fist": {"pierces": True, "doubled": True, "last": True},
    "power-claw": {"pierces": True, "doubled": True, "last": True},
    "great-hammer": {"pierces": True, "doubled": True, "last": True},
    "slashing-claws": {"pierces": True, "reroll_wounds": True},
    "saw-fist": {"pierces": True, "doubled": True, "last": True, "dice": 2},
    "wrecking-arm": {"pierces": True, "doubled": True, "arm": True},
    "spirit-blade": {"wounds_on": 2, "hull_strength": 9},
    "force-weapon": {"pierces": True, "force": True},
    "rending-claws": {"rending": True},
    "scything-limbs": {"hands": 0, "rerolls": "ones", "two_reroll": True},
    "breach-grenades": {"hands": 0, "grenade": True, "hull_strength": 6},
    "melt-charges": {"hands": 0, "grenade": True, "hull_strength": 8, "dice": 2},
}


@pytest.mark.parametrize("id", catalogue.blades())
def test_a_weapon_of_close_combat(id: str) -> None:
    blade = catalogue.blades()[id]
    plain = catalogue.Blade(id=id, title=blade.title)
    special = {name: getattr(blade, name) for name in blade.__struct_fields__}
    assert {name: value for name, value in special.items() if value != getattr(plain, name)} == BLADES[id]


@pytest.mark.parametrize(
    ("id", "kind", "on", "inches"),
    [
        ("mind-bolt", "shooting", "enemy", 12),
        ("kind-stars", "blessing", "friend", 6),
        ("guided-aim", "blessing", "friend", 6),
        ("ill-omen", "curse", "enemy", 24),
        ("duel-of-minds", "shooting", "enemy", 18),
        ("dome", "blessing", "own", 0),
        ("curse-on-engines", "shooting", "enemy", 24),
    ],
)
def test_a_power(id: str, kind: str, on: str, inches: int) -> None:
    power = catalogue.powers()[id]
    assert (power.kind, power.on, power.range) == (kind, on, inches * INCH)
    assert not power.weapon or catalogue.weapons()[power.weapon].range == power.range


# ---- how far each moves ----------------------------------------------------------------------------------------------

# Move, flat out, over terrain, forced surge; then the game as it was: Move, fastest, charge, runs, dice of a flight
RATES = {
    "infantry": (6, False, False, True, 6, 0, 6, True, 2),
    "artillery": (6, False, False, True, 6, 0, 0, True, 2),
    "monster": (6, False, False, True, 6, 0, 6, True, 2),
    "swarm": (6, False, False, True, 6, 0, 6, True, 2),
    "beast": (8, False, False, True, 6, 0, 12, True, 3),
    "cavalry": (8, False, False, True, 6, 0, 12, True, 3),
    "jump": (8, False, True, True, 12, 0, 6, True, 3),
    "jetpack": (6, False, True, True, 6, 0, 6, True, 3),
    "bike": (8, True, False, False, 12, 24, 6, False, 3),
    "jetbike": (10, True, True, True, 12, 24, 6, False, 3),
    "vehicle": (6, False, False, True, 6, 12, 0, False, 0),
    "fast-vehicle": (6, True, False, True, 6, 18, 0, False, 0),
    "skimmer": (6, False, True, True, 6, 12, 0, False, 0),
    "fast-skimmer": (8, True, True, True, 6, 24, 0, False, 0),
    "walker": (6, False, False, True, 6, 0, 6, True, 0),
}


@pytest.mark.parametrize("id", RATES)
def test_how_far_a_kind_moves(id: str) -> None:
    r = catalogue.rates()[id]
    inches = [length // INCH for length in (r.move, r.base, r.base_fast, r.base_charge)]
    assert (inches[0], r.flat_out, r.over, r.forces, *inches[1:], r.runs, r.flees) == RATES[id]


def test_every_type_of_model_has_a_rate() -> None:
    assert {kind for profile in units.profiles().values() for kind in profile.types} <= set(catalogue.rates())
    assert set(RATES) == set(catalogue.rates())


@pytest.mark.parametrize(
    ("model", "rate"),
    [
        ("keeper", "infantry"),
        ("fry", "infantry"),
        ("mere-bull", "monster"),
        ("whirler", "jetbike"),
        ("great-ark", "vehicle"),
        ("haul-wagon", "fast-vehicle"),
        ("courier", "skimmer"),
        ("heron", "fast-skimmer"),
        ("walking-tomb", "walker"),
        ("deck-gun", "artillery"),
    ],
)
def test_how_far_a_model_moves(model: str, rate: str) -> None:
    kind = units.profiles().get(model) or units.vehicles()[model]
    assert units.rate_of(kind).id == rate


# ---- tables as a whole -----------------------------------------------------------------------------------------------


def test_nothing_that_a_model_can_have_has_the_id_of_another() -> None:
    tables = (catalogue.weapons(), catalogue.blades(), catalogue.gear(), catalogue.powers())
    assert len(catalogue.things()) == sum(len(table) for table in tables)


def test_every_profile_and_vehicle_is_in_a_list() -> None:
    entries = units.entries().values()
    assert {entry.profile for entry in entries} | {entry.leader.profile for entry in entries if entry.leader} == {
        *units.profiles(), "",
    }  # fmt: skip
    assert {entry.vehicle for entry in entries} == {*units.vehicles(), ""}
    assert {entry.army for entry in entries} == set(units.armies())


def test_what_is_told_to_players_is_a_sentence() -> None:
    for table in (catalogue.rules(), catalogue.gear(), catalogue.powers(), units.armies()):
        for row in table.values():
            assert row.summary.endswith(".") and len(row.summary) < 260, row.id


# ---- tables that are written badly -----------------------------------------------------------------------------------

WEAPON = '[a]\ntitle = "A"\nkind = "heavy"\nrange = 24\n'
PROFILE = '[a]\ntitle = "A"\ntypes = ["infantry"]\nline = [3, 3, 3, 3, 1, 3, 1, 7, 5]\nbase = "foot"\n'
VEHICLE = '[a]\ntitle = "A"\narmour = [10, 10, 10]\nbs = 3\nhull_points = 3\nbase = "carrier"\n'
ENTRY = '[a]\ntitle = "A"\narmy = "scrap-tide"\nslot = "line"\npoints = 5\n'


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("weapons", WEAPON, "[a]: found neither; wanted either a strength or a list of modes"),
        ("weapons", f"{WEAPON}strength = 4\nmodes = [{{ strength = 4 }}]", "[a]: found both of them"),
        ("weapons", f"{WEAPON}strength = 11", "[a].strength: found 11"),
        ("weapons", f'{WEAPON}strength = 4\nshots = "D6"', "[a].shots: found 'D6'"),
        ("weapons", f"{WEAPON}strength = 4\nkeywords = {{ lnace = 1 }}", "[a].keywords"),
        ("profiles", PROFILE.replace("foot", "food"), "[a].base: found 'food' (did you mean 'foot'?)"),
        ("profiles", PROFILE.replace("7, 5", "7"), "[a].line"),
        ("profiles", f'{PROFILE}gear = ["laser"]', "[a].gear: found 'laser'"),
        ("vehicles", f"{VEHICLE}line = [4, 6, 4, 2]", "[a].line: found [4, 6, 4, 2]; wanted WS S I A of a walker"),
        ("vehicles", f'{VEHICLE}types = ["walker"]', "[a].line: found [0, 0, 0, 0]; wanted WS S I A of a walker"),
        ("vehicles", f"{VEHICLE}capacity = 5", "[a].capacity: found 5; wanted how many a transport carries"),
        ("vehicles", f'{VEHICLE}mounts = [{{ weapon = "laser", at = "arm" }}]', "[a].mounts[1].weapon: found 'laser'"),
        ("vehicles", f'{VEHICLE}blades = ["rocket"]', "[a].blades: found 'rocket'"),
        ("entries", ENTRY, "[a]: found a profile and a vehicle, or neither"),
        ("entries", f'{ENTRY}profile = "bosum"', "[a].profile: found 'bosum' (did you mean 'bosun'?)"),
        ("entries", f'{ENTRY}profile = "bosun"\nleast = 3', "[a].least: found 3; wanted 1 at most"),
        (
            "entries",
            f'{ENTRY}vehicle = "heron"\nchoices = [{{ gear = {{ plate-coat = 5 }} }}]',
            "[a].choices[1]: found 'plate-coat'; wanted a weapon",
        ),
        ("entries", f'{ENTRY}profile = "bosun"\nleader = {{ profile = "x", points = 5 }}', "leader.profile: found 'x'"),
    ],
)  # fmt: skip
def test_a_table_that_is_written_badly_is_refused(
    name: str, text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}.toml").write_text(text)
    tables: dict[str, Any] = {
        "weapons": catalogue.weapons, "profiles": units.profiles, "vehicles": units.vehicles, "entries": units.entries,
    }  # fmt: skip
    for table in (catalogue.things, catalogue.bases, catalogue.rules, units.armies, *tables.values()):
        table()  # as it is
    tables[name].cache_clear()
    monkeypatch.setattr(catalogue.DATA, "path", tmp_path)
    try:
        with pytest.raises(BadData) as caught:
            tables[name]()
    finally:
        tables[name].cache_clear()
    assert says in str(caught.value)
