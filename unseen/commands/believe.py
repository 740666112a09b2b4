"""``unseen believe``: from what a file says of hidden cards, what can be true of them."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from beliefs import Belief, Contradiction, KnowledgeError, NoWorldFound, PoorSample, TooLarge
from beliefs import forecast as foreseen
from beliefs.alternatives import Statement
from beliefs.costs import METHODS
from unseen import answers, belief_lists, belief_tables, certainty, options
from unseen.errors import CallError, NoAnswer
from unseen.progress import compiling_announced
from unseen.report import Report

if TYPE_CHECKING:
    from unseen.knowledge_file.building import KnowledgeFile


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
    worlds: Annotated[
        str | None,
        typer.Option(metavar="START:STOP", help="List worlds by number, from 0; or N, one."),
    ] = None,
    seed: options.Seed = 1,
    exact: Annotated[
        bool, typer.Option("--exact", help="Probabilities as fractions, with no rounding.")
    ] = False,
    method: Annotated[
        str, typer.Option(help=f"How worlds are kept: {', '.join(METHODS)}.")
    ] = "auto",
    seconds: Annotated[
        float | None,
        typer.Option(parser=options.seconds, metavar="S", help="Build for so long, at most."),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(parser=options.whole, metavar="MIB", help="Build so large, at most."),
    ] = None,
    forecast: Annotated[
        bool, typer.Option("--forecast", help="Say what it would cost, and leave.")
    ] = False,
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
    if seed < 0:
        raise CallError(f"--seed cannot be {seed}: 0 or more")
    if memory is not None and memory < 1:
        raise CallError(f"--memory cannot be {memory}: 1 MiB or more")
    taken = _method(method, "--exact" if exact else "--worlds" if worlds else None)
    listed = None if worlds is None else answers.numbers(worlds)
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
            "worlds": worlds,
            "exact": exact,
            "method": method,
            "seconds": seconds,
            "memory": memory,
            "forecast": forecast,
        },
    )
    said: dict[Statement, str] = {
        fact: f"--given {i}" for i, (_, facts) in enumerate(extra, 1) for fact in facts
    }
    said.update(known.said)
    reason = certainty.reasons(said)
    knowledge = known.knowledge.given(*(fact for _, facts in extra for fact in facts))
    limits = {"seconds": seconds, "memory": None if memory is None else memory * 2**20}
    with compiling_announced(Console(stderr=True)), _long_numbers():
        try:
            if forecast:
                told = foreseen(knowledge, taken, **limits)  # type: ignore[arg-type]
                report.write(forecast=told._asdict())
                belief_tables.show_known(report.console, known.model.title, knowledge)
                report.console.print(str(told), highlight=False)
                return
            with _poor_announced():
                belief = Belief(knowledge, taken, **limits)  # type: ignore[arg-type]
            matrix = belief.probabilities(exact=exact)
            time = certainty.SECONDS if seconds is None else seconds
            sure = certainty.certainty(belief, matrix, fully=certain or bool(pairs), seconds=time)
            why = certainty.Explainer(belief, sure, reason, time)
            found: dict[str, Any] = {
                "asked": answers.asked(belief, ask, exact),
                "explained": [why.explained(card, place) for card, place in pairs],
                "certain": why.certain() if certain else None,
                "samples": answers.samples(belief, sample, seed),
                "numbered": None if listed is None else answers.listed(belief, *listed),
                "target": answers.about(belief, known.target) if worth else None,
                "questions": answers.ranked(belief, known) if worth else None,
            }
        except Contradiction as error:
            conflict = [reason(fact) for fact in error.facts]
            report.write(worlds=0, conflict=conflict)
            raise NoAnswer(_conflict(known, conflict)) from None
        except (TooLarge, NoWorldFound) as error:
            raise NoAnswer(f"{known.name}: {_as_typed(error)}") from None
        except KnowledgeError as error:
            raise CallError(f"{known.name}: {_as_typed(error)}") from None
        report.write(
            **answers.counted(belief),
            probabilities=answers.by_card(belief, matrix.astype(float)),
            fractions=answers.by_card(belief, matrix) if exact else None,
            errors=answers.errors(belief),
            complete=sure.complete,
            **found,
            conflict=None,
        )
        belief_tables.show_known(report.console, known.model.title, knowledge)
        belief_tables.show_count(report.console, belief)
        belief_tables.show_matrix(report.console, belief, matrix, sure)
        belief_lists.show_found(report.console, found)


def _method(method: str, exactly: str | None) -> str:
    """The method that is taken; `exactly` is an option that needs exact answers."""
    if method not in METHODS:
        raise CallError(f"--method is {method!r}: one of {', '.join(METHODS)}")
    if exactly and method == "chain":
        raise CallError(f"{exactly} needs exact answers, and --method chain estimates")
    return "exact" if exactly and method == "auto" else method


def _as_typed(error: Exception) -> str:
    """What the library says, with arguments as options."""
    return re.sub(r"method='(\w+)'", r"--method \1", str(error))


@contextmanager
def _poor_announced() -> Iterator[None]:
    """Say in one line, in the words of the command line, that estimates are poor."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    poor = [one for one in caught if issubclass(one.category, PoorSample)]
    for one in caught:
        if one not in poor:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
    if poor:
        told = str(poor[-1].message).partition("; take more")[0]
        print(
            f"unseen: {told}; try --method exact, with more --memory and --seconds",
            file=sys.stderr,
        )


@contextmanager
def _long_numbers() -> Iterator[None]:
    """Let whole numbers of any size become text: counts of worlds can have thousands of digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _conflict(known: KnowledgeFile, conflict: Sequence[certainty.Reason]) -> str:
    if not conflict:
        return f"{known.name}: no world: the cards do not fit into the places where they may be"
    told = "; ".join(f"{one.says} [{one.fact}]" for one in conflict)
    return f"{known.name}: no world agrees with: {told}"
