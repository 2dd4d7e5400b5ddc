"""The program's first lines: `--version` is answered before anything heavy is imported."""

from __future__ import annotations

import sys

from turnproc import __version__


def main() -> None:
    """Run turnproc with the arguments of the process."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"turnproc {__version__}")
        return
    try:
        import gc

        from turnproc.cli.app import run

        # A command builds much and throws hardly anything away before it ends: looking for cycles again and again
        # while it does so would take a third of its time.
        gc.disable()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while we were still starting
        code = 130
    sys.exit(code)
