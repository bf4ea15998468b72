"""Rule fetch: download one archive into data/raw, or write a status file with the reason of the failure."""

import logging

from naivebench.benchmark.script_logging import log_output
from naivebench.data.fetch import fetch_archive

if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        logging.basicConfig(level=logging.INFO, format="%(message)s")
        given = snakemake.params.of
        fetch_archive(given["archive"], snakemake.output.archive, snakemake.output.status, given["mirror"])
