"""Points on which tables may differ.  Each rule reads its own; each default is what the printed words suggest, or ours
where they say nothing."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from ....core.option import Default, declared

PUBLIC = "actions and action points"
OURS = "ours: the public text is silent"


Options = TypedDict(
    "Options",
    {
        "interrupt-targeted-only": Annotated[
            bool,
            Default(
                True,
                "Only a figure at which the action is aimed may interrupt it.  Off: any enemy with a held point may.",
                f"{PUBLIC}, interrupts; the errata drop the limit",
            ),
        ],
        "band-cost": Annotated[
            Literal["joiner", "leader", "leader-each"],
            Default(
                "joiner",
                "Who pays for a band: each joiner a point of its own; the leader one for all; or the leader one for "
                "each.",
                f"{PUBLIC}, banding actions (ambiguous)",
            ),
        ],
        "band-counts-leader": Annotated[
            bool,
            Default(
                True,
                "The leader counts among those who add to a banded attack.",
                f"{PUBLIC}, banding actions (ambiguous)",
            ),
        ],
        "band-ends-joiners": Annotated[
            bool,
            Default(
                False,
                "A banding action ends the activation of those who join, too.",
                f"{PUBLIC}, banding actions (ambiguous)",
            ),
        ],
        "band-may-mix": Annotated[
            bool,
            Default(
                False,
                "In a With Me! some may move while others charge, as its leader likes.  Off: all move, or all charge.",
                f"{PUBLIC}, banding actions (ambiguous)",
            ),
        ],
        "band-needs-contact": Annotated[
            bool,
            Default(
                False,
                "In a With Me! by Charge! only who is base to base with an enemy attacks.  Off: who has one in "
                "threat range.",
                f"{PUBLIC}, banding actions and standard actions (they differ)",
            ),
        ],
        "band-strikes-twice": Annotated[
            bool,
            Default(
                False,
                "In a With Me! by Charge! the attack of the charge and that of the order are two.  Off: one for each "
                "figure.",
                f"{PUBLIC}, banding actions (ambiguous)",
            ),
        ],
        "mark-reach": Annotated[
            Literal[0, 6, 12, 18],
            Default(
                12,
                "On my Mark!: inches beyond the range of its weapon in which a figure still counts as in range.",
                OURS,
            ),
        ],
        "fire-measured-when-declared": Annotated[
            bool,
            Default(
                True,
                "The interrupt Fire! is measured when it is declared: its target may come as near as it likes.  Off: "
                "when it "
                "is rolled, and not at all in close combat.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "counter-from-combat": Annotated[
            bool,
            Default(
                True,
                "A counter-charger runs at the charger that it named even if another has reached it, which strikes "
                "as it "
                "leaves.  Off: it stays, and strikes at one that has reached it.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "failed-charger-strikes": Annotated[
            bool,
            Default(
                False,
                "A charger that fell short strikes too at a counter-charger that comes to meet it.  Off: only that "
                "one does.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "bulwark-lasts": Annotated[
            Literal["action", "turn"],
            Default(
                "action",
                "How long a bulwark stands: for the action that it interrupts, or until its bearer's own next turn.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "flee-from-combat": Annotated[
            bool,
            Default(
                True,
                "Who is in close combat with somebody else may flee from a charge; that enemy strikes first.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "range-bands": Annotated[
            Literal["formula", "printed"],
            Default(
                "formula",
                'Each full 6" beyond the range costs a die (formula), or each that is exceeded (as the printed bands '
                "have it).",
                "combat, bands of range (the page contradicts itself)",
            ),
        ],
        "stray-shots": Annotated[
            bool, Default(True, "A natural 1 of a shot into a fight hits a friend who is in it.", OURS)
        ],
        "area-number": Annotated[
            Literal[2, 3, 4, 5, 6], Default(4, "The number to reach where an area of effect is aimed at a point.", OURS)
        ],
        "dodge-adds": Annotated[
            Literal["saves", "dice"],
            Default(
                "saves",
                "What a success at Dodge adds to the armour roll: a wound saved, or a die.",
                f"{PUBLIC}, interrupts (ambiguous)",
            ),
        ],
        "fight-requires-contact": Annotated[
            bool,
            Default(
                False,
                "A Fight! attacks only in base contact.  Off: anybody within the threat range.",
                f"{PUBLIC}, standard actions (ambiguous)",
            ),
        ],
        "charge-may-stop": Annotated[
            bool,
            Default(
                True,
                "A charger may stop as soon as its target is in its threat range.  Off: it runs into base contact if "
                "it can.",
                f"{PUBLIC}, standard actions (what it means to reach somebody is ambiguous)",
            ),
        ],
        "charge-needs-contact": Annotated[
            bool,
            Default(
                False,
                "A charge has reached whom it touches.  Off: whom it has in its threat range.",
                f"{PUBLIC}, standard actions (ambiguous)",
            ),
        ],
        "charge-attacks": Annotated[
            Literal["anybody", "target"],
            Default(
                "anybody",
                "Whom the free attack of a charge may strike: anybody in reach if not the target; or the target alone.",
                f"{PUBLIC}, standard actions (ambiguous)",
            ),
        ],
        "charge-any-attack": Annotated[
            bool,
            Default(
                False,
                "The free attack of a charge may be a Power or Finesse Attack.  Off: a normal attack.",
                f"{PUBLIC}, standard actions (ambiguous)",
            ),
        ],
        "charge-retargets": Annotated[
            bool,
            Default(
                True,
                "A charger whose target is gone before it has moved may charge another enemy in sight, with the same "
                "dice.",
                OURS,
            ),
        ],
        "free-strikes-fall": Annotated[
            Literal["before", "leaving"],
            Default(
                "before",
                "When one who leaves a threat range on foot is struck: before it sets out, even where it only passes "
                "through "
                "on its way, by those who see it then; or as it leaves.",
                OURS,
            ),
        ],
        "run-keeps-points": Annotated[
            bool,
            Default(
                True,
                "What points a runner has left it holds.  Off: they are lost with the rest of its activation.",
                f"{PUBLIC}, standard actions (ambiguous)",
            ),
        ],
        "run-from-combat": Annotated[
            bool,
            Default(
                True,
                "Who is in close combat may run, and is struck at by those whom it leaves.  Off: it may not.",
                f"{PUBLIC}, standard actions (does not say)",
            ),
        ],
        "points-come": Annotated[
            Literal["turn", "round"],
            Default(
                "turn",
                "When action points are given out: to each side as its own turn begins, or to everybody as the round "
                "does.",
                f"{PUBLIC}, action points (does not say when)",
            ),
        ],
        "defender-first-points": Annotated[
            Literal[0, 1, 2, 3, 4],
            Default(
                0,
                "Points that the defender's figures hold during the attacker's first turn (never more than their "
                "Initiative).",
                OURS,
            ),
        ],
        "criticals-everywhere": Annotated[
            bool,
            Default(
                True,
                "Natural 6s earn further dice on every test.  Off: only to hit and for armour.",
                "errata, criticals",
            ),
        ],
        "drop-dice": Annotated[
            bool,
            Default(
                True,
                "A number above 6 is brought down by leaving dice out.  Off: all dice are rolled and need natural 6s.",
                "combat, numbers above six",
            ),
        ],
        "wounds-rule": Annotated[
            Literal["web", "errata"],
            Default(
                "web",
                "What size does in close combat: several wounds a hit, or smaller victims whose armour drops no dice.",
                "basic rules; errata",
            ),
        ],
        "large-threat": Annotated[
            Literal[2, 3],
            Default(2, "The threat range of a Large figure, in inches.", "basic rules, sizes (another page has 3)"),
        ],
        "light-cost": Annotated[
            Literal[100, 150, 200],
            Default(150, "What an inch of light ground costs a Move, in hundredths of an inch.", OURS),
        ],
        "dense-cost": Annotated[
            Literal[150, 200, 300],
            Default(200, "What an inch of dense ground costs a Move, in hundredths of an inch.", OURS),
        ],
        "sight-in-dense": Annotated[
            Literal[0, 2, 3, 6], Default(3, "How many inches of dense ground one can look through.", OURS)
        ],
        "cover": Annotated[
            Literal[1, 2],
            Default(
                1,
                "What cover adds to the defence against shots; hard cover adds one more.",
                f"{OURS}; what counts as cover: errata, cover",
            ),
        ],
        "climb-number": Annotated[
            Literal[2, 3, 4, 5, 6],
            Default(
                4,
                "What the dice of a climb must reach; those of a jump need 4.",
                f"{PUBLIC}, special actions (says it of jumps only)",
            ),
        ],
        "fall-inches": Annotated[Literal[1, 2, 3], Default(2, "A fall wounds once for every so many inches.", OURS)],
        "bravery-seen": Annotated[
            Literal["both", "near", "sight"],
            Default(
                "both",
                'Who tests Bravery when a Hero falls: friends within 12" that see it, all within 12", or all that '
                "see it.",
                "basic rules, bravery (ambiguous)",
            ),
        ],
        "bravery-after-losses": Annotated[
            bool,
            Default(
                True,
                "The first turn with half of a party or less tests the Bravery of all but its Heroes.",
                "basic rules, bravery (names such a test, does not say how)",
            ),
        ],
        "charm-cost": Annotated[
            Literal[0, 1], Default(1, "Points that it takes to use a charm or to drink a potion.", OURS)
        ],
        "point-defense-swap": Annotated[
            bool,
            Default(
                False,
                "In Point Defense the defender scores for reaching the zone.  Off: the attacker, as printed.",
                "scenarios, Point Defense (looks inverted)",
            ),
        ],
        "complications-rolled-by": Annotated[
            Literal["scenario", "defender"],
            Default(
                "scenario",
                "Who rolls the complications: the side that the scenario names; or the defender, whatever it says.",
                "scenarios, setting up (two pages differ)",
            ),
        ],
        "dead-rise-at": Annotated[
            Literal["flanks", "zones"],
            Default(
                "flanks",
                "Along which edges of the table the dead rise: those without a deployment zone, or those with one.",
                "scenarios, complications (ambiguous)",
            ),
        ],
        "engagement-rolled": Annotated[
            Literal["first-turn", "roles"],
            Default(
                "first-turn",
                "When an engagement left to the die is rolled: when the attacker's first turn begins, or before "
                "deployment.",
                "scenarios, flow of play (Reinforcements and Escort say who is there before)",
            ),
        ],
        "civilians-kept-near": Annotated[
            bool,
            Default(
                False,
                'A civilian with a Hero within 6" may not be moved out of that.  Off: it may, and runs when its turn '
                "begins.",
                "scenarios, Escort (ambiguous)",
            ),
        ],
        "crates-must-be-carried": Annotated[
            bool,
            Default(
                False,
                "A supply crate counts for a side only while it is carried.  Off: for the last side to have claimed "
                "it.",
                OURS,
            ),
        ],
        "wipe-out-points": Annotated[
            Literal[0, 1, 2, 3, 4], Default(2, "Victory points for wiping out the enemy.", OURS)
        ],
        "rounds": Annotated[
            Literal[0, 4, 5, 6, 7, 8, 9, 10, 12],
            Default(
                0,
                "The battle is over after so many rounds.  0: after as many as the scenario says, eight if it does "
                "not.",
                OURS,
            ),
        ],
    },
)

OPTIONS = declared(Options)
