"""What people get wrong: one clear message, exit code 2, no traceback, and nothing half-written.

Each row says what was typed and what the message must name: what was found, where, or what would be right.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.toy import DUEL, NAME, run
from tests.forging import forged

ODDS = ("odds", DUEL, "--who", "0", "--action", "wait")
NEAR = ("odds", "near.wbr", "--who", "0", "--action", "strike")
BOTS = ("--red", "uniform", "--blue", "uniform", "--seed", "1")
SCENARIO = 'kind = "scenario"\ntitle = "Near"\nnames = ["Oak", "Elm"]\napart = 5\n'

FILES: dict[str, bytes] = {
    "good.toml": SCENARIO.encode(),
    "near.toml": SCENARIO.replace("apart = 5", "apart = 4").encode(),
    "roster.toml": b'kind = "roster"\nname = "Yew"\n',
    "no_kind.toml": b'name = "Yew"\n',
    "wrong_kind.toml": b'kind = "rooster"\n',
    "number_kind.toml": b"kind = 3\n",
    "other_rules.toml": b'kind = "scenario"\nruleset = "toy-lain"\n',
    "number_rules.toml": b'kind = "scenario"\nruleset = 7\n',
    "not_toml.toml": b'kind = "scenario"\nnames = [\n',
    "binary.toml": bytes(range(128, 256)) * 4,
    "zero.toml": b'kind = "scenario"\n\0\n',
    "empty.toml": b"",
    "empty.wbr": b"",
    "junk.wbr": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "no_header.wbr": b'{"line":"step","step":0,"answers":[],"events":[]}\n',
    "other_json.wbr": b'{"hello":"world"}\n',
    "bad_key.toml": SCENARIO.replace("apart", "apartt").encode(),
    "bad_value.toml": SCENARIO.replace("apart = 5", 'apart = "far"').encode(),
}

ROWS: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("an unknown command", ("paly",), ("no command 'paly'", "did you mean 'play'?")),
    ("an unknown option of a command", ("play", "--sed", "3"), ("--sed",)),
    ("a seed that is no number", ("play", DUEL, "--seed", "seven"), ("seven",)),
    ("a seed below zero", ("play", DUEL, "--seed", "-1"), ("-1", "from 0 to 2^256 - 1")),
    ("a seed of too many digits", ("play", DUEL, "--seed", "9" * 90), ("9999", "from 0 to 2^256 - 1")),
    ("a scenario that is misspelt", ("play", "toy-lane-dual"), ("'toy-lane-dual'", "did you mean 'toy-lane-duel'?")),
    ("a scenario file that is not there", ("play", "god.toml"), ("god.toml: found no such file", "'good.toml'")),
    ("a folder in place of a scenario", ("play", "folder.toml"), ("folder.toml: found a directory; wanted a file",)),
    ("a roster in place of a scenario", ("play", "roster.toml"), ("found roster; wanted a scenario",)),
    ("a scenario for a roster", ("play", DUEL, "--red-roster", "good.toml"), ("found scenario; wanted a roster",)),
    ("a roster that is not there", ("play", DUEL, "--red-roster", "rooster.toml"), ("rooster.toml", "'roster.toml'")),
    ("a board that is a scenario", ("play", DUEL, "--board", "good.toml"), ("found scenario; wanted a board",)),
    ("a file without its kind", ("check", "no_kind.toml"), ("no_kind.toml: kind: found no such key", "kind = 'board'")),
    ("a misspelt kind", ("check", "wrong_kind.toml"), ("'rooster' (did you mean 'roster'?)",)),
    ("a kind that is a number", ("check", "number_kind.toml"), ("found 3",)),
    ("a file of another ruleset", ("check", "other_rules.toml"), ("'toy-lain' (did you mean 'toy-lane'?)",)),
    ("a ruleset that is a number", ("check", "number_rules.toml"), ("ruleset: found 7", f'ruleset = "{NAME}"')),
    ("a file that is not TOML", ("check", "not_toml.toml"), ("not_toml.toml", "wanted well-formed TOML")),
    ("bytes that are no text", ("check", "binary.toml"), ("byte 1", "0x80", "text in UTF-8")),
    ("a zero byte in a text", ("check", "zero.toml"), ("line 2", "a zero byte")),
    ("an empty file", ("check", "empty.toml"), ("empty.toml: kind: found no such key",)),
    ("a misspelt key", ("check", "bad_key.toml"), ("apartt", "did you mean 'apart'?")),
    ("a value of the wrong type", ("check", "bad_value.toml"), ("apart: found 'far'; wanted whole inches",)),
    ("a kind that the ruleset has not", ("play", DUEL, "--board", "board.toml"), ("wanted no board",)),
    ("an option without its value", ("play", DUEL, "--option", "parry"), ("'parry'", "wanted NAME=VALUE")),
    ("a misspelt option", ("play", DUEL, "--option", "pary=on"), ("'pary'", "did you mean 'parry'?")),
    ("a value no option has", ("play", DUEL, "--option", "parry=of"), ("'of'", "'off'", "wanted on or off")),
    ("an option given twice", ("play", DUEL, "--option", "parry=on", "--option", "parry=off"), ("given twice",)),
    ("a misspelt house rule", ("play", DUEL, "--house-rule", "suden-death"), ("did you mean 'sudden-death'?",)),
    ("an unknown player", ("play", DUEL, "--red", "greddy"), ("'greddy'", "'greedy'")),
    ("a player of a module that is not there", ("play", DUEL, "--red", "no_such_module:Bot"), ("no_such_module",)),
    ("a player that the module has not", ("play", DUEL, "--red", "tests.cli.bots:Frist"), ("Frist",)),
    ("a player without a class", ("play", DUEL, "--red", "tests.cli.bots:"), ("tests.cli.bots",)),
    ("a player that cannot choose", ("play", DUEL, "--red", "tests.cli.bots:NoPlayer"), ("NoPlayer", "choose")),
    ("a player that is no class", ("play", DUEL, "--red", "tests.cli.bots:NOT_A_CLASS"), ("NOT_A_CLASS",)),
    ("a record that is a folder", ("play", DUEL, *BOTS, "--record", "folder.toml"), ("found a directory",)),
    ("a record in no folder", ("play", DUEL, *BOTS, "--record", "no/where/a.wbr"), ("no/where/a.wbr",)),
    ("resuming what is not there", ("play", "--resume", "nothing.wbr"), ("nothing.wbr: found no such file",)),
    ("resuming a scenario", ("play", "--resume", "good.toml"), ("good.toml", "wanted a line of a Warbook record")),
    ("resuming with a scenario", ("play", DUEL, "--resume", "battle.wbr"), ("SCENARIO", "--resume")),
    ("resuming with a seed", ("play", "--resume", "battle.wbr", "--seed", "3"), ("--seed",)),
    ("an empty record", ("replay", "empty.wbr"), ("an empty file; wanted a record",)),
    ("a record of noise", ("replay", "junk.wbr"), ("junk.wbr",)),
    ("a record without a header", ("replay", "no_header.wbr"), ("no_header.wbr", "line 1")),
    ("JSON that is no record", ("replay", "other_json.wbr"), ("line 1", "wanted a line of a Warbook record")),
    ("a record of another ruleset", ("replay", "foreign.wbr"), ("'toy-lost'",)),
    ("a record that was changed", ("replay", "tampered.wbr"), ("tampered.wbr", "line 3")),
    ("a record with a line missing", ("replay", "gap.wbr"), ("gap.wbr", "line 3")),
    ("a changed record, checked", ("check", "tampered.wbr"), ("tampered.wbr",)),
    ("a step beyond the end", ("replay", "battle.wbr", "--to", "999"), ("--to 999", "steps")),
    ("a picture in no folder", ("replay", "battle.wbr", "--svg", "no/where.svg"), ("no/where.svg",)),
    ("drawing a roster", ("draw", "roster.toml", "-o", "a.svg"), ("found roster; wanted a board or a record",)),
    ("drawing without saying where", ("draw", "battle.wbr"), ("--output",)),
    ("drawing into a folder", ("draw", "battle.wbr", "-o", "folder.svg"), ("found a directory",)),
    ("drawing what nobody can", ("draw", "battle.wbr", "-o", "a.jpg"), ("'.jpg'", "wanted .svg or .png")),
    ("drawing a width of no pixels", ("draw", "battle.wbr", "-o", "a.svg", "--width", "99"), ("only with a .png",)),
    ("drawing and telling at once", ("draw", "battle.wbr", "-o", "-", "--json"), ("--json needs a file as output",)),
    ("an unknown ruleset", ("rules", "toy-lame"), ("'toy-lame'", "did you mean 'toy-lane'?")),
    ("scenarios of an unknown ruleset", ("scenarios", "chess"), ("'chess'", NAME)),
    ("an unknown action", ("rules", NAME, "strik"), ("'strik'", "did you mean 'strike'?")),
    ("odds of no model", ("odds", DUEL, "--who", "7", "--action", "wait"), ("--who: found 7", "0 to 1", "0 (Ash)")),
    ("odds of a misspelt model", ("odds", DUEL, "--who", "Ahs", "--action", "wait"), ("'Ahs'", "'ash'", "1 (Birch)")),
    ("odds of no target", (*ODDS, "--target", "Elm"), ("--target", "'Elm'", "0 (Ash), 1 (Birch)")),
    ("odds of a target that nobody can choose", (*NEAR, "--target", "0"), ("It is not among", "1 (Elm)")),
    ("odds about nobody", (*ODDS, "--about", "7"), ("--about: found 7", "0 (Ash)")),
    ("odds of a battle that is over", ("odds", "battle.wbr", "--who", "0"), ("is over", "--to STEP")),
    ("odds beyond the end", ("odds", "battle.wbr", "--to", "999"), ("--to 999", "steps")),
    ("odds of a scenario after steps", ("odds", DUEL, "--to", "2"), ("--to can be used only with a record",)),
    ("odds of a misspelt action", ("odds", DUEL, "--who", "0", "--action", "wiat"), ("'wiat'", "'wait'")),
    ("odds of an action of no game", ("odds", DUEL, "--who", "0", "--action", "nix"), ("advance, strike, wait",)),
    ("odds of a misspelt event", (*ODDS, "--event", "dwon"), ("'dwon'", "'down'")),
    ("odds of what is refused", ("odds", DUEL, "--who", "0", "--action", "strike"), ("within 1 inch",)),
    ("odds for a defender of no kind", (*ODDS, "--defender", "brave"), ("brave",)),
    ("odds of a roster", ("odds", "roster.toml", "--who", "0", "--action", "wait"), ("wanted a record or a scenario",)),
    ("a ruleset with a bad name", ("new", "ruleset", "My Game"), ("'My Game'", "'my-game'")),
    ("a ruleset that begins with a digit", ("new", "ruleset", "3x"), ("'3x'", "a letter first", "'my-3x'")),
    ("a ruleset named by no letter", ("new", "ruleset", "Ünï"), ("'Ünï'", "'my-n'")),
    ("a ruleset named as a keyword", ("new", "ruleset", "lambda"), ("'lambda'", "keyword lambda", "'my-lambda'")),
    ("a ruleset named as a module of Python", ("new", "ruleset", "json"), ("Python's own module json",)),
    ("a ruleset named as another", ("new", "ruleset", NAME), (f"the ruleset {NAME}, which is installed",)),
    ("a ruleset named as a package", ("new", "ruleset", "msgspec"), ("the package msgspec, which is installed",)),
    ("a ruleset named as warbook", ("new", "ruleset", "warbook"), ("'warbook' is taken by",)),
    ("a ruleset named as a module", ("new", "ruleset", "toy-lane-kin"), ("the module toy_lane_kin", ".py")),
    ("a ruleset where something is", ("new", "ruleset", "my-a", "--into", "folder.toml"), ("something of that name",)),
    ("a ruleset in no folder", ("new", "ruleset", "my-a", "--into", "no/where/a"), ("no/where",)),
    ("serving an unknown scenario", ("serve", "toy-lane-dual"), ("'toy-lane-dual'", "did you mean 'toy-lane-duel'?")),
    ("serving an unknown player", ("serve", DUEL, "--against", "greddy"), ("'greddy'", "did you mean 'greedy'?")),
    ("serving a file that is not there", ("serve", "god.toml"), ("god.toml: found no such file", "'good.toml'")),
    ("a program against nobody known", ("bot", DUEL, "--against", "greddy", "--", "true"), ("'greddy'", "'greedy'")),
    ("a program of an unknown scenario", ("bot", "toy-lane-dual", "--", "true"), ("'toy-lane-dual'",)),
    ("games below one", ("simulate", DUEL, "--games", "0"), ("0",)),
    ("a simulation of an unknown scenario", ("simulate", "toy-lane-dual", "--games", "2"), ("'toy-lane-dual'",)),
    ("a simulation of an unknown player", ("simulate", DUEL, "--red", "greddy", "--games", "2"), ("'greddy'",)),
    ("a comparison with an unknown rule", ("simulate", DUEL, "--compare", "suden-death"), ("'sudden-death'",)),
    ("a comparison with an unknown option", ("simulate", DUEL, "--compare", "pary=off"), ("'parry'",)),
    ("a comparison with what is so already", ("simulate", DUEL, "--compare", "parry=on"), ("on in both arms",)),
    ("a simulation of people", ("simulate", DUEL, "--red", "human", "--games", "2"), ("human",)),
]  # fmt: skip


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        Path(name).write_bytes(text)
    Path("folder.toml").mkdir()
    Path("folder.svg").mkdir()
    Path("on-the-path").mkdir()
    Path("on-the-path/toy_lane_kin.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path / "on-the-path"))
    Path("board.toml").write_text('kind = "board"\n')
    asked = run("play", DUEL, *BOTS, "--record", "battle.wbr")
    assert asked.exit_code == 0, asked.output
    run("play", "near.toml", "--red", "human", "--record", "near.wbr", says="advance\n3\nquit\n")
    whole = Path("battle.wbr").read_bytes()
    rows = whole.splitlines(keepends=True)
    Path("foreign.wbr").write_bytes(whole.replace(f'"{NAME}"'.encode(), b'"toy-lost"'))
    Path("tampered.wbr").write_bytes(b"".join([*rows[:2], rows[2].replace(b'"x":', b'"x":1'), *rows[3:]]))
    Path("gap.wbr").write_bytes(b"".join([*rows[:2], *rows[3:]]))


def everything() -> dict[str, bytes]:
    """All files below this folder."""
    return {
        os.path.join(folder, name): Path(folder, name).read_bytes()
        for folder, _, names in os.walk(".")
        for name in names
    }


@pytest.mark.parametrize(("words", "says"), [row[1:] for row in ROWS], ids=[row[0].replace(" ", "-") for row in ROWS])
def test_bad_input_is_told_in_one_message(words: tuple[str, ...], says: tuple[str, ...]) -> None:
    before = everything()
    asked = run(*words)
    assert asked.exit_code == 2, asked.output
    for part in says:
        assert part in asked.stderr
    assert "Traceback" not in asked.output
    assert everything() == before, "something was written"


def test_at_least_forty_kinds_of_bad_input_are_covered() -> None:
    assert len(ROWS) == len({row[0] for row in ROWS}) >= 40


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_files_that_may_not_be_read_or_written_are_told() -> None:
    Path("good.toml").chmod(0)
    assert "Permission denied" in run("check", "good.toml").stderr
    Path("locked").mkdir(mode=0o500)
    assert "locked/a.svg" in run("draw", "battle.wbr", "-o", "locked/a.svg").stderr


def test_several_files_are_all_judged_although_one_is_bad() -> None:
    asked = run("check", "no_kind.toml", "good.toml", "nothing.toml", "--json")
    assert asked.exit_code == 2
    assert [row["ok"] for row in json.loads(asked.stdout)] == [False, True, False]


def test_a_player_that_cheats_is_named_and_what_was_true_before_is_kept() -> None:
    asked = run("play", DUEL, "--red", "human", "--blue", "tests.cli.bots:Cheat", "--record", "a.wbr", says="wait\n")
    assert asked.exit_code == 2
    assert "'fly'" in asked.stderr
    assert len(run("replay", "a.wbr", "--json").stdout) > 0


def test_verify_names_the_first_difference_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    import toy_lane.events

    monkeypatch.setattr(toy_lane.events.Passed, "apply", lambda self, state: None)
    asked = run("replay", "battle.wbr", "--verify")
    assert asked.exit_code == 1
    assert "step 1" in asked.stderr


def test_a_record_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A header may name a module that lies beside the record: whoever opens the record has not asked for it."""
    Path("evil.py").write_text('open("owned", "w").close()\nfrom tests.cli.bots import Cheat as Bot\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    battle = Path("running.wbr")
    run("play", DUEL, "--red", "human", "--blue", "uniform", "--record", str(battle), says="quit\n")
    battle.write_bytes(forged(battle.read_bytes(), lambda rows: rows[0].update(players=["human", "evil:Bot"])))
    for words in (("play", "--resume"), ("replay",), ("replay", "--verify"), ("odds",), ("check",), ("draw",)):
        asked = run(*words, str(battle), says="quit\n")
        assert not Path("owned").exists(), words
        if words == ("play", "--resume"):
            assert asked.exit_code == 2
            assert "'evil:Bot'" in asked.stderr and "--blue" in asked.stderr
    assert run("play", "--resume", str(battle), "--blue", "uniform", says="quit\n").exit_code == 0
    assert not Path("owned").exists()
    run("play", "--resume", str(battle), "--blue", "evil:Bot", says="quit\n")  # whoever names it means it
    assert Path("owned").exists()
