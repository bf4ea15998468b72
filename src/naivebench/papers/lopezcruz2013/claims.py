"""The claims of Lopez-Cruz, Bielza and Larranaga (2013), in the paper's order."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from naivebench.core.checks import format_count
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import FEWEST, Interval
from naivebench.papers import verdict_rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.lopezcruz2013.angles import (
    LIKELIEST,
    bound_accuracy_difference,
    judge_accuracy_drops,
    judge_better_fits,
    list_rotated_accuracies,
)
from naivebench.papers.lopezcruz2013.decision_surfaces import (
    CASES,
    classify_angles,
    measure_form_errors,
    sample_angles,
)
from naivebench.papers.lopezcruz2013.tables import METHODS, rank_methods
from naivebench.papers.method_comparisons import (
    judge_average_ranks,
    judge_better,
    judge_no_worse_on_each,
    judge_similar,
    judge_time_ratio,
    judge_wins,
)
from naivebench.papers.pairs import Pair, Scores, describe_evidence, vote_by_family
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import ALPHA, LEAST_ONE, POSITIVE, Region, Verdict, make_share_region

WITH_VALUES = (
    "On data sets with discrete attributes, such as ewr-weather, GNB is `mixed_nb`, which counts their values"
    " as vMNB does."
)
COUNTED = "The parameters are counted on every data set."
SAMPLES = 200  # number of samples of Fig. 14
DRAWN = 200  # number of pairs of densities with which each theorem is tested
ROUNDING = 1e-9  # nats; smaller differences are due to rounding


def select_honest_scores(run: Run, only: tuple[str, float, float] | None = None) -> Scores:
    """Select scores in grouped folds, or in the paper's folds for data sets without known groups."""
    return run.select_scores("grouped", "paper", where=only)


def judge_both(
    run: Run, judge: Callable[..., Verdict], *names: Any, only: tuple[str, float, float] | None = None,
    **more: Any,
) -> Answer:  # fmt: skip
    """Judge in the honest folds and in the paper's; `only`: see `Run.select_scores`."""
    paper = judge(run.select_scores("paper", where=only), *names, **more)
    return Answer(judge(select_honest_scores(run, only), *names, **more), paper)


@claim("4.1; 5", f"{verdict_rules.NO_WORSE_ON_EACH} {WITH_VALUES}")
def similar_or_better(run: Run) -> Answer:
    """vMNB and SelvMNB perform similarly to or better than GNB and SelGNB on all but one data set."""
    return judge_both(run, judge_no_worse_on_each, [("vMNB", "GNB"), ("SelvMNB", "SelGNB")], exceptions=1)


@claim("4.1, Table 5", f"{verdict_rules.BETTER_ON_EACH} {WITH_VALUES}")
def significantly_better(run: Run) -> Answer:
    """vMNB significantly outperforms GNB on four of eight data sets."""
    return judge_both(run, judge_wins, "vMNB", "GNB", claimed=0.5)


@claim("4.1", f"{verdict_rules.BETTER_ON_EACH} {WITH_VALUES}")
def many_angles(run: Run) -> Answer:
    """vMNB frequently outperforms GNB where many of the attributes are angles.

    “Many of the attributes” means at least half of them, and “frequently” means on at least half of these
    data sets. The mean difference follows for comparison.
    """
    half = ("angular_share", 0.5, math.inf)
    beside = judge_better(select_honest_scores(run, half), "vMNB", "GNB")
    return judge_both(run, judge_wins, "vMNB", "GNB", only=half, claimed=0.5)._replace(beside=(beside,))


@claim("4.1", f"{verdict_rules.SIMILAR} {WITH_VALUES}")
def few_angles(run: Run) -> Answer:
    """Where few attributes are angles, it matters little whether their density is von Mises or Gaussian."""
    answer = judge_both(run, judge_similar, "vMNB", "GNB", only=("angular_share", -math.inf, 0.5))
    return answer._replace(paper=answer.paper.drop_uncertainty())


@claim("4.1, Table 3", f"{verdict_rules.RANKS} {WITH_VALUES}")
def ranks(run: Run) -> Answer:
    """SelvMNB has the best average rank; vMNB and SelvMNB rank above GNB and SelGNB, respectively."""
    pairs = [*(("SelvMNB", m) for m in ("dNB", "vMNB", "GNB", "SelGNB")), ("vMNB", "GNB")]

    def judge_ranks(scores: Scores) -> Verdict:
        several = [judge_average_ranks(scores, METHODS, *pair) for pair in pairs]
        return Verdict.join(*several) if several[0].is_tested else several[0]

    answer = judge_both(run, judge_ranks)
    return answer._replace(paper=answer.paper.drop_uncertainty())


