"""Ruleset barkhany: a hex campaign with 3d6 battles (docs/rules/barkhany.md). No campaign can be played with it yet."""
