"""Numbers of the page, computed again from the scores of single folds without the code of the report."""

import csv
import json
import math
import re
from itertools import combinations, product
from statistics import fmean, stdev

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import page_reader

pytestmark = pytest.mark.workflow

METHODS = ["majority", "nb", "tan", "cart"]
SETS = ["corral", "mofn-3-7-10", "people"]
UNIT = 100.0  # shares are shown in percent


@pytest.fixture(scope="module")
def run(finished):
    text = page_reader.whole((finished / "reports" / "index.html").read_text(encoding="utf-8"))
    return {
        "folder": finished,
        "scores": pd.concat(
            pd.read_parquet(p) for p in sorted((finished / "results" / "scores").rglob("*.parquet"))
        ),
        "page": page_reader.Page(text),
        "html": text,
    }


def folds(run, dataset, method, metric="accuracy", protocol="honest"):
    s = run["scores"]
    s = s[(s.protocol == protocol) & (s.dataset == dataset) & (s.method == method) & (s.metric == metric)]
    return s.sort_values(["repeat", "fold"])


def mean(run, dataset, method, metric="accuracy", protocol="honest"):
    return fmean(folds(run, dataset, method, metric, protocol).value)


def average_ranks(run):
    """Average rank of every method: 1 plus the number of methods above it plus half the number of
    equal ones.
    """
    table = {d: {m: round(mean(run, d, m), 12) for m in METHODS} for d in SETS}
    return {
        m: fmean(
            1 + sum(t[o] > t[m] for o in METHODS) + sum(t[o] == t[m] for o in METHODS if o != m) / 2
            for t in table.values()
        )
        for m in METHODS
    }


def number(cell):
    return float(cell["data-v"] if cell.get("data-v") else cell["text"].replace(",", ""))


def test_average_rank(run):
    for method, rank in average_ranks(run).items():
        assert number(
            page_reader.row(run["page"], "ranking", method=method)["average_rank"]
        ) == pytest.approx(rank, abs=1e-5)


def test_mean_and_standard_deviation_over_the_data_sets(run):
    values = [mean(run, d, "tan") for d in SETS]
    row = page_reader.row(run["page"], "ranking", method="tan")
    assert row["mean"]["text"] == f"{UNIT * fmean(values):.2f}"
    assert row["std"]["text"] == f"{UNIT * stdev(values):.2f}"


def test_wins_ties_losses_against_the_reference(run):
    differences = [round(mean(run, d, "cart") - mean(run, d, "nb"), 12) for d in SETS]
    signs = [int(np.sign(d)) for d in differences]
    expected = f"{signs.count(1)}/{signs.count(0)}/{signs.count(-1)}"
    assert page_reader.row(run["page"], "ranking", method="cart")["wins"]["text"] == expected


def test_mean_log_loss(run):
    expected = fmean(mean(run, d, "nb", "log_loss_clipped") for d in SETS)
    assert number(page_reader.row(run["page"], "ranking", method="nb")["log_loss_clipped"]) == pytest.approx(
        expected, rel=1e-5
    )


def test_a_cell_of_the_heat_map_is_recomputed(run):
    for dataset in SETS:
        cell = page_reader.row(run["page"], "scores", dataset=dataset)["tan"]
        assert number(cell) == pytest.approx(mean(run, dataset, "tan"), rel=1e-5)


def test_correct_cases_come_from_predictions_and_the_users_own_file(run):
    """The k/N of the data card comes from stored labels and the CSV file of the user."""
    folder = run["folder"]
    with open(folder / "my" / "people.csv", newline="", encoding="utf-8") as file:
        truth = [r["likes tea"] for r in csv.DictReader(file)]
    classes = list(json.loads((folder / "data" / "prepared" / "people.json").read_text())["classes"])
    files = [np.load(folder / "results" / "predictions" / "honest" / "people.npz")]
    found = next(f for f in files if "predicted/nb" in f)
    correct = sum(classes[p] == truth[r] for p, r in zip(found["predicted/nb"], found["row"], strict=True))
    row = next(
        r for r in page_reader.rows(run["page"], "dataset-people") if r["method"]["text"].endswith("nb")
    )
    assert row["correct"]["text"] == f"{correct}/{len(found['row'])}"


