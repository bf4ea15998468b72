"""Pareto front, trajectories of ranks, and the bars of probabilities: their numbers, by hand or by brute
force.
"""

import itertools
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from support import report_fixture

from naivebench.benchmark.results import tables
from naivebench.benchmark.results.comparisons import Bayesian
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import Cost, summarize
from naivebench.report import cost as report_cost
from naivebench.report import palette, probabilities
from naivebench.report.figures import pareto, style, trajectories_of_ranks
from naivebench.report.figures import probabilities as bars


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("rank_figures"), n_datasets=8, n_methods=10)
    results = load(root / "results", root / "prepared")
    return results, summarize(results)


def test_no_method_beats_one_of_the_front_and_every_other_is_beaten(made):
    found = pareto.points(*made)
    front = pareto.front(found, "higher")

    def beats(a, b):
        return found[a][0] <= found[b][0] and found[a][1] >= found[b][1] and found[a] != found[b]

    for method in found:
        assert (method in front) != any(beats(other, method) for other in found), method


def test_a_method_outside_the_comparison_is_not_on_the_front(made):
    results, summary = made
    first = pareto.front(pareto.points(*made), "higher")[0]

    def without(entry):
        if (entry.protocol, entry.metric) != results.primary:
            return entry
        return replace(entry, average_ranks={m: r for m, r in entry.average_ranks.items() if m != first})

    fewer = results._replace(comparisons=tuple(map(without, results.comparisons)))
    assert first not in pareto.points(fewer, summary)
    assert len(pareto.points(fewer, summary)) == len(pareto.points(*made)) - 1


def test_table_of_the_front_has_times_gains_and_the_order_of_the_front(made):
    table, found = pareto.table(*made), pareto.points(*made)
    methods = [tables.raw(r["method"]) for r in table.rows]
    assert methods == pareto.front(found, "higher")
    assert table.rows[0]["gain"] is None
    assert table.rows[0]["factor"] == 1
    for before, row in itertools.pairwise(table.rows):
        assert row["mean"] - before["mean"] == pytest.approx(row["gain"])
        assert row["factor"] == pytest.approx(row["cpu_seconds"] / table.rows[0]["cpu_seconds"])
        assert row["factor"] >= before["factor"]


def test_tables_that_depend_on_times_are_files_of_times(made):
    assert list(tables.csv_files(pareto.table(*made))) == ["time_pareto.csv"]


def test_table_of_the_front_is_empty_without_times(made):
    results, summary = made
    table = pareto.table(results, summary._replace(cost={}))
    assert table.rows == ()
    assert "0 of 0 methods" in table.caption


def test_relative_cost_is_a_quantile_of_ratios_and_grows_as_the_data_do(made):
    results, summary = made
    protocol, sets = results.primary[0], results.comparisons[0].datasets
    cells = {d: results.prepared[d]["rows"] * len(results.prepared[d]["attributes"]) for d in sets}
    folds = {d: summary.pooled[protocol, d, "nb"].folds for d in sets}
    costs = {(protocol, d, "nb"): Cost(2.0, 1.0, 1.0) for d in sets}
    costs |= {(protocol, d, "tan"): Cost(folds[d] * cells[d] ** 1.5, 0.0, 1.0) for d in sets}
    table = report_cost.relative(results, summary._replace(cost=costs))
    rows = {tables.raw(r["method"]): r for r in table.rows}
    assert rows.keys() == {"nb", "tan"}
    assert [rows["nb"][k] for k in ("low", "factor", "high")] == [1, 1, 1]
    assert rows["tan"]["exponent"] == pytest.approx(1.5)
    ratios = [folds[d] * cells[d] ** 1.5 / 3 for d in sets]
    assert rows["tan"]["factor"] == pytest.approx(np.median(ratios))
    assert list(tables.csv_files(table)) == ["time_relative_cost.csv"]
    assert report_cost.relative(results, summary._replace(cost={})).rows == ()


