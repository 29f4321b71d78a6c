"""What the file says of the actions."""

from __future__ import annotations

from .catalogue import DATA

action = DATA.actions("actions.toml")
