"""The tool that changes rules at random: what it changes, which tests it takes, and that it notices and does not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console

from mutants import run, trial
from mutants.changes import changes
from mutants.coverage_map import HOME, RULESETS, CoverageMap
from mutants.run import Explanation, Mutant
from mutants.tracing import caches_of_rules
from mutants.trial import Verdict
from warbook.rulesets.gangfight.checks.dice import where_to_cut

RULE = '''"""A rule."""
NEAR = 3


def near(gap: int, blind: bool = False) -> bool:
    """Whether it is near: 1 and 2 in a text are no rule."""
    if not blind and gap <= NEAR:
        tell(f"{gap + 1}")
        return min(gap, 0) == 0
    raise ValueError(1)
'''


def test_each_place_is_changed_once_and_text_and_types_are_left_alone() -> None:
    assert [(each.line, str(each)) for each in changes(RULE)] == [
        (2, "3 → 4"),
        (5, "False → True"),
        (7, "not blind → (blind)"),
        (7, "not blind and gap <= NEAR → (not (not blind and gap <= NEAR))"),
        (7, "not blind and gap <= NEAR → (not blind or gap <= NEAR)"),
        (7, "gap <= NEAR → (gap < NEAR)"),
        (8, 'tell(f"{gap + 1}") → pass'),
        (9, "min → max"),
        (9, "min(gap, 0) == 0 → (min(gap, 0) != 0)"),
        (9, "0 → 1"),
        (9, "0 → 1"),
    ]


def test_a_change_changes_its_place_only_even_beyond_letters_of_several_bytes() -> None:
    source = 'a = "ü" if x < 2 else "→"; b = x < 2\n'
    assert changes(source)[-2].of(source) == 'a = "ü" if x < 2 else "→"; b = (x <= 2)\n'


def test_what_is_drawn_of_the_rules_are_programs() -> None:
    for mutant in random.Random(5).sample(run.every_mutant(), 100):
        compile(mutant.change.of(mutant.source), mutant.name, "exec")


def test_the_quickest_tests_of_a_line_come_first_and_constants_are_noticed_by_the_tests_of_their_module() -> None:
    file = Path("rule.py")
    found = CoverageMap(
        {file: {2: [""], 6: ["slow", "quick", ""], 7: ["slow", "battle"], 8: ["other"]}}, {"slow": 0.9, "battle": 3.0}
    )
    assert found.tests_of(file, 6, 6) == ["quick", "slow"]
    assert found.tests_of(file, 2, 2) == ["other", "quick", "slow"]
    assert found.tests_of(file, 9, 9) == []
    assert found.tests_of(file, 8, 9) == ["other"], "a long statement"
    assert found.imported(file, 6, 6) and not found.imported(file, 7, 7)


TRY = """
import json, sys
from functools import partial
from mutants import trial
from mutants.collected import Patch, try_patches
from mutants.coverage_map import RULESETS
file, test, imported, patched = RULESETS / sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4])
trial.STARTING = 60.0
source = file.read_text()
trial.prepare()
patches = [Patch(file, source, source.replace(*change), [test], 0.1) for change in patched]
runs = [partial(trial.run_imported, file, source.replace(*change), [test]) for change in imported]
jobs = [(number, each, 0.1) for number, each in enumerate(runs)]
print(json.dumps([sorted(trial.try_all(jobs, 2)), sorted(try_patches(patches, 2))]))
"""
TEST = "tests/gangfight/harm/test_courage.py::test_the_test_of_fear_is_as_hard_as_the_number_says"


def test_what_the_rules_keep_in_caches_is_known() -> None:
    assert where_to_cut in caches_of_rules()


def test_a_change_is_tried_in_memory_with_a_new_import_and_without() -> None:
    name = "gangfight/harm/courage.py"
    before = (RULESETS / name).read_bytes()
    imported = [
        ("BRAVERY = 3", "BRAVERY = 4"),
        ("BRAVERY = 3", "BRAVERY = nothing"),
        ("    if not number", "    if number"),
    ]
    patched = [("    if not number", "    if number"), ("most=1", "most=2")]
    assert all(before.decode().count(old) for old, _ in (*imported, *patched))
    words = [sys.executable, "-c", TRY, name, TEST, json.dumps(imported), json.dumps(patched)]
    said = subprocess.run(words, cwd=HOME, capture_output=True, text=True, timeout=300)
    assert said.stdout, said.stderr
    assert json.loads(said.stdout) == [
        [[0, Verdict.UNNOTICED], [1, Verdict.CRASHED], [2, Verdict.FAILED]],
        [[0, Verdict.FAILED], [1, Verdict.UNNOTICED]],
    ]
    assert (RULESETS / name).read_bytes() == before


def test_what_goes_round_in_circles_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "STARTING", 0.3)
    (tried,) = trial.try_all([("loop", lambda: sum(1 for _ in count()), 0.0)], 2)
    assert tried == ("loop", Verdict.TOO_LONG)


def test_a_change_that_takes_a_function_away_is_told_apart() -> None:
    source = "def many(found: list[int]) -> None:\n    found.sort(key=lambda each: -each)\n    found.append(1)\n"
    kept = [Mutant("a.py", source, change).keeps_functions for change in changes(source) if change.after == "pass"]
    assert kept == [False, True]


def test_a_draw_does_not_change_with_what_changes_elsewhere() -> None:
    mutants = [Mutant("a.py", RULE, change) for change in changes(RULE)]
    drawn = run.draw(mutants, 4, seed=1)
    assert drawn != run.draw(mutants, 4, seed=2)
    other = [Mutant("b.py", RULE, change) for change in changes(RULE)]
    assert [each for each in run.draw([*other, *mutants], 99, seed=1) if each in drawn] == drawn


def test_the_table_says_what_no_test_noticed_and_why_and_counts_what_nothing_explains(
    capsys: pytest.CaptureFixture[str],
) -> None:
    missed, known, seen = (Mutant("a.py", RULE, each) for each in changes(RULE)[:3])
    why = Explanation("a.py", known.line, known.becomes, "nobody asks")
    tried = [(missed, Verdict.NOT_RUN), (known, Verdict.UNNOTICED), (seen, Verdict.TOO_LONG)]
    assert run.report(Console(width=100), tried, [why]) == 1
    said = capsys.readouterr().out
    assert "a.py:2" in said and "no test runs it" in said and "nobody asks" in said
    assert "1 of 3 changes were noticed, 1 of the others are explained, 1 are not" in said


def test_an_explanation_that_is_about_no_line_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outdated = tmp_path / "explained.toml"
    outdated.write_text('[[explained]]\nfile = "a.py"\nline = "NEAR = 2"\nbecomes = "NEAR = 3"\nwhy = "so"\n')
    monkeypatch.setattr(run, "EXPLAINED", outdated)
    with pytest.raises(ValueError, match="NEAR = 2"):
        run.explanations([Mutant("a.py", RULE, change) for change in changes(RULE)])


def test_what_is_explained_is_about_rules_that_are_there() -> None:
    assert all(each.why for each in run.explanations(run.every_mutant()))