@claim("4.1, Table 4", WITH_VALUES)
def only_pair(run: Run) -> Answer:
    """Over all data sets only SelvMNB and GNB differ significantly.

    For the pair, the effect is the difference of the average ranks among the five methods, with the interval
    that is simultaneous for all pairs. Other pairs that differ with Bergmann and Hommel's correction count
    against the claim; those that do not leave the count open.
    """
    answer = judge_both(run, judge_only_significant_pair)
    return Answer(answer.honest, beside=(answer.paper.add_label("Paper's folds"),))


def judge_only_significant_pair(scores: Scores) -> Verdict:
    """Judge whether the average ranks of SelvMNB and GNB differ significantly, and no other pair does."""
    first, second = "SelvMNB", "GNB"
    comparison, means, protocols = rank_methods(scores)
    if comparison is None:
        return Verdict(reason="fewer than two data sets have all methods of the paper")
    shared: Any = {"datasets": tuple(means.index), "protocol": ", ".join(sorted(protocols))}

    # the pair itself
    pairs = list(comparison.pairs.itertuples())
    others = [p for p in pairs if {p.a, p.b} != {first, second}]
    (own,) = (p for p in pairs if p not in others)
    gap = comparison.average_ranks[second] - comparison.average_ranks[first]
    cd = comparison.critical_difference
    pair = Verdict.from_interval(
        Interval(gap, gap - cd, gap + cd, len(means), own.bergmann_hommel), POSITIVE, "signed", "data set",
        f"{first} above {second}", "difference of average ranks, simultaneous for all pairs (Nemenyi)",
        methods=scores.find_method_ids(means.index, first, second), **shared,
    )  # fmt: skip

    # all others
    different = sum(p.bergmann_hommel <= ALPHA for p in others)
    rest = Verdict.from_count(
        different, len(others), (-math.inf, 0.5), "Other pairs that differ",
        f"of {len(others)} pairs, with Bergmann and Hommel's correction", **shared,
    )  # fmt: skip
    return Verdict.join(pair, rest)


@claim("4.1", f"{verdict_rules.NO_WORSE_ON_EACH} {WITH_VALUES}")
def discretized(run: Run) -> Answer:
    """dNB is competitive with SelvMNB and SelGNB, and the best on half of the data sets.

    dNB is competitive if it is behind by at most 1 point on at least half of the data sets. We chose half
    because the paper calls dNB competitive although SelvMNB is significantly better on four of the eight data
    sets in its Table 5. A method is best on a data set if the interval of its difference from every other
    method is above 0, and not best if one of them is below 0.
    """
    answer = judge_both(run, judge_no_worse_on_each, [("dNB", "SelvMNB"), ("dNB", "SelGNB")], share=0.5)
    best = judge_data_sets_won(select_honest_scores(run), "dNB")
    return answer._replace(honest=Verdict.join(answer.honest, best))


def judge_data_sets_won(scores: Scores, method: str) -> Verdict:
    """Judge on how many data sets a method is significantly better than every other one of the paper."""
    others, by_dataset = [m for m in METHODS if m != method], dict[str, list[Pair]]()
    for other in others:
        for pair in scores.list_pairs(method, other):
            by_dataset.setdefault(pair.dataset, []).append(pair)
    complete = {d: pairs for d, pairs in by_dataset.items() if len(pairs) == len(others)}
    if not complete:
        return Verdict(reason=f"no data set has {method} and the paper's other methods")
    gains = [[pair.estimate_difference() for pair in pairs] for pairs in complete.values()]
    shown, n = sum(all(i.low > 0 for i in row) for row in gains), len(gains)
    against = sum(any(i.high < 0 for i in row) for row in gains)
    return Verdict.from_count(
        shown, n - against, make_share_region(0.5, n),
        f"Data sets on which {method} is best",
        f"of {n}, by the intervals of the differences from the other methods",
        methods=(*scores.find_method_ids(complete, method), ""), datasets=tuple(complete),
        protocol=describe_evidence([pair for pairs in complete.values() for pair in pairs])["protocol"],
    )  # fmt: skip


