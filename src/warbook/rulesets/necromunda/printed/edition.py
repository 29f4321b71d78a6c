"""What the editions have in different words, or with different numbers, where they share a chapter.

An edition lists its actions, steps, modifiers, windows and consequences in its own `Ruleset`: a rule that is quite
another in another edition is put there in its place.  Where only a number or a half-sentence within a rule differs, it
is a value of `Edition`, and the chapter reads it from `play.world.edition`.  No chapter asks which edition it is.
"""

from __future__ import annotations

from msgspec import Struct

from ....core.dice import Pool
from ....mechanics.shelf import TomlShelf
from .arms import ShootingAction
from .library import Library
from .profiles import Role
from .roster import Roster
from .scenario import Scenario


class Edition(Struct, frozen=True, kw_only=True):
    """The values of one edition.  Lengths are thousandths of an inch."""

    library: Library
    """What it has in print, and the folder of the files that are shipped with it."""
    shelf: TomlShelf[Scenario, Roster]

    vehicle_actions: frozenset[str] = frozenset()
    """The ids of the actions that crewed vehicles take; all others are those of fighters."""

    # ---- tests -------------------------------------------------------------------------------------------------------
    lowest_roll_fails: bool
    """The lowest roll of the dice (1, or 2 on two dice) fails every test of a characteristic."""

    # ---- recovery and injury -----------------------------------------------------------------------------------------
    serious_recovery_wounds: bool
    """Whoever keeps a serious injury in its recovery takes a flesh wound as well."""
    help_spares_wound: bool
    """A fighter that a friend helps to recover takes no flesh wound."""
    medics_roll_again: bool
    """Of a fighter that one with Medicae helps to recover, every die that would take it out is rolled once more."""
    webs_capture: bool
    """Whoever a web takes out may be captured; else it is out cold."""

    # ---- traits of weapons -------------------------------------------------------------------------------------------
    severs_at_once: bool
    """Every injury die that a hit with Sever calls for takes its victim out, not only where it lost its last wound."""
    graviton_six_crushes: bool
    """A 6 of the victim's die always crushes it, however strong it is."""
    fields_stop_graviton: bool
    """A force field saves from graviton hits; armour never does."""

    # ---- nerve -------------------------------------------------------------------------------------------------------
    reinforcements_hold: bool
    """A bottle check goes by all fighters who are eligible for the battle; else by those who started it."""
    lesser_roles: frozenset[Role]
    """Whoever has one of these roles shakes only others who have one when it goes out of action."""

    # ---- fire and darkness -------------------------------------------------------------------------------------------
    fire_reveals: bool
    """Whoever burns cannot be hidden in the dark."""
    burning_strike_back: bool
    """Whoever burns may make reaction attacks."""
    burning_keep_clear: int
    """How near to an enemy a burning fighter runs that runs about."""
    injured_smother_fire: bool
    """A seriously injured fighter puts its fire out as easily as a pinned one."""
    sight_in_dark: tuple[int, ...]
    """How far one sees in the dark, by the face of a die; where there is one entry no die is rolled."""
    aided_sight_in_dark: int
    """How far goggles, a lumen or a sight let one see in the dark; 0 where they say how much further that is."""
    dark_stops_blasts: bool
    """Blasts are not aimed at a fighter that the dark hides, no more than other shots are."""
    rads_reveal: bool
    """Whom Rad-phage has hurt the dark hides no more in that round."""
    fields_reveal: frozenset[str]
    """The ids of the force fields that give their wearers away in the dark as long as they work."""

    # ---- traps -------------------------------------------------------------------------------------------------------
    traps_at_end_of_action: bool
    """Traps are triggered by whoever ends an action near them, too, but each once only in an activation."""

    # ---- shooting ----------------------------------------------------------------------------------------------------
    aim_helps: frozenset[ShootingAction]
    """The ids of the actions whose hit rolls Aim helps."""
    at_point: int
    """What is added to hit when a place is aimed at; smoke is exempt."""
    ductways_reach_vehicles: bool
    """What is fired through a ductway may hit a vehicle at its other end too, not only fighters."""
    strays_hit_vehicles: bool
    """A stray shot may hit a vehicle too, not only fighters."""
    flames_on_overwatch: bool
    """Weapons with a flame template may be fired out of turn too."""
    crews_fire_pistols: bool
    """What the crew of a vehicle fires by hand on the move may be any pistol, not only a Sidearm."""
    closest_all_round: bool
    """The closest target is looked for all round the shooter, not in its vision arc only."""
    templates_by_priority: bool
    """Flames, and blasts at a place, are bound by target priority like other shots."""

    # ---- close combat ------------------------------------------------------------------------------------------------
    barricade_gap: int
    """How far apart two fighters may be at most that fight across a barricade, both right against it."""
    versatile_reactions: bool
    """A versatile weapon reaches as far in reaction attacks as in its bearer's own activation."""
    raised_has_turned: bool
    """A pinned fighter that a charge brings to its feet faces the charger, and counts as having turned."""
    fearsome_ends_activation: bool
    """Whoever has not the will to charge a fearsome enemy ends its activation; else it has only lost that action."""
    hurl_ends_charge: bool
    """Whoever knows how to hurl may do so at the end of a charge, in place of the free fight."""
    butts_over_barricades: bool
    """A headbutt reaches any enemy that one is engaged with, not only those in base contact."""
    finish_beside_the_dead: bool
    """After a fight one who lies seriously injured may be finished off although others went out of action in it."""
    iron_jaw_stops_blades: bool
    """An iron jaw helps against every blow without AP, not only against bare hands."""

    # ---- retreat -----------------------------------------------------------------------------------------------------
    strike_at_failed_retreat: bool
    """The enemies of a fighter that fails to get away may strike at it all the same."""
    retreat_dice: Pool
    broken_retreat_dice: Pool
    """How many inches a fighter retreats, and one that is broken."""

    # ---- orders ------------------------------------------------------------------------------------------------------
    orders_tested: bool
    """Who gives an order has to pass a Leadership test."""
