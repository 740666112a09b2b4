"""The command line: ``unseen predict``, ``compare``, ``watch``, ``play``, ``notebook``, and more.

Whatever is wrong with a call is said in one line on standard error, with exit status 2; an
interrupted run ends with one line and 130.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from arena import IllegalDecision
from players.player import Unplayable
from unseen.cli import FAILED, INTERRUPTED, WRONG_CALL, say
from unseen.commands.audit import audit
from unseen.commands.believe import believe
from unseen.commands.catalogue import games, players
from unseen.commands.compare import compare
from unseen.commands.kernels import cache, warm
from unseen.commands.notebook import notebook
from unseen.commands.play import play
from unseen.commands.predict import predict
from unseen.commands.watch import watch
from unseen.errors import CallError


class OneLineErrors(TyperGroup):
    """Commands whose errors are one line each."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Run a command and leave with its exit status."""
        options["standalone_mode"] = False
        try:
            given = list(sys.argv[1:] if args is None else args)
            status = super().main(given or ["--help"], *rest, **options)
        except CallError as error:
            say(str(error), error.status)
        except Unplayable as error:
            say(str(error), WRONG_CALL)
        except IllegalDecision as error:
            say(str(error), FAILED)
        except (KeyboardInterrupt, typer.Abort):
            say("interrupted", INTERRUPTED)
        except MemoryError:
            say("there is not enough memory for that", FAILED)
        except BrokenPipeError:
            sys.exit(FAILED)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            say(f"{where}{(error.strerror or str(error)).lower()}", FAILED)
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            say(error.format_message(), WRONG_CALL)
        if status == INTERRUPTED:
            say("interrupted", INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    name="unseen",
    cls=OneLineErrors,
    help="What can be true, how likely is it, and what to do: games with hidden information.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    predict,
    compare,
    watch,
    play,
    believe,
    notebook,
    audit,
    games,
    players,
    warm,
    cache,
):
    app.command()(command)


@app.callback(invoke_without_command=True)
def _version(
    version: bool = typer.Option(False, "--version", help="Show the versions and leave."),
) -> None:
    if version:
        from unseen.report import versions

        print(", ".join(f"{name} {number}" for name, number in versions().items()))
        raise typer.Exit
