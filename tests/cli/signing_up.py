"""The small campaign before its first turn, with places that are free, and what people send who want one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.cli.helpers import SMALL
from tests.git.helpers import git, make_repository, write

CAMPAIGN, STATE_0 = "campaign.yaml", "turns/000/state.yaml"
AGE = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


def signup(*wishes: str, **keys: str) -> str:
    """The text of a file: `signup("huns", "rome", "alans", note="Hi")`."""
    more = "".join(f"{key}: {value}\n" for key, value in keys.items())
    return f"format: turnproc.signup/1\nwishes: [{', '.join(wishes)}]\n{more}"


def free_campaign(files: Mapping[str, str]) -> dict[str, str]:
    """Anna plays the Goths; Huns, Rome and Alans are free. No orders yet. `files` come on top, by account."""
    campaign = SMALL[CAMPAIGN]
    for row in ("  boris: {speaks_for: [huns]}\n", "  carla: {speaks_for: [rome]}\n"):
        assert row in campaign
        campaign = campaign.replace(row, "")
    campaign = campaign.replace("[goths]}", "[goths], accounts: {github: Anna-K}}  # the first to come")
    state = SMALL[STATE_0].replace(", player: carla", "").replace(", player: boris", "")
    start = {name: text for name, text in SMALL.items() if "/orders/" not in name}
    wanted = {f"signup/{account}.yaml": text for account, text in files.items()}
    return {**start, CAMPAIGN: campaign, STATE_0: state, **wanted}


def free_repository(folder: Path, files: Mapping[str, str]) -> Path:
    """The same as a repository with everything committed."""
    write(folder, free_campaign(files))
    return make_repository(folder)


def commit(folder: Path, files: Mapping[str, str]) -> None:
    """Add files and commit them."""
    write(folder, dict(files))
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message=More")
