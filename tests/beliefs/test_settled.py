"""What is settled needs no statement: the same worlds, each as likely."""

from hypothesis import HealthCheck, assume, given, settings

from beliefs import Belief, Knowledge, at_least, holds, lacks, likelihood
from beliefs.settled import settled
from tests.beliefs.small_worlds import brute_force, knowledges, with_alternatives

SOME = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


@SOME
@given(knowledges() | with_alternatives(most_cards=6))
def test_the_same_worlds_with_the_same_proportions(knowledge):
    worlds = brute_force(knowledge)
    assume(worlds)
    less = settled(knowledge, Belief(knowledge).probabilities())
    after = brute_force(less)
    assert after.keys() == worlds.keys()
    factor = {after[world] / weight for world, weight in worlds.items()}
    assert len(factor) == 1
    assert len(less.statements) <= len(knowledge.statements)
    assert less.alternatives == knowledge.alternatives


def test_facts_that_have_done_their_work_are_left_out():
    shown = at_least("Ann", ["A", "B", "C"], 1)
    nods = likelihood("Ann", {"D": 1}, {0: 0.5, 1: 0.25})
    told = [shown, shown, lacks("Ann", "A"), nods, nods]
    knowledge = Knowledge(list("ABCDEFGH"), {"Ann": 2, "Bob": 3, "deck": 3}, told)

    def left(*facts):
        known = knowledge.given(*facts)
        return settled(known, Belief(known).probabilities()).statements

    some = at_least("Ann", ["B", "C"], 1)
    assert [fact.weights for fact in left()] == [some.weights, nods.weights, nods.weights]
    assert [fact.weights for fact in left(holds("Ann", "B"))] == [nods.weights] * 2
    assert [fact.weights for fact in left(lacks("Ann", "D"))] == [some.weights]
    assert left(holds("Ann", "B"), holds("Ann", "D")) == ()
