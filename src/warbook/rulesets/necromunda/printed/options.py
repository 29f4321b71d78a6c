"""The points on which the printed rules leave a choice, each with the value that is used unless a table says
otherwise."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from ....core.option import Default, declared

SILENT = "not settled in print; our default"
CLARIFIED = "community clarification"
Options = TypedDict(
    "Options",
    {
        "premeasure": Annotated[
            bool,
            Default(
                True,
                "Distances, reach and odds are free to look at before an action is declared.",
                "our default; the book measures after declaring",
            ),
        ],
        "natural-1-fails-initiative": Annotated[
            bool, Default(True, "A natural 1 fails every Initiative test, whatever is added to it.", SILENT)
        ],
        "no-second-nerve-test-after-free-coup-de-grace": Annotated[
            bool,
            Default(
                True,
                "Friends of a fighter who is seriously injured and then finished off for free test their nerve once "
                "only.",
                CLARIFIED,
            ),
        ],
        "coup-de-grace-needs-clear-way": Annotated[
            bool, Default(True, "A coup de grace is not delivered through a wall or a closed door.", SILENT)
        ],
        "ready-must-activate": Annotated[
            bool, Default(True, "A side that has a ready fighter must activate one when it is its turn to.", SILENT)
        ],
        "broken-run-strict": Annotated[
            bool,
            Default(
                True,
                "A broken fighter weighs the places it can run to strictly in the printed order: clear of enemies, "
                "out of "
                "sight, in cover, far away.",
                SILENT,
            ),
        ],
        "charge-dice-first": Annotated[
            bool, Default(False, "The D3 of a charge is rolled before its target is chosen, not after.", SILENT)
        ],
        "madness-before-fire": Annotated[
            bool,
            Default(
                True,
                "A fighter that is insane and on fire rolls for its madness first; else it burns first, and with "
                "that its "
                "activation is over.",
                SILENT,
            ),
        ],
        "consolidation-keeps-clear": Annotated[
            bool,
            Default(
                True,
                "Whoever consolidates stays an inch away from enemies; else the move may end in contact with one.",
                SILENT,
            ),
        ],
        "rapid-fire-in-fights": Annotated[
            bool,
            Default(
                True,
                "A rapid-fire sidearm that hits in a fight hits as often as its Firepower dice show holes; else once.",
                SILENT,
            ),
        ],
        "casket-toughness": Annotated[
            Literal[3, 4, 5, 6], Default(4, "The toughness of a loot casket that is shot at or cut open.", SILENT)
        ],
        "lifts-crush-through-armour": Annotated[
            bool,
            Default(
                True,
                "Whoever is under a lift that comes down has no save against it.",
                "two versions in print; our default",
            ),
        ],
        "casket-traps-spring": Annotated[
            bool,
            Default(
                True, "A trap found in a loot casket is sprung at once by whoever stands within 2 inches of it.", SILENT
            ),
        ],
        "half-movement": Annotated[
            Literal["exact", "up", "down"],
            Default("exact", "Half a Movement is not rounded, or rounded up or down to the inch.", SILENT),
        ],
        "lasting-injuries": Annotated[
            bool,
            Default(
                True,
                "Fighters that go out of action, or are left behind seriously injured, roll for lasting injuries.",
                "the book leaves it to the table outside a campaign",
            ),
        ],
        "take-cover-is-safe": Annotated[
            bool,
            Default(
                True,
                "Going to ground by choice within half an inch of an edge needs no test against falling.",
                "a note to the older edition; the 2023 text is silent",
            ),
        ],
        "blasts-through-ductways": Annotated[
            bool,
            Default(
                True,
                "A blast through a ductway may be aimed at a point by its far end, and drifts from there if it "
                "misses; else it "
                "needs somebody to aim at, and a miss comes to nothing.",
                CLARIFIED,
            ),
        ],
        "unwieldy-through-ductways-is-double": Annotated[
            bool,
            Default(
                True, "Firing something unwieldy through a ductway takes both actions, as shooting it does.", SILENT
            ),
        ],
        "unwieldy-blind-fire": Annotated[
            bool,
            Default(True, "Something unwieldy may be fired blindly: Blind Fire is a Double action anyway.", SILENT),
        ],
        "unstable-grenades": Annotated[
            bool,
            Default(
                True,
                "An unstable grenade counts as if the Ammo symbol had come up whenever it is thrown, for its own "
                "trait too.",
                SILENT,
            ),
        ],
    },
)

OPTIONS = declared(Options)
