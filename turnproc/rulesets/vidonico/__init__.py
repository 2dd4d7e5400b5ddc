"""Ruleset vidonico: field battles with commanders, losses and characters' fates (docs/rules/vidonico.md)."""
