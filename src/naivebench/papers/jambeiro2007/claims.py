"""The claims of Jambeiro Filho and Wainer (2007), in the paper's order.

The digits of the paper are illegible and its data are private. Its sentences are tested on ten draws of a
generator (role `made`) and on other data (role `honest`). Readings of HPB's illegible formula are judged
together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import pandas as pd

from naivebench.core.checks import format_count
from naivebench.core.hit_curves import UP_TO
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import FEWEST, Interval
from naivebench.papers import verdict_rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.jambeiro2007 import tables
from naivebench.papers.jambeiro2007.tables import AREA, AXES, LEAD
from naivebench.papers.method_comparisons import judge_better, judge_no_worse, judge_time_ratio
from naivebench.papers.pairs import adjust_p_values
from naivebench.papers.printed_numbers import compute_test_train_ratio
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import ALPHA, HOLDS, POSITIVE, Verdict, make_share_region

STRUCTURED = ["BN DG CB", "BN DG CBM", "BN DG C", "BN DG CM", "HC DT", "HC DF"]
WITHOUT_BINARY = STRUCTURED[2:]
NOT_FITTED = 0.01  # largest share, or points, that a method gains from its constants if they do not fit
GRAPHS, TABLES = ("bn_dg_cbm", "Network of decision graphs"), ("bn_hc_df", "Network of default tables")


def judge_pair(
    run: Run, first: str, second: str, *, role: str = "made", metric: str = AREA,
    judge: Callable[..., Verdict] = judge_better, **more: Any,
) -> Verdict:  # fmt: skip
    """Judge by default whether the first method is better, over all data sets of a role."""
    return judge(run.select_scores(role, metric=metric, all_data=True), first, second, **more)


def judge_pairs(
    run: Run, pairs: Sequence[tuple[str, str]], beside: Sequence[Verdict] = (), *,
    metrics: Sequence[str] = (AREA,), **more: Any,
) -> Answer:  # fmt: skip
    """Judge pairs of methods in each metric on the draws, and again under the paper's protocol."""
    honest, paper = (
        Verdict.join(*(judge_pair(run, *p, role=role, metric=m, **more) for m in metrics for p in pairs))
        for role in ("made", "paper")
    )
    return Answer(honest, paper.drop_uncertainty(), beside)


@claim("3, Table 2; 4", about=[LEAD])
def better_than_all(run: Run) -> Answer:
    """HPB is significantly better than all others in AUC, early AUC, RMSE and MCE.

    HPB is compared with each of the paper's methods over ten draws of the generator. The tests over the draws
    are two-sided at 0.05, with Holm's correction over the methods; constants are chosen in the training
    parts. The claim says that HPB is better than all. Methods that cannot be told apart leave the count open.
    The MCE is clipped. Whole networks, in which every variable has a default table or a decision graph,
    follow for comparison.
    """
    beside = [judge_pair(run, LEAD, m).add_label(text) for m, text in (TABLES, GRAPHS)]
    return Answer(Verdict.join(*(judge_better_than_all(run, m) for m in tables.TESTED)), beside=beside)


def judge_better_than_all(run: Run, metric: str) -> Verdict:
    """Judge whether HPB is better than each other printed method, over the draws of the generator."""
    gains = tables.list_gains(run, metric)
    gains = gains[~gains["trivial"]]
    estimates = [intervals.estimate_set_mean(gain) for _, gain in gains.groupby("name", sort=False)["gain"]]
    if not estimates:
        return Verdict(reason=f"this run does not have {LEAD} and another method on the draws")
    total, sets = format_count(len(estimates), "other method"), gains["dataset"].nunique()
    quantity = f"of {total} in {metric}, over {format_count(sets, 'data set')}"
    # a difference that is the same in all draws has no p, but it is certain
    p = adjust_p_values(estimates, exact=True)
    return judge_significant_tests(run, estimates, p, 1.0, f"Methods that {LEAD} is better than", quantity)


