"""What in this ruleset is ours, where the public pages of the game are silent or end in the middle."""

from __future__ import annotations

NOTES = """\
The actions, action points and interrupts are those of the public page; where it can be read in two ways, the reading
is among the options. Everything below is ours, or is our reading of a page that breaks off.

Readings without an option, because any other would empty a rule. A charge that ends near another enemy has failed for
what its target has declared, and for nothing else. The dice of a charge are rolled before a flight and its run comes
after it; who fled and is caught has had its interrupt, and does not strike back. A counter-charger whom the charger has
reached has nowhere to run, and strikes second. An interrupt costs a point, and nobody has two in one action: who flees
cannot stay and strike. A Dodge is declared before the attack is rolled, for nothing is declared later, and rolled after
it, for its number is in that roll; each who is covered pays and rolls for itself. Who is charged by several has one
interrupt among them: it flees from the nearest, and names the one that it counter-charges or fights. A Fight! against a
band that strikes as one is against its leader, who alone strikes. Two who fell each other are both taken off, for both
are owed their blows.

Readings without an option, because the page says as much. Who has finished its activation joins no band, whatever it
holds, and nobody joins one in the other side's turn, when interrupts are the only actions. Who lies or has no point
left declares nothing. A Move is up to the movement, and a Run touches no difficult ground, not a tenth of an inch. Only
the Large and the Huge slam and trample.

Readings without an option, because nothing follows from them. Standard and special actions differ in name alone. Reload
and Fire!, one action on the page, are two here, at a point each. A weapon says itself whether it must be loaded; one
that need not be always is. The page has two names for some things (movement, the number to reach, a party).

Distances. From rim to rim in plan, and from the top of the lower to the foot of the higher of two bodies. Who is near
enough to strike is in close combat, with a spear's reach too.

Sight. One looks from one's top third: over things from the top of it, out below things from the foot of it, and from
the middle. A single line that nothing stops is enough; for cover, what counts is the look that shows most.

Free strikes. Who leaves a threat range is struck once by each who can see it, before it goes (free-strikes-fall), also
where its way only passes through that range. A climb, a jump and a drop are always struck at before. Nobody has more
than one free strike in an action, whoever provokes it and whatever gives it: the first that falls due is struck.

Combat. What Power and Finesse Attacks, Slam! and Trample do, what being knocked over means, who gets a free strike and
when, how areas of effect work, what cover is worth and what difficult ground costs is not public. The reference says
for each action what it leaves open.

Climbing and falling. A climb is rolled like a jump (climb-number). Who comes up short clings to the face: it can only
go on, up or down, or let go; it threatens nobody and is easier to hit by one. Who jumps short, is pushed over an edge,
lets go or drops deeper than it is high falls: a wound for each 2" (fall-inches), armour against 4, and it lies there
unless it fell less than that.

Things. Crates, chests and objectives can be carried; a lever only says which way it was flipped. What is picked up is
used no more until it is put down, and whoever is incapacitated drops what it carries.

Nerve. A test of Fear holds for the activation, passed or failed, and interrupts need none. Who tests Bravery within 12"
of its party leader uses the leader's Willpower, lower or higher. A figure tests once a turn for fallen Heroes
(bravery-seen); the worst of its tests counts. Losses test it once a battle (bravery-after-losses).

Charms. Using one costs a point (charm-cost), unless it wakes by itself. Who is spared by one stays at once, goes on
with what it does or has declared, and may be struck again in the same action. A luck charm is called on before its
bearer rolls whatever it rolls, and has served whether the dice show ones or not. Elven boots help who starts in
difficult ground. A life rune reaches everywhere; who comes back stands where it fell, with no points. Dragon oil makes
attacks magical, which nothing in these rules asks for.

Perks. A riposte is a free strike, and is not answered by another; so is Counter Strike, which meets whoever comes into
reach, but not from underfoot; at one whose way leads out again the strike for leaving comes first. Bull True shoots,
with no penalty for the fight, at each that has charged home, as long as something is loaded: a Fire! that was declared
with a weapon which that has emptied is lost. Who throws its weight into a charge does so after its own run in a
counter-charge. A success at Sidestep is needed to move at all. The blood-thirsty master themselves with their own
Willpower. Shared minds share points one at a time, in an activation. What rises of the plague serves the side of
whoever gave it.

Magic. The five spells are ours. They need a success to do anything, and an area spell does not drift. Magic Resistance
takes a success of a hostile spell. A ward does not add to another.

Parties. A perk costs 5 points; Regulars may have one, Veterans two, Heroes three. The party leader is the Hero who is
named, else the most expensive. Prices and ranges of most ranged weapons are ours, and so are the peoples whose cards
are not public.

Roles. The leaders roll their Initiative against 4 and compare; a tie is rolled again. The winner says who attacks, the
defender picks its side of the table. The attacker puts down its whole party, then the defender; those who lie in
ambush come last, the attacker's first. An engagement that is left to the die is rolled once everybody is in place
(engagement-rolled): the defender then puts down its civilians, and each side, the attacker first, takes up again those
of its party who come later.

Turns. Points are given out at the start of a player's own turn (points-come); what was held is lost then. The defender
holds nothing in the attacker's first turn (defender-first-points). The neutrals have the third turn of a round as long
as there are any; each spends its points on what is nearest: it fights who is in close combat with it, charges who is
within twice its movement and in sight, and moves at whoever is further off.

Escort. The defender's civilians start at its edge of the table. Its player may move one out of 6" of its Heroes
(civilians-kept-near), but one without a Hero within 6" when its turn begins spends that turn on getting to a Hero, if
its points may carry it there, and otherwise on running for the nearest edge and off it; its player has it back in the
next turn. Civilians at the far edge leave by it once their activation is over. They are beyond the middle when all that
are left are.

Ambush. The attacker's figures are put down again up to 24" from its edge. The first attacker and defender to strike at
each other are the first to fight: the defender's fall is worth a point to the attacker, the attacker's two to the
defender. The defenders are surrounded when attackers stand beyond the outermost of them on all four sides.

Reinforcements. Half of a party, rounded up, is there from the start; its player chooses who. The others come on in its
second turn, in base contact with its edge; who finds no room comes a turn later.

Supply Drop. Three crates lie on the middle line. The first to be claimed brings the complications, rolled by whose it
is; a crate that a side has claimed last, or carries, is a point for it at the end, unless it was carried off the
table.

Point Defense. The zone is 12" by 12", its middle on the middle line where the attacker likes.

Complications. Each comes of two dice. The dead rise in equal distances along the edges without a zone; there are
sixteen of them, and whoever falls while they walk rises as another. Bounty and Assassination: each side marks one of
the enemy, worth a point to it however it falls. The winds lend a die to every shot, to every spell and to the drawing
of mana, of which natural 1s wound; they last until the end of the next round. For Honour: at the start of each of its
turns a leader that is not in close combat goes at the other for its first point. Press the Line: more figures in the
enemy's half at the end of a round. Messenger: each side marks one of its Regulars, who gets away from its own edge once
a Move or Run in its own turn has ended there. The beast enters in the middle. Who earns a complication's points rolls
the end game; where nothing can come of a complication any more, who rolled it does.

The end. The blow that leaves a side with nobody earns whatever else it earns, but nothing is rolled any more. A
Tactical Retreat is counted when the attacker's next turn ends. Without an end game a battle ends after eight rounds, or
when a side has nobody left. More victory points win; level, the survivors that cost more; else it is drawn.
"""
