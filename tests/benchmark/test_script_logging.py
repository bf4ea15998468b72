"""What every script of the workflow does around its work: its log, failures, and its end with Snakemake."""

import os
import signal
import subprocess
import sys
import time

import pytest

START = """
import os, subprocess, sys, tempfile, time
from naivebench.benchmark import script_logging
from naivebench.core.checks import InputError
from naivebench.models import isolate
with script_logging.log_output({log!r}):
    {body}
"""


def program(tmp_path, body):
    return START.format(log=str(tmp_path / "job.log"), body=body.replace("\n", "\n    "))


def run(tmp_path, body):
    """Status of a script and its log; nothing appears on the terminal."""
    done = subprocess.run(
        [sys.executable, "-c", program(tmp_path, body)], capture_output=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == (b"", b"")
    return done.returncode, (tmp_path / "job.log").read_text()


def test_output_of_the_script_and_of_its_children_is_in_the_log(tmp_path):
    body = "print('a', flush=True)\nisolate.call_in_child(lambda: os.write(1, b'b'), isolate.Limits(60))\n"
    body += "subprocess.run(['sh', '-c', 'echo c >&2'])"
    assert run(tmp_path, body) == (0, "a\nbc\n")


def test_wrong_input_is_a_sentence_and_other_errors_have_their_traceback(tmp_path):
    assert run(tmp_path, "raise InputError('why')") == (1, "error: why\n")
    status, log = run(tmp_path, "raise ValueError('why')")
    assert status == 1
    assert log.startswith("Traceback")
    assert log.endswith("ValueError: why\n")


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells a child of its parent's end"
)
def test_a_script_ends_with_the_process_that_started_it_and_removes_its_files(tmp_path):
    """The process is killed, as a user may kill Snakemake, while a child of the script works."""
    body = f"os.environ['TMPDIR'] = {str(tmp_path)!r}\ntempfile.tempdir = None\n"
    body += "with tempfile.TemporaryDirectory() as folder:\n"
    body += "    def work():\n"
    body += "        open(os.path.join(folder, 'pid'), 'w').write(str(os.getpid()))\n"
    body += "        time.sleep(60)\n"
    body += "    isolate.call_in_child(work, isolate.Limits(60))"
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    started = subprocess.Popen([sys.executable, "-c", parent, program(tmp_path, body)])
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not any(p.read_text() for p in tmp_path.glob("*/pid")):
        time.sleep(0.05)
    (file,) = tmp_path.glob("*/pid")
    child = int(file.read_text())
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    while time.monotonic() < deadline and (file.parent.exists() or alive(child)):
        time.sleep(0.05)
    assert not file.parent.exists()
    assert not alive(child)


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