@claim("3.6; 5", f"“Can” means on at least one data set. {verdict_rules.EACH_SET}", general=True)
def selection_helps(run: Run) -> Answer:
    """Finding good attributes “can significantly increase the accuracy” of naive Bayes; judged by SelvMNB
    above vMNB.
    """
    beside = judge_better(select_honest_scores(run), "SelvMNB", "vMNB")
    return judge_both(run, judge_wins, "SelvMNB", "vMNB", claimed=LEAST_ONE)._replace(beside=(beside,))


@claim("4.2, Fig. 13", sets=["Protein10"], about=["vMNB", "GNB"])
def likelihood(run: Run) -> Answer:
    """On variable 11 of Protein10, von Mises densities “always yield higher” log-likelihood than Gaussian
    ones in all four classes.

    The maximum-likelihood fits of one angle in one class are counted; “always” means all of them. The verdict
    uses the eleventh angle of the data set that replaces Protein10; the result for all angles of all data
    sets follows for comparison.
    """
    all_angles = judge_better_fits(run).add_label("All angles of all data sets")
    return Answer(judge_better_fits(run, drawn=True), beside=(all_angles,))


@claim("4.2", WITH_VALUES, general=True, about=["vMNB", "GNB"])
def period(run: Run) -> Answer:
    """Gaussian densities ignore the period, which “can negatively affect” naive Bayes; von Mises densities do
    not.

    Harm means a loss of accuracy, and “can” means on at least one data set. On every data set, all angles are
    turned by eight offsets, which cut the circle at eight places. The first statement counts the data sets on
    which GNB loses accuracy over these cuts, compared with the cut at its likeliest place: McNemar's exact
    test, two-sided at 0.05 with Holm's correction over the data sets. It takes the widest interval that the
    two accuracies allow, because the cases behind them are not stored. A significant gain counts against the
    claim, and so does a difference that two one-sided tests show to be less than one point. The second
    statement is the largest change of vMNB's accuracy; the claim says that it is practically none. All folds
    are random and stratified, also for data with groups.
    """
    drops, moved = dict[str, Interval](), dict[str, float]()
    by_method = list_rotated_accuracies(run).groupby(["dataset", "method"])["accuracy"].agg(list).to_dict()
    for d in run.select_scores("paper").datasets:
        gaussian = by_method.get((d, "gnb")) or by_method.get((d, "mixed_nb"))
        own, likeliest = by_method.get((d, "vmnb")), by_method.get((d, LIKELIEST))
        if gaussian and own and likeliest:
            mean, cases = math.fsum(gaussian) / len(gaussian), run.facts.records[d]["rows"]
            drops[d] = bound_accuracy_difference(likeliest[0], mean, cases)
            moved[d] = max(abs(a - own[0]) for a in own)
    if len(drops) < FEWEST:
        return Answer(Verdict(reason=f"fewer than {FEWEST} data sets were rotated"))
    votes, things = vote_by_family(moved, run.families)
    change = Verdict.from_interval(
        intervals.estimate_set_mean(votes)._replace(p=None), (-ROPE, ROPE), "points", things,
        "Largest change of vMNB by rotation",
        "accuracy pooled over the folds, all angles turned by eight offsets",
        methods=("vmnb", ""), datasets=tuple(moved),
    )  # fmt: skip
    return Answer(Verdict.join(judge_accuracy_drops(drops), change))


@claim("4.2, Fig. 14", general=True, about=["GNB"])
def errs_at_the_cut(run: Run) -> Answer:
    """With vM(π, 2.5) against vM(π/2, 2.5), GNB gives the angle π to class 2 and the angle 0 to class 1,
    although each belongs to the other class.

    The paper shows one sample. The effect is the share of 200 samples of its size, drawn with fixed seeds, in
    which GNB decides so, with Wilson's 95 % interval; the claim says most of them.
    """
    return Answer(Verdict.join(judge_share_classified_as(0, "π", 2), judge_share_classified_as(1, "0", 1)))


@cache
def classify_sample_angles() -> np.ndarray:
    """Classify the angles pi and 0 by GNB, learned from each sample of Fig. 14; classes (samples, 2)."""
    samples = (sample_angles(np.random.default_rng([2013, i])) for i in range(SAMPLES))
    return np.array([classify_angles(*sample, [np.pi, 0.0]) for sample in samples])


