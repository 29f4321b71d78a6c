"""Points on which tables may differ.  Each rule reads its own; each default is what the printed words suggest, or ours
where they say nothing."""

from __future__ import annotations

from ....core.ruleset import Option

PUBLIC = "actions and action points"
OURS = "ours: the public text is silent"


def _switch(name: str, default: bool, summary: str, source: str) -> Option:
    return Option(name, default, (True, False), summary, source)


OPTIONS: tuple[Option, ...] = (
    _switch(
        "interrupt-targeted-only",
        True,
        "Only a figure at which the action is aimed may interrupt it.  Off: any enemy with a held point may.",
        f"{PUBLIC}, interrupts; the errata drop the limit",
    ),
    Option(
        "band-cost",
        "joiner",
        ("joiner", "leader", "leader-each"),
        "Who pays for a band: each joiner a point of its own; the leader one for all; or the leader one for each.",
        f"{PUBLIC}, banding actions (ambiguous)",
    ),
    _switch(
        "band-counts-leader",
        True,
        "The leader counts among those who add to a banded attack.",
        f"{PUBLIC}, banding actions (ambiguous)",
    ),
    _switch(
        "band-ends-joiners",
        False,
        "A banding action ends the activation of those who join, too.",
        f"{PUBLIC}, banding actions (ambiguous)",
    ),
    _switch(
        "band-may-mix",
        False,
        "In a With Me! some may move while others charge, as its leader likes.  Off: all move, or all charge.",
        f"{PUBLIC}, banding actions (ambiguous)",
    ),
    _switch(
        "band-needs-contact",
        False,
        "In a With Me! by Charge! only who is base to base with an enemy attacks.  Off: who has one in threat range.",
        f"{PUBLIC}, banding actions and standard actions (they differ)",
    ),
    _switch(
        "band-strikes-twice",
        False,
        "In a With Me! by Charge! the attack of the charge and that of the order are two.  Off: one for each figure.",
        f"{PUBLIC}, banding actions (ambiguous)",
    ),
    Option(
        "mark-reach",
        12,
        (0, 6, 12, 18),
        "On my Mark!: inches beyond the range of its weapon in which a figure still counts as in range.",
        OURS,
    ),
    _switch(
        "fire-measured-when-declared",
        True,
        "The interrupt Fire! is measured when it is declared: its target may come as near as it likes.  Off: when it "
        "is rolled, and not at all in close combat.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    _switch(
        "counter-from-combat",
        True,
        "A counter-charger runs at the charger that it named even if another has reached it, which strikes as it "
        "leaves.  Off: it stays, and strikes at one that has reached it.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    _switch(
        "failed-charger-strikes",
        False,
        "A charger that fell short strikes too at a counter-charger that comes to meet it.  Off: only that one does.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    Option(
        "bulwark-lasts",
        "action",
        ("action", "turn"),
        "How long a bulwark stands: for the action that it interrupts, or until its bearer's own next turn.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    _switch(
        "flee-from-combat",
        True,
        "Who is in close combat with somebody else may flee from a charge; that enemy strikes first.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    Option(
        "range-bands",
        "formula",
        ("formula", "printed"),
        'Each full 6" beyond the range costs a die (formula), or each that is exceeded (as the printed bands have it).',
        "combat, bands of range (the page contradicts itself)",
    ),
    _switch(
        "stray-shots",
        True,
        "A natural 1 of a shot into a fight hits a friend who is in it.",
        OURS,
    ),
    Option(
        "area-number",
        4,
        (2, 3, 4, 5, 6),
        "The number to reach where an area of effect is aimed at a point.",
        OURS,
    ),
    Option(
        "dodge-adds",
        "saves",
        ("saves", "dice"),
        "What a success at Dodge adds to the armour roll: a wound saved, or a die.",
        f"{PUBLIC}, interrupts (ambiguous)",
    ),
    _switch(
        "fight-requires-contact",
        False,
        "A Fight! attacks only in base contact.  Off: anybody within the threat range.",
        f"{PUBLIC}, standard actions (ambiguous)",
    ),
    _switch(
        "charge-may-stop",
        True,
        "A charger may stop as soon as its target is in its threat range.  Off: it runs into base contact if it can.",
        f"{PUBLIC}, standard actions (what it means to reach somebody is ambiguous)",
    ),
    _switch(
        "charge-needs-contact",
        False,
        "A charge has reached whom it touches.  Off: whom it has in its threat range.",
        f"{PUBLIC}, standard actions (ambiguous)",
    ),
    Option(
        "charge-attacks",
        "anybody",
        ("anybody", "target"),
        "Whom the free attack of a charge may strike: anybody in reach if not the target; or the target alone.",
        f"{PUBLIC}, standard actions (ambiguous)",
    ),
    _switch(
        "charge-any-attack",
        False,
        "The free attack of a charge may be a Power or Finesse Attack.  Off: a normal attack.",
        f"{PUBLIC}, standard actions (ambiguous)",
    ),
    _switch(
        "charge-retargets",
        True,
        "A charger whose target is gone before it has moved may charge another enemy in sight, with the same dice.",
        OURS,
    ),
    Option(
        "free-strikes-fall",
        "before",
        ("before", "leaving"),
        "When one who leaves a threat range on foot is struck: before it sets out, even where it only passes through "
        "on its way, by those who see it then; or as it leaves.",
        OURS,
    ),
    _switch(
        "run-keeps-points",
        True,
        "What points a runner has left it holds.  Off: they are lost with the rest of its activation.",
        f"{PUBLIC}, standard actions (ambiguous)",
    ),
    _switch(
        "run-from-combat",
        True,
        "Who is in close combat may run, and is struck at by those whom it leaves.  Off: it may not.",
        f"{PUBLIC}, standard actions (does not say)",
    ),
    Option(
        "points-come",
        "turn",
        ("turn", "round"),
        "When action points are given out: to each side as its own turn begins, or to everybody as the round does.",
        f"{PUBLIC}, action points (does not say when)",
    ),
    Option(
        "defender-first-points",
        0,
        (0, 1, 2, 3, 4),
        "Points that the defender's figures hold during the attacker's first turn (never more than their Initiative).",
        OURS,
    ),
    _switch(
        "criticals-everywhere",
        True,
        "Natural 6s earn further dice on every test.  Off: only to hit and for armour.",
        "errata, criticals",
    ),
    _switch(
        "drop-dice",
        True,
        "A number above 6 is brought down by leaving dice out.  Off: all dice are rolled and need natural 6s.",
        "combat, numbers above six",
    ),
    Option(
        "wounds-rule",
        "web",
        ("web", "errata"),
        "What size does in close combat: several wounds a hit, or smaller victims whose armour drops no dice.",
        "basic rules; errata",
    ),
    Option(
        "large-threat",
        2,
        (2, 3),
        "The threat range of a Large figure, in inches.",
        "basic rules, sizes (another page has 3)",
    ),
    Option(
        "light-cost",
        150,
        (100, 150, 200),
        "What an inch of light ground costs a Move, in hundredths of an inch.",
        OURS,
    ),
    Option(
        "dense-cost",
        200,
        (150, 200, 300),
        "What an inch of dense ground costs a Move, in hundredths of an inch.",
        OURS,
    ),
    Option(
        "sight-in-dense",
        3,
        (0, 2, 3, 6),
        "How many inches of dense ground one can look through.",
        OURS,
    ),
    Option(
        "cover",
        1,
        (1, 2),
        "What cover adds to the defence against shots; hard cover adds one more.",
        f"{OURS}; what counts as cover: errata, cover",
    ),
    Option(
        "climb-number",
        4,
        (2, 3, 4, 5, 6),
        "What the dice of a climb must reach; those of a jump need 4.",
        f"{PUBLIC}, special actions (says it of jumps only)",
    ),
    Option(
        "fall-inches",
        2,
        (1, 2, 3),
        "A fall wounds once for every so many inches.",
        OURS,
    ),
    Option(
        "bravery-seen",
        "both",
        ("both", "near", "sight"),
        'Who tests Bravery when a Hero falls: friends within 12" that see it, all within 12", or all that see it.',
        "basic rules, bravery (ambiguous)",
    ),
    _switch(
        "bravery-after-losses",
        True,
        "The first turn with half of a party or less tests the Bravery of all but its Heroes.",
        "basic rules, bravery (names such a test, does not say how)",
    ),
    Option(
        "charm-cost",
        1,
        (0, 1),
        "Points that it takes to use a charm or to drink a potion.",
        OURS,
    ),
    _switch(
        "point-defense-swap",
        False,
        "In Point Defense the defender scores for reaching the zone.  Off: the attacker, as printed.",
        "scenarios, Point Defense (looks inverted)",
    ),
    Option(
        "complications-rolled-by",
        "scenario",
        ("scenario", "defender"),
        "Who rolls the complications: the side that the scenario names; or the defender, whatever it says.",
        "scenarios, setting up (two pages differ)",
    ),
    Option(
        "dead-rise-at",
        "flanks",
        ("flanks", "zones"),
        "Along which edges of the table the dead rise: those without a deployment zone, or those with one.",
        "scenarios, complications (ambiguous)",
    ),
    Option(
        "engagement-rolled",
        "first-turn",
        ("first-turn", "roles"),
        "When an engagement left to the die is rolled: when the attacker's first turn begins, or before deployment.",
        "scenarios, flow of play (Reinforcements and Escort say who is there before)",
    ),
    _switch(
        "civilians-kept-near",
        False,
        'A civilian with a Hero within 6" may not be moved out of that.  Off: it may, and runs when its turn begins.',
        "scenarios, Escort (ambiguous)",
    ),
    _switch(
        "crates-must-be-carried",
        False,
        "A supply crate counts for a side only while it is carried.  Off: for the last side to have claimed it.",
        OURS,
    ),
    Option(
        "wipe-out-points",
        2,
        (0, 1, 2, 3, 4),
        "Victory points for wiping out the enemy.",
        OURS,
    ),
    Option(
        "rounds",
        0,
        (0, 4, 5, 6, 7, 8, 9, 10, 12),
        "The battle is over after so many rounds.  0: after as many as the scenario says, eight if it does not.",
        OURS,
    ),
)
