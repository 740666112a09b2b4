"""What a terminal shows while work is under way: a bar, and once a word about compiling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from compiled import CACHE_FOLDER, compiling
from compiled.cache import can_keep
from determinize.auditing.workers.machine import Progress as Told


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """A progress bar on standard error, to be told how many of how many are done.

    It appears with the first job that is done, and leaves nothing behind where the work fails.
    """
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task(what, total=None, start=False)

    def told(done: int, total: int) -> None:
        if not bar.live.is_started:
            bar.start()
            bar.start_task(task)
        bar.update(task, completed=done, total=total)

    try:
        with compiling_announced(bar.console):
            yield told
    except BaseException:
        bar.live.transient = True
        raise
    finally:
        if bar.live.is_started:
            bar.stop()


@contextmanager
def compiling_announced(console: Console) -> Iterator[None]:
    """Say once that rules are being compiled, when that happens: the first use takes longer.

    Where they cannot be kept every use takes longer; why, and what to do, the cache's warning says.
    """
    said = False

    def say() -> None:
        nonlocal said
        if not said:
            said = True
            console.print(
                f"Compiling for the first use; kept for later in {CACHE_FOLDER}"
                if can_keep()
                else "Compiling for this run only",
                markup=False,
                highlight=False,
                soft_wrap=True,
            )

    with compiling(say):
        yield
