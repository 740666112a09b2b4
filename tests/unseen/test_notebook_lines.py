"""Lines of a notebook: what people type is understood, what makes no sense is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unseen.notebook import CLASSIC, Casebook, Edition, LineError
from unseen.notebook.lines import FORMS, said
from unseen.notebook.sayings import (
    Accusation,
    FaceDown,
    FaceUp,
    Hand,
    Has,
    Lacks,
    Looked,
    MeIs,
    PlayersAre,
    Sizes,
    Suggestion,
)
from unseen.notebook.setup import Setup

FOUR = ("Ann", "Bob", "Cid", "Dan")
TABLE = Setup().after(PlayersAre(FOUR), 1).after(MeIs("Ann"), 2).after(FaceDown(2), 3)
NAMED = ("Scarlet", "Rope", "Study")


def read(text):
    saying = said(text, TABLE)
    TABLE.after(saying, 9)
    return saying


@pytest.mark.parametrize(
    "text",
    [
        "hand Lead Pipe Knife Hall",
        "hand lead-pipe, KNIFE; hall",
        "Hand: leadpipe knife hall",
        "my hand is lead pipe, dagger and the hall",
        "my cards: lead piping / knife / hall",
        "hand lead p knif hal",
        "hand pipe kni, ha   # dealt by Dan",
        "I have Lead Pipe, Knife, Hall",
        "I have got the lead pipe, the knife and the hall",
    ],
)
def test_cards_are_understood_however_they_are_spelled(text):
    assert read(text) == Hand(("Lead Pipe", "Knife", "Hall"))


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("Miss Scarlett", "Scarlet"),
        ("miss scarlet", "Scarlet"),
        ("Prof. Plum", "Plum"),
        ("Dr Plum", "Plum"),
        ("colonel mustard", "Mustard"),
        ("Reverend Green", "Green"),
        ("mr. green", "Green"),
        ("dining", "Dining Room"),
        ("DININGROOM", "Dining Room"),
        ("dining-room", "Dining Room"),
        ("ball room", "Ballroom"),
        ("billiards", "Billiard Room"),
        ("Bïllîard Room", "Billiard Room"),
        ("ki", "Kitchen"),
        ("Peac", "Peacock"),
    ],
)
def test_titles_accents_and_beginnings(typed, card):
    assert CLASSIC.card(typed) == card


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Ropee", "'Ropee' is no card: did you mean Rope?"),
        ("Leed Pip", "'Leed Pip' is no card: did you mean Lead Pipe?"),
        ("Candelstick", "'Candelstick' is no card: did you mean Candlestick?"),
        ("L", "'L' could be Lead Pipe, Lounge or Library"),
        ("mrs", "'mrs' could be White or Peacock"),
        ("xyz", "'xyz' is no card: see the names of the edition (classic)"),
        ("Rope Knife", "'Rope Knife' is Rope and Knife: name one card"),
        ("", "'' is no card"),
        ("Rope!?", "'?' in 'Rope!?' says nothing here: write names, with spaces or commas between "
                   "them"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_with_the_nearest_one(typed, told):
    with pytest.raises(LineError) as error:
        CLASSIC.card(typed)
    assert error.value.reason == told


def test_words_that_can_be_taken_together_in_two_ways_are_refused():
    with pytest.raises(LineError, match="could be Ballroom or Ballroom and Rope: put commas"):
        read("hand Ball Ro")
    assert read("hand Ball, Ro") == Hand(("Ballroom", "Rope"))
    assert read("hand Ballroom Ro") == Hand(("Ballroom", "Rope"))


SHOWN = Suggestion("Bob", NAMED, ("Cid",), "Dan")
SEEN = Suggestion("Bob", NAMED, ("Cid",), "Dan", "Rope")
NOBODY = Suggestion("Bob", NAMED, ("Cid", "Dan", "Ann"), nobody=True)
UNKNOWN = Suggestion("Bob", NAMED, ("Cid", "Dan"))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Bob: Scarlet Rope Study -> Dan shows", SHOWN),
        ("bob: miss scarlett, rope, study => dan", SHOWN),
        ("BOB asks Study Rope Scarlet → Dan showed a card", SHOWN),
        ("Bob suggests Scarlet/Rope/Study --> shown by Dan", SHOWN),
        ("Bob Scarlet Rope Study, Dan shows", SHOWN),
        ("B: Sc, Rope, St -> D", SHOWN),
        ("Bob guesses Scarlet with the Rope in the Study: Dan disproves it", SHOWN),
        ("Bob: Scarlet Rope Study -> Cid passes, Dan shows", SHOWN),
        ("Bob: Scarlet Rope Study -> Cid passes Dan shows one of them", SHOWN),
        ("Bob: Scarlet Rope Study -> Cid can't, then Dan shows him one", SHOWN),
        ("Bob: Scarlet Rope Study -> Cid has nothing and Dan has one", SHOWN),
        ("Bob: Scarlet Rope Study -> Dan shows a card, Cid passed", SHOWN),
        ("Bob: Scarlet Rope Study -> Dan shows Bob", SHOWN),
        ("Bob: Scarlet Rope Study -> Dan shows Rope", SEEN),
        ("Bob: Scarlet Rope Study -> Dan shows the rope to Bob", SEEN),
        ("Bob: Scarlet Rope Study -> Dan shows Bob the Rope", SEEN),
        ("Bob: Scarlet Rope Study -> Dan Rope", SEEN),
        ("Bob: Scarlet Rope Study -> Dan shows Rop", SEEN),
        ("Bob - Scarlet - Rope - Study -> Dan (Rope)", SEEN),
        ("Bob: Scarlet Rope Study -> nobody", NOBODY),
        ("Bob: Scarlet Rope Study -> no one", NOBODY),
        ("Bob: Scarlet Rope Study -> none", NOBODY),
        ("Bob: Scarlet Rope Study nobody shows anything", NOBODY),
        ("Bob suggests Scarlet, Rope, Study; no one could disprove it.", NOBODY),
        ("Bob: Scarlet Rope Study -> all pass", NOBODY),
        ("Bob: Scarlet Rope Study -> everybody passes", NOBODY),
        ("Bob: Scarlet Rope Study -> Cid, Dan and Ann pass", NOBODY),
        ("Bob: Scarlet Rope Study -> Cid passes, Dan passes, I pass", NOBODY),
        ("Bob: Scarlet Rope Study -> Ann passes", NOBODY),
        ("Bob: Scarlet Rope Study -> Dan passes", UNKNOWN),
        ("Bob: Scarlet Rope Study -> Dan shows nothing", UNKNOWN),
        ("Bob: Scarlet Rope Study -> Dan couldn't", UNKNOWN),
        ("I suggest Scarlet Rope Study, Bob shows me the rope",
         Suggestion("Ann", NAMED, (), "Bob", "Rope")),
        ("me: Scarlet Rope Study -> Cid rope", Suggestion("Ann", NAMED, ("Bob",), "Cid", "Rope")),
        ("Dan: Scarlet Rope Study -> I show Study", Suggestion("Dan", NAMED, (), "Ann", "Study")),
        ("Dan: Scarlet Rope Study -> me", Suggestion("Dan", NAMED, (), "Ann")),
    ],
)  # fmt: skip
def test_suggestions_are_understood_however_they_are_told(text, meant):
    assert read(text) == meant


@pytest.mark.parametrize(
    ("came", "meant"),
    [
        ("Cid can't, Dan can", SHOWN),
        ("Cid cannot, Dan can show one", SHOWN),
        ("Cid couldn't, Dan could", SHOWN),
        ("Cid doesn't, Dan does", SHOWN),
        ("Cid didn't, Dan did", SHOWN),
        ("Cid does not, Dan must (show)", SHOWN),
        ("Cid no, Dan yes", SHOWN),
        ("Cid: no, Dan: yes", SHOWN),
        ("Cid nope, Dan has to show", SHOWN),
        ("Cid x, Dan has to", SHOWN),
        ("Cid p, Dan shows", SHOWN),
        ("Cid has passed, Dan must show him a card", SHOWN),
        ("Cid had to pass, Dan has it", SHOWN),
        ("Dan refutes", SHOWN),
        ("refuted by Dan", SHOWN),
        ("a card from Dan", SHOWN),
        ("one from Dan", SHOWN),
        ("Dan's got it", SHOWN),
        ("Dan disproves with the Rope", SEEN),
        ("got rope from Dan", SEEN),
        ("Bob was shown the rope by Dan", SEEN),
        ("the rope from Dan", SEEN),
        ("Dan's rope", SEEN),
        ("Dan must show rope", SEEN),
        ("Cid x Dan rope", SEEN),
        ("no", NOBODY),
        ("x", NOBODY),
        ("Nope.", NOBODY),
        ("no card", NOBODY),
        ("nobody could show a card", NOBODY),
        ("nobody had anything to show", NOBODY),
        ("no one was able to show a card", NOBODY),
        ("no player shows one", NOBODY),
        ("Cid p, Dan p, Ann p", NOBODY),
        ("Cid passes, nobody shows", NOBODY),
        ("Cid can't, Dan can't", UNKNOWN),
        ("Dan no", UNKNOWN),
        ("Dan P", UNKNOWN),
        ("Dan did not", UNKNOWN),
        ("Dan must pass", UNKNOWN),
        ("Dan has none of them", UNKNOWN),
        ("Dan has nothing to show", UNKNOWN),
    ],
)
@pytest.mark.parametrize("cards", [NAMED, ("Plum", "Candlestick", "Conservatory"),
                                   ("Mustard", "Candlestick", "Dining Room")])  # fmt: skip
def test_what_people_do_is_never_taken_for_the_beginning_of_a_card(came, meant, cards):
    """Whatever was suggested: can is no Candlestick, must no Mustard, p no Plum."""
    came = came.replace("Rope", cards[1]).replace("rope", cards[1].lower())
    card = meant.shown and cards[1]
    told = read(f"Bob: {', '.join(cards)} -> {came}")
    assert told == Suggestion("Bob", cards, meant.passed, meant.shower, card, meant.nobody)


@pytest.mark.parametrize(
    ("came", "told"),
    [
        ("Cid s", "'s' is no answer: write passes, or shows, or a whole name"),
        ("Cid shows must", "'must' is no answer"),
        ("Cid shows ca", "'ca' is no answer"),
        ("Cid shows con", "'con' is no answer"),
        ("Cid will", "'will' is no answer"),
        ("pass", "say who passes before 'pass', as in: Cid passes; or all pass"),
        ("p", "say who passes before 'p'"),
        ("yes", "say who shows a card: Cid, Dan or Ann"),
        ("can", "say who shows a card: Cid, Dan or Ann"),
        ("no, Cid yes", "either nobody shows a card or Cid does"),
        ("Cid, nobody", "say what Cid did: passes, or shows"),
        ("Cid has no rope", "say who shows Rope"),
        ("Cid can, Dan can", "one player shows a card, not Cid and Dan"),
        ("Cid can, Dan can't", "Dan is asked after Cid"),
        ("all passed but Dan", "say what Dan did"),
        ("Cid was shown rope", "a card is shown to who asks for it: Bob, not Cid"),
        ("to", "a card is shown to who asks for it: Bob"),
        ("Cid no no", "say who passes before 'no'"),
        ("Cid yes no", "either nobody shows a card or Cid does"),
        ("Cid passed it to Dan", "a card is shown to who asks for it: Bob, not Dan"),
        ("Cid -", "say what Cid did: passes, or shows"),
        ("Cid: +", "say what Cid did: passes, or shows"),
    ],
)
def test_what_could_be_more_than_one_thing_is_asked_for(came, told):
    with pytest.raises(LineError) as error:
        read(f"Bob: Mustard Rope Conservatory -> {came}")
    assert told in error.value.reason


def table_of(*players, cards=CLASSIC):
    return Setup(edition=cards).after(PlayersAre(players), 1).after(MeIs(players[0]), 2)


@pytest.mark.parametrize(
    ("players", "text", "meant"),
    [
        ("A B C", "A: white rope hall -> B shows a card", "A: White, Rope, Hall -> B shows"),
        ("A B C", "B suggests a white with a rope in a hall, C shows a rope",
         "B: White, Rope, Hall -> C shows Rope"),
        ("A B C", "b white rope hall a shows", "B: White, Rope, Hall -> A shows"),
        ("A B C", "B: white rope hall -> C can't, A can", "B: White, Rope, Hall -> A shows"),
        ("A B C", "me: white rope hall -> b p", "A: White, Rope, Hall -> B passes"),
        ("A B C", "A and B lack rope", "A, B lack Rope"),
        ("A B C", "cards A 6 B 6 C 6", "cards A 6, B 6, C 6"),
        ("Lou Con Bill", "Con: white rope lou -> lou shows lounge",
         "Con: White, Rope, Lounge -> Lou shows Lounge"),
        ("Lou Con Bill", "Lou: white rope con -> Con can't",
         "Lou: White, Rope, Conservatory -> Con passes"),
        ("Nora Candice Ann", "Ann: white rope hall -> no", "Ann: White, Rope, Hall -> nobody"),
        ("Nora Candice Ann", "Nora: white rope hall -> Candice can",
         "Nora: White, Rope, Hall -> Candice shows"),
        ("Peter Louis Ann", "Louis: white rope hall -> Ann passes, P shows",
         "Louis: White, Rope, Hall -> Peter shows"),
        ("Peter Louis Ann", "Louis: white rope hall -> A", "Louis: White, Rope, Hall -> Ann shows"),
        ("Red_Rose Ann_Lee Bob", "rose: white rope hall -> lee can't, bob can",
         "Red Rose: White, Rope, Hall -> Bob shows"),
        ("Will_Day Ann Bob", "Bob: white rope hall -> will shows",
         "Bob: White, Rope, Hall -> Will Day shows"),
        ("PlumB Ann Bob", "Bob: plum rope hall -> plumb shows plum",
         "Bob: Plum, Rope, Hall -> PlumB shows Plum"),
    ],
)  # fmt: skip
def test_names_of_players_that_are_like_words_or_cards(players, text, meant):
    table = table_of(*(name.replace("_", " ") for name in players.split()))
    assert str(said(text, table)) == meant


@pytest.mark.parametrize(
    ("players", "text", "told"),
    [
        ("Lou Con Bill", "Con: white rope lou -> lou shows lou",
         "'lou' is Lou, and begins Lounge too: write Lounge"),
        ("Lou Con Bill", "Con white rope lou, lou shows",
         "'lou' is a player, and begins Lounge too: write Lounge"),
        ("Peter Louis Ann", "Peter: white rope lounge -> Ann shows lou",
         "'lou' could be Louis or Lounge: write all of it"),
        ("Peter Louis Ann", "Louis: white rope hall -> p", "'p' could be passes or Peter"),
        ("Peter Louis Ann", "Louis: white rope hall -> Ann p", "'p' could be passes or Peter"),
        ("Xavier Louis Ann", "Louis: white rope hall -> x", "'x' could be passes or Xavier"),
        ("PlumB Ann Bob", "Bob: plum rope hall -> plum", "say who shows Plum"),
        ("Will_Day Ann Bob", "Will: plum rope hall -> Ann will", "'will' is no answer"),
        ("Anna Bob Cid", "Bob: plum rope hall -> an", "'an' is no player: did you mean Anna?"),
    ],
)  # fmt: skip
def test_what_could_be_a_player_or_something_else_is_refused(players, text, told):
    with pytest.raises(LineError) as error:
        said(text, table_of(*(name.replace("_", " ") for name in players.split())))
    assert told in error.value.reason


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Cid accuses Scarlet Rope Study wrong", Accusation("Cid", NAMED, False)),
        ("Cid accused Scarlet, Rope, Study: incorrect", Accusation("Cid", NAMED, False)),
        ("cid accuses study, rope, scarlet and is wrong!", Accusation("Cid", NAMED, False)),
        ("Cid accuses Scarlet Rope Study -> not right", Accusation("Cid", NAMED, False)),
        ("Cid accuses Scarlet Rope Study, right", Accusation("Cid", NAMED, True)),
        ("I accuse Scarlet with the Rope in the Study and it is correct",
         Accusation("Ann", NAMED, True)),
        ("I accuse Scarlet Rope Study and it fails", Accusation("Ann", NAMED, False)),
        ("Cid accuses Scarlet Rope Study -> no", Accusation("Cid", NAMED, False)),
        ("Cid accuses Scarlet Rope Study -> yes", Accusation("Cid", NAMED, True)),
        ("Cid wrongly accuses Scarlet Rope Study", Accusation("Cid", NAMED, False)),
        ("Cid rightly accuses Scarlet Rope Study", Accusation("Cid", NAMED, True)),
        ("Cid accuses Scarlet Rope Study, isn't right", Accusation("Cid", NAMED, False)),
        ("Bob suspects Scarlet Rope Study -> Dan", SHOWN),
        ("Bob asks for Scarlet, Rope and Study: Cid: no, Dan: yes", SHOWN),
        ("Bob: Scarlet Rope Study > Dan", SHOWN),
        ("Bob: Scarlet Rope Study; Cid: no; Dan: yes", SHOWN),
        ("Bob: Scarlet Rope Study, Cid can't, Dan can", SHOWN),
        ("Bob: Scarlet Rope Study, a card from Dan", SHOWN),
        ("Bob: Scarlet Rope Study, got rope from Dan", SEEN),
        ("Bob: Scarlet Rope Study, no", NOBODY),
        ("Bob -> scarlet rope study -> Dan", SHOWN),
        ("3. Bob: Scarlet Rope Study -> Dan", SHOWN),
        ("12) Bob has Rope", Has("Bob", ("Rope",))),
        ("case has Rope", Has("case file", ("Rope",))),
        ("the file lacks Rope", Lacks("case file", ("Rope",))),
        ("Bob lacks rope or hall", Lacks("Bob", ("Rope", "Hall"))),
        ("Bob has neither rope nor hall", Lacks("Bob", ("Rope", "Hall"))),
        ("Bob doesn't have rope or hall", Lacks("Bob", ("Rope", "Hall"))),
        ("Bob and Cid lack Rope", Lacks("Bob", ("Rope",), ("Cid",))),
        ("Bob, Cid & me don't have Rope", Lacks("Bob", ("Rope",), ("Cid", "Ann"))),
        ("neither Bob nor Cid has Rope", Lacks("Bob", ("Rope",), ("Cid",))),
        ("nobody has rope", Lacks("Ann", ("Rope",), ("Bob", "Cid", "Dan"))),
        ("no one has rope", Lacks("Ann", ("Rope",), ("Bob", "Cid", "Dan"))),
        ("all lack rope", Lacks("Ann", ("Rope",), ("Bob", "Cid", "Dan"))),
        ("Bob has Rope", Has("Bob", ("Rope",))),
        ("Bob holds the rope and the knife", Has("Bob", ("Rope", "Knife"))),
        ("Ann has Rope", Has("Ann", ("Rope",))),
        ("Bob has got Rope", Has("Bob", ("Rope",))),
        ("side has Rope", Has("side", ("Rope",))),
        ("case file has rope", Has("case file", ("Rope",))),
        ("the envelope lacks Rope", Lacks("case file", ("Rope",))),
        ("Bob lacks Rope, Knife", Lacks("Bob", ("Rope", "Knife"))),
        ("Bob hasn't Rope", Lacks("Bob", ("Rope",))),
        ("Bob hasn’t got the Rope", Lacks("Bob", ("Rope",))),
        ("Bob has no Rope", Lacks("Bob", ("Rope",))),
        ("Bob does not have Rope", Lacks("Bob", ("Rope",))),
        ("Bob doesn't have Rope", Lacks("Bob", ("Rope",))),
        ("I don't have Rope", Lacks("Ann", ("Rope",))),
        ("side Rope", Looked(("Rope",))),
        ("looked at Rope", Looked(("Rope",))),
        ("saw Rope, Knife", Looked(("Rope", "Knife"))),
        ("table Rope Study", FaceUp(("Rope", "Study"))),
        ("cards Ann 4 Bob 4, Cid 4 / Dan 4",
         Sizes((("Ann", 4), ("Bob", 4), ("Cid", 4), ("Dan", 4)))),
        ("sizes: 4 4 4 4", Sizes((("Ann", 4), ("Bob", 4), ("Cid", 4), ("Dan", 4)))),
    ],
)  # fmt: skip
def test_all_other_lines_are_understood(text, meant):
    assert read(text) == meant


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("players Ann Bob Cid", ("Ann", "Bob", "Cid")),
        ("Players: Ann, Bob and Cid", ("Ann", "Bob", "Cid")),
        ("players Ann Lee, Bob, O'Neil", ("Ann Lee", "Bob", "O'Neil")),
        ("players Anne-Marie Zoë", ("Anne-Marie", "Zoë")),
    ],
)
def test_players(text, names):
    assert said(text, Setup()) == PlayersAre(names)


def test_names_of_several_words_are_known_again():
    book = Casebook.of(["players Ann Lee, Anne-Marie, O'Neil", "I am Ann Lee"])
    assert book.me == "Ann Lee"
    lines = ["oneil: scarlet rope study -> anne-marie shows", "Ann L has Rope", "o'n lacks rope"]
    for line in lines:
        book = book.added(line)
    assert book.lines[2].said == Suggestion("O'Neil", NAMED, ("Ann Lee",), "Anne-Marie")
    assert book.lines[4].said == Lacks("O'Neil", ("Rope",))
    with pytest.raises(LineError, match="'An' could be Ann Lee or Anne-Marie"):
        book.added("An has Rope")


@pytest.mark.parametrize("text", ["", "   ", "\t", "# a comment", "  # Bob has Rope", "\ufeff"])
def test_comments_and_blank_lines_say_nothing(text):
    assert said(text, TABLE) is None


REFUSED = [
    ("Bob: Scarlet Rope -> nobody", "name one suspect, one weapon and one room: this has no room"),
    ("Bob: Scarlet Rope Knife Study -> nobody", "this has 2 weapons (Rope and Knife)"),
    ("Bob: Scarlet Rope Rope Study -> nobody", "Rope is named twice"),
    ("Bob: Scarlet Rope Study", "say what came of it: -> Cid shows, -> Cid shows Rope, or -> nobo"),
    ("Bob: Scarlet Rope Study ->", "say what came of it"),
    ("Bob: Scarlet Rope Study -> Bob shows", "Bob suggests, and only others answer: Cid, Dan and"),
    ("Bob: Scarlet Rope Study -> Bob passes", "Bob suggests, and only others answer"),
    ("Bob: Scarlet Rope Study -> Dan shows Knife", "Knife cannot be shown: only Scarlet, Rope or"),
    ("Bob: Scarlet Rope Study -> Cid shows, Dan passes", "Dan is asked after Cid, who shows a car"),
    ("Bob: Scarlet Rope Study -> Cid shows, Dan shows", "one player shows a card, not Cid and Dan"),
    ("Bob: Scarlet Rope Study -> Cid and Dan show", "one player shows a card, not Cid and Dan"),
    ("Bob: Scarlet Rope Study -> Cid passes, Cid shows", "Cid either passes or shows a card"),
    ("Bob: Scarlet Rope Study -> nobody, Cid shows", "either nobody shows a card or Cid does"),
    ("Bob: Scarlet Rope Study -> shows", "say who shows a card: Cid, Dan or Ann"),
    ("Bob: Scarlet Rope Study -> Rope", "say who shows Rope, as in: Cid shows Rope"),
    ("Bob: Scarlet Rope Study -> Cid shows Rope to Dan", "shown to who asks for it: Bob, not Dan"),
    ("Bob: Scarlet Rope Study -> Cid shows Rope, Study", "say who shows Study"),
    ("Bob: Scarlet Rope Study -> Zoe shows", "'Zoe' is no player: Ann, Bob, Cid and Dan play"),
    ("Bob: Scarlet Rope Study -> Cidd shows", "'Cidd' is no player: did you mean Cid?"),
    ("Bob: Scarlet Ropee Study -> Cid shows", "'Ropee' is no card: did you mean Rope?"),
    ("Zoe has Rope", "'Zoe' is no player: Ann, Bob, Cid and Dan play"),
    ("Bop has Rope", "'Bop' is no player: did you mean Bob?"),
    ("hnad Rope", "'hnad' begins no line: did you mean hand?"),
    ("Cid accuses Scarlet Rope Study", "say at the end whether the accusation is right or wrong"),
    ("Cid accuses Scarlet Rope Study right wrong", "say at the end whether the accusation is"),
    ("Cid accuses Scarlet Rope Study not wrong", "say at the end whether the accusation is right"),
    ("Cid accuses Rope Study wrong", "this has no suspect"),
    ("side accuses Scarlet Rope Study wrong", "'accuses' is no card"),
    ("case file: Scarlet Rope Study -> nobody", "case file does nothing: write what it has or lac"),
    ("Bob has", "Bob has what? Name a card"),
    ("Bob lacks", "Bob lacks what? Name a card"),
    ("Bob does Rope", "say what Bob has or lacks, as in: Bob has Rope"),
    ("Bob has Rope Rope", "Rope is named twice"),
    ("Bob has Rope Knife Wrench Hall Study", "Bob holds 4 cards, and these are 5"),
    ("Bob has nothing", "Bob holds 4 cards: name what is not there, as in: Bob lacks"),
    ("Bob never has Knife", "never is not said here, lacks is: Bob lacks Knife"),
    ("Bob has rope or hall", "which of them? Only what is certain can be written"),
    ("Bob or Cid has rope", "which of Bob and Cid? Only what is certain can be written"),
    ("Bob and Cid have rope", "Rope is in one place, not with Bob and Cid: write a line for each"),
    ("nobody lacks rope", "say it without two denials"),
    ("Bob, Bob lack rope", "'Bob' is named twice"),
    ("table has Rope", "nothing lies on the table: say first what does, as in: table"),
    ("scarlet knife hall: nobody", "say what was suggested, and by whom: Ann: Scarlet Rope Hall"),
    ("I can't", "say what was suggested, and by whom"),
    ("Dan can show one", "say what was suggested, and by whom"),
    ("no", "say what was suggested, and by whom"),
    ("Bob", "say what was suggested, and by whom: Ann: Scarlet Rope Hall -> Bob shows"),
    ("Cid shows Rope", "say what was suggested, and by whom"),
    ("nobody", "say what was suggested, and by whom"),
    ("-> nobody", "say what was suggested, and by whom"),
    (": nobody", "':' is no name: begin with a player's name"),
    ("...", "'...' says nothing"),
    ("Bob: Scarlet @ Rope", "'@' in 'Bob: Scarlet @ Rope' says nothing here"),
    ("hand", "hand of what? Write it as in: hand Scarlet, Rope, Hall"),
    ("hand the", "name at least one card"),
    ("hand Rope Rope", "Rope is named twice in the hand: there is one of each card"),
    ("hand Rope Knife Wrench Hall Study", "Ann holds 4 cards, and the hand has 5: where sizes dif"),
    ("my Rope", "my what? Write my hand as in"),
    ("me Bob", "line 2 says whose notebook it is: take it out to change that"),
    ("players Ann Bob", "line 1 says who plays: take it out to change that"),
    ("edition classic", "the edition comes before all else, and line 1 has said something"),
    ("edition nothing", "'nothing' is no edition: write classic, or the name of a TOML file"),
    ("edition nothing.toml", "'nothing.toml' cannot be read: no such file or directory"),
    ("cards Ann 4", "say how many cards Bob, Cid and Dan hold too"),
    ("cards Ann 4 Bob Cid 4", "say how many cards Bob holds, as in: Bob 4"),
    ("cards Ann 4 Ann 4", "the cards of Ann are said twice"),
    ("cards 4 4 4", "3 sizes for 4 players: give one for each"),
    ("cards 4 4 4 5", "the hands add up to 17 cards, but 16 are dealt: 21 less 3 in the case file, "
                      "2 at the side; say what lies"),
    ("cards 99999 4 4 4", "'99999' is more cards than there are"),
    ("side 3", "line 3 says the number of side cards: take it out to change that"),
    ("looked Rope Knife Hall", "there are 2 side cards, and this makes 3 that were looked at"),
    ("Bob has " + "Rope " * 400, "a line of 2,007 letters: 1000 are the most"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=[text[:40] for text, _ in REFUSED])
def test_what_makes_no_sense_is_refused_in_one_sentence(text, told):
    with pytest.raises(LineError) as error:
        read(text)
    assert told in error.value.reason
    assert "\n" not in error.value.reason


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players Ann", "1 player: 2 to 6 can play"),
        ("players A1 B C D E F G", "7 players: 2 to 6 can play"),
        ("players Ann ann", "'ann' and 'Ann' cannot be told apart: give each player a name of the"),
        ("players Ann Rope", "'Rope' is no player's name here: it could be Rope"),
        ("players Ann Scarlett", "'Scarlett' is no player's name here: it could be Scarlet"),
        ("players Ann Room", "'Room' is no player's name here: it could be a card"),
        (
            "players Plum Bob",
            "'Plum' is no player's name here: it could be Plum; call the player PlumB",
        ),
        (
            "players I Bob",
            "'I' can be no player's name: it says something else here; write more of",
        ),
        ("players X Bob", "'X' can be no player's name"),
        ("players P Bob", "'P' can be no player's name"),
        ("players Plum P, Bob", "'Plum P' can be no player's name"),
        ("players Ann nobody", "'nobody' can be no player's name: it says something else here"),
        ("players Ann me", "'me' can be no player's name"),
        ("players Ann 7", "'7' can be no player's name"),
        ("players Ann B:b", "'B:b' can be no player's name: write up to 20 letters"),
        ("players Ann " + "b" * 21, "can be no player's name: write up to 20 letters"),
        ("me Ann", "say who plays, clockwise and in the order of the deal: players Ann Bob Cid"),
        ("hand Rope", "say whose hand it is first: me Ann"),
        ("Bob has Rope", "say who plays, clockwise"),
        ("nobody has Rope", "say who plays, clockwise"),
        ("table Rope", "say who plays, clockwise"),
        ("cards 4 4", "say who plays, clockwise"),
        ("palyers Ann Bob", "'palyers' begins no line: did you mean players?"),
    ],
)
def test_what_needs_players_or_says_them_wrongly(text, told):
    with pytest.raises(LineError) as error:
        Casebook().added(text)
    assert told in error.value.reason


def test_who_i_am_is_asked_for_before_anything_is_said_of_me():
    book = Casebook.of(["players Ann Bob Cid"])
    for text in ("I have Rope", "me and Bob lack Rope", "I suggest Plum Rope Hall -> nobody"):
        with pytest.raises(LineError, match=r"say who '(I|me)' is first: me Ann"):
            book.added(text)


def test_cards_of_mine_go_into_the_hand_as_long_as_it_has_room():
    book = Casebook.of(["players Ann Bob Cid Dan Eve Fay", "me Ann", "I have Rope, Hall"])
    assert (book.hand, book.missing) == (("Rope", "Hall"), 1)
    for line in ("I have Hall", "I have Knife, Study", "Ann has Knife"):
        more = book.added(line)
        assert not more.errors
        assert more.hand == ("Rope", "Hall")
    assert book.added("I have Knife").missing == 0
    assert book.added("I have Knife").added("I have Study").conflict == (3, 4, 5)


def test_a_line_is_added_behind_one_that_has_no_end():
    book = Casebook.read("players Ann Bob\r\nme Ann").added("Bob has Rope")
    assert book.text() == "players Ann Bob\r\nme Ann\nBob has Rope\n"
    assert book.undone().text() == "players Ann Bob\r\nme Ann\n"


def test_settings_come_before_events_and_fit_together():
    book = Casebook.of(["players Ann Bob Cid Dan", "me Ann", "hand Rope Knife Wrench Hall Study"])
    assert not book.errors
    with pytest.raises(LineError, match="Ann holds 4 cards, and the hand has 5"):
        book.added("table Scarlet Plum")
    with pytest.raises(LineError, match="2 on the table"):
        book.undone().added("table Scarlet Plum").added("cards 5 5 4 4")
    book = book.added("Bob lacks Scarlet")
    for late in ("table Scarlet", "side 2", "cards 5 5 4 4"):
        with pytest.raises(LineError, match="must be said before the first event, which is line 4"):
            book.added(late)


@pytest.mark.parametrize(
    ("settled", "sizes"),
    [
        (["players Ann Bob"], [9, 9]),
        (["players Ann Bob", "side 4"], [7, 7]),
        (["players Ann Bob Cid"], [6, 6, 6]),
        (["players Ann Bob Cid Dan"], [5, 5, 4, 4]),
        (["players Ann Bob Cid Dan", "table Rope Hall"], [4, 4, 4, 4]),
        (["players Ann Bob Cid Dan Eve"], [4, 4, 4, 3, 3]),
        (["players Ann Bob Cid Dan Eve", "cards Ann 3 Bob 3 Cid 4 Dan 4 Eve 4"], [3, 3, 4, 4, 4]),
        (["players Ann Bob Cid Dan Eve Fay"], [3, 3, 3, 3, 3, 3]),
    ],
)
def test_hands_are_as_large_as_the_deal_makes_them(settled, sizes):
    book = Casebook.of(settled)
    assert not book.errors
    assert list(book.sizes.values()) == sizes
    assert sum(book.knowledge.capacities) == 21


PIER = """
name = "Death on the Pier"
suspects = ["Dr Orchid", "Captain Brown", "Miss Peach"]
weapons = ["Rope", "Oar"]
rooms = ["Arcade", "Tomb in the Yard", "Tea Room", "Bandstand"]
[aliases]
"Captain Brown" = ["Skipper", "Old Salt"]
"""


def test_an_edition_of_other_cards_and_sizes(tmp_path: Path):
    (tmp_path / "pier.toml").write_text(PIER)
    text = (
        'edition "pier.toml"\nplayers Ann Bob\nme Bob\nhand orchid, oar, tea\n'
        "Bob: the skipper with the rope in the tomb in the yard -> Ann shows old salt\n"
    )
    book = Casebook.read(text, tmp_path)
    assert not book.errors
    assert book.edition.name == "Death on the Pier"
    assert list(book.sizes.values()) == [3, 3]
    assert str(book.lines[4].said) == (
        "Bob: Captain Brown, Rope, Tomb in the Yard -> Ann shows Captain Brown"
    )
    # Peach and Rope are left for the file; Ann has two of the three rooms.
    assert book.worlds == 3
    assert [triple.cards for triple in book.triples] == [
        ("Miss Peach", "Rope", room) for room in ("Arcade", "Tomb in the Yard", "Bandstand")
    ]
    assert book.reason("Rope", "case file") == (4,)


def test_an_edition_that_holds_where_no_line_names_one(tmp_path: Path):
    (tmp_path / "pier.toml").write_text(PIER)
    pier = Edition.load(tmp_path / "pier.toml")
    book = Casebook.of(["players Ann Bob", "", "Bob has Oar"], tmp_path, pier)
    assert not book.errors
    assert not book.added("Ann lacks Oar").without(2).undone().errors
    assert Casebook(tmp_path, pier).added("edition classic").added("players Ann Bob").side == 0
    with pytest.raises(LineError, match="'Knife' is no card"):
        book.added("Ann has Knife")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (('name = "Death on the Pier"', "name = 4"), "name is '4': write a short text"),
        (('weapons = ["Rope", "Oar"]', ""), "write weapons as a list of names"),
        (('"Oar"', "4"), "write weapons as a list of names"),
        (('"Oar"', '"rope"'), "'rope' is the name of both Rope and rope"),
        (('"Oar"', '"Rope"'), "'Rope' is the name of two cards"),
        (('"Oar"', '"Arcade"'), "'Arcade' is the name of two cards"),
        (('"Oar"', '"a: b"'), "'a: b' can be no card's name"),
        (('"Oar"', '"the"'), "'the' can be no card's name: it says nothing in a sentence"),
        (('"Oar"', f'"{"x" * 41}"'), "can be no card's name: write up to 40 letters"),
        (("[aliases]", '[aliases]\n"Oar" = ["Foo"]\n"Rope" = ["Foo"]'),
         "'Foo' is the name of both Oar and Rope"),
        (("[aliases]", '[aliases]\n"Oar" = ["Foo"]\n"Rope" = ["foo"]'),
         "'foo' is the name of both Oar and Rope"),
        *((('"Oar"', f'"{word}"'), f"'{word}' can be no card's name")
          for word in ("Wrong", "Right", "Nobody", "Passes", "Can", "X", "File", "Table", "Me")),
        (('"Oar"', '"No Oar"'), "'No Oar' can be no card's name: 'No' says something else"),
        (('"Skipper"', '"Lost"'), "'Lost' can be no card's name"),
        (('"Skipper"', '"Oar"'), "'Oar' is the name of both Oar and Captain Brown"),
        (('"Captain Brown" = [', '"Captain Blue" = ['), "stands for 'Captain Blue', which is no"),
        (("rooms =", "roms ="), "there is no 'roms' in an edition"),
        (("[aliases]", "["), "'pier.toml' is no TOML"),
    ],
)  # fmt: skip
def test_an_edition_that_is_none_is_refused(tmp_path: Path, changed, told):
    text = PIER.replace(*changed)
    assert text != PIER
    (tmp_path / "pier.toml").write_text(text)
    with pytest.raises(LineError) as error:
        Casebook(tmp_path).added("edition pier.toml")
    assert told in error.value.reason


def test_a_suspects_title_can_be_left_out_where_the_name_is_enough():
    edition = Edition("two", ("Dr Peach", "Miss Peach", "Mr Blue"), ("Rope",), ("Hall",))
    assert edition.card("miss peach") == "Miss Peach"
    assert edition.card("captain blue") == edition.card("blue") == "Mr Blue"
    with pytest.raises(LineError, match="'Peach' could be Dr Peach or Miss Peach"):
        edition.card("Peach")


FOREIGN = Edition(
    "foreign", ("Kapitän Ahab", "Fräulein Müller"), ("Müll", "Boat Hook"), ("Tea Room", "Sea Room")
)


@pytest.mark.parametrize(
    ("typed", "card"),
    [("ahab", "Kapitän Ahab"), ("muller", "Fräulein Müller"), ("MÜLLER", "Fräulein Müller"),
     ("mull", "Müll"), ("müll", "Müll"), ("hook", "Boat Hook"), ("tea", "Tea Room")],
)  # fmt: skip
def test_a_word_that_occurs_in_one_name_only_is_that_name(typed, card):
    assert FOREIGN.card(typed) == card
    with pytest.raises(LineError, match="'room' is no card"):
        FOREIGN.card("room")


def test_such_a_word_says_what_was_shown():
    table = table_of("Ann", "Bob", cards=FOREIGN)
    shown = said("Ann: muller hook tea -> Bob shows Müller", table)
    assert shown == Suggestion("Ann", ("Fräulein Müller", "Boat Hook", "Tea Room"), (), "Bob",
                               "Fräulein Müller")  # fmt: skip


def test_without_side_cards_nothing_is_among_them():
    with pytest.raises(LineError, match="there are no side cards: say how many there are first"):
        said("side has Rope", table_of("Ann", "Bob"))


def test_what_nobody_has_is_in_the_case_file():
    book = Casebook.of(["players Ann Bob Cid", "nobody has Rope"])
    assert book.holding("Rope", "case file") is True
    assert book.reason("Rope", "case file") == (2,)


CARDS = st.sampled_from(CLASSIC.cards)
SOME = st.lists(CARDS, min_size=1, max_size=4, unique=True).map(tuple)
THREE = st.tuples(*map(st.sampled_from, CLASSIC.kinds))


@st.composite
def sayings(draw):
    """Anything that a line can say once it is known that four play."""
    who, three = draw(st.sampled_from(FOUR)), draw(THREE)
    asked = TABLE.asked(who)
    number = draw(st.integers(0, 2))
    card = draw(st.none() | st.sampled_from(three))
    other = draw(st.sampled_from(FOUR[1:]))
    return draw(
        st.sampled_from(
            [
                Suggestion(who, three, asked[:number], asked[number], card),
                Suggestion(who, three, asked, nobody=True),
                Suggestion(who, three, asked[: max(1, number)]),
                Accusation(who, three, draw(st.booleans())),
                Has(other, draw(SOME)),
                Lacks(draw(st.sampled_from([*FOUR, "case file"])), draw(SOME)),
                Lacks("case file", draw(SOME), FOUR[: 1 + number]),
                Hand(draw(SOME)),
                Looked(draw(SOME)[:2]),
                FaceUp(draw(SOME)[:2]),
            ]
        )
    )


@settings(max_examples=300, deadline=None)
@given(sayings(), st.integers(0, 3))
def test_what_was_understood_is_written_so_that_it_means_the_same(saying, how):
    text = str(saying)
    spelled = [text, text.lower(), text.upper(), text.replace(",", "  /")][how]
    assert said(spelled, TABLE) == saying


@pytest.mark.parametrize("form", [form for form, _ in FORMS if not form.startswith("edition")])
def test_every_form_that_help_shows_can_be_typed(form):
    settled = ["players Ann Bob Cid", "me Ann"]
    if form.startswith("looked"):
        settled.append("side 4")
    setup = Setup()
    for line in settled[: {"players": 0, "me": 1}.get(form.split()[0])]:
        setup = setup.after(said(line, setup), 1)
    saying = said(form, setup)
    assert saying is None if form.startswith("#") else setup.after(saying, 3)
