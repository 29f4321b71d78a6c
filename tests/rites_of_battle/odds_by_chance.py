"""Attacks by chance, whose odds are compared with those of a tree that leaves nothing out, and with playouts.

Each case has a seed, which says everything about it.  Go on for some minutes, or see one again::

    python -m tests.rites_of_battle.odds_by_chance --minutes 20
    python -m tests.rites_of_battle.odds_by_chance --seed 4711 --cases 1
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from random import Random
from time import monotonic, perf_counter
from typing import Any

import click

from tests.rites_of_battle.scenes import affected, armed, at, scene, weapon
from warbook.core.errors import Illegal
from warbook.core.structs import replace
from warbook.odds import Odds, odds
from warbook.odds.dice_rules import TooLong
from warbook.odds.exact import Exact
from warbook.odds.policy import Policy
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.bots.outcomes import OUTCOMES
from warbook.rulesets.rites_of_battle.printed.catalogue import Quality, injuries
from warbook.testing import Placed

GOALS = {outcome.id: outcome for outcome in OUTCOMES if outcome.of == "target"}
DEFENDERS = ("none", "all", "best", "best")
HARMFUL = ("auto", "blast", "critical", "keep", "linked", "second", "stun")
"""All that symbols can buy which may harm somebody before the attack is over, and nothing."""
OFTEN = 0.08  # an option is other than it is by default
PLAYOUTS = 400
SIGMAS = 5

ARMS = (
    "autogun", "boltgun", "bolt-pistol", "chainsword", "flamer", "force-axe", "lightning-claws", "meltagun",
    "power-axe", "power-fist", "storm-bolter", "thunder-hammer",
)  # fmt: skip
QUALITIES: dict[Quality, float] = {
    "vicious": 0.25, "linked": 0.15, "stun": 0.1, "stun-damage": 0.07, "blast": 0.07, "pierce": 0.2, "auto-fire": 0.2,
    "breach": 0.05, "superior": 0.05, "inferior": 0.05, "ion": 0.03, "force": 0.08, "knockdown": 0.05, "sunder": 0.05,
}  # fmt: skip
ON_BOTH = ("guarded", "disoriented", "prone", "next-boost", "next-setback", "next-upgrade", "next-ability-upgrade")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "death-margin": (0, 5), "rivals-fall": ("incapacitated",), "thresholds-retroactive": (True,),
    "toughness-faces": (2,), "discouraging-strains": (0, 1), "fiends-halve-wounds": (True,), "crit-table": ("genesys",),
    "psy": ("genesys",), "dark-pips": ("any",), "chart-by-pips": (0, 20), "chart-by-discipline": (0, 5),
    "chart-after-check": (False,), "backlash-strains-psyker": (True,), "force-damage": (1, 3), "force-pierces": (0,),
    "voluntary-strain-over-threshold": (True,), "reaction-strain-is-voluntary": (False,), "blast-group": ("once",),
    "superior-hits-harder": (False,), "destiny": (True,), "gm": ("adversary",), "stray-shots-by": ("other-side",),
    "aim-at-parts": (True,), "aim-melee": (True,),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An attack by chance."""

    seed: int

    @cached_property
    def rng(self) -> Random:
        return Random(self.seed)

    # ---- who and with what -------------------------------------------------------------------------------------------

    def _arm(self) -> Any:
        rng = self.rng
        like = weapon(rng.choice(ARMS))
        qualities = dict(like.qualities) if rng.random() < 0.5 else {}
        qualities |= {name: rng.randint(1, 4) for name, often in QUALITIES.items() if rng.random() < often}
        qualities.pop("burn", None)
        qualities.pop("slow-firing", None)
        return replace(like, damage=rng.randint(0, 9), critical=rng.randint(1, 5), qualities=qualities, hands=1)

    def _attacker(self, arms: list[Any]) -> Placed:
        rng, talents = self.rng, dict[str, int]()
        for talent, often in {"lethal-blows": 0.1, "frenzied-attack": 0.05, "crippling-blow": 0.05}.items():
            if rng.random() < often:
                talents[talent] = 1
        of = {
            "line": (rng.choice((1, 1, 2, 2, 3)),) * 7, "skills": {}, "talents": talents,
            "tier": rng.choice(("hero", "rival")), "wounds": 9, "strain": 9, "psy": rng.randint(0, 2),
            "powers": ("quickening",) if rng.random() < 0.1 else (),
        }  # fmt: skip
        return armed(5, 5, *arms, profile="levy", of=of)

    def _target(self, row: int) -> Placed:
        rng, tier = self.rng, self.rng.choice(("hero", "hero", "nemesis", "rival", "minion"))
        talents = {
            name: rng.randint(1, 2)
            for name, often in {"parry": 0.2, "reflect": 0.2, "dodge": 0.15, "durable": 0.1, "warded": 0.1}.items()
            if rng.random() < often
        }
        of: dict[str, Any] = {
            "line": (rng.randint(1, 2),) * 7, "skills": {"discipline": rng.randint(0, 2)}, "talents": talents,
            "tier": tier, "wounds": rng.randint(3, 14), "strain": rng.randint(4, 12), "soak": rng.randint(0, 5),
        }  # fmt: skip
        if rng.random() < 0.2:
            of |= {"psy": rng.randint(1, 2), "powers": ("force-dome",)}
        number = rng.randint(1, 4) if tier == "minion" else 1
        words: dict[str, Any] = {"wounds": rng.choice((0, rng.randint(0, of["wounds"] * number)))}
        if number > 1:
            words["count"] = number
        if tier in ("hero", "nemesis"):
            words["strain"] = rng.choice((0, rng.randint(0, of["strain"])))
            rows = [row for row in injuries() if row != "dead"]
            words["injuries"] = tuple(rng.choices(rows, k=rng.choice((0, 0, 0, 1, 2, 5))))
        return armed(5, row, weapon("combat-knife"), profile="levy", of=of, **words)

    # ---- the scene ---------------------------------------------------------------------------------------------------

    @cached_property
    def _laid_out(self) -> tuple[Any, int, int, Any, dict[str, Any]]:
        rng = self.rng
        arms = [self._arm(), self._arm()]
        options = {"gm": "engine"} | {
            name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < OFTEN
        }
        if Random(self.seed).random() < 0.5:  # of its own, for a seed to say the same attack as before
            options["force-weapon-quickens"] = True
        row = 6 if arms[0].melee or arms[1].melee else rng.choice((6, 8, 13))
        blues, reds = [self._target(row)], [self._attacker(arms)]
        if rng.random() < 0.1:
            blues.append(armed(6, row, profile="levy", of={"psy": 1, "powers": ("force-dome",), "line": (1,) * 7}))
        if rng.random() < 0.15:
            reds.append(at(4, row + 1, "levy"))
        game, red, blue = scene(reds, blues, options=options)
        red, blue = (each[0] if isinstance(each, list) else each for each in (red, blue))
        for who in (red, blue):
            for name in ON_BOTH:
                if name != "prone" and rng.random() < 0.06:
                    affected(game, who, name)
        uses = [(0, "single", -1), (0, "two", 1)]
        uses += [(0, "auto", -1)] * (2 * ("auto-fire" in arms[0].qualities))
        game.activation(red)
        game.state.turn = replace(game.state.turn, aims=rng.choice((0, 0, 1, 2)))
        if "destiny" in options:
            drawn = Random(self.seed)  # of its own, as above
            game.state.turn = replace(game.state.turn, destiny=(drawn.randint(0, 2), drawn.randint(0, 2)))
        return game, red, blue, rng.choice(uses), options

    @cached_property
    def game(self) -> Any:
        return self._laid_out[0]

    @cached_property
    def asked(self) -> tuple[dict[str, Any], str, Any, Any]:
        """What is said, the goal, the policy of the other side, and how whoever attacks chooses."""
        _, _, blue, use, options = self._laid_out
        rng, said = self.rng, {"with": use, "target": blue}
        return said, rng.choice([*GOALS]), rng.choice(DEFENDERS), rng.choice(("best", "best", "best", "likely"))

    def __str__(self) -> str:
        game, red, blue, use, options = self._laid_out
        said, goal, defender, choices = self.asked
        kits, records = game.world.kits, game.state.records
        arms = [f"{w.id} {w.damage}/{w.critical} {dict(w.qualities)}" for w in kits[red].weapons]
        them = [
            f"{kit.profile.tier} x{kit.count} line {kit.profile.line[0]} soak {kit.profile.soak} "
            f"w {fighter.wounds}/{kit.profile.wounds} s {fighter.strain}/{kit.profile.strain} "
            f"{fighter.injuries} {kit.profile.talents} {kit.profile.powers} psy {kit.profile.psy}"
            for kit, fighter in zip(kits, records, strict=False)
        ]
        chosen = {name: value for name, value in options.items() if value != "engine"}
        effects = [(e.name, e.on) for e in game.state.effects]
        return "\n  ".join(
            [
                f"{use} {goal} against {defender}, {choices}",
                *arms,
                *them,
                f"{chosen} {effects} aims {game.state.turn.aims}",
            ]
        )

    # ---- odds --------------------------------------------------------------------------------------------------------

    def odds(self, **more: Any) -> Odds:
        """The odds as anybody is told them."""
        game, red, *_ = self._laid_out
        said, goal, defender, choices = self.asked
        words = {"defender": defender, "choices": choices} | more
        return odds(game.play, red, "combat-check", said, goal, about=said["target"], **words)

    def slow_odds(self, seconds: float) -> Fraction:
        """The same with nothing left out (see there).  Raises `TooLong`."""
        game, red, *_ = self._laid_out
        return slow_odds(game, red, *self.asked, seconds=seconds)


