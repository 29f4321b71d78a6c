"""Points on which tables may differ, and what each can be.  Each rule reads its own; `data/options.toml` has the
defaults."""

from __future__ import annotations

from typing import Literal, TypedDict

from .catalogue import DATA

Options = TypedDict(
    "Options",
    {
        "gm": Literal["adversary", "engine"],
        "initiative-mode": Literal["fixed", "slots"],
        "enemy-initiative": Literal["each", "group", "all"],
        "signed-initiative": bool,
        "vigilance-by": Literal["perception", "willpower"],
        "first-placed": Literal["squad", "adversaries"],
        "range-profile": Literal["maneuver6", "weston5", "custom"],
        "diagonal": Literal["one", "alternating"],
        "crawl": Literal[0, 1, 2, 3],
        "jumps-over-terrain": bool,
        "move-after-withdraw": bool,
        "withdraw-from": Literal["one", "all"],
        "exchange-is-an-action": bool,
        "climbing-takes": Literal["action", "maneuver"],
        "mounting-takes": Literal["maneuver", "action"],
        "mounts-are-struck": bool,
        "aim-melee": bool,
        "true-aim-repeats": bool,
        "assist-scope": Literal["long-task", "next-check"],
        "task-helpers": Literal[1, 2, 3, 4],
        "helpers-repeat": bool,
        "tasks-together": bool,
        "incidental-cap": Literal[0, 1, 2, 3, 6],
        "out-of-turn-cap": Literal[1, 2],
        "out-of-turn-maneuvers": Literal["all", "steps"],
        "voluntary-strain-over-threshold": bool,
        "reaction-strain-is-voluntary": bool,
        "cover-ends-on-move": bool,
        "covered-see-less": bool,
        "cover-adds": bool,
        "stance-lasts": Literal["end-of-turn", "start-of-turn"],
        "stance-is-lost-whole": bool,
        "prone-strikes-badly": bool,
        "prone-is-struck-easily": bool,
        "shot-opens-to": Literal["first", "each"],
        "shot-opens-for": Literal["turn", "until-struck"],
        "defense-cap": Literal[0, 1, 2, 3, 4, 5, 6],
        "stat-block-is-whole": bool,
        "crit-table": Literal["eote", "genesys"],
        "death-margin": Literal[0, 5, 10, 20],
        "overheating-is-soaked": bool,
        "blast-group": Literal["per-member", "once"],
        "blast-radius": Literal[1, 2, 3],
        "heroes-know-no-fear": bool,
        "fiends-halve-wounds": bool,
        "instinct": Literal["either", "attack", "flee"],
        "opposed": Literal["B", "A"],
        "thresholds-retroactive": bool,
        "square-feet": Literal[5, 6, 10],
        "round-falls": Literal["floor", "ceiling"],
        "falls-are": Literal["strain", "wounds"],
        "psy": Literal["force", "genesys"],
        "smite-is-an-attack": bool,
        "chart-after-check": bool,
        "backlash-strains-psyker": bool,
        "leap-is-a-move": bool,
        "leap-goes": Literal["way", "any"],
        "destiny": bool,
    },
)

OPTIONS = DATA.options("options.toml", Options)
