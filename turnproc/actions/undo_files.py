"""Which files change when a turn is taken back: what resolving wrote goes to `undone/`, its inputs are as before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from turnproc.actions.arrivals import limits_of, sha256_of
from turnproc.actions.cadence import next_turn_text
from turnproc.actions.documents import Documents
from turnproc.actions.received import FORMAT, write_received
from turnproc.actions.timing import Timing
from turnproc.source.limits import CAMPAIGN
from turnproc.source.yaml_reader import read_yaml
from turnproc.source.yaml_writer import Layout as Form
from turnproc.source.yaml_writer import write_yaml
from turnproc.store.errors import OperatorError
from turnproc.store.layout import SEALED_SUFFIX, Layout
from turnproc.store.read import orders_folder, read_file, shown
from turnproc.store.repository import Repository
from turnproc.store.transaction import content_hash

# What resolving, `report` and `map` put beside the orders; under fog of war some of it is sealed.
_RESULT: Final = re.compile(
    r"(?:journal|state|bulletin)\.yaml|report\.[\w-]+\.(?:md|bbcode|html)|(?:map|moves)(?:\.[\w-]+)?\.(?:svg|png)",
    re.ASCII,
)
_PRIVATE: Final = "private"
_OWN_KEYS: Final = ("revision", "reason", "spent")


@dataclass(slots=True)
class Change:
    """What changes: `files` by name (None: goes). `read` are the contents that it was worked out from.

    `kept` are the files that go into `undone/`, `published` the orders of sealed files among them, `put_back` the late
    orders that lie in `orders/` again, `withdrawn` orders that go again since their player had taken them away.
    """

    turn: int
    revision: int
    files: dict[str, bytes | None] = field(default_factory=dict)
    read: dict[str, bytes] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    published: list[str] = field(default_factory=list)
    put_back: list[str] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)

    def keep(self, layout: Layout, name: str, raw: bytes, then: bytes | None = None) -> None:
        """Move a file of the turn into `undone/`; `then` is what stands in its place."""
        self.read[name] = raw
        self.kept.append(name)
        self.files[layout.undone_file(name, self.turn, self.revision)] = raw
        self.files[name] = then


def undo_change(
    documents: Documents, turn: int, timing: Timing, journal: Mapping[str, Any], repository: Repository | None
) -> Change:
    """Work out everything but turn.yaml.

    Raises:
        OperatorError: Orders that were published have been changed (O155), or a file cannot be read (O156, O019).
    """
    layout = Layout(documents.root)
    change = Change(turn, layout.revision(turn))
    for name in _results(layout, turn):
        change.keep(layout, name, _raw(documents, name))
    _published(documents, change, journal)
    _inputs(documents, change, repository)
    following = layout.turn_file(turn + 1)
    text = next_turn_text(documents.data("campaign"), timing)
    if text is not None and layout.path(following).is_file() and _raw(documents, following) == text:
        # As resolving wrote it, and will write it again.
        change.read[following] = text
        change.files[following] = None
    return change


def _raw(documents: Documents, name: str) -> bytes:
    there = read_file(documents.root, name, limits_of(name) if "/orders/" in name or "/late/" in name else CAMPAIGN)
    if there.raw is None:
        documents.diagnostics += [there.problem] if there.problem is not None else []
        raise OperatorError("O156", turn=int(name.split("/")[1]), files=[name])
    return there.raw


def _results(layout: Layout, turn: int) -> list[str]:
    folder = layout.path(layout.turn_folder(turn))
    names = [entry.name for entry in folder.iterdir() if _RESULT.fullmatch(entry.name.removesuffix(SEALED_SUFFIX))]
    private = folder / _PRIVATE
    if private.is_dir() and not private.is_symlink():
        names += [path.relative_to(folder).as_posix() for path in private.rglob("*") if not path.is_dir()]
    return [f"{layout.turn_folder(turn)}/{name}" for name in sorted(names)]


def _published(documents: Documents, change: Change, journal: Mapping[str, Any]) -> None:
    """Orders that came sealed are sealed only again."""
    folder = orders_folder(documents.root, change.turn)
    plain = {speaker: path for speaker, path in folder.files.items() if folder.sealed.get(speaker) not in (None, path)}
    changed = []
    for path in plain.values():
        raw = _raw(documents, shown(path))
        if journal["inputs"].get(path) != content_hash(raw):
            changed.append(path)
        change.keep(Layout(documents.root), path, raw)
        change.published.append(path)
    if changed:
        raise OperatorError("O155", turn=change.turn, files=sorted(changed))


def _inputs(documents: Documents, change: Change, repository: Repository | None) -> None:
    """Put the orders back that came too late, and received.yaml as it was; what was changed since stays as it is."""
    layout, known = Layout(documents.root), documents.data("received")
    if not isinstance(known, dict):
        return
    counted = {speaker: entry["sha256"] for speaker, entry in known["files"].items()}
    moved = {speaker: entry for speaker, entry in (known.get("late") or {}).items() if not _is_put_away(entry)}
    for speaker, entry in moved.items():
        for end in (".yaml", f".yaml{SEALED_SUFFIX}"):
            _late(documents, change, f"{speaker}{end}", entry.get("sha256"), counted.get(speaker))
    name = layout.received_file(change.turn)
    raw = _raw(documents, name)
    before = _received_before(repository, change.turn, name, raw)
    then = None if before is None else read_yaml(before, name, CAMPAIGN)[0]
    data: Any = then.data if then is not None and isinstance(then.data, dict) else known
    receipts = {speaker: entry for speaker, entry in data["files"].items() if entry.get("by") == "receipt"}
    noted = {**_times_of_late(documents, moved), **receipts}
    if before is None or noted != receipts:
        late = {speaker: entry for speaker, entry in (data.get("late") or {}).items() if _is_put_away(entry)}
        parts = {"files": noted, "late": late, "withdrawn": data.get("withdrawn") or {}}
        kept = {part: dict(sorted(rows.items())) for part, rows in parts.items() if rows or part == "files"}
        before = write_received({"format": FORMAT, **kept}).encode() if any(parts.values()) else None
    change.keep(layout, name, raw, before)


def _is_put_away(late: Mapping[str, Any]) -> bool:
    """Was it in late/ before the turn was resolved? Then it stays there, and its entry, too."""
    return "commit" in late


def _received_before(repository: Repository | None, turn: int, name: str, raw: bytes) -> bytes | None:
    """received.yaml as it was before the turn was resolved; None where git does not know, or there was none."""
    commit = None if repository is None else repository.tagged(turn)
    if repository is None or commit is None or repository.file_at(commit, name) != raw:
        return None
    return repository.file_at(f"{commit}^", name)


def _times_of_late(documents: Documents, late: Mapping[str, Any]) -> dict[str, Any]:
    """Receipts for what came too late: without one it would have come in when the turn was taken back."""
    return {
        speaker: {"at": entry["at"], "by": "receipt", "sha256": entry["sha256"]}
        for speaker, entry in late.items()
        if "sha256" in entry and f"received/{speaker}" not in _rulings(documents)
    }


def _rulings(documents: Documents) -> Mapping[str, Any]:
    gm = documents.data("gm")
    rulings = gm.get("rulings") if isinstance(gm, dict) else None
    return rulings if isinstance(rulings, dict) else {}


def _late(documents: Documents, change: Change, file: str, late: str | None, counted: str | None) -> None:
    """One orders file of a speaker who was late: `late` and `counted` are the sums of what came and of what counted."""
    layout = Layout(documents.root)
    orders, aside = f"{layout.orders_folder(change.turn)}/{file}", layout.late_file(change.turn, file)
    there = _raw(documents, orders) if layout.path(orders).is_file() else None
    if there is not None and (counted is None or sha256_of(there) != counted):
        # Somebody has sent something else meanwhile.
        return
    if late is None:
        if there is not None:
            change.keep(layout, orders, there)
            change.withdrawn.append(orders)
        return
    raw = _raw(documents, aside) if layout.path(aside).is_file() else None
    if raw is None or sha256_of(raw) != late:
        return
    if there is not None:
        change.keep(layout, orders, there)
    change.read[aside] = raw
    change.files |= {orders: raw, aside: None}
    change.put_back.append(orders)


def turn_file_with(raw: bytes | None, rows: Mapping[str, Any]) -> tuple[bytes, bool]:
    """turn.yaml with other rows of our own; its remarks and other rows stay. False: it had to be written anew."""
    raw = raw or b""
    end = b"\r\n" if b"\r\n" in raw else b"\n"
    document, _ = read_yaml(raw, "turn.yaml", CAMPAIGN) if raw else (None, None)
    data = document.data if document is not None and isinstance(document.data, dict) else {}
    wanted = {**{key: value for key, value in data.items() if key not in _OWN_KEYS}, **rows}
    kept = [
        line for line in raw.splitlines(keepends=True) if line.split(b":")[0].decode(errors="replace") not in _OWN_KEYS
    ]
    body = b"".join(kept)
    body += end if body and not body.endswith((b"\n", b"\r")) else b""
    longer = body + write_yaml(dict(rows), Form()).encode().replace(b"\n", end)
    again, problems = read_yaml(longer, "turn.yaml", CAMPAIGN)
    if again is not None and not problems and again.data == wanted:
        return longer, True
    # Braces around everything, an end of the document, …
    return write_yaml(wanted, Form()).encode(), False
