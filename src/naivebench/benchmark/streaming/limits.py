"""Limits of methods that share a pass over rows: a method that fails, hangs, crashes or uses too much affects
only itself.

A pass runs in a child process that reports which method is at work. An exception of a method becomes the
reason of its failure, and the pass continues. If the child is lost, the pass starts again without the method
that was at work. See docs/large-data.md#limits.
"""

from __future__ import annotations

import contextlib
import mmap
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from naivebench.core.checks import InputError
from naivebench.models import isolate
from naivebench.models.isolate import Limits


class Lost(Exception):
    """The method ended its process earlier, so it is not run again."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Within(NamedTuple):
    """Limits and state of the methods of a pass.

    `at_work` is shared with the watching process: the position of the running method in `methods`, from 1.
    """

    limits: Limits
    methods: Sequence[str]
    at_work: mmap.mmap
    lost: dict[str, tuple[str, str]]  # method -> status and reason
    seconds: dict[str, float]  # method -> wall time so far
    stop: bool  # whether to stop at the first failure


def attempt(
    failures: dict[str, list[str]], method: str, within: Within | None, call: Callable[[], Any]
) -> None:
    """Run `call()` within the limits of the method, by default without limits; record status and reason if it
    fails.

    A method that has already failed is not called. Raises InputError for a failure if `within` says to stop.
    """
    if method in failures:
        return
    try:
        with _limited(within, method) if within else contextlib.nullcontext():
            call()
    except Lost as error:
        failures[method] = [error.status, str(error)]
    # by design, any exception of a method becomes a visible failed row
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        failures[method] = ["failed", isolate.reason_of(error, within.limits.memory_mb if within else 0)]
    else:
        return
    if within and within.stop:
        raise InputError(f"{method}: {failures[method][1]} (on_error: stop)")


@contextlib.contextmanager
def _limited(within: Within, method: str) -> Iterator[None]:
    if method in within.lost:
        raise Lost(*within.lost[method])
    before, began = within.seconds.get(method, 0.0), time.monotonic()
    within.at_work[0:2] = (1 + within.methods.index(method)).to_bytes(2, "little")
    isolate.alive(within.limits.seconds - before)
    try:
        with isolate.memory_limit(within.limits.memory_mb):
            yield
    finally:
        within.at_work[0:2] = bytes(2)
        isolate.alive(isolate.FOREVER)
        within.seconds[method] = before + time.monotonic() - began


def run(work: Callable[[Within], Any], methods: Sequence[str], limits: Limits, *, stop: bool = False) -> Any:
    """Run `work(within)` in a child process.

    limits: those of each method, for all its rows. Raises the InputError of the work, with `stop` an
    InputError for the first method that fails, and RuntimeError if the work ends for another reason while no
    method is at work.
    """
    lost: dict[str, tuple[str, str]] = {}
    with mmap.mmap(-1, 2) as at_work:
        within = Within(limits, list(methods), at_work, lost, {}, stop)

        def attempted() -> tuple[InputError | None, Any]:
            at_work[0:2] = bytes(2)
            try:
                return None, work(within)
            except InputError as error:
                return error, None

        while True:
            outcome = isolate.call(attempted, Limits(isolate.FOREVER))
            place = int.from_bytes(at_work[0:2], "little")
            if outcome.status == "ok":
                error, value = outcome.value
                if error:
                    raise error
                return value
            if not place:
                raise RuntimeError(outcome.reason)
            reason = f"took longer than timeout_seconds = {limits.seconds:g} on the rows of a shard"
            reason = reason if outcome.status == "timeout" else outcome.reason
            lost[within.methods[place - 1]] = outcome.status, reason
