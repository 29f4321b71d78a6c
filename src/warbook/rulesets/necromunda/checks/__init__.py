"""Checks: tests of characteristics, who sees and reaches whom, numbers to hit."""
