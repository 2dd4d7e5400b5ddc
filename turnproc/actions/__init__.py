"""One function per thing a person does. Prints nothing, parses no arguments: `turnproc.cli` does.

`campaign` reads what never changes during a turn, `game` everything that one turn is made from; the modules beside
them are named for the commands.
"""
