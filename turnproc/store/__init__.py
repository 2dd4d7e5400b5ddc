"""Where things are on disk and how they get into git; knows no ruleset's fields.

`layout` names the files, `read` takes them in with care, `turn` writes a turn's results all or nothing (`transaction`)
and commits them (`repository`, the only import of git), `lock` keeps a second writer out, `errors` says what is wrong
with the surroundings. Modules are imported one by one, so that a command which never touches git does not load it.
"""

import os

# GitPython refuses to be imported where git is not installed. `repository` says it in its own words, and only when git
# is really needed; this has to be set before anything imports it.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
