"""The points on which the printed rules leave a choice, and what each can be.  An edition has the values that are used
unless a table says otherwise in its `options.toml`.

`Options` are those of every edition; an edition may have more, for the chapters that it alone has."""

from __future__ import annotations

from typing import Literal, TypedDict

Options = TypedDict(
    "Options",
    {
        "premeasure": bool,
        "natural-1-fails-initiative": bool,
        "no-second-nerve-test-after-free-coup-de-grace": bool,
        "coup-de-grace-needs-clear-way": bool,
        "contact-over-heights": Literal["level", "step", "body"],
        "barricade-joins-injured": bool,
        "moves-may-end-near": bool,
        "ready-must-activate": bool,
        "broken-run-strict": bool,
        "charge-dice-first": bool,
        "madness-before-fire": bool,
        "consolidation-keeps-clear": bool,
        "rapid-fire-in-fights": bool,
        "casket-toughness": Literal[3, 4, 5, 6],
        "iron-jaw-takes-headbutts": bool,
        "lifts-crush-through-armour": bool,
        "casket-traps-spring": bool,
        "half-movement": Literal["exact", "up", "down"],
        "lasting-injuries": bool,
        "take-cover-is-safe": bool,
        "blasts-through-ductways": bool,
        "drink-sways-through-ductways": bool,
        "drink-leads-charges-astray": bool,
        "unwieldy-through-ductways-is-double": bool,
        "unwieldy-blind-fire": bool,
        "unstable-grenades": bool,
        "beam-rolls-damage": bool,
        "casket-wounds": Literal[1, 2, 3],
        "random-directions": Literal["any", "clock"],
        "drinks-count-together": bool,
        "broken-run-after": Literal["attack", "activation"],
        "swords-strike": bool,
        "blasts-find-the-hidden": bool,
        "each-point-injures": bool,
        "answers-need-reach": bool,
        "burning-injured-crawl": bool,
        "vault-terminal": Literal[-4, -2],
        "hurl-hits-on-contact-only": bool,
    },
)

ClassicOptions = TypedDict(
    "ClassicOptions",
    {
        "spent-grenades-still-run": bool,
        "traps-spare-their-setter": bool,
        "swimmers-climb-out": bool,
        "traps-hit-who-drives-on": bool,
        "collapses-test-initiative": bool,
        "generators-always-run": bool,
        "arcs-join-nearest": bool,
        "hulls-start-whole": bool,
        "trailers-take-room": bool,
        "trailers-exceed-limits": bool,
        "wrecks-stay": bool,
        "control-is-lost-once": bool,
        "control-lost-costs-readiness": bool,
        "disarmed-hulls-suffer": bool,
        "cleared-smoke-hinders": bool,
        "cages-open-behind": bool,
        "beds-take-the-whole-top": bool,
        "falls-from-vehicles-hurt": bool,
        "pivots-split-moves": bool,
        "manoeuvres-go-both-ways": bool,
        "pivots-apart": bool,
        "hybrids-run-as-tracked": bool,
        "sound-hulls-restart": bool,
        "turn-over-helps-jump-start": bool,
        "blacked-out-drivers-restart": bool,
        "run-over-pins": bool,
        "reversing-is-head-on": bool,
        "slow-collisions-hurt": bool,
        "stalled-collide-at-3": bool,
        "gaps-end-lower": bool,
        "vehicles-take-stairs": bool,
        "plasma-coils-burn-again": bool,
        "free-wheel-ends-on-collision": bool,
        "ancient-terminal-double": bool,
        "ancient-terminals-work-once": bool,
        "claw-climbs-whole-way": bool,
        "claws-pin": bool,
        "hooks-lift-enemies": bool,
        "hooks-reach-to-the-ground": bool,
        "storms-upset-lasers": bool,
        "no-event-comes-twice": bool,
        "piercing-breaches-fuel": bool,
        "icons-daunt-forsworn": bool,
    },
)
"""Those that the classic rules alone have."""


class AllOptions(Options, ClassicOptions):
    """Those of all editions: what a rule may ask for, if only an edition that has it comes to that rule."""
