"""`turnproc rulesets`."""

from __future__ import annotations

from turnproc.cli.output import Format, FormatOption, LanguageOption


def rulesets(form: FormatOption = Format.TEXT, language: LanguageOption = None) -> None:
    """List the rulesets that are installed."""
    from turnproc.cli.output import chosen_language, print_json
    from turnproc.rulesets import rulesets as known

    code = chosen_language(language).code
    entries = [
        {"name": name, "version": ruleset.version, "title": ruleset.title.get(code, name)}
        for name, ruleset in sorted(known().items())
    ]
    if form is Format.JSON:
        print_json({"rulesets": entries})
        return
    for entry in entries:
        print(f"{entry['name']} {entry['version']}: {entry['title']}")
