"""Compare TAN, AODE, C4.5, LBR and NBTree with Weka 3.6, and measure small tables.

Run `make bench` or `python tests/bench/bench_weka.py [result.json]`.

Times are CPU seconds of one 10-fold cross-validation of the letter data (`bench.letter`) on one thread. For
LBR and NBTree they are those of one fit and of predicting a held-out tenth of a generated table on which
rules and trees grow. Weka's command runs in its own Java process. The time of the same command with ZeroR,
which also starts the machine and reads the data, is subtracted. WEKA_JAR is the path of Weka; by default it
is that of Debian's package.

LBR agrees with Weka's in every definition that matters here, so there is a target for equal labels. Weka's
NBTree draws its inner folds at random, so the share of equal labels has no target.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import targets

from naivebench.core import counts, kernels, margins
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_classes, subset
from naivebench.models import registry

JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
SEARCH = "weka.classifiers.bayes.net.search.local.TAN"
METHODS = {  # ours: (module, Weka's arguments, target: how many times as fast)
    "tan": ("bn_classifiers.tan", ("weka.classifiers.bayes.BayesNet", "-D", "-Q", SEARCH), 10),
    "aode": ("bn_classifiers.aode", ("weka.classifiers.bayes.AODE",), 4),
}
HELD_OUT = {  # ours: (module, Weka's class, target for the time, for the share of equal labels)
    "lbr": ("semi_naive.lbr", "weka.classifiers.lazy.LBR", 10, 0.999),
    "nbtree": ("trees.nbtree", "weka.classifiers.trees.NBTree", 10, None),
}
TREE = ("weka.classifiers.trees.J48",)  # compared with c45 on numbers
AS_FAST = 1  # minimum speed of C4.5, as a multiple of Weka's
SMALL = {  # shape: cases, attributes, values, classes; milliseconds of a fit without the counting loop
    "vehicle's shape": (846, 18, 4, 4, 1.0),
    "soybean's shape": (683, 35, 3, 19, 3.0),
}
WITHOUT_LOOPS = 5  # maximum slowdown of a fit with NumPy alone, in a process that has not loaded numba


def write_arff(table: Table, path: Path) -> None:
    """Write the nominal table for Weka; the class is the last attribute."""
    lists = [(f"x{j}", a.values) for j, a in enumerate(table.attributes)] + [("class", table.classes)]
    head = [f"@attribute {name} {{{','.join('v' + v for v in values)}}}" for name, values in lists]
    rows = (
        ",".join("?" if v < 0 else "v" + values[v] for v, (_, values) in zip(row, lists, strict=True))
        for row in zip(*table.codes.T.tolist(), table.y.tolist(), strict=True)
    )
    path.write_text("\n".join(["@relation letter", *head, "@data", *rows, ""]))


def write_numbers(table: Table, path: Path) -> None:
    """Write the table of numbers for Weka; the class is the last attribute."""
    head = [f"@attribute x{j} numeric" for j in range(table.reals.shape[1])]
    head.append(f"@attribute class {{{','.join(table.classes)}}}")
    rows = (
        ",".join([*map(str, row), table.classes[c]])
        for row, c in zip(table.reals.tolist(), table.y.tolist(), strict=True)
    )
    path.write_text("\n".join(["@relation numbers", *head, "@data", *rows, ""]))


def numbers_table(n: int = 8000, d: int = 18, k: int = 8, seed: int = 0) -> Table:
    """A table of whole numbers, normally distributed around a centre for each class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    x = (rng.normal(0, 8, (k, d))[y] + rng.normal(0, 12, (n, d))).round()
    attributes = [Attribute(f"x{j}", "linear") for j in range(d)]
    return make_table(attributes, tuple("abcdefgh"[:k]), y, None, x)


