"""All deals of small games, and their trees: what is counted, and which games are refused."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import pytest

import games
from arena.deals import NotEnumerable, deals
from arena.exploitability import exploitability
from arena.growth import game_tree
from arena.policies import uniform
from compiled import DEAL, PLAY, below, start_deal
from games.kit.fields import public
from games.kit.table import ALL, any_card, draw, move, open_table, peek, put, shuffle, top
from tests.games.toys import ZONES, toy

DECK, PILE, HAND = ZONES["deck"], ZONES["pile"], ZONES["hand"]
FIELDS = (public("points", shape=(3,)),)

# A toy: everybody is dealt a card of six, and decides once.


def setup(s: Any, rng: Any) -> None:
    start_deal(rng, 0)
    open_table(s, DECK)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, DECK, HAND + p, 1 << p)
    s.mover = 0


def legal(s: Any, out: Any) -> int:
    if s.mover < 0:
        return 0
    out[0] = 0
    out[1] = 1
    return 2


def play(s: Any, action: int, rng: Any) -> None:
    s.points[int(s.mover)] = action
    s.mover = int(s.mover) + 1 if s.mover + 1 < s.seats else -1


def returns(s: Any, out: Any) -> None:
    out[0] = int(s.points[0]) - int(s.points[1])
    out[1] = int(s.points[1]) - int(s.points[0])


def value(s: Any, me: int) -> float:
    return 0.0


def play_and_roll(s: Any, action: int, rng: Any) -> None:
    below(rng[PLAY], 6)
    play(s, action, rng)


def play_and_draw(s: Any, action: int, rng: Any) -> None:
    draw(s, DECK, PILE, ALL)
    play(s, action, rng)


def play_and_sink(s: Any, action: int, rng: Any) -> None:
    put(s, top(s, DECK), DECK, 0, 0)
    play(s, action, rng)


def play_and_peek(s: Any, action: int, rng: Any) -> None:
    peek(s, top(s, DECK), 1 << int(s.mover))
    play(s, action, rng)


def setup_with_a_pile(s: Any, rng: Any) -> None:
    start_deal(rng, 0)
    open_table(s, DECK)
    for card in range(2):
        move(s, card, PILE, ALL)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, DECK, HAND + p, 1 << p)
    s.mover = 0


def play_and_discard(s: Any, action: int, rng: Any) -> None:
    draw(s, PILE, HAND + int(s.mover), ALL)
    move(s, any_card(s, HAND + int(s.mover)), PILE, ALL)
    play(s, action, rng)


def setup_with_dice(s: Any, rng: Any) -> None:
    setup(s, rng)
    s.points[0] = below(rng[DEAL], 6)


def setup_with_a_look(s: Any, rng: Any) -> None:
    setup(s, rng)
    peek(s, top(s, DECK), 1)


def returns_for_both(s: Any, out: Any) -> None:
    out[0] = 1.0
    out[1] = 1.0


def sees_that_something_was_played(s: Any, action: int, me: int) -> int:
    return 0


def play_on_and_on(s: Any, action: int, rng: Any) -> None:
    s.points[0] += 1


def play_twice(s: Any, action: int, rng: Any) -> None:
    """Seat 0 draws a card, and another one, and then no longer knows which came first."""
    if s.points[1] < 2:
        draw(s, DECK, HAND, 1)
        s.points[1] += 1
    else:
        s.mover = -1


def game(**changed: Any) -> games.Game:
    rules = {"setup": setup, "legal": legal, "play": play, "returns": returns, "value": value}
    name = next(iter(changed.values())).__name__ if changed else "toy"
    return toy(name=name, fields=FIELDS, rules=SimpleNamespace(**{**rules, **changed}))


# What is counted


def test_a_deal_stands_for_all_deals_of_labelled_cards_that_look_so():
    cards = ["A1", "A2", "A3", "B1", "B2", "C1"]
    hands = Counter((one[0], other[0]) for one, other in permutations(cards, 2))
    found = {
        (deal.cards["hand 0"][0], deal.cards["hand 1"][0]): deal.ways for deal in deals(game())
    }
    assert found == hands


def test_cards_on_top_of_a_deck_are_told_apart_where_it_is_said():
    cards = ["A1", "A2", "A3", "B1", "B2", "C1"]
    laid = Counter(tuple(card[0] for card in four) for four in permutations(cards, 4))
    found = {
        (*deal.cards["hand 0"], *deal.cards["hand 1"], *deal.cards["deck"][:-3:-1]): deal.ways
        for deal in deals(game(), drawn={"deck": 2})
    }
    assert found == laid


def test_a_deal_is_the_state_that_is_dealt_so():
    for deal in deals(games.load("leduc"), players=3, drawn={"deck": 1})[::17]:
        view = deal.state.view(1)
        assert view.known("hand 1") == deal.cards["hand 1"]
        assert (view.known("hand 0"), view.mover) == ((), 0)


def test_pools_are_kept():
    found = deals(games.load("liars-dice"))
    assert len(found) == 36
    assert len({deal.ways for deal in found}) == 1


def test_deals_come_in_the_proportions_of_random_games():
    found = {
        (deal.cards["hand 0"], deal.cards["hand 1"]): deal.ways
        for deal in deals(games.load("leduc"))
    }
    dealt = Counter(
        tuple(state.view(p).known(f"hand {p}") for p in range(2))
        for state in (games.load("leduc").new(seed=seed) for seed in range(1500))
    )
    # 30 labelled deals; 5 standard deviations of a count are at most 66: one in 200 000 fails.
    assert all(abs(dealt[hands] - 50 * ways) < 66 for hands, ways in found.items())


def test_the_order_of_a_deck_counts_as_far_as_play_comes_to_it():
    assert game_tree(games.load("leduc")).deals[0].ways > 1  # three cards of the deck in any order
    one_card = game_tree(game(play=play_and_draw))
    # Two decisions, and so two cards of the deck: as many deals as sequences of four faces.
    sequences = {tuple(c[0] for c in four) for four in permutations("AAABBC", 4)}
    assert len(one_card.deals) == len(sequences)
    assert sum(deal.ways for deal in one_card.deals) == 6 * 5 * 4 * 3


def test_an_open_pile_is_no_deck():
    tree = game_tree(game(setup=setup_with_a_pile, play=play_and_discard))
    # The pile takes cards and gives them away; its order is seen by all, and no chance.
    assert len(tree.deals) == len(deals(game(setup=setup_with_a_pile)))


def test_what_a_seat_peeked_at_is_part_of_what_it_knows():
    tree = game_tree(game(play=play_and_peek))
    first, second = (
        {place.known for place in tree.places if place.known.seat == p} for p in (0, 1)
    )
    # Seat 0 decides before it looks; seat 1 does not see what seat 0 saw.
    assert len(first) == 3
    assert len(second) == 3 * 2
    assert all(known.faces("deck") == () for known in first | second)


def test_options_that_a_seat_does_not_see_are_not_part_of_what_it_knows():
    def places(tree: Any) -> int:
        return sum(place.known.seat == 1 for place in tree.places)

    # Three faces, and two options of seat 0 that seat 1 sees, or does not.
    assert places(game_tree(game())) == 6
    hidden = game_tree(game(visible=sees_that_something_was_played))
    assert places(hidden) == 3
    assert {place.known.history for place in hidden.places} == {(), ((0, 0),)}


# What is refused


def test_chance_in_play_is_refused():
    with pytest.raises(NotEnumerable, match="draws random numbers in play"):
        game_tree(game(play=play_and_roll))


def test_chance_at_the_start_beside_the_cards_is_refused():
    with pytest.raises(NotEnumerable, match="differ in more than the hidden cards"):
        deals(game(setup=setup_with_dice))
    with pytest.raises(NotEnumerable, match="Schnapsen begins in ways that differ"):
        deals(games.load("schnapsen"))


def test_marks_that_no_arranged_position_has_are_refused():
    with pytest.raises(NotEnumerable, match="marks of who has seen which card"):
        deals(game(setup=setup_with_a_look))


def test_cards_that_come_back_into_a_deck_are_refused():
    with pytest.raises(NotEnumerable, match="puts cards into a deck in play"):
        game_tree(game(play=play_and_sink))


def test_a_seat_that_forgets_what_it_saw_first_is_refused():
    with pytest.raises(NotEnumerable, match="seat 0 comes to what it knows in two ways"):
        game_tree(game(play=play_twice))


def test_too_many_deals_and_nodes_are_refused():
    with pytest.raises(NotEnumerable, match="more than 8 deals: allow a higher limit"):
        deals(games.load("leduc"), limit=8)
    with pytest.raises(NotEnumerable, match="more than 2000 nodes: allow a higher limit"):
        game_tree(games.load("leduc"), limit=2000)
    with pytest.raises(NotEnumerable, match="has lines of more than 300 decisions"):
        game_tree(game(play=play_on_and_on))


def test_exploitability_is_for_zero_sum_games():
    assert exploitability(game(), uniform) == pytest.approx(0.5)
    with pytest.raises(ValueError, match=r"is not zero-sum, its returns can be \(1.0, 1.0\)"):
        exploitability(game(returns=returns_for_both), uniform)
