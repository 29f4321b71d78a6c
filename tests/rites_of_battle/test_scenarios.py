"""The three scenarios: how they begin, what ends them, and who has won."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warbook.core.errors import BadData
from warbook.core.events import Rolled
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.mechanics import grid
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.events.turns import InitiativeRolled, RoundBegan
from warbook.rulesets.rites_of_battle.printed.shelf import SHELF

SCENARIOS = tuple(SHELF.ids("scenario"))


def begun(name: str, seed: int = 1, **options: Any) -> Game:
    """A battle whose fighters have been placed at random, and whose first turn has come."""
    game, rng = (
        Game(RULESET, Setup("rites-of-battle", SHELF.content(name), {"gm": "engine", **options}), seed=seed),
        Random(1),
    )
    while game.state.turn.phase != "play" or game.state.turn.actor < 0:
        decision = game.decision
        assert decision is not None
        game.choose(decision.sample(rng), decision.player)
    return game


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_may_start_in_any_free_square_of_its_zone(name: str) -> None:
    game = Game(RULESET, Setup("rites-of-battle", SHELF.content(name), {"gm": "engine"}), seed=1)
    world, decision = game.play.world, game.decision
    assert decision is not None
    zone = world.scenario.sides[decision.player].zone
    assert {cell[:2] for cell in decision.candidates(999)} <= set(grid.zone_cells(game.play, zone))
    assert len(decision.candidates(999)) > 60


def test_whoever_finds_no_room_in_its_zone_is_placed_next_to_it() -> None:
    board, _ = SHELF.text("board", "broken-wall")
    board = board.replace("rect = [4, 0, 20, 7]", "rect = [4, 0, 2, 2]")
    content = SHELF.content("hold-the-breach", board=(board, "wall.toml"))
    game = Game(RULESET, Setup("rites-of-battle", content, {"gm": "engine"}), seed=1)
    for _ in range(5):
        decision = game.decision
        assert decision is not None
        game.choose(last := decision.candidates(99)[0], decision.player)
    assert last[:2] in {(3, 0), (3, 1), (3, 2), (4, 2), (5, 2), (6, 2), (6, 1), (6, 0)}


def test_whoever_comes_on_later_rolls_then_and_is_surprised_no_more() -> None:
    text, _ = SHELF.text("scenario", "the-warlord")
    late = SHELF.content(
        "", text=text.replace("[blue]\n", '[blue]\nlate = ["grint"]\narrives = 2\n'), source="late.toml"
    )
    game, rng = Game(RULESET, Setup("rites-of-battle", late, {"gm": "engine"}), seed=1), Random(1)
    while game.state.turn.round < 2 or game.state.turn.actor < 0:
        decision = game.decision
        assert decision is not None
        game.choose("end-turn" if decision.key == "action" else decision.sample(rng), decision.player)
    rolled = [e for step in game.steps for e in step.events if isinstance(e, Rolled) and e.key == "initiative"]
    grint = next(number for number, name in game.play.world.names.items() if name == "Grint")
    assert len(rolled[-1].faces or ()) == 2  # Perception 2 with Vigilance 1, and no setback die
    assert grint in {score.who for score in game.state.turn.order}


def member(id: str, profile: str) -> str:
    return f'[[members]]\nid = "{id}"\nname = "{id}"\nprofile = "{profile}"\n'


@pytest.mark.parametrize(
    ("together", "late"), [("each", [(1,), (2,), (3,)]), ("group", [(1, 3), (2,)]), ("all", [(1, 2, 3)])]
)
def test_those_who_come_on_together_roll_by_groups_as_the_others_did(
    together: str, late: list[tuple[int, ...]]
) -> None:
    foes = {"maul": "brute-warlord", "one": "renegade", "two": "cultist", "three": "renegade", "early": "renegade"}
    band = 'kind = "roster"\nid = "band"\nruleset = "rites-of-battle"\ntitle = "The Band"\n'
    band += "".join(member(id, profile) for id, profile in foes.items())
    text, _ = SHELF.text("scenario", "the-warlord")
    text = text.replace("[blue]\n", '[blue]\nlate = ["one", "two", "three"]\narrives = 2\n')
    content = SHELF.content("", text=text, source="late.toml", rosters={1: (band, "band.toml")})
    setup = Setup("rites-of-battle", content, {"gm": "engine", "enemy-initiative": together})
    game, rng = Game(RULESET, setup, seed=1), Random(1)
    while game.state.turn.round < 2 or game.state.turn.actor < 0:
        decision = game.decision
        assert decision is not None
        game.choose("end-turn" if decision.key == "action" else decision.sample(rng), decision.player)
    events = [event for step in game.steps for event in step.events]
    (second,) = (n for n, event in enumerate(events) if isinstance(event, RoundBegan) and event.round == 2)
    first = game.world.sides[1][0]
    rolls = [event.scores for event in events[second:] if isinstance(event, InitiativeRolled)]
    assert [tuple(score.who - first for score in scores) for scores in rolls] == late
    order = [score.who - first for score in game.state.turn.order]
    for group in late:  # they act one after another
        assert order[order.index(group[0]) :][: len(group)] == [*group]
    scores = [(-score.success, -score.advantage) for score in game.state.turn.order]
    assert scores == sorted(scores) and len(scores) == 5 + 5


def test_the_large_are_placed_with_room_for_all_of_their_squares() -> None:
    roster = (
        'kind = "roster"\nid = "great"\nruleset = "rites-of-battle"\ntitle = "The Great One"\n'
        '[[members]]\nid = "maul"\nname = "the great one"\nprofile = "brood-tyrant"\n'
    )
    content = SHELF.content("the-warlord", rosters={1: (roster, "great.toml")})
    game = Game(RULESET, Setup("rites-of-battle", content, {"gm": "engine"}), seed=1)
    decision = game.decision
    assert decision is not None
    assert decision.player == 1
    game.choose((4, 23, 0), 1)
    record = game.state.records[game.play.world.sides[1][0]]
    assert (record.state, record.at.x, record.at.y) == ("up", 5000, 24000)


@pytest.mark.parametrize(
    ("kind", "params", "said"),
    [
        ("mount", 'is = "horse"', "'horse'"), ("mount", 'name = "a horse"', "a mount"), ("gun", "", "a weapon"),
        ("crate", 'gear = "stimpak"', "stimpack"), ("terminal", 'skill = "cooking"', "a skill"),
        ("terminal", 'worth = "much"', "what a check takes"),
    ],
)  # fmt: skip
def test_a_board_names_only_what_is_in_the_tables(kind: str, params: str, said: str) -> None:
    board, _ = SHELF.text("board", "broken-wall")
    marker = f'[[marker]]\nkind = "{kind}"\nid = "new"\nat = [1.5, 1.5, 0]\nparams = {{ {params} }}\n'
    with pytest.raises(BadData, match=said):
        SHELF.content("the-warlord", board=(board + marker, "wall.toml"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_is_in_the_order(name: str) -> None:
    game = begun(name)
    world, state = game.play.world, game.state
    assert sorted(score.who for score in state.turn.order) == sorted((*world.sides[0], *world.sides[1]))
    ratings = [(-score.success, -score.advantage) for score in state.turn.order]
    assert ratings == sorted(ratings)


def test_a_side_that_is_surprised_is_placed_first_and_rolls_with_a_setback_die() -> None:
    game = Game(RULESET, Setup("rites-of-battle", SHELF.content("the-warlord"), {"gm": "engine"}), seed=1)
    assert game.decision is not None
    assert game.decision.player == 1
    game = begun("the-warlord")
    events = [event for step in game.steps for event in step.events if isinstance(event, Rolled)]
    rolled = [event.signs for event in events if event.key == "initiative"]
    assert [sum(die == "setback" for die, *_ in signs) for signs in rolled] == [0] * 5 + [1] * 5


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ('goal = "breach"\n', 'goal = "gap"\n', "a deployment zone"),
        ('zone = "field"', 'zone = "yard"', "two zones"),
        ('about = "hold"', 'about = "nemesis"', "about 'nemesis'"),
        ("needed = 3", "needed = 9", "found 9 of 8 rounds; wanted 1 to 8"),
        ('roster = "tusk-river"', 'roster = "tusk-rivet"', "did you mean 'tusk-river'"),
        ("[red]", "dark = true\n[red]", "dark"),
        (
            'about = "hold"',
            'about = "nemesis"\nnemesis = "moul"',
            "found 'moul' .did you mean 'maul'.*wanted a member of",
        ),
        ('zone = "field"', 'zone = "field"\nlate = ["maul", "nobody"]', "found 'nobody'; wanted a member of"),
        ('zone = "yard"', 'zone = "yard"\nsurprised = 3', "surprised"),
        ('ruleset = "rites-of-battle"', 'ruleset = "gangfight"', "rites-of-battle"),
    ],
)
def test_a_scenario_that_does_not_fit_says_why(key: str, wrong: str, said: str) -> None:
    text, source = SHELF.text("scenario", "hold-the-breach")
    with pytest.raises(BadData, match=said):
        SHELF.content("", text=text.replace(key, wrong), source=source)


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ('marker = "pump"', 'marker = "locker"', "found 'locker'; wanted a terminal of .*: pump"),
        ("needed = 2", "needed = 5", "found 5 of 4 who can get out; wanted 1 to 4"),
        ("needed = 2", "needed = 0", "found 0 of 4 who can get out"),
        ("rounds = 10", "bands = [1, 6, 6, 24, 36]", "each larger than the last"),
        ('skill = "tech-use"', 'skill = "teck-use"', "tech-use"),
        ("difficulty = 1", "difficulty = 6", "difficulty"),
        ("[task]", "[tusk]", "tusk"),
    ],
)
def test_a_task_that_cannot_be_done_says_why(key: str, wrong: str, said: str) -> None:
    text, source = SHELF.text("scenario", "wake-the-pump")
    with pytest.raises(BadData, match=said):
        SHELF.content("", text=text.replace(key, wrong), source=source)


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ('profile = "storm-warden"', 'profile = "storm-wardem"', "found 'storm-wardem'.*'storm-warden'"),
        ('id = "keth"', 'id = "orsolt"', "orsolt"),
        ('id = "keth"', 'id = "Keth!"', "id"),
        ('name = "Brother Keth"', 'name = 7', "name"),
        ('name = "Brother Keth"', 'name = "Brother Keth"\nweapons = ["boltgum"]', "'boltgun'.*wanted a weapon"),
        ('name = "Brother Keth"', 'name = "Brother Keth"\ngear = ["stimpak"]', "stimpack"),
        ('name = "Brother Keth"', 'name = "Brother Keth"\nmount = "warden-bice"', "warden-bike"),
        ('name = "Brother Keth"', 'name = "Brother Keth"\ncount = 7', "count"),
        ('name = "Brother Keth"', 'name = "Brother Keth"\nowner = "Anna"', "owner"),
        ('kind = "roster"', 'kind = "force"', "roster"),
        ('title = "The Wardens of Ash Gate"', "", "title"),
    ],
)  # fmt: skip
def test_a_roster_that_is_wrong_says_where_and_what_would_be_right(key: str, wrong: str, said: str) -> None:
    text, _ = SHELF.text("roster", "ash-gate")
    assert key in text
    with pytest.raises(BadData, match=said) as caught:
        SHELF.check("roster", text.replace(key, wrong), "mine.toml")
    assert "mine.toml" in str(caught.value)


def test_only_minions_form_groups() -> None:
    text, source = SHELF.text("roster", "ash-gate")
    with pytest.raises(BadData, match="only minions form groups"):
        SHELF.check("roster", text.replace('profile = "line-warden"', 'profile = "line-warden"\ncount = 3'), source)
