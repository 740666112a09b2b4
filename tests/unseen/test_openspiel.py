"""OpenSpiel's games as targets of the audit: play, chances, views, replay, errors."""

from __future__ import annotations

import pickle
import subprocess
import sys
from math import log

import numpy as np
import pytest

from determinize.audit import Auditable
from determinize.auditing.auditable import NotTested, canonical, cells
from determinize.auditing.evidence import Position
from determinize.auditing.examine import examine
from determinize.auditing.sample import Settings
from unseen.adapters.openspiel import OpenSpielGame
from unseen.adapters.openspiel.cards import READERS
from unseen.adapters.openspiel.engine import GameError, Playing
from unseen.adapters.openspiel.histories import steps

GAMES = (
    "bargaining",
    "blackjack",
    "bridge(use_double_dummy_result=false)",
    "colored_trails",
    "euchre(allow_lone_defender=true)",
    "gin_rummy",
    "hearts",
    "kuhn_poker(players=4)",
    "leduc_poker(players=3)",
    "leduc_poker(suit_isomorphism=true)",
    "oh_hell(players=4)",
    "universal_poker",
)
PLAIN = ("goofspiel(num_cards=4)", "tic_tac_toe", "backgammon", "oshi_zumo")


def played(game: OpenSpielGame, seed: int, moves: int) -> Playing:
    """A random game after so many moves, or before its last."""
    rng = np.random.default_rng(seed)
    state = game.new(seed)
    for _ in range(moves):
        after = game.play(state, int(rng.choice(game.options(state))))
        if game.mover(after) < 0:
            break
        state = after
    return state


@pytest.mark.parametrize("text", GAMES + PLAIN)
def test_a_game_is_auditable(text: str) -> None:
    """It has the protocol's functions, gives one world everywhere the same cards, and replays."""
    game = OpenSpielGame(text)
    assert isinstance(game, Auditable)
    assert game.name == f"openspiel:{text}"
    for seed in range(3):
        state = played(game, seed, 8 * seed)
        assert game.impossible(state, 0, state) is None
        for seat in game.observers(state):
            assert game.contradiction(state, seat, state) is None
            assert game.observe(game.clone(state), seat) == game.observe(state, seat)
        assert sum(cells(game.world(state)).values()) == sum(
            cells(game.world(game.new(7))).values()
        ) or ("colored" in text)
        assert game.channels(state)["history"] == tuple(state.state.history())


@pytest.mark.parametrize("text", GAMES)
def test_cards_are_read_whole(text: str) -> None:
    """Each card of the pack lies in one place, at every depth of a game."""
    game = OpenSpielGame(text)
    for moves in (0, 1, 2, 5, 13, 30, 60):
        world = game.world(played(game, moves, moves))
        faces = [face for place in world.values() for face in place]
        if "isomorphism" not in text:
            assert len(set(faces)) == len(faces)
        if "bridge" in text or "hearts" in text or "gin" in text:
            assert len(faces) == 52


def test_the_seed_decides_the_chances() -> None:
    """The same seed makes the same game; copies meet other chances than the truth."""
    game = OpenSpielGame("leduc_poker")
    assert str(game.new(5)) == str(game.new(5))
    assert len({str(game.new(seed)) for seed in range(30)}) > 10
    publics = []
    for seed in range(200):
        state = game.new(seed)
        copy = game.copy(state, 0, np.random.default_rng(seed))
        for _ in range(2):  # both call: then the public card is drawn
            state, copy = game.play(state, 1), game.play(copy, 1)
        publics.append([game.world(one)["public"] for one in (state, copy)])
    # Were both drawn from the same stream, most would be equal; independent ones are in 1 of 4.
    assert 25 <= sum(a == b for a, b in publics) <= 75


def test_chances_are_drawn_as_the_game_says() -> None:
    """Kuhn poker deals each card as often: 3000 games, 5 standard deviations."""
    game = OpenSpielGame("kuhn_poker")
    firsts = [game.world(game.new(seed))["hand 0"][0] for seed in range(3000)]
    for card in "012":
        assert abs(firsts.count(card) - 1000) < 5 * (3000 * 2 / 9) ** 0.5


