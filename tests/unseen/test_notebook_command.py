"""``unseen notebook``: files, sessions, terminals, what is lost and what is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from unseen.app import app
from unseen.notebook import Casebook
from unseen.notebook.commands import COMMANDS

RUNNER = CliRunner()
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
START = """players Ann Bob Cid
me Ann
hand Scarlet Mustard Rope, Lead Pipe, Hall Lounge
"""
"""Seat 0 of the three-player game of the rules' golden tests."""
C1 = f"{START}Ann: White Knife Dining Room -> Cid shows Dining Room\n"
SLIP = f"{C1}Cid: White Knife Study -> Bob shows\nAnn: Green Candlestick Study -> nobody\n"
FIELDS = {"worlds", "cards", "triples", "certain", "ask", "conflict", "suspect", "suspects"}
HEAD = {"command", "versions", "seed", "parameters"}


def run(*arguments: str, typed: str | bytes = "") -> Any:
    """A call, with what is typed as standard input, which is no terminal."""
    return RUNNER.invoke(app, ["notebook", *arguments], input=typed)


@pytest.fixture(autouse=True)
def _reasons_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is said does not depend on how busy the machine is."""
    monkeypatch.setattr("unseen.notebook.replies.AT_ONCE", 60.0)


def session(*lines: str, file: Path | None = None) -> str:
    """What a session says to these lines."""
    files = [] if file is None else [str(file)]
    result = run("clue", *files, "-i", typed="".join(f"{line}\n" for line in lines))
    assert result.stderr == ""
    return str(result.stdout)


def strict(text: str) -> Any:
    """JSON without NaN or Infinity."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in JSON")

    return json.loads(text, parse_constant=refuse)


def written(folder: Path, text: str) -> Path:
    file = folder / "game.clue"
    file.write_text(text)
    return file


# ---------------------------------------------------------------------------------------- one page


def test_the_page_holds_what_the_rules_golden_test_says(tmp_path: Path) -> None:
    """C1 of the rules: 14 868 worlds, 96 case files; White is in the case file in 26 of 59."""
    shown = run("clue", str(written(tmp_path, C1))).stdout
    assert "14,868 worlds, 96 case files" in shown
    rows = {
        line.split("  ")[1].strip(): line.split() for line in shown.splitlines() if "  " in line
    }
    assert rows["White"][1:] == ["-", "-", "0.559", "0.441"]
    assert rows["Rope"][1:] == ["held", "-", "-", "-"]
    assert rows["Dining Room"][2:] == ["-", "-", "held", "-"]
    assert "- suspect: White 0.441, Green 0.186, Peacock 0.186, Plum 0.186" in shown
    assert "Accuse" not in shown  # the likeliest case file is right with 0.031
    assert re.search(
        r"^ask next \(\d\.\d{3} bits of the case file are open\)$", shown, re.MULTILINE
    )
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "\x1b" not in shown


def test_what_is_certain_comes_with_the_lines_that_force_it() -> None:
    """The file's cards are forced by what an onlooker saw; with fewer lines they are not."""
    shown = run("clue", str(EXAMPLES / "pier.clue")).stdout
    found = re.search(r"- Doctor Finch is in the case file: lines (\d+) and (\d+)\n", shown)
    assert found
    lines = (EXAMPLES / "pier.clue").read_text().splitlines()
    for number in found.groups():
        assert f"\n{number:>4}  {lines[int(number) - 1]}\n" in shown
        left = [line for i, line in enumerate(lines, 1) if i != int(number)]
        assert not Casebook.of(left, EXAMPLES).holding("Doctor Finch", "case file")
    assert "Accuse Doctor Finch, Anchor, Ticket Office: that is certain." in shown


