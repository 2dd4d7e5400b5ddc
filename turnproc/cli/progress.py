"""A progress bar for long work: on a terminal, on stderr, gone when the work is done; nothing of it in a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

Step = Callable[[str, int, int], None]


@contextlib.contextmanager
def progress() -> Iterator[Step | None]:
    """Give a function to tell stage, done and total to; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn

    console = Console(stderr=True)
    with Progress(TextColumn("{task.description}"), BarColumn(), console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def step(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                for task in tasks.values():
                    bars.update(task, visible=False)
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield step
