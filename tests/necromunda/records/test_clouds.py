"""Clouds: whatever hangs in the air can be told and shown."""

from __future__ import annotations

from typing import get_args

import pytest

from warbook import rulesets, table
from warbook.core.state import Placement
from warbook.rulesets.necromunda import edition_2023, edition_classic
from warbook.rulesets.necromunda.events.attacks import CloudRose
from warbook.rulesets.necromunda.records import CLOUD_TITLES, Cloud, CloudKind
from warbook.sim.battle import Field


@pytest.mark.parametrize("kind", get_args(CloudKind))
def test_every_kind_has_its_words(kind: CloudKind) -> None:
    cloud = Cloud(id=0, owner=-1, profile="cloud", at=Placement(0, 0), kind=kind)
    assert CloudRose(cloud).sentence(str).endswith(" hangs in the air.")
    assert CLOUD_TITLES[kind]


SCENARIOS = [id for edition in (edition_2023, edition_classic) for id in edition.SHELF.ids("scenario")]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_else_is_there_from_the_start_and_has_a_name(scenario: str) -> None:
    setup = table.setup_of(scenario, None, None, None, None, ())
    field = Field(rulesets.find(setup.ruleset), setup)
    assert sorted(field.world.names) == list(range(len(field.start.records)))
    assert field.world.first_cloud == len(field.start.records)
