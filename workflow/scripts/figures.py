"""Rule figures: draw all figures of the pages from the tables."""

from pathlib import Path

from naivebench.benchmark.script import logged
from naivebench.report.figures import draw_all

if __name__ == "__main__":
    with logged(snakemake.log[0]):
        draw_all(Path(snakemake.input[0]), Path(snakemake.output[0]))
