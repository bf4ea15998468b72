"""The recipe of a data set in CONTRIBUTING.md, step by step in a copy of the project."""

from __future__ import annotations

import pytest
from support.recipes import copy, naivebench

pytestmark = pytest.mark.workflow

STANZA = """
  patients:
    title: Patients of one ward
    source: {file: my/patients.csv}
    target: outcome
    drop: [id]
    expect: {rows: 60, attributes: 2, missing: 0, classes: {ill: 20, well: 40}}
"""


def test_a_data_set_is_one_stanza(tmp_path):
    project = copy(tmp_path)
    (project / "my").mkdir()
    rows = [f"{i},{20 + i * 7 % 50},{'ab'[i % 2]},{'well' if i % 3 else 'ill'}" for i in range(60)]
    (project / "my" / "patients.csv").write_text("\n".join(["id,age,ward,outcome", *rows]) + "\n")
    with open(project / "config" / "datasets.yaml", "a") as catalogue:
        catalogue.write(STANZA)

    checked = naivebench(project, "check", "patients")
    assert checked.returncode == 0, checked.stderr
    for line in ("patients: Patients of one ward", "  ill: 20", "  well: 40"):
        assert line in checked.stdout.splitlines()
    assert "methods that take it: " in checked.stdout

    (project / "my" / "patients.csv").write_text("\n".join(["id,age,ward,outcome", *rows[1:]]) + "\n")
    checked = naivebench(project, "check", "patients")
    assert checked.returncode == 2
    assert "data set 'patients' is not what its stanza expects: rows 60, found 59" in checked.stderr
