"""Messages about times (codes C070 to C075): deadlines, what came too late, and the days of the turns to come.

The parameters are named in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

_ADMIT: Final = N_("if the game master wants it to count, they write among the rulings: {ruling}")
_LATE: Final = N_(
    "A file counts if it came in before the deadline, or in the minutes of grace after it. When it came in says a "
    "ruling of the game master, else a receipt, else the commit that brought it onto the branch of the campaign; for a "
    "pull request that is the merge. Only the game master can let a file count that came later."
)

TIME_MESSAGES: Final[Mapping[str, Message]] = {
    "C070": Message(
        text=N_("“{key}” is no point in time: {value}"),
        hint=N_("write day, time and offset from UTC, like this: 2026-05-08T20:00:00+03:00"),
        explanation=N_(
            "A point in time is written with year, month and day, the letter T, hours, minutes and seconds, and the "
            "offset from UTC. This value has another form, or there is no such day or hour."
        ),
        wrong="deadline: 8 May, 20:00",
        right="deadline: 2026-05-08T20:00:00+03:00",
    ),
    "C070/offset": Message(
        text=N_("“{key}” does not say whose clock is meant: {value}"),
        hint=N_("add the offset from UTC: {value}+03:00, say, or {value}Z for UTC itself"),
        explanation=N_(
            "Players sit in different countries, and the same hour comes at another time to each of them. With the "
            "offset everybody knows when it is."
        ),
        wrong="deadline: 2026-05-08T20:00:00",
        right="deadline: 2026-05-08T20:00:00+03:00",
    ),
    "C071": Message(
        text=N_("the turn would end before it opens: “deadline” is {deadline}, “opens” is {opens}"),
        hint=N_("see which of the two is wrong; offsets count as well"),
        kind=Kind.INCOHERENT,
        explanation=N_("A turn opens first and ends later. One of the two times is wrong, or its offset."),
    ),
    "C071/grace": Message(
        text=N_("“grace” has no meaning without “deadline”"),
        hint=N_("add a deadline, or delete this row"),
        kind=Kind.INCOHERENT,
        explanation=N_("Grace is a number of minutes after the deadline. Without a deadline nothing can be late."),
    ),
    "C072": Message(
        text=N_("this file came in at {at} and does not count: the last moment was {limit}"),
        hint=_ADMIT,
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_LATE,
    ),
    "C072/stands": Message(
        text=N_(
            "this change came in at {at} and does not count: the last moment was {limit}; what was there before counts"
        ),
        hint=_ADMIT,
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_LATE,
    ),
    "C072/away": Message(
        text=N_("this file came in at {at}, after the last moment, {limit}; it lies apart and does not count"),
        hint=N_("if the game master wants it to count, they move it to {wanted} and write among the rulings: {ruling}"),
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_LATE,
    ),
    "C072/in-time": Message(
        text=N_("this file came in at {at} and would count by now, for the last moment is {limit}, but it lies apart"),
        hint=N_("if it is to count, move it to {wanted}"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "When the file came, the deadline was an earlier one, so it was put into late/, where nobody reads it. "
            "Since then the deadline was put off."
        ),
    ),
    "C072/withdrawn": Message(
        text=N_("this file was taken away at {at} and counts all the same: the last moment was {limit}"),
        hint=N_("if the game master wants it not to count, they strike it"),
        severity=Severity.WARNING,
        kind=Kind.ILLEGAL,
        explanation=_LATE,
    ),
    "C073": Message(
        text=N_("{file} is not the file that came in when turn {turn} was resolved"),
        hint=N_("restore it from the repository as it was when the turn was resolved"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "received.yaml keeps a fingerprint of every orders file that counted, with the time when it came in. This "
            "one is gone, or says something else."
        ),
    ),
    "C074": Message(
        text=N_("there is no time zone “{zone}”"),
        hint=N_("write a region and a city, like Europe/Moscow"),
        explanation=N_(
            "A zone is named as computers everywhere name it: by a region of the world and a large city in it. Only so "
            "it is known when clocks are put forward and back there."
        ),
        wrong="cadence: {days: 7, at: '20:00', zone: Moscow}",
        right="cadence: {days: 7, at: '20:00', zone: Europe/Moscow}",
    ),
    "C074/gap": Message(
        text=N_("{at} does not exist on {date} in {zone}: clocks are put forward over it"),
        hint=N_("choose another time of day, or write the next turn's deadline into its turn.yaml yourself"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The next deadline would fall into the hour that is left out when clocks are put forward. "
            "Nothing is guessed."
        ),
    ),
    "C074/twice": Message(
        text=N_("{at} comes twice on {date} in {zone}: clocks are put back over it"),
        hint=N_("choose another time of day, or write the next turn's deadline into its turn.yaml yourself"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The next deadline would fall into the hour that is repeated when clocks are put back. Nobody could say "
            "which of the two is meant, and nothing is guessed."
        ),
    ),
    "C075": Message(
        text=N_("“cadence” does nothing now: this turn has no deadline to reckon from"),
        hint=N_("write the deadline of this turn into its turn.yaml; those after it follow"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The next deadline is reckoned from this turn's, never from the clock of a computer. So the first deadline "
            "has to be written by hand."
        ),
    ),
}
