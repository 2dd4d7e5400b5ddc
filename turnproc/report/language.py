"""The language that a reader gets: texts from gettext catalogues, numbers in the right plural form.

English texts are the msgids, so English needs no catalogue. A ruleset's own catalogue (`bellum.mo`) is asked first,
then turnproc's. The catalogues are compiled from the .po files beside them by `make catalogues`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from gettext import GNUTranslations, NullTranslations, translation
from itertools import pairwise
from typing import Final

from turnproc.resources import MissingResourceError, locale_folder

LANGUAGES: Final = ("en", "ru", "sv")
OWN_DOMAIN: Final = "turnproc"


class UnknownLanguageError(LookupError):
    """There are no texts in this language; the caller says which languages there are."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language's texts; what rulesets know as `Words`."""

    code: str
    _catalogue: NullTranslations = field(repr=False, compare=False)

    @classmethod
    def load(cls, code: str, ruleset: str | None = None) -> Language:
        """Load the texts of a ruleset and of turnproc.

        Raises UnknownLanguageError for a language that is none of LANGUAGES, MissingResourceError where no catalogue
        of it has been compiled: a report in the wrong language would be worse than none.
        """
        if code not in LANGUAGES:
            raise UnknownLanguageError(code)
        if code == "en":
            return cls(code, NullTranslations())
        domains = (OWN_DOMAIN,) if ruleset is None else (ruleset, OWN_DOMAIN)
        found = [catalogue for domain in domains if (catalogue := _catalogue(domain, code)) is not None]
        if not found:
            raise MissingResourceError(f"the texts in {code!r} are not compiled: run `make catalogues`")
        for first, second in pairwise(found):
            first.add_fallback(second)
        return cls(code, found[0])

    def text(self, message: str) -> str:
        """Translate a msgid. The empty one is no msgid: gettext keeps the catalogue's head there."""
        return self._catalogue.gettext(message) if message else ""

    def count(self, singular: str, plural: str, number: int) -> str:
        """Translate a msgid in the plural form that the number asks for, `{n}` filled in."""
        return self.ngettext(singular, plural, number).replace("{n}", str(number))

    def gettext(self, message: str) -> str:
        """Translate, by the name that Jinja2 wants."""
        return self.text(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Choose the plural form, by the name that Jinja2 wants; nothing is filled in."""
        return self._catalogue.ngettext(singular, plural, abs(number))


def _catalogue(domain: str, code: str) -> GNUTranslations | None:
    """A copy of one compiled catalogue, if there is one. gettext reads each file once."""
    try:
        return translation(domain, locale_folder(), [code])
    except FileNotFoundError:
        return None