def test_standard_input_and_a_file_show_the_same(tmp_path: Path) -> None:
    file = written(tmp_path, C1)
    by_file, by_input = run("clue", str(file)), run("clue", "-", typed=C1)
    assert by_file.exit_code == by_input.exit_code == 0
    assert by_file.stdout == by_input.stdout == run("CLUE", str(file), "--once").stdout
    assert file.read_text() == C1


def test_a_room_limits_the_questions(tmp_path: Path) -> None:
    file = str(written(tmp_path, C1))
    shown = run("clue", file, "--room", "kitchn").stderr
    assert shown == "unseen: --room: 'kitchn' is no card: did you mean Kitchen?\n"
    assert "--room: Rope is no room" in run("clue", file, "--room", "rope").stderr
    data = strict(run("clue", file, "--room", "KITCHEN", "--json", "-").stdout)
    assert len(data["ask"]) == 10
    assert all(one["question"].endswith(", Kitchen") for one in data["ask"])


def test_long_names_and_narrow_terminals_split_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    people = ["Bartholomew", "Wilhelmina", "Maximiliane", "Ferdinand", "Konstantin", "Gwendoline"]
    monkeypatch.setenv("COLUMNS", "50")
    shown = run("clue", "-", typed=f"players {' '.join(people)}\n").stdout
    assert all(len(line) <= 50 for line in shown.splitlines())
    assert shown.count("\n  Candlestick ") == 4  # tables
    for name in people:
        assert name in shown


# -------------------------------------------------------------------------------------------- JSON


def test_the_object_is_as_the_design_has_it(tmp_path: Path) -> None:
    file, out = written(tmp_path, C1), tmp_path / "out.json"
    result = run("clue", str(file), "--json", str(out), "--seed", "3")
    assert result.exit_code == 0
    data = strict(out.read_text())
    assert set(data) == HEAD | FIELDS
    assert (data["command"], data["seed"], data["worlds"]) == ("notebook", 3, 14_868)
    assert data["parameters"] == {"game": "clue", "file": str(file), "room": None, "edition": None}
    book = Casebook.read(C1)
    assert list(data["cards"]) == list(book.edition.cards)
    for row in data["cards"].values():
        assert list(row) == ["Ann", "Bob", "Cid", "case file"]
        assert sum(row.values()) == pytest.approx(1)
    assert data["cards"]["White"]["case file"] == pytest.approx(26 / 59)
    chances = [one["probability"] for one in data["triples"]]
    assert set(data["triples"][0]) == {"suspect", "weapon", "room", "probability"}
    assert chances == sorted(chances, reverse=True)
    assert {"card": "Dining Room", "place": "Cid", "holds": True, "because": [4]} in data["certain"]
    for one in data["certain"]:
        assert book.holding(one["card"], one["place"]) is one["holds"]
    assert [set(one) for one in data["ask"]] == [{"question", "bits"}] * 10
    bits = [one["bits"] for one in data["ask"]]
    assert bits == sorted(bits, reverse=True)
    assert (data["conflict"], data["suspect"], data["suspects"]) == (None, None, [])


def test_json_on_standard_output_stands_there_alone() -> None:
    result = run("clue", "-", "--json", "-", typed=C1)
    assert strict(result.stdout)["worlds"] == 14_868
    assert "14,868 worlds" in result.stderr


def test_a_session_reports_where_it_ended() -> None:
    result = run("clue", "-i", "--json", "-", typed=f"{C1}undo\nundo\n")
    assert strict(result.stdout)["worlds"] == Casebook.read("players Ann Bob Cid\nme Ann").worlds
    assert "4> Ann: White" in result.stderr


