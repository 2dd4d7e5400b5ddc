import json
from dataclasses import replace

from tests.unit.diagnostics.helpers import catalogue, problem
from turnproc.diagnostics.as_json import as_json
from turnproc.diagnostics.model import Place, Severity


def test_no_problems() -> None:
    assert as_json([], catalogue("x")) == {"problems": [], "errors": 0, "warnings": 0}


def test_problems_in_the_shape_that_the_formats_document_promises() -> None:
    error = problem("X001/variant", Place("a.yaml", 3, 7, "/orders/0/move"), name="a\nb")
    warning = replace(problem(place=Place("b.yaml")), severity=Severity.WARNING, params={"name": "c"})
    told = as_json(iter([error, warning, error]), catalogue("“{name}” is wrong", "write {name}"))
    assert (told["errors"], told["warnings"]) == (2, 1)
    assert told["problems"][:2] == [
        {
            "code": "X001",
            "severity": "error",
            "file": "a.yaml",
            "line": 3,
            "column": 7,
            "pointer": "/orders/0/move",
            "message": "“a\\nb” is wrong",
            "hint": "write a\\nb",
        },
        {
            "code": "X001",
            "severity": "warning",
            "file": "b.yaml",
            "line": None,
            "column": None,
            "pointer": "",
            "message": "“c” is wrong",
            "hint": "write c",
        },
    ]
    assert json.loads(json.dumps(told)) == told


def test_without_a_hint_it_is_null() -> None:
    assert as_json([problem()], catalogue("x"))["problems"][0]["hint"] is None