def judge_significant_tests(
    run: Run, estimates: Sequence[Interval], p: Sequence[float], share: float, what: str, quantity: str
) -> Verdict:
    """Judge in how many tests on the draws HPB is significantly better, at least in a `share` of all."""
    values = [i.value for i, p_holm in zip(estimates, p, strict=True) if p_holm <= ALPHA]
    n, above, below = len(estimates), sum(v > 0 for v in values), sum(v < 0 for v in values)
    return Verdict.from_count(
        above, n - below, make_share_region(share, n), what, quantity,
        protocol=run.paper.protocols["made"], methods=(run.list_method_ids(LEAD)[0], ""),
        things="comparison", datasets=tables.list_data_sets(run, "made"),
    )  # fmt: skip


@claim("3", about=[LEAD])
def every_rate(run: Run) -> Answer:
    """HPB is significantly better than all others below a selection rate, with few exceptions (the digits are
    illegible).

    The recall of HPB is compared with that of each of the paper's methods at every tested rate. The tests
    over ten draws are two-sided at 0.05, with Holm's correction over the rates. The paper's limit is
    illegible, so all tested rates count. We read “a few exceptions” as: HPB is above for nine tenths of the
    methods and rates.
    """
    tests = tables.compare_recall_by_rate(run)
    if not tests:
        return Answer(Verdict(reason="this run has no tests at selection rates on the draws"))
    rates, gaps, p = zip(*tests, strict=True)
    tested, what = tables.format_rates(sorted({*rates})), f"Methods and rates that {LEAD} is above"
    quantity = f"of {len(tests)} comparisons, recall at {tested} %, Holm over the rates"
    return Answer(judge_significant_tests(run, gaps, p, 0.9, what, quantity))


@claim("3; 4", verdict_rules.BETTER)
def patterns(run: Run) -> Answer:
    """HPB benefits from critical patterns of many or all attributes.

    The effect is the share of the cases of planted patterns of all attributes among the first 1 %, with a t
    interval over ten draws.
    """
    gains = judge_pairs(run, [(LEAD, m) for m in ("NB", "TAN", "DE", "ADE")])
    return gains._replace(honest=Verdict.join(*gains.honest.statements, judge_pattern_recovery(run, "NB", 4)))


def judge_pattern_recovery(run: Run, method: str, order: int) -> Verdict:
    """Judge whether HPB ranks more planted patterns of `order` attributes in the first 1 % than `method`."""
    gaps, ids = [], ("", "")
    for dataset, facts in tables.read_hit_curves(run, "made").items():
        names = tables.map_printed_names(run, "made", dataset)
        if "patterns" in facts and LEAD in names and method in names:
            ids = names[LEAD], names[method]
            one, other = (tables.compute_pattern_share(facts["patterns"], m, order) for m in ids)
            gaps += [one - other] if one is not None and other is not None else []
    if not gaps:
        return Verdict(reason="this run has no data with planted patterns")
    return Verdict.from_interval(
        intervals.estimate_set_mean(gaps), POSITIVE, "points", "data set",
        f"{LEAD} minus {method}", f"cases of planted patterns of {order} attributes among the first 1 %",
        protocol=run.paper.protocols["made"], methods=ids, datasets=tables.list_data_sets(run, "made"),
    )  # fmt: skip


@claim("3", about=["TAN", LEAD])
def tan_misses(run: Run) -> Answer:
    """TAN cannot benefit from some critical patterns of many attributes.

    The effect is the share of the cases of planted patterns of all attributes among the first 1 %: that of
    HPB minus that of TAN, with a t interval over ten draws. The claim says that it is above 0. The paper says
    “some patterns”, so patterns of three attributes are shown for comparison and do not decide.
    """
    return Answer(judge_pattern_recovery(run, "TAN", 4), beside=[judge_pattern_recovery(run, "TAN", 3)])


@claim("3", verdict_rules.BETTER)
def tan_above_independence(run: Run) -> Answer:
    """TAN performs better than naive Bayes and noisy-OR, which see no interactions."""
    pairs = [("TAN", "NB"), ("TAN", "Noisy-OR")]
    return judge_pairs(run, pairs, [judge_pair(run, *pair, role="honest") for pair in pairs])


