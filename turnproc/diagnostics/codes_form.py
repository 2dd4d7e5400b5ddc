"""Messages of `source.schema_check` (codes S…) and of names (codes N…): the file reads well but has not the right form.

The words for what is wanted and what stands there are phrases of `source.schema_words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message

_RANGE = N_(
    "The value is a number, but smaller or larger than it can be here. The page of the game's rules for this order "
    "says what is possible."
)
_TEXT_LENGTH = N_(
    "Texts have a limit, so that reports stay readable and fit where they are posted. Every letter and every space "
    "counts."
)
_LIST_LENGTH = N_("This list has fewer or more entries than it can have here. Entries are separated by commas or rows.")
_VERB = N_(
    "Each order is one entry of the list, and exactly one of its keys is a verb: the word that says what is done. "
    "The other keys complete it: where from, where to, against whom."
)

FORM_MESSAGES: Final[Mapping[str, Message]] = {
    "S001": Message(
        text=N_("{subject} must be {wanted}, but here stands {found}"),
        hint="{advice}",
        explanation=N_(
            "Every key takes values of one sort: a number, a text, a list, or keys with values of their own. Here "
            "something of another sort stands. A list is written [one, two], also if it has one entry only."
        ),
        wrong="path: tavrika",
        right="path: [tavrika]",
    ),
    "S002": Message(
        text=N_("unknown key “{key}”"),
        hint=N_("did you mean {nearest}?\nwhat can stand here: {known}"),
        explanation=N_(
            "This word is not one of those that can stand before a colon here. Either it is misspelt, or it belongs "
            "to another kind of order, or the row stands in too far or not far enough."
        ),
        wrong="- {move: 2, form: dacia, to: tavrika}",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "S002/colon": Message(
        text=N_("after the colon in “{key}” a space is missing"),
        hint=N_("write “{before}: {after}”"),
        explanation=N_("A colon ends a key only if a space follows it. Without the space all of this is one word."),
        wrong="- {move:2, from: dacia, to: tavrika}",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "S002/number": Message(
        text=N_("a number stands where a key is needed: {key}"),
        hint=N_("numbers are whole here: write them without a comma inside"),
        explanation=N_(
            "In brackets a comma ends a value, so “1,5” is the number 1 and then a key called 5. Whole things are "
            "counted here, without fractions."
        ),
        wrong="- {move: 1,5, from: dacia, to: tavrika}",
        right="- {move: 1, from: dacia, to: tavrika}",
    ),
    "S002/letters": Message(
        text=N_("“{key}” is written with letters of another alphabet that look the same"),
        hint=N_("write “{meant}” with Latin letters"),
        explanation=N_(
            "Some Cyrillic and Greek letters look just like Latin ones, but they are other letters. Verbs and keys are "
            "Latin: switch the keyboard and type the word again."
        ),
    ),
    "S003": Message(
        text=N_("the key “{key}” is missing"),
        hint=N_("add “{key}: …”"),
        explanation=N_(
            "Without this key nobody can know what is meant, so it must be given. Perhaps it is there but misspelt: "
            "then the unknown key is told as well."
        ),
        wrong="- {move: 2, from: dacia}",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "S004": Message(
        text=N_("{subject} cannot be “{value}”"),
        hint=N_("{advice}\ndid you mean {nearest}?\nwhat can stand here: {allowed}"),
        explanation=N_("Only certain words or values can stand here, and this is not one of them."),
        wrong="ready: maybe",
        right="ready: true",
    ),
    "S005/least": Message(text=N_("{subject} must be at least {limit}, not {value}"), explanation=_RANGE),
    "S005/most": Message(text=N_("{subject} must be at most {limit}, not {value}"), explanation=_RANGE),
    "S005/above": Message(text=N_("{subject} must be more than {limit}, not {value}"), explanation=_RANGE),
    "S005/below": Message(text=N_("{subject} must be less than {limit}, not {value}"), explanation=_RANGE),
    "S005/multiple": Message(text=N_("{subject} must be a multiple of {limit}, not {value}"), explanation=_RANGE),
    "S006/long": Message(
        text=N_("{subject} is too long: {length} characters instead of at most {limit}"), explanation=_TEXT_LENGTH
    ),
    "S006/short": Message(
        text=N_("{subject} is too short: {length} characters instead of at least {limit}"), explanation=_TEXT_LENGTH
    ),
    "S006/empty": Message(text=N_("{subject} is empty"), explanation=_TEXT_LENGTH),
    "S007": Message(
        text=N_("{subject} is not written as it must be: “{value}”"),
        hint=N_("for example: {examples}"),
        explanation=N_(
            "Ids, dates and the like have a fixed form: an id, say, has small Latin letters, digits and hyphens only. "
            "This value has another form."
        ),
        wrong="id: Bellum 380",
        right="id: bellum-380",
    ),
    "S007/key": Message(
        text=N_("the key “{key}” is not written as it must be"),
        hint=N_("ids have small Latin letters, digits and hyphens only"),
        explanation=N_(
            "The keys here are ids or codes of languages. They have small Latin letters, digits and hyphens only, and "
            "the code of a language has two or three letters."
        ),
        wrong="names: {Русский: Гунны}",
        right="names: {ru: Гунны}",
    ),
    "S008/long": Message(
        text=N_("{subject} has too many entries: {length} instead of at most {limit}"), explanation=_LIST_LENGTH
    ),
    "S008/short": Message(
        text=N_("{subject} has too few entries: {length} instead of at least {limit}"), explanation=_LIST_LENGTH
    ),
    "S009": Message(
        text=N_("{subject} names the same thing twice: “{value}”"),
        hint=N_("name it once"),
        explanation=N_("In this list each thing can stand once. Nothing happens twice because it is named twice."),
        wrong="march: [d1, d1]",
        right="march: [d1]",
    ),
    "S010": Message(
        text=N_("no verb: nothing here says what is to be done"),
        hint=N_("verbs: {verbs}"),
        explanation=_VERB,
        wrong="- {from: dacia, to: tavrika}",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "S011": Message(
        text=N_("more than one verb in one entry: {verbs}"),
        hint=N_("make an entry of its own for each"),
        explanation=_VERB,
        wrong="- {move: 2, hold: 1, from: dacia, to: tavrika}",
        right="- {move: 2, from: dacia, to: tavrika}\n- {hold: 1, of: goths, in: dacia}",
    ),
    "S012": Message(
        text=N_("unknown verb “{key}”"),
        hint=N_("did you mean {nearest}?\nverbs: {verbs}"),
        explanation=_VERB,
        wrong="- {mvoe: 2, from: dacia, to: tavrika}",
        right="- {move: 2, from: dacia, to: tavrika}",
    ),
    "S013": Message(
        text=N_("“{first}” and “{second}” exclude each other"),
        hint=N_("keep one of them"),
        explanation=N_("Each of the two keys says the same thing in another way, or the opposite. Give one."),
    ),
    "S014": Message(
        text=N_("{subject} must be a whole number, not {value}"),
        explanation=N_("Whole things are counted here. A number with a fraction has no meaning."),
        wrong="- {move: 1.5, from: dacia, to: tavrika}",
        right="- {move: 1, from: dacia, to: tavrika}",
    ),
    "S015": Message(
        text=N_("{subject} does not have the form that is needed here"),
        hint=N_("for example: {examples}"),
        explanation=N_(
            "The file reads well, but this part of it is not put together as it should be. Compare it with an example "
            "of the guide, or with what `turnproc orders new` writes."
        ),
    ),
    "N001": Message(
        text=N_("unknown {what}: “{text}”"),
        hint=N_("did you mean {nearest}?"),
        kind=Kind.INVALID,
        explanation=N_(
            "Nothing in this campaign is called so. Any name, form or alias that the campaign declares is accepted, in "
            "all of its languages, in small or capital letters. Probably a letter is wrong."
        ),
    ),
    "N002": Message(
        text=N_("“{name}” can mean two things: {first} and {second}"),
        hint=N_("use the id, which is never ambiguous"),
        kind=Kind.INVALID,
        explanation=N_(
            "Two things of this campaign go by this name. An id belongs to one thing only, so use that. The game "
            "master can change the names in the campaign's files."
        ),
    ),
}
