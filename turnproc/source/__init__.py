"""What does a text say, and where? Knows nothing of campaigns or rules, and imports `diagnostics` alone.

`yaml_reader` turns a file into plain data or into diagnostics, `yaml_writer` turns plain data into canonical YAML,
`schema_check` words what does not have the right form, `names` finds the thing that a person means, `pointer` is how
all of them address a value.
"""
