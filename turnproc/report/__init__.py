"""How a view becomes text: languages, Jinja2 environments for each target, escaping of what people wrote.

Sees no state, no rule and no die, and names nothing of any one ruleset: a ruleset's `view` gives plain data, its
templates below `templates/<ruleset>/` say how it stands on the page.
"""