def test_a_session_in_which_nobody_plays_has_nothing_to_report(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = run("clue", "-i", "--json", str(out), typed="# nothing\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("unseen: nothing to report: say who plays")
    assert not out.exists()


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    first, again = (run("clue", "-", "--json", "-", typed=C1).stdout for _ in range(2))
    assert first == again
    assert session(*C1.splitlines()) == session(*C1.splitlines())


def test_a_conflict_is_reported_and_ends_with_1() -> None:
    result = run("clue", "-", "--json", "-", typed=SLIP)
    assert result.exit_code == 1
    data = strict(result.stdout)
    assert (data["worlds"], data["conflict"]) == (0, [4, 5, 6])
    assert data["suspects"] == [4, 5, 6]
    assert data["suspect"] in data["suspects"]
    assert set(data) == HEAD | FIELDS
    assert "Lines 4, 5 and 6 cannot all be true:" in result.stderr
    assert "  6  Ann: Green Candlestick Study -> nobody" in result.stderr
    assert result.stderr.endswith("unseen: standard input contradicts itself\n")


def test_mending_lines_do_mend_and_others_do_not() -> None:
    """Three lines in conflict and two others in conflict with one of them."""
    lines = [*SLIP.splitlines(), "Bob has Study", "Bob: Plum Wrench Kitchen -> Cid shows"]
    text = "".join(f"{line}\n" for line in lines)
    data = strict(run("clue", "-", "--json", "-", typed=text).stdout)
    for number in range(4, len(lines) + 1):
        left = [line for i, line in enumerate(lines, 1) if i != number]
        assert (Casebook.of(left).conflict is None) is (number in data["suspects"])
    assert data["suspects"] == [6]


# ------------------------------------------------------------------------------------- wrong calls


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a game: notebooks are kept of clue"),
        (("chess",), "there is no notebook for 'chess': notebooks are kept of clue"),
        (("clue",), "name a notebook file, or - for standard input"),
        (("clue", "nowhere.clue"), "nowhere.clue cannot be read: no such file"),
        (("clue", "."), ". cannot be read: is a directory"),
        (("clue", "-", "-i"), "--interactive reads the lines from standard input"),
        (("clue", "x", "-i", "--once"), "are opposites"),
        (("clue", "-", "--seed", "-1"), "--seed cannot be -1"),
        (("clue", "-", "--json", "no/where"), "there is no folder no"),
        (("clue", "no/where", "-i"), "there is no folder no"),
        (("clue", "game.clue", "--json", "./game.clue"), "is the notebook itself"),
        (("clue", "-", "--edition", "nowhere.toml"), "no such file or directory"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "say who plays"),
        (b"players Ann\xff", "no text in UTF-8: byte 11"),
        (b"players\0Ann", "byte 7 is zero"),
        (b"#" * 2**20 + b"\n", "standard input is larger than 1,048,576 bytes"),
        (f"{START}Bob: Plum Ropee Study -> nobody\n", "line 4: 'Ropee' is no card: did you mean"),
        (f"{START}hello\nhello\nhello\n", "line 4: 'hello' is no player"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_line(text: str | bytes, said: str) -> None:
    result = run("clue", "-", typed=text)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


# ---------------------------------------------------------------------------------------- sessions


def test_each_line_is_answered() -> None:
    said = session(*C1.splitlines(), "Cid: White Knife Study -> Bob shows")
    assert "4> Ann: White Knife Dining Room -> Cid shows Dining Room\n" in said
    assert "you suggest White, Knife, Dining Room: Bob passes, Cid shows you Dining Room" in said
    assert "14,868 worlds, 96 case files (103,488 and 112 before)" in said
    assert "suspect: White 0.250 → 0.441; Green, Peacock, Plum 0.250 → 0.186" in said
    assert "now certain: Bob holds Study\nbecause of lines 4 and 5\n  4  Ann: White" in said
    assert len(re.findall(r"^ask next: .* \(\d\.\d\d\d bits\)$", said, re.MULTILINE)) == 3


def test_a_conflict_is_told_and_mended_in_the_session() -> None:
    said = session(*SLIP.splitlines(), "Bob lacks Plum", "strike 6", "undo", "undo", "undo", "log")
    assert said.count("Lines 4, 5 and 6 cannot all be true:") == 4
    assert "One mistake would explain it, in line 4, 5 or 6.\nOr the sizes of the hands" in said
    assert "taken out: line 6, Ann: Green Candlestick Study -> nobody" in said
    assert "in again: line 6, Ann: Green Candlestick Study -> nobody" in said
    assert "taken back: line 7, Bob lacks Plum" in said
    assert said.rstrip().splitlines()[-7:-2] == [
        " 1  players Ann Bob Cid",
        " 2  me Ann",
        " 3  hand Scarlet Mustard Rope, Lead Pipe, Hall Lounge",
        " 4  Ann: White Knife Dining Room -> Cid shows Dining Room",
        " 5  Cid: White Knife Study -> Bob shows",
    ]


def test_keys_in_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """A comment behind a line can hold anything."""
    file = written(tmp_path, SLIP.replace("-> nobody", "-> nobody  # \x1b]0;title\x07\x1b[2J"))
    for said in (run("clue", str(file)).stdout, session("log", "strike 6", "undo", file=file)):
        assert "\x1b" not in said
        assert "\x07" not in said
        assert "-> nobody # \ufffd]0;title\ufffd\ufffd[2J" in said
    assert "\x1b" in file.read_text()


def test_a_session_left_in_conflict_ends_with_1() -> None:
    assert run("clue", "-i", typed=SLIP).exit_code == 1
    assert run("clue", "-i", typed=f"{SLIP}undo\nquit\nquit\n").exit_code == 0


def test_what_if_changes_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, C1)
    said = session("what if Cid: White Knife Study -> Bob shows", "log", file=file)
    assert file.read_text() == C1
    assert "now certain: Bob holds Study\nbecause of lines 4 and 5\n" in said
    assert "Nothing has changed." in said
    assert "Bob shows\n" not in said.partition("> log")[2]
    chance = float(re.findall(r"that has probability (0\.\d+)", said)[0])
    book = Casebook.read(C1)
    assert chance == pytest.approx(
        float(book.probabilities[book.edition.cards.index("Study"), 1]), abs=1e-3
    )


def test_undo_goes_back_through_what_was_there_before(tmp_path: Path) -> None:
    file = written(tmp_path, f"# ours\n{C1}\n")
    said = session("Bob lacks Plum", "undo", "UNDO", "Undo", file=file)
    assert file.read_text() == f"# ours\n{START.rpartition('hand')[0]}\n"
    assert "taken back: line 5, Ann: White Knife" in said


def test_a_struck_line_stays_as_a_comment(tmp_path: Path) -> None:
    file = written(tmp_path, SLIP)
    session("strike 5", "Bob lacks Plum", file=file)
    lines = file.read_text().splitlines()
    assert lines[4] == "# struck: Cid: White Knife Study -> Bob shows"
    assert lines[5:] == [SLIP.splitlines()[5], "Bob lacks Plum"]
    assert run("clue", str(file)).exit_code == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("strike", "Say which line: strike N"),
        ("strike 99", "'99' is no line"),
        ("strike one", "'one' is no line"),
        ("strike 1", "nothing changed"),
        ("why", "Name a card, and a player if you like"),
        ("why Ropee", "'Ropee' is no card: did you mean Rope?"),
        ("why Rope Bobb", "'Bobb' is no player: did you mean Bob?"),
        ("ask Rope", "Rope is no room"),
        ("what if", "Write the line behind it"),
        ("what if # nothing", "Write the line behind it"),
        ("what if hello", "'hello' is no player"),
        ("save", "These lines are in no file yet"),
        ("save no/where", "there is no folder no"),
        ("save ~no-one/where", "there is no folder ~no-one"),
        ("save " + 300 * "x", "file name too long"),
        ("undo that", "Undo stands alone; nothing changed"),
        ("hello", "'hello' is no player: Ann, Bob and Cid play. Nothing changed"),
        ("\x1b[A", "holds keys that are no text. Nothing changed."),
        ("x" * 1001, "is too long. Nothing changed."),
    ],
)
def test_what_is_not_understood_changes_nothing_and_says_so(typed: str, said: str) -> None:
    answer = session(*START.splitlines(), typed, "log").rpartition("> log")[0]
    assert said in " ".join(answer.split())
    listed = session(*START.splitlines(), typed, "log").rpartition("> log\n")[2]
    assert [line[4:] for line in listed.splitlines() if line.strip()][:3] == START.splitlines()
    assert "4  " not in listed


