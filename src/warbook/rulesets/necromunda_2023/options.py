"""The points on which the printed rules leave a choice, each with the value that is used unless a table says otherwise."""

from __future__ import annotations

from ...core.ruleset import Option

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
        "Friends of a fighter who is seriously injured and then finished off for free test their nerve once, not twice.",
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
        "A broken fighter weighs the places it can run to strictly in the printed order: clear of enemies, out of sight, in "
        "cover, far away.",
        SILENT,
    ),
    Option(
        "casket-traps-spring",
        True,
        YES_NO,
        "A trap found in a loot casket is sprung at once by whoever stands within 2 inches of it.",
        SILENT,
    ),
    Option(
        "take-cover-is-safe",
        True,
        YES_NO,
        "Going to ground by choice within half an inch of an edge needs no test against falling.",
        "a note to the older edition; the 2023 text is silent",
    ),
)
