"""In which shape are rules given, and how is a turn folded? Knows no ruleset.

`ruleset` is the value that a ruleset is, `table` what lies on the table while a turn is played, `phase` the steps of
a turn, `rulings` and `dice` what the game master and chance decide, `resolve` plays, `journal` keeps what happened.
"""
