"""The yardstick: a process that only loads YAML files, with the fast loader of PyYAML: `load_yaml.py FOLDER`.

It reads each file of the folder, makes plain data of it and lets it go; it checks nothing. `--no-gc` turns the
collector of cycles off, as turnproc does.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import yaml


def main() -> None:
    """Load all files below a folder."""
    if "--no-gc" in sys.argv:
        gc.disable()
    for path in sorted(Path(sys.argv[1]).rglob("*.yaml")):
        yaml.load(path.read_bytes(), yaml.CSafeLoader)


if __name__ == "__main__":
    main()