def test_commands_are_found_in_any_case_and_help_names_them_all() -> None:
    said = session(
        *C1.splitlines(), "HELP", "Why ROPE", "SHOW", "Ask kitchen", "WHAT IF Bob lacks Plum"
    )
    for form in (
        "why CARD [NAME]",
        "ask [NAME] [ROOM]",
        "what if LINE",
        "strike N",
        "save [FILE]",
        "quit",
    ):
        assert form in said
    assert "players Ann Bob Cid" in said
    assert "you hold Rope: line 3" in said
    assert "ask next in Kitchen (" in said
    assert "Nothing changed" not in said


def test_why_tells_the_reason_or_the_chance() -> None:
    said = session(
        *C1.splitlines(),
        "why White",
        "why dining cid?",
        "why knife in the case file",
        "why envelope knife",
        "why knife in the file",
    )
    assert "you do not hold White: line 3" in said
    assert "Bob does not hold White: line 4" in said
    assert "Cid holds White: open, with probability 0.559" in said
    assert "Cid holds Dining Room: line 4" in said
    assert said.count("Knife is in the case file: open, with probability 0.441") == 3


def test_no_player_is_named_like_a_command_and_events_come_first() -> None:
    for name in COMMANDS:
        first = name.split()[0]
        assert "can be no player's name" in session(f"players Ann {first.title()} Bob").replace(
            "\n", " "
        )
    lines = [
        "players Asko Whymper Bob",
        "ask: White Knife Study -> Bob shows",
        "why: White Rope Study -> nobody",
    ]
    said = session(*lines)
    assert "Asko suggests White, Knife, Study: Whymper passes, Bob shows a card" in said
    assert "Whymper suggests White, Rope, Study: Bob and Asko pass, nobody shows" in said


