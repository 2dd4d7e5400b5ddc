"""The phases of a turn of bellum, one module each, as section 4 of docs/rules/bellum.md has them."""