def test_running_average_ranks_by_hand():
    scores = np.array([[0.9, 0.8, 0.7], [0.5, 0.5, 0.6], [0.1, 0.3, 0.2]])
    # ranks (higher is better): 1 2 3; 2.5 2.5 1; 3 1 2
    expected = [[1, 2, 3], [1.75, 2.25, 2], [6.5 / 3, 5.5 / 3, 2]]
    assert trajectories_of_ranks.running(scores, False) == pytest.approx(np.array(expected))
    assert trajectories_of_ranks.running(-scores, True) == pytest.approx(np.array(expected))


def test_funnel_is_that_of_all_samples_without_replacement():
    ranks = np.array([1.0, 2.0, 2.0, 5.0, 7.0, 3.0])
    widths = trajectories_of_ranks.funnel(ranks)
    for n in range(1, 7):
        means = [np.mean(c) for c in itertools.combinations(ranks, n)]
        assert widths[n - 1] == pytest.approx(1.96 * np.std(means), abs=1e-12)


def test_agreement_of_random_halves():
    leader = np.column_stack([np.full(10, 0.9), np.linspace(0.1, 0.8, 10)])
    assert trajectories_of_ranks.agreement(leader, False) == 1
    # The first method wins 4 of 6 data sets. In a half of 3 data sets it leads unless it wins only 1 of them,
    # which happens in C(4, 1) C(2, 2) of C(6, 3) halves.
    scores = np.array([[1, 0]] * 4 + [[0, 1]] * 2, dtype=float)
    assert trajectories_of_ranks.agreement(scores, False) == pytest.approx(1 - 4 / math.comb(6, 3), abs=0.04)


def test_trajectories_end_at_the_average_ranks(made):
    results, summary = made
    picture = trajectories_of_ranks.rank_trajectories(results, summary)
    entry = results.comparisons[0]
    best = min(entry.average_ranks, key=entry.average_ranks.get)
    assert picture.text.startswith(f"{best} leads from ")
    with style.styled():
        picture = trajectories_of_ranks.rank_trajectories(results, summary)
        ends = sorted(
            float(line.get_ydata()[-1]) for line in picture.figure.axes[0].lines if len(line.get_xdata()) > 1
        )
    assert ends == pytest.approx(sorted(entry.average_ranks.values()))


def test_bars_and_table_are_the_stored_probabilities(made):
    results, summary = made
    stored = {m.method: m for m in results.bayes.comparisons[0].methods}
    rows = {tables.raw(r["method"]): r for r in probabilities.views(results, summary)[0].table.rows}
    assert rows.keys() == stored.keys()
    for method, row in rows.items():
        assert [tables.raw(row[k]) for k in ("better", "rope", "worse")] == [
            getattr(stored[method], k) for k in ("better", "rope", "worse")
        ]
    picture = bars.probabilities(results, summary)
    sure = {part: sum(getattr(m, part) >= 0.95 for m in stored.values()) for part in ("better", "worse")}
    assert f", {sure['better'] or 'none'} of {len(stored)} methods" in picture.title
    assert picture.title.endswith(f"and {sure['worse'] or 'none'} worse")
    for method, found in stored.items():
        assert f"{method} {found.better:.2f}, {found.rope:.2f}, {found.worse:.2f}" in picture.text


def test_without_probabilities_there_is_a_sentence(made):
    results, summary = made
    assert bars.probabilities(results._replace(bayes=Bayesian()), summary).figure is None
    assert probabilities.views(results._replace(bayes=Bayesian()), summary) == []


def test_all_groups_have_their_own_marks_colours_and_glyphs():
    looks = palette.styles(palette.KNOWN_GROUPS)
    for part in ("light", "dark", "marker", "glyph", "css"):
        assert (
            len({getattr(look, part) for look in looks.values()}) == len(palette.KNOWN_GROUPS) == len(looks)
        ), part


@pytest.mark.parametrize(("part", "ground"), [("light", "#fdfdfb"), ("dark", "#14171b")])
def test_every_colour_contrasts_with_its_background(part, ground):
    # WCAG 2.1, 1.4.11: graphics need a contrast of at least 3 to 1.
    def luminance(colour):
        parts = [int(c, 16) / 255 for c in re.findall("..", colour[1:])]
        return sum(
            w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
            for w, c in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
        )

    for look in palette.LOOKS:
        dark, light = sorted((luminance(getattr(look, part)), luminance(ground)))
        assert (light + 0.05) / (dark + 0.05) >= 3, look
