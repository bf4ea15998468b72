"""The recipe of a discretizer in CONTRIBUTING.md, step by step in a copy of the project."""

from __future__ import annotations

import json

import pytest
from support.recipes import copy, enter, naivebench

pytestmark = pytest.mark.workflow

DISCRETIZER = '''"""Cuts between intervals of equal width."""

import numpy as np


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """bins - 1 cuts between least and largest of `values` (n,), which has no NaN; none if they agree."""
    distinct = np.unique(values)
    return np.linspace(distinct[0], distinct[-1], bins + 1)[1:-1] if len(distinct) > 1 else np.zeros(0)
'''
METHOD = """
nb_equal_width:
  title: Naive Bayes on equal widths
  module: naive_bayes.nb
  kinds: [nominal, ordinal, linear]
  discretize: equal_width
"""


def test_a_discretizer_is_one_file_and_one_entry(tmp_path):
    project = copy(tmp_path)
    discretization = project / "src" / "naivebench" / "discretization"
    (discretization / "equal_width.py").write_text(DISCRETIZER)
    enter(discretization / "apply.py", "DISCRETIZERS", '    "equal_width": equal_width.cuts,')
    enter(
        discretization / "apply.py",
        "from naivebench.core.checks",
        "from naivebench.discretization import equal_width",
    )
    with open(project / "config" / "methods.yaml", "a") as catalogue:
        catalogue.write(METHOD)
    csv = tmp_path / "a.csv"
    csv.write_text("x,y,class\n0,1,a\n3,1,b\n8,1,a\n10,1,b\n")

    table = ("--train", str(csv), "--target", "class", "--out", "-")
    cut = naivebench(project, "discretize", "--method", "equal_width", "--param", "bins=4", *table)
    assert cut.returncode == 0, cut.stderr
    assert json.loads(cut.stdout) == {"x": [2.5, 5.0, 7.5], "y": []}

    predicted = naivebench(project, "predict", "--method", "nb_equal_width", "--test", str(csv), *table)
    assert predicted.returncode == 0, predicted.stderr
    assert predicted.stdout.splitlines()[0] == "predicted,P(a),P(b)"
