"""The page computes what Python computes.

In a real browser, every function of its scripts is compared with the package and scipy. What the overview and
the comparison of two methods show for a reader's choices is counted again from the scores.
"""

import json
from dataclasses import replace

import numpy as np
import pytest
from support import devtools, report_fixture

from naivebench.benchmark import benchmark, benchmark_effects
from naivebench.benchmark.configuration.shapes import Part, Primary
from naivebench.benchmark.results.context import comparison, load, rivals
from naivebench.benchmark.results.summaries import summarize
from naivebench.evaluation.statistics import (
    bayes,
    effect_sizes,
    families,
    intervals,
    ranks,
    wilcoxon,
)
from naivebench.evaluation.statistics.best import against_best
from naivebench.evaluation.statistics.rounding import differences, without_noise
from naivebench.report import as_good, leaderboard, overview, page

pytestmark = [
    pytest.mark.long,
    pytest.mark.browser,
    pytest.mark.skipif(
        devtools.BROWSER is None, reason="no chromium on this machine: the page was not driven in a browser"
    ),
]
CLOSE = {"rel": 1e-9, "abs": 1e-9}
# the lead and the sentences on its certainty
TOLD = """["#top .lead", "#sure .said"].map((s) => document.querySelector(s).textContent).join(" ")"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("analysis"), n_datasets=14, n_methods=9)
    results = load(root / "results", root / "prepared")
    ece = results.metrics["ece"]._replace(constant_wins=True)
    results = results._replace(metrics=results.metrics | {"ece": ece})
    files = page.shipped(page.build(results, summarize(results), page.pictures(None)))
    path = root / "index.html"
    path.write_text(files["index.html"], encoding="utf-8")
    return {"address": path.as_uri(), "results": results}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with devtools.browser(tmp_path_factory.mktemp("profile"), "--window-size=1300,900") as found:
        yield found


@pytest.fixture
def tab(browser, run):
    browser.open("about:blank")
    browser.events.clear()
    browser.open(run["address"])
    yield browser
    assert browser.complaints() == []


# the parts that a reader sees

EXPLORED = """new Promise((done) => { const wait = () => (document.documentElement.dataset.%s ? done(1)
  : setTimeout(wait, 20)); wait(); })"""


def go(tab, run, hash_, what="explored"):
    tab.open("about:blank")
    tab.open(run["address"] + hash_)
    if what:
        tab.js(EXPLORED % what)
    tab.settle()


def cells(tab, table, key):
    return tab.js(
        f"""(() => {{ const box = document.querySelector('[data-table="{table}"]');
        const i = [...box.querySelectorAll("thead th")].findIndex((th) => th.dataset.key === "{key}");
        return [...box.querySelectorAll("tbody tr")].filter((r) => !r.hidden).map((r) => [
          r.dataset.m || r.dataset.d, r.cells[i].dataset.v || r.cells[i].textContent.trim()]); }})()"""
    )


def ranked(run, protocol, metric, datasets, methods):
    """Average ranks by the package's own rule for incomplete tables."""
    scores = run["results"].scores
    part = scores[scores["dataset"].isin(datasets)].astype({"dataset": str, "method": str})
    m = benchmark.matrix(part, protocol, metric, methods)
    lower = benchmark.METRICS[metric].better == "lower"
    average = ranks.average_ranks(without_noise(m.values), lower_is_better=lower)
    return m, dict(zip(m.methods, average, strict=True))


def kinds(tab):
    return tab.js("Object.fromEntries(data.loaded().datasets.map((d) => [d.id, d]))")