def slow_odds(
    game: Any, red: int, said: dict[str, Any], goal: str, defender: Any, choices: Any = "best", *, seconds: float = 60.0
) -> Fraction:
    """The odds of an attack with nothing left out: every reading, every answer of both sides that may harm anybody
    before the attack is over, but that the other side spends no threats.  Raises `TooLong`."""
    outcome, whom = GOALS[goal], said["target"]

    def answers(play: Any, question: Any) -> Any:
        if question.key == "spend.theirs":
            return ("keep",)
        if choices == "likely" and outcome.bearing is not None:
            return outcome.bearing(play, question, whom)
        if question.key == "spend":
            return [code for code in question.options() if code.split()[0] in HARMFUL]
        return question.options() if question.player == 0 and question.kind == "choose" else None

    def pared(play: Any) -> Any:
        """Without what nobody asks for any more: threats, and the dice."""
        check, state = play.state.turn.check, play.state
        if check is None or not check.rolled or defender == "all":
            return state
        state = state.copy()
        state.turn = replace(state.turn, check=replace(check, threat=0, pool=()))
        return state

    policy = Policy(0, {"action": "combat-check", **said}, defender=defender, choices=choices, bearing=answers)
    tree = Exact(
        game.play.ruleset, game.play.world, policy, lambda now: outcome.holds(now, whom), lasting=True, pare=pared,
        limit=1 << 30, until=perf_counter() + seconds,
    )  # fmt: skip
    assert RULESET.poised is not None
    return tree.chance(RULESET.poised(game.play, red))


