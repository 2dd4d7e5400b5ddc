"""The commands, and the one door through which trouble leaves: what is printed, and with which exit code.

0 fine, 1 problems found, 2 usage, 3 a bug, 4 the game master must rule, 130 interrupted (docs/formats.md, section 5).
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from turnproc import __version__
from turnproc.cli.accept import accept
from turnproc.cli.battle import battle, odds
from turnproc.cli.check_pr import check_pr
from turnproc.cli.dice import dice
from turnproc.cli.explain import explain
from turnproc.cli.forecast import forecast
from turnproc.cli.keys import keys
from turnproc.cli.map import map_
from turnproc.cli.new import new
from turnproc.cli.orders import orders
from turnproc.cli.orders_collect import collect
from turnproc.cli.orders_sealing import open_, seal
from turnproc.cli.output import SPEAKING
from turnproc.cli.player import player
from turnproc.cli.post import post
from turnproc.cli.report import report
from turnproc.cli.resolve import resolve
from turnproc.cli.rulesets import rulesets
from turnproc.cli.schema import schema
from turnproc.cli.signup import signup
from turnproc.cli.status import status
from turnproc.cli.undo import undo
from turnproc.cli.validate import validate
from turnproc.cli.verify import verify

if TYPE_CHECKING:
    from turnproc.store.errors import OperatorError

FINE, PROBLEMS, USAGE, BUG, MUST_RULE, INTERRUPTED = 0, 1, 2, 3, 4, 130

# No room, or no more room for us.
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

app = typer.Typer(
    name="turnproc",
    help="A turn processor for play-by-post wargames: orders come in as YAML files, the turn's report comes out.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    new,
    validate,
    status,
    resolve,
    undo,
    report,
    post,
    verify,
    explain,
    forecast,
    battle,
    odds,
    rulesets,
    schema,
):
    app.command()(command)
orders.command("collect")(collect)
orders.command("seal")(seal)
orders.command("open")(open_)
app.command("map")(map_)
app.command("check-pr")(check_pr)
app.command()(accept)
app.add_typer(orders, name="orders")
app.add_typer(keys, name="keys")
app.add_typer(dice, name="dice")
app.add_typer(signup, name="signup")
app.add_typer(player, name="player")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"turnproc {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", help="Print the version and stop.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """A turn processor for play-by-post wargames: orders come in as YAML files, the turn's report comes out."""


def run(arguments: Sequence[str]) -> int:
    """Run a command; give the exit code. Whatever goes wrong is told here and nowhere else."""
    _speak_utf_8()
    try:
        code = _called(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _trouble(error)
    return code


def _speak_utf_8() -> None:
    """Names are in any script, and a pipe may have an old code page. File names may even be no text at all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _called(arguments: Sequence[str]) -> int:
    SPEAKING.forget()
    try:
        app(args=list(arguments), prog_name="turnproc")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else PROBLEMS
    return FINE


def _trouble(error: Exception) -> int:
    from turnproc.store.errors import OperatorError

    if isinstance(error, BrokenPipeError):
        # Whoever read our output has heard enough (`turnproc report | head`).
        _hush()
        return PROBLEMS
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        _hush()
        error = OperatorError("O012", path="stdout")
    try:
        if isinstance(error, OperatorError):
            return _operators(error)
    except Exception as another:
        # The trouble itself cannot be told: the log has both.
        return _bug(another)
    return _bug(error)


def _hush() -> None:
    """Nothing is left to be said, so that Python does not try again on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _operators(error: OperatorError) -> int:
    from turnproc.cli.output import language_of_trouble, told_error

    language = language_of_trouble()
    print(told_error(error, language), file=sys.stderr)
    if hint := error.hint(language.text):
        print(f"    {hint}", file=sys.stderr)
    return PROBLEMS


def _bug(error: Exception) -> int:
    from turnproc.diagnostics.catalogue import safe

    # What went wrong may be told in words that players wrote.
    words = safe(f"{type(error).__name__}: {error}", 1000)
    print(f"turnproc: this is a bug in turnproc: {words}", file=sys.stderr)
    print(f"    nothing was changed that the campaign rests on; please report it with {_log(error)}", file=sys.stderr)
    return BUG


def _log(error: Exception) -> str:
    import platform
    import tempfile
    import traceback

    # The text of a traceback can hold what players wrote. Of keys it holds nothing: no exception takes their content
    # for its words, and the rows of a traceback are those of the program.
    try:
        descriptor, path = tempfile.mkstemp(prefix="turnproc-bug-", suffix=".log", text=True)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"turnproc {__version__}, Python {platform.python_version()}, {platform.platform()}\n")
            log.write(f"arguments: {sys.argv[1:]!r}\n\n")
            log.writelines(traceback.format_exception(error))
    except OSError as no_log:
        return f"what you did (no log could be written: {no_log.strerror})"
    return path
