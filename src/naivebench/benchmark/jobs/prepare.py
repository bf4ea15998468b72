"""Prepare one data set in a child process, so that any failure of its reader becomes a row of the report."""

from __future__ import annotations

from naivebench.core.absence import Absence
from naivebench.core.table import Table
from naivebench.data import prepare, profile
from naivebench.data.prepare import Inputs
from naivebench.data.stanza import DatasetStanza
from naivebench.models import isolate


def prepared(
    dataset: str, stanza: DatasetStanza, inputs: Inputs, limits: isolate.Limits
) -> tuple[Table | Absence, profile.Record]:
    """The table of a data set, or the reason why there is none, and its record, as `data.prepare` returns
    them.
    """
    outcome = isolate.call(lambda: prepare.prepare(dataset, stanza, inputs), limits)
    if outcome.status == "ok":
        return outcome.value
    reason = f"data set {dataset!r} cannot be prepared: {outcome.reason}"
    missing = Absence("failed", "prepare", reason, prepare.REMEDY.format(dataset=dataset))
    source = prepare.source_text(stanza)
    return missing, profile.absent(dataset, missing.status, reason, missing.remedy, source)