@pytest.mark.parametrize(
    ("hash_", "protocol", "metric"),
    [
        ("#kind=mixed", "honest", "accuracy"),
        ("#metric=log_loss&group=baseline", "honest", "log_loss"),
        ("#group=baseline", "honest", "accuracy"),
        ("#protocol=paper%2Frobles2003&metric=ece&cases=100-5000", "paper/robles2003", "ece"),
        ("#methods=nb%7Ctan%7Caode&missing=yes", "honest", "accuracy"),
    ],
)
def test_a_choice_recomputes_ranking_headline_and_diagram(tab, run, hash_, protocol, metric):
    """Filters change ranking, headline and diagram."""
    before = cells(tab, "ranking", "average_rank")
    go(tab, run, hash_)
    sets = kinds(tab)
    chosen = [
        d
        for d, found in sets.items()
        if ("kind=mixed" not in hash_ or found["kind"] == "mixed")
        and ("cases" not in hash_ or 100 <= found["rows"] <= 5000)
        and ("missing" not in hash_ or found["missing"] > 0)
    ]
    names = [
        m
        for m in run["results"].methods
        if ("group" not in hash_ or report_fixture.GROUPS[m] != "baseline")
        and ("methods" not in hash_ or m in ("nb", "tan", "aode"))
    ]
    m, expected = ranked(run, protocol, metric, chosen, names)
    found = {name: float(v) for name, v in cells(tab, "ranking", "average_rank")}
    assert found == pytest.approx(expected, rel=1e-5)
    assert list(found.items()) != before
    lead = tab.js(TOLD)
    best = min(expected, key=lambda name: (expected[name], name))
    assert f"{best} is the best" in lead or f"; the best of all is {best} ({expected[best]:.2f})" in lead
    assert ("of all" in lead) == ("group" not in hash_ and "methods" not in hash_)
    assert (overview.CONSTANT_WINS in lead) == (metric == "ece")
    assert "exploratory" in lead
    rope = 0.01 if metric == "accuracy" else None
    lower = benchmark.METRICS[metric].better == "lower"
    judged = against_best(m.values, m.methods, lower_is_better=lower, rope=rope)
    assert all(sentence in lead for sentence in as_good.sentences(judged, metric))
    assert dict(cells(tab, "ranking", "verdict")) == {
        name: row["verdict"] for name, row in as_good.cells(judged).items()
    }
    family = [x for x in sorted(expected, key=lambda x: (expected[x], x)) if x not in rivals(run["results"])]
    d = differences(*(m.values[:, m.methods.index(x)] for x in (family[0], "nb")))
    if family[0] != "nb" and np.isfinite(d).all():
        assert f"On average {family[0]} differs from" in lead
        assert f"{interval(d, metric)}" in lead.partition("from nb by ")[2][:70]
    assert "majority is the best rival" not in lead
    assert f"among {len(m.methods)} methods by" in lead
    assert f"on {len(m.datasets)} data sets, protocol {protocol}" in lead
    drawn = tab.js("document.querySelector('#drawn-cd desc').textContent")
    assert all(name in drawn for name in expected)
    caption = tab.js("document.querySelector('[data-table=ranking] caption').textContent")
    assert (overview.CONSTANT_WINS in caption) == (metric == "ece")
    assert f"{len(m.methods)} methods on the {len(m.datasets)} data sets" in caption
    shown = "[...document.querySelectorAll('#ranking .of-run')]"
    assert tab.js(f"{shown}.some((e) => e.checkVisibility())") is False, "what is said of the primary one"
    assert "Your selection" in tab.js("document.querySelector('#top h1').textContent")
    assert tab.js("document.querySelector('#selection').textContent").startswith(
        "Your selection, exploratory"
    )


BOARD = """[...document.querySelectorAll("#table-leaderboard tbody tr")].map((row) => [...row.cells].map(
    (c) => c.dataset.v ?? c.textContent.trim()))"""


