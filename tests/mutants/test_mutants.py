"""Mutation testing of a package made for this test, with two tested functions and an untested one."""

import csv
import importlib.util
import subprocess
import sys
from collections import Counter
from pathlib import Path

import mutants
import pytest

if importlib.util.find_spec("cosmic_ray") is None:
    pytest.skip("cosmic-ray is not installed (envs/mutation.txt; make mutants does)", allow_module_level=True)

# seconds after which a mutant that does not end is stopped
PROGRAM = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import mutants
mutants.LIBRARIES, mutants.START = ("pytest",), 1
sys.exit(mutants.main(sys.argv[1:]))
"""
FILES = {
    "src/made.py": '''"""One + two."""

import functools


@functools.cache
def plus(a: int | None) -> int | None:
    return a + 1


def unseen(values: list | None = None):
    for value in values:
        if value < 3:
            return not value


def down(n):
    while n:
        n -= 1
''',
    "src/other.py": "def nothing(a):\n    return not a\n",
    "tests/test_made.py": """from made import down, plus


def test_made():
    down(2)
    assert [plus(a) for a in (-3, 0.5, 2, 3)] == [-2, 1.5, 3, 4]
""",
    "tests/conftest.py": "import sys\nsys.dont_write_bytecode = True\n",
    "tests/mutants/groups.toml": """copied = ["src", "tests"]
[[set]]
group = "made"
modules = ["src/made.py"]
tests = ["tests/test_made.py"]
[[set]]
group = "other"
modules = ["src/*.py"]
tests = ["tests/test_made.py"]
""",
}
# `+` becomes 11 other operators, and 1 becomes 0 and 2; without the cache the function is the same
PLUS = Counter({"killed": 11 + 2})
# the loop never runs; `<` becomes 5 others, 3 becomes 2 and 4, and the condition is negated; so is the result
UNSEEN = Counter({"survived": 1 + (5 + 2 + 1) + 1})
# the condition is negated, 1 becomes 2, and 1 becomes 0, which never ends
DOWN = Counter({"survived": 2, "timed out": 1})


@pytest.fixture
def made(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder, *arguments):
    command = [sys.executable, "-c", PROGRAM, f"--root={folder}", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def results(folder):
    with (folder / ".mutants.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def outcomes(folder, function):
    return Counter(row["outcome"] for row in results(folder) if f":{function}:" in row["name"])


def test_mutants_of_tested_code_are_killed_and_no_others(made):
    done = run(made)
    assert outcomes(made, "plus") == PLUS
    assert outcomes(made, "unseen") == UNSEEN
    assert outcomes(made, "down") == DOWN
    assert outcomes(made, "nothing") == Counter({"survived": 1})  # whatever was changed before
    assert "| src/made.py | 27 | 26 | 13 | 1 | 12 |" in done.stdout
    assert done.stdout.count("survived: ") == 13
    assert "  - n -= 1\n  + n -= 2\n" in done.stdout
    assert (done.returncode, done.stderr) == (1, "13 of 27 mutants survived, more than 10 %: write tests\n")
    assert (made / "src/made.py").read_text() == FILES["src/made.py"]


def test_parts_add_up_to_the_whole_and_killed_mutants_are_kept(made):
    names = []
    for part in "12":
        done = run(made, "--sample=10", f"--part={part}/2", "--groups=made", f"--results={made / part}")
        names += [line.split(",")[0] for line in (made / part).read_text().splitlines()[1:]]
    assert len(set(names)) == len(names) == 10
    survivors = done.stdout.count("survived: ")
    again = run(made, "--sample=10", "--part=2/2", "--groups=made", f"--results={made / '2'}")
    assert f"{survivors} of these mutants were run just now." in again.stdout
    assert again.stdout.count("survived: ") == survivors < 5


def test_a_run_without_mutants_and_failing_tests_are_not_a_success(made):
    nothing = run(made, "--sample=0")
    assert (nothing.returncode, nothing.stderr[:21]) == (1, "no mutant was run, so")
    assert run(made, "--sample=0", "--shown").returncode == 1
    (made / "tests/test_made.py").write_text("def test_wrong():\n    assert 0\n")
    failing = run(made, "--sample=1", "--groups=made")
    assert failing.returncode == 1
    assert "without any mutant tests/test_made.py fail" in failing.stderr
    assert not (made / ".mutants.csv").exists()


def test_a_survivor_needs_a_reason():
    rows = [{"name": f"a:b:{i}", "outcome": "killed"} for i in range(9)] + [
        {"name": "a:b:c", "outcome": "survived"}
    ]
    assert mutants.verdict(rows, 10, "* `a:b:c` `x` to `y`: equal") is None
    for text in ("", "* `a:b:cc` more", "see `a:b:c`", "* `a:b:c`"):
        assert "docs/mutation.md has no reason for a:b:c:" in mutants.verdict(rows, 10, text)
    assert "2 of 10 mutants survived" in mutants.verdict([*rows[1:], rows[-1]], 10, "* `a:b:c` equal")
    assert "no mutant was run" in mutants.verdict(rows, 0, "* `a:b:c` equal")
