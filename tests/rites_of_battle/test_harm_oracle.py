"""Hits by chance against an oracle that is written from the rules alone: damage, soak, tiers and critical injuries."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rites_of_battle.scenes import armed, dice_of, scene, weapon
from tests.rites_of_battle.test_by_the_book import KEEP, SINGLE
from warbook.rulesets.rites_of_battle.printed import catalogue

FACES = {
    "boost": ["-", "-", "S", "SA", "AA", "A"],
    "ability": ["-", "S", "S", "SS", "A", "A", "SA", "AA"],
    "proficiency": ["-", "S", "S", "SS", "SS", "A", "SA", "SA", "SA", "AA", "AA", "T"],
    "setback": ["-", "-", "F", "F", "H", "H"],
    "difficulty": ["-", "F", "FF", "H", "H", "H", "HH", "FH"],
    "challenge": ["-", "F", "F", "FF", "FF", "H", "H", "FH", "FH", "HH", "HH", "D"],
}
ARMS = ("boltgun", "lasgun", "plasma-gun", "meltagun", "lascannon", "chainsword", "power-axe", "power-claw")
FOES = ("levy", "brute", "brute-boss", "renegade", "line-warden", "brute-warlord", "stalker", "brood-warrior")
ROWS = (
    (5, "minor-nick"), (10, "slowed-down"), (15, "sudden-jolt"), (20, "distracted"), (25, "off-balance"),
    (30, "discouraging-wound"), (35, "stunned"), (40, "stinger"), (45, "bowled-over"), (50, "head-ringer"),
    (55, "fearsome-wound"), (60, "agonizing-wound"), (65, "slightly-dazed"), (70, "scattered-senses"),
    (75, "hamstrung"), (80, ""), (85, "winded"), (90, "compromised"), (95, "at-the-brink"), (100, "crippled"),
    (105, "maimed"), (110, ""), (115, "temporarily-lame"), (120, "blinded"), (125, "knocked-senseless"), (130, ""),
    (140, "bleeding-out"), (150, "the-end-is-nigh"),
)  # fmt: skip
STRAIN = {"minor-nick": 1, "bowled-over": 1, "discouraging-wound": 2}


class Victim:
    """Whoever is hit, by the oracle alone."""

    def __init__(self, rng: Random, profile: str) -> None:
        row = catalogue.profiles()[profile]
        self.tier, self.soak, self.limit, self.talents = row.tier, row.soak, row.wounds, row.talents
        self.count = rng.randint(1, 5) if row.tier == "minion" else 1
        self.wounds = rng.randint(0, self.count * self.limit)
        self.strain, self.state = 0, "up"
        self.injuries: list[str] = []
        self.rolls: list[int] = []

    def hurt(self, amount: int, rng: Random, bonus: int) -> None:
        """Wounds past soak: whoever has more than it can bear falls, with an injury, or dies."""
        if amount <= 0 or self.state == "dead":
            return
        before, self.wounds = self.wounds, self.wounds + amount
        if self.tier in ("minion", "rival"):
            if self.wounds > self.count * self.limit:
                self.state = "dead"
        elif self.wounds >= self.limit + 10:
            self.state = "dead"
        elif before <= self.limit < self.wounds:
            self.state = "incapacitated"
            self.injure(rng, bonus)

    def injure(self, rng: Random, bonus: int) -> None:
        """A critical injury: a member of a group, or a row of the table."""
        if self.state == "dead":
            return
        if self.tier == "minion":
            lost = max(0, (self.wounds - 1) // self.limit)
            self.hurt((lost + 1) * self.limit + 1 - self.wounds, rng, bonus)
            return
        while True:
            roll = rng.randint(1, 100)
            total = max(1, roll + 10 * len(self.injuries) - 10 * self.talents.get("durable", 0) + bonus)
            name = next((row for high, row in ROWS if total <= high), "dead")
            if name:
                break
        self.rolls.append(roll)
        self.injuries.append(name)
        if name == "dead":
            self.state = "dead"
        elif self.tier == "rival":
            self.hurt(STRAIN.get(name, 0), rng, 0)
        else:
            self.strain += STRAIN.get(name, 0)


def hit(seed: int) -> tuple[Any, Any]:
    """An attack by chance: what has become of its target by the game, and by the oracle."""
    rng = Random(seed)
    qualities = {name: rng.randint(1, 4) for name in ("pierce", "vicious") if rng.random() < 0.4}
    qualities |= {name: 1 for name in ("breach", "superior") if rng.random() < 0.15}
    arm = weapon(rng.choice(ARMS), qualities=qualities, critical=rng.randint(1, 4))
    learnt = {"lethal-blows": 1, "feral-strength": 2, "point-blank": 1, "barrage": 2}
    talents = {name: n for name, n in learnt.items() if rng.random() < 0.3}
    melee, name = arm.skill == "melee", rng.choice(FOES)
    far = {"short": 6, "medium": 12}.get(arm.range, 13)
    away = 1 if melee else rng.choice([n for n in (3, 6, 7, 12, 13) if n <= far])
    foe = Victim(rng, name)
    mine = armed(5, 5, arm, of={"talents": talents, "skills": {arm.skill: 4}})
    more = {"count": foe.count} if foe.tier == "minion" else {}
    game, red, blue = scene([mine], [armed(5, 5 + away, profile=name, wounds=foe.wounds, **more)])
    line, pool = catalogue.profiles()["line-warden"].line, dice_of(game, red, blue)
    faces = [rng.choice(FACES[kind]) for kind in FACES for _ in range(pool.get(kind, 0))]
    shown = "".join(faces)
    success = shown.count("S") + shown.count("T") - shown.count("F") - shown.count("D")
    advantage, triumph = shown.count("A") - shown.count("H") + qualities.get("superior", 0), shown.count("T")
    damage = arm.damage + qualities.get("superior", 0) + success
    if melee:
        damage += line[0] + talents.get("feral-strength", 0)
    else:
        damage += talents.get("point-blank" if away <= 6 else "barrage", 0)
    taken = damage - max(0, foe.soak - qualities.get("pierce", 0) - 10 * qualities.get("breach", 0))
    spend: list[Any] = []
    if success > 0 and taken > 0:
        while rng.random() < 0.7 and (triumph or advantage >= arm.critical):
            if triumph and (advantage < arm.critical or rng.random() < 0.5):
                triumph, spend = triumph - 1, [*spend, "critical 0 !"]
            else:
                advantage, spend = advantage - arm.critical, [*spend, "critical 0"]
    bonus = 10 * (qualities.get("vicious", 0) + talents.get("lethal-blows", 0))
    if success > 0:
        foe.hurt(taken, rng, bonus)
        if spend and taken > 0:
            foe.injure(rng, bonus + 10 * (len(spend) - 1))
    dice = {"injury": foe.rolls} if foe.rolls else {}
    game.does(
        red, "combat-check", at=blue, **SINGLE, dice={"check": faces, **dice}, spend=[*spend, KEEP], theirs=KEEP,
        passing=True,
    )  # fmt: skip
    there = game.record(blue)
    return (
        (there.wounds, there.strain, [*there.injuries], there.state),
        (foe.wounds, foe.strain, foe.injuries, foe.state),
    )


def test_hits_by_chance_do_what_an_oracle_says() -> None:
    fates = set()
    for seed in range(400):
        found, wanted = hit(seed)
        assert found == wanted, seed
        fates |= {wanted[-1], *wanted[2]}
    assert len(fates) > 20  # the three states, and most of the injuries
