"""The page about Virus! cannot lie: its tables are the program's."""

from __future__ import annotations

import dataclasses

from tests.games.test_reference_docs import table_rows
from tests.games.virus_tables import GAME


def test_the_table_of_parameters():
    presets = [*GAME.presets.values()]

    def said(value: object) -> str:
        return getattr(value, "name", str(value)).lower()

    wanted = [
        [field.name, *(said(getattr(rules, field.name)) for rules in presets)]
        for field in dataclasses.fields(presets[0])
    ]
    assert [row[:3] for row in table_rows("virus", "parameter")] == wanted


def test_the_table_of_places():
    wanted = [[str(int(place)), GAME.decision_name(place)] for place in GAME.decisions]
    assert [row[:2] for row in table_rows("virus", "number")] == wanted


def test_the_table_of_options_has_every_code():
    named: list[int] = []
    s = GAME.new().record_array[0]
    for code, _, said in table_rows("virus", "code"):
        first, _, last = code.partition("-")
        named += range(int(first), int(last or first) + 1)
        assert GAME.words.option(s, int(first)) == said
    assert named == list(range(GAME.option_codes))


def test_the_table_of_zones():
    rows = [row[0].split(" … ") for row in table_rows("virus", "zone")]
    names = GAME.zones.names
    covered = [names[names.index(a[0]) : names.index(a[-1]) + 1] for a in rows]
    assert sorted(name for part in covered for name in part) == sorted(names)
