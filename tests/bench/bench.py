"""Compare the CPU time of naivebench with that of other programs: `python tests/bench/bench.py`, or with
`weka`.

Times are CPU seconds on one thread, the fewest of several rounds, without compilation. Each group of rows
runs in its own process. tests/bench/performance.csv keeps the rows of the last run of each group, from which
`make format` writes the table in docs/estimators.md. The exit code is 1 if a row misses its target. A group
whose program is missing is left out, and the output says how to get it.

Weka's commands run in Java. The time of the same command with ZeroR, which also starts Java and reads the
data, is subtracted. WEKA_JAR is the path of Weka 3.6; the default is that of Debian's package `weka`.
"""

from __future__ import annotations

import os

# before NumPy is imported
os.environ.update({f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")})

import importlib.util
import json
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from naivebench.core.table import Attribute, Counts, Table, make_table, subset  # noqa: E402
from naivebench.models import registry  # noqa: E402

KEPT = ROOT / "tests" / "bench" / "performance.csv"
JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
VERSIONS = ("numpy", "numba", "scikit-learn")
LETTER = "20,000 x 16"  # of 16 values, with 26 classes
FOLDED = {  # method: module, parameters, target (times as fast) for CategoricalNB and for Weka
    "nb": ("naive_bayes.nb", {}, 30, None),
    "tan": ("bn_classifiers.tan", {}, 4, 10),
    "aode": ("bn_classifiers.aode", {}, 2, 4),
}
OF_WEKA = {
    "tan": ("weka.classifiers.bayes.BayesNet", "-D", "-Q", "weka.classifiers.bayes.net.search.local.TAN"),
    "aode": ("weka.classifiers.bayes.AODE",),
    "c45": ("weka.classifiers.trees.J48",),
    "lbr": ("weka.classifiers.lazy.LBR",),
    "nbtree": ("weka.classifiers.trees.NBTree",),
}


class Row(NamedTuple):
    """CPU seconds of a task, of a peer and ours.

    `least` says how many times as fast we must be. `labels` is the share of equal predicted labels, and
    `least_labels` its target. A target may be None.
    """

    task: str
    peer: str
    peer_seconds: float
    seconds: float
    least: float | None = None
    labels: float | None = None
    least_labels: float | None = None

    def met(self) -> bool:
        """Whether all targets are met."""
        fast = self.least is None or self.peer_seconds / self.seconds >= self.least
        return fast and (self.least_labels is None or (self.labels or 0.0) >= self.least_labels)


# measuring


def cpu_seconds(work: Callable[[], object], rounds: int) -> float:
    """CPU seconds of the fastest of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """CPU seconds of every run, in turns, so that all are disturbed in the same way.

    The first round is not timed.
    """
    best = dict.fromkeys(runs, float("inf"))
    for turn in range(rounds + 1):
        for name, run in runs.items():
            seconds = cpu_seconds(run, 1)
            best[name] = min(best[name], seconds) if turn else best[name]
    return best


def cross_validation(module: str, params: dict, table: Table) -> Callable[[], None]:
    """Run ten folds of one of our methods: parts, fit and predictions."""
    method, rng = registry.load(module), np.random.default_rng(0)

    def run() -> None:
        for train, test in folds_of(table):
            model = method.fit(subset(table, train), rng=rng, **params)
            method.predict_log_proba(model, subset(table, test))

    return run


def folds_of(table: Table, k: int = 10) -> list[tuple[np.ndarray, np.ndarray]]:
    """Training and test rows of k folds."""
    fold = np.random.default_rng(1).permutation(len(table.y)) % k
    return [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(k)]


def fit_and_predict(module: str, table: Table) -> Callable[[], None]:
    """Run fit and predictions of one of our methods on all cases."""
    method = registry.load(module)
    return lambda: method.predict_log_proba(method.fit(table, rng=np.random.default_rng(0)), table)


# generated data


def nominal_table(n: int, d: int, r: int, n_classes: int, seed: int = 0) -> Table:
    """Nominal codes that depend on the class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    codes = np.empty((n, d), np.int8, order="F")
    for j in range(d):
        codes[:, j] = (
            y * (j + 1) // 3
            + rng.integers(0, r // 2 + 1, n, dtype=np.int32)
            + rng.integers(0, r // 3 + 1, n, dtype=np.int32)
        ) % r
    attributes = [Attribute(f"x{j}", "nominal", tuple(map(str, range(r)))) for j in range(d)]
    return make_table(attributes, [str(c) for c in range(n_classes)], y, codes)


def parity_table(n: int = 4000, d: int = 12, seed: int = 0) -> Table:
    """Three classes with noise, on which rules and trees grow.

    The class is the sum of the first two attributes; the others sometimes repeat the class.
    """
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, (n, d))
    y = (codes[:, 0] + codes[:, 1] + (rng.random(n) < 0.1)) % 3
    codes[:, 2:] = np.where(rng.random((n, d - 2)) < 0.25, y[:, None], codes[:, 2:])
    attributes = [Attribute(f"x{j}", "nominal", tuple("0123")) for j in range(d)]
    return make_table(attributes, tuple("012"), y, codes)


def numeric_table(n: int = 8000, d: int = 18, k: int = 8, seed: int = 0) -> Table:
    """Whole numbers, normally distributed around a centre for each class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    x = (rng.normal(0, 8, (k, d))[y] + rng.normal(0, 12, (n, d))).round()
    return make_table([Attribute(f"x{j}", "linear") for j in range(d)], tuple("abcdefgh"[:k]), y, None, x)


def angular_table(n: int, d: int, n_classes: int, seed: int = 0) -> Table:
    """Angles from a von Mises density for each attribute and class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    x = np.asfortranarray(rng.vonmises(y[:, None] * 0.9 + np.arange(d), 2.0, (n, d)))
    attributes = [Attribute(f"x{j}", "angular", period=360.0) for j in range(d)]
    return make_table(attributes, [str(c) for c in range(n_classes)], y, None, x)


def document_table(n: int, n_columns: int, n_classes: int, mean: float, seed: int = 0) -> Table:
    """Documents of about `mean` different words, with Zipf-like frequencies that depend on the class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    drawn = np.maximum(rng.poisson(2 * mean * rng.lognormal(0, 0.6, n)), 1)
    word = np.minimum((n_columns ** rng.random(drawn.sum())).astype(np.int64), n_columns - 1)
    shifted = rng.random(len(word)) < 0.3
    word[shifted] = (word[shifted] * 7 + 1009 * np.repeat(y, drawn)[shifted]) % n_columns
    cells, data = np.unique(np.repeat(np.arange(n), drawn) * n_columns + word, return_counts=True)
    case, column = np.divmod(cells, n_columns)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(case, minlength=n))]).astype(np.int64)
    counts = Counts(indptr, column.astype(np.int32), data.astype(np.float64), n_columns)
    return make_table([Attribute("text", "count")], [str(c) for c in range(n_classes)], y, counts=counts)


# scikit-learn


def scikit_learn() -> list[Row]:
    """Rows of comparisons with the naive Bayes classifiers of scikit-learn."""
    return [*categorical_rows(), gaussian_row(), wide_row(), *word_rows()]


def categorical_rows() -> list[Row]:
    """Ten folds of methods of codes, compared with those of CategoricalNB."""
    from sklearn.naive_bayes import CategoricalNB

    table = nominal_table(20_000, 16, 16, 26)
    codes, y = np.ascontiguousarray(table.codes, dtype=np.int64), table.y

    def theirs() -> None:
        for train, test in folds_of(table):
            CategoricalNB(min_categories=16).fit(codes[train], y[train]).predict_log_proba(codes[test])

    runs = {name: cross_validation(module, params, table) for name, (module, params, *_) in FOLDED.items()}
    seconds = interleaved({"CategoricalNB": theirs, **runs}, 5)
    return [
        Row(f"10 folds of {name}, {LETTER}", "CategoricalNB", seconds["CategoricalNB"], seconds[name], least)
        for name, (_, _, least, _) in FOLDED.items()
    ]


def gaussian_row() -> Row:
    """Gaussian naive Bayes on a million cases; scikit-learn gets the row-major array that suits it."""
    from sklearn.naive_bayes import GaussianNB

    table = angular_table(1_000_000, 10, 5)
    x = np.ascontiguousarray(table.reals)
    runs = {
        "theirs": lambda: GaussianNB().fit(x, table.y).predict_log_proba(x),
        "ours": fit_and_predict("naive_bayes.gnb", table),
    }
    seconds = interleaved(runs, 5)
    return Row("gnb, 1,000,000 x 10", "GaussianNB", seconds["theirs"], seconds["ours"], 3)


def wide_row() -> Row:
    """The estimator GaussianNB on many columns and few cases.

    Our time includes making the table by columns that methods use, and our means are those of exact sums.
    """
    from sklearn import naive_bayes

    from naivebench import estimators

    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 500)
    x = rng.normal(0.1 * y[:, None], 1, (500, 20_000))
    runs = {
        "theirs": lambda: naive_bayes.GaussianNB().fit(x, y).predict_log_proba(x),
        "ours": lambda: estimators.GaussianNB().fit(x, y).predict_log_proba(x),
    }
    seconds = interleaved(runs, 5)
    return Row("GaussianNB on 500 x 20,000", "GaussianNB", seconds["theirs"], seconds["ours"], 1)


def word_rows() -> list[Row]:
    """Multinomial and complement naive Bayes on a matrix of the shape of 20 Newsgroups."""
    from scipy.sparse import csr_matrix
    from sklearn.naive_bayes import ComplementNB, MultinomialNB

    table = document_table(11_314, 130_107, 20, 140)
    counts, y = table.counts, table.y
    shape = len(y), counts.n_columns
    x = csr_matrix((counts.data, counts.indices, counts.indptr.astype(np.int32)), shape=shape)
    runs = {
        "MultinomialNB": lambda: MultinomialNB().fit(x, y).predict_log_proba(x),
        "nb_mn": fit_and_predict("sequences.nb_mn", table),
        "ComplementNB": lambda: ComplementNB().fit(x, y).predict_log_proba(x),
        "cnb": fit_and_predict("sequences.cnb", table),
    }
    seconds = interleaved(runs, 7)
    what = f"{shape[0]:,} x {shape[1]:,}"
    return [
        Row(f"nb_mn, {what}", "MultinomialNB", seconds["MultinomialNB"], seconds["nb_mn"], 1),
        Row(f"cnb, {what}", "ComplementNB", seconds["ComplementNB"], seconds["cnb"]),
    ]


# scikit-bayes


def scikit_bayes() -> list[Row]:
    """A1DE and A2DE, fit and predictions.

    Its pseudo-count a is added to every cell, and ours, e, is divided among the cells. With e = 5 a the
    factors of the children agree, and only P(c, x_i) differs. Therefore labels are compared and not
    posteriors.
    """
    from skbn.ande import AnDE

    from naivebench.methods.bn_classifiers import ande

    table = nominal_table(20_000, 30, 5, 5)
    codes = np.ascontiguousarray(table.codes, dtype=np.int64)
    rows = []
    for n in (1, 2):
        found = {}

        def ours(n=n, found=found) -> None:
            found["ours"] = ande.predict_log_proba(ande.fit(table, n=n, alpha=5.0), table)

        def theirs(n=n, found=found) -> None:
            found["theirs"] = AnDE(n_dependence=n, alpha=1.0).fit(codes, table.y).predict_log_proba(codes)

        ours()
        peer, mine = cpu_seconds(theirs, 1), cpu_seconds(ours, 3)
        same = float((found["ours"].argmax(axis=1) == found["theirs"].argmax(axis=1)).mean())
        what = f"A{n}DE, 20,000 x 30"
        rows.append(Row(what, "scikit-bayes", peer, mine, 10, same, 0.999))
    return rows


# Weka


def weka() -> list[Row]:
    """Ten folds of TAN, AODE and C4.5, and LBR and NBTree on held-out cases."""
    nominal, numbers = nominal_table(20_000, 16, 16, 26), numeric_table()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = []
        for method in ("tan", "aode"):
            module, params, _, least = FOLDED[method]
            run = cross_validation(module, params, nominal)
            rows.append(folds_row(method, run, nominal, f"{method}, {LETTER}", least, folder))
        run = cross_validation("trees.c45", {}, numbers)
        rows.append(folds_row("c45", run, numbers, "c45, 8,000 x 18 numbers", 1, folder))
        return rows + [held_out_row(*given, folder) for given in HELD_OUT]


# Both agree in every definition that matters here; Weka's NBTree draws its inner folds at random.
HELD_OUT = [("lbr", "semi_naive.lbr", 0.999), ("nbtree", "trees.nbtree", None)]


def folds_row(
    method: str, run: Callable[[], None], table: Table, what: str, least: float | None, folder: Path
) -> Row:
    """Ten folds by one of our methods and by Weka's."""
    path = write_arff(table, folder / "folds.arff")
    options = ["-t", str(path), "-x", "10", "-v", "-o"]

    def seconds(command: tuple[str, ...]) -> float:
        given = [command[0], *options, *command[1:]]
        return min(java(given, "Correctly Classified Instances")[0] for _ in range(2))

    theirs = seconds(OF_WEKA[method]) - seconds(("weka.classifiers.rules.ZeroR",))
    run()
    return Row(f"10 folds of {what}", "Weka", theirs, cpu_seconds(run, 3), least)


def held_out_row(name: str, module: str, least_labels: float | None, folder: Path) -> Row:
    """Fit and predictions of a tenth of a table by one of our methods and by Weka's."""
    table = parity_table()
    order = np.random.default_rng(1).permutation(len(table.y))
    train, test = subset(table, order[400:]), subset(table, order[:400])
    paths = [write_arff(part, folder / f"{k}.arff") for k, part in enumerate((train, test))]

    def labels_of(command: str) -> tuple[float, np.ndarray]:
        seconds, text = java([command, "-t", str(paths[0]), "-T", str(paths[1]), "-p", "0"], "predicted")
        rows = [line.split() for line in text.splitlines()]
        return seconds, np.array([int(row[2].split(":v")[1]) for row in rows if row and row[0].isdigit()])

    method = registry.load(module)

    def ours() -> np.ndarray:
        return method.predict_log_proba(method.fit(train), test).argmax(axis=1)

    start = min(labels_of("weka.classifiers.rules.ZeroR")[0] for _ in range(2))
    (seconds, theirs), same = labels_of(*OF_WEKA[name]), ours()
    what = f"{name}, {len(train.y):,} x {len(table.attributes)}"
    equal = float((same == theirs).mean())
    return Row(what, "Weka", seconds - start, cpu_seconds(ours, 3), 10, equal, least_labels)


def java(arguments: list[str], expected: str) -> tuple[float, str]:
    """CPU seconds of a Weka command, including its start, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", JAR, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    if expected not in done.stdout:
        raise SystemExit(f"Weka said: {done.stdout[-300:]} {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def write_arff(table: Table, path: Path) -> Path:
    """Write a table of codes or of numbers for Weka; the class is the last attribute."""
    if table.reals.shape[1]:
        kinds, cells = ["numeric"] * table.reals.shape[1], table.reals.astype(str).T.tolist()
    else:
        values = [[f"v{value}" for value in a.values] for a in table.attributes]
        kinds = [f"{{{','.join(names)}}}" for names in values]
        cells = [np.array(names)[c].tolist() for names, c in zip(values, table.codes.T, strict=True)]
    classes = [f"v{name}" for name in table.classes]
    head = [f"@attribute x{j} {kind}" for j, kind in enumerate(kinds)]
    head += [f"@attribute class {{{','.join(classes)}}}", "@data"]
    rows = [",".join(row) for row in zip(*cells, np.array(classes)[table.y].tolist(), strict=True)]
    path.write_text("\n".join(["@relation made", *head, *rows, ""]))
    return path


# the groups

GROUPS = {  # name: function, name of the peer, how to obtain it
    "scikit_learn": (scikit_learn, "scikit-learn", ""),
    "scikit_bayes": (scikit_bayes, "scikit-bayes", "pip install --no-deps scikit-bayes"),
    "weka": (weka, "Weka", "install Java and Debian's package weka, or set WEKA_JAR to its jar"),
}
MODULES = {"scikit_learn": "sklearn", "scikit_bayes": "skbn"}


def available(group: str) -> bool:
    """Whether the peer of a group is installed."""
    if group == "weka":
        return Path(JAR).exists() and shutil.which("java") is not None
    return importlib.util.find_spec(MODULES[group]) is not None


def machine() -> str:
    """Processor, cores, versions and date."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    parts = [model or platform.processor(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    parts += [f"{name} {metadata.version(name)}" for name in VERSIONS]
    return ", ".join([*parts, time.strftime("%d %B %Y")])


def measure(group: str) -> list[dict]:
    """The rows of a group, measured in a process of their own."""
    print(f"{group} ...", file=sys.stderr, flush=True)
    command = [sys.executable, __file__, "--rows", group]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(*only: str) -> None:
    """Measure groups, keep and print their rows; exit with 1 if a target is missed."""
    if unknown := set(only) - GROUPS.keys():
        sys.exit(f"{', '.join(sorted(unknown))}: no such group; choose from {', '.join(GROUPS)}")
    measured = []
    for group in only or GROUPS:
        if available(group):
            labels = {"machine": machine(), "group": group}
            measured += [labels | row for row in measure(group)]
        else:
            print(f"{GROUPS[group][1]} is missing: {GROUPS[group][2]}")
    if not measured:
        return
    rows, kept = pd.DataFrame(measured), pd.read_csv(KEPT)
    kept = kept[~kept["group"].isin(rows["group"])]
    pd.concat([kept, rows]).to_csv(KEPT, index=False, float_format="%.3g")
    print(rows.drop(columns="machine").to_string(index=False))
    if missed := [row["task"] for row in measured if not row["met"]]:
        sys.exit(f"targets missed: {'; '.join(missed)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--rows"]:
        print(json.dumps([row._asdict() | {"met": row.met()} for row in GROUPS[sys.argv[2]][0]()]))
    else:
        main(*sys.argv[1:])
