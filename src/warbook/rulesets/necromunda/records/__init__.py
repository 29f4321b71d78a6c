"""What there is: records, the turn, the world, and the handle through which rules ask about a fighter.

A `Fighter` is the record of one model, a `Model` the handle by which rules ask about it, a `Kit` what its player
brought for it.  Doors, caskets, traps and the like are records of their own, numbered after the fighters.
"""
