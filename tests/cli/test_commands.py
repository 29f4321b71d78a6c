"""Each command as it is meant to be used: what people read and what programs get."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.toy import DUEL, NAME, install, run
from warbook.cli import COMMANDS
from warbook.core.events import Moment
from warbook.core.ruleset import Ruleset
from warbook.testing import conformance


def data(*words: str, says: str = "") -> Any:
    """What a command prints with --json."""
    asked = run(*words, "--json", says=says)
    assert asked.exit_code == 0, asked.output
    return json.loads(asked.stdout)


def battle(file: str, *words: str, seed: int = 5) -> Path:
    """A whole battle between two bots, recorded."""
    asked = run("play", DUEL, "--red", "uniform", "--blue", "uniform", "--seed", str(seed), "--record", file, *words)
    assert asked.exit_code == 0, asked.output
    return Path(file)


def test_every_command_has_help_with_examples_and_a_form_for_programs() -> None:
    for name in COMMANDS:
        words = ("new", "ruleset") if name == "new" else (name,)
        asked = run(*words, "--help")
        assert asked.exit_code == 0
        assert "--json" in asked.output, name
        assert f"warbook {name}" in asked.output, name


def test_help_names_every_command() -> None:
    asked = run("--help")
    assert asked.exit_code == 0
    assert all(name in asked.output for name in COMMANDS)


def test_scenarios_are_rows_of_id_ruleset_title_and_summary() -> None:
    assert data("scenarios") == [
        {"id": DUEL, "ruleset": NAME, "title": "A duel", "summary": "Two duellists, twelve inches apart."}
    ]
    assert DUEL in run("scenarios", NAME).output


def test_rulesets_say_what_they_hold() -> None:
    (row,) = data("rulesets")
    assert row["id"] == NAME
    assert (row["actions"], row["reactions"], row["options"]) == (3, 1, 1)
    assert row["house_rules"] == ["sudden-death"]
    assert row["scenarios"] == [DUEL]


def test_the_rules_are_rows_of_actions_and_house_rules() -> None:
    rules = data("rules", NAME)
    strike = next(row for row in rules["actions"] if row["id"] == "strike")
    assert {"id", "name", "cost", "summary", "cite", "requires"} <= strike.keys()
    assert strike["requires"] == ["The opponent must be within 1 inch."]
    assert (strike["options"], strike["ours"]) == ([], [])
    (parry,) = rules["reactions"]
    assert (parry["cost"], parry["options"], len(parry["requires"])) == ("free", ["parry"], 2)
    assert [row["id"] for row in rules["house_rules"]] == ["sudden-death"]
    assert "options" not in rules
    (parry,) = data("rules", NAME, "--options")["options"]
    assert (parry["default"], parry["values"], parry["source"]) == (True, [True, False], "our choice")


def test_the_rules_say_what_leads_to_what() -> None:
    struck = {
        "after": "Struck",
        "moment": False,
        "rules": [{"rule": "drive_back", "summary": "Who is struck and still stands is driven back an inch."}],
    }
    assert data("rules", NAME)["consequences"] == [struck]
    page = run("rules", NAME).output
    assert re.search(r"Struck +drive_back +Who is struck and still stands is driven back an inch\.", page)


def test_each_item_of_a_list_in_the_notes_begins_a_line(lane: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    install(replace(lane, notes="# Notes\n\nAs\nwritten.\n\n* **One**\n  thing\n* **Another**\n"), monkeypatch)
    assert "\nAs written.\n\n* **One** thing\n* **Another**\n" in run("rules", NAME).output


def test_what_follows_is_in_order_each_with_its_first_sentence_and_nothing_is_said_too(
    lane: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = lane.leading_to(RoundEnds, tire, rest)
    install(longer, monkeypatch)
    ends = data("rules", NAME)["consequences"][-1]
    assert (ends["after"], ends["moment"]) == ("RoundEnds", True)
    tires = {"rule": "tire", "summary": 'Everybody tires of "Fight!" and runs.'}
    assert ends["rules"] == [tires, {"rule": "rest", "summary": ""}]
    install(longer.without(RoundEnds, tire, rest), monkeypatch)
    assert data("rules", NAME)["consequences"][-1]["rules"] == []
    assert re.search(r"RoundEnds +nothing", run("rules", NAME).output)


class RoundEnds(Moment, frozen=True):
    """A moment of a game that is longer."""


def tire(play: Any, event: RoundEnds) -> None:
    """Everybody tires
    of "Fight!" and runs.  They rest after that."""


def rest(play: Any, event: RoundEnds) -> None: ...


def test_a_rule_has_a_page_with_cost_conditions_text_options_and_what_is_left_open() -> None:
    page = run("rules", NAME, "parry").output
    assert "free" in page
    assert "A strike must be about to land on it" in page
    assert "parry = on (or off)" in page
    page = run("rules", NAME, "Strike").output
    for part in ("Strike", "basic", "our rules", "Roll a die", "The opponent must be within 1 inch.", "leaves open"):
        assert part in page


def test_the_options_page_gives_values_default_and_source() -> None:
    page = run("rules", NAME, "--options").output
    assert "parry" in page
    assert "or off" in page
    assert "our choice" in page


def test_two_bots_fight_without_a_keyboard_and_the_record_verifies() -> None:
    record = battle("a.wbr")
    told = data("replay", str(record), "--verify")
    assert told["verified"] is True
    assert told["over"]
    assert told["steps"] == told["to"] > 4
    assert told["log"]
    assert told["result"]["winner"] in (-1, 0, 1)


def test_the_same_seed_writes_the_same_bytes_and_another_seed_others() -> None:
    first, second, other = battle("a.wbr"), battle("b.wbr"), battle("c.wbr", seed=6)
    assert first.read_bytes() == second.read_bytes() != other.read_bytes()


def test_play_tells_programs_how_it_ended() -> None:
    told = data("play", DUEL, "--red", "uniform", "--blue", "uniform", "--seed", "5", "--record", "a.wbr")
    assert told["over"]
    assert told["players"] == ["uniform", "uniform"]
    assert told["seed"] == 5
    assert told["result"]["why"]
    assert told["digest"] == data("replay", "a.wbr")["digest"]


def test_without_a_terminal_and_without_names_two_bots_play_and_the_record_goes_to_the_data_folder(
    tmp_path: Path,
) -> None:
    told = data("play")
    kept = Path(told["record"])
    assert kept.is_relative_to(tmp_path / "data")
    assert data("replay", str(kept), "--verify")["verified"] is True


def test_options_and_house_rules_are_kept_in_the_record() -> None:
    battle("a.wbr", "--option", "parry=off", "--house-rule", "sudden-death")
    told = data("replay", "a.wbr", "--verify")
    assert told["options"] == {"parry": False}
    assert told["house_rules"] == ["sudden-death"]
    assert "To parry" not in " ".join(told["log"])


def test_a_record_that_is_written_again_leaves_the_old_one_beside_it() -> None:
    before = battle("a.wbr", seed=5).read_bytes()
    battle("a.wbr", seed=6)
    assert Path("a.wbr~").read_bytes() == before


def test_ctrl_c_says_how_a_battle_between_bots_goes_on() -> None:
    words = ("--red", "tests.cli.bots:Impatient", "--blue", "first", "--record", "a.wbr")
    asked = run("play", DUEL, *words)
    assert asked.exit_code == 2
    assert "stopped; the record: a.wbr   (continue with warbook play --resume a.wbr)" in asked.stderr
    assert data("play", "--resume", "a.wbr", "--red", "first")["over"]


def test_replay_stops_at_a_step_and_draws_it() -> None:
    battle("a.wbr")
    told = data("replay", "a.wbr", "--to", "2", "--svg", "two.svg")
    assert told["to"] == 2
    assert len(told["log"]) < len(data("replay", "a.wbr")["log"])
    assert Path("two.svg").read_text().startswith("<svg")
    assert "After 2 of" in run("replay", "a.wbr", "--to", "2").output


def test_draw_draws_the_last_position_of_a_record() -> None:
    battle("a.wbr")
    assert data("draw", "a.wbr", "-o", "end.svg")["kind"] == "record"
    run("draw", "a.wbr", "--to", "0", "-o", "start.svg")
    assert Path("end.svg").read_text() != Path("start.svg").read_text()


PNG = b"\x89PNG\r\n\x1a\n"


def test_draw_writes_a_png_as_wide_as_it_is_asked_for() -> None:
    battle("a.wbr")
    assert data("draw", "a.wbr", "-o", "end.png")["bytes"] == Path("end.png").stat().st_size
    run("draw", "a.wbr", "-o", "small.PNG", "--width", "320")
    widths = [int.from_bytes(Path(name).read_bytes()[16:20], "big") for name in ("end.png", "small.PNG")]
    assert Path("end.png").read_bytes().startswith(PNG)
    assert widths == [1200, 320]


def test_draw_writes_to_standard_output_what_it_writes_to_a_file() -> None:
    battle("a.wbr")
    run("draw", "a.wbr", "-o", "end.svg")
    assert run("draw", "a.wbr", "-o", "-").stdout == Path("end.svg").read_text()


def test_without_the_library_for_it_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    battle("a.wbr")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    asked = run("draw", "a.wbr", "-o", "end.png")
    assert (asked.exit_code, Path("end.png").exists()) == (2, False)
    assert "pip install '.[png]'" in asked.stderr
    assert run("draw", "a.wbr", "-o", "end.svg").exit_code == 0


def test_check_says_what_good_files_hold() -> None:
    battle("a.wbr")
    Path("s.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 5\n')
    Path("r.toml").write_text(f'kind = "roster"\nruleset = "{NAME}"\nname = "Yew"\n')
    rows = data("check", "a.wbr", "s.toml", "r.toml")
    assert [row["kind"] for row in rows] == ["record", "scenario", "roster"]
    assert all(row["ok"] for row in rows)
    assert "Oak against Elm" in rows[1]["says"]


def test_a_scenario_and_rosters_may_come_from_files() -> None:
    Path("s.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 5\n')
    Path("r.toml").write_text('kind = "roster"\nname = "Yew"\n')
    told = data(
        "play", "s.toml", "--red", "uniform", "--blue", "uniform", "--blue-roster", "r.toml", "--record", "a.wbr"
    )
    assert told["over"]
    log = " ".join(data("replay", "a.wbr")["log"])
    assert "Oak" in log
    assert "Yew" in log
    assert "Elm" not in log


def test_odds_come_with_everything_they_rest_on() -> None:
    Path("near.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 4\n')
    run("play", "near.toml", "--red", "human", "--blue", "human", "--record", "a.wbr", says="1\n3\n1\n1\nquit\n")
    found = data("odds", "a.wbr", "--who", "Oak", "--action", "strike", "--target", "el")
    assert found.keys() >= {
        "event", "numerator", "denominator", "probability", "exact", "low", "high", "horizon", "policy", "seconds",
    }  # fmt: skip
    assert found["exact"]
    assert (found["numerator"], found["denominator"]) == (0, 1)  # two wounds, one strike


def test_odds_of_a_house_rule_differ_by_how_the_defender_reacts() -> None:
    Path("near.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 4\n')
    words = ("near.toml", "--red", "human", "--blue", "human", "--house-rule", "sudden-death", "--record", "a.wbr")
    run("play", *words, says="1\n3\nquit\n")
    asked = ("odds", "a.wbr", "--who", "1", "--action", "strike", "--target", "0")
    assert data(*asked)["probability"] == 1
    parried = data(*asked, "--defender", "best")
    assert (parried["numerator"], parried["denominator"]) == (2, 3)  # a parry on 5 or 6


def test_odds_name_who_acts_and_say_what_cannot_happen_in_words() -> None:
    Path("near.toml").write_text('kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 4\n')
    run("play", "near.toml", "--red", "human", "--record", "a.wbr", says="advance\n3\nquit\n")
    shown = run("odds", "a.wbr", "--who", "0", "--action", "strike", "--target", "1").output
    assert "Oak (0): Strike, target Elm." in shown
    assert "Elm: is down: cannot happen" in shown
    assert "with --event: down" in shown
    assert "0/1" not in shown


def test_odds_list_the_models_and_what_each_could_do() -> None:
    assert data("odds", DUEL)["models"] == [
        {"id": "0", "name": "Ash", "side": "red"},
        {"id": "1", "name": "Birch", "side": "blue"},
    ]
    actions = {row["id"]: row["why_not"] for row in data("odds", DUEL, "--who", "Ash")["actions"]}
    assert actions == {"advance": "", "wait": "", "strike": "The opponent must be within 1 inch."}
    assert "Birch" in run("odds", DUEL).output
    assert "Strike" in run("odds", DUEL, "--who", "0").output


def test_odds_may_be_asked_of_the_middle_of_a_finished_battle() -> None:
    battle("a.wbr")
    found = data("odds", "a.wbr", "--to", "1", "--who", "1", "--action", "wait")
    assert found["position"] == "a.wbr after 1 steps"


def test_new_ruleset_writes_a_package_that_names_itself(tmp_path: Path) -> None:
    told = data("new", "ruleset", "my-game")
    assert told["package"] == "my_game"
    assert "src/my_game/__init__.py" in told["files"]
    assert 'my-game = "my_game:RULESET"' in Path("my-game/pyproject.toml").read_text()
    left = [p for p in tmp_path.rglob("*") if p.is_file() and ("NAME" in p.read_text() or "PACKAGE" in p.name)]
    assert left == []


def test_a_real_process_says_its_version_and_refuses_nonsense_without_a_traceback(tmp_path: Path) -> None:
    warbook = [sys.executable, "-m", "warbook"]
    assert "warbook" in subprocess.run([*warbook, "--version"], capture_output=True, text=True, check=True).stdout
    asked = subprocess.run(
        [*warbook, "check", "nothing.toml"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert asked.returncode == 2
    assert "no such file" in asked.stderr
    assert "Traceback" not in asked.stderr


@pytest.mark.parametrize(
    "name", ["battle", "load", "open_record", "scenarios", "setup", "Game", "ruleset", "verify", "odds_of", "simulate"]
)
def test_the_library_has_its_names_at_the_top(name: str) -> None:
    import warbook

    assert name in dir(warbook)
    assert getattr(warbook, name) is not None


SIMULATED = ("simulate", DUEL, "--red", "greedy", "--games", "6", "--jobs", "1", "--seed", "3")


def test_simulations_count_wins_draws_and_decisions_and_write_a_row_a_battle() -> None:
    told = data(*SIMULATED, "--out", "rows.jsonl", "--records", "battles")
    assert told.keys() >= {"games", "red_wins", "blue_wins", "draws", "decisions", "seconds"}
    assert told["games"] == told["red_wins"] + told["blue_wins"] + told["draws"] == 6
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert [row["red_seat"] for row in rows] == [0, 1] * 3
    assert sum(row["decisions"] for row in rows) == told["decisions"]
    records = sorted(Path("battles").iterdir())
    assert len(records) == 6
    assert all(data("replay", str(record), "--verify")["verified"] for record in records)


def test_the_same_seed_gives_the_same_totals() -> None:
    first, second = data(*SIMULATED), data(*SIMULATED)
    del first["seconds"], second["seconds"]
    assert first == second


def test_battles_under_a_house_rule_are_just_that() -> None:
    """As in `play`: a comparison is asked for by its own name."""
    told = data(*SIMULATED, "--house-rule", "sudden-death", "--option", "parry=off")
    assert (told["house_rules"], told["options"]) == (["sudden-death"], {"parry": False})
    assert "plain" not in told


def test_a_house_rule_or_an_option_is_compared_with_the_same_battles_without_it() -> None:
    told = data(*SIMULATED, "--compare", "sudden-death", "--compare", "parry=off")
    assert told["changes"] == ["sudden-death", "parry=off"]
    assert told["plain"]["games"] == told["changed"]["games"] == 6
    for effect in told["effects"]:
        difference = effect["difference"]
        assert difference["low"] <= difference["value"] <= difference["high"]
        assert difference["value"] == pytest.approx(effect["changed"]["value"] - effect["plain"]["value"])
    assert {"first_side_score", "rounds", "first_side_casualties"} <= {effect["id"] for effect in told["effects"]}
    said = run(*SIMULATED, "--compare", "sudden-death").output
    assert "greedy against uniform, 6 battles without and with sudden-death" in said
    assert re.search(r"casualties of the first side +0\.\d\d +\d\.\d\d +[+-]\d\.\d\d", said), said


def test_rows_are_exported_as_a_table_or_as_json_lines() -> None:
    run(*SIMULATED, "--compare", "sudden-death", "--out", "rows.csv")
    table = list(csv.DictReader(Path("rows.csv").read_text().splitlines()))
    run(*SIMULATED, "--compare", "sudden-death", "--out", "rows.jsonl")
    lines = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert [(row["arm"], row["seed"], row["red_seat"]) for row in table] == [
        (arm, str(seed), str(seat)) for seed in (3, 4, 5) for seat in (0, 1) for arm in ("plain", "changed")
    ]
    for row, line in zip(table, lines, strict=True):
        assert [int(row["red_points"]), int(row["blue_points"])] == line["points"]
        assert [int(row["red_casualties"]), int(row["blue_casualties"])] == line["casualties"]
        assert int(row["rounds"]) == line["rounds"] >= 1
        assert row["arm"] == line["arm"]


def test_one_battle_is_told_without_infinite_bounds() -> None:
    told = data("simulate", DUEL, "--games", "1", "--jobs", "1")
    assert next(m for m in told["measures"] if m["id"] == "rounds")["estimate"]["high"] is None
    assert "from one battle nothing follows" in run("simulate", DUEL, "--games", "1", "--jobs", "1").output


def test_ctrl_c_keeps_and_prints_what_was_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    from warbook.sim import battle

    fought = battle.Field.fight
    battles = 0

    def interrupted(self: battle.Field, *words: Any) -> Any:
        nonlocal battles
        battles += 1
        if battles == 3:
            signal.raise_signal(signal.SIGINT)
        return fought(self, *words)

    monkeypatch.setattr(battle.Field, "fight", interrupted)
    asked = run("simulate", DUEL, "--games", "50", "--jobs", "1", "--out", "rows.jsonl")
    assert asked.exit_code == 130
    assert "Stopped after 3 of 50 battles; their rows are in rows.jsonl." in asked.stderr
    assert "uniform against itself, 3 battles" in asked.stdout
    assert len(Path("rows.jsonl").read_text().splitlines()) == 3


def test_a_bot_that_breaks_is_named_with_its_battle_and_keeps_what_was_fought() -> None:
    bot = "tests.sim.broken:Raises"
    asked = run("simulate", DUEL, "--red", bot, "--games", "20", "--jobs", "1", "--out", "rows.jsonl")
    assert asked.exit_code == 1
    assert (
        f"battle 6 (seed 3, {bot} first, uniform second): this is a fault in the bot, not in Warbook: Zero"
        in asked.stderr
    )
    assert "The rows of the 6 battles fought so far are in rows.jsonl." in asked.stderr
    assert len(Path("rows.jsonl").read_text().splitlines()) == 6


def test_rows_of_before_are_kept_aside() -> None:
    Path("rows.jsonl").write_text("precious")
    run(*SIMULATED, "--out", "rows.jsonl")
    assert Path("rows.jsonl~").read_text() == "precious"


def test_the_skeleton_keeps_the_contract_that_every_ruleset_keeps(installed: Ruleset) -> None:
    assert conformance(installed, games=3, samples=4).games == 3


def test_the_skeleton_says_conditions_as_conditions(installed: Ruleset) -> None:
    reasons = [requirement.reason for action in installed.actions for requirement in action.requires]
    assert reasons
    assert all(" must " in reason for reason in reasons)


def loaded_by(program: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a program."""
    asked = [sys.executable, "-c", f"{program}; import sys; print(*sys.modules)"]
    return set(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split())


def test_importing_warbook_loads_nothing_that_it_does_not_need_yet() -> None:
    assert not loaded_by("import warbook") & {"msgspec", "click", "rich", "warbook.core", "warbook.rulesets"}


def test_help_loads_neither_rules_nor_colours() -> None:
    program = "from warbook.cli import command; command(['--help'], standalone_mode=False)"
    assert not loaded_by(program) & {"msgspec", "rich", "numpy", "warbook.rulesets", "warbook.core.game"}
