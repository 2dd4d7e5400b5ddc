"""Is the name of a file the same file on every system? Names come from people who never saw our computers."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 200

# What Windows gives to its devices, whatever ending follows; "COM¹" is one of them, too.
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|\Z)", re.IGNORECASE)
# Windows has no such letters in names; git~1 is its short name of a folder that only git may write.
_NOWHERE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\\]|~[0-9]')
# Letters that nobody sees or that turn others round, what is no character at all, and bytes that are no text.
_UNSEEN = frozenset(["Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"])


def is_plain_name(path: str) -> bool:
    """Can every system have a file of this path, none of its parts being git's own or anything but a name?"""
    return all(_is_plain_part(part) for part in path.split("/"))


def _is_plain_part(part: str) -> bool:
    return (
        0 < len(part) <= LONGEST
        and part not in {".", ".."}
        and not part.endswith((".", " "))
        and not part.startswith(" ")
        and not _DEVICE.match(part)
        and not _NOWHERE.search(part)
        and not any(unicodedata.category(letter) in _UNSEEN for letter in part)
        and not alike(part).startswith(".git")
    )


def alike(path: str) -> str:
    """The same for all names that some system takes for one: letter case and the form of accents make no difference."""
    folded = unicodedata.normalize("NFKC", path).casefold()
    return unicodedata.normalize("NFKC", folded).casefold()