@claim("3; 4", verdict_rules.NO_WORSE, about=["AIBN/TAN"])
def merging_no_better(run: Run) -> Answer:
    """Merging values (AIBN) before TAN does not improve the hit curve."""
    beside = [judge_pair(run, "TAN", "AIBN/TAN", role="honest", judge=judge_no_worse)]
    return judge_pairs(run, [("TAN", "AIBN/TAN")], beside, judge=judge_no_worse)


@claim("3", verdict_rules.BETTER, about=WITHOUT_BINARY)
def without_binary(run: Run) -> Answer:
    """Decision trees, default tables and graphs without binary splits worsen the hit curve (against TAN)."""
    more: dict[str, Any] = {"trivial_counts": True}  # “the resulting models had little discrimination power”
    beside = [judge_pair(run, "TAN", "Prior", **more)]
    beside += [judge_pair(run, "DE", m, **more) for m in ("BN DG C", "HC DT", "HC DF")]
    networks = (("bn_dg_cm", GRAPHS[1]), ("bn_hc_dt", "Network of decision trees"), TABLES)
    beside += [judge_pair(run, "TAN", m, **more).add_label(text) for m, text in networks]
    beside += [
        judge_pair(run, "TAN", m, role="honest", **more).add_label("Other data") for m in WITHOUT_BINARY
    ]
    return judge_pairs(run, [("TAN", m) for m in WITHOUT_BINARY], beside, **more)


@claim("3")
def few_rows(run: Run) -> Answer:
    """Learned default tables have very few rows, trees and graphs without binary splits very few splits.

    The effect is the mean over the test folds of a draw, with a t interval over ten draws. We read “very few”
    as at most ten.
    """
    sizes = [("HC DF", "rows"), ("HC DT", "splits"), ("BN DG C", "splits"), ("BN DG CM", "splits")]
    return Answer(Verdict.join(*(judge_class_table_size(run, *size) for size in sizes)))


def judge_class_table_size(run: Run, method: str, key: str) -> Verdict:
    """Judge whether a learned class table has at most ten rows or splits, on average over folds and data."""
    means, name, protocol = [], "", run.paper.protocols["made"]
    for dataset, facts in tables.read_hit_curves(run, "made").items():
        name = tables.map_printed_names(run, "made", dataset).get(method, "")
        sizes = facts["sizes"].get(name, {}).get(key)
        if sizes:
            means.append(fmean(sizes))
    if not means:
        return Verdict(reason=f"this run has no {key} of {method} under protocol {protocol}")
    return Verdict.from_interval(
        intervals.estimate_set_mean(means)._replace(p=None), (-math.inf, 10), "statistic", "data set",
        f"{key.capitalize()} of {method}", "mean over test folds", protocol=protocol,
        methods=(name, ""), datasets=tables.list_data_sets(run, "made"),
    )  # fmt: skip


@claim("3", verdict_rules.BETTER)
def binary_beginning(run: Run) -> Answer:
    """Decision graphs with binary splits separate the most critical patterns: the curve begins better."""
    pairs = [("BN DG CB", "BN DG C"), ("BN DG CBM", "BN DG CM")]
    beside = [judge_pair(run, m, "Prior", metric="recall_1", trivial_counts=True) for m, _ in pairs]
    return judge_pairs(run, pairs, beside, metrics=["recall_1"], trivial_counts=True)


@claim("3", about=["BN DG CB", "BN DG CBM"])
def binary_later(run: Run) -> Answer:
    """Graphs with binary splits leave the other patterns together and lose at higher selection rates.

    The effect is the recall of TAN at 20 %, the highest rate of the table, minus that of the graphs, with a t
    interval over ten draws. The claim says that it is above 0.
    """
    graphs = ["BN DG CB", "BN DG CBM"]
    beside = [judge_pair(run, "NB", m, metric="recall_20") for m in graphs]
    return judge_pairs(run, [("TAN", m) for m in graphs], beside, metrics=["recall_20"])


