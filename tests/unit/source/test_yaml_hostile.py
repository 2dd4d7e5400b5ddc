"""Files made to take a run's time or memory: each is refused within a second and 200 MB.

Each is read in a process of its own, so that the peak of its memory can be seen.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MOST_SECONDS = 1.0
MOST_MEGABYTES = 200

CHILD = """
import resource, sys, time
from turnproc.source.yaml_reader import CAMPAIGN, ORDERS, read_yaml
raw = eval(sys.argv[2])
began = time.process_time()
document, problems = read_yaml(raw, "f", {"ORDERS": ORDERS, "CAMPAIGN": CAMPAIGN}[sys.argv[1]])
if document is not None:
    document.place("/x/y", key=True)
seconds = time.process_time() - began
if sys.platform == "linux":
    # What getrusage says begins with the peak of whoever started this process: tests, with all that they have read.
    (peak,) = (int(row.split()[1]) / 1024 for row in open("/proc/self/status") if row.startswith("VmHWM:"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
print(problems[0].code if problems else "fine", seconds, peak)
"""

BOMB = r"""b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [" % (n, n) + b",".join([b"*%c" % (n - 1)] * 9) + b"]\n" for n in range(98, 107))"""
MERGE_BOMB = r"""b"a0: &a0 {x: 1}\n" + b"".join(
    b"a%d: &a%d {<<: *a%d, b: {<<: *a%d}}\n" % (n, n, n - 1, n - 1) for n in range(1, 25))"""

HOSTILE = [
    ("ten thousand nested lists", "CAMPAIGN", 'b"[" * 10_000', "Y020"),
    ("ten thousand nested braces", "CAMPAIGN", 'b"{a: " * 10_000', "Y020"),
    ("fifty thousand nested dashes", "CAMPAIGN", 'b"- " * 50_000', "Y020"),
    ("five thousand nested question marks", "CAMPAIGN", 'b"? " * 5_000', "Y018"),
    ("a bomb of aliases", "ORDERS", BOMB, "Y015"),
    ("a bomb of merges", "ORDERS", MERGE_BOMB, "Y015"),
    ("a file one byte too large", "CAMPAIGN", 'b"a" * (64 * 1024 * 1024 + 1)', "Y001"),
    ("one byte too large for orders", "ORDERS", 'b"a" * (64 * 1024 + 1)', "Y001"),
    ("more values than allowed", "ORDERS", 'b"[" + b"a," * 32_000 + b"]"', "Y021"),
    ("more keys than allowed", "ORDERS", r'b"".join(b"k%d:\n" % n for n in range(9_000)) + b"\n" * 20', "fine"),
    ("one key six thousand times", "ORDERS", 'b"{" + b"a: 1, " * 6_000 + b"}"', "Y014"),
    ("anchors without end", "ORDERS", 'b"[" + b"&a b, " * 9_000 + b"]"', "Y015"),
    ("aliases without end", "ORDERS", 'b"[" + b"*a, " * 9_000 + b"]"', "Y016"),
    ("tags without end", "ORDERS", 'b"[" + b"!t b, " * 9_000 + b"]"', "Y017"),
    ("a number of sixty thousand digits", "ORDERS", 'b"a: " + b"1" * 60_000', "Y022"),
    ("a number of sixty thousand digits in base 16", "ORDERS", 'b"a: 0x" + b"f" * 60_000', "Y022"),
    ("a number with a long exponent", "ORDERS", 'b"a: 1e" + b"9" * 60_000', "Y022"),
    ("almost a number", "ORDERS", 'b"a: " + b"1" * 60_000 + b"x"', "fine"),
    ("a text of one row", "ORDERS", 'b"a: " + b"x " * 30_000', "fine"),
    ("a key of one row", "ORDERS", 'b"x" * 60_000 + b": 1"', "Y008"),
    ("a quote never closed", "ORDERS", r'b"a: \"" + b"x\n" * 30_000', "Y010"),
    ("quotes without end", "ORDERS", 'b"\'" * 65_000', "fine"),
    ("brackets never closed on many rows", "ORDERS", r'b"[1,\n" + b"1,\n" * 9_000', "Y009"),
    ("comments without end", "ORDERS", r'b"#\n" * 32_000', "Y007"),
    ("empty rows without end", "ORDERS", r'b"\n" * 65_000 + b"a: 1"', "fine"),
    ("no-break spaces before every row", "ORDERS", r'"a:\n".encode() + "\u00a0- b\n".encode() * 9_000', "Y006"),
    ("no-break spaces in a text of many rows", "ORDERS", r'"a: |\n".encode() + " \u00a0b\n".encode() * 9_000', "fine"),
    ("documents without end", "ORDERS", r'b"--- a\n" * 9_000', "Y019"),
    ("control characters without end", "ORDERS", r'b"\x01" * 65_000', "Y003"),
    ("bytes that are no text", "ORDERS", r'b"\xc3" * 65_000', "Y002"),
    ("a list of mappings as deep as allowed", "ORDERS", r'b"- [[[[[{a: 1}]]]]]\n" * 1_900', "fine"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="the module resource is there on Unix only")
@pytest.mark.parametrize(("limits", "raw", "code"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_a_hostile_file_costs_little(limits: str, raw: str, code: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, limits, raw], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    found, seconds, megabytes = ran.stdout.split()
    assert found == code
    assert float(seconds) < MOST_SECONDS
    assert float(megabytes) < MOST_MEGABYTES


def test_without_libyaml_the_error_says_what_to_do() -> None:
    script = "import sys; sys.modules['yaml._yaml'] = None; import turnproc.source.yaml_reader"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "PyYAML is installed without libyaml" in ran.stderr
    assert "pip install" in ran.stderr


def test_reading_does_not_import_jsonschema() -> None:
    script = (
        "import sys, turnproc.source.yaml_reader, turnproc.source.yaml_writer, turnproc.source.schema_check;"
        "assert 'jsonschema' not in sys.modules and 'referencing' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
