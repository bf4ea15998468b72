"""Print the files that failed or could not be fetched, for `snakemake --forcerun` (make rerun-failed)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from naivebench.pipeline import configuration
from naivebench.pipeline.jobs import arguments
from naivebench.pipeline.jobs.failed import failed, planned


def main(configfile: str = "") -> None:
    """`configfile`: changes config/config.yaml, as Snakemake's --configfile does."""
    today = planned(configuration.read(Path.cwd(), [configfile] if configfile else []))
    print(*(file for file in failed(Path.cwd()) if file in today), sep="\n")


if __name__ == "__main__":
    arguments.call(main)
