"""Logger plugin for `snakemake --logger naivebench`, which make uses: one line of progress instead of several
lines per job.

On a terminal the line is updated in place; otherwise a new line is written every `EVERY` seconds. Warnings
and errors are shown immediately. Snakemake finds the package by its name and requires a class.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
import time
from logging import WARNING, LogRecord
from pathlib import Path
from typing import TYPE_CHECKING

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

if TYPE_CHECKING:
    from naivebench.cli.progress import Run

EVERY = 30.0  # seconds between two lines
TOLD = re.compile(
    r"Nothing to be done|Complete log|Unlock|Will exit|Terminating|Shutting down|Trying to restart"
)


class LogHandler(LogHandlerBase):
    """Log handler that writes the progress of a run to standard error."""

    writes_to_stream = True
    writes_to_file = False
    has_filter = True
    has_formatter = True
    needs_rulegraph = False

    def __post_init__(self) -> None:
        # Snakemake imports all plugins before it reads a Snakefile, which may be next to another copy of
        # naivebench
        from naivebench.cli import progress

        self.progress = progress
        self.live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.cores = 1
        self.run: Run | None = None
        self.efforts: dict[str, int] = {}
        self.ended = threading.Event()
        threading.Thread(target=self._renew, daemon=True).start()

    def emit(self, record: LogRecord) -> None:
        try:
            self._follow(record, time.monotonic())
        except Exception:  # a progress line must not end a run
            self.handleError(record)

    def close(self) -> None:
        """Report how many jobs were done, and close the handler."""
        if not self.ended.is_set():
            self.ended.set()
            if self.run:
                self._say(self.progress.last(self.run, time.monotonic()))
        super().close()

    def _follow(self, record: LogRecord, now: float) -> None:
        told, event = record.__dict__, getattr(record, "event", None)
        if event == LogEvent.RESOURCES_INFO:
            self.cores = told.get("cores", self.cores)
        elif event == LogEvent.RUN_INFO:
            usage = Path(self.progress.USAGE)
            before, self.efforts = (
                self.progress.earlier(usage),
                self.progress.efforts(Path(self.progress.EFFORTS)),
            )
            left = self.progress.undone(self.efforts, usage)
            self.run = self.progress.begin(told["stats"], self.cores, now, before, left)
        elif event == LogEvent.JOB_INFO and self.run:
            methods = self.progress.methods_of(told["input"])
            text = self.progress.text_of(told["rule_name"], told["wildcards"], methods)
            log = next(iter(told["log"] or ()), "")
            effort = self.efforts.get("/".join(map(str, told["wildcards"].values())))
            self.progress.start(self.run, told["jobid"], told["rule_name"], text, now, log, effort)
        elif event == LogEvent.JOB_FINISHED and self.run:
            self.progress.end(self.run, told["job_id"], now)
        elif event == LogEvent.JOB_ERROR:
            job = self.run.running.pop(told["jobid"], None) if self.run else None
            self._say(f"failed: {job.text if job else told['rule_name']}; its log: {', '.join(told['log'])}")
        elif record.levelno >= WARNING or (event is None and TOLD.match(record.getMessage())):
            self._say(record.getMessage())

    def _renew(self) -> None:
        while not self.ended.wait(1.0 if self.live else EVERY):
            with self.lock:  # type: ignore[union-attr]
                if self.run:
                    text = self.progress.line(self.run, time.monotonic())
                    if self.live:
                        width = shutil.get_terminal_size().columns - 1
                        text = text if len(text) <= width else text[: width - 1] + "…"
                        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
                    else:
                        print(text, file=sys.stderr, flush=True)

    def _say(self, text: str) -> None:
        """Print a line that is not overwritten; control characters in names and messages are made visible."""
        text = self.progress.visible(text)
        print(f"{chr(13)}\033[K{text}" if self.live else text, file=sys.stderr, flush=True)
