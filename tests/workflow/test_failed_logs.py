"""The message of a job that ends a run is on the screen and not only in a file."""

import re

import pytest
from support import workflow_project as project

RULES = (project.ROOT / "workflow" / "rules").glob("*.smk")


def test_every_script_sends_its_output_to_its_log():
    """Otherwise a message would be missing from the log, which is shown for every failed job."""
    rules = re.findall(r"^rule (\w+):\n(.*?)(?=^rule |\Z)", "".join(map(_text, RULES)), re.M | re.S)
    jobs = [(name, body) for name, body in rules if "    output:\n" in body]  # the others are targets
    assert len(jobs) == 8
    for name, body in jobs:
        assert "    log:\n" in body, name
        assert f'"../scripts/{name}.py"' in body, name
        script = _text(project.ROOT / "workflow" / "scripts" / f"{name}.py")
        assert 'if __name__ == "__main__":\n    with logged(snakemake.log[0]):\n' in script, name


def _text(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.workflow
def test_the_log_of_a_failed_job_is_shown(tmp_path):
    """The run is in another folder."""
    folder = project.copy(tmp_path / "project")
    project.add(folder, "datasets", "\n  lost: {source: {file: my/lost.csv}, target: y}\n")
    project.overlay(folder, "on_error: stop\n")
    options = ("--directory", "elsewhere", "--configfile", "overlay.yaml")
    done = project.run(folder, *options, "--", "data/prepared/lost.json")
    assert done.returncode != 0
    assert "my/lost.csv does not exist" in done.stdout
