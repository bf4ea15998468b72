"""Rule prepare: convert one data set to its typed table, and record its properties."""

import json

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.prepare import prepared
from naivebench.core import absence, table
from naivebench.core.absence import Absence
from naivebench.core.files import replace
from naivebench.data.prepare import Inputs
from naivebench.models.isolate import Limits


def main(
    dataset: str,
    out: str,
    found: str,
    archive: str = "",
    status: str = "",
    parent: str = "",
    *,
    stanza: dict,
    file: str,
    on_error: str,
    timeout_seconds: float,
    memory_mb: float,
) -> None:
    """Prepare a data set.

    `archive`, `status`, `parent`: files, or empty texts; `stanza`, `file`: from the catalogue.
    """
    inputs = Inputs(archive or None, status or None, file or None, parent or None)
    result, record = prepared(dataset, stanza, inputs, Limits(timeout_seconds, memory_mb))
    absence.stop_at(result, on_error)
    with replace(out) as temporary:
        if isinstance(result, Absence):
            absence.write(temporary, result)
        else:
            table.save(result, temporary)
    with replace(found) as temporary:
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
