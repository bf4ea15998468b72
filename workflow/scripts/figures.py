"""Rule figures: draw all figures of the report as SVG, in colours that every program can read.

A figure that cannot be drawn becomes an SVG with the reason; a figure without data in this run has no file.
"""

import gc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from naivebench.benchmark.jobs import arguments
from naivebench.core.absence import Absence
from naivebench.core.files import replace
from naivebench.report.figures.catalogue import FIGURES, draw_some, on_cards, read_run
from naivebench.report.figures.style import plain, sentence


def main(results: str, prepared: str, out: str, threads: str = "1") -> None:
    """Draw the figures; `results`, `prepared` and `out` are folders.

    `out` gets one SVG per figure, including those on cards.
    """
    # import and read before the pool starts, because otherwise every process would do it again
    import seaborn  # noqa: F401

    gc.disable()  # nearly all objects stay
    run = read_run(results, prepared)
    n, ids, svgs = int(threads), list(FIGURES), {}
    with ProcessPoolExecutor(n) as pool:
        for part in pool.map(draw_some, [results] * n, [prepared] * n, [ids[i::n] for i in range(n)]):
            svgs |= part
    write({id_: svgs[id_] for id_ in ids} | on_cards(*run), out)


def write(drawings: dict[str, str], out: str) -> None:
    """Write every figure to its file, and remove files of earlier figures."""
    drawn = {f"{name}.svg": plain(svg) for name, svg in drawings.items() if svg}
    for name, svg in drawn.items():
        with replace(Path(out) / name) as temporary:
            temporary.write_text(svg, encoding="utf-8")
    for old in Path(out).glob("*.svg"):
        if old.name not in drawn:
            old.unlink()


def absent(gone: Absence, out: str, **_: object) -> None:
    """Write a sentence with the reason in place of every figure."""
    why = f"This figure could not be drawn: {gone.reason} ({gone.remedy})."
    write({name: sentence(name, name.replace("_", " "), why) for name in FIGURES}, out)


if __name__ == "__main__":
    arguments.call(main, absent)
