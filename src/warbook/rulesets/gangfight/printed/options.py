"""Points on which tables may differ, and what each can be.  Each rule reads its own; `data/options.toml` has the
defaults, which are what the printed words suggest, or ours where they say nothing."""

from __future__ import annotations

from typing import Literal, TypedDict

from .catalogue import DATA

Options = TypedDict(
    "Options",
    {
        "interrupt-targeted-only": bool,
        "bystanders-answer-charges": bool,
        "late-interrupts": bool,
        "band-cost": Literal["joiner", "leader", "leader-each"],
        "band-counts-leader": bool,
        "band-ends-joiners": bool,
        "band-may-mix": bool,
        "band-needs-contact": bool,
        "band-strikes-twice": bool,
        "band-attacks": Literal["anybody", "contact"],
        "mark-reach": Literal[0, 6, 12, 18],
        "fire-measured-when-declared": bool,
        "interrupt-fire-reaches": Literal["dice", "range"],
        "counter-from-combat": bool,
        "failed-charger-strikes": bool,
        "bulwark-lasts": Literal["action", "turn"],
        "flee-from-combat": bool,
        "range-bands": Literal["formula", "printed"],
        "stray-shots": bool,
        "area-number": Literal[2, 3, 4, 5, 6],
        "dodge-adds": Literal["saves", "dice"],
        "fight-from-afar": bool,
        "counter-strike-at-fights": bool,
        "fight-requires-contact": bool,
        "charge-may-stop": bool,
        "charge-needs-contact": bool,
        "charge-attacks": Literal["anybody", "target"],
        "charge-any-attack": bool,
        "charge-retargets": bool,
        "free-strikes-fall": Literal["before", "leaving"],
        "run-keeps-points": bool,
        "run-from-combat": bool,
        "points-come": Literal["turn", "round"],
        "defender-first-points": Literal[0, 1, 2, 3, 4],
        "criticals-everywhere": bool,
        "drop-dice": bool,
        "wounds-rule": Literal["web", "errata"],
        "large-threat": Literal[2, 3],
        "light-cost": Literal[100, 150, 200],
        "dense-cost": Literal[150, 200, 300],
        "sight-from": Literal["body", "middle"],
        "sight-in-dense": Literal[0, 2, 3, 6],
        "cover": Literal[1, 2],
        "climb-number": Literal[2, 3, 4, 5, 6],
        "fall-inches": Literal[1, 2, 3],
        "bravery-seen": Literal["both", "near", "sight"],
        "bravery-after-losses": bool,
        "charm-cost": Literal[0, 1],
        "point-defense-swap": bool,
        "complications-rolled-by": Literal["scenario", "defender"],
        "dead-rise-at": Literal["flanks", "zones"],
        "dead-keep-rising": bool,
        "engagement-rolled": Literal["first-turn", "roles"],
        "civilians-kept-near": bool,
        "crates-must-be-carried": bool,
        "wipe-out-points": Literal[0, 1, 2, 3, 4],
        "rounds": Literal[0, 4, 5, 6, 7, 8, 9, 10, 12],
    },
)

OPTIONS = DATA.options("options.toml", Options)
