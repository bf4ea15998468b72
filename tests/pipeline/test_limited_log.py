"""What a job prints is limited, whoever prints it, and nothing shorter is lost."""

import subprocess
import sys

import pytest

START = "import os, sys\nfrom naivebench.pipeline.jobs.limited_log import limit_output\nlimit_output(1000)\n"


def run(program):
    return subprocess.run(
        [sys.executable, "-c", START + program], capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_no_more_than_the_limit_is_written(stream):
    done = run(f"for _ in range(1000): sys.{stream}.write('x' * 1000)\nsys.{stream}.write('end')")
    assert done.returncode == 0
    written = getattr(done, stream)
    assert written == b"x" * 1000 + b"\n... the rest is left out: more than the limit of a log\n"


def test_children_share_the_limit():
    done = run("import subprocess\nsubprocess.run(['sh', '-c', 'head -c 100000 /dev/zero >&2; echo out'])")
    assert len(done.stderr) < 1100
    assert done.stdout == b"out\n"


def test_all_below_the_limit_arrives_with_the_status():
    done = run("print('a')\nsys.exit('error: last words')")
    assert (done.stdout, done.stderr, done.returncode) == (b"a\n", b"error: last words\n", 1)
    done = run("print('a', flush=True)\nraise ValueError('why')")
    assert done.stderr.endswith(b"ValueError: why\n")


def test_a_job_limits_its_log(tmp_path):
    script = tmp_path / "job.py"
    script.write_text(
        "from naivebench.pipeline.jobs import arguments\nimport sys\n"
        "def main():\n    for _ in range(30):\n        print('x' * 1_000_000, file=sys.stderr)\n"
        "arguments.call(main)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, timeout=60, check=True)
    assert 10_000_000 < len(done.stderr) < 10_000_200
