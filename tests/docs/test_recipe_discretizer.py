"""Follow "A discretizer" of docs/recipes.md to the letter in a copy of the project."""

from __future__ import annotations

import json

import pytest
from support import workflow_project
from support.recipes import blocks, follow, python

pytestmark = pytest.mark.workflow


def test_a_discretizer_is_one_file_and_one_entry(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    follow(project, "A discretizer")
    workflow_project.add(project, "methods", "\n" + blocks("A discretizer", "yaml")[0])
    csv = tmp_path / "a.csv"
    csv.write_text("x,y,class\n0,1,a\n3,1,b\n8,1,a\n10,1,b\n")

    command, table = ("-m", "naivebench"), ("--train", csv, "--target", "class", "--out", "-")
    cut = python(project, *command, "discretize", "--method", "multiples", "--param", "step=2.5", *table)
    assert cut.returncode == 0, cut.stderr
    assert json.loads(cut.stdout) == {"x": [0.0, 2.5, 5.0, 7.5], "y": []}

    predicted = python(project, *command, "predict", "--method", "nb_multiples", "--test", csv, *table)
    assert predicted.returncode == 0, predicted.stderr
    assert predicted.stdout.splitlines()[0] == "predicted,P(a),P(b)"
