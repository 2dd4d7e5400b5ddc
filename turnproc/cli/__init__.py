"""What did the person type, what do they see, which exit code? Decides nothing about rules or files.

`entry` answers `--version` before anything is imported, `app` is the one error door, every command has a file of its
own and imports what it needs in its body, so that `--help` is quick.
"""
