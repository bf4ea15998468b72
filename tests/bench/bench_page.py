"""Cost of a page for its reader: `python tests/bench/bench_page.py [page.html]`.

Measures bytes, nodes at first paint, and milliseconds in the chromium of this machine: until the first
picture, until the page answers, of every change of tab (until the next frame is drawn), and of sorting every
table. Without a page, it uses synthetic results of 45 methods on 53 data sets, and on 83.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from support import devtools, report_fixture  # noqa: E402

METHODS, DATASETS, MORE = 45, 53, 30
BYTES, NODES, LOAD, CHANGE = 4_000_000, 50_000, 1000.0, 100.0
CHANGED = """(async () => {
  await packed.ready; await computing.load();
  const times = {}, frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const tab of document.querySelectorAll(".tabs a[id]")) {
    await frame();
    const start = performance.now();
    tab.click();
    await frame();
    times[tab.hash] = performance.now() - start;
    await new Promise((done) => setTimeout(done, 300));
  }
  return times;
})()"""
SORTED = """(async () => { const times = {}, frame = () => new Promise((done) => requestAnimationFrame(() =>
setTimeout(done))); for (const tab of document.querySelectorAll(".tabs a[id]")) { tab.click(); await new
Promise((done) => setTimeout(done, 200)); for (const box of document.querySelectorAll("section.on .table")) {
const heads = box.querySelectorAll("thead button"); if (heads.length < 2 ||
box.closest("details:not([open])")) continue; const start = performance.now(); heads[1].click(); await
frame(); times[box.dataset.table + " (" + box.querySelectorAll("tbody tr").length + " rows)"] =
performance.now() - start; heads[1].click(); heads[1].click(); } } return times;
})()"""


def busy(tab: devtools.Page) -> float:
    """CPU seconds of the page's thread."""
    found = tab.call("Performance.getMetrics")["metrics"]
    return next(m["value"] for m in found if m["name"] == "TaskDuration")


def measured(path: Path, profile: Path) -> dict:
    """Bytes, nodes and milliseconds of a page."""
    with devtools.browser(profile, "--window-size=1440,900") as tab:
        tab.call("Performance.enable", timeDomain="threadTicks")
        tab.load(path.as_uri())
        nodes = tab.js("document.querySelectorAll('*').length")
        tab.settle()
        load = {
            "first picture": tab.js("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
            "answers": tab.js("performance.getEntriesByType('navigation')[0].loadEventEnd"),
        }
        load["CPU"] = 1000 * busy(tab)
        changes, sorts = tab.js(CHANGED), tab.js(SORTED)
        tab.open("about:blank")
        tab.open(path.as_uri())
        tab.js("packed.ready")
        used = {}
        for name in tab.js("[...document.querySelectorAll('.tabs a[id]')].map((a) => a.id)"):
            before = busy(tab)
            tab.js(f"document.getElementById('{name}').click()")
            tab.settle()
            used[name] = 1000 * (busy(tab) - before)
    return {
        "bytes": path.stat().st_size,
        "nodes": nodes,
        "load": load,
        "changes": changes,
        "CPU of changes": used,
        "sorts": sorts,
    }


def made(folder: Path, n_datasets: int) -> Path:
    from naivebench.benchmark.results.context import load
    from naivebench.benchmark.results.summaries import summarize
    from naivebench.report import page
    from naivebench.report.figures.catalogue import draw_all

    root = report_fixture.write(folder, n_datasets=n_datasets, n_methods=METHODS)
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    files = page.shipped(page.build(results, summary, draw_all(results, summary)))
    (root / "index.html").write_text(files["index.html"], encoding="utf-8")
    return root / "index.html"


def main(given: str | None = None) -> None:
    if not devtools.BROWSER:
        print("no chromium on this machine")
        return
    rows = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if given:
            pages = {given: Path(given).resolve()}
        else:
            pages = {f"{n} data sets": made(Path(folder) / str(n), n) for n in (DATASETS, DATASETS + MORE)}
        for i, (name, path) in enumerate(pages.items()):
            found = measured(path, Path(folder) / f"profile{i}")
            print(f"{name}: {found['bytes'] / 1e6:.2f} MB, {found['nodes']:,} nodes at first paint")
            for part in ("load", "changes", "CPU of changes", "sorts"):
                for what, time in sorted(found[part].items(), key=lambda item: -item[1])[:8]:
                    print(f"{time:8.0f} ms  {part}: {what}")
            rows += [
                {"what": f"{name}: bytes", **targets.at_most(found["bytes"] / 1e6, BYTES / 1e6, " MB")},
                {"what": f"{name}: nodes", **targets.at_most(found["nodes"], NODES, "")},
                {"what": f"{name}: load", **targets.at_most(max(found["load"].values()), LOAD, " ms")},
                {"what": f"{name}: tab", **targets.at_most(max(found["changes"].values()), CHANGE, " ms")},
                {"what": f"{name}: sort", **targets.at_most(max(found["sorts"].values()), CHANGE, " ms")},
            ]
    targets.finish(rows)


if __name__ == "__main__":
    main(*sys.argv[1:2])