# ---- comparing -------------------------------------------------------------------------------------------------------


def compared(case: Case, seconds: float) -> str:
    """What is wrong with the odds of a case, nothing where they are right; raises `TooLong` where nobody knows."""
    found = case.odds()
    said = found.policy
    if not found.exact or ("best choice" in said) != (case.asked[3] == "best"):
        raise TooLong
    wrong = ""
    try:
        wanted = case.slow_odds(seconds)
        if wanted != Fraction(found.numerator, found.denominator):
            wrong = f"{found.probability:.6f}, and with nothing left out {float(wanted):.6f}"
    except TooLong:
        if case.asked[2] == "best":
            raise
    if not wrong and case.asked[2] != "best" and case.asked[3] == "likely":
        wrong = _by_playouts(case, found)
    return wrong


def _by_playouts(case: Case, found: Odds) -> str:
    guess, p = case.odds(limit=0, playouts=PLAYOUTS), found.probability
    off = abs(guess.probability - p)
    if off <= SIGMAS * (p * (1 - p) / PLAYOUTS) ** 0.5 + (SIGMAS / PLAYOUTS if 0 < p < 1 else 0):
        return ""
    return f"{p:.6f}, and by playouts {guess.probability:.6f}"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--minutes", default=1.0, show_default=True, help="How long to go on.")
@click.option("--cases", default=0, help="How many cases to compare instead.")
@click.option("--seed", default=0, show_default=True, help="The seed of the first; the next has one more.")
@click.option("--seconds", default=5.0, show_default=True, help="How long the slow way may take.")
def main(minutes: float, cases: int, seed: int, seconds: float) -> None:
    """Compares the odds of attacks by chance with the slow way, and with playouts."""
    began, done, skipped, wrong = monotonic(), 0, 0, 0
    for number in count():
        if (cases and number >= cases) or (not cases and monotonic() - began >= 60 * minutes):
            break
        case = Case(seed + number)
        try:
            said = compared(case, seconds)
            done += 1
        except (TooLong, Illegal):
            skipped += 1
            continue
        if said:
            wrong += 1
            click.echo(f"seed {case.seed}: {case}\n  says {said}")
    click.echo(f"{done} compared, {skipped} took too long or could not be made, {wrong} wrong")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
