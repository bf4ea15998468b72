"""Progress of a run, shown at the top of a page that is made before the run has finished."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """Progress of a run."""

    written: str  # day and time
    jobs: int
    done: int
    datasets: int
    complete: int  # data sets that are complete
    begun: tuple[str, ...]  # data sets that are partly done
    missing: tuple[str, ...]  # data sets without a score
    methods: tuple[str, ...]  # methods without a score
    metric: str  # the only metric on the page
    renew: str  # the command that makes the page again