@claim("4", verdict_rules.NO_WORSE, about=STRUCTURED)
def structures(run: Run) -> Answer:
    """Networks with default tables, trees or graphs are not better than naive Bayes or TAN."""
    more: dict[str, Any] = {"judge": judge_no_worse, "trivial_counts": True}
    several = [(m, "made", text) for m, text in (GRAPHS, TABLES)]
    several += [(m, "honest", "Other data") for m in STRUCTURED]
    beside = [
        judge_pair(run, "NB", m, role=role, metric="hit_area", **more).add_label(text)
        for m, role, text in several
    ]
    return judge_pairs(run, [("NB", m) for m in STRUCTURED], beside, metrics=["hit_area"], **more)


@claim("1", verdict_rules.NO_WORSE, general=True, about=["ADE"])
def ade_order(run: Run) -> Answer:
    """The discrimination of ADE is “not significantly better” than that of DE."""
    beside = [judge_pair(run, "DE", "ADE", role="honest", judge=judge_no_worse)]
    return judge_pairs(run, [("DE", "ADE")], beside, metrics=["hit_area", AREA], judge=judge_no_worse)


@claim("1", verdict_rules.BETTER, general=True, about=["ADE"])
def ade_probabilities(run: Run) -> Answer:
    """ADE gets closer to the true probabilities than DE."""
    return judge_pairs(run, [("ADE", "DE")], metrics=["rmse", "log_loss_clipped"], smaller=True)


@claim("3", about=[LEAD])
def not_fitted(run: Run) -> Answer:
    """Neither S, chosen inside the training set, nor b, from a cross-validation of reshuffled cases, fits the
    test set.

    For b, the area up to 10 % of HPB with b chosen on the test folds of reshuffled cases is divided by that
    with b chosen inside each training part; the claim says that it is larger by at most one percent, with a t
    interval over the draws. For S, the claim says that on shuffled labels the mean recall up to 10 % is at
    most one point above that of a random order.
    """
    b, s = judge_constant_optimism(run, "reshuffled"), judge_shuffled_recall(run)
    reported = judge_constant_optimism(run, "reported").add_label("b, on the reported test folds themselves")
    return Answer(Verdict.join(b.add_label("b"), s.add_label("S")), beside=[reported])


def judge_constant_optimism(run: Run, role: str) -> Verdict:
    """Judge whether choosing HPB's constant on test folds raises its area up to 10 % by at most 1 percent."""
    both, lead = [run.read_scores(r, AREA) for r in (role, "made")], run.list_method_ids(LEAD)[0]
    shares = []
    for dataset in run.select_scores(role, metric=AREA, all_data=True).datasets:
        one, other = (table.find_scores(dataset, lead).set_index(["repeat", "fold"]) for table in both)
        if len(one) and one["n_test"].equals(other["n_test"]):
            shares.append(math.fsum(one["value"]) / math.fsum(other["value"]) - 1)
    protocol = run.paper.protocols[role]
    if not shares:
        return Verdict(
            reason=f"this run does not have {LEAD} under protocol {protocol} on the same test folds"
        )
    return Verdict.from_interval(
        intervals.estimate_set_mean(shares), (-math.inf, NOT_FITTED), "percent", "data set",
        f"{LEAD}, reported beyond the honest result",
        f"area up to 10 % as a share of that under {run.paper.protocols['made']}, minus 1",
        protocol=protocol, methods=(lead, lead), datasets=tables.list_data_sets(run, role),
    )  # fmt: skip


def judge_shuffled_recall(run: Run) -> Verdict:
    """Judge whether HPB's mean recall up to 10 % on shuffled labels is practically at most that by chance.

    An excess of at most one point counts as none. The interval is over data sets or, if few, test folds.
    """
    table, lead = run.read_scores("permuted", AREA), run.list_method_ids(LEAD)[0]
    datasets = run.select_scores("permuted", metric=AREA, all_data=True).datasets
    folds = {d: table.find_scores(d, lead) for d in datasets}
    excess = {d: (rows["value"] / UP_TO - UP_TO / 2).tolist() for d, rows in folds.items() if len(rows)}
    if not excess:
        return Verdict(reason=f"this run does not have {LEAD} on shuffled labels")

    ratios = {d: compute_test_train_ratio(folds[d]) for d in excess}
    parts = [(intervals.estimate_mean(e, ratios[d]), "test fold", f", {d}", [d]) for d, e in excess.items()]
    if len(excess) >= FEWEST:
        means = [fmean(e) for e in excess.values()]
        parts = [(intervals.estimate_set_mean(means), "data set", "", list(excess))]
    return Verdict.join(*(
        Verdict.from_interval(
            interval, (-math.inf, NOT_FITTED), "points", things, f"{LEAD} on shuffled labels",
            f"mean recall up to 10 % over that of a random order{where}", datasets=tuple(datasets),
            protocol=run.paper.protocols["permuted"], methods=(lead, ""),
        )
        for interval, things, where, datasets in parts
    ))  # fmt: skip


