"""A receipt in words: an orders file told back to whoever wrote it, in a terminal and below a pull request."""

from __future__ import annotations

from typing import Any

from turnproc.actions.orders_receipt import Receipt
from turnproc.diagnostics.catalogue import N_, safe
from turnproc.report.language import Language
from turnproc.source.times import write_time


def received_data(result: Receipt) -> dict[str, Any] | None:
    """When it came in, as JSON has it; None where nothing says when."""
    received = result.received
    if received is None or received.at is None:
        return None
    return {"at": write_time(received.at), "by": received.by, "commit": received.commit}


def _received_line(result: Receipt, words: Language) -> str | None:
    known = {
        "commit": N_("Came in at {at}, with the commit {commit}."),
        "receipt": N_("Came in at {at}, as the receipt says."),
        "ruled": N_("Came in at {at}, as the game master ruled."),
        None: N_("Counts as come in at {at}."),
    }
    data = received_data(result)
    if data is None:
        return None
    return words.text(known[data["by"]]).format(at=data["at"], commit=(data["commit"] or "")[:12])


def receipt_lines(result: Receipt, words: Language, *, say_when: bool = True) -> list[str]:
    """A receipt for people, in rows; without `say_when` nothing of when the file came in."""
    lines = [safe(result.file, 500)]
    if result.sha256 is not None:
        lines.append(f"  {result.sha256}")
    received = _received_line(result, words) if say_when else None
    lines += [] if received is None else [f"  {received}"]
    if result.name is not None:
        text = words.text(N_("{speaker}, turn {turn}"))
        lines.append("  " + text.format(speaker=safe(result.name.in_words(words.code, "Nom")), turn=result.turn))
    in_words = result.in_words(words)
    if result.is_closed:
        lines.append("  " + words.text(N_("These orders are sealed: turnproc orders open tells what they say.")))
        return lines
    if in_words is None:
        lines.append("  " + words.text(N_("These orders have errors and count as nothing.")))
        return lines
    ready = N_("Agrees that the turn may end early.")
    lines.append("  " + words.text(ready if result.is_ready else N_("Does not say that the turn may end early.")))
    if result.message:
        lines.append("  " + words.text(N_("Words for the report:")))
        lines += [f"  > {safe(row, 4000)}" for row in result.message.splitlines()]
    lines += [f"{number}. {sentence}" for number, sentence in enumerate(in_words.orders, 1)]
    if not in_words.orders:
        lines.append(words.text(N_("No orders, on purpose.")))
    lines.append(words.text(N_("Where nothing is said:")))
    return [*lines, *(f"- {sentence}" for sentence in in_words.defaults)]