def test_the_leaderboard_of_the_page_is_that_of_the_report(tab, run, monkeypatch):
    """All columns are compared, including costs."""
    results = run["results"]
    m, _ = ranked(run, "honest", "accuracy", list(results.datasets), list(results.methods))
    even = m.datasets[: len(m.datasets) // 2 * 2]  # an even number, so that the median is between two of them
    m, expected = ranked(run, "honest", "accuracy", even, list(results.methods))
    judged = against_best(m.values, m.methods, rope=0.01)
    entry = replace(
        comparison(results, "honest", "accuracy"), datasets=m.datasets, average_ranks=expected, best=judged
    )
    monkeypatch.setattr(leaderboard, "comparison", lambda *_: entry)
    table = leaderboard.table(results, summarize(results))
    go(tab, run, f"#at=leaderboard&methods={'%7C'.join(m.methods)}&sets={'%7C'.join(m.datasets)}", "rated")
    found = tab.js(BOARD)
    assert len(found) == len(table.rows) == len(m.methods)
    for cells_, row in zip(found, table.rows, strict=True):
        for cell, column in zip(cells_, table.columns, strict=True):
            value = row[column.key]
            if isinstance(value, float | int):
                assert float(cell) == pytest.approx(value, rel=1e-5), column.key
            else:
                assert cell.lstrip("■●◆▲▼★✚") == getattr(value, "value", value)


@pytest.mark.parametrize("metric", ["accuracy", "log_loss"])
def test_the_leaderboard_follows_the_choice(tab, run, metric):
    """Filters change the leaderboard, which otherwise shows the primary comparison."""
    go(tab, run, f"#at=leaderboard&kind=mixed&group=baseline&metric={metric}", "rated")
    names = [m for m in run["results"].methods if report_fixture.GROUPS[m] != "baseline"]
    m, _ = ranked(run, "honest", metric, [d for d, k in kinds(tab).items() if k["kind"] == "mixed"], names)
    lower = benchmark.METRICS[metric].better == "lower"
    rank, at = ranks.rank_rows(without_noise(m.values), lower_is_better=lower), m.methods.index("nb")
    gain = effect_sizes.improvement(m.values, m.values[:, at], lower_is_better=lower)
    expected = {
        "win_rate": ranks.win_rates(rank),
        "improvement": gain,
        "average_rank": rank.mean(axis=0),
        "datasets": [len(m.datasets)] * len(m.methods),
    }
    for key, values in expected.items():
        found = {name: float(v) for name, v in cells(tab, "leaderboard", key)}
        assert found == pytest.approx(dict(zip(m.methods, values, strict=True)), rel=1e-5, abs=1e-5), key
    best = cells(tab, "leaderboard", "average_rank")[0][0]
    assert f"{best} is first with " in tab.js("document.querySelector('#leaderboard-first').textContent")
    tab.js("document.querySelector('#reset').click()")
    tab.settle()
    assert "primary comparison" in tab.js("document.querySelector('#leaderboard-of').textContent")
    assert set(dict(cells(tab, "leaderboard", "average_rank"))) > set(m.methods)


def interval(d, metric):
    """The 95% interval of a mean difference as the page formats it."""
    found = intervals.mean(-d if benchmark.METRICS[metric].better == "lower" else d)
    told = (f"{100 * v:+.2f}" if metric == "accuracy" else f"{v:+.3f}" for v in (found.low, found.high))
    return f"(95% interval {' to '.join(told)})".replace("-", "−")


def test_two_that_share_the_best_rank_are_both_named(tab, run):
    """If two methods share the best rank, headline and tests take the same one as the best."""
    m, _ = ranked(run, "honest", "accuracy", list(run["results"].datasets), ["nb", "tan"])
    d = differences(*m.values.T)
    sets = [m.datasets[int(np.flatnonzero(d > 0)[0])], m.datasets[int(np.flatnonzero(d < 0)[0])]]
    go(tab, run, f"#methods=tan%7Cnb&sets={'%7C'.join(sets)}")
    lead = tab.js(TOLD)
    assert "nb and tan share the best rank of those shown: average rank 1.50" in lead
    assert "Not significantly" not in lead
    assert "Tests on 2 data sets have little power." in lead
    # the first by name counts as the best
    assert [v for _, v in cells(tab, "ranking", "p_best")] == ["–", "1"]


def test_shuffled_labels_rank_nothing(tab, run):
    tab.js(
        "from_python.given.shuffled.push('paper/robles2003'); location.hash = '#protocol=paper%2Frobles2003'"
    )
    for _ in range(20):
        lead = tab.js(
            "new Promise((d) => setTimeout(() => d(document.querySelector('#top .lead').textContent), 100))"
        )
        if "shuffles" in lead:
            break
    assert lead.startswith("Protocol paper/robles2003 shuffles the labels: there is nothing to learn")


def test_a_long_comparison_stays_inside_a_narrow_screen(tab, run):
    """No part of the page is wider than a screen of 390 pixels."""
    tab.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    go(tab, run, "#kind=mixed")
    tab.js("document.querySelector('#comparison').append(new Option('long '.repeat(60)))")
    wide = tab.js("document.documentElement.scrollWidth")
    tab.call("Emulation.clearDeviceMetricsOverride")
    assert wide <= 390


def test_a_choice_that_cannot_be_ranked_only_shows_the_reason(tab, run):
    go(tab, run, "#methods=nb")
    said = tab.js("document.querySelector('#top .lead').textContent")
    assert "Nothing can be ranked" in said
    assert "1 method has scores on" in said
    assert tab.js("document.querySelectorAll('[data-table=ranking] tbody tr').length") == 0
    assert tab.js("document.querySelector('#explored').childElementCount") == 0
    tools = "[...document.querySelectorAll('[data-table=ranking] .tools, #answer figure')]"
    assert tab.js(f"{tools}.some((e) => e.checkVisibility())") is False
    assert tab.js("document.querySelector('[data-table=ranking] a[href*=comparison]') !== null")


def test_back_restores_the_ranking_of_the_run(tab, run):
    tab.js(EXPLORED % "explored")
    before = cells(tab, "ranking", "average_rank")
    lead = tab.js("document.querySelector('#top .lead').textContent")
    tab.js(
        "(() => { const s = document.querySelector('#kind'); s.value = 'mixed'; "
        "s.dispatchEvent(new Event('change')); })()"
    )
    tab.js(EXPLORED % "explored > 1")
    tab.settle()
    assert "kind=mixed" in tab.js("location.hash")
    assert tab.js("document.querySelector('#top .lead').textContent") != lead
    tab.js("history.back()")
    tab.settle()
    tab.js(EXPLORED % "explored > 2")
    assert cells(tab, "ranking", "average_rank") == before
    assert tab.js("document.querySelector('#top .lead').textContent") == lead


def test_only_methods_and_sets_with_scores_can_be_chosen(tab, run):
    tab.js(EXPLORED % "explored")
    scores = run["results"].scores
    for protocol in run["results"].protocols:
        tab.js(
            f"(() => {{ const s = document.querySelector('#protocol'); s.value = '{protocol}'; "
            "s.dispatchEvent(new Event('change')); })()"
        )
        tab.settle()
        offered = tab.js("[...metric.options].map((o) => !o.disabled && o.value).filter((v) => v)")
        there = set(scores[scores["protocol"] == protocol]["metric"].unique())
        assert set(offered) == {m for m in there if m in benchmark.METRICS and benchmark.METRICS[m].better}


def test_scores_of_every_metric_and_protocol_are_shown(tab, run):
    """Every choice of metric and protocol shows the scores of that choice, not accuracy under the honest
    protocol.
    """
    go(tab, run, "#at=scores&metric=brier&protocol=paper%2Frobles2003", None)
    tab.js("computing.load()")
    tab.settle()
    caption = tab.js("document.querySelector('[data-table=scores] caption').textContent")
    assert caption.startswith("Brier score (lower is better), mean over the folds, protocol paper/robles2003")
    part = run["results"].scores.query(
        "protocol == 'paper/robles2003' and metric == 'brier' and method == 'nb'"
    )
    means = part.groupby("dataset", observed=True)["value"].mean()
    for dataset, shown in cells(tab, "scores", "nb"):
        if shown:
            assert float(shown) == pytest.approx(means[dataset], rel=1e-5)


def test_a_against_b_has_the_numbers_of_the_package(tab, run):
    go(tab, run, "#at=versus&a=aode&b=nb", "versus")
    m, _ = ranked(run, "honest", "accuracy", list(kinds(tab)), ["nb", "aode"])
    d = differences(*(m.values[:, m.methods.index(x)] for x in ("aode", "nb")))
    said = tab.js("document.querySelector('#versus-shown .lead').textContent")
    told = tab.js("document.querySelector('#versus-shown .tests').textContent")
    won = f"is better on {(d > 0).sum()}, equal on {(d == 0).sum()} and worse on {(d < 0).sum()}"
    assert won in said
    gap = f"{100 * d.mean():+.2f}".replace("-", "−")
    assert said.startswith(f"On average aode differs from nb by {gap} points {interval(d, 'accuracy')}")
    p = wilcoxon.signed_rank(d).p
    assert (f"p = {p:.4f}" if p >= 1e-4 else f"p = {p:.1e}") in told
    better = bayes.signed_rank(d).better
    assert f"is better by more than 1 point with probability {better:.3f}" in told
    found = {name: float(v) for name, v in cells(tab, "versus", "difference")}
    assert found == pytest.approx(dict(zip(m.datasets, d, strict=True)), rel=1e-5, abs=1e-12)
    scores = run["results"].scores
    part = scores[scores["metric"] == "accuracy"].astype({"dataset": str, "method": str, "protocol": str})
    tests = benchmark.corrected_tests(part, ["honest"], ["accuracy"], ["aode"], "nb")["comparisons"]
    expected = {t["dataset"]: t["p"] for t in tests if t["p"] is not None}
    shown = {name: float(v) for name, v in cells(tab, "versus", "p") if v and v != "–"}
    assert shown == pytest.approx({d: expected[d] for d in m.datasets if d in expected}, rel=1e-5)
    assert (
        tab.js("document.querySelectorAll('#versus-shown svg[aria-label*=\"aode against nb\"]').length") == 2
    )
    tab.click("#versus-swap")
    tab.settle()
    assert "a=nb" in tab.js("location.hash")
    assert "On average nb differs from aode" in tab.js(
        "document.querySelector('#versus-shown .lead').textContent"
    )


def test_a_against_b_starts_with_the_best_of_both_sides_and_names_its_filters(tab, run):
    go(tab, run, "#at=versus&kind=mixed", "versus")
    _, expected = ranked(run, "honest", "accuracy", list(kinds(tab)), list(run["results"].methods))
    order, outside = sorted(expected, key=lambda x: (expected[x], x)), set(rivals(run["results"]))
    best = [next(x for x in order if (x in outside) == rival) for rival in (False, True)]
    pair = "['a', 'b'].map((x) => document.querySelector('#versus-' + x).value)"
    assert tab.js(pair) == best
    assert "attributes mixed" in tab.js("document.querySelector('#versus-choice').textContent")
    tab.click("#versus-reset")
    tab.settle()
    assert "kind" not in tab.js("location.hash")
    assert "You have not changed the comparison" in tab.js(
        "document.querySelector('#versus-choice').textContent"
    )
    go(tab, run, "#at=versus&kind=discrete&cases=-499&classes=3-", "versus")
    said = tab.js("document.querySelector('#versus-choice').textContent")
    assert "attributes nominal; cases at most 499; classes at least 3" in said


def test_statistics_of_the_run_have_the_draws_of_the_page(tab, run):
    """The arrays have the data sets in the order of the statistics, so that draws are the same."""
    scores = run["results"].scores.astype({"dataset": str, "method": str, "protocol": str, "metric": str})
    sets, methods = list(run["results"].datasets), list(run["results"].methods)
    experiments = {"all": Part("All", "honest", sets, methods)}
    primary = Primary("honest", "accuracy", "nb")
    entry = benchmark_effects.effects(scores, experiments, ["accuracy"], primary)["comparisons"][0]
    assert entry["datasets"] == sorted(entry["datasets"])
    assert list(kinds(tab)) == sorted(kinds(tab))


FAMILIES = {"glass2": "glass", "pima": "diabetes", "iris": "corral"}
MATRIX = """(() => { for (const d of data.loaded().datasets) d.family = (%s)[d.id] ?? d.id;
const m = data.matrix(%s);
return { ...m, labels: m.leftOut.map((x) => [x.dataset ?? x.method, x.reason]) }; })()"""


@pytest.mark.parametrize("part", [slice(None), slice(5, 9), slice(6, 8), slice(6, 9), slice(2, 9, 5)])
def test_a_source_family_has_one_vote(tab, run, part):
    go(tab, run, "#methods=nb%7Ctan%7Caode")
    names = list(run["results"].datasets)
    chosen = [d for d in run["results"].config["datasets"] if d in names][part]
    found, experiment = {}, Part("", "honest", chosen, [], FAMILIES)
    methods = ["nb", "tan", "aode"]
    for every in (False, True):
        asked = {"protocol": "honest", "metric": "accuracy", "methods": methods, "datasets": chosen}
        found[every] = tab.js(MATRIX % (json.dumps(FAMILIES), json.dumps(asked | {"every": every})))
    scores = run["results"].scores.astype({"dataset": str, "method": str, "protocol": str, "metric": str})
    order = found[False]["methods"]
    whole = benchmark.matrix(scores[scores["dataset"].isin(chosen)], "honest", "accuracy", order)
    expected = benchmark.voting(whole, experiment)
    assert found[False]["datasets"] == expected.datasets
    assert found[False]["within"] == families.within(whole.datasets, FAMILIES)
    np.testing.assert_allclose(found[False]["scores"], expected.values, rtol=1e-12)
    silent = [(x["dataset"], x["reason"]) for x in expected.left_out if "family" in x["reason"]]
    told = [tuple(x) for x in found[False]["labels"] if "of the family" in x[1]]
    assert sorted(told) == sorted(silent)
    assert found[True]["datasets"] == whole.datasets
    assert found[True]["votes"] == [d in expected.datasets for d in whole.datasets]
