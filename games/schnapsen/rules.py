"""Schnapsen: two players, twenty cards, first to 66.

Tricks are played while cards are drawn from a talon; when it is closed or used up, hands stop
changing and strict rules apply. These are the rules of the Austrian tournaments in the order of a
rule book; the presets of ``parameters.py`` say where other tables differ, and the page
``docs/games/schnapsen.md`` tells them for people. All functions work in place on one record,
compiled or as plain Python.
"""

from __future__ import annotations

from typing import Any

from compiled import DEAL, below, start_deal
from games.kit.faces import faces_in
from games.kit.table import (
    ALL,
    announce,
    any_card,
    draw,
    move,
    open_table,
    reveal,
    shuffle,
    size,
)
from games.schnapsen.cards import CARDS, JACK, KING, QUEEN, SUIT_CARDS, card_of, suit_of
from games.schnapsen.options import (
    GOAL,
    card_led,
    higher_cards,
    is_strict,
    lawful_answers,
    legal,
    sensible,
)
from games.schnapsen.parameters import Claim, FirstLeader, IllegalMove, LastTrick, MarriagePoints
from games.schnapsen.record import (
    CLAIM,
    CLOSE,
    EXCHANGE,
    HAND,
    MARRIAGE,
    NONE,
    OUT,
    TALON,
    TRICK,
    TRUMP,
    WON,
    Decision,
    Say,
)
from games.schnapsen.results import (
    clock,
    greatest_return,
    points_of,
    returns,
    share,
    takes,
    value,
    worth_against,
    worth_of_66,
    worth_of_failure,
)
from games.schnapsen.verify import verify as verify

__all__ = [
    "clock",
    "greatest_return",
    "legal",
    "play",
    "returns",
    "sensible",
    "setup",
    "share",
    "value",
]

# Setup


def setup(s: Any, rng: Any) -> None:
    """The start of a match: nobody has game points, the first deal is made."""
    s.score[0] = 0
    s.score[1] = 0
    s.deal_winner = 0
    s.deal_points = 0
    for p in range(2):
        s.deal_totals[p] = 0
    new_deal(s, 0, rng)


def new_deal(s: Any, number: int, rng: Any) -> None:
    """Shuffle and deal, forehand first: three cards each, the indicator, two cards each."""
    s.round = number
    start_deal(rng, number)
    s.dealer = dealer_of(s, rng)
    forehand = 1 - int(s.dealer)
    gather(s)
    shuffle(s, TALON, rng[DEAL])
    deal_cards(s, forehand, 3)
    deal_cards(s, 1 - forehand, 3)
    s.trump = suit_of(draw(s, TALON, TRUMP, ALL))
    deal_cards(s, forehand, 2)
    deal_cards(s, 1 - forehand, 2)
    s.closer = 0
    for p in range(2):
        s.points[p] = 0
        s.pending[p] = 0
        s.tricks[p] = 0
        s.closing_points[p] = 0
        s.closing_tricks[p] = 0
    ask_to_lead(s, forehand)


def dealer_of(s: Any, rng: Any) -> int:
    """The dealer of the deal that begins; the other player leads first."""
    if s.rules.first_leader == FirstLeader.PLAYER_0:
        return 1
    if s.round == 0 or s.rules.first_leader == FirstLeader.RANDOM:
        return below(rng[DEAL], 2)
    return 1 - int(s.dealer)


def gather(s: Any) -> None:
    """All cards of the game lie face down in the talon; nines that are not played are set aside."""
    open_table(s, TALON)
    for card in range(int(s.rules.deck), CARDS):
        move(s, card, OUT, ALL)


def deal_cards(s: Any, p: int, n: int) -> None:
    """Player ``p`` draws ``n`` cards that only ``p`` sees."""
    for _ in range(n):
        draw(s, TALON, HAND + p, 1 << p)


