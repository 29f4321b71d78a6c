"""Decisions: every promise about listing, judging, sampling and wording an answer."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.core.decision import LISTED, Allocate, Choose, Confirm, Decision, Order, against, freeze
from warbook.core.naming import Names, Preview, whom
from warbook.core.splits import splits_of


def odd(n: int) -> tuple[str, ...]:
    return ("It is odd.",) if n % 2 else ()


def evens(among: int = 6) -> Choose[int]:
    return Choose("pick", "Pick", range, among, refuse=odd, named=lambda n: f"number {n}")


def test_a_choice_lists_judges_and_explains_with_one_text() -> None:
    pick = evens()
    assert pick.options() == [0, 2, 4]
    assert pick.refused() == {1: ("It is odd.",), 3: ("It is odd.",), 5: ("It is odd.",)}
    assert pick.legal(3) == ("It is odd.",)
    assert pick.legal(9) == ("It is not among the choices.",)
    assert 2 in pick
    assert 3 not in pick
    assert 9 not in pick


def test_a_prompt_is_worded_when_somebody_reads_it_and_once() -> None:
    worded: list[str] = []

    def prompt() -> str:
        worded.append("again")
        return "Pick an even one"

    pick = Choose("pick", prompt, range, 3)
    assert pick.options() == [0, 1, 2]
    assert not worded
    assert (pick.prompt, pick.prompt, worded) == ("Pick an even one", "Pick an even one", ["again"])


def test_a_choice_lists_nothing_until_somebody_looks() -> None:
    looked: list[str] = []

    def look() -> list[int]:
        looked.append("again")
        return [1, 2]

    pick = Choose("pick", "Pick", look)
    assert not looked
    assert pick.options() == [1, 2]
    assert pick.candidates(1) == [1]
    assert looked == ["again"]


@pytest.mark.parametrize(("among", "several"), [(1, False), (2, False), (3, True)])
def test_several_says_whether_two_answers_are_legal(among: int, several: bool) -> None:
    assert evens(among).several() is several


def test_whether_two_answers_are_legal_is_judged_once_and_the_idle_ones_first() -> None:
    judged: list[int] = []

    def even(n: int) -> bool:
        judged.append(n)
        return n % 2 == 0

    pick = Choose("pick", "Pick", range, 9, refuse=odd, allow=even, idle=(7, 8))
    assert pick.several()
    assert pick.several()
    assert judged == [7, 8, 0]


@pytest.mark.parametrize(("among", "answer", "several"), [(2, 0, False), (3, 0, True), (3, 2, True)])
def test_who_knows_a_legal_answer_finds_out_whether_there_is_another(among: int, answer: int, several: bool) -> None:
    assert evens(among).several_with(answer) is several


def test_who_knows_a_legal_answer_has_no_more_judged_than_one_other() -> None:
    judged: list[int] = []

    def even(n: int) -> bool:
        judged.append(n)
        return n % 2 == 0

    pick = Choose("pick", "Pick", range, 9, refuse=odd, allow=even)
    assert pick.several_with(4)
    assert judged == [0]


def test_no_option_is_judged_twice_however_it_is_asked_about() -> None:
    judged: list[int] = []

    def refused(n: int) -> tuple[str, ...]:
        judged.append(n)
        return odd(n)

    pick = Choose("pick", "Pick", range, 5, refuse=refused)
    assert pick.several()
    assert pick.sample(Random(1)) in (0, 2, 4)
    assert pick.options() == [0, 2, 4]
    assert sorted(judged) == [0, 1, 2, 3, 4]


def test_a_choice_is_sampled_evenly_among_the_legal_answers() -> None:
    rng, drawn = Random(3), Counter[int]()
    for _ in range(3000):
        drawn[evens().sample(rng)] += 1
    assert set(drawn) == {0, 2, 4}
    assert min(drawn.values()) > 900


def test_idle_answers_are_drawn_only_when_nothing_else_is_legal() -> None:
    rng = Random(1)
    assert {Choose("c", "", lambda: [0, 1, 2], idle=(0,)).sample(rng) for _ in range(60)} == {1, 2}
    assert Choose("c", "", lambda: [0, 1], idle=(0,), refuse=odd).sample(rng) == 0
    with pytest.raises(LookupError, match="no answer is legal"):
        Choose("c", "", lambda: [1], refuse=odd).sample(rng)


def test_a_faster_judge_decides_what_is_listed_and_the_reasons_stay() -> None:
    pick = Choose("pick", "Pick", range, 4, refuse=odd, allow=lambda n: n % 2 == 0)
    assert pick.options() == [0, 2]
    assert pick.legal(1) == ("It is odd.",)


def test_an_answer_is_written_down_in_the_decisions_own_values() -> None:
    careless: Any = 2.0
    settled = evens().settled(careless)
    assert settled == 2
    assert type(settled) is int
    assert [type(n) for n in Order("o", "", [0, 1]).settled((True, False))] == [int, int]


def test_options_are_called_by_their_names() -> None:
    assert evens().label(2) == "number 2"
    assert Choose("c", "", lambda: [None]).label(None) == "pass"
    assert Confirm("c", "").label(True) == "yes"
    assert Confirm("c", "").label(False) == "no"
    assert Order("o", "", "ab", named=str.upper).label(("b", "a")) == "B, then A"
    assert Allocate("a", "", 3, ["red", "blue", "green"]).label((2, 0, 1)) == "2 to red, 1 to green"


def test_yes_or_no_takes_nothing_else() -> None:
    really = Confirm("really", "Really?")
    assert really.candidates(9) == [True, False]
    assert really.several()
    one: Any = 1
    assert really.legal(True) == ()
    assert really.legal(one) == ("Answer yes or no.",)


@pytest.mark.parametrize("answer", [("a",), ("a", "a", "b"), ("a", "b", "c", "c"), ("a", "b", "d"), "abc", None])
def test_an_order_names_each_once(answer: object) -> None:
    assert against(Order("o", "", "abc"), answer)


def test_an_order_may_hold_equal_things() -> None:
    order = Order("o", "", ["shot", "shot", "move"])
    assert order.legal(("shot", "move", "shot")) == ()
    assert order.legal(("shot", "move", "move"))


def test_orders_are_listed_up_to_a_number() -> None:
    assert len(Order("o", "", range(12)).candidates(5)) == 5
    assert sorted(Order("o", "", "abc").candidates(99)) == sorted(set(Order("o", "", "abc").candidates(99)))
    assert not Order("o", "", "a").several()


@given(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4))
def test_allocations_listed_are_exactly_those_that_are_legal(total: int, most: list[int]) -> None:
    split = Allocate("a", "", total, range(len(most)), most=most)
    listed = list(split.splits())
    assert len(set(listed)) == len(listed)
    assert all(not split.legal(s) for s in listed)
    brute: list[tuple[int, ...]] = [()]
    for bound in most:
        brute = [(*s, n) for s in brute for n in range(bound + 1)]
    assert sorted(listed) == sorted(s for s in brute if not split.legal(s))


@given(st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4), st.integers(1, 20))
def test_splits_are_numbered_as_they_are_listed(total: int, most: list[int], n: int) -> None:
    brute = [s for s in product(*(range(bound, -1, -1) for bound in most)) if sum(s) == total]
    splits = splits_of(total, tuple(most))
    assert splits.count == len(brute) and list(splits) == brute
    assert splits.spread(n) == sorted(set(splits.spread(n)), reverse=True)
    assert len(splits.spread(n)) == min(n, len(brute)) and splits.spread(n)[:1] == brute[:1]
    for rank in (-1, len(brute)):
        with pytest.raises(IndexError):
            splits[rank]


def test_an_allocation_of_155_million_splits_is_proposed_and_sampled_without_listing_them() -> None:
    split = Allocate("a", "", 15, range(30), most=[1] * 30)
    assert split._splits.count == 155_117_520
    assert len(set(split.candidates(8))) == 8 and all(not split.legal(s) for s in split.candidates(8))
    rng = Random(1)
    drawn = [split.sample(rng) for _ in range(400)]
    assert all(not split.legal(s) for s in drawn)
    each = [sum(column) for column in zip(*drawn, strict=True)]
    assert min(each) > 140 and max(each) < 260  # half of 400 each, give or take six standard deviations


def test_of_many_splits_a_legal_one_is_drawn_even_where_nearly_all_are_refused() -> None:
    only = (0,) * 15 + (1,) * 15
    split = Allocate("a", "", 15, range(30), most=[1] * 30, refuse=lambda s: ("No.",) if sum(s[:15]) > 4 else ())
    assert sum(split.sample(Random(1))[:15]) <= 4 and split.legal(only) == ()
    few = Allocate("a", "", 3, range(20), refuse=lambda s: () if s[0] == 3 else ("No.",))
    assert few._splits.count > LISTED and few.sample(Random(1))[0] == 3
    assert few.candidates(5) == [(3,) + (0,) * 19]


def test_an_allocation_says_what_is_wrong_with_a_split() -> None:
    split = Allocate("a", "", 3, ["red", "blue"], most=(2, 3), refuse=lambda s: ("Not that.",) if s == (1, 2) else ())
    assert split.legal((3, 0)) == ("At most 2 may go to red.",)
    assert split.legal((1, 1)) == ("The numbers must add up to 3.",)
    assert split.legal((4, -1)) == ("The numbers must add up to 3.",)
    assert split.legal((True, 2)) == ("The numbers must add up to 3.",)
    assert split.legal((3,)) == ("Give 2 numbers.",)
    assert split.legal((1, 2)) == ("Not that.",)
    assert list(split.splits()) == [(2, 1), (0, 3)]


@given(
    st.recursive(st.none() | st.integers() | st.text() | st.booleans() | st.floats(), lambda a: st.lists(a, max_size=3))
)
def test_whatever_is_sent_gets_reasons_and_not_an_exception(sent: object) -> None:
    decisions: list[Decision[Any]] = [evens(), Confirm("c", ""), Order("o", "", "ab"), Allocate("a", "", 2, "ab")]
    for decision in decisions:
        answer = freeze(sent)
        assert isinstance(against(decision, answer), tuple)
        if not against(decision, answer):
            assert decision.settled(answer) == answer


NOTHING: dict[str, list[int]] = {}


def broken_rule(answer: Any) -> tuple[str, ...]:
    return ("Never.",) if NOTHING["no such key"] else ()


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (Choose("c", "", lambda: [1, 2], refuse=broken_rule), 1),
        (Choose("c", "", lambda: NOTHING["no such key"]), 1),
        (Allocate("a", "", 2, "ab", refuse=broken_rule), (1, 1)),
    ],
    ids=["refuse", "list", "split"],
)
def test_a_rule_that_breaks_down_while_it_judges_is_not_a_wrong_answer(decision: Decision[Any], answer: Any) -> None:
    with pytest.raises(KeyError, match="no such key"):
        against(decision, answer)


class Odd(Choose[Any]):
    """A question that a ruleset has made, which trusts the answers that it gets."""

    def legal(self, answer: Any) -> tuple[str, ...]:
        return () if answer % 2 else ("It is even.",)


def test_an_answer_that_does_not_fit_a_question_of_a_ruleset_is_a_wrong_answer() -> None:
    odd = Odd("odd", "", lambda: [1, 3])
    assert (against(odd, 3), against(odd, 4)) == ((), ("It is even.",))
    assert against(odd, (1,))[0].startswith("It is not an answer to this question")


def test_lists_become_tuples_all_the_way_down() -> None:
    assert freeze([1, ["a", [None]]]) == (1, ("a", (None,)))


def test_candidates_and_samples_are_legal() -> None:
    rng = Random(5)
    decisions: list[Decision[Any]] = [evens(), Confirm("c", ""), Order("o", "", "abc"), Allocate("a", "", 4, "abc")]
    for decision in decisions:
        assert all(answer in decision for answer in decision.candidates(50))
        assert all(decision.sample(rng) in decision for _ in range(50))


def test_fewer_options_may_be_judged_where_all_that_are_legal_are_among_them() -> None:
    judged: list[int] = []

    def allow(n: int) -> bool:
        judged.append(n)
        return n % 2 == 0

    pick = Choose("pick", "Pick", range, 9, refuse=odd, allow=allow, likely=lambda: [2, 3, 4, 0, 6, 8])
    assert sorted(pick.options()) == [0, 2, 4, 6, 8]
    assert set(judged) == {0, 2, 3, 4, 6, 8}
    assert pick.legal(7) == ("It is odd.",)
    assert pick.sample(Random(1)) in pick


# ---- whom an option names, and what may be shown of it ---------------------------------------------------------------

PEOPLE = {3: "Ash", 7: "Birch"}


def test_a_list_of_people_names_whom_each_option_means() -> None:
    pick: Choose[int | None] = Choose("who", "Who?", lambda: [3, 7, -1, None], named=Names(PEOPLE, {-1: "a point"}))
    assert [(pick.whom(o), pick.label(o)) for o in pick.options()] == [
        (3, "Ash"), (7, "Birch"), (-1, "a point"), (-1, "nobody")
    ]  # fmt: skip


def test_a_list_of_numbers_names_nobody() -> None:
    assert evens().whom(2) == -1
    assert Confirm("yes", "Yes?").whom(True) == -1
    assert whom(None, 3) == whom("number {}".format, 3) == -1


def test_an_option_stands_for_a_place_where_its_names_say_so() -> None:
    names = Names(PEOPLE, {-1: "nobody"}, spot=lambda id: (id, 0, 0))
    placed = Choose("who", "Who?", lambda: [3, -1], named=names)
    assert (placed.spot(3), placed.spot(-1)) == ((3, 0, 0), None)
    assert Choose("who", "Who?", lambda: [3], named=Names(PEOPLE)).spot(3) is None


def test_the_record_may_be_a_part_of_an_option() -> None:
    said = Names(PEOPLE, of=lambda use: use[0], said=lambda use: f"{use[1]} {PEOPLE[use[0]]}")
    pick = Choose("use", "What?", lambda: [(3, "lift"), (7, "drop")], named=said)
    assert (pick.whom((7, "drop")), pick.label((7, "drop"))) == (7, "drop Birch")


def test_items_and_bins_name_people_too() -> None:
    split = Allocate("split", "Split", 2, (3, 7), named=Names(PEOPLE))
    assert [whom(split.named, part) for part in split.bins] == [3, 7]
    assert split.whom((1, 1)) == -1 and split.label((1, 1)) == "1 to Ash, 1 to Birch"


def test_nothing_is_shown_of_an_answer_unless_a_rule_gives_it_and_only_when_somebody_looks() -> None:
    plain = evens()
    assert (plain.outline(2), plain.touched(2), plain.notes(2)) == (None, (), ())
    looked: list[int] = []

    def under(answer: int) -> list[int]:
        looked.append(answer)
        return [answer, answer + 1]

    shown = evens().previewed(Preview(touched=under, notes=lambda answer: [f"it is {answer}"]))
    assert shown.options() == [0, 2, 4] and shown.sample(Random(1)) in (0, 2, 4) and not looked
    assert (shown.outline(2), shown.touched(2), shown.notes(2), looked) == (None, (2, 3), ("it is 2",), [2])
