"""The command `make picture` renders the first screen of a default run, and refuses other runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import devtools

from naivebench.benchmark import configuration

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "docs" / "picture.py"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(devtools.BROWSER is None, reason="no chromium on this machine: no picture was made"),
]


def call(folder):
    command = [sys.executable, SCRIPT, folder, folder / "a.png"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def run(folder, *configfiles):
    for name in ("results", "reports"):
        (folder / name).mkdir(exist_ok=True)
    content = configuration.resolved(configuration.read(ROOT, configfiles))
    (folder / "results/config.json").write_text(json.dumps(content))
    (folder / "reports/index.html").write_text("<!doctype html><body style='background: #123456'>")


def test_a_default_run_is_rendered_in_the_size_of_the_picture(tmp_path):
    run(tmp_path)
    done = call(tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.png").read_bytes()[:24] == (ROOT / "reports/example.png").read_bytes()[:24]
    assert "picture.py" in (ROOT / "Makefile").read_text()


def test_other_runs_are_refused(tmp_path):
    assert "there is no finished run" in call(tmp_path).stderr
    run(tmp_path, ROOT / "config/smoke.yaml")
    done = call(tmp_path)
    assert done.returncode == 1
    assert "another configuration" in done.stderr
    assert not (tmp_path / "a.png").exists()