# ------------------------------------------------------------------------------------------- files


def test_every_accepted_line_is_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "new.clue"
    session(*START.splitlines(), "# a comment", "nonsense", "  Bob lacks Plum ", file=file)
    assert file.read_text() == f"{START}# a comment\nBob lacks Plum\n"


def test_an_edition_that_is_called_for_is_written_into_a_new_notebook(tmp_path: Path) -> None:
    pier = EXAMPLES / "editions" / "pier.toml"
    file = tmp_path / "new.clue"
    arguments = ["clue", str(file), "-i", "--edition", str(pier)]
    said = run(*arguments, typed="players Kit Lou Max\nme Kit\nhand oar, skipper\n").stdout
    assert said.startswith("A new notebook.")
    assert "you hold Oar and Captain Hale" in said
    first, *rest = file.read_text().splitlines()
    assert (tmp_path / first.removeprefix("edition ")).resolve() == pier.resolve()
    assert rest == ["players Kit Lou Max", "me Kit", "hand oar, skipper"]
    left = "".join(f"{line}\n" for line in rest)
    whole, without = run("clue", str(file)), run("clue", "-", "--edition", str(pier), typed=left)
    assert whole.exit_code == without.exit_code == 0
    assert whole.stdout == without.stdout


def test_a_notebook_stays_where_its_edition_is_found(tmp_path: Path) -> None:
    (tmp_path / "pier.toml").write_text((EXAMPLES / "editions" / "pier.toml").read_text())
    (tmp_path / "below").mkdir()
    file = written(tmp_path, "edition pier.toml\nplayers Kit Lou Max\n")
    said = session(f"save {tmp_path}/below/x.clue", f"save {tmp_path}/y.clue", file=file)
    assert "Kept there, line 1: 'pier.toml' cannot be read" in " ".join(said.split())
    assert {path.name for path in tmp_path.rglob("*.clue")} == {"game.clue", "y.clue"}
    assert "nothing changed" in said


