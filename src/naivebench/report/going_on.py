"""How far a run is, for the top of the page that is made while it goes on."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """How far a run is."""

    written: str  # day and time
    jobs: int
    done: int
    datasets: int
    complete: int  # data sets of which everything is there
    begun: tuple[str, ...]  # data sets of which a part is there
    missing: tuple[str, ...]  # data sets without a score
    methods: tuple[str, ...]  # those without a score
    metric: str  # the only one on the page
    renew: str  # the command that makes the page again
