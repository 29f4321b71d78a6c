"""Three against three in an empty yard, as files."""

YARD = """
kind = "board"
id = "yard"
title = "A yard"
size = [24, 24]
[[deployment]]
name = "south"
rect = [0, 0, 24, 8]
[[deployment]]
name = "north"
rect = [0, 12, 24, 12]
"""
MEETING = """
kind = "scenario"
id = "meeting"
ruleset = "necromunda-2023"
title = "A meeting in the yard"
summary = "Three against three."
board = "yard"
scoring = ["casualties"]
[red]
roster = "red"
zone = "south"
[blue]
roster = "blue"
zone = "north"
"""
