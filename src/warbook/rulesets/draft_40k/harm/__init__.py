"""What harm does: wounds allocated, casualties, morale, damage to hulls."""
