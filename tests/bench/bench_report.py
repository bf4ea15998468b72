"""Time to render the report and to open it: `python tests/bench/bench_report.py [result.json] [page.html]`.

The synthetic results have 35 methods on 40 data sets in 100 folds (10 repeats of 10) under two protocols.
Measures CPU seconds of reading the results, of every figure and of the page with its tables, on one core, and
the size of the page. If chromium is installed, it also measures milliseconds during which the page keeps its
thread busy, until its first picture, until it answers, and of the slowest change of tab. If the machine has
other work, only the first of these is meaningful. The page is written to `page.html` if that is given.
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from support import devtools, report_fixture  # noqa: E402

from naivebench.benchmark.results.context import load  # noqa: E402
from naivebench.benchmark.results.summaries import summarize  # noqa: E402
from naivebench.report import page  # noqa: E402
from naivebench.report.figures.catalogue import FIGURES, draw  # noqa: E402

METHODS, DATASETS, REPEATS = 35, 40, 10
LIMIT = 30.0  # CPU seconds from finished results to the page
OPENS = 1000.0  # milliseconds of CPU until the page is open


def timed(function, *arguments):
    """Result of the function, and its CPU seconds."""
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def render(root: Path) -> tuple[str, dict[str, float]]:
    """The page, and CPU seconds of its parts."""
    results, reading = timed(load, root / "results", root / "prepared")
    summary, summing = timed(summarize, results)
    seconds, figures = {"read": reading, "summarize": summing}, {}
    for name in FIGURES:
        figures[name], seconds[f"figure {name}"] = timed(draw, name, results, summary)
    files, seconds["page"] = timed(page.build, results, summary, figures)
    return files["index.html"], seconds


def opened(path: Path, profile: Path) -> dict[str, float]:
    """Milliseconds from the start of loading, and those of the slowest change of tab."""
    with devtools.browser(profile, "--window-size=1400,1000") as tab:
        tab.call("Performance.enable", timeDomain="threadTicks")
        tab.open(path.as_uri())
        busy = {m["name"]: m["value"] for m in tab.call("Performance.getMetrics")["metrics"]}
        facts = {
            "CPU of the page": 1000 * busy["TaskDuration"],
            "first picture": tab.js("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
            "answers": tab.js("performance.getEntriesByType('navigation')[0].domInteractive"),
        }
        change = (
            "((a) => { const t = performance.now(); a.click(); document.body.offsetHeight; return "
            "performance.now() - t; })"
        )
        return facts | {
            "slowest change of tab": tab.js(
                f"Math.max(...[...document.querySelectorAll('.tabs a[id]')].map({change}))"
            )
        }


def main(out: str | None = None, keep: str | None = None) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = report_fixture.write(Path(folder), n_datasets=DATASETS, n_methods=METHODS, repeats=REPEATS)
        html, seconds = render(root)
        path = Path(keep) if keep else root / "index.html"
        path.write_text(html, encoding="utf-8")
        browser = opened(path.resolve(), root / "profile") if devtools.BROWSER else {}
    total = sum(seconds.values())
    found = {
        "cpu_seconds": seconds | {"all": total},
        "limit": LIMIT,
        "megabytes": len(html.encode()) / 1e6,
        "browser_milliseconds": browser,
    }
    for name, value in found["cpu_seconds"].items():
        print(f"{value:8.2f} s   {name}")
    for name, value in browser.items():
        print(f"{value:8.0f} ms  {name}")
    print(f"{found['megabytes']:8.2f} MB  page")
    if out:
        Path(out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    rows = [{"what": "CPU from results to page", **targets.at_most(total, LIMIT, " s")}]
    if browser:
        opens = targets.at_most(browser["CPU of the page"], OPENS, " ms")
        rows.append({"what": "CPU of the page in the browser", **opens})
    targets.finish(rows)


if __name__ == "__main__":
    main(*sys.argv[1:3])
