"""Where the files of a new campaign come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnproc import resources


def test_names_and_templates() -> None:
    found = resources.sample_files("bellum", "sv")
    assert found["campaign.yaml"] == "bellum/new/sv/campaign.yaml.j2"
    assert found["map.yaml"] == "bellum/new/any/map.yaml"
    assert found[".github/workflows/orders.yml"] == "common/new/any/dot-github/workflows/orders.yml"
    assert found["README.md"] == "common/new/sv/README.md.j2"
    assert not any("/_" in name or name.startswith("_") or name.endswith(".j2") for name in found)
    assert all((resources.template_folder() / template).is_file() for template in found.values())


def test_a_ruleset_s_own_file_takes_the_place_of_the_common_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner in ("common", "chess"):
        for part in ("any", "en"):
            (tmp_path / owner / "new" / part).mkdir(parents=True)
        (tmp_path / owner / "new" / "any" / "README.md").write_text(owner, encoding="utf-8")
    monkeypatch.setattr(resources, "template_folder", lambda: tmp_path)
    assert resources.sample_files.__wrapped__("chess", "en") == {"README.md": "chess/new/any/README.md"}


@pytest.mark.parametrize(("ruleset", "language"), [("chess", "en"), ("bellum", "de"), ("../bellum", "en"), ("", "")])
def test_no_such_sample(ruleset: str, language: str) -> None:
    with pytest.raises(resources.MissingResourceError, match="sample"):
        resources.sample_files(ruleset, language)
