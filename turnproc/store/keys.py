"""The game master's key file: outside every repository, readable by its owner alone, and never shown.

It lies where TURNPROC_KEY_FILE says, else in the user's folder for settings, under the campaign's name. Where there is
no such place (a workflow), TURNPROC_KEY may hold its content. Nothing in here puts any of it into a message.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from turnproc.engine.seeds import LINKS, link_below
from turnproc.source.limits import Limits
from turnproc.source.pointer import join
from turnproc.source.yaml_reader import Document, read_yaml
from turnproc.store.age import SECRET, Identity
from turnproc.store.errors import OperatorError
from turnproc.store.layout import CAMPAIGN_FILE
from turnproc.store.outside import write_new

FILE_VARIABLE: Final = "TURNPROC_KEY_FILE"
CONTENT_VARIABLE: Final = "TURNPROC_KEY"
FORMAT: Final = "turnproc.key/1"
LIMITS: Final = Limits(64 << 10, 8, 1000)

_LINK: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MOST_LINKS: Final = 1_000_000
_HEAD: Final = (
    "# The game master's key. Keep it secret, and keep a copy: who has it knows all dice to come and opens all sealed\n"
    "# orders; without it no more dice follow, and nothing can be opened. It belongs into no repository.\n"
)
_HEAD_OF_A_PLAYER: Final = (
    "# The key of a player. Keep it secret, and keep a copy: who has it opens the orders that this player has sealed.\n"
    "# It belongs into no repository.\n"
)


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of links: `last` is the one with the number `links`, from which all before it follow."""

    links: int
    last: bytes = field(repr=False)

    def link(self, number: int) -> bytes:
        """One link. Link 0 is what the campaign tells from the beginning."""
        return link_below(self.last, self.links - number)

    @classmethod
    def new(cls) -> Chain:
        """A chain that nobody knows."""
        return cls(LINKS, secrets.token_bytes(32))


@dataclass(frozen=True, slots=True)
class Key:
    """What stands in a key file, and where that was: a path, or the name of the variable."""

    where: str
    chain: Chain | None = None
    age: str | None = field(default=None, repr=False)

    def identity(self) -> Identity | None:
        """What opens sealed files, if the key has it.

        Raises:
            OperatorError: pyrage is not installed (O090), or it is damaged (O074).
        """
        return None if self.age is None else Identity.read(self.age, self.where)


def campaign_name(data: Mapping[str, Any]) -> str:
    """What a campaign's key file is named for: its id, else its name in small Latin letters, digits and hyphens."""
    if data.get("id"):
        return str(data["id"])
    name = str(data["name"])
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    # Names in other letters would all be the same.
    return plain if name.isascii() and plain else f"campaign-{sha256(name.encode()).hexdigest()[:12]}"


def key_path(campaign: str) -> Path:
    """Where a campaign's key file lies or is to lie.

    Raises:
        OperatorError: The system knows no folder for settings (O082).
    """
    given = os.environ.get(FILE_VARIABLE)
    try:
        if given:
            return Path(given).expanduser().absolute()
        return _settings_folder() / "turnproc" / f"{campaign}.key"
    except (RuntimeError, OSError):
        raise OperatorError("O082") from None


def _settings_folder() -> Path:
    variable, below = ("APPDATA", ("AppData", "Roaming")) if os.name == "nt" else ("XDG_CONFIG_HOME", (".config",))
    given = Path(os.environ.get(variable) or "")
    return given if given.is_absolute() else Path.home().joinpath(*below)


def read_key(campaign: str) -> Key | None:
    """The key of a campaign; None where there is no key file.

    Raises:
        OperatorError: It cannot be read (O019), lies in a repository or a campaign (O072), others can read it (O073),
            or it is no key file (O074, O075).
    """
    content = os.environ.get(CONTENT_VARIABLE)
    if content:
        return _key(content.encode(errors="surrogateescape"), CONTENT_VARIABLE)
    path = key_path(campaign)
    check_place(path)
    try:
        with path.open("rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode
            raw = stream.read(LIMITS.size + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise OperatorError("O019", path=str(path), words=error.strerror or type(error).__name__) from error
    if os.name == "posix" and stat.S_ISREG(mode) and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise OperatorError("O073", path=str(path))
    return _key(raw, str(path))


def check_place(path: Path) -> None:
    """See that a key file lies in no repository and no campaign, neither by its name nor where a link leads.

    Raises:
        OperatorError: It does (O072).
    """
    for place in (path, Path(os.path.realpath(path))):
        for folder in place.parents:
            if any(os.path.lexists(folder / name) for name in (".git", CAMPAIGN_FILE)):
                raise OperatorError("O072", path=str(path), folder=str(folder))


def _key(raw: bytes, where: str) -> Key:
    document, problems = read_yaml(raw, where, LIMITS)
    data = None if document is None or problems else document.data
    if document is None or not isinstance(data, dict) or not str(data.get("format")).startswith("turnproc.key/"):
        raise OperatorError("O074", path=where)
    if data["format"] != FORMAT:
        raise OperatorError("O075", path=where, row=_row(document, "/format"))
    for key in data:
        if key not in ("format", "dice", "age"):
            raise OperatorError("O075", path=where, row=_row(document, join([key])))
    age = data.get("age")
    if age is not None and not isinstance(age, str):
        raise OperatorError("O074", path=where)
    if "age" in data and SECRET.match(age or "") is None:
        raise OperatorError("O074", path=where)
    return Key(where, None if "dice" not in data else _chain(data["dice"], document, where), age)


def _chain(data: Any, document: Document, where: str) -> Chain:
    if not isinstance(data, dict):
        raise OperatorError("O074", path=where)
    if set(data) - {"link", "value"}:
        raise OperatorError("O075", path=where, row=_row(document, "/dice"))
    link, value = data.get("link"), data.get("value")
    if not isinstance(link, int) or isinstance(link, bool) or not 1 <= link <= _MOST_LINKS:
        raise OperatorError("O074", path=where)
    if not isinstance(value, str) or _LINK.fullmatch(value) is None:
        raise OperatorError("O074", path=where)
    return Chain(link, bytes.fromhex(value))


def _row(document: Document, pointer: str) -> int:
    return document.place(pointer, key=True).line or 1


def write_key(path: Path, chain: Chain | None, identity: Identity | None) -> None:
    """Make a key file that only its owner can read; without a chain it is a player's.

    Raises:
        OperatorError: It lies in a repository or a campaign (O072), there is a file of that name (O081), or the system
            does not let us write (O011 to O013).
    """
    check_place(path)
    if os.path.lexists(path):
        raise OperatorError("O081", path=str(path))
    text = f"{_HEAD if chain is not None else _HEAD_OF_A_PLAYER}format: {FORMAT}\n"
    if chain is not None:
        text += f'dice: {{link: {chain.links}, value: "{chain.last.hex()}"}}\n'
    if identity is not None:
        text += f"age: {identity.secret()}\n"
    write_new({path: text.encode()}, mode=stat.S_IRUSR | stat.S_IWUSR)