def test_play_leaves_the_state_as_it_was() -> None:
    """Playing gives a new state; what is not legal is refused, and nothing has changed."""
    game = OpenSpielGame("kuhn_poker")
    state = game.new(1)
    before = str(state)
    assert str(game.play(state, 1)) != before
    with pytest.raises(ValueError, match=r"action 7 is not legal for seat 0; legal are \[0, 1\]"):
        game.play(state, 7)
    assert str(state) == before


def test_all_move_at_once() -> None:
    """Seats are asked in turn; who has not seen the others' choice cannot tell them apart."""
    game = OpenSpielGame("goofspiel(num_cards=4,players=3)")
    state = game.new(0)
    assert [game.mover(state), len(game.options(state))] == [0, 4]
    one, other = game.play(state, 0), game.play(state, 1)
    assert game.mover(one) == 1
    assert game.observe(one, 1) == game.observe(other, 1)
    assert game.observe(one, 0) != game.observe(other, 0)
    kept = {dict(game.copy(one, 0, np.random.default_rng(k)).pending)[0] for k in range(20)}
    drawn = {dict(game.copy(one, 1, np.random.default_rng(k)).pending)[0] for k in range(60)}
    assert (kept, drawn) == ({0}, {0, 1, 2, 3})
    done = game.play(game.play(one, 2), 3)
    assert steps(done.state)[-2:][0] == (-2, (0, 2, 3))


def test_a_single_player_and_the_end() -> None:
    """Blackjack has one seat; where the game is over nobody moves, and there are no options."""
    game = OpenSpielGame("blackjack")
    state = game.new(4)
    assert list(game.observers(state)) == [0]
    while game.mover(state) >= 0:
        state = game.play(state, 1)
    assert (game.mover(state), list(game.options(state))) == (-1, [])


def test_impossible_histories_are_told() -> None:
    """A game of hearts in which somebody did not follow suit although able to is named."""
    game = OpenSpielGame("hearts")
    for seed in range(200):
        state = game.new(seed)
        engine = game.game.new_initial_state()
        for action in state.state.history():
            engine.apply_action(0 if not engine.history() else action)  # nobody passes cards
        engine.apply_action(engine.legal_actions()[0])
        follower = engine.current_player()
        legal = engine.legal_actions()
        held = [a for a in range(52) if a not in legal and _holds(engine, follower, a)]
        if held:
            engine.apply_action(held[0])
            wrong = game.impossible(state, 0, Playing(engine, 0))
            assert wrong is not None
            assert f"is not legal for player {follower}" in wrong
            return
    pytest.fail("in 200 deals everybody could only play clubs")


