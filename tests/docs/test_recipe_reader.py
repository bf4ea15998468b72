"""The recipe of a reader in CONTRIBUTING.md, step by step in a copy of the project."""

from __future__ import annotations

import pytest
from support.recipes import copy, enter, naivebench

pytestmark = pytest.mark.workflow

READER = '''"""Files of `key=value` pairs, one case a line."""

from naivebench.core.checks import InputError
from naivebench.datasets.readers.raw_table import RawTable, from_rows


def read(text: str, where: str) -> RawTable:
    """One row per line; every line has the keys of the first. Raises InputError for one that has others."""
    cases = [dict(pair.split("=", 1) for pair in line.split()) for line in text.splitlines()]
    names = list(cases[0])
    other = next((i for i, case in enumerate(cases, start=1) if list(case) != names), None)
    if other is not None:
        raise InputError(f"line {other} of {where} has other keys than line 1: write {', '.join(names)}")
    return from_rows(names, [list(case.values()) for case in cases], list(range(1, len(cases) + 1)), where)
'''
STANZA = """
  visits:
    title: Visits
    source: {file: my/visits.pairs}
    reader: pairs
"""


def test_a_reader_is_one_file_and_one_entry(tmp_path):
    project = copy(tmp_path)
    readers = project / "src" / "naivebench" / "datasets" / "readers"
    (readers / "pairs.py").write_text(READER)
    enter(readers / "read.py", "READERS = {", '    "pairs": Reader(pairs.read, (".pairs",)),')
    enter(readers / "read.py", "from naivebench.core.checks", "from naivebench.datasets.readers import pairs")
    (project / "my").mkdir()
    file = project / "my" / "visits.pairs"
    file.write_text("".join(f"age={20 + i} seen={'yes' if i % 3 else 'no'}\n" for i in range(30)))
    with open(project / "config" / "datasets.yaml", "a") as catalogue:
        catalogue.write(STANZA)

    checked = naivebench(project, "check", "visits")
    assert checked.returncode == 0, checked.stderr
    assert "30 rows, 1 attributes, 0 missing cells" in checked.stdout
    assert "no: 10" in checked.stdout

    file.write_text("age=1 seen=no\nseen=yes age=2\n")
    checked = naivebench(project, "check", "visits")
    assert (checked.returncode, checked.stderr) == (
        2,
        "error: line 2 of my/visits.pairs has other keys than line 1: write age, seen\n",
    )
