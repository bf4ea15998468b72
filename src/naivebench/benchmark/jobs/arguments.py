"""Command line of the workflow's scripts: `script.py [job=FILE] key=value ...`."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from naivebench.benchmark.jobs.limited_log import limit_output
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.models import isolate

USAGE = "logs/usage/"


def call(main: Callable[..., Mapping[str, Any] | None], absent: Callable[..., None] | None = None) -> None:
    """Call `main` with the arguments of the process, as strings, and with the keys of the job file, as JSON
    values.

    With `usage=FILE`, the CPU time and memory of the process and the mapping that `main` returns are written
    to that file, and everything that the job prints goes to its log (`limited_log`). An InputError ends the
    process with its message and status 1, without a traceback.

    With `absent`, the work runs in a child process. If the child ends early (by an exception, a signal, or
    its own exit), the report loses only one row: `absent(Absence, **the same arguments)` writes outputs that
    give the reason. With `on_error: stop` in the job file, the run ends instead.
    """
    started = time.perf_counter()
    arguments = dict(argument.partition("=")[::2] for argument in sys.argv[1:])
    usage, job = arguments.pop("usage", ""), arguments.pop("job", "")
    if usage:  # failed.py has no usage file: it prints an answer, or runs the workflow on the terminal
        limit_output()
    settings = json.loads(Path(job).read_text(encoding="utf-8")) if job else {}
    told = settings | arguments
    guarded = absent if told.get("on_error") != "stop" else None
    if absent:
        told.pop("on_error", None)
    try:
        more = _guarded(main, guarded, told, usage) if guarded else main(**told)
    except InputError as error:
        sys.exit(f"error: {error}")
    if usage:
        write_usage(usage, time.perf_counter() - started, more or {})


def _guarded(
    main: Callable[..., Mapping[str, Any] | None],
    absent: Callable[..., None],
    told: dict[str, Any],
    usage: str,
) -> Mapping[str, Any] | None:
    outcome = isolate.call(lambda: main(**told), isolate.Limits(isolate.FOREVER))
    if outcome.status == "ok":
        return outcome.value
    log = f"logs/{usage.removeprefix(USAGE).removesuffix('.json')}.log"
    remedy = f"Fix the cause ({log} says more), then run `make rerun-failed`."
    absent(Absence("failed", Path(sys.argv[0]).stem, outcome.reason, remedy), **told)
    return None


def write_usage(path: str, wall_seconds: float, more: Mapping[str, Any]) -> None:
    """Write CPU seconds (of this process and its children), wall seconds and the largest resident set (MB) as
    JSON.
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