# Turn structure


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of ``s.mover``, and what follows from it by itself."""
    if action < CARDS:
        if s.decision == Decision.FOLLOW:
            answer(s, action)
        else:
            lead(s, action)
    elif action == EXCHANGE:
        exchange(s)
    elif action == CLOSE:
        close(s)
    elif action < CLAIM:
        declare(s, action - MARRIAGE)
    elif action == CLAIM:
        check_claim(s)
    elif s.declared > 0:
        s.decision = Decision.LEAD_MARRIAGE
    else:
        refill(s)
    if s.mover == NONE and s.score[int(s.deal_winner)] < s.rules.match_target:
        new_deal(s, int(s.round) + 1, rng)


def ask_to_lead(s: Any, p: int) -> None:
    """A new trick: player ``p`` is on lead."""
    s.mover = p
    s.decision = Decision.LEAD
    s.declared = 0


def exchange(s: Any) -> None:
    """The leader takes the indicator and puts the trump jack in its place."""
    move(s, any_card(s, TRUMP), HAND + int(s.mover), ALL)
    move(s, card_of(int(s.trump), JACK), TRUMP, ALL)


def close(s: Any) -> None:
    """The leader closes the talon: nothing is drawn any more, strict rules from this trick on."""
    s.closer = int(s.mover) + 1
    for p in range(2):
        s.closing_points[p] = s.points[p]
        s.closing_tricks[p] = s.tricks[p]
    enter_phase2(s)


def enter_phase2(s: Any) -> None:
    """From now on answers are strict; at some tables both hands are laid open."""
    if s.rules.phase2_hands_public:
        for card in range(CARDS):
            if s.zone[card] == HAND or s.zone[card] == HAND + 1:
                reveal(s, card, ALL)


def declare(s: Any, suit: int) -> None:
    """The leader shows king and queen of a suit: 20 points, in trumps 40."""
    me = int(s.mover)
    reveal(s, card_of(suit, KING), ALL)
    reveal(s, card_of(suit, QUEEN), ALL)
    s.declared = suit + 1
    s.decision = Decision.LEAD_MARRIAGE
    s.pending[me] += 40 if suit == s.trump else 20
    if s.rules.marriage_points == MarriagePoints.AT_ONCE and s.tricks[me] > 0:
        count_pending(s, me)
    if s.rules.claim != Claim.AUTO_TRICK:
        stop_for_claim(s)


def count_pending(s: Any, p: int) -> None:
    """The marriages of player ``p`` that were waiting for a trick count."""
    s.points[p] += s.pending[p]
    s.pending[p] = 0


def lead(s: Any, card: int) -> None:
    """The leader plays a card."""
    move(s, card, TRICK, ALL)
    s.mover = 1 - int(s.mover)
    s.decision = Decision.FOLLOW


def answer(s: Any, card: int) -> None:
    """The follower plays a card; the trick is decided."""
    follower = int(s.mover)
    led = card_led(s)
    revoked = s.rules.illegal_move == IllegalMove.REVOKE and not is_lawful(s, card)
    move(s, card, TRICK, ALL)
    if revoked:
        end_deal(s, 1 - follower, 3)
        return
    if is_strict(s):
        say_what_is_missing(s, follower, led, card)
    win_trick(s, follower if takes(s, led, card) else 1 - follower, led, card)
    if not stop_for_claim(s):
        refill(s)


def is_lawful(s: Any, card: int) -> bool:
    """Whether the follower may answer with ``card``."""
    return lawful_answers(s, faces_in(s, HAND + int(s.mover))) >> card & 1 == 1


def say_what_is_missing(s: Any, follower: int, led: int, card: int) -> None:
    """What a strict answer shows the follower's remaining hand to lack."""
    suit = suit_of(led)
    if suit_of(card) == suit:
        higher = higher_cards(s, led)
        if higher and not higher >> card & 1:
            announce(s, Say.CANNOT_BEAT.value, follower, led, higher)
        return
    announce(s, Say.CANNOT_FOLLOW.value, follower, suit, int(SUIT_CARDS[suit]))
    if suit != s.trump and suit_of(card) != s.trump:
        trumps = int(SUIT_CARDS[int(s.trump)])
        announce(s, Say.CANNOT_TRUMP.value, follower, int(s.trump), trumps)


def win_trick(s: Any, winner: int, led: int, card: int) -> None:
    """The winner takes both cards, their points, and the marriages that were waiting."""
    s.points[winner] += points_of(s, led) + points_of(s, card)
    s.tricks[winner] += 1
    count_pending(s, winner)
    move(s, led, WON + winner, ALL)
    move(s, card, WON + winner, ALL)
    s.declared = 0
    s.mover = winner


def refill(s: Any) -> None:
    """Winner, then loser draw a card; the winner leads next, if there is anything left to lead."""
    winner = int(s.mover)
    loser = 1 - winner
    if not is_strict(s):
        draw(s, TALON, HAND + winner, 1 << winner)
        if draw(s, TALON, HAND + loser, 1 << loser) == NONE:
            move(s, any_card(s, TRUMP), HAND + loser, ALL)
            enter_phase2(s)
    elif size(s, HAND + winner) == 0:
        run_out(s, winner)
        return
    ask_to_lead(s, winner)


# Claims, and the end of a deal


def stop_for_claim(s: Any) -> bool:
    """After a trick or a declaration: whether play stops, for a question or because it is over."""
    reached = bool(s.points[int(s.mover)] >= GOAL)
    if s.rules.claim != Claim.MANUAL:
        if reached:
            check_claim(s)
        return reached
    if reached or s.rules.false_claim:
        s.decision = Decision.CLAIM
        return True
    return False


def check_claim(s: Any) -> None:
    """A claim ends the deal, whether it is right or wrong."""
    me = int(s.mover)
    if s.points[me] >= GOAL:
        end_deal(s, me, worth_of_66(s, me))
    else:
        end_deal(s, 1 - me, worth_of_failure(s, 1 - me))


def run_out(s: Any, winner: int) -> None:
    """All cards are played and nobody has claimed; ``winner`` won the last trick."""
    if s.closer > 0:
        other = 2 - int(s.closer)
        end_deal(s, other, worth_of_failure(s, other))
    elif s.rules.last_trick == LastTrick.SCORE66:
        loser = 1 - winner
        end_deal(s, winner, worth_against(int(s.tricks[loser]), int(s.points[loser])))
    else:
        end_deal(s, winner, 1)


def end_deal(s: Any, winner: int, points: int) -> None:
    """The deal is over: write down the game points. Unless they win the match, another follows."""
    s.score[winner] += points
    s.deal_winner = winner
    s.deal_points = points
    for p in range(2):
        s.deal_totals[p] = s.points[p]
    s.mover = NONE