def test_comments_blank_lines_and_line_ends_stay(tmp_path: Path) -> None:
    file = tmp_path / "game.clue"
    before = f"# ours\r\n\r\n{START}".replace("\r\n", "\n").replace("\n", "\r\n").encode()
    file.write_bytes(before)
    session("Bob lacks Plum", file=file)
    assert file.read_bytes() == before + b"Bob lacks Plum\r\n"


# ------------------------------------------------------------------------- lines that are left out


def test_a_line_that_cannot_be_read_is_left_out_and_can_be_taken_out_and_back(
    tmp_path: Path,
) -> None:
    text = "players Ann Bob Cid\nBob has Rpe\n"
    file = written(tmp_path, text)
    said = session("Cid has Hall", "strike 2", "undo", "undo", "log", "show", file=file)
    left_out = "Line 2 is left out, as it cannot be read: 'Rpe' is no card: did you mean Rope?\n"
    assert said.count(left_out) == 3  # at the beginning, when it is in again, by show
    assert "in again: line 2, Bob has Rpe\n" + left_out in said
    assert "taken back: line 3, Cid has Hall" in said
    assert "!2  Bob has Rpe  (left out: 'Rpe' is no card: did you mean Rope?)" in said
    assert "can be read now" not in said
    assert file.read_text() == text
    refused = run("clue", str(file), "--once")
    assert refused.exit_code == 2
    assert "line 2: 'Rpe' is no card" in refused.stderr


def test_a_late_setting_makes_lines_readable(tmp_path: Path) -> None:
    text = "playrs Ann Bob Cid\nme Ann\nhand Scarlet Rope Hall\n"
    file = written(tmp_path, text)
    said = session("players Ann Bob Cid", "log", file=file)
    assert "Lines 2 and 3 can be read now." in said
    assert " 3  hand Scarlet Rope Hall\n" in said
    again = session("strike 1", "show", file=file)
    assert "classic: Ann (you) 6, Bob 6, Cid 6 cards" in again
    assert run("clue", str(file)).exit_code == 0


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("cards Ann 5 Bob 6 Cid 7", "write it into game.clue before line 2, and begin again."),
        ("table Rope Hall Study", "write it into game.clue before line 2, and begin again."),
        ("players Ann Bob Cid Dan", "write it into game.clue instead of line 1, and begin again."),
        ("strike 1", "write it into game.clue in the place of the old one, and begin again."),
        ("hello", "help lists what can be typed."),
    ],
)
def test_a_refusal_says_the_way_out_and_it_is_one(tmp_path: Path, line: str, way: str) -> None:
    start = ["players Ann Bob Cid", "Bob: Plum Knife Study -> Cid shows"]
    file = written(tmp_path, "".join(f"{one}\n" for one in start))
    said = " ".join(session(line, file=file).split())
    assert way in said
    if "before" in way:
        start.insert(1, line)
    elif "instead" in way:
        start[0] = line
    assert not Casebook.of(start).errors


def test_an_edition_that_the_notebook_does_not_have_is_refused(tmp_path: Path) -> None:
    pier = EXAMPLES / "editions" / "pier.toml"
    file = written(tmp_path, "edition classic\nplayers Ann Bob Cid\n")
    for more in ((), ("-i",)):
        result = run("clue", str(file), "--edition", str(pier), *more)
        assert result.exit_code == 2
        assert "names other cards itself" in result.stderr
    file.write_text(f"edition {pier}\nplayers Kit Lou Max\n")
    assert run("clue", str(file), "--edition", str(pier)).exit_code == 0