def _holds(engine: object, player: int, card: int) -> bool:
    told = engine.to_dict()  # type: ignore[attr-defined]
    face = "23456789TJQKA"[card // 4] + "CDHS"[card % 4]
    return face in told["hands"][player]


def test_contradictions_are_told() -> None:
    """Another card of one's own is a contradiction, with what the seat was told."""
    game = OpenSpielGame("kuhn_poker")
    told = game.contradiction(_dealt(game, 0, 1), 0, _dealt(game, 2, 1))
    assert told == "after 2 steps player 0 was told '0'; by the copy's history, '2'"
    assert game.contradiction(_dealt(game, 0, 1), 0, _dealt(game, 0, 2)) is None


def _dealt(game: OpenSpielGame, *actions: int) -> Playing:
    engine = game.game.new_initial_state()
    for action in actions:
        engine.apply_action(action)
    return Playing(engine, 0)


def test_likelihood_of_what_was_seen() -> None:
    """Public choices count one over the options; a hidden one counts nothing."""
    kuhn = OpenSpielGame("kuhn_poker")
    state = _dealt(kuhn, 0, 1, 0, 1)  # player 0 passes, player 1 bets
    assert kuhn.likelihood(state, 0) == pytest.approx(log(1 / 2))
    assert kuhn.likelihood(state, 1) == pytest.approx(log(1 / 2))
    trails = OpenSpielGame("colored_trails")
    proposed = trails.play(trails.new(0), trails.options(trails.new(0))[3])
    assert trails.likelihood(proposed, 1) == 0.0


@pytest.mark.parametrize("text", [one for one in GAMES if one != "blackjack"])
def test_twins_look_the_same_and_are_not(text: str) -> None:
    """A twin is a legal course that tells the seat the same at every step, with other cards."""
    game = OpenSpielGame(text)
    found = 0
    for seed in range(6):
        state = played(game, seed, 5 * seed)
        for seat in game.observers(state):
            twin = game.twin(state, seat, np.random.default_rng(seed))
            if twin is None:
                continue
            found += 1
            assert canonical(game.world(twin)) != canonical(game.world(state))
            assert game.observe(twin, seat) == game.observe(state, seat)
            assert game.impossible(state, seat, twin) is None
            assert game.contradiction(state, seat, twin) is None
    assert found >= 2


def test_a_copy_is_told_apart_by_its_reader_not_its_history() -> None:
    """Gin rummy's copies keep a history that is not theirs; their cards are read all the same."""
    game = OpenSpielGame("gin_rummy")
    state = played(game, 1, 6)
    worlds = {
        canonical(game.world(game.copy(state, game.mover(state), np.random.default_rng(k))))
        for k in range(20)
    }
    assert len(worlds) == 20


def test_games_are_pickled_by_their_text() -> None:
    """Worker processes get the text and load the game themselves."""
    again = pickle.loads(pickle.dumps(OpenSpielGame("leduc_poker(players=3)", "mover")))
    assert again.game.num_players() == 3
    assert list(again.observers(again.new(0))) == [0]


def test_whose_copies_are_looked_at() -> None:
    """All seats', or the mover's alone; nothing else."""
    state = OpenSpielGame("kuhn_poker").new(0)
    assert list(OpenSpielGame("kuhn_poker").observers(state)) == [0, 1]
    assert list(OpenSpielGame("kuhn_poker", seats="mover").observers(state)) == [0]
    with pytest.raises(ValueError, match="seats is 'none': it can be 'all' or 'mover'"):
        OpenSpielGame("kuhn_poker", seats="none")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kuhnpoker", "OpenSpiel has no game 'kuhnpoker'; did you mean 'kuhn_poker'?"),
        ("zzzz", "registered_names"),
        ("kuhn_poker(player=3)", "kuhn_poker takes players"),
        ("kuhn_poker(players=30)", "kuhn_poker"),
        ("battleship", "offers no copies to audit"),
        ("dark_hex", "resample_from_infostate is not implemented"),
        ("goofspiel(imp_info=true,num_cards=4)", "offers no copies to audit"),
        ("python_kuhn_poker", "offers no copies to audit"),
        ("negotiation", "draws its own chances"),
        ("mfg_garnet", "mean field game"),
    ],
)
def test_what_cannot_be_audited_is_refused(
    text: str, says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The error names the game and what would be right; the engine's own outcry is not seen."""
    with pytest.raises(GameError) as error:
        OpenSpielGame(text)
    assert says in str(error.value)
    assert text.partition("(")[0] in str(error.value)
    assert capfd.readouterr().err == ""


def test_without_openspiel_the_extra_is_named() -> None:
    """Importing the adapter without the package says what to install."""
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "try:\n    import unseen.adapters.openspiel\n"
        "except ImportError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'unseen[openspiel]'" in said.stdout


def test_cards_that_cannot_be_read_are_not_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of hidden information without a reader: no world, but twins, and no accusation."""
    monkeypatch.delitem(READERS, "kuhn_poker")
    game = OpenSpielGame("kuhn_poker")
    state = game.new(0)
    with pytest.raises(NotTested, match="where the cards of kuhn_poker lie is not known"):
        game.world(state)
    twin = game.twin(state, 0, np.random.default_rng(0))
    assert twin is not None
    assert str(twin) != str(state)
    assert game.observe(twin, 0) == game.observe(state, 0)
    found = examine(game, Position(0, 0, ()), Settings(copies=20, promise="history"))
    assert found.findings == []
    assert "conserves" in found.untested
    assert set(found.tested) >= {"indistinguishable", "consistent", "replayable"}


def test_all_games_with_a_reader_are_registered() -> None:
    """A reader for a game that OpenSpiel does not have would never be used."""
    import pyspiel

    assert set(READERS) <= set(pyspiel.registered_names())
