"""Follow "A smoothing rule" of docs/recipes.md to the letter in a copy of the project."""

import re

import pytest
from support import workflow_project
from support.recipes import FILE, blocks, enter, python, section

pytestmark = pytest.mark.workflow

SAME = """
import numpy as np
from naivebench.benchmark import configuration
from naivebench.core.table import Attribute, make_table
from naivebench.models import registry

stanza = configuration.read(".").methods["nb_half"]
method, rng = registry.load(stanza["module"]), np.random.default_rng(0)
nominal = tuple(Attribute(f"a{j}", "nominal", ("x", "y", "z")) for j in range(4))
table = make_table(nominal, ("no", "yes"), rng.integers(0, 2, 60), rng.integers(0, 3, (60, 4)))
half = method.fit(table, **stanza["params"])
print(np.array_equal(half.log_table, method.fit(table, alpha=0.5).log_table))
"""


def test_a_smoothing_rule_is_an_entry_and_a_stanza(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    (path,) = re.findall(rf"`SMOOTHING` in {FILE}", section("A smoothing rule"))
    enter(project / path, "SMOOTHING", blocks("A smoothing rule")[0])
    workflow_project.add(project, "methods", "\n" + blocks("A smoothing rule", "yaml")[0])
    done = python(project, "-c", SAME)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr
