"""The output of a job goes to its log up to a limit, whichever process prints it.

Shorter output is complete.
"""

import subprocess
import sys

import pytest

START = "import os, sys\nfrom naivebench.benchmark.jobs.limited_log import limit_output\nlimit_output(1000)\n"


def run(program):
    return subprocess.run(
        [sys.executable, "-c", START + program], capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_at_most_the_limit_is_written(stream):
    done = run(f"for _ in range(1000): sys.{stream}.write('x' * 1000)\nsys.{stream}.write('end')")
    assert done.returncode == 0
    assert done.stderr == b"x" * 1000 + b"\n... the rest is left out: more than the limit of a log\n"
    assert done.stdout == b""


def test_children_share_the_limit():
    done = run("import subprocess\nsubprocess.run(['sh', '-c', 'head -c 100000 /dev/zero >&2; echo out'])")
    assert len(done.stderr) < 1100
    assert done.stdout == b""


def test_output_below_the_limit_is_complete_and_the_status_is_kept():
    done = run("print('a')\nsys.exit('error: last words')")
    assert sorted(done.stderr.splitlines()) == [b"a", b"error: last words"]
    assert (done.stdout, done.returncode) == (b"", 1)
    done = run("print('a', flush=True)\nraise ValueError('why')")
    assert done.stderr.startswith(b"a\n")
    assert done.stderr.endswith(b"ValueError: why\n")


SCRIPT = """
import sys
from naivebench.benchmark.jobs import arguments

def main(**_):
    print("\\x1b[2J")
    for _ in range(30):
        print("x" * 1_000_000, file=sys.stderr)

arguments.call(main)
"""


def test_a_job_does_not_print_to_the_terminal_and_limits_its_log(tmp_path):
    (tmp_path / "job.py").write_text(SCRIPT)
    command = [sys.executable, tmp_path / "job.py", f"usage={tmp_path}/usage.json"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert 10_000_000 < len(done.stderr) < 10_000_200
    assert done.stdout == b""


def test_scripts_that_are_not_jobs_keep_their_output(tmp_path):
    """Such a script is `failed.py`.

    It prints file names, and runs the workflow, whose progress line needs the terminal.
    """
    (tmp_path / "job.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, tmp_path / "job.py"], capture_output=True, timeout=60, check=True)
    assert len(done.stderr) == 30_000_030
    assert done.stdout == b"\x1b[2J\n"
