"""Whose orders did not count: who sent nothing, whose file was rejected or struck out. Nothing is ever silent.

A speaker is named once, by what comes first: a rejected file, a file that was struck out, none at all (section 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.engine.wording import NN_
from turnproc.rulesets.vidonico import facts as f
from turnproc.rulesets.vidonico.telling import Telling

REJECTED: Final = NN_(
    "The orders of {speaker:gen} were rejected: {n} problem.",
    "The orders of {speaker:gen} were rejected: {n} problems.",
)
STRUCK: Final = N_("The orders of {speaker:gen} were struck out.")
ABSENT: Final = N_("No orders came from: {speakers:gen}. Their armies keep their standing instructions.")


@dataclass(slots=True)
class Silence:
    """The lines, gathered while the facts go by."""

    telling: Telling
    absent: list[str] = field(default_factory=list)
    rejected: dict[str, int] = field(default_factory=dict)
    struck: list[str] = field(default_factory=list)

    def note(self, fact: f.NoOrders | f.Rejected | f.Struck) -> None:
        """A speaker without orders that count."""
        match fact:
            case f.NoOrders():
                self.absent.append(fact.no_orders)
            case f.Rejected():
                self.rejected[speaker_of(fact.rejected)] = fact.problems
            case f.Struck():
                self.struck.append(fact.struck)

    def lines(self) -> list[str]:
        """Rejected and struck files by speaker, then in one line all who sent nothing at all."""
        tell = self.telling
        found = [
            tell.count(REJECTED, self.rejected[each], speaker=tell.speaker(each)) for each in sorted(self.rejected)
        ]
        found += [tell.say(STRUCK, speaker=tell.speaker(each)) for each in sorted(self.struck)]
        silent = [each for each in self.absent if each not in self.rejected and each not in self.struck]
        if silent:
            found.append(tell.say(ABSENT, speakers=[tell.speaker(each) for each in sorted(silent)]))
        return found


def speaker_of(file: str) -> str:
    """The speaker of an orders file, by the file's name."""
    return file.rpartition("/")[2].removesuffix(".age").removesuffix(".yaml")
