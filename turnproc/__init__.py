"""turnproc: a turn processor for play-by-post wargames.

A campaign is a folder of YAML files, players send orders as files, `turnproc resolve` plays the turn.
docs/architecture.md shows the rooms of this package and which may use which.
"""

__version__ = "0.1.0"
