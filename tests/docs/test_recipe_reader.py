"""Follow "A reader" of docs/recipes.md to the letter in a copy of the project."""

from __future__ import annotations

import pytest
from support import workflow_project
from support.recipes import blocks, follow, python

pytestmark = pytest.mark.workflow


def test_a_reader_is_one_file_and_one_entry(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    follow(project, "A reader")
    workflow_project.add(project, "datasets", blocks("A reader", "yaml")[0])
    (project / "my").mkdir()
    file = project / "my" / "visits.pairs"
    file.write_text("".join(f"age={20 + i} seen={'yes' if i % 3 else 'no'}\n" for i in range(30)))

    checked = python(project, "-m", "naivebench", "check", "visits")
    assert checked.returncode == 0, checked.stderr
    assert "30 rows, 1 attributes, 0 missing cells" in checked.stdout
    assert "no: 10" in checked.stdout

    file.write_text("age=1 seen=no\nseen=yes age=2\n")
    checked = python(project, "-m", "naivebench", "check", "visits")
    assert (checked.returncode, checked.stderr) == (
        2,
        "error: my/visits.pairs, line 2: the keys differ from those of line 1: write age, seen\n",
    )
