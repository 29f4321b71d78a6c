"""What in this ruleset is ours, where the book leaves the matter to the campaign or says nothing."""

from __future__ import annotations

NOTES = """\
Ours, because the book leaves it to the campaign:

Crews. Everybody on a roster fights; there are no reinforcements. A roster has 3 to 20 fighters of one gang with exactly
one leader. A fighter carries weapons for three places, an unwieldy one taking two; a rider has two places and one
weapon for close combat. A beast has an owner and carries nothing. Gangs are checked for what is legal, not for price.

Deployment. The side with more fighters still to be put down puts down the next one (red, where they have equally many),
in the order of its roster, anywhere in its zones on any floor, facing as it likes. A scenario may send one side first
with everybody, and may keep the other at a distance from it. In a battle in the dark the die for how far one sees is
rolled before anybody is put down, and counts for the whole battle.

The end. A battle ends with the round in which a side has nobody left who stands or could stand up (seriously injured
fighters cannot), and at the latest with its last round, the eighth unless the scenario says otherwise. A gang that has
bottled out and fled to the last is such a side.

Points. What earns them is the scenario's to say: enemies out of action, fled or not, by their role; caskets opened and,
at the end, caskets (or the ammo caches that were in them) that one side alone has fighters standing next to; one's own
fighters not down at the end; fighters that stand in a goal. The only side left that can fight gets a prize. More points
win; level, the side with fewer fighters down or gone; level again, the battle is drawn.

The attacker of a scenario with one has no privilege but what the scenario says; the defender has the keys to locked
doors. A parked vehicle belongs to nobody: it hides what is behind it, and anybody next to it may work its weapon.

Settled, because the book is silent; what tables settle otherwise is among the options:

Dice. A random direction is any of 360 degrees. Where several injury dice come of one attack, flesh wounds count first,
then serious injuries, then what takes the fighter out; who is out takes no more hits. A fighter that has recovered has
no wounds left, and rolls an injury die for every point of damage. Grit and boosters drop the worst die.

Throws and shoves. The edge of the table stops whoever is knocked back or hurled, and is nothing that could be struck:
no further damage, no hit. A trap that goes off on the way ends it if it brings down or shoves aside who comes by.

Nerve. Tests wait until the attack that calls for them has been resolved, blows struck back included; then those who
break run one after the other. That run is no activation otherwise: madness, fire and blindness wait for the next.

Activations. First madness, then fire, then the flight of the broken, then everything else. In the hands of the other
side a mad fighter is one of theirs until its activation ends: it fights its own gang, and they fight it. Who burns is
hurt and tries to put the fire out even where it lies seriously injured, and does nothing else. A leader names its group
before its own activation begins; whoever is taken along brings its beasts.

Saves. A fighter with armour and a field says before the dice which of the two saves it from an attack. A field that
cannot be modified saves where armour is of no use. What a field does when it saves (a flash, a displacement) happens
once the attack has been resolved; a fighter that is displaced goes in a straight line as far as nothing stops it.

Experience. An enemy brought down and then taken out in one activation is worth what the better of the two is. Helping
a friend to recover is worth something if it gets up.
"""