def test_wilson_interval(run):
    """Wilson's limits are the roots of (p - k/n)^2 = z^2 p (1 - p) / n; each case counts once over the two
    repeats.
    """
    found = folds(run, "corral", "tan")
    n = found.n_test.sum() / 2
    share = sum(round(v * c) for v, c in zip(found.value, found.n_test, strict=True)) / found.n_test.sum()
    z2 = stats.norm.ppf(0.975) ** 2
    a, b, c = 1 + z2 / n, -(2 * share + z2 / n), share**2
    ends = [(-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (-1, 1)]
    row = next(
        r for r in page_reader.rows(run["page"], "dataset-corral") if r["method"]["text"].endswith("tan")
    )
    assert row["low"]["text"] == f"{UNIT * ends[0]:.1f} – {UNIT * min(ends[1], 1.0):.1f}"


def test_corrected_t(run):
    one, other = folds(run, "mofn-3-7-10", "cart"), folds(run, "mofn-3-7-10", "nb")
    d = one.value.to_numpy() - other.value.to_numpy()
    n_test, n = one.n_test.mean(), one.n_test.sum() / 2
    t = d.mean() / math.sqrt((1 / len(d) + n_test / (n - n_test)) * d.var(ddof=1))
    row = page_reader.row(run["page"], "corrected_t", dataset="mofn-3-7-10", method="cart")
    assert number(row["p"]) == pytest.approx(2 * stats.t.sf(abs(t), len(d) - 1), rel=1e-4)


def test_iman_davenport(run):
    """Friedman's statistic is computed from average ranks without correction for ties.

    See docs/protocols/statistics.md#rank-tests.
    """
    ranks, n, k = list(average_ranks(run).values()), len(SETS), len(METHODS)
    chi2 = 12 * n / (k * (k + 1)) * (sum(r * r for r in ranks) - k * (k + 1) ** 2 / 4)
    f = (n - 1) * chi2 / (n * (k - 1) - chi2)
    shown = page_reader.row(
        run["page"], "tests", metric="accuracy", protocol="honest", test="Iman–Davenport, F"
    )
    assert number(shown["statistic"]) == pytest.approx(f, abs=0.005)


def uncorrected(run):
    """Two-sided p of every pair of methods, from average ranks."""
    ranks, k = average_ranks(run), len(METHODS)
    scale = math.sqrt(k * (k + 1) / (6 * len(SETS)))
    return {
        frozenset(q): 2 * stats.norm.sf(abs(ranks[q[0]] - ranks[q[1]]) / scale)
        for q in combinations(METHODS, 2)
    }


def test_p_of_average_ranks_against_the_best(run):
    """The correction over the comparisons with the best method is Holm's (1979)."""
    ranks, p = average_ranks(run), uncorrected(run)
    best, held = min(ranks, key=ranks.get), 0.0
    others = sorted((m for m in METHODS if m != best), key=lambda m: p[frozenset((best, m))])
    for left, method in zip(range(len(others), 0, -1), others, strict=True):
        held = max(held, min(1.0, left * p[frozenset((best, method))]))
        row = page_reader.row(run["page"], "ranking", method=method)
        assert number(row["p_best_ranks"]) == pytest.approx(held, abs=1e-4)


def test_p_of_wilcoxons_test_against_the_best(run):
    """On three data sets, all signs of the ranks are written out; Holm's correction is over three
    comparisons.
    """
    ranks = average_ranks(run)
    best, p = min(ranks, key=ranks.get), {}
    for method in (m for m in METHODS if m != best):
        d = [round(mean(run, s, method) - mean(run, s, best), 12) for s in SETS]
        r = stats.rankdata([abs(x) for x in d if x])
        w = sum(r[i] for i, x in enumerate(x for x in d if x) if x > 0)
        sums = [
            sum(x for x, up in zip(r, signs, strict=True) if up) for signs in product((0, 1), repeat=len(r))
        ]
        tails = (sum(s >= w for s in sums), sum(s <= w for s in sums))
        p[method] = min(1.0, 2 * min(tails) / len(sums))
    held = 0.0
    for left, method in zip(range(len(p), 0, -1), sorted(p, key=p.get), strict=True):
        held = max(held, min(1.0, left * p[method]))
        row = page_reader.row(run["page"], "ranking", method=method)
        assert number(row["p_best"]) == pytest.approx(held, abs=1e-4)
        assert row["verdict"]["text"] in ("practically equivalent", "cannot be told apart", "probably behind")


def test_adjusted_p_of_all_pairs(run):
    """The partitions of Bergmann and Hommel (1988) for four methods are written out."""
    p, rows = uncorrected(run), page_reader.rows(run["page"], "pairs")

    def a_or_b(row, key):
        return re.sub(r"\W+", "", row[key]["text"])

    exhaustive = {
        frozenset(q for q in p if len({blocks[m] for m in q}) == 1) for blocks in _partitions(METHODS)
    } - {frozenset()}
    for pair in p:
        adjusted = min(1.0, max(len(e) * min(p[o] for o in e) for e in exhaustive if pair in e))
        (shown,) = (r for r in rows if {a_or_b(r, "a"), a_or_b(r, "b")} == pair)
        assert number(shown["bergmann_hommel"]) == pytest.approx(adjusted, abs=1e-4)


def _partitions(names):
    """All partitions of the names into blocks."""
    if not names:
        return [{}]
    return [
        {**rest, names[0]: block}
        for rest in _partitions(names[1:])
        for block in sorted({*rest.values(), max(rest.values(), default=-1) + 1})
    ]


def test_optimism_of_the_papers_protocol(run):
    paper, honest = mean(run, "corral", "tan", protocol="paper/robles2003"), folds(run, "corral", "tan")
    pooled = sum(round(v * c) for v, c in zip(honest.value, honest.n_test, strict=True)) / honest.n_test.sum()
    row = page_reader.row(run["page"], "protocols", dataset="corral", method="tan")
    assert number(row["optimism"]) == pytest.approx(paper - pooled, abs=1e-6)
