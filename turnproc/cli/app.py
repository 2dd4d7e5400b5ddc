"""The commands, and the one door through which trouble leaves: what is printed, and with which exit code.

0 fine, 1 problems found, 2 usage, 3 a bug, 4 the game master must rule, 130 interrupted (docs/formats.md, section 5).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from turnproc import __version__
from turnproc.cli.explain import explain
from turnproc.cli.report import report
from turnproc.cli.resolve import resolve
from turnproc.cli.rulesets import rulesets
from turnproc.cli.schema import schema
from turnproc.cli.status import status
from turnproc.cli.validate import validate
from turnproc.cli.verify import verify

FINE, PROBLEMS, USAGE, BUG, MUST_RULE, INTERRUPTED = 0, 1, 2, 3, 4, 130

app = typer.Typer(
    name="turnproc",
    help="A turn processor for play-by-post wargames: orders come in as YAML files, the turn's report comes out.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (validate, status, resolve, report, verify, explain, rulesets, schema):
    app.command()(command)


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version and stop.")] = False,
) -> None:
    """A turn processor for play-by-post wargames: orders come in as YAML files, the turn's report comes out."""
    if version:
        print(f"turnproc {__version__}")
        raise typer.Exit


def run(arguments: Sequence[str]) -> int:
    """Run a command; give the exit code. Whatever goes wrong is told here and nowhere else."""
    try:
        app(args=list(arguments), prog_name="turnproc")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else PROBLEMS
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has heard enough (`turnproc report | head`); nothing is left to be said on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except Exception as error:
        return _trouble(error)
    return FINE


def _trouble(error: Exception) -> int:
    from turnproc.cli.output import language_here
    from turnproc.store.errors import OperatorError

    if isinstance(error, OperatorError):
        language = language_here(None)
        print(f"turnproc: {error.text(language.text)}", file=sys.stderr)
        if hint := error.hint(language.text):
            print(f"    {hint}", file=sys.stderr)
        return PROBLEMS
    return _bug(error)


def _bug(error: Exception) -> int:
    import platform
    import tempfile
    import traceback

    # The text of a traceback can hold what players wrote, but nothing of keys: those are never read here.
    descriptor, path = tempfile.mkstemp(prefix="turnproc-bug-", suffix=".log", text=True)
    with os.fdopen(descriptor, "w", encoding="utf-8") as log:
        log.write(f"turnproc {__version__}, Python {platform.python_version()}, {platform.platform()}\n")
        log.write(f"arguments: {sys.argv[1:]!r}\n\n")
        log.writelines(traceback.format_exception(error))
    print(f"turnproc: this is a bug in turnproc: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"    nothing was changed that the campaign rests on; please report it with {path}", file=sys.stderr)
    return BUG
