"""What people are shown: the position, a figure close up, its aims, words for rolls."""
