"""The reaction draft: whole units move, shoot, fight and react.  What is printed is here; the upper floors follow."""
