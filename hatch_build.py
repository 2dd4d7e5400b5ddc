"""What a build adds to the package: compiled message catalogues; in wheels, too, what lies beside it in a checkout.

People write .po files and commit them, gettext reads the .mo files built of them. Hatchling calls the hook for wheels
and for editable installs; in a checkout `scripts/catalogues.py` compiles with the same function.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# turnproc/resources.py finds these beside the package in a checkout and in turnproc/_data in a wheel.
CARRIED = {
    "schemas": "turnproc/_data/schemas",
    "templates": "turnproc/_data/templates",
    "docs/rules": "turnproc/_data/rules",
}


def compile_catalogues(root: Path) -> list[Path]:
    """Write a .mo beside each .po below turnproc/locale, unless it is newer already; return what was written."""
    written = []
    for source in sorted((root / "turnproc" / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.parent.parent.name)
        with target.open("wb") as output:
            write_mo(output, catalogue)
        written.append(target)
    return written


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's way to ask what else belongs into a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is collected; an editable install finds the other files in the checkout."""
        compile_catalogues(Path(self.root))
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"].update(CARRIED)


if __name__ == "__main__":
    compile_catalogues(Path(__file__).resolve().parent)
