"""`make wheel`: build the wheel, install it where nothing else is, and play the demonstration with it.

Proves that a wheel carries what a checkout has lying around: schemas, templates, rules' texts, catalogues, fonts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CARRIED = (
    "turnproc/_data/schemas/bellum/orders.schema.json",
    "turnproc/_data/templates/",
    "turnproc/_data/templates/common/new/any/dot-github/workflows/accept.yml",
    "turnproc/_data/templates/bellum/new/ru/turns/001/gm.yaml",
    "turnproc/_data/rules/bellum.md",
    "turnproc/locale/ru/LC_MESSAGES/turnproc.mo",
    "turnproc/locale/sv/LC_MESSAGES/bellum.mo",
    "turnproc/report/fonts/DejaVuSans.ttf",
    "turnproc/py.typed",
)
RULESETS = ("bellum", "vidonico")


def main() -> None:
    """Build, look into it, install, play."""
    with tempfile.TemporaryDirectory(prefix="turnproc-wheel-") as name:
        folder = Path(name)
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", name, str(ROOT), folder=folder)
        (wheel,) = folder.glob("*.whl")
        names = zipfile.ZipFile(wheel).namelist()
        missing = [wanted for wanted in CARRIED if not any(found.startswith(wanted) for found in names)]
        if missing:
            sys.exit(f"wheel: {wheel.name} lacks {', '.join(missing)}")
        run(sys.executable, "-m", "venv", "env", folder=folder)
        python = str(folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "run.txt"), folder=folder)
        run(*pip, "--no-deps", str(wheel), folder=folder)
        run(
            python,
            "-c",
            "import turnproc, pathlib; assert 'env' in pathlib.Path(turnproc.__file__).parts",
            folder=folder,
        )
        for ruleset in RULESETS:
            new = str(folder / ruleset)
            run(python, "-m", "turnproc", "new", new, "--ruleset", ruleset, "--no-commit", folder=folder)
            run(python, "-m", "turnproc", "resolve", new, "--no-commit", folder=folder)
            run(python, "-m", "turnproc", "map", new, "--output", f"{new}.png", folder=folder)
        os.environ["DEMO_DIR"] = str(folder / "campaign")
        run(python, str(ROOT / "scripts" / "demo.py"), folder=folder)
        print(f"wheel: {wheel.name} works outside the checkout")


def run(*command: str, folder: Path) -> None:
    """Run a step outside the checkout and stop if it fails."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if subprocess.run(command, cwd=folder, env=kept, check=False).returncode != 0:
        sys.exit(f"wheel: this step failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
