"""Clouds: whatever hangs in the air can be told and shown."""

from __future__ import annotations

from typing import get_args

import pytest

from warbook.core.state import Placement
from warbook.rulesets.necromunda.events.attacks import CloudRose
from warbook.rulesets.necromunda.records import CLOUD_TITLES, Cloud, CloudKind


@pytest.mark.parametrize("kind", get_args(CloudKind))
def test_every_kind_has_its_words(kind: CloudKind) -> None:
    cloud = Cloud(id=0, owner=-1, profile="cloud", at=Placement(0, 0), kind=kind)
    assert CloudRose(cloud).sentence(str).endswith(" hangs in the air.")
    assert CLOUD_TITLES[kind]
