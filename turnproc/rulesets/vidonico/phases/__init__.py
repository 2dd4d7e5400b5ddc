"""The steps of a turn of vidonico, one module each; `schedule` has them in order."""
