"""Rule settle: decide on the columns of a streamed data set, and write its record and its sample of rows."""

import json
from functools import reduce

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import layout, scan, settle
from naivebench.core import absence, table
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.data import prepare, profile


def main(
    dataset: str,
    found: str,
    out: str,
    record: str,
    layout_file: str,
    *,
    stanza: dict,
    source: str,
    on_error: str,
) -> None:
    """Write layout, record and sample.

    `found`: the files of all shards, separated by blanks; `stanza`, `source`: from the catalogue.
    """
    where = f"data set {dataset!r}"
    gone = next(filter(None, map(absence.read, found.split())), None)
    try:
        if gone:
            raise InputError(gone.reason)
        total = reduce(lambda a, b: scan.merge(a, b, stanza, where), map(scan.load, found.split()))
        settled, warnings = settle.settle(total, stanza, where)
        sample = settle.sampled(total, settled)
        told = settle.record(total, settled, warnings, dataset, source)
        prepare.check_expected(stanza.get("expect") or {}, told, where)
    except InputError as error:
        gone = Absence("failed", "prepare", str(error), prepare.REMEDY.format(dataset=dataset))
        absence.stop_at(gone, on_error)
        told = profile.absent(dataset, gone.status, gone.reason, gone.remedy, source)
    for path, write in (
        (out, lambda temporary: table.save(sample, temporary)),
        (layout_file, lambda temporary: layout.save(settled, temporary)),
    ):
        with replace(path) as temporary:
            absence.write(temporary, gone) if gone else write(temporary)
    with replace(record) as temporary:
        temporary.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
