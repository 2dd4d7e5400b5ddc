"""Messages about a campaign and its turns (codes C…): each file reads well, but they do not fit together.

Raised by `actions`, a few by the engine (rulings and dice). The parameters are named in the texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.model import Kind, Message, Severity

CAMPAIGN_MESSAGES: Final[Mapping[str, Message]] = {
    "C001": Message(
        text=N_("“turn” says {turn}, but turn {open} is open"),
        hint=N_("write “turn: {open}”, if the orders are meant for it"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Orders are given for the turn that is open; turns before it are played, turns after it have not begun. "
            "The number in the file guards against last turn's file being sent again by mistake."
        ),
        wrong="turn: 1",
        right="turn: 2",
    ),
    "C002": Message(
        text=N_("“for” names {speaker}, but the file is named for {file}"),
        hint=N_("rename the file to {wanted}, or write whom its name means after “for”"),
        explanation=N_(
            "The file's name and the key “for” both say who speaks, and they must agree. So a file copied from a "
            "neighbour is noticed before it gives the neighbour's orders."
        ),
    ),
    "C003": Message(
        text=N_("nobody in this campaign is called “{speaker}”"),
        hint=N_("did you mean {nearest}?"),
        explanation=N_(
            "An orders file is named for the one who gives the orders: a faction or a commander, by its id. "
            "There is none with this id."
        ),
    ),
    "C004": Message(
        text=N_("nobody can give orders for {speaker} now"),
        hint=N_("those who can: {nearest}"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "This faction or commander exists but does not speak in this turn: it is gone, or nobody plays it, "
            "or it is under another's command. The rules of the game say when that is so."
        ),
    ),
    "C005": Message(
        text=N_("two files for the same speaker: {file} and {other}"),
        hint=N_("keep one of them"),
        explanation=N_(
            "The names differ only in capital letters, in how an accent is stored, or in .yml and .yaml. On some "
            "computers they are one file, on others two, so nobody could say which orders count."
        ),
    ),
    "C006": Message(
        text=N_("{file} is not an ordinary file"),
        hint=N_("put a plain file in its place"),
        explanation=N_(
            "A link, a folder or something else stands where a file is expected. Links are not followed: they could "
            "lead out of the campaign."
        ),
    ),
    "C007": Message(
        text=N_("{file} does not belong here and is not read"),
        hint=N_("if it holds orders, rename it to {wanted}"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "In a turn's folder only files of certain names are read. This one has another name or another ending, so "
            "whatever stands in it does not count."
        ),
    ),
    "C008": Message(
        text=N_("the campaign has no {file}"),
        hint=N_("restore it from the repository; `turnproc new` shows what a campaign consists of"),
        explanation=N_("Without this file the campaign cannot be read. It may have been renamed, moved or deleted."),
    ),
    "C009": Message(
        text=N_("no ruleset “{ruleset}” is installed"),
        hint=N_("did you mean {nearest}?\ninstalled: {installed}"),
        explanation=N_(
            "“ruleset” in campaign.yaml names the rules by which the game is played. Either the name is misspelt, or "
            "the package that brings these rules has to be installed."
        ),
    ),
    "C010": Message(
        text=N_("the campaign is played by version {wanted} of {ruleset}, but version {installed} is installed"),
        hint=N_(
            "install a turnproc with version {wanted}, or write “ruleset_version: {installed}” to play on by other "
            "rules"
        ),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "A new version means that the rules changed: the same orders can come out differently. Nothing is resolved "
            "until the game master says in campaign.yaml which rules hold. `turnproc verify` shows what would differ."
        ),
    ),
    "C011": Message(
        text=N_("{ruleset} has no setting “{setting}”"),
        hint=N_("did you mean {nearest}?\nsettings: {known}"),
        explanation=N_(
            "“settings” in campaign.yaml holds the house rules that the ruleset offers. A misspelt setting would "
            "silently have no effect, so it is an error."
        ),
    ),
    "C012": Message(
        text=N_("“npc_orders” gives orders for {speaker}, for whom {player} plays"),
        hint=N_("delete them; the player's own file counts"),
        kind=Kind.ILLEGAL,
        explanation=N_(
            "Under “npc_orders” the game master gives orders for those whom nobody plays. Whoever is played gives "
            "their own."
        ),
    ),
    "C012/file": Message(
        text=N_("“npc_orders” gives orders for {speaker}, and the file {file} does too"),
        hint=N_("keep one of the two"),
        kind=Kind.ILLEGAL,
        explanation=N_("Orders for one speaker come from one place. Nobody could say which of the two count."),
    ),
    "C013": Message(
        text=N_("{player} speaks for “{speaker}”, but there is nobody of that name"),
        hint=N_("did you mean {nearest}?"),
        explanation=N_(
            "“speaks_for” in campaign.yaml lists the ids of those for whom a player gives orders. There is none with "
            "this id."
        ),
    ),
    "C013/two": Message(
        text=N_("{player} and {other} both speak for {speaker}"),
        hint=N_("leave it to one of them"),
        explanation=N_("Two players could send two different files for the same speaker. One must be chosen."),
    ),
    "C014": Message(
        text=N_("the state says turn {turn}, but it lies in the folder of turn {folder}"),
        hint=N_("restore the file from the repository; states are written by turnproc"),
        explanation=N_("A state was copied or moved by hand. Every turn would be counted wrong after it."),
    ),
    "C015": Message(
        text=N_("nothing in this turn asks for the ruling “{id}”"),
        hint=N_(
            "the questions of this turn: {asked}\nif orders are missing or rejected, its question may come up with them"
        ),
        explanation=N_(
            "A ruling answers a question by its id. No question with this id came up: it is misspelt, or the turn went "
            "another way after a change, or because orders are missing that led to the question. "
            "`turnproc resolve --dry-run` lists the questions of the turn."
        ),
    ),
    "C016": Message(
        text=N_("nothing in this turn rolls the dice “{label}”"),
        hint=N_("look up the labels in the journal that a dry run prints"),
        explanation=N_(
            "Under “dice” stand faces thrown by hand, by the label of their roll. No roll with this label was made, so "
            "the faces would count for nothing."
        ),
    ),
    "C017": Message(
        text=N_("the ruling “{id}” does not answer its question"),
        hint=N_("what can stand here: {options}"),
        explanation=N_(
            "The question that this ruling answers asks for something else: one of certain words, a number, or a list "
            "of places. `turnproc resolve --dry-run` prints each question with its answers."
        ),
    ),
    "C019": Message(
        text=N_("there are no reports in the language “{name}”"),
        hint=N_("there are: {known}"),
        explanation=N_("turnproc and its rulesets speak certain languages. campaign.yaml lists those of the campaign."),
    ),
    "C019/target": Message(
        text=N_("there are no reports of the form “{name}”"),
        hint=N_("did you mean {nearest}?\nthere are: {known}"),
        explanation=N_("A report can be made for a forum, for a web page, or as a text file. This form is unknown."),
    ),
    "C020": Message(
        text=N_("{file} has changed since turn {turn} was resolved"),
        hint=N_("restore it from the repository as it was when the turn was resolved"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "The journal of a turn keeps a fingerprint of every file that the rules read. This file is not what it "
            "was, so the turn can no longer be shown to be what came of it."
        ),
    ),
    "C021": Message(
        text=N_("turn {turn} resolved again comes out differently: {file}, line {first}"),
        hint=N_("either the file was changed by hand, or the rules were"),
        kind=Kind.INCOHERENT,
        explanation=N_(
            "`turnproc verify` resolves old turns again and compares what comes out, byte by byte. The first row that "
            "differs is named."
        ),
    ),
    "C022": Message(
        text=N_("turn {turn} is already resolved: this file no longer changes anything"),
        hint=N_("orders for turn {open} belong into {wanted}"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("The file has no errors, but its turn has been played. It is kept and has no effect."),
    ),
    "C023": Message(
        text=N_("this journal cannot be read: {words}"),
        hint=N_("restore it from the repository; journals are written by turnproc"),
        explanation=N_(
            "A journal holds the facts of a turn in a form of their own. This one was changed by hand, or it was "
            "written by a version of the rules that had other facts."
        ),
    ),
    "C025": Message(
        text=N_("{file} is no turn's folder: nothing in it is read"),
        hint=N_("turn folders have three digits: move the files to {wanted}"),
        explanation=N_(
            "Each turn has one folder, and its name is the number of the turn with three digits or more: turns/002. "
            "What lies elsewhere does not count."
        ),
    ),
    "C025/orders": Message(
        text=N_("{file} lies where orders are not read"),
        hint=N_("move it to {wanted}"),
        explanation=N_("Orders are read from the folder of the open turn alone. What lies elsewhere does not count."),
    ),
    "C025/name": Message(
        text=N_("{file} is not read: it has another name or ending than it should"),
        hint=N_("rename it to {wanted}"),
        explanation=N_("In a turn's folder only files of certain names are read; they all end in .yaml."),
    ),
    "C026": Message(
        text=N_("turn {turn} is not open yet, turn {open} is: these orders do not count now"),
        hint=N_("if they are meant for the open turn, move them to {wanted} and change `turn` in the file"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_("Orders for a later turn may lie ready. They are read when that turn is open."),
    ),
    "C027": Message(
        text=N_("“{key}” ends where the # stands: what follows is a remark and is not part of the text: {lost}"),
        hint=N_("if it belongs to the text, put the whole text in quotes"),
        severity=Severity.WARNING,
        kind=Kind.INCOHERENT,
        explanation=N_(
            "A space and a # begin a remark, which nobody but the reader of the file sees. In quotes a # is a #."
        ),
        wrong="message: We march #boldly",
        right='message: "We march #boldly"',
    ),
    "C024": Message(
        text=N_("{file} is no file of this campaign that is read"),
        hint=N_("name a file of a turn's folder, or leave the name away to check everything"),
        explanation=N_(
            "You asked for this file to be checked, but nothing in the campaign reads it. It may lie in another "
            "folder, have another ending, or be misspelt."
        ),
    ),
}
