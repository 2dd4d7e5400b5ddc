"""The files of a campaign's folder signup/, each of one person who wants to play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from turnproc.actions.accounts import Senders, same_login
from turnproc.actions.documents import Documents, schema_check
from turnproc.actions.game import Game
from turnproc.actions.pull_request_files import SIGNUP_FOLDER
from turnproc.actions.signup_wishes import Places, Wishes, places_of, read_wishes
from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.engine.finding import Finding
from turnproc.source.limits import ORDERS
from turnproc.store.read import names_in, shown

# What services have as logins, and what no file system or terminal minds.
ACCOUNT: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?", re.ASCII)
_LIKE_A_FILE: Final = re.compile(r".+\.ya?ml(\.\w+)?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who waits for a place. `age` is the public key, `note` what is said to the game master."""

    account: str
    file: str
    wishes: Wishes
    age: str | None
    note: str


@dataclass(frozen=True, slots=True)
class Applicants:
    """Who waits, by account in order. `fingerprint` is of all files: `sha256sum signup/*.yaml | sha256sum` gives it.

    `files` are all that were read, those of people who play already, too.
    """

    waiting: Sequence[Applicant]
    fingerprint: str
    files: Sequence[str]


def check_signups(game: Game) -> None:
    """Tell what is wrong with the files of the folder, at any platform; without the last state, with their form."""
    documents = game.documents
    if game.reader is None:
        for file in _files(documents).values():
            documents.read(file, file, ORDERS, schema_check("common", "signup"), is_input=False)
        return
    entries = [entry or {} for entry in (game.campaign.data.get("players") or {}).values()]
    platforms = sorted({"github", *(name for entry in entries for name in entry.get("accounts") or {})})
    places = places_of(game.campaign, game.reader, game.turn, game.events)
    read_applicants(documents, Senders(game.campaign, game.reader), places, platforms)


def read_applicants(documents: Documents, senders: Senders, places: Places, platforms: Sequence[str]) -> Applicants:
    """Read all files of the folder, of accounts at one of the platforms; what is wrong is told to `documents`.

    What is wrong with a file of somebody who plays already is no matter: it counts for nothing.
    """
    files = _files(documents)
    waiting: list[Applicant] = []
    hashes: dict[str, str] = {}
    keys: dict[str, str] = {}
    for account, file in files.items():
        raw = documents.fetch(file, file, ORDERS, is_input=False)
        if raw is None:
            continue
        hashes[file] = sha256(raw).hexdigest()
        players = [player for platform in platforms for player in senders.players(platform, account)]
        if players:
            params = {"account": account, "player": players[0]}
            documents.diagnostics.append(Diagnostic("C089/plays", Severity.WARNING, Place(file), params))
            continue
        data = documents.parse(file, raw, ORDERS, schema_check("common", "signup"))
        wishes, findings = read_wishes(file, documents.data(file), places)
        documents.tell(each for each in findings if not documents.has_error_at(file, each.pointer))
        if data is None:
            continue
        age = data.get("age")
        if age is not None and keys.setdefault(age, file) != file:
            documents.tell([Finding(file, "/age", "C089/key", {"other": keys[age]})])
        waiting.append(Applicant(account, file, wishes, age, data.get("note", "")))
    documents.diagnostics += _twice(files, platforms)
    return Applicants(waiting, fingerprint(hashes), tuple(hashes))


def fingerprint(hashes: Mapping[str, str]) -> str:
    """One fingerprint of all files, by name: that of a list as the program sha256sum prints it."""
    rows = "".join(f"{hashes[file]}  {file}\n" for file in sorted(hashes))
    return sha256(rows.encode()).hexdigest()


def _files(documents: Documents) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in names_in(documents.root, SIGNUP_FOLDER):
        file = f"{SIGNUP_FOLDER}/{name}"
        account = name.removesuffix(".yaml")
        if name.endswith(".yaml") and ACCOUNT.fullmatch(account):
            found[account] = file
            continue
        severity = Severity.ERROR if _LIKE_A_FILE.fullmatch(name) else Severity.WARNING
        documents.diagnostics.append(Diagnostic("C089", severity, Place(shown(file)), {"file": shown(file)}))
    return found


def _twice(files: Mapping[str, str], platforms: Sequence[str]) -> Iterator[Diagnostic]:
    first: dict[str, str] = {}
    for account, file in files.items():
        other = first.setdefault(account.lower(), account)
        if other != account and any(same_login(platform, account, other) for platform in platforms):
            params = {"file": file, "other": files[other]}
            yield Diagnostic("C089/two", Severity.ERROR, Place(file), params)
