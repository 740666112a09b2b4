"""``unseen believe``: from what a file says of hidden cards, what can be true of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from beliefs import Belief, Contradiction, KnowledgeError
from beliefs.alternatives import Statement
from beliefs.diagram import TooLarge
from unseen import answers, belief_tables, options
from unseen.errors import CallError, NoAnswer
from unseen.progress import compiling_announced
from unseen.report import Report

if TYPE_CHECKING:
    from unseen.knowledge_file.building import KnowledgeFile

METHODS = ("auto", "table", "diagram")


def believe(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A knowledge file, TOML or JSON; - reads it."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", help="toml or json; by default the file's name tells."),
    ] = None,
    given: Annotated[
        list[str] | None, typer.Option(metavar="FACT", help="A fact more: 'Bob lacks rope'.")
    ] = None,
    probability: Annotated[
        list[str] | None,
        typer.Option(metavar="FACT", help="How likely is that? 'Bob holds rope'."),
    ] = None,
    explain: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD in PLACE", help="Why is that certain? 'rope in Bob'."),
    ] = None,
    certain: Annotated[
        bool, typer.Option("--certain", help="List what is certain, with reasons.")
    ] = False,
    worth: Annotated[
        bool, typer.Option("--worth", help="Rank the file's questions by what they would tell.")
    ] = False,
    sample: Annotated[
        int, typer.Option(parser=options.whole, metavar="N", help="Draw so many worlds.")
    ] = 0,
    seed: options.Seed = 1,
    exact: Annotated[
        bool, typer.Option("--exact", help="Probabilities as fractions, with no rounding.")
    ] = False,
    method: Annotated[
        str, typer.Option(help=f"How worlds are kept: {', '.join(METHODS)}.")
    ] = "auto",
    json: options.Json = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Show the JSON Schema of knowledge files and leave.")
    ] = False,
) -> None:
    """Count the worlds that agree with what is known, and say how likely everything is.

    The file says which cards are hidden, where they can be, and what is known about them.
    """
    if schema:
        from unseen.knowledge_file import schema_text

        sys.stdout.write(schema_text())
        return
    if file is None:
        raise CallError("name a knowledge file, or - for standard input")
    if sample < 0:
        raise CallError(f"--sample cannot be {sample}: 0 or more")
    if method not in METHODS:
        raise CallError(f"--method is {method!r}: one of {', '.join(METHODS)}")
    if seed < 0:
        raise CallError(f"--seed cannot be {seed}: 0 or more")
    from unseen.knowledge_file import load
    from unseen.knowledge_file.sentences import card_in_place, facts_of

    known = load(file, form)
    extra = [(text, facts_of(text, known, "--given")) for text in given or ()]
    ask = {**known.ask}
    ask |= {text: facts_of(text, known, "--probability") for text in probability or ()}
    pairs = [card_in_place(text, known, "--explain") for text in explain or ()]
    if worth and not known.questions:
        raise CallError(f"--worth ranks questions, and {known.name} has none")
    report = Report(
        "believe",
        json,
        seed,
        {
            "file": file,
            "given": list(given or ()),
            "probability": list(probability or ()),
            "explain": list(explain or ()),
            "certain": certain,
            "worth": worth,
            "sample": sample,
            "exact": exact,
            "method": method,
        },
    )
    said: dict[Statement, str] = {
        fact: f"--given {i}" for i, (_, facts) in enumerate(extra, 1) for fact in facts
    }
    said.update(known.said)
    knowledge = known.knowledge.given(*(fact for _, facts in extra for fact in facts))
    reason = answers.reasons(said)
    with compiling_announced(Console(stderr=True)), _long_numbers():
        try:
            belief = Belief(knowledge, method)  # type: ignore[arg-type]
            matrix = belief.probabilities(exact=exact)
            rows = answers.asked(belief, ask, exact)
            told = [answers.explained(belief, card, place, reason) for card, place in pairs]
            sure = list(answers.certain(belief, reason)) if certain else None
            drawn = answers.samples(belief, sample, seed)
            ranked = answers.ranked(belief, known.questions, known.target) if worth else None
        except Contradiction as error:
            conflict = [reason(fact) for fact in error.facts]
            report.write(worlds=0, conflict=conflict)
            raise NoAnswer(_conflict(known, conflict)) from None
        except TooLarge as error:
            raise NoAnswer(f"{known.name}: {error}") from None
        except KnowledgeError as error:
            raise CallError(f"{known.name}: {error}") from None
        report.write(
            **_counted(belief),
            probabilities=answers.by_card(belief, matrix.astype(float)),
            fractions=answers.by_card(belief, matrix) if exact else None,
            asked=rows,
            explained=told,
            certain=sure,
            samples=drawn,
            questions=ranked,
            conflict=None,
        )
        _show(report.console, known, belief)
        belief_tables.show_matrix(report.console, belief, matrix)
        belief_tables.show_asked(report.console, rows)
        belief_tables.show_explained(report.console, told)
        belief_tables.show_certain(report.console, sure)
        belief_tables.show_worlds(report.console, drawn)
        belief_tables.show_ranked(report.console, ranked)


def _counted(belief: Belief) -> dict[str, Any]:
    return {
        "worlds": belief.count,
        "arrangements": belief.arrangements,
        "weight": _finite(belief.weight),
        "entropy": belief.entropy(),
        "structure": {"method": belief.method, "exact": belief.exact},
        "cards": dict(zip(map(str, belief.knowledge.faces), belief.knowledge.copies, strict=True)),
        "places": dict(
            zip(map(str, belief.knowledge.places), belief.knowledge.capacities, strict=True)
        ),
    }


def _finite(weight: Any) -> int | float | None:
    """A total weight as JSON can have it: a whole number exactly, else as a float that holds it."""
    if weight == int(weight):
        return int(weight)
    try:
        return float(weight)
    except OverflowError:
        return None


@contextmanager
def _long_numbers() -> Iterator[None]:
    """Let whole numbers of any size become text: counts of worlds can have thousands of digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _conflict(known: KnowledgeFile, conflict: Sequence[answers.Reason]) -> str:
    if not conflict:
        return f"{known.name}: no world: the cards do not fit into the places where they may be"
    told = "; ".join(f"{one.says} [{one.fact}]" for one in conflict)
    return f"{known.name}: no world agrees with: {told}"


def _show(console: Console, known: KnowledgeFile, belief: Belief) -> None:
    """What was read, and how many worlds there are."""
    knowledge = belief.knowledge
    if known.model.title:
        console.print(Text(known.model.title, style="bold"))
    console.print(
        f"{options.counted(knowledge.size, 'card')}, "
        f"{options.counted(len(knowledge.places), 'place')}, "
        f"{options.counted(len(knowledge.statements), 'fact')}",
        highlight=False,
    )
    count = belief_tables.count_told(belief.count)
    worlds = "world" if belief.count == 1 else "worlds"
    how = "exact" if belief.exact else "estimated"
    console.print(
        f"{count} {worlds} ({how}, by {belief.method}), {belief.entropy():.2f} bits open",
        highlight=False,
    )
    if knowledge.ordered:
        arranged = belief_tables.count_told(belief.arrangements)
        console.print(f"{arranged} arrangements, with the order in ordered places", highlight=False)
