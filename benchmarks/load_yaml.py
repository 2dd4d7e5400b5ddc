"""The yardstick: a process that only loads YAML files, with the fast loader of PyYAML: `load_yaml.py FOLDER`.

It reads each file of the folder, makes plain data of it and lets it go. It checks nothing and prints how many there were.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml


def main() -> None:
    """Load all files below a folder."""
    count = 0
    for path in sorted(Path(sys.argv[1]).rglob("*.yaml")):
        yaml.load(path.read_bytes(), yaml.CSafeLoader)
        count += 1
    print(count)


if __name__ == "__main__":
    main()
