from random import Random

from turnproc.diagnostics.model import Diagnostic, Place, Severity
from turnproc.diagnostics.order import sort_key


def test_problems_are_told_as_one_reads_the_files() -> None:
    places = [
        ("a.yaml", None, None, "C002", ""),
        ("a.yaml", 2, 1, "S001", "/a"),
        ("a.yaml", 2, 9, "S001", "/b"),
        ("a.yaml", 2, 9, "S002", "/a"),
        ("a.yaml", 2, 9, "S002", "/b"),
        ("a.yaml", 10, 1, "S001", "/a"),
        ("b.yaml", 1, 1, "Y001", ""),
    ]
    wanted = [
        Diagnostic(code, Severity.ERROR, Place(file, line, column, pointer))
        for file, line, column, code, pointer in places
    ]
    mixed = list(wanted)
    Random(380).shuffle(mixed)
    assert sorted(mixed, key=sort_key) == wanted
