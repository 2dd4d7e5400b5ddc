"""Ruleset barkhany: a hex campaign with 3d6 battles (docs/rules/barkhany.md). In the making: no campaign plays it yet."""