def judge_share_classified_as(place: int, angle: str, label: int) -> Verdict:
    """Judge the share of the samples of Fig. 14 in which GNB gives an angle to a class."""
    from scipy.stats import binomtest

    hits = int((classify_sample_angles()[:, place] == label).sum())
    limits = binomtest(hits, SAMPLES).proportion_ci(method="wilson")
    return Verdict.from_interval(
        Interval(hits / SAMPLES, limits.low, limits.high, SAMPLES), (0.5, math.inf), "percent", "sample",
        f"GNB gives the angle {angle} to class {label}", f"share of samples of {2 * CASES:,} cases",
        methods=("gnb", ""),
    )  # fmt: skip


@claim("4.1, Table 2", f"{COUNTED} {WITH_VALUES}", general=True)
def as_many_parameters(run: Run) -> Answer:
    """vMNB and GNB have the same number of parameters."""
    return Answer(compare_parameters(run, "vMNB", "GNB"))


@claim("4.1, Table 2", COUNTED)
def dnb_more_parameters(run: Run) -> Answer:
    """dNB needs more parameters than SelvMNB and SelGNB on all data sets but two."""
    rivals = ("SelvMNB", "SelGNB")
    return Answer(Verdict.join(*(compare_parameters(run, "dNB", m, more=True, but=2) for m in rivals)))


def compare_parameters(run: Run, first: str, second: str, *, more: bool = False, but: int = 0) -> Verdict:
    """Count the data sets on which two methods have as many parameters; with `more`, the first has more."""
    scores = run.select_scores("paper", metric="n_parameters")
    sizes = scores.average_by_method([first, second])[0]
    if sizes.empty:
        return Verdict(reason=f"this run does not have {first} and {second} on common data")
    as_claimed = sizes[first] > sizes[second] if more else sizes[first] == sizes[second]
    n, total = int(as_claimed.sum()), len(sizes)
    what = f"{first} has {'more' if more else 'as many'} parameters {'than' if more else 'as'} {second}"
    return Verdict.from_count(
        n, n, make_share_region(1.0, total, but), what, f"of {format_count(total, 'data set')}",
        protocol=run.paper.protocols["paper"], datasets=tuple(sizes.index),
        methods=scores.find_method_ids(sizes.index, first, second),
    )  # fmt: skip


@claim("4.1, Table 2", WITH_VALUES, general=True, timed=True)
def slightly_faster(run: Run) -> Answer:
    """GNB is slightly faster than vMNB.

    The effect is the ratio of the CPU times of learning: the geometric mean over the data sets, with a 95 % t
    interval. Slightly means that vMNB needs at most 1.5 times the time.
    """
    slightly, names = (1.0, 1.5), run.paper.data_sets["printed"].unique()
    times = [[run.paper.look_up(d, m, "learning_time_s") for m in ("vMNB", "GNB")] for d in names]
    printed = Verdict.from_interval(
        intervals.estimate_ratio([a / b for a, b in times if a and b])._replace(p=None), slightly, "ratio",
        "data set", "vMNB against GNB as printed", "time of learning, ratio",
    )  # fmt: skip
    return judge_learning_times(run, "vMNB", "GNB", slightly)._replace(beside=(printed,))


@claim("4.1, Table 2", general=True, timed=True)
def selection_slower(run: Run) -> Answer:
    """SelvMNB is slower than SelGNB.

    The effect is the geometric mean of the ratio over the data sets, with the t interval of its logarithm.
    """
    return judge_learning_times(run, "SelvMNB", "SelGNB", (1.0, math.inf))


def judge_learning_times(run: Run, first: str, second: str, claimed: Region) -> Answer:
    ours = judge_time_ratio(run.select_scores("paper"), run.facts.seconds, first, second, claimed=claimed)
    return Answer(ours, ours.drop_uncertainty())


@claim("3.2 to 3.4, Theorems 1 to 3; 5", about=["vMNB"])
def surfaces(run: Run) -> Answer:
    """Naive Bayes is linear with one direction, quadratic with two angles, and linear with Gaussian
    attributes beside a direction if the covariances are equal.

    All four closed forms are compared with the densities at drawn points; they must be equal within 1e-9
    nats.
    """
    errors = measure_form_errors(DRAWN).values()
    right, total = sum(error <= ROUNDING for error in errors), len(errors)
    verdict = Verdict.from_count(
        right, right, (float(total), math.inf), "Closed forms that equal the densities",
        f"of {total}, log odds of the densities against the closed form for {DRAWN} pairs of classes with"
        " drawn parameters",
    )  # fmt: skip
    return Answer(verdict)
