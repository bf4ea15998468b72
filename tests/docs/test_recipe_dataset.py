"""Follow "A data set" of CONTRIBUTING.md to the letter in a copy of the project."""

from __future__ import annotations

import pytest
from support import workflow_project
from support.recipes import blocks

from naivebench.cli.main import main

pytestmark = pytest.mark.workflow


def test_a_data_set_is_one_stanza(tmp_path, monkeypatch, capsys):
    project = workflow_project.copy(tmp_path / "project")
    (project / "my").mkdir()
    rows = [f"{i},{20 + i * 7 % 50},{'ab'[i % 2]},{'well' if i % 3 else 'ill'}" for i in range(60)]
    (project / "my" / "patients.csv").write_text("\n".join(["id,age,ward,outcome", *rows]) + "\n")
    workflow_project.add(project, "datasets", blocks("A data set", "yaml")[0])
    monkeypatch.chdir(project)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)

    assert main(["check", "patients"]) == 0
    said = capsys.readouterr().out
    for line in ("patients: Patients of one ward", "  ill: 20", "  well: 40"):
        assert line in said.splitlines()
    assert "methods that accept it: " in said
    assert main(["lock", "patients"]) == 0
    assert "config/datasets.lock.yaml: 1 new (patients)." in capsys.readouterr().out

    (project / "my" / "patients.csv").write_text("\n".join(["id,age,ward,outcome", *rows[1:]]) + "\n")
    assert main(["check", "patients"]) == 2
    said = capsys.readouterr().err
    assert "data set 'patients' differs from its `expect` (rows: expected 60, found 59" in said
