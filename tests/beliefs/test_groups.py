"""Groups of statements against brute force over all subsets of them."""

from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beliefs import (
    Contradiction,
    Groups,
    Knowledge,
    KnowledgeError,
    WorldDiagram,
    at_least,
    holds,
    lacks,
)
from beliefs.errors import TooLarge
from tests.beliefs.small_worlds import brute_force, knowledges, with_alternatives

SOME = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
KNOWLEDGES = knowledges(most_cards=6, most_facts=7) | with_alternatives(
    most_cards=6, most_facts=3, most_alternatives=1
)


@st.composite
def logs(draw):
    """A knowledge, and groups of statements: one said twice, or in two groups, too."""
    knowledge = draw(KNOWLEDGES)
    told = knowledge.statements
    homes = [draw(st.lists(st.integers(-1, 4), min_size=1, max_size=2)) for _ in told]
    groups = [
        [one for one, home in zip(told, homes, strict=True) if i in home]
        for i in range(draw(st.integers(0, 5)))
    ]
    always = [one for one, home in zip(told, homes, strict=True) if -1 in home]
    return knowledge.with_facts(always), groups


def worlds_by_group(base, groups):
    """The worlds of the knowledge alone, and with each of the groups alone."""
    return set(brute_force(base)), [set(brute_force(base.given(*group))) for group in groups]


def subsets(numbers):
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)


@SOME
@given(logs())
def test_a_conflict_is_a_smallest_one_and_all_that_mends_is_named(log):
    base, groups = log
    every, each = worlds_by_group(base, groups)

    def fits(some):
        return bool(every.intersection(*(each[i] for i in some)))

    numbers = range(len(groups))
    asked = Groups(base, groups)
    found = asked.conflict()
    smallest = next((some for some in subsets(numbers) if not fits(some)), None)
    assert (found is None) == (smallest is None)
    if found is not None:
        assert not fits(found)
        assert len(found) == len(smallest)
    assert asked.mending() == tuple(i for i in numbers if fits({*numbers} - {i}))
    assert asked.conflict() == found


@SOME
@given(logs(), st.data())
def test_the_groups_of_a_reason_force_the_entry_and_none_of_them_is_idle(log, data):
    base, groups = log
    every, each = worlds_by_group(base, groups)
    face_of = base.face_of.tolist()

    def there(some, f, p):
        """Whether the place holds the card, in each world that these groups allow."""
        worlds = every.intersection(*(each[i] for i in some))
        return {any(g == f and q == p for g, q in zip(face_of, w, strict=True)) for w in worlds}

    numbers = range(len(groups))
    pairs = [(f, p) for f in range(len(base.faces)) for p in range(len(base.places))]
    f, p = data.draw(st.sampled_from(pairs))
    asked, pair = Groups(base, groups), (base.faces[f], base.places[p])
    truth = there(numbers, f, p)
    if len(truth) != 1:
        with pytest.raises(KnowledgeError) as caught:
            asked.explain(*pair)
        assert isinstance(caught.value, Contradiction) == (not truth)
        return
    least = next(len(some) for some in subsets(numbers) if there(some, f, p) == truth)
    for smallest in (True, False):
        why = asked.explain(*pair, smallest=smallest)
        assert {why.held} == truth
        assert there(why.groups, f, p) == truth
        for idle in why.groups:
            assert there({*why.groups} - {idle}, f, p) != truth
        if smallest:
            assert len(why.groups) == least
        assert why.facts == tuple(fact for i in why.groups for fact in groups[i])


DEAL = Knowledge(list("ABCDEF"), {"x": 2, "y": 2, "z": 2})


def test_a_group_falls_as_a_whole():
    """Either half of the middle line is wrong beside one other line: it alone mends the log."""
    lines = [[holds("x", "A")], [holds("y", "A"), holds("y", "B")], [holds("x", "B")], []]
    log = Groups(DEAL, lines)
    assert log.conflict() in ((0, 1), (1, 2))
    assert log.mending() == (1,)
    assert log.groups[1] == tuple(lines[1])
    assert Groups(DEAL, lines[:1] + lines[2:]).explain("C", "x").groups == (0, 1)


def test_what_is_beyond_doubt_is_in_no_reason():
    known = DEAL.given(lacks(["y", "z"], "A"))
    log = Groups(known, [[holds("y", "A")], [holds("z", "B")]])
    assert log.conflict() == (0,)
    assert log.mending() == (0,)
    why = Groups(known, [[holds("z", "B")], [holds("x", "C")]]).explain("A", "x")
    assert (why.held, why.groups, why.facts) == (True, (), ())
    assert str(why) == "x holds A, because it follows from what is beyond doubt"


def test_where_the_knowledge_has_no_world_no_group_mends():
    known = DEAL.given(lacks(["x", "y", "z"], "A"))
    log = Groups(known, [[holds("x", "B")]])
    assert log.conflict() == ()
    assert log.mending() == ()
    with pytest.raises(Contradiction, match="the cards do not fit"):
        log.explain("A", "x")


def test_two_mistakes_that_have_nothing_to_do_with_each_other_are_mended_by_no_single_group():
    log = Groups(DEAL, [[holds("x", c)] for c in "AB"] + [[lacks("x", c)] for c in "AB"])
    assert len(log.conflict()) == 2
    assert log.mending() == ()


def test_what_cannot_be_decided_is_not_called_mended(monkeypatch):
    """Too large a diagram is an error, and no claim."""

    def refuse(knowledge, **limits):
        raise TooLarge("the diagram needs more states")

    log = Groups(DEAL, [[at_least("x", ["A", "B"], 1)]])
    monkeypatch.setattr("beliefs.conflicts.WorldDiagram", refuse)
    for ask in log.conflict, log.mending, lambda: log.explain("A", "x"):
        with pytest.raises(TooLarge):
            ask()
    monkeypatch.setattr("beliefs.conflicts.WorldDiagram", WorldDiagram)
    assert log.conflict() is None
    assert log.mending() == (0,)


def test_nonsense_is_named():
    with pytest.raises(KnowledgeError, match="groups is 'xy'"):
        Groups(DEAL, "xy")
    with pytest.raises(KnowledgeError, match="group 1 is Fact"):
        Groups(DEAL, [[], holds("x", "A")])
    with pytest.raises(KnowledgeError, match="3 is no Fact"):
        Groups(DEAL, [[3]])
    log = Groups(DEAL, [[]])
    with pytest.raises(KnowledgeError, match="no card 'G'"):
        log.explain("G", "x")
    with pytest.raises(KnowledgeError, match="no place 'w'"):
        log.explain("A", "w")
    with pytest.raises(KnowledgeError, match="nothing makes it certain whether x holds A"):
        log.explain("A", "x")
