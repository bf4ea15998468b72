"""Rule figures: draw all figures of the pages from the tables."""

from pathlib import Path

from naivebench.benchmark.script_logging import log_output
from naivebench.report.figures import draw_figures

if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        draw_figures(Path(snakemake.input[0]), Path(snakemake.output[0]))
