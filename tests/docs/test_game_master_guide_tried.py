"""The game masters' guide, done as it says: what chapter 1 has typed makes a campaign that workflows can play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.workflows import WORKFLOWS
from tests.docs.guides import ROOT, blocks

TURNPROC = 'turnproc() { "$PYTHON" -m turnproc "$@"; }\n'


def test_the_large_map_as_a_start(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "game-master-guide.md").read_text(encoding="utf-8")
    chapter = text[text.index("\n## 1. ") : text.index("\n## 2. ")]
    typed = "".join(block.body for block in blocks(chapter) if block.kind == "sh")
    (tmp_path / "turnproc").symlink_to(ROOT, target_is_directory=True)
    person = {f"GIT_{who}_{what}": "gm@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    ran = subprocess.run(
        ["sh", "-e", "-c", TURNPROC + typed],
        cwd=tmp_path,
        env={
            **os.environ,
            **person,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "PYTHON": sys.executable,
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    campaign = tmp_path / "my-campaign"
    assert {path.stem for path in (campaign / ".github" / "workflows").iterdir()} == set(WORKFLOWS)
    assert not (campaign / "turns" / "001").exists(), "nothing of the sample is left"
    assert (campaign / "map.yaml").read_bytes() == (ROOT / "campaign" / "bellum-380" / "map.yaml").read_bytes()
    assert "tavrika" in (campaign / "schemas" / "orders.schema.json").read_text(encoding="utf-8")
