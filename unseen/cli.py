"""The command line: ``unseen predict``, ``compare``, ``watch``, ``play``, and what there is.

Whatever is wrong with a call is said in one line on standard error, with exit status 2; an
interrupted run ends with one line and 130.
"""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from arena import IllegalDecision
from unseen.commands.catalogue import games, players
from unseen.commands.compare import compare
from unseen.commands.kernels import cache, warm
from unseen.commands.play import play
from unseen.commands.predict import predict
from unseen.commands.watch import watch
from unseen.errors import CallError

WRONG_CALL = 2
FAILED = 1
INTERRUPTED = 130
TERMINATED = 143


class OneLineErrors(TyperGroup):
    """Commands whose errors are one line each."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Run a command and leave with its exit status."""
        options["standalone_mode"] = False
        try:
            status = super().main(args, *rest, **options)
        except CallError as error:
            _say(str(error), WRONG_CALL)
        except IllegalDecision as error:
            _say(str(error), FAILED)
        except (KeyboardInterrupt, typer.Abort):
            _say("interrupted", INTERRUPTED)
        except MemoryError:
            _say("there is not enough memory for that", FAILED)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(FAILED)
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            _say(error.format_message(), WRONG_CALL)
        if status == INTERRUPTED:
            _say("interrupted", INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


def _say(what: str, status: int) -> None:
    """Say what is wrong, in one line, and leave."""
    line = " ".join(what.split())
    print(f"unseen: {line}", file=sys.stderr)
    sys.exit(status)


app = typer.Typer(
    name="unseen",
    cls=OneLineErrors,
    help="What can be true, how likely is it, and what to do: games with hidden information.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (predict, compare, watch, play, games, players, warm, cache):
    app.command()(command)


@app.callback(invoke_without_command=True)
def _version(
    version: bool = typer.Option(False, "--version", help="Show the versions and leave."),
) -> None:
    if version:
        from unseen.report import versions

        print(", ".join(f"{name} {number}" for name, number in versions().items()))
        raise typer.Exit


def main() -> None:
    """The entry point of the command ``unseen``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without ♥ shows a question mark
            stream.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # takes its workers along
    app()