def java(arguments: list[str], expected: str) -> tuple[float, str]:
    """CPU seconds of a Weka command, including its start, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", JAR, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if expected not in done.stdout:
        raise SystemExit(f"Weka said: {done.stdout[-300:]} {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def java_seconds(arguments: tuple[str, ...], data: Path) -> float:
    """CPU seconds of one cross-validation by a Weka command, including its start."""
    given = [arguments[0], "-t", str(data), "-x", "10", "-v", "-o", *arguments[1:]]
    return java(given, "Correctly Classified Instances")[0]


def java_labels(name: str, train: Path, test: Path) -> tuple[float, np.ndarray]:
    """CPU seconds of fit and predictions by a Weka command, including its start, and the labels (n,)."""
    seconds, text = java([name, "-t", str(train), "-T", str(test), "-p", "0"], "predicted")
    rows = [line.split() for line in text.splitlines()]
    labels = [int(row[2].split(":v")[1]) for row in rows if row and row[0].isdigit()]
    return seconds, np.array(labels)


def parity_table(n: int = 4000, d: int = 12, seed: int = 0) -> Table:
    """A table of three classes with noise.

    The class is the sum of the first two attributes, which have four values each; the others sometimes repeat
    the class.
    """
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, (n, d))
    y = (codes[:, 0] + codes[:, 1] + (rng.random(n) < 0.1)) % 3
    codes[:, 2:] = np.where(rng.random((n, d - 2)) < 0.25, y[:, None], codes[:, 2:])
    attributes = [Attribute(f"x{j}", "nominal", tuple("0123")) for j in range(d)]
    return make_table(attributes, tuple("012"), y, codes)


def held_out_rows() -> list[dict]:
    """Fit and predictions of LBR and NBTree, ours and Weka's."""
    table = parity_table()
    order = np.random.default_rng(1).permutation(len(table.y))
    train, test = subset(table, order[400:]), subset(table, order[:400])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{part}.arff" for part in ("train", "test")]
        write_arff(train, paths[0])
        write_arff(test, paths[1])
        start = min(java_labels("weka.classifiers.rules.ZeroR", *paths)[0] for _ in range(2))
        for name, (module, of_weka, target, agreement) in HELD_OUT.items():
            method = registry.load(module)
            method.warm_up(train, 1)

            def labels(method=method) -> np.ndarray:
                return method.predict_log_proba(method.fit(train), test).argmax(axis=1)

            seconds, theirs = java_labels(of_weka, *paths)
            seconds, mine = seconds - start, bench.cpu_seconds(labels, 3)
            same = float((labels() == theirs).mean())
            shape = f"{len(train.y)} x {len(table.attributes)}"
            rows.append({"what": f"fit and predictions of Weka's {name}, {shape}", "seconds": seconds})
            rows[-1] |= targets.at_least(same, agreement) if agreement else {"target": ""}
            rows[-1]["achieved"] = f"{same:.2%} of the labels are ours"
            what = f"fit and predictions of {name}, {shape}"
            rows.append(targets.beside(what, "Weka", seconds, mine))
            rows[-1] |= targets.at_least(seconds / mine, target)
            rows[-1]["achieved"] = f"{seconds / mine:.1f} times as fast"
    return rows


def weka_rows() -> list[dict]:
    """Cross-validation of TAN and AODE, ours and Weka's, then LBR and NBTree.

    Without Weka, there is one row with the reason.
    """
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
            rows.append(targets.beside(f"10-fold CV of {method}, {name}", "Weka", theirs, ours))
            rows[-1] |= targets.at_least(theirs / ours, target)
            rows[-1]["achieved"] = f"{theirs / ours:.1f} times as fast"
    return rows + tree_rows() + held_out_rows()


def tree_rows() -> list[dict]:
    """Cross-validation of C4.5 and of Weka's J48 on numbers."""
    table = numbers_table()
    run = bench.cross_validation("trees.c45", {}, table, bench.folds_of(table))
    run()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "numbers.arff"
        write_numbers(table, data)
        start = min(java_seconds(("weka.classifiers.rules.ZeroR",), data) for _ in range(2))
        theirs = min(java_seconds(TREE, data) for _ in range(2)) - start
    ours, shape = bench.cpu_seconds(run, 3), f"{len(table.y)} x {table.reals.shape[1]} numbers"
    return [
        {"what": f"10-fold CV of Weka's J48, {shape}", "seconds": theirs, "target": "", "achieved": ""},
        targets.beside(f"10-fold CV of c45, {shape}", "Weka", theirs, ours)
        | targets.at_least(theirs / ours, AS_FAST)
        | {"achieved": f"{theirs / ours:.1f} times as fast"},
    ]


def small_rows() -> list[dict]:
    """One fit on a small table, without the compiled loop that counts all pairs."""
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
            alone = _without_loops(fits) / 10
            rows.append({"what": f"{what}, NumPy alone", "seconds": alone})
            rows[-1] |= targets.at_most(alone / seconds, WITHOUT_LOOPS, " x")
            rows[-1]["achieved"] = f"{alone / seconds:.1f} times the compiled loops"
    return rows


def _without_loops(work: Callable[[], None]) -> float:
    """CPU seconds if the counting methods use NumPy."""
    genuine = kernels.use_compiled
    kernels.use_compiled = lambda steps, compiled=None: bool(compiled)
    try:
        work()
        return bench.cpu_seconds(work, 10)
    finally:
        kernels.use_compiled = genuine


def main() -> None:
    """Print the table and write it as JSON to the path given; exit with 1 if a target is missed."""
    import numba  # noqa: F401  # its presence makes every fit use the compiled loops, as large work does

    rows = [*small_rows(), *weka_rows()]
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':14}  achieved")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.4f}  {row['target']:14}  {row['achieved']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