@claim("4", general=True, timed=True, about=[LEAD])
def training_time(run: Run) -> Answer:
    """HPB's training time is exponential in the attributes, linear in the cases and independent of the
    values.

    The effect is the least-squares slope of the logarithm of the CPU time of single fits, with a t interval
    over the fits. Exponential means a factor of at least 1.5 per attribute, and independent a power between
    -0.1 and 0.1. Linear means a power of at most 1.25: the time of a linear method has a constant part, which
    makes the power smaller than 1.
    """
    regions = {"attributes": (1.5, math.inf), "rows": (-math.inf, 1.25), "values": (-0.1, 0.1)}
    return Answer(Verdict.join(*(judge_time_growth(run, axis, region) for axis, region in regions.items())))


def judge_time_growth(run: Run, axis: str, claimed: tuple[float, float]) -> Verdict:
    """Judge whether HPB's CPU time grows by a factor per attribute, or by a power of another size."""
    lead = run.list_method_ids(LEAD)[0]
    points = tables.list_timings(run, lead, axis)
    if points["x"].nunique() < FEWEST:
        return Verdict(reason=f"this run has fewer than three sizes of {AXES[axis]}")
    exponential = axis == "attributes"
    growth = "factor of the CPU time for one more attribute" if exponential else "exponent of the CPU time"
    return Verdict.from_interval(
        tables.fit_slope(points, exponential), claimed, "ratio" if exponential else "statistic", "fit", LEAD,
        f"{growth}, from {points['x'].min():,} to {points['x'].max():,} {AXES[axis]}",
        protocol=run.paper.protocols["curves"], methods=(lead, ""),
        datasets=tuple(points["dataset"].unique()),
    )  # fmt: skip


@claim("4", general=True, timed=True, about=[LEAD])
def faster(run: Run) -> Answer:
    """With few attributes HPB is much faster than methods whose time depends on the values.

    The effect is the ratio of the CPU times of learning, with constants chosen inside: the geometric mean
    over ten draws, with its t interval. We read “much faster” as at most half the time. A method counts only
    if its measured time depends on the number of values with an exponent above 0.1; all exponents are shown.
    """
    ratios, exponents = [], []
    scores = run.select_scores("made", metric=AREA, all_data=True)
    for name in ("TAN", "AIBN/TAN", "BN DG CB"):
        series = {m: tables.list_timings(run, m, "values") for m in run.paper.methods[name]["ids"]}
        method, points = next(((m, p) for m, p in series.items() if len(p)), ("", pd.DataFrame({"x": []})))
        if points["x"].nunique() < FEWEST:
            continue
        exponent = Verdict.from_interval(
            tables.fit_slope(points), (0.1, math.inf), "statistic", "fit", f"{name} by number of values",
            "exponent of the CPU time of learning", protocol=run.paper.protocols["curves"],
            methods=(method, ""), datasets=tuple(points["dataset"].unique()),
        )  # fmt: skip
        exponents.append(exponent)
        if exponent.word == HOLDS:
            ratios.append(judge_time_ratio(scores, run.facts.seconds, LEAD, name, claimed=(-math.inf, 0.5)))
    if not exponents:
        return Answer(Verdict(reason="this run has no times of these methods for three numbers of values"))
    none = Verdict(reason="the time of no method depends on the number of values with an exponent above 0.1")
    tested = [r for r in ratios if r.is_tested] or ratios or [none]
    return Answer(Verdict.join(*tested), beside=exponents)
