"""`make demo`: play turn 1 of the demonstration campaign in a scratch repository and show what came of it.

The campaign is copied without the results of turn 1 and of all later turns, as it was when the players had sent their
orders. Everything happens in a fresh temporary folder, or in the one that DEMO_DIR names; the checkout stays as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CAMPAIGN = Path(__file__).resolve().parent.parent / "campaign" / "bellum-380"
RESULTS = ("journal.yaml", "state.yaml", "received.yaml", "report.*", "map.*", "moves.*", "private")

# `python -m …` rather than the script `turnproc`, which does not start from folders with a space in their name.
TURNPROC = (sys.executable, "-m", "turnproc")
# A person's signing, hooks and templates are none of the demonstration's business.
SETTINGS = ("user.name=Game Master", "user.email=gm@example.org", "commit.gpgSign=false", "core.hooksPath=/dev/null")
GIT = ("git", *(part for setting in SETTINGS for part in ("-c", setting)))


def main() -> None:
    """Copy, commit, validate, resolve, report."""
    folder = scratch_folder()
    copy_before_turn_1(folder)
    run(*GIT, "init", "--quiet", "--template=", "--initial-branch=main", folder=folder)
    run(*GIT, "add", "--all", folder=folder)
    run(*GIT, "commit", "--quiet", "--message=The orders of turn 1 are in", folder=folder)
    turnproc("validate", folder=folder)
    turnproc("status", folder=folder)
    turnproc("resolve", folder=folder)
    turnproc("report", "--turn", "1", "--target", "markdown", folder=folder)
    print(
        f"\nTurn 1 is played: report, journal and state lie in\n  {folder / 'turns' / '001'}\n"
        f"and are committed there. To go on:\n  cd {folder}\n  git show --stat turn-001\n"
        "  turnproc explain 1/1        why did the first fact of turn 1 happen?\n"
        "  turnproc status             who has sent orders for turn 2?\n"
        "  turnproc resolve --dry-run  what would turn 2 bring?\n"
        f"with turnproc from {Path(sys.executable).parent}",
        flush=True,
    )


def scratch_folder() -> Path:
    """An empty folder to play in."""
    wanted = os.environ.get("DEMO_DIR")
    if not wanted:
        return Path(tempfile.mkdtemp(prefix="turnproc-demo-"))
    folder = Path(wanted).absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.exit(f"demo: {folder} is not empty: name another folder in DEMO_DIR")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def copy_before_turn_1(folder: Path) -> None:
    """The campaign with what came in, without what came out; the start position stays."""
    shutil.copytree(CAMPAIGN, folder, dirs_exist_ok=True)
    for turn in sorted((folder / "turns").glob("[0-9]*")):
        if int(turn.name) > 0:
            for result in [path for pattern in RESULTS for path in turn.glob(pattern)]:
                shutil.rmtree(result) if result.is_dir() else result.unlink()


def turnproc(*arguments: str, folder: Path) -> None:
    """Run a command as a game master would type it."""
    print(f"\n$ turnproc {' '.join(arguments)}", flush=True)
    run(*TURNPROC, *arguments, folder=folder)


def run(*command: str, folder: Path) -> None:
    """Run a step; if it fails, the demonstration is over."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    result = subprocess.run(command, cwd=folder, env={**kept, "PYTHONUTF8": "1"}, check=False)
    if result.returncode != 0:
        sys.exit(f"demo: {' '.join(command)} ended with {result.returncode} in {folder}")


if __name__ == "__main__":
    main()
