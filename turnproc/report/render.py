"""From a view to the text of a report: `templates/<ruleset>/<page>.<target>.j2` in one language.

Called by `actions` for every language and target that a campaign wants. The same view gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from turnproc.report.environment import environment, texts
from turnproc.report.language import Language

_BLANK_ENDS: Final = re.compile(r"[ \t]+$", re.MULTILINE)


def render(ruleset: str, target: str, language: Language, view: Mapping[str, Any], page: str = "report") -> str:
    """Draw a view for a target (a key of `environment.TARGETS`), by the template of a page.

    The text ends with one line end and has neither blanks at the ends of lines nor several empty lines in a row.
    """
    template = environment(target).get_template(f"{ruleset}/{page}.{target}.j2")
    # Only a turn that was taken back has a revision, only a campaign that asks for them has pictures.
    return tidy(
        template.render({"revision": None, "pictures": [], **view}, language=language.code, **texts(target, language))
    )


def tidy(text: str) -> str:
    """Leave out blanks and empty lines that only the template's layout made."""
    # To look first costs a hundredth of what the expression costs on a long report.
    if " \n" in text or "\t\n" in text:
        text = _BLANK_ENDS.sub("", text)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.strip("\n").rstrip(" \t") + "\n"
