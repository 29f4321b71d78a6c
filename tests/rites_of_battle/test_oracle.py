"""Moves and pools by chance against an oracle that is written from the rules alone, and shares no code with them."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any, TypeAlias

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, piece, scene, somewhere
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.testing import leg, way

Tile: TypeAlias = tuple[int, int]
WIDE = 10
FENCE = (
    f"[[block]]\nrect = [{WIDE}, 0, 1, {WIDE + 1}]\nheight = 4\n[[block]]\nrect = [0, {WIDE}, {WIDE}, 1]\nheight = 4\n"
)
SPEEDS = {"line-warden": 6, "stalker": 8, "brute": 6}


def reachable(start: Tile, blocks: set[Tile], rough: set[Tile], foes: set[Tile], limit: int) -> set[Tile]:
    """Where somebody gets to by going over squares: rough ones cost two, a diagonal is no way between two that are
    blocked, enemies are not passed, and a move ends next to one."""

    def blocked(x: int, y: int) -> bool:
        return (x, y) in blocks or not (0 <= x < WIDE and 0 <= y < WIDE)

    def steps(tile: Tile) -> list[Tile]:
        x, y = tile
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [n for n in near if not blocked(*n) and not (blocked(n[0], y) and blocked(x, n[1]))]

    costs, queue = {start: 0}, [(0, start)]
    while queue:
        cost, tile = heappop(queue)
        if cost > costs[tile] or (tile != start and not foes.isdisjoint(steps(tile))):
            continue
        for near in steps(tile):
            total = cost + 1 + (near in rough)
            if near not in foes and total <= limit and total < costs.get(near, limit + 1):
                costs[near] = total
                heappush(queue, (total, near))
    return set(costs)


def test_moves_by_chance_lead_where_an_oracle_says() -> None:
    compared = 0
    for seed in range(60):
        rng = Random(seed)
        start, *tiles = rng.sample([(x, y) for x in range(WIDE) for y in range(WIDE)], WIDE * WIDE)
        blocks, rough, others = set(tiles[:12]), set(tiles[12:35]), tiles[35:41]
        if rng.random() < 0.5:
            others = rng.sample([*rough], 3) + others[3:]
        foes, friends = set(others[: rng.randint(0, 3)]), set(others[3 : 3 + rng.randint(0, 3)])
        profile, prone = rng.choice([*SPEEDS]), rng.random() < 0.2
        board = FENCE + "".join(f"[[block]]\nrect = [{x}, {y}, 1, 1]\nheight = 4\n" for x, y in blocks)
        board += "".join(f'[[area]]\nkind = "difficult"\nrect = [{x}, {y}, 1, 1]\n' for x, y in rough)
        reds = [at(*start, profile, prone=prone), *(at(*tile, "levy") for tile in friends)]
        game, _, _ = scene(reds, [at(30, 40), *(at(*tile, "levy") for tile in foes)], board)
        if "move" not in game.allowed(0):
            continue  # it is engaged, or walled in
        question = game.asks(0, "move")
        found = {(x, y) for x, y in tiles if (x, y) not in blocks and not question.legal(way(leg(x + 0.5, y + 0.5)))}
        wanted = reachable(
            start, blocks, set() if profile == "stalker" else rough, foes, 2 if prone else SPEEDS[profile]
        )
        assert found == wanted - friends - {start}, seed
        compared += 1
    assert compared > 30


ARMS = (
    "boltgun", "bolt-pistol", "combat-knife", "chainsword", "power-fist", "thunder-hammer", "lasgun", "heavy-bolter",
    "slug-rifle", "power-claw", "lascannon", "storm-bolter",
)  # fmt: skip
PEOPLE = (
    "line-warden", "storm-warden", "siege-warden", "warden-captain", "levy", "brute", "brute-boss", "brute-warlord",
    "stalker", "renegade", "cultist", "red-fiend", "renegade-champion",
)  # fmt: skip
LIMITS = {"engaged": 1, "short": 6, "medium": 12, "long": 24, "extreme": 36}
ON_ATTACKER = (
    "guarded", "disoriented", "shaken", "next-setback", "next-upgrade", "next-ability-upgrade", "next-boost",
    "crippled-arm", "lost-leg", "next-difficulty",
)  # fmt: skip
ON_TARGET = ("guarded", "more-melee-defence", "more-ranged-defence", "side-step", "defensive-stance", "no-defence")


def upgraded(weak: int, strong: int, times: int) -> tuple[int, int]:
    """A die turns into a stronger one; where none is left to turn, one is added."""
    for _ in range(times):
        weak, strong = (weak - 1, strong + 1) if weak else (weak + 1, strong)
    return weak, strong


def attack(rng: Random) -> tuple[dict[str, int], dict[str, int]]:
    """An attack by chance: its dice by the game and by the oracle."""
    arm, mine, theirs = catalogue.weapons()[rng.choice(ARMS)], *(rng.choice(PEOPLE) for _ in range(2))
    me, foe, melee = catalogue.profiles()[mine], catalogue.profiles()[theirs], arm.skill == "melee"
    away = 1 if melee else rng.randint(1, LIMITS[arm.range])
    burst = "auto-fire" in arm.qualities and rng.random() < 0.5
    prone, down, friend, dark = (rng.random() < 0.3 for _ in range(4))
    covered, count = away > 2 and rng.random() < 0.3, rng.choice((1, 2, 6)) if me.tier == "minion" else 1
    reds = [armed(5, 5, arm, profile=mine, count=count, prone=prone)]
    reds += [at(6, 5 + away) if away > 1 else at(4, 6)] * friend
    cover = piece("marker", id="w", kind="cover", at=[5.5, 4.5 + away, 0]) if covered else ""
    game, _, _ = scene(reds, [at(5, 5 + away, theirs, prone=down, covered=covered)], cover)
    blue = len(reds)
    somewhere(game, concealment=int(dark))
    own: Any = {name: int(rng.random() < 0.2) for name in ON_ATTACKER}
    other: Any = {name: int(rng.random() < 0.2) for name in ON_TARGET}
    for who, names in ((0, own), (blue, other)):
        for name in (name for name in names if names[name]):
            affected(game, who, name)
    # ---- the oracle
    value = me.line[0 if melee else 2]
    listed = me.skills.get(arm.skill, 0)
    ranks = min(5, count - 1) * listed if me.tier == "minion" else listed
    difficulty = 2 if melee else 1 + sum(away > LIMITS[band] for band in ("short", "medium", "long"))
    strength = me.line[0] + (me.armour in ("power", "artificer"))
    difficulty += burst + max(0, arm.qualities.get("cumbersome", 0) - strength)
    difficulty += own["next-difficulty"] + own["crippled-arm"]
    if not melee and away == 1:
        difficulty += 1 if me.armour in arm.one_handed_in else arm.hands
    base = foe.defence[0] if melee else max(foe.defence[1], int(covered))
    added = other["guarded"] + other["more-melee-defence"] if melee else other["more-ranged-defence"]
    setback = 0 if other["no-defence"] else min(4, base + added)
    setback += arm.qualities.get("inaccurate", 0) + (prone if melee else down + dark)
    setback += sum(own[name] for name in ("guarded", "disoriented", "shaken", "next-setback", "lost-leg"))
    boost = own["next-boost"] + (melee and down) + me.talents.get("quick-strike", 0)
    harder = foe.talents.get("adversary", 0) + own["next-upgrade"]
    harder += other["defensive-stance"] if melee else other["side-step"] + friend
    ability, proficiency = upgraded(abs(value - ranks), min(value, ranks), own["next-ability-upgrade"])
    difficulty, challenge = upgraded(difficulty, 0, harder)
    dice = {
        "boost": boost, "ability": ability, "proficiency": proficiency, "setback": setback, "difficulty": difficulty,
        "challenge": challenge,
    }  # fmt: skip
    return dice_of(game, 0, blue, mode="auto" if burst else "single"), {name: n for name, n in dice.items() if n}


def test_pools_by_chance_are_those_of_an_oracle() -> None:
    for seed in range(400):
        found, wanted = attack(Random(seed))
        assert found == wanted, seed
