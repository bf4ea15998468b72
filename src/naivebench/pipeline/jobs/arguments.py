"""Command line of the workflow's scripts: `script.py [job=FILE] key=value ...`."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from naivebench.core.checks import InputError
from naivebench.core.files import replace


def call(main: Callable[..., dict | None]) -> None:
    """Call `main` with the process's arguments, as strings, and with the keys of the job file, as JSON has
    them.

    `usage=FILE` records the CPU time and memory of the process there, and whatever mapping `main` returns. An
    InputError ends the process with its sentence and status 1 instead of a traceback.
    """
    started = time.perf_counter()
    arguments = dict(argument.partition("=")[::2] for argument in sys.argv[1:])
    usage, job = arguments.pop("usage", ""), arguments.pop("job", "")
    settings = json.loads(Path(job).read_text(encoding="utf-8")) if job else {}
    try:
        more = main(**settings, **arguments)
    except InputError as error:
        sys.exit(f"error: {error}")
    if usage:
        write_usage(usage, time.perf_counter() - started, more or {})


def write_usage(path: str, wall_seconds: float, more: dict) -> None:
    """Write CPU seconds (own and children's), wall seconds and the largest resident set (MB) of this process
    as JSON.
    """
    times = os.times()
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    peak_mb = peak / (1024**2 if sys.platform == "darwin" else 1024)
    record = {
        "cpu_seconds": round(sum(times[:4]), 3),
        "wall_seconds": round(wall_seconds, 3),
        "max_rss_mb": round(peak_mb, 1),
        **more,
    }
    with replace(path) as temporary:
        temporary.write_text(json.dumps(record))
