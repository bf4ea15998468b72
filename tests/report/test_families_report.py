"""Source families and artificial data sets in the report."""

import numpy as np
import pytest
from support import report_fixture

from naivebench.benchmark.results.comparisons import Heading
from naivebench.benchmark.results.context import comparison, load, rivals
from naivebench.benchmark.results.summaries import summarize
from naivebench.evaluation.statistics import intervals, ranks
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report import arrays, cards, common_sets, overview

MADE = ("corral", "iris", "crx")


def with_keys(results, **keys):
    """The results with additional keys of stanzas: {key: {data set: value}}."""
    stanzas = {d: dict(s) for d, s in results.config["datasets"].items()}
    for key, values in keys.items():
        for d, value in values.items():
            stanzas[d][key] = value
    return results._replace(config=results.config | {"datasets": stanzas})


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("families"), n_datasets=14, n_methods=9)
    return load(root / "results", root / "prepared")


@pytest.fixture(scope="module")
def results(plain):
    return with_keys(plain, family={"glass2": "glass"}, tags={d: ["artificial"] for d in MADE})


def test_the_headline_is_repeated_without_artificial_data_sets(results):
    summary, entry = summarize(results), comparison(results, *results.primary)
    (said,) = overview.sensitivity(results, summary)
    sets, methods = [d for d in entry.datasets if d not in MADE], list(entry.average_ranks)
    scores = np.array([[summary.means["honest", d, m]["accuracy"] for m in methods] for d in sets])
    average = ranks.average_ranks(without_noise(scores), lower_is_better=False)
    order = [m for _, m in sorted(zip(average.tolist(), methods, strict=True))]
    made = len(entry.datasets) - len(sets)
    assert f"without the {made} artificial data sets, {order[0]} has the best" in said
    assert f"average rank ({average.min():.2f}) on the other {len(sets)}" in said
    family = next(m for m in order if m not in rivals(results))
    for other in ("nb", next(m for m in order if m in rivals(results) and m != "majority")):
        gap = scores[:, methods.index(family)] - scores[:, methods.index(other)]
        found = intervals.mean(gap.tolist())
        value, low, high = (f"{100 * v:+.2f}" for v in (found.value, found.low, found.high))
        told = f"from {other} by {value} points (95% interval {low} to {high})"
        assert other == family or told.replace("-", "−") in said


def test_without_artificial_data_sets_nothing_is_repeated(plain):
    assert overview.sensitivity(plain, summarize(plain)) == []


def test_sources_are_families(plain, results):
    told = {label: detail for label, _, detail in overview.facts(results)}["Data sets"]
    scored = {*results.scores["dataset"], *results.learning["dataset"]}
    assert told.startswith(f"They come from {len(scored) - 1} sources")
    assert "source" not in {label: detail for label, _, detail in overview.facts(plain)}["Data sets"]


def test_the_page_knows_family_and_place_in_the_catalogue(results):
    found = arrays.arrays(results, summarize(results), []).manifest["datasets"]
    by_name = {d["id"]: d for d in found}
    assert (by_name["glass2"]["family"], by_name["iris"]["family"]) == ("glass", "iris")
    order = [d for d in results.config["datasets"] if d in by_name]
    assert sorted(by_name, key=lambda d: by_name[d]["place"]) == order


def test_the_table_of_data_sets_shows_both(results):
    rows = {r["dataset"]: r for r in cards.descriptions(results).rows}
    assert (rows["glass2"]["family"], rows["glass2"]["artificial"]) == ("glass", "no")
    assert (rows["corral"]["family"], rows["corral"]["artificial"]) == ("corral", "yes")


def test_the_ranking_of_all_methods_takes_one_member_of_a_family(results):
    common = common_sets.Common(["nb", "tan"], ["crx", "glass", "glass2", "iris"], {})
    assert common_sets.voting(results, common).datasets == ["crx", "glass", "iris"]


def test_a_comparison_within_few_sources_has_a_note():
    assert overview.within(Heading(protocol="honest", metric="accuracy")) == ""
    within = Heading(protocol="honest", metric="accuracy", within=("reuters-modapte",))
    assert "data sets of reuters-modapte are not independent" in overview.within(within)


def test_the_line_under_the_lead_only_counts_the_compared_data_sets(plain):
    entry, scores = comparison(plain, *plain.primary), plain.scores
    apart, last = entry.datasets[:2], scores["fold"].max()
    kept = scores[~scores["dataset"].isin(apart) | (scores["fold"] == last)]
    of_all = plain._replace(scores=kept)
    assert f"(2 of {len(entry.datasets)} data sets with their own test set)" in overview.way(of_all)
    assert overview.scheme(of_all, "honest", entry.datasets[1:]).endswith(
        f"(1 of {len(entry.datasets) - 1} data sets with its own test set)"
    )
    assert "of their own" not in overview.scheme(of_all, "honest", entry.datasets[2:])
