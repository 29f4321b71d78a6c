"""Close combat: charges, fights, blows, coups de grace."""
