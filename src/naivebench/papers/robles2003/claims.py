"""The claims of Robles et al. (2003), in the paper's order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from naivebench.evaluation.statistics import intervals
from naivebench.papers import verdict_rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.method_comparisons import (
    judge_better,
    judge_differences,
    judge_falling_gain,
    judge_no_worse,
    judge_wins,
)
from naivebench.papers.pairs import vote_by_family
from naivebench.papers.printed_numbers import list_printed_values
from naivebench.papers.robles2003 import tables
from naivebench.papers.robles2003.tables import LEVEL, NB_TRAINED
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import ALPHA, ONE_POINT, Verdict, join_names, make_share_region

NINE = ["breast", "cleve", "german", "glass", "hepatitis", "iris", "segment", "vehicle", "vote"]
TEN = [*NINE[:6], "satimage", *NINE[6:]]  # with the exception that the text names
EIGHT = ["breast", "cleve", "crx", "iris", "lymphography", "pima", "soybean-large", "waveform-21"]
RIVALS = ["logistic_regression", "linear_svm", "cart", "knn", "random_forest", "hist_gradient_boosting"]
SEARCH = ("Pazzani-EDA", "BSEJ")
TRAINED = "Both scored on their training cases"
COUNTS, AS_PRINTED = "iterative_bayes_counts", "iterative_bayes_printed"
FORMS = {COUNTS: "On counts, as its author does", AS_PRINTED: "With the increment as printed, 1 - p/K"}


@claim("abstract", verdict_rules.NO_WORSE, general=True)
def competitive(run: Run) -> Answer:
    """Naive Bayes “is competitive with state of the art classifiers”."""
    scores = run.select_scores("honest", all_data=True)
    verdict = Verdict.join(*(judge_no_worse(scores, "nb", rival) for rival in RIVALS))
    return Answer(verdict, Verdict(reason="the paper runs none of these rivals"))


@claim("5.3, Table 3; 6", verdict_rules.BETTER, general=True)
def ienb_improves(run: Run) -> Answer:
    """IENB improves naive Bayes."""
    again = judge_better(run.select_scores("paper"), "IENB", NB_TRAINED).drop_uncertainty()
    honest = judge_better(run.select_scores("honest", all_data=True), "IENB", "NB")
    return Answer(honest, again.add_label(TRAINED))


@claim("5.3", verdict_rules.DIFFERS_ON_EACH)
def ienb_apnbc_significant(run: Run) -> Answer:
    """IENB and APNBC-EDA differ significantly from naive Bayes on all data sets."""
    honest = judge_differences(run.select_scores("honest"), [("IENB", "NB"), ("APNBC-EDA", "NB")])
    again = judge_tests_of_runs(run, [("IENB", NB_TRAINED), ("APNBC-EDA", "NB")])
    return Answer(honest, again.add_label("Each scored like its rival"))


@claim("5.3", verdict_rules.DIFFERS_ON_EACH, sets=TEN)
def iterative_significant(run: Run) -> Answer:
    """Iterative Bayes differs significantly from naive Bayes on 5 of its 10 data sets."""
    honest, five = run.select_scores("honest", sets=TEN), (5.0, 5.0)
    again = Verdict(reason="it has no random numbers, so its ten runs are equal (the paper quotes Gama 2000)")
    verdict = judge_differences(honest, [("Iterative Bayes", "NB")], claimed=five)
    forms = (judge_differences(honest, [(m, "NB")], claimed=five).add_label(tag) for m, tag in FORMS.items())
    return Answer(verdict, again, list(forms))


@claim("5.3")
def ienb_fewer_cases(run: Run) -> Answer:
    """IENB improves more on data sets with fewer cases.

    The effect is Spearman's rank correlation, with a 95 % interval (Bonett and Wright 2000).
    """
    again = judge_falling_gain(run.select_scores("paper"), "IENB", NB_TRAINED)
    return Answer(judge_falling_gain(run.select_scores("honest"), "IENB", "NB"), again.add_label(TRAINED))


@claim("5.3, Table 3", f"{verdict_rules.BETTER_ON_EACH} {verdict_rules.BETTER}", sets=NINE)
def ienb_above_iterative(run: Run) -> Answer:
    """Iterative Bayes is better than IENB on satimage only."""
    honest, pair = run.select_scores("honest", sets=NINE), ("IENB", "Iterative Bayes")
    exception = judge_wins(run.select_scores("honest", sets=["satimage"]), "Iterative Bayes", "IENB")
    beside = (
        judge_better(honest, *pair),
        judge_better(honest, "IENB", COUNTS).add_label("On counts, as the author of Iterative Bayes does"),
        judge_better(honest, "IENB", AS_PRINTED).add_label(FORMS[AS_PRINTED]),
        exception.add_label("The exception"),
    )
    again = Verdict.join(count_printed_exceptions(run, *pair), judge_larger_gains(run, *pair))
    return Answer(judge_wins(honest, *pair), again, beside)


def count_printed_exceptions(run: Run, first: str, second: str) -> Verdict:
    """Judge on how many data sets the second method has the larger printed gain; the paper names one."""
    one, other = (list_printed_values(run, m, run.paper.more["gain"]) for m in (first, second))
    common = one.keys() & other.keys()
    larger = sum(other[d] > one[d] for d in common)
    what, sets = f"The printed gain of {second} is larger than that of {first}", f"of {len(common)} data sets"
    return Verdict.from_count(larger, larger, (0.0, 1.0), what, sets, things="data set")


def judge_larger_gains(run: Run, first: str, second: str) -> Verdict:
    """Judge on how many data sets, without satimage, IENB gains more over naive Bayes than another method."""
    scores = run.select_scores("paper", sets=NINE)
    one = {p.dataset: p.mean for p in scores.list_pairs(first, NB_TRAINED)}
    other = {p.dataset: p.mean for p in scores.list_pairs(second, "NB")}
    what = f"{first} gains more than {second}, each over naive Bayes judged in the same way,"
    larger = {d: v > other[d] for d, v in one.items() if d in other}
    return judge_on_all_sets(run, what, larger, first, second)


def judge_on_all_sets(run: Run, what: str, larger: Mapping[str, bool], first: str, second: str) -> Verdict:
    """Count the data sets for which something is true; the paper claims that it is true for all."""
    if not larger:
        return run.select_scores("paper").report_no_pair(first, second)
    n, total = sum(larger.values()), len(larger)
    return Verdict.from_count(
        n, n, (float(total), math.inf), what, f"of {total} data sets", things="data set",
        protocol=run.paper.protocols["paper"], datasets=tuple(larger),
        methods=(run.list_method_ids(first)[0], run.list_method_ids(second)[0]),
    )  # fmt: skip


@claim("5.3, Table 4", verdict_rules.CLEARLY)
def apnbc_eda_above_apnbc(run: Run) -> Answer:
    """APNBC-EDA “clearly outperforms” greedy APNBC.

    The printed difference is 0.56 points on average over eight data sets (1.01 - 0.45), so the paper's own
    table does not meet this reading of “clearly” either.
    """
    return judge_clearly_better(run, "APNBC-EDA", "APNBC")


def judge_clearly_better(run: Run, first: str, second: str) -> Answer:
    """Judge whether the first method is better, and whether by more than one point."""
    choices = run.select_scores("honest"), run.select_scores("paper")
    clearly = (judge_better(side, first, second, claimed=ONE_POINT).add_label("Clearly") for side in choices)
    better = [judge_better(side, first, second) for side in choices]
    honest, paper = map(Verdict.join, better, clearly)
    return Answer(honest, paper.drop_uncertainty(), better[1:])


@claim("5.3", verdict_rules.BETTER_ON_EACH)
def apnbc_eda_every_set(run: Run) -> Answer:
    """APNBC-EDA improves naive Bayes on every data set."""
    counts = tables.count_correct_by_run(run, "APNBC-EDA", "NB")
    larger = {d: fmean(runs) > mean for d, (runs, mean) in counts.items() if len(runs) > 1}
    what = "The mean over the runs of APNBC-EDA is above that of NB"
    again = judge_on_all_sets(run, what, larger, "APNBC-EDA", "NB")
    return Answer(judge_wins(run.select_scores("honest"), "APNBC-EDA", "NB"), again)


@claim("5.3, Tables 5 and 6", verdict_rules.BETTER, general=True)
def structures_improve(run: Run) -> Answer:
    """FSSJ, BSEJ and Pazzani-EDA improve naive Bayes."""
    return judge_all_better(run, [(method, "NB") for method in ("FSSJ", "BSEJ", "Pazzani-EDA")])


@claim("5.3, Table 5", verdict_rules.BETTER, general=True)
def backward_above_forward(run: Run) -> Answer:
    """BSEJ improves naive Bayes more than FSSJ."""
    return judge_all_better(run, [("BSEJ", "FSSJ")])


def judge_all_better(run: Run, pairs: Sequence[tuple[str, str]]) -> Answer:
    """Judge whether the first method of each pair is better, on all data of the run."""
    choices = run.select_scores("honest", all_data=True), run.select_scores("paper")
    honest, paper = (Verdict.join(*(judge_better(side, *pair) for pair in pairs)) for side in choices)
    return Answer(honest, paper.drop_uncertainty(), [paper])


@claim("5.3, Table 6; 6", verdict_rules.CLEARLY)
def search_above_greedy(run: Run) -> Answer:
    """Heuristic search has “a clear advantage”: Pazzani-EDA beats greedy BSEJ."""
    answer, paper = judge_clearly_better(run, *SEARCH), run.select_scores("paper")
    rivals = {"Random structures": "random_structure", "Restarts of BSEJ": "bsej_restarts"}
    beside = [judge_better(paper, "Pazzani-EDA", m) for m in rivals.values()]
    labelled = (v.add_label(f"{text} on the same budget") for text, v in zip(rivals, beside, strict=True))
    return answer._replace(beside=(*answer.beside, *labelled))


@claim("5.3, Table 6", verdict_rules.DIFFERS_ON_EACH)
def search_significant(run: Run) -> Answer:
    """Pazzani-EDA differs significantly from BSEJ on 15 of 21 data sets.

    With fewer data sets, the claim is about the same share of them, rounded up. Under the paper's protocol,
    the paper's own test decides, without correction. The paper names no level for Table 6, so the level is
    0.001, the only one that it names elsewhere.
    """
    honest, share = run.select_scores("honest"), 15 / 21
    again = judge_tests_of_runs(run, [SEARCH], share)
    return Answer(judge_differences(honest, [SEARCH], claimed=share), again)


@claim("5.3", verdict_rules.BETTER, about=["Pazzani-EDA"])
def simpler(run: Run) -> Answer:
    """Pazzani-EDA has simpler structures than BSEJ: fewer attributes and groups."""

    def judge_smaller_sizes(role: str) -> Verdict:
        sizes = (run.select_scores(role, metric=size) for size in ("attributes_used", "groups"))
        return Verdict.join(*(judge_better(scores, *SEARCH, smaller=True) for scores in sizes))

    paper = judge_smaller_sizes("paper")
    return Answer(judge_smaller_sizes("honest"), paper.drop_uncertainty(), [paper])


@claim("5.3; 6", verdict_rules.STATED)
def ienb_mean(run: Run) -> Answer:
    """IENB improves naive Bayes by 4.30 points on average (in the conclusion 4.65)."""
    return judge_stated_mean(run, "IENB", [4.30, 4.65])


@claim("5.3", verdict_rules.STATED)
def apnbc_eda_mean(run: Run) -> Answer:
    """APNBC-EDA improves naive Bayes by 2.46 points on average."""
    return judge_stated_mean(run, "APNBC-EDA", [2.46])


@claim("5.3", verdict_rules.STATED)
def apnbc_means_of_eight(run: Run) -> Answer:
    """On eight data sets APNBC-EDA gains 1.01 points on average and APNBC 0.45."""
    return join_answers(
        judge_stated_mean(run, "APNBC-EDA", [1.01], sets=EIGHT),
        judge_stated_mean(run, "APNBC", [0.45], sets=EIGHT),
    )


@claim("5.3", verdict_rules.STATED)
def fssj_mean(run: Run) -> Answer:
    """FSSJ improves naive Bayes by 1.25 points on average."""
    return judge_stated_mean(run, "FSSJ", [1.25])


@claim("5.3", verdict_rules.STATED)
def bsej_mean(run: Run) -> Answer:
    """BSEJ improves naive Bayes by 3.61 points on average."""
    return judge_stated_mean(run, "BSEJ", [3.61])


@claim("5.3; 6", verdict_rules.STATED)
def pazzani_eda_mean(run: Run) -> Answer:
    """Pazzani-EDA improves naive Bayes by 5.51 points on average (in the conclusion 5.50)."""
    return judge_stated_mean(run, "Pazzani-EDA", [5.51, 5.50])


@claim("5.3", verdict_rules.STATED)
def sizes(run: Run) -> Answer:
    """BSEJ uses 15 attributes in 12 groups on average, Pazzani-EDA 12 in 7."""
    stated = {
        "BSEJ": {"attributes_used": 15, "groups": 12},
        "Pazzani-EDA": {"attributes_used": 12, "groups": 7},
    }
    answers = (judge_stated_mean(run, m, [n], size) for m, row in stated.items() for size, n in row.items())
    return join_answers(*answers)


def join_answers(*several: Answer) -> Answer:
    return Answer(Verdict.join(*(a.honest for a in several)), Verdict.join(*(a.paper for a in several)))


def judge_stated_mean(
    run: Run, method: str, stated: Sequence[float], size: str = "", sets: Sequence[str] = ()
) -> Answer:
    """Judge a mean in the text: the gain over naive Bayes in points, or the `size` of structures.

    The paper's column has this mean, which the text may state in several places. Our numbers are compared
    with those of the column. Under the paper's protocol, the effect is the mean absolute difference, so that
    deviations do not cancel, and the estimate alone decides.
    """
    scale, unit, metric, subject = 100.0, "points", run.paper.more["gain"], f"Gain of {method} over NB"
    if size:
        scale, unit, metric = 1.0, "signed", run.paper.more["sizes"][size]
        subject = f"Number of {size.replace('_', ' ')} of {method}"
    ids = run.list_method_ids(method)[0], "" if size else run.list_method_ids("NB")[0]
    column = {d: v / scale for d, v in list_printed_values(run, method, metric, sets).items()}

    def judge_distance_from_column(role: str) -> Verdict:
        is_own = role == "paper"
        scores = run.select_scores(role, metric=size or "accuracy", sets=list(column))
        ours = {p.dataset: p.mean for p in scores.list_pairs(method, "NB")}
        if size:
            ours = scores.average_by_method([method])[0][method].to_dict()
        if not ours:
            return scores.report_no_pair(method, "NB")
        printed = run.paper.data_sets.set_index("dataset")["printed"]
        gaps = {d: v - column[printed[d]] for d, v in ours.items()}
        votes, things = vote_by_family({d: abs(g) if is_own else g for d, g in gaps.items()}, run.families)
        interval = intervals.estimate_set_mean(votes)._replace(p=None)
        if is_own:  # the same numbers again: there is no population of data sets to infer
            interval = interval._replace(low=interval.value, high=interval.value)
        what = f"mean {'absolute ' * is_own}difference of this run from the printed numbers"
        return Verdict.from_interval(
            interval, (-0.5 / scale, 0.5 / scale), unit, things, subject, what,
            protocol=run.paper.protocols[role], methods=ids, datasets=tuple(gaps),
        )  # fmt: skip

    # the paper's column has the stated mean, up to half of the last digit
    mean, half = fmean(column.values()), (0.5 if size else 0.005) / scale + 1e-9
    known, what = intervals.Interval(mean, mean, mean, len(column)), "mean of the paper's own column"
    regions = [(v / scale - half, v / scale + half) for v in stated]
    columns = [Verdict.from_interval(known, r, unit, "printed data set", subject, what) for r in regions]
    honest, again = map(judge_distance_from_column, ("honest", "paper"))
    return Answer(honest, Verdict.join(*columns, again) if again.is_tested else again)


def judge_tests_of_runs(run: Run, pairs: Sequence[tuple[str, str]], share: float = 1.0) -> Verdict:
    """Apply the paper's test: Mann-Whitney of the runs against the other method's mean, repeated as often.

    It is uncorrected, and counts differences in either direction. If there are so few runs that no result can
    reach the paper's level, the comparison is uncertain. The sentence also has the count at the usual level.
    """
    comparisons = [(d, *row) for pair in pairs for d, row in tables.count_correct_by_run(run, *pair).items()]
    total = len(comparisons)
    if not total:
        return Verdict(reason="the paper's own test needs runs of both methods under the paper's protocol")
    outcomes = [tables.test_against_constant(counts, mean) for _, counts, mean in comparisons]
    usual = sum(tables.compute_p_of_runs(counts, mean) < ALPHA for _, counts, mean in comparisons)
    against = join_names(f"{first} against {second}" for first, second in pairs)
    different, unable = outcomes.count("different"), outcomes.count("unable")
    ids = [(run.list_method_ids(first)[0], run.list_method_ids(second)[0]) for first, second in pairs]
    return Verdict.from_count(
        different, different + unable, make_share_region(share, total),
        f"Different by the paper's Mann-Whitney test of the runs ({against})",
        f"of {total} comparisons, p < {LEVEL:g} uncorrected; {usual} at p < {ALPHA:g}",
        protocol=run.paper.protocols["paper"], things="comparison",
        datasets=tuple(dict.fromkeys(d for d, *_ in comparisons)),
        methods=ids[0] if len(ids) == 1 else ("", ""),
    )  # fmt: skip