def test_what_is_long_is_not_echoed_whole() -> None:
    said = session("x" * 100_000, "Bob has Rope " + "y" * 2000)
    assert len(said) < 1000
    assert " ".join(said.split()).count("is too long. Nothing changed.") == 2


def test_commands_take_comments_quotes_and_words_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "my file.clue"
    said = session(
        *C1.splitlines(), "why Rope bob # x", "why bob rope", "why is the rope with bob?",
        "ask for kitchen # there", "ask bob in the kitchen", f'save "{file}"', "quit # now", "log",
    )  # fmt: skip
    assert said.count("Bob does not hold Rope: line 3\n") == 3
    assert said.count("\nask next in Kitchen (") == 1
    assert said.count("\nBob could ask next in Kitchen (") == 1
    assert file.read_text() == C1
    assert "> log" not in said


def test_an_onlooker_can_ask_for_somebody() -> None:
    said = session("players Ann Bob Cid", "ask", "ask Bob", "ask Bob Hall", "ask Rope")
    assert "ask NAME ranks somebody's" in said
    book = Casebook.of(["players Ann Bob Cid"])
    best = book.questions("Bob", rng=1)[0]
    assert f"{', '.join(best.cards)} " in said
    assert "Bob could ask next (8.340 bits of the case file are open)" in said
    assert "Bob could ask next in Hall (" in said
    assert "Rope is no room" in said


def test_until_a_conflict_is_mended_nothing_is_said() -> None:
    lines = ["players Ann Bob Cid", "Bob has Rope", "Bob lacks Rope"]
    for command in ("why Rope", "ask", "ask Bob", "what if Bob has Hall", "show"):
        said = session(*lines, command).rpartition(f"> {command}\n")[2]
        assert "Lines 2 and 3 cannot all be true:" in said
        assert "Until that is mended, nothing can be said of the cards." in said


def test_what_would_take_too_long_is_one_sentence_and_no_line_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve cards of each kind and ten players, with little memory so that it is soon over."""
    monkeypatch.setattr("unseen.notebook.casebook.MEMORY", 2**16)
    kinds = {f"{kind}s": [f"{kind}{x}" for x in "abcdefghijkl"] for kind in ("sus", "wea", "roo")}
    toml = "".join(f"{name} = {cards}\n" for name, cards in zip(
        ("suspects", "weapons", "rooms"), kinds.values(), strict=True))  # fmt: skip
    (tmp_path / "big.toml").write_text(f'name = "Big"\n{toml}')
    text = "edition big.toml\nplayers Amy Ben Cyd Dot Eli Flo Gus Hal Ida Jon\n"
    events = [
        f"Amy: sus{x} wea{x} roo{y} -> Dot shows" for x, y in zip("abcd", "efgh", strict=True)
    ]
    file = written(tmp_path, text)
    said = session(*events, "show", "why susa", "ask Ben", "what if Ben has susb", file=file)
    assert " ".join(said.split()).count("would take too long to compute") >= len(events)
    assert file.read_text() == text + "".join(f"{line}\n" for line in events)
    page = run("clue", str(file))
    assert page.exit_code == 1
    assert "would take too long to compute" in page.stderr
    assert page.stderr.count("\n") == 1


def test_reasons_that_take_long_are_left_to_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unseen.notebook.replies.AT_ONCE", 0.0)
    said = session(*C1.splitlines(), "Cid: White Knife Study -> Bob shows", "why Study Bob")
    assert "now certain: Bob holds Study\nwhy Study tells more.\n" in said
    assert "Bob holds Study: lines 4 and 5\n  4  Ann: White" in said


@pytest.mark.parametrize("device", ["/dev/null"])
def test_what_keeps_no_lines_is_no_notebook_to_write_in(device: str) -> None:
    result = run("clue", device, "-i")
    assert result.exit_code == 2
    assert "/dev/null keeps no lines: name a file" in result.stderr
