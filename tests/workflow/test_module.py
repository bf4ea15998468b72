"""The workflow as a module of another workflow, and as the Snakemake workflow catalog requires it."""

import shutil
import subprocess

import pytest
from support import workflow_project as project
from support.workflow_project import ROOT

from naivebench.evaluation import folds

pytestmark = [pytest.mark.workflow, pytest.mark.long]

OUTER = """
rule mine:
    input: "data/discretized/honest/corral.npz"
    output: "mine.npz"
    shell: "cp {{input}} {{output}}"

module naivebench:
    snakefile: {snakefile}
    config: config["bench"]

use rule * from naivebench as naivebench_*
"""
CONFIG = """
mine: 3
bench:
  select: {datasets: [corral], methods: [majority, nb], experiments: [benchmark]}
  protocols: {honest: {folds: {folds: 4}}}
"""


def run(folder, snakefile, *arguments, **variables):
    (folder / "Snakefile").write_text(OUTER.format(snakefile=snakefile))
    (folder / "outer.yaml").write_text(CONFIG)
    done = project.run(folder, *arguments, "--configfile", "outer.yaml", **variables)
    assert done.returncode == 0, done.stdout
    return done.stdout


def made(folder):
    """Number of cases in the folds that the module made for a rule of the outer workflow, and number of
    folds.
    """
    drawn = folds.load(folder / "mine.npz")
    return len(drawn.test), len(drawn.fold)


def test_another_workflow_uses_our_rules_with_its_own_configuration(tmp_path):
    snakefile = repr(str(ROOT / "workflow" / "Snakefile"))
    run(tmp_path, snakefile, "mine")
    assert made(tmp_path) == (128, 4)
    jobs = run(tmp_path, snakefile, "naivebench_all", "--dry-run", "--quiet", "rules")
    assert "naivebench_report" in jobs
    assert "crx" not in jobs


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_a_workflow_that_names_the_project_on_a_host_gets_a_copy_of_it(tmp_path):
    host, folder = project.copy(tmp_path / "host" / "us" / "naivebench"), tmp_path / "run"
    folder.mkdir()
    me = ["-c", "user.name=me", "-c", "user.email=me"]
    for command in (["init", "-q"], ["add", "."], [*me, "commit", "-qm", "all"], ["tag", "v1"]):
        subprocess.run(["git", *command], cwd=host, check=True)
    variables = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.file://{tmp_path}/host/.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    run(folder, 'github("us/naivebench", path="workflow/Snakefile", tag="v1")', "mine", **variables)
    assert made(folder) == (128, 4)
    assert len(list(folder.glob(".snakemake/naivebench/*/src/naivebench/__init__.py"))) == 1
