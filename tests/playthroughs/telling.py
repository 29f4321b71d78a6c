"""Playthroughs: battles, or their first rounds, as texts that people read in review.

A change of the rules shows as a change of these texts.  ``python -m tests.playthroughs`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from warbook.core.course import Done
from warbook.core.decision import Choose, Confirm, Decision
from warbook.core.game import Game
from warbook.core.length import INCH
from warbook.core.ruleset import Ruleset, Setup
from warbook.rulesets import draft_40k, gangfight, rites_of_battle
from warbook.rulesets.necromunda import edition_2023

TESTS = Path(__file__).parents[1]
SEATS = ("red", "blue")
NEAR = 9 * INCH  # worth a charge
#: What an eager player would rather do than move about.
EAGER = (
    "bypass-casket-lock",
    "carry-casket",
    "combat-check",
    "coup-de-grace",
    "fight",
    "operate-door",
    "order",
    "psyker-power",
    "reload",
    "shoot",
    "skill-check",
    "smash-open-casket",
)
BOLD = ("assault", "charge", "ram", "shoot", "tank-shock")
TRIFLE = "incidental"  # what takes no time, of which there is no end


class Answered(Struct, frozen=True):
    """A decision as it was answered: in which step, after how many of its events, by whom, and how it reads."""

    step: int
    event: int
    text: str


class Player(Protocol):
    """Whoever answers for both sides."""

    def choose(self, game: Game, decision: Decision[Any]) -> Any:
        """An answer to a decision."""


class Uniform:
    """Takes any legal answer as soon as another."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, game: Game, decision: Decision[Any]) -> Any:
        """An answer to a decision."""
        return decision.sample(self.rng)


class Eager(Uniform):
    """Goes for the enemy: shoots, charges and fights where it can, else moves towards the nearest."""

    def choose(self, game: Game, decision: Decision[Any]) -> Any:
        """An answer to a decision."""
        match decision.key:
            case "action" if isinstance(decision, Choose):
                wanted = [option for option in decision.options() if option in EAGER or self.charges(game, option)]
                if wanted and self.rng.random() < 0.8:
                    return self.rng.choice(wanted)
                weighty = [option for option in decision.options() if option != TRIFLE]
                if TRIFLE in decision.options():
                    return self.rng.choice(weighty)
            case "target" if isinstance(decision, Choose):
                options = decision.options()
                return next((option for option in options if option not in decision.idle), options[0])
            case "spend" | "spend.theirs" if isinstance(decision, Choose):
                return decision.options()[0]  # the most harmful
            case "deploy" if not isinstance(decision, Choose):
                middle = (game.world.board.width // 2, game.world.board.depth // 2)
                return min(decision.candidates(40), key=lambda at: abs(at[0] - middle[0]) + abs(at[1] - middle[1]))
            case "path" | "move.path":
                routes = [route for route in decision.candidates(12) if len(route) > 1]
                if routes:
                    return min(routes, key=lambda route: self.gap(game, decision.player, route[-2]))
            case "bottle" | "flight" if isinstance(decision, Confirm):
                return False
        return decision.sample(self.rng)

    def charges(self, game: Game, option: str) -> bool:
        """Whether this is a charge, and somebody near enough for it."""
        mover = game.play.state.records[game.play.state.turn.actor]
        return option == "charge" and self.gap(game, mover.owner, (mover.at.x, mover.at.y)) <= NEAR**2

    def gap(self, game: Game, seat: int, spot: tuple[int, ...]) -> int:
        """The squared distance from a spot to the nearest enemy of a side."""
        records = game.play.state.records[: game.world.count]
        foes = [r.at for r in records if r.owner != seat and r.at.posture]
        return min(((at.x - spot[0]) ** 2 + (at.y - spot[1]) ** 2 for at in foes), default=0)


class Bold(Uniform):
    """Has every unit do something, and charge, fight and shoot where it can."""

    def choose(self, game: Game, decision: Decision[Any]) -> Any:
        """An answer to a decision."""
        if isinstance(decision, Choose) and decision.key in ("unit", "action"):
            options = [option for option in decision.options() if option not in decision.idle]
            wanted = [option for option in options if option in BOLD] or options
            return self.rng.choice(wanted or decision.options())
        return decision.sample(self.rng)


class Battle(Struct, frozen=True):
    """A battle that is told: which, how its dice fall, how many rounds of it, and who plays both sides.  A `whole` one
    is played on to its end, of which the digest tells."""

    ruleset: Ruleset
    scenario: str
    seed: int
    rounds: int
    player: Callable[[int], Player]
    folder: str
    whole: bool = False
    options: dict[str, Any] = {}

    @property
    def title(self) -> str:
        """The scenario, and what the table plays otherwise."""
        return "-".join((self.scenario, *(f"{value}" for value in self.options.values())))

    @property
    def path(self) -> Path:
        """Where its text is kept."""
        return TESTS / self.folder / f"{self.title}.txt"


NECROMUNDA, GANGFIGHT, RITES = edition_2023.RULESET, gangfight.RULESET, rites_of_battle.RULESET
DRAFT = draft_40k.RULESET
BATTLES: tuple[Battle, ...] = (
    Battle(NECROMUNDA, "fight-in-the-dark", 9, 2, Eager, "playthroughs"),
    Battle(NECROMUNDA, "hive-stand-off", 12, 2, Eager, "playthroughs"),
    Battle(NECROMUNDA, "street-ambush", 5, 2, Eager, "playthroughs"),
    Battle(NECROMUNDA, "vault-looting", 6, 2, Eager, "playthroughs"),
    Battle(GANGFIGHT, "open-field", 3, 1, Uniform, "gangfight/playthroughs", whole=True),
    Battle(GANGFIGHT, "parcels-from-above", 3, 1, Uniform, "gangfight/playthroughs", whole=True),
    Battle(RITES, "hold-the-breach", 2, 2, Eager, "rites_of_battle/playthroughs", whole=True),
    Battle(RITES, "the-warlord", 18, 2, Eager, "rites_of_battle/playthroughs", whole=True),
    Battle(RITES, "wake-the-pump", 5, 2, Eager, "rites_of_battle/playthroughs", whole=True),
    Battle(DRAFT, "to-the-last", 4, 2, Bold, "draft_40k/playthroughs"),
    Battle(DRAFT, "to-the-last", 4, 2, Bold, "draft_40k/playthroughs", options={"phase-order": "base5e"}),
)


def playthrough(battle: Battle) -> str:
    """A battle as text."""
    rules, seed = battle.ruleset.having(battle.options or None), battle.seed
    assert rules.shelf is not None
    game = Game(rules, Setup(rules.id, rules.shelf.content(battle.scenario), options=battle.options), seed=seed)
    player, answered, steps = battle.player(seed), list[Answered](), 0
    while game.decision is not None and (battle.whole or game.state.turn.round <= battle.rounds):
        if not steps and game.state.turn.round > battle.rounds:
            steps = len(game.steps)
        decision = game.decision
        answer = player.choose(game, decision)
        asked = decision.prompt.partition("  ")[0]  # what follows two spaces is there to be looked at, not to be asked
        said = f"{SEATS[decision.player]}: {asked} {decision.label(answer)}"
        answered.append(Answered(len(game.steps), len(game.play.events), said))
        game.choose(answer)
    head = f"{battle.title}, seed {seed}, {rules.id} version {rules.version}"
    return "\n".join(
        (head, *told(game, answered, steps or len(game.steps)), *(ending(game) if battle.whole else ()), "")
    )


def ending(game: Game) -> Iterator[str]:
    """How a battle ends that is not told to its end: a digest of all its steps, and why it is over."""
    assert game.result is not None
    yield f"... and so on, {len(game.steps)} steps in all, {game.digest()[:16]}: {game.result.why}."


def told(game: Game, answered: list[Answered], steps: int) -> Iterator[str]:
    """Each of the first steps with its decisions and what came of them, and a digest of the position it leads to."""
    after = [*(done.before for done in game.steps[1:]), game.state]
    for number, done in enumerate(game.steps[:steps]):
        decisions = [each for each in answered if each.step == number]
        sentences = list(step(game, done, decisions))
        if sentences:
            yield f"[{number}] {sha256(game.codec.state(after[number])).hexdigest()[:8]}"
            yield from sentences


def step(game: Game, done: Done, decisions: list[Answered]) -> Iterator[str]:
    """The decisions of a step, each where it was made among the events."""
    for at in range(len(done.events) + 1):
        yield from (f"  {each.text}" for each in decisions if each.event == at)
        if at < len(done.events) and (sentence := game.ruleset.sentence(done.events[at], game.name)):
            yield f"    {sentence}"
