"""Stock: a database as a server has it after an evening: battles in their midst, put there without playing each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from warbook import rulesets, table
from warbook.core.game import Game
from warbook.core.structs import replace
from warbook.web import tokens
from warbook.web.bringing import begun
from warbook.web.storage import Storage
from warbook.web.stored import About

SCENARIOS = ("necromunda-2023/hive-stand-off", "gangfight/open-field")
STAGES = (60, 110, 160, 210)  # choices after which a battle is taken; until about 40 everybody is being deployed


class Played(NamedTuple):
    """A battle so far: itself, and the lines of its record."""

    game: Game
    rows: list[bytes]


def played(scenario: str, seed: int, choices: int) -> Played:
    """A battle in which everybody did anything that is allowed, so many times."""
    rng, rows, setup = Random(seed), list[bytes](), table.setup(scenario)
    game = Game(rulesets.find(setup.ruleset), setup, seed=seed, write=rows.append)
    for _ in range(choices):
        decision = game.decision
        if decision is None:
            break
        found = decision.candidates(6)
        busy = [answer for answer in found if answer not in getattr(decision, "idle", ())] or found
        game.choose(rng.choice(busy), decision.player)
    return Played(game, rows)


def stages() -> list[Played]:
    """Battles of every game at several stages, none of them over."""
    found = []
    for scenario in SCENARIOS:
        for number, choices in enumerate(STAGES):
            seed = number
            while (one := played(scenario, seed, choices)).game.is_over:
                seed += len(STAGES)
            found.append(one)
    return found


def stocked(database: Path, wanted: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
    """Put a battle into a new database for each of these lists of players: their ids and links, as a server says them
    when it opens one."""
    storage = Storage(f"sqlite:///{database}")
    storage.migrate()
    made, found = stages(), list[dict[str, Any]]()
    for number, players in enumerate(wanted):
        found.append(put(storage, made[number % len(made)], players, number))
    storage.close()
    return found


def put(storage: Storage, battle: Played, players: tuple[str, ...], number: int = 0) -> dict[str, Any]:
    """Put a battle into a database: its id and links, as a server says them when it opens one."""
    new = begun(battle.game, battle.rows, players)
    about = About(
        id=tokens.battle_id(),
        ruleset=new.ruleset,
        title=f"{new.title}, table {number}",
        scenario=new.scenario,
        summary=new.summary,
        players=players,
        seed=new.seed,
        created=1.7e9 + number,
    )
    links = tokens.links(seat for seat in range(len(players)) if seat not in new.bots)
    standing = replace(new.standing, touched=1.7e9 + number)
    storage.create(about, standing, tokens.seats_by_digest(links), new.rows)
    return {"game": about.id, "links": [{"seat": link.seat, "token": link.token} for link in links]}
