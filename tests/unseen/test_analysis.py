"""What an analysis says of strategy fusion, in positions where it can be worked out."""

from __future__ import annotations

import pytest

import games
from compiled import rows
from determinize import Watch
from players.search.solver import Unsolvable
from tests.players.guessing import GAME as GUESSING
from tests.players.test_search import endgame
from unseen.analysis import analyse

KUHN = games.load("kuhn")


class Words:
    """How the guessing game's options are said."""

    def option(self, state: object, code: int) -> str:
        return ("what is safe", "open", "red", "blue")[code]


@pytest.fixture
def guessing(monkeypatch: pytest.MonkeyPatch) -> games.Game:
    monkeypatch.setitem(GUESSING.__dict__, "words", Words())
    return GUESSING


def test_a_guess_is_all_fusion(guessing: games.Game) -> None:
    """Known, the card is worth 1; one name for all worlds wins in about half of 200 (3 sd: 0.1)."""
    found = analyse(Watch(guessing.new(seed=1)).information(0), worlds=200)
    safe, opened = found.options
    assert (safe.words, safe.best_in) == ("what is safe", 0)
    assert (safe.clairvoyant, safe.plan) == pytest.approx((0.6, 0.6))
    assert (opened.clairvoyant, opened.best_in) == (1.0, 1.0)
    assert 0.5 <= opened.plan < 0.61
    assert opened.fusion == 1.0 - opened.plan
    assert found.misled == pytest.approx(0.6 - opened.plan)
    assert (found.whole, found.moves, found.unsolved) == (True, 2, 0)
    assert found.leaf_correlation == 0.0
    assert str(found).splitlines()[0].split() == [
        "option", "known", "world", "best", "in", "one", "plan", "fusion",
    ]  # fmt: skip
    assert "plans look to the end" in str(found)


def test_where_plans_were_too_many_to_keep_it_says_so(
    guessing: games.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = Watch(guessing.new(seed=1)).information(0)
    whole = analyse(info)
    assert (whole.whole, whole.cut) == (True, False)
    monkeypatch.setattr("unseen.analysis.FRONT", 1)
    cut = analyse(info)
    assert (cut.whole, cut.cut, cut.moves) == (False, True, 2)
    assert "better plans may be lost" in str(cut)
    assert "better plans may be lost" not in str(whole)
    assert not analyse(info, moves=1).cut


def test_plans_that_look_no_further_see_no_fusion(guessing: games.Game) -> None:
    found = analyse(Watch(guessing.new(seed=1)).information(0), moves=1)
    assert [one.fusion for one in found.options] == pytest.approx([0.0, 0.0])
    assert not found.whole
    assert "plans look 1 own decisions ahead" in str(found)


def test_the_jack_in_kuhn_poker() -> None:
    """Who knows the other card passes the jack: it is lost in every world; the queen is fused."""
    for seed in range(20):
        watch = Watch(KUHN.new(seed=seed))
        held = watch.state.view(0).known("hand 0")
        found = analyse(watch.information(0), worlds=30)
        assert found.whole
        assert all(one.fusion >= -1e-12 for one in found.options)
        if held == ("J",):
            assert found.options[0].words == "check"
            assert found.options[0].fusion == pytest.approx(0)
            assert found.bias < 0.5
        if held == ("K",):
            assert found.bias > 0.5


def test_a_known_end_has_no_fusion_and_nothing_to_rule_out() -> None:
    found = analyse(endgame(closed=False).information(0), worlds=5)
    assert [one.fusion for one in found.options] == pytest.approx([0.0, 0.0])
    assert found.options[0].words == "play AH"
    assert found.disambiguation in (None, 0.0)
    closed = analyse(endgame(closed=True).information(0))
    assert closed.disambiguation is not None
    assert 0 < closed.disambiguation < 1
    assert closed == analyse(endgame(closed=True).information(0))


def test_what_cannot_be_analysed_is_refused() -> None:
    watch = Watch(games.load("template").new(seed=1, players=3))
    with pytest.raises(Unsolvable, match="which is for two"):
        analyse(watch.information(watch.state.mover))
    info = Watch(KUHN.new(seed=1)).information(1)
    with pytest.raises(ValueError, match="seat 1 has nothing to decide now"):
        analyse(info)
    with pytest.raises(ValueError, match="worlds cannot be 0"):
        analyse(Watch(KUHN.new(seed=1)).information(0), worlds=0)
    assert rows(1).shape == (3, 4)
