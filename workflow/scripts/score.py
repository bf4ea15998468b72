"""Rule score: scores, times, failures, calibration and further facts of all data sets of one protocol."""

import json

from naivebench.benchmark.score import Pair, score_protocol
from naivebench.benchmark.script_logging import log_output
from naivebench.core.files import replace_file


def main(protocol, pairs, settings, tables, facts):
    """Write one table of each kind, and the facts about hit curves and break-even points.

    `pairs`: the files of each data set; `tables`: kind -> output file; `facts`: output file.
    """
    frames, found = score_protocol(protocol, pairs, settings)
    for kind, frame in frames.items():
        with replace_file(tables[kind]) as temporary:
            frame.to_parquet(temporary, index=False)
    with replace_file(facts) as temporary:
        temporary.write_text(json.dumps(found, allow_nan=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        files = zip(params.datasets, given.tables, given.discretized, given.predictions, strict=True)
        main(
            snakemake.wildcards.protocol,
            [Pair(*paths) for paths in files],
            params.settings,
            dict(zip(params.tables, snakemake.output, strict=False)),
            snakemake.output.facts,
        )
