"""TAN and AODE beside Weka 3.6 in one run, and what small tables cost: `make bench`, or `python
tests/bench/bench_weka.py [result.json]`.

CPU seconds of one 10-fold cross-validation of the letter data (`bench.letter`) on one thread. Weka's command
runs in a Java process of its own; the time of the same command with ZeroR, which starts the machine and reads
the data too, is taken off. Weka is looked for in WEKA_JAR, by default where Debian's package puts it.
"""

from __future__ import annotations

import bench  # first: it holds the threads at one  # isort: skip

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import targets

from naivebench.core import counts, kernels, margins
from naivebench.core.table import Table, cardinalities, n_classes
from naivebench.pipeline import registry

JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
SEARCH = "weka.classifiers.bayes.net.search.local.TAN"
METHODS = {  # ours: (module, Weka's arguments, target: how many times as fast)
    "tan": ("bn_classifiers.tan", ("weka.classifiers.bayes.BayesNet", "-D", "-Q", SEARCH), 10),
    "aode": ("bn_classifiers.aode", ("weka.classifiers.bayes.AODE",), 4),
}
SMALL = {  # shape: cases, attributes, values, classes, ms of a fit above the counting loop
    "vehicle's shape": (846, 18, 4, 4, 1.0),
    "soybean's shape": (683, 35, 3, 19, 3.0),
}


def write_arff(table: Table, path: Path) -> None:
    """The nominal table as Weka reads it; the class is the last attribute."""
    lists = [(f"x{j}", a.values) for j, a in enumerate(table.attributes)] + [("class", table.classes)]
    head = [f"@attribute {name} {{{','.join('v' + v for v in values)}}}" for name, values in lists]
    rows = (
        ",".join("?" if v < 0 else "v" + values[v] for v, (_, values) in zip(row, lists, strict=True))
        for row in zip(*table.codes.T.tolist(), table.y.tolist(), strict=True)
    )
    path.write_text("\n".join(["@relation letter", *head, "@data", *rows, ""]))


def java_seconds(arguments: tuple[str, ...], data: Path) -> float:
    """CPU seconds of one cross-validation by Weka's command, its start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", JAR, arguments[0], "-t", str(data)]
    command += ["-x", "10", "-v", "-o", *arguments[1:]]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if "Correctly Classified Instances" not in done.stdout:
        raise SystemExit(f"Weka said: {done.stdout[-300:]} {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def weka_rows() -> list[dict]:
    """Cross-validation of ours and of Weka's TAN and AODE; one row that says why, without Weka."""
    if not Path(JAR).exists() or not shutil.which("java"):
        return [{"what": f"Weka: skipped, no java or no {JAR}", "seconds": 0.0, "target": "", "achieved": ""}]
    table, name = bench.letter()
    folds = bench.folds_of(table)
    runs = {m: bench.cross_validation(module, {}, table, folds) for m, (module, *_) in METHODS.items()}
    for run in runs.values():
        run()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "letter.arff"
        write_arff(table, data)
        start = min(java_seconds(("weka.classifiers.rules.ZeroR",), data) for _ in range(2))
        for method, (_, arguments, target) in METHODS.items():
            theirs = min(java_seconds(arguments, data) for _ in range(2)) - start
            ours = bench.cpu_seconds(runs[method], 3)
            rows.append({"what": f"10-fold CV of Weka's {method}, {name}", "seconds": theirs})
            rows[-1] |= {"target": "", "achieved": ""}
            rows.append({"what": f"10-fold CV of {method}, {name}", "seconds": ours})
            rows[-1] |= targets.at_least(theirs / ours, target)
            rows[-1]["achieved"] = f"{theirs / ours:.1f} times as fast"
    return rows


def small_rows() -> list[dict]:
    """One fit on a small table, less the compiled loop that counts all pairs."""
    rows = []
    for shape, (n, d, r, k, most) in SMALL.items():
        table = bench.made_table(n, d, r, k)
        columns = counts.checked_codes(table.codes, counts.row_offsets(table))
        layout = table.y, cardinalities(table), margins.all_pairs(d), n_classes(table)

        def loop(columns=columns, layout=layout) -> None:
            for _ in range(10):
                kernels.pair_counts(columns, *layout, compiled=True)

        for method, (module, *_) in METHODS.items():
            fit = registry.load(module).fit

            def fits(fit=fit, table=table) -> None:
                for _ in range(10):
                    fit(table)

            fits(), loop()
            seconds = bench.cpu_seconds(fits, 10) / 10
            above = 1000 * (seconds - bench.cpu_seconds(loop, 10) / 10)
            what = f"fit of {method}, {shape} ({n} x {d})"
            achieved = {"achieved": f"{above:.2f} ms above the loop"}
            rows.append({"what": what, "seconds": seconds, **targets.at_most(above, most, " ms"), **achieved})
    return rows


def main() -> None:
    """Print the table; write it as JSON to the path given; exit with 1 if a target is missed."""
    import numba  # noqa: F401  # its presence makes every fit use the compiled loops, as large work does

    rows = [*small_rows(), *weka_rows()]
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':14}  achieved")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.4f}  {row['target']:14}  {row['achieved']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
