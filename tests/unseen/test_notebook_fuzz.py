"""Whatever is typed: an answer or a LineError, never anything else, and never a lost line."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beliefs import Contradiction
from tests.unseen.notebook_games import played, written
from unseen.notebook import CLASSIC, Casebook, Edition, LineError, NotReady
from unseen.notebook.vocabulary import NO, ORDINARY, PASSES

TYPED = (
    "players me I hand my cards table side looked edition classic Ann Bob Cid Ann: Bob: Cid: A "
    "asks suggests accuses has hasn't lacks does not is no one nobody none all pass passes shows "
    "show shown by to -> => → : , / - ; and with the in it wrong right # 4 6 0 007 ٣ Rope Knife "
    "Lead Pipe lead-pipe Scarlet Miss Prof. Plum Mrs Study Hall Ball Room Billiard Dining C L R "
    "' ( ) [ ] = > . case file envelope card what if undo can can't must yes x p "
    "neither nor or lack Bob's from 3. > 🂡 ß İ ﬁ é e\u0301 \0 \u200b \ufeff \ud800"
)
WORDS = st.sampled_from(TYPED.split(" "))
LINES = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40)
STARTS = st.sampled_from(
    [
        [],
        ["players Ann Bob Cid"],
        ["players Ann Bob Cid", "me Ann", "hand Rope, Knife, Hall, Study, Plum, Green"],
        ["players Ann Bob", "side 4", "me Bob", "table Rope"],
    ]
)


def check(book: Casebook) -> None:
    """What must hold of a casebook, whatever its lines are."""
    assert [line.number for line in book.lines] == list(range(1, len(book.lines) + 1))
    for line in book.lines:
        assert line.error is None or (line.said is None and not line.facts)
        assert line.error is None or line.error.number == line.number
    for error in book.errors:
        assert error.reason
        assert error.reason.isprintable()


def asked(book: Casebook) -> None:
    """Everything that can be asked, answered."""
    if not book.ready:
        with pytest.raises(NotReady):
            assert book.worlds
        return
    if book.conflict is not None:
        assert book.worlds == 0
        assert set(book.suspects) <= set(book.conflict)
        with pytest.raises(Contradiction):
            assert book.belief
        return
    assert book.worlds > 0
    assert sum(triple.probability for triple in book.triples) == pytest.approx(1)
    for one in book.certain:
        assert book.holding(one.card, one.place) is one.holds
    for one in book.certain[:2]:
        assert set(book.reason(one.card, one.place)) <= {line.number for line in book.lines}


@settings(max_examples=250, deadline=None)
@given(STARTS, st.lists(LINES, max_size=4), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_text_is_kept_and_read(start, lines, end, ended):
    text = end.join([*start, *lines]) + end * ended
    book = Casebook.read(text)
    assert book.text() == text
    check(book)


@settings(max_examples=250, deadline=None)
@given(STARTS, st.lists(LINES, max_size=6))
@example([], ["\r"])
def test_line_by_line_is_as_the_whole_text(start, lines):
    book = Casebook.of(start)
    taken = list(start)
    for line in lines:
        before = book.text()
        try:
            after = book.added(line)
        except LineError as error:
            refused = error
        else:
            refused = None
        if refused is not None:
            assert refused.number == len(taken) + 1 or "\n" in line
            assert book.text() == before
            continue
        assert book.text() == before
        taken.append(line)
        book = after
    assert not book.errors
    whole = Casebook.of(taken)
    assert [(line.text, line.said, line.facts) for line in book.lines] == [
        (line.text, line.said, line.facts) for line in whole.lines
    ]
    assert book.sizes == whole.sizes
    if taken:
        assert book.undone().text() == Casebook.of(taken[:-1]).text()


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_notebooks_with_slips_of_the_pen(seed, data):
    rng = random.Random(seed)
    players = data.draw(st.integers(3, 6))
    game, me, events = played(rng, CLASSIC.kinds, players, data.draw(st.integers(1, 12)))
    lines, _ = written(rng, game, me, events)
    for _ in range(data.draw(st.integers(1, 4))):
        i = data.draw(st.integers(0, len(lines) - 1))
        lines[i] = data.draw(slips(lines[i], lines))
    book = Casebook.of(lines)
    assert book.text() == "".join(f"{line}\n" for line in lines)
    check(book)
    asked(book)


@st.composite
def slips(draw, line, lines):
    """A line with a slip: a letter or a word left out, doubled, put elsewhere, another one."""
    units = line.split(" ") if draw(st.booleans()) else list(line)
    join = " " if " ".join(units) == line and len(units) != len(line) else ""
    i = draw(st.integers(0, max(0, len(units) - 1)))
    kind = draw(st.sampled_from(["out", "double", "swap", "other", "insert", "line"]))
    if kind == "line" or not units:
        return draw(st.sampled_from(lines))
    if kind == "out":
        units[i : i + 1] = []
    elif kind == "double":
        units[i : i + 1] = [units[i]] * 2
    elif kind == "swap":
        units[i : i + 2] = units[i : i + 2][::-1]
    else:
        new = draw(WORDS) if join else draw(st.characters(exclude_characters="\n\r"))
        units[i : i + (kind == "other")] = [new]
    return join.join(units)


LIKE_WORDS = Edition(
    "like words", ("Andrew", "Showman", "Dido", "Passenger"), ("Hasp", "Cane", "Noose", "Passkey"),
    ("Theatre", "Shed", "Allotment", "Yesterday Inn", "Mustang", "Xylophone Room"),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([CLASSIC, LIKE_WORDS]),
    st.data(),
    st.lists(st.sampled_from([*sorted(ORDINARY), "s", "Cid", "Dee", ","]), max_size=5),
)
def test_words_of_the_language_are_never_cards_that_were_shown(edition, data, words):
    three = ", ".join(data.draw(st.sampled_from(kind)) for kind in edition.kinds)
    book = Casebook.of(["players Ann Bob Cid Dee", "me Ann"], None, edition)
    try:
        line = book.added(f"Bob: {three} -> Cid {' '.join(words)}").lines[-1]
    except LineError:
        return
    assert line.said.shown is None
    if len(words) == 1 and words[0] in PASSES | NO:
        assert line.said.passed == ("Cid",)


TOML = """name = "Pier"
suspects = ["Dr Orchid", "Captain Brown", "Miss Peach"]
weapons = ["Rope", "Oar"]
rooms = ["Arcade", "Tea Room"]
[aliases]
"Oar" = ["Paddle"]
"""


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_files_of_editions(data, tmp_path_factory):
    raw = data.draw(
        st.binary(max_size=80)
        | st.lists(slips(TOML, TOML.split("\n")), min_size=1, max_size=1).map(
            lambda some: some[0].encode(errors="surrogatepass")
        )
    )
    path = tmp_path_factory.mktemp("edition") / "x.toml"
    path.write_bytes(raw)
    try:
        edition = Edition.load(path)
    except LineError:
        return
    book = Casebook.of(["players Ann Bob"], None, edition)
    if not book.errors:
        assert book.worlds > 0


@pytest.mark.parametrize(
    "name", ["", ".", "..", "x\0.toml", "/dev", "a/" * 300 + "x.toml", "~.toml"]
)
def test_names_of_files_that_are_none(tmp_path, name):
    with pytest.raises(LineError):
        Casebook(tmp_path).added(f"edition {name}")


def test_a_file_that_never_ends_is_not_read(tmp_path):
    (tmp_path / "x.toml").symlink_to("/dev/zero")
    with pytest.raises(LineError, match="is no file"):
        Casebook(tmp_path).added("edition x.toml")
    (tmp_path / "y.toml").write_text("#" * 70_000)
    with pytest.raises(LineError, match="larger than 65,536 bytes: that is no edition"):
        Casebook(tmp_path).added("edition y.toml")


def test_texts_that_take_long_to_look_at_do_not():
    """Quadratic ways of reading would take minutes here."""
    for text in ("Bob " * 40_000, "hand " + "Ball Ro " * 120, "(" * 100_000, "# " * 100_000,
                 "players " + "A" * 900, "é" * 100_000, "\n" * 20_000):  # fmt: skip
        book = Casebook.read(f"players Ann Bob Cid\nme Ann\n{text}")
        assert book.text().endswith(text)
