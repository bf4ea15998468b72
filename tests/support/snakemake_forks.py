"""Runs of Snakemake, each in its own fork of a process that has loaded Snakemake.

Loading it takes a third of a dry run. The process has loaded no module of the package.

`python -m support.snakemake_forks` reads a JSON line [arguments, folder, environment, output file] for every
run and answers with its exit status.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

TESTS = Path(__file__).parents[1]


@functools.cache
def _server() -> subprocess.Popen:
    """The process that forks; it ends together with the process that started it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "support.snakemake_forks"],
        cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    atexit.register(server.wait)
    atexit.register(server.stdin.close)
    return server


def run(arguments: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess:
    """Run `python -m snakemake` in `folder`; output and errors are together in `stdout`."""
    server = _server()
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", errors="replace") as output:
        server.stdin.write(json.dumps([arguments, str(folder), environment, output.name]) + "\n")
        server.stdin.flush()
        status = int(server.stdout.readline())
        return subprocess.CompletedProcess(arguments, status, output.read())


def _fork(arguments: list[str], folder: str, environment: dict[str, str], output: str) -> int:
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    for path, descriptors in ((os.devnull, [0]), (output, [1, 2])):
        opened = os.open(path, os.O_RDWR | os.O_APPEND)
        for descriptor in descriptors:
            os.dup2(opened, descriptor)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[0], sys.argv, sys.dont_write_bytecode = folder, ["snakemake", *arguments], False
    status = 1
    try:
        from snakemake.cli import main

        main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    import jsonschema  # noqa: F401  (what the workflow loads beside Snakemake)
    import numpy  # noqa: F401
    import snakemake.cli  # noqa: F401

    loaded = [m for m in sys.modules if m.split(".")[0] == "naivebench"]
    assert not loaded, loaded
    for line in sys.stdin:
        print(_fork(*json.loads(line)), flush=True)
