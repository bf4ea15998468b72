"""Speed of the methods on words and sequences.

Run `make bench` or `python tests/bench/bench_sequences.py [result.json]`.

Times are CPU seconds of this process, with one thread for numpy and the compiler, the fastest of several
interleaved rounds; compilation is separate. The generated data have the shapes of 20 Newsgroups (11,314 x
130,107 words, 20 classes), of a Reuters-21578 task (7,775 documents, 300 of 27,940 words chosen, two classes)
and of 2,400 proteins (mean length 350, four classes).
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import sys

import numpy as np
import targets

from naivebench.core.table import Attribute, Counts, Sequences, Table, make_table
from naivebench.models import registry

ROUNDS = 7


def made_words(n: int, n_columns: int, n_classes: int, mean: float, seed: int = 0) -> Table:
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


def made_mixture(n: int, n_columns: int, n_topics: int, seed: int = 0) -> Table:
    """Documents of one topic of several, and the rest: a class that a single multinomial cannot describe."""
    table = made_words(n, n_columns, n_topics, 60, seed)
    return table._replace(y=(table.y > 1).astype(np.int32), classes=("topic", "rest"))


def made_proteins(n: int, mean: int, n_classes: int, seed: int = 0) -> Table:
    """Sequences of 20 letters whose composition depends on class and region."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    lengths = np.maximum((mean * rng.lognormal(-0.125, 0.5, n)).astype(np.int64), 30)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    p = rng.dirichlet(np.full(20, 8.0), (n_classes, 3))
    region = np.repeat(y, lengths), (np.arange(offsets[-1]) // 40) % 3
    tokens = (rng.random(offsets[-1])[:, None] > np.cumsum(p, axis=2)[region]).sum(axis=1)
    sequences = Sequences(np.minimum(tokens, 19).astype(np.int8), offsets, tuple("ACDEFGHIKLMNPQRSTVWY"))
    return make_table(
        [Attribute("sequence", "sequence", declared=True)],
        [str(c) for c in range(n_classes)],
        y,
        sequences=sequences,
    )


def multinomial_rows() -> list[dict]:
    """Fit and prediction of scikit-learn's MultinomialNB and of nb_mn on the same matrix."""
    from scipy.sparse import csr_matrix
    from sklearn.naive_bayes import ComplementNB, MultinomialNB

    table = made_words(11_314, 130_107, 20, 140)
    counts = table.counts
    x = csr_matrix(
        (counts.data, counts.indices, counts.indptr.astype(np.int32)), shape=(len(table.y), counts.n_columns)
    )
    nb_mn, cnb = (registry.load(f"sequences.{name}") for name in ("nb_mn", "cnb"))
    runs = {
        "MultinomialNB": lambda: MultinomialNB().fit(x, table.y).predict_log_proba(x),
        "nb_mn": lambda: nb_mn.predict_log_proba(nb_mn.fit(table), table),
        "ComplementNB": lambda: ComplementNB().fit(x, table.y).predict_log_proba(x),
        "cnb": lambda: cnb.predict_log_proba(cnb.fit(table), table),
    }
    nb_mn.warm_up(table, 1)
    seconds = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            seconds[name] = min(seconds[name], bench.cpu_seconds(run, 1))
    what = f"{len(table.y):,} x {counts.n_columns:,}, {len(counts.data):,} entries"
    rows = [
        {"what": f"{name}, fit and predict, {what}", "seconds": s, "target": "", "achieved": ""}
        for name, s in seconds.items()
    ]
    for ours, theirs, target in (("nb_mn", "MultinomialNB", 1), ("cnb", "ComplementNB", None)):
        ratio = seconds[theirs] / seconds[ours]
        row = rows[list(runs).index(ours)]
        row.update(targets.beside(row["what"], theirs, seconds[theirs], seconds[ours]))
        row.update(
            targets.at_least(ratio, target) if target else {},
            achieved=f"{ratio:.1f} times as fast as {theirs}",
        )
    return rows


def timed(
    what: str, module: str, table: Table, target: float | None, rounds: int, **params
) -> tuple[dict, dict]:
    """Times of fit and prediction of one method, and its summary."""
    method, found = registry.load(module), {}
    method.warm_up(table, 1)

    def run() -> None:
        model = method.fit(table, rng=np.random.default_rng(0), **params)
        method.predict_log_proba(model, table)
        found.update(method.summarize(model))

    seconds = bench.cpu_seconds(run, rounds)
    row = {"what": what, "seconds": seconds, "target": "", "achieved": f"{seconds:.2f} s"}
    return row | (targets.at_most(seconds, target, " s") if target else {}), found


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    rows, words = multinomial_rows(), made_mixture(7_775, 27_940, 12)
    for scale in ("none", "node"):
        row, found = timed(
            f"rnbl_mn, cll_scale {scale}, 7,775 x 300 of 27,940",
            "sequences.rnbl_mn",
            words,
            5,
            3,
            n_words=300,
            cll_scale=scale,
        )
        rows.append({**row, "achieved": f"{row['achieved']}, {found['nodes']} nodes, depth {found['depth']}"})
    proteins = made_proteins(2_400, 350, 4)
    for tol in (1e-5, 0.0):  # with 0, all of the 3 x 10 + 90 steps of every class
        row, found = timed(
            f"class_hmm, 5 states, 2,400 proteins, tol {tol:g}",
            "sequences.class_hmm",
            proteins,
            60,
            1,
            states=5,
            tol=tol,
        )
        rows.append(
            {
                **row,
                "achieved": f"{row['achieved']}, {sum(found['steps'].values())} steps from the best starts",
            }
        )
    rows.append(
        timed("rnbl_mn on the composition of 2,400 proteins", "sequences.rnbl_mn", proteins, None, 3)[0]
    )
    rows.append(timed("nb_mn on triples, 2,400 proteins", "sequences.nb_mn", proteins, None, 3, k=3)[0])
    svm = "baselines.linear_svm_counts"
    rows.append(timed("linear_svm_counts, 7,775 x 300", svm, words, None, 1, n_words=300)[0])
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':14}  achieved")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.4f}  {row['target']:14}  {row['achieved']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
