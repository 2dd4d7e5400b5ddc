"""What is wrong, where, and what can one do. Imports nothing of turnproc.

`model` holds the values that every check returns, `codes` the engine's own messages, `catalogue` turns a diagnostic
into words of one language, and `as_text`, `as_json` and `as_github` write those for a person, a program and a pull
request. Rulesets bring messages of their own, whose codes are the ids of their rules.
"""
