"""Rule figures: draw all figures of the report as SVG, in colours that every program can read.

A figure that cannot be drawn becomes an SVG with the reason; a figure without data in this run has no file.
"""

import gc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from naivebench.benchmark.script import logged
from naivebench.core.files import replace
from naivebench.report.figures.catalogue import FIGURES, draw_some, on_cards, read_run
from naivebench.report.figures.style import plain


def main(results, prepared, datasets, out, threads):
    """Draw the figures, on several cores; `results`, `prepared` and `out` are folders."""
    # import and read before the pool starts, because otherwise every process would do it again
    import seaborn  # noqa: F401

    gc.disable()  # nearly all objects stay
    run, ids, svgs = read_run(results, prepared, datasets), list(FIGURES), {}
    with ProcessPoolExecutor(threads) as pool:
        parts = [(ids[i::threads], results, prepared, datasets) for i in range(threads)]
        for part in pool.map(draw_some, *zip(*parts, strict=True)):
            svgs |= part
    Path(out).mkdir(parents=True, exist_ok=True)
    for name, svg in ({id_: svgs[id_] for id_ in ids} | on_cards(*run)).items():
        if svg:
            with replace(Path(out) / f"{name}.svg") as temporary:
                temporary.write_text(plain(svg), encoding="utf-8")


if __name__ == "__main__":
    with logged(snakemake.log[0]):
        results, records = Path(snakemake.input.config).parent, list(map(Path, snakemake.input.records))
        datasets = tuple(record.stem for record in records)
        main(str(results), str(records[0].parent), datasets, snakemake.output[0], snakemake.threads)
