"""Names of things in every language of a campaign, with their grammatical forms.

The forms are declared in the campaign's files (`names: {ru: {nom: …, gen: …}, en: …}`); nothing is inflected here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

# Where a form is not declared, the one that most often looks the same takes its place.
SUBSTITUTES = {"acc": "gen", "dat": "nom", "gen": "nom", "ins": "nom", "prep": "nom"}
# What stands before a place where one is, unless its name declares another word (`pre`): the case `in`.
PREPOSITIONS = {"en": "in", "ru": "в", "sv": "i"}


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called: `forms[language][case]`; short forms have the case `short.nom` and so on."""

    id: str
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    singular: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    # What was worked out already: a report says the same few names ten thousand times.
    _said: dict[tuple[str, str], str] = field(default_factory=dict, compare=False, repr=False)

    def in_words(self, language: str, case: str = "nom") -> str:
        """Give the form; `short.gen` prefers a short form, `in` is `prep` with its preposition ("на Крите").

        A capital (`Nom`, `Short.nom`) capitalises the text. `goes|go` is no form: the first word where the name is
        singular, the second where it is plural.
        """
        said = self._said.get((language, case))
        if said is None:
            said = self._said[(language, case)] = self._say(language, case)
        return said

    def _say(self, language: str, case: str) -> str:
        if "|" in case:
            one, _, many = case.partition("|")
            return one if self.is_singular(language) else many
        wanted = case[:1].lower() + case[1:]
        text = self._place(language) if wanted == "in" else self._form(language, wanted)
        return text[:1].upper() + text[1:] if case[:1].isupper() else text

    def _place(self, language: str) -> str:
        forms = self.forms.get(language, {})
        return f"{forms.get('pre') or PREPOSITIONS.get(language, 'in')} {self._form(language, 'prep')}"

    def _form(self, language: str, case: str) -> str:
        forms = self.forms.get(language)
        if forms is None:
            forms = next(iter(self.forms.values()), {})
        if case.startswith("short."):
            # A short form stands for the whole name in all cases, or in none.
            case = case if "short.nom" in forms else case.removeprefix("short.")
        prefix = "short." if case.startswith("short.") else ""
        while prefix + case.removeprefix(prefix) not in forms:
            substitute = SUBSTITUTES.get(case.removeprefix(prefix))
            if substitute is None:
                return forms.get(prefix + "nom", forms.get("nom", self.id))
            case = prefix + substitute
        return forms[case]

    def is_singular(self, language: str) -> bool:
        """Is the name grammatically singular ("захвачена", not "захвачены")?"""
        return language in self.singular

    def everything(self) -> Iterator[str]:
        """Every text that means this thing: forms of all languages, then aliases."""
        for forms in self.forms.values():
            for case, text in forms.items():
                if case != "pre":
                    yield text
        yield from self.aliases


def read_name(thing: str, names: Mapping[str, Any] | None, aliases: list[str] | None = None) -> Name:
    """Read the `names` and `aliases` of a campaign file, whose shape the schema has checked."""
    forms: dict[str, dict[str, str]] = {}
    singular = set()
    for language, given in (names or {}).items():
        if isinstance(given, str):
            forms[language] = {"nom": given}
            continue
        flat: dict[str, str] = {}
        for case, text in given.items():
            if case == "sg":
                if text:
                    singular.add(language)
            elif case == "short":
                flat |= {f"short.{short_case}": short for short_case, short in text.items()}
            else:
                flat[case] = text
        forms[language] = flat
    return Name(thing, forms, frozenset(singular), tuple(aliases or ()))


def name_data(name: Name) -> dict[str, Any]:
    """Write a name as campaign files have it: the inverse of `read_name`, without the aliases."""
    data: dict[str, Any] = {}
    for language, forms in name.forms.items():
        if set(forms) == {"nom"} and language not in name.singular:
            data[language] = forms["nom"]
            continue
        entry: dict[str, Any] = {case: text for case, text in forms.items() if not case.startswith("short.")}
        if language in name.singular:
            entry["sg"] = True
        short = {case.removeprefix("short."): text for case, text in forms.items() if case.startswith("short.")}
        if short:
            entry["short"] = short
        data[language] = entry
    return data
