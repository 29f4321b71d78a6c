"""The table of rulings: what the tests show, what they do not, and marks that name nothing."""

import pytest

from warbook.testing.rulings import misnamed, missing, printed, tabled

TABLE = tabled(
    {"toy": ["charge", "shoot"]},
    [
        ("toy", "charge", "works", "test_a"),
        ("toy", "charge", "works", "test_a"),
        ("toy", "charge", "refused", "test_b"),
        ("toy", "charge", "numbers", "test_c"),
        ("toy", "shoot", "works", "test_d"),
        ("toy", "ladder", "works", "test_e"),
    ],
)


def test_each_test_is_counted_once_where_it_belongs() -> None:
    assert TABLE["toy"]["charge"] == {"works": ["test_a"], "refused": ["test_b"], "numbers": ["test_c"]}
    assert TABLE["toy"]["ladder"]["works"] == ["test_e"]


def test_what_no_test_shows_is_missing() -> None:
    assert ("toy", "shoot", "refused") in missing(TABLE)
    assert ("toy", "shoot", "works") not in missing(TABLE)
    assert missing(tabled({"toy": ["charge"]}, [])) == [("toy", "charge", a) for a in ("works", "refused", "numbers")]


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (("toy", "charge", "works"), ""),
        (("toy", "charge", "work"), "aspect 'work'; wanted one of works, refused, numbers (did you mean 'works'?)"),
        (("toi", "charge", "works"), "ruleset 'toi' is not installed (did you mean 'toy'?)"),
    ],
)
def test_a_mark_that_names_nothing_is_told(mark: tuple[str, str, str], said: str) -> None:
    assert misnamed(["toy"], *mark) == said


def test_the_table_shows_how_many_tests_there_are_of_each() -> None:
    lines = printed(TABLE)
    assert lines[0].split() == ["toy", "works", "refused", "numbers"]
    assert lines[1].split() == ["charge", "1", "1", "1"]
    assert lines[2].split() == ["shoot", "1", "-", "-"]
