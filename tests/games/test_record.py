"""Records: saved, loaded, continued; whole files or none."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import games
from games.kit.events import Deduction
from games.record import UnreadableRecord
from games.template.rules import HAND

GAME = games.load("template")


def played(moves: int, **given: Any) -> games.State:
    state = GAME.new(seed=4, players=3, **given)
    while not state.over and len(state.history) < moves:
        state.play(state.options()[len(state.history) % len(state.codes)])
    return state


@pytest.mark.parametrize("moves", [0, 1, 9, 1000])
def test_a_record_is_saved_loaded_and_goes_on_alike(tmp_path: Path, moves: int) -> None:
    state = played(moves, preset="short", hand=1)
    file = tmp_path / "game.json"
    state.record().save(file)
    again = games.Record.load(file).replay()
    assert games.Record.load(file) == state.record()
    assert again.record_array.tobytes() == state.record_array.tobytes()
    assert (again.history, again.rules, again.seed) == (state.history, state.rules, state.seed)
    while not state.over:
        choice = state.options()[-1]
        state.play(choice)
        again.play(choice)
    assert again.record_array.tobytes() == state.record_array.tobytes()


def test_a_record_can_be_replayed_in_part() -> None:
    record = played(9).record()
    assert len(record.replay(moves=4).history) == 4
    assert record.replay(moves=0).record_array.tobytes() == played(0).record_array.tobytes()


def test_a_record_of_an_arranged_position_replays() -> None:
    fact = Deduction((HAND + 1,), {2: 1}, 1, 2, "has asked for a pike")
    state = GAME.arrange(
        {"hand 0": ["eel", "pike"], "laid 1": ["perch", "perch"]},
        sizes={"hand 1": 2, "pond": 6},
        seed=3,
        known={"sturgeon": [1]},
        facts=[fact],
        points=[0, 1, 0, 0],
    )
    state.play("look")
    again = state.record().replay()
    assert again.record_array.tobytes() == state.record_array.tobytes()
    assert again.facts == (fact,)
    assert again._rng.tolist() == state._rng.tolist()  # the chances to come
    state.play("take")
    again.play("take")
    assert again.record_array.tobytes() == state.record_array.tobytes()


def test_an_arranged_record_survives_the_file(tmp_path: Path) -> None:
    state = GAME.arrange({"pond": ["eel", "pike"]}, sizes={"hand 0": 5, "hand 1": 5}, seed=1)
    state.play("look")
    state.record().save(tmp_path / "a.json")
    again = games.Record.load(tmp_path / "a.json").replay()
    assert again.record_array.tobytes() == state.record_array.tobytes()


def test_saving_replaces_the_file_at_once_and_leaves_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("something older")
    played(2).record().save(file)
    played(3).record().save(file)
    assert os.listdir(tmp_path) == ["game.json"]
    assert len(games.Record.load(file).moves) == 3


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    played(2).record().save(file)

    def full(*_: object) -> None:
        raise OSError("no space left on the device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space"):
        played(3).record().save(file)
    assert os.listdir(tmp_path) == ["game.json"]
    assert len(games.Record.load(file).moves) == 2


@pytest.mark.parametrize("odd", ["/dev/null", "/dev/full", ""])
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path, odd: str) -> None:
    target = Path(odd) if odd else tmp_path
    kind = os.stat(target).st_mode
    with pytest.raises(OSError, match=str(target)):
        played(1).record().save(target)
    assert os.stat(target).st_mode == kind


def test_a_record_has_the_mode_of_any_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    played(1).record().save(tmp_path / "game.json")
    assert os.stat(tmp_path / "game.json").st_mode == os.stat(tmp_path / "other").st_mode


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        played(1).record().save(tmp_path / "nowhere" / "game.json")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "{}",
        "3",
        '"text"',
        '{"format": 2}',
        '{"format": 1}',
        '{"format": 1, "game": "template", "moves": [[1]]}',
        '{"format": 1, "game": "template", "moves": 3}',
        '{"format": 1, "game": "a", "seats": 2, "seed": 1, "rules": {}, "moves": [], "x": 1}',
        '{"format": 1, "game": 5, "seats": 2, "seed": 1, "rules": {}, "moves": []}',
        '{"format": 1, "game": "template", "seats": "2", "seed": 1, "rules": {}, "moves": []}',
        '{"format": 1, "game": "template", "seats": 2, "seed": -1, "rules": {}, "moves": []}',
        '{"format": 1, "game": "template", "seats": 2, "seed": 1, "rules": [], "moves": []}',
        "\u0000\u0001",
        "null",
        "[" * 100_000 + "]" * 100_000,
        '{"format": ' * 10_000,
        "9" * 5000,
        '{"format": true}',
        '{"format": 1, "game": "a", "seats": 2, "seed": 1, "rules": {}, "moves": [1]}',
        '{"format": 1, "game": "a", "seats": 2, "seed": 1, "rules": {}, "moves": [[0, "1"]]}',
        '{"format": 1, "game": "a", "seats": 2, "seed": 1, "rules": {}, "moves": [[0, 1.5]]}',
        '{"format": 1, "game": "a", "seats": 2, "seed": 1, "rules": {"b": null}, "moves": []}',
    ],
)
def test_a_file_that_is_no_record_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text)
    with pytest.raises(UnreadableRecord, match=r"odd\.json is no record of a game"):
        games.Record.load(file)


@pytest.mark.parametrize(
    "arrangement",
    [
        3,
        [],
        {},
        {"cards": 3, "known": {}, "facts": [], "fields": {}},
        {"cards": {"pond": 3}, "known": {}, "facts": [], "fields": {}},
        {"cards": {"pond": [3]}, "known": {}, "facts": [], "fields": {}},
        {"cards": {}, "known": {"eel": ["me"]}, "facts": [], "fields": {}},
        {"cards": {}, "known": {}, "facts": [None], "fields": {}},
        {"cards": {}, "known": {}, "facts": [{"zones": []}], "fields": {}},
        {"cards": {}, "known": {}, "facts": [], "fields": {"points": [1, [2]]}},
        {"cards": {}, "known": {}, "facts": [], "fields": {"points": None}},
    ],
)
def test_an_arranged_start_of_another_shape_is_named(tmp_path: Path, arrangement: Any) -> None:
    file = tmp_path / "odd.json"
    played(1).record().save(file)
    file.write_text(json.dumps({**json.loads(file.read_text()), "arrangement": arrangement}))
    with pytest.raises(UnreadableRecord, match="its arrangement must be a position"):
        games.Record.load(file)


def test_what_is_said_of_a_wrong_file_is_said_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    for text in ("null", "[]", "[" * 100_000, "{}", '{"format": 1, "game": null}', "3"):
        file.write_text(text)
        with pytest.raises(UnreadableRecord) as caught:
            games.Record.load(file)
        for word in ("object", "attribute", "NoneType", "recursion", "subscriptable", "argument"):
            assert word not in str(caught.value)


def test_a_file_of_bytes_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(UnreadableRecord, match=r"odd\.json is no record of a game"):
        games.Record.load(file)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rules": {"hand": 2}}, "parameters are not those of Little Pond"),
        ({"rules": {"hand": 2, "rounds": 1, "looking": 1, "more": 1}}, "parameters are not those"),
        ({"rules": {"hand": 2, "rounds": 10**20, "looking": 1}}, "rounds cannot be 10{20}"),
        ({"rules": {"hand": 2, "rounds": 1, "looking": 5}}, "looking cannot be 5: true or false"),
        ({"rules": {"hand": 9, "rounds": 1, "looking": 1}}, "hand cannot be 9"),
        ({"moves": [[1, 1]]}, "move 1: seat 0 has to decide, not seat 1"),
        ({"moves": [[0, 14]]}, "move 1: 14 is no option of seat 0"),
        ({"seats": 7}, "is for 2 to 4 players, not 7"),
    ],
)
def test_what_the_rules_do_not_allow_is_named(
    tmp_path: Path, changes: dict[str, Any], complaint: str
) -> None:
    file = tmp_path / "game.json"
    played(2).record().save(file)
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))
    with pytest.raises(UnreadableRecord, match=complaint):
        games.Record.load(file).replay()


def test_a_record_of_an_unknown_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(2).record().save(file)
    file.write_text(file.read_text().replace('"template"', '"temples"'))
    with pytest.raises(games.UnknownGame, match="no game 'temples': did you mean template"):
        games.Record.load(file).replay()
