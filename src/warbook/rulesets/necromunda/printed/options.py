"""The points on which the printed rules leave a choice, each with the value that is used unless a table says
otherwise."""

from __future__ import annotations

from ....core.ruleset import Option

SILENT = "not settled in print; our default"
CLARIFIED = "community clarification"
YES_NO = (True, False)
OPTIONS: tuple[Option, ...] = (
    Option(
        "premeasure",
        True,
        YES_NO,
        "Distances, reach and odds are free to look at before an action is declared.",
        "our default; the book measures after declaring",
    ),
    Option(
        "natural-1-fails-initiative",
        True,
        YES_NO,
        "A natural 1 fails every Initiative test, whatever is added to it.",
        SILENT,
    ),
    Option(
        "no-second-nerve-test-after-free-coup-de-grace",
        True,
        YES_NO,
        "Friends of a fighter who is seriously injured and then finished off for free test their nerve once only.",
        CLARIFIED,
    ),
    Option(
        "coup-de-grace-needs-clear-way",
        True,
        YES_NO,
        "A coup de grace is not delivered through a wall or a closed door.",
        SILENT,
    ),
    Option(
        "ready-must-activate",
        True,
        YES_NO,
        "A side that has a ready fighter must activate one when it is its turn to.",
        SILENT,
    ),
    Option(
        "broken-run-strict",
        True,
        YES_NO,
        "A broken fighter weighs the places it can run to strictly in the printed order: clear of enemies, out of "
        "sight, in cover, far away.",
        SILENT,
    ),
    Option(
        "charge-dice-first",
        False,
        YES_NO,
        "The D3 of a charge is rolled before its target is chosen, not after.",
        SILENT,
    ),
    Option(
        "madness-before-fire",
        True,
        YES_NO,
        "A fighter that is insane and on fire rolls for its madness first; else it burns first, and with that its "
        "activation is over.",
        SILENT,
    ),
    Option(
        "consolidation-keeps-clear",
        True,
        YES_NO,
        "Whoever consolidates stays an inch away from enemies; else the move may end in contact with one.",
        SILENT,
    ),
    Option(
        "rapid-fire-in-fights",
        True,
        YES_NO,
        "A rapid-fire sidearm that hits in a fight hits as often as its Firepower dice show holes; else once.",
        SILENT,
    ),
    Option(
        "casket-toughness",
        4,
        (3, 4, 5, 6),
        "The toughness of a loot casket that is shot at or cut open.",
        SILENT,
    ),
    Option(
        "lifts-crush-through-armour",
        True,
        YES_NO,
        "Whoever is under a lift that comes down has no save against it.",
        "two versions in print; our default",
    ),
    Option(
        "casket-traps-spring",
        True,
        YES_NO,
        "A trap found in a loot casket is sprung at once by whoever stands within 2 inches of it.",
        SILENT,
    ),
    Option(
        "half-movement",
        "exact",
        ("exact", "up", "down"),
        "Half a Movement is not rounded, or rounded up or down to the inch.",
        SILENT,
    ),
    Option(
        "lasting-injuries",
        True,
        YES_NO,
        "Fighters that go out of action, or are left behind seriously injured, roll for lasting injuries.",
        "the book leaves it to the table outside a campaign",
    ),
    Option(
        "take-cover-is-safe",
        True,
        YES_NO,
        "Going to ground by choice within half an inch of an edge needs no test against falling.",
        "a note to the older edition; the 2023 text is silent",
    ),
    Option(
        "blasts-through-ductways",
        True,
        YES_NO,
        "A blast through a ductway may be aimed at a point by its far end, and drifts from there if it misses; else it "
        "needs somebody to aim at, and a miss comes to nothing.",
        CLARIFIED,
    ),
    Option(
        "unwieldy-through-ductways-is-double",
        True,
        YES_NO,
        "Firing something unwieldy through a ductway takes both actions, as shooting it does.",
        SILENT,
    ),
    Option(
        "unwieldy-blind-fire",
        True,
        YES_NO,
        "Something unwieldy may be fired blindly: Blind Fire is a Double action anyway.",
        SILENT,
    ),
    Option(
        "unstable-grenades",
        True,
        YES_NO,
        "An unstable grenade counts as if the Ammo symbol had come up whenever it is thrown, for its own trait too.",
        SILENT,
    ),
)
