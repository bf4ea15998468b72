"""The claims of Robles et al. (2003), in the paper's order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.printed import list_printed, reference
from naivebench.papers.robles2003.tables import LEVEL, compare_runs, count_correct
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    Verdict,
    all_of,
    as_printed,
    better,
    better_on_each,
    count,
    differs_on_each,
    falls_with_rows,
    label,
    no_worse,
    not_tested,
    pair_methods,
    printed_mean,
    reproduced,
    show_differences,
)
from naivebench.papers.words import format_number, join_names

NINE = ["breast", "cleve", "german", "glass", "hepatitis", "iris", "segment", "vehicle", "vote"]
TEN = [*NINE[:6], "satimage", *NINE[6:]]  # with the exception that the text names
EIGHT = ["breast", "cleve", "crx", "iris", "lymphography", "pima", "soybean-large", "waveform-21"]
SEARCH = [("Pazzani-EDA", "BSEJ")]
TRAINED = "Both scored on their training cases"
AUTHORS = "On counts, as its author does"
AS_PRINTED = "With the increment as printed, 1 - p/K"


@claim(
    "Naive Bayes “is competitive with state of the art classifiers”.",
    where="abstract",
    rule=rules.NO_WORSE,
    general=True,
)
def competitive(run: Run) -> Answer:
    rivals = ["logistic_regression", "linear_svm", "cart", "knn", "random_forest", "hist_gradient_boosting"]
    scores = run.under("honest", every=True)
    return Answer(
        all_of(*(no_worse(scores, "nb", r) for r in rivals)),
        not_tested("the paper runs none of these rivals"),
    )


@claim(
    "IENB improves naive Bayes.",
    where="5.3, Table 3; 6",
    rule=rules.BETTER,
    table="robles2003_methods",
    general=True,
)
def ienb_improves(run: Run) -> Answer:
    again = reproduced(better(run.under("paper", exact=True), "IENB", "nb_resubstitution"))
    return Answer(better(run.under("honest", every=True), "IENB", "NB"), label(TRAINED, again))


@claim(
    "IENB and APNBC-EDA differ significantly from naive Bayes on all data sets.",
    where="5.3",
    rule=rules.DIFFERS_ON_EACH,
    table="robles2003_significance",
)
def ienb_apnbc_significant(run: Run) -> Answer:
    pairs, honest = [("IENB", "NB"), ("APNBC-EDA", "NB")], run.under("honest")
    again = runs_differ(run, [("IENB", "nb_resubstitution"), ("APNBC-EDA", "NB")])
    drawn = show_differences(honest, pairs)
    return Answer(differs_on_each(honest, pairs), label("Each scored like its rival", again), drawn=drawn)


@claim(
    "Iterative Bayes differs significantly from naive Bayes on 5 of its 10 data sets.",
    where="5.3",
    rule=rules.DIFFERS_ON_EACH,
    table="robles2003_significance",
    sets=TEN,
)
def iterative_significant(run: Run) -> Answer:
    honest, pairs = run.under("honest", sets=TEN), [("IterativeBayes", "NB")]
    again = not_tested("it draws no random numbers, so its ten runs are equal (the paper quotes Gama 2000)")
    beside = [
        label(text, differs_on_each(honest, [(method, "NB")], claimed=(5.0, 5.0)))
        for method, text in (("iterative_bayes_counts", AUTHORS), ("iterative_bayes_printed", AS_PRINTED))
    ]
    answer = Answer(differs_on_each(honest, pairs, claimed=(5.0, 5.0)), again, tuple(beside))
    return answer._replace(drawn=show_differences(honest, pairs))


@claim(
    "IENB improves more on data sets with fewer cases.",
    where="5.3",
    rule=rules.FALLS,
    table="robles2003_methods",
)
def ienb_fewer_cases(run: Run) -> Answer:
    again = falls_with_rows(run.under("paper", exact=True), "IENB", "nb_resubstitution")
    return Answer(falls_with_rows(run.under("honest"), "IENB", "NB"), label(TRAINED, again))


@claim(
    "Iterative Bayes is better than IENB on satimage only.",
    where="5.3, Table 3",
    rule=f"{rules.BETTER_ON_EACH} {rules.BETTER}",
    table="robles2003_methods",
    sets=NINE,
)
def ienb_above_iterative(run: Run) -> Answer:
    honest, pair = run.under("honest", sets=NINE), ("IENB", "IterativeBayes")
    beside = [
        better(honest, *pair),
        label(
            "On counts, as the author of Iterative Bayes does",
            better(honest, "IENB", "iterative_bayes_counts"),
        ),
        label(AS_PRINTED, better(honest, "IENB", "iterative_bayes_printed")),
        label(
            "The exception", better_on_each(run.under("honest", sets=["satimage"]), "IterativeBayes", "IENB")
        ),
    ]
    again = all_of(printed_exceptions(run, *pair, ["satimage"]), gains_above(run, *pair, "nb_resubstitution"))
    return Answer(better_on_each(honest, *pair), again, tuple(beside), show_differences(honest, [pair]))


@claim(
    "APNBC-EDA “clearly outperforms” greedy APNBC.",
    where="5.3, Table 4",
    rule=rules.CLEARLY,
    table="robles2003_methods",
)
def apnbc_eda_above_apnbc(run: Run) -> Answer:
    return _judge_clearly(run, "APNBC-EDA", "APNBC")


def _judge_clearly(run: Run, first: str, second: str) -> Answer:
    """Better, and clearly better: by more than one point."""

    def judge(scores: pd.DataFrame) -> Verdict:
        clearly = better(scores, first, second, by=0.01)
        return all_of(better(scores, first, second), label("Clearly", clearly))

    paper = run.under("paper", exact=True)
    beside = (better(run.under("paper"), first, second),)
    return Answer(judge(run.under("honest")), reproduced(judge(paper)), beside)


@claim(
    "APNBC-EDA improves naive Bayes on every data set.",
    where="5.3",
    rule=rules.BETTER_ON_EACH,
    table="robles2003_significance",
)
def apnbc_eda_every_set(run: Run) -> Answer:
    honest, pair = run.under("honest"), ("APNBC-EDA", "NB")
    return Answer(
        better_on_each(honest, *pair), runs_improve(run, *pair), drawn=show_differences(honest, [pair])
    )


@claim(
    "FSSJ, BSEJ and Pazzani-EDA improve naive Bayes.",
    where="5.3, Tables 5 and 6",
    rule=rules.BETTER,
    table="robles2003_methods",
    general=True,
)
def structures_improve(run: Run) -> Answer:
    methods, honest, paper = (
        ["FSSJ", "BSEJ", "Pazzani-EDA"],
        run.under("honest", every=True),
        run.under("paper"),
    )
    again = [reproduced(better(run.under("paper", exact=True), m, "NB")) for m in methods]
    beside = tuple(better(paper, m, "NB") for m in methods)
    return Answer(all_of(*(better(honest, m, "NB") for m in methods)), all_of(*again), beside)


@claim(
    "BSEJ improves naive Bayes more than FSSJ.",
    where="5.3, Table 5",
    rule=rules.BETTER,
    table="robles2003_methods",
    general=True,
)
def backward_above_forward(run: Run) -> Answer:
    again = reproduced(better(run.under("paper", exact=True), "BSEJ", "FSSJ"))
    beside = (better(run.under("paper"), "BSEJ", "FSSJ"),)
    return Answer(better(run.under("honest", every=True), "BSEJ", "FSSJ"), again, beside)


@claim(
    "Heuristic search has “a clear advantage”: Pazzani-EDA beats greedy BSEJ.",
    where="5.3, Table 6; 6",
    rule=rules.CLEARLY,
    table="robles2003_methods",
)
def search_above_greedy(run: Run) -> Answer:
    answer, paper = _judge_clearly(run, "Pazzani-EDA", "BSEJ"), run.under("paper")
    random = label("Random structures on the same budget", better(paper, "Pazzani-EDA", "random_structure"))
    restarts = label("Restarts of BSEJ on the same budget", better(paper, "Pazzani-EDA", "bsej_restarts"))
    return answer._replace(beside=(*answer.beside, random, restarts))


@claim(
    "Pazzani-EDA differs significantly from BSEJ on 15 of 21 data sets.",
    where="5.3, Table 6",
    rule=rules.DIFFERS_ON_EACH,
    table="robles2003_significance",
)
def search_significant(run: Run) -> Answer:
    honest, share = run.under("honest"), 15 / 21
    again, drawn = runs_differ(run, SEARCH, share=share), show_differences(honest, SEARCH)
    return Answer(differs_on_each(honest, SEARCH, claimed=share), again, drawn=drawn)


@claim(
    "Pazzani-EDA has simpler structures than BSEJ: fewer attributes and groups.",
    where="5.3",
    rule=rules.BETTER,
    table="robles2003_table6",
)
def simpler(run: Run) -> Answer:
    def compare(role: str, size: str, exact: bool = False) -> Verdict:
        scores = run.under(role, metric=size, exact=exact)
        return better(scores, *SEARCH[0], smaller=True, quantity=size.replace("_", " "))

    sizes = ["attributes_used", "groups"]
    again = all_of(*(reproduced(compare("paper", size, exact=True)) for size in sizes))
    honest = all_of(*(compare("honest", size) for size in sizes))
    return Answer(honest, again, tuple(compare("paper", size) for size in sizes))


@claim(
    "IENB improves naive Bayes by 4.30 points on average (in the conclusion 4.65).",
    where="5.3; 6",
    rule=rules.STATED,
    table="robles2003_methods",
)
def ienb_mean(run: Run) -> Answer:
    return state_mean(run, "IENB", [4.30, 4.65])


@claim(
    "APNBC-EDA improves naive Bayes by 2.46 points on average.",
    where="5.3",
    rule=rules.STATED,
    table="robles2003_methods",
)
def apnbc_eda_mean(run: Run) -> Answer:
    return state_mean(run, "APNBC-EDA", [2.46])


@claim(
    "On eight data sets APNBC-EDA gains 1.01 points on average and APNBC 0.45.",
    where="5.3",
    rule=rules.STATED,
    table="robles2003_methods",
)
def apnbc_means_of_eight(run: Run) -> Answer:
    return _join_answers(state_mean(run, "APNBC-EDA", [1.01], EIGHT), state_mean(run, "APNBC", [0.45], EIGHT))


@claim(
    "FSSJ improves naive Bayes by 1.25 points on average.",
    where="5.3",
    rule=rules.STATED,
    table="robles2003_methods",
)
def fssj_mean(run: Run) -> Answer:
    return state_mean(run, "FSSJ", [1.25])


@claim(
    "BSEJ improves naive Bayes by 3.61 points on average.",
    where="5.3",
    rule=rules.STATED,
    table="robles2003_methods",
)
def bsej_mean(run: Run) -> Answer:
    return state_mean(run, "BSEJ", [3.61])


@claim(
    "Pazzani-EDA improves naive Bayes by 5.51 points on average (in the conclusion 5.50).",
    where="5.3; 6",
    rule=rules.STATED,
    table="robles2003_methods",
)
def pazzani_eda_mean(run: Run) -> Answer:
    return state_mean(run, "Pazzani-EDA", [5.51, 5.50])


@claim(
    "BSEJ uses 15 attributes in 12 groups on average, Pazzani-EDA 12 in 7.",
    where="5.3",
    rule=rules.STATED,
    table="robles2003_methods",
)
def sizes(run: Run) -> Answer:
    return _join_answers(
        state_size(run, "BSEJ", "attributes_used", 15),
        state_size(run, "BSEJ", "groups", 12),
        state_size(run, "Pazzani-EDA", "attributes_used", 12),
        state_size(run, "Pazzani-EDA", "groups", 7),
    )


def _join_answers(*several: Answer) -> Answer:
    return Answer(all_of(*(a.honest for a in several)), all_of(*(a.paper for a in several)))


def state_mean(run: Run, method: str, points: Sequence[float], sets: Sequence[str] = ()) -> Answer:
    """A mean gain over naive Bayes that the text states in points, perhaps in several places."""
    base, name = reference(run), f"{method} minus {reference(run)}"
    column = {d: v / 100 for d, v in list_printed(run, method, run.paper.more["gain"], sets).items()}
    shared: dict[str, Any] = {
        "what": f"{method}, this run minus the printed number",
        "reason": f"The gain of {method} over {base} differs from the printed one by {{}}",
    }

    def judge(role: str, exact: bool) -> Verdict:
        pairs = pair_methods(run.under(role, sets=list(column), exact=exact), method, base)
        ours = {p.dataset: p.mean for p in pairs}
        more = {"methods": pairs[0].methods} if pairs else {}
        return _compare_printed(
            run, role, method, ours, column, f"gain over {base}", shared | more, 0.005, exact
        )

    columns = [
        printed_mean(
            list(column.values()), stated / 100, half=0.005 / 100,
            what=f"Column of the paper's tables, {name}",
            quantity="mean gain", reason="The paper's own tables average {}",
            note=join_names(column) if sets else "",
        )
        for stated in points
    ]  # fmt: skip
    return _answer_stated(judge("honest", False), columns, judge("paper", True))


def state_size(run: Run, method: str, metric: str, stated: float) -> Answer:
    """A mean size of the structures that the text states as a whole number."""
    printed_metric, name = run.paper.more["sizes"][metric], metric.replace("_", " ")
    column, of = (
        list_printed(run, method, printed_metric),
        printed_metric.removeprefix("n_").replace("_", " "),
    )
    shared: dict[str, Any] = {
        "what": f"{method}, this run minus the printed number",
        "reason": f"{method}'s number of {name} differs from the printed one by {{}}",
        "unit": "signed",
    }

    def judge(role: str, exact: bool) -> Verdict:
        means, stands = run.means(role, metric), run.list_stands(role).drop_duplicates("printed")
        stands = stands[stands["printed"].isin(list(column)) & (~stands["kind"].ne("exact") | (not exact))]
        scores = run.under(role)
        ids = scores[scores["name"] == method].drop_duplicates("dataset").set_index("dataset")["method"]
        ours = {d: means[d, ids[d]] for d in stands["dataset"] if d in ids and (d, ids[d]) in means}
        bases = scores[scores["name"] == reference(run)].set_index("dataset")["method"].to_dict()
        more = {"methods": (ids[next(iter(ours))], bases.get(next(iter(ours)), ""))} if ours else {}
        return _compare_printed(run, role, method, ours, column, of, shared | more, 0.5, exact)

    column_mean = printed_mean(
        list(column.values()), stated, half=0.5, unit="signed",
        what=f"Column of the paper's tables, {method}",
        quantity=f"mean {of}", reason="The paper's own tables average {}",
    )  # fmt: skip
    return _answer_stated(judge("honest", False), [column_mean], judge("paper", True))


def _answer_stated(honest: Verdict, columns: Sequence[Verdict], paper: Verdict) -> Answer:
    return Answer(honest, all_of(*columns, paper) if paper.tested else paper)


def _compare_printed(
    run: Run, role: str, method: str, ours: dict[str, float], column: dict[str, float], of: str,
    shared: dict[str, Any], within: float, absolute: bool,
) -> Verdict:  # fmt: skip
    """Our numbers against those of the paper's column; `ours` by data set, `column` by printed data set."""
    protocol = f"protocol {run.paper.protocols[role]}"
    if not ours:
        return not_tested(f"this run does not have {method} under {protocol}")
    sets = run.paper.data_sets.set_index("dataset")["printed"]
    shared = shared | {
        "quantity": f"{'mean absolute' if absolute else 'mean'} difference, {of}",
        "protocol": protocol,
    }
    if absolute:
        shared["reason"] = f"{shared['reason']} on average"
    printed = {d: column[sets[d]] for d in ours}
    return as_printed(ours, printed, run.family, within=within, absolute=absolute, **shared)


def printed_exceptions(run: Run, first: str, second: str, but: Sequence[str]) -> Verdict:
    """The paper prints a larger gain for `second` only on the data sets that it names."""
    one, other = (
        {d: v / 100 for d, v in list_printed(run, m, run.paper.more["gain"]).items()} for m in (first, second)
    )
    larger = [
        f"{d} {100 * other[d]:.2f} > {100 * one[d]:.2f}" for d in one if d in other and other[d] > one[d]
    ]
    return count(
        len(larger), len(larger), (0.0, float(len(but))),
        f"{second} has the larger printed gain on {{}} data sets",
        f"Printed gains of {second} above those of {first}",
        f"of {len(one.keys() & other.keys())} data sets for which both are printed",
        note=join_names(larger), printed=True, things="data set",
    )  # fmt: skip


def gains_above(run: Run, first: str, second: str, alike: str) -> Verdict:
    """`first` gains more than `second` on all data sets but the exception, each over naive Bayes scored
    alike.
    """
    scores = run.under("paper", exact=True, sets=TEN)
    one = {p.dataset: p.mean for p in pair_methods(scores, first, alike)}
    other = {p.dataset: p.mean for p in pair_methods(scores, second, reference(run))}
    gaps = {d: v - other[d] for d, v in one.items() if d in other}
    exception = gaps.pop("satimage", None)
    if not gaps:
        return not_tested(
            f"this run does not have {first} and {second} under protocol {run.paper.protocols['paper']}"
        )
    points = "not in this run" if exception is None else f"{format_number(exception, 'points')} points"
    what = f"{first} gains more than {second}, each over naive Bayes judged in the same way"
    return count_on_all(
        run, what, {d: v > 0 for d, v in gaps.items()}, note=f"the exception, satimage: {points}"
    )


def count_on_all(
    run: Run, what: str, by_dataset: dict[str, bool], methods: tuple[str, str] = ("", ""), note: str = ""
) -> Verdict:
    """The number of data sets for which something is true; the paper claims it for all."""
    total, below = len(by_dataset), [d for d, so in by_dataset.items() if not so]
    notes = filter(None, (f"not on {join_names(below)}" if below else "", note))
    return count(
        total - len(below), total - len(below), (float(total), math.inf),
        f"{what.partition(', ')[0]} on {{}} of {total} data sets", what, f"of {total} data sets",
        protocol=f"protocol {run.paper.protocols['paper']}", note="; ".join(notes),
        datasets=tuple(by_dataset),
        methods=methods, things="data set",
    )  # fmt: skip


def runs_improve(run: Run, first: str, second: str) -> Verdict:
    """The mean over the runs exceeds that of the other method on all data sets with several runs."""
    means, alone = {}, []
    for dataset in run.under("paper", exact=True)["dataset"].unique():
        one, other = (count_correct(run, dataset, m) for m in (first, second))
        if len(one) == 1 and len(other):
            alone.append(dataset)
        elif len(one) and len(other):
            means[dataset] = math.fsum(one) / len(one) > math.fsum(other) / len(other)
    if not means:
        return not_tested(
            f"this run does not have several runs of {first}, and {second}, under the paper's protocol"
        )
    note = f"a single run on {join_names(alone)}, which does not count" if alone else ""
    return count_on_all(run, f"{first} is above {second}, means over the runs", means, (first, second), note)


def runs_differ(run: Run, pairs: Sequence[tuple[str, str]], share: float = 1.0) -> Verdict:
    """The paper's test: Mann-Whitney of the runs against the other method's mean, repeated as often.

    It is uncorrected, and counts differences in either direction. If there are so few runs that no result can
    reach the level, the comparison is uncertain.
    """
    outcomes: dict[str, list[str]] = {"higher": [], "lower": [], "equal": [], "unable": []}
    datasets: dict[str, None] = {}
    for first, second in pairs:
        for dataset in run.under("paper", exact=True)["dataset"].unique():
            one, other = (count_correct(run, dataset, m) for m in (first, second))
            if len(one) and len(other):
                datasets[dataset] = None
                outcomes[compare_runs(one, math.fsum(other) / len(other))].append(f"{first} on {dataset}")
    total = sum(map(len, outcomes.values()))
    if not total:
        return not_tested("the paper's own test needs runs of both methods under the paper's protocol")
    different = len(outcomes["higher"]) + len(outcomes["lower"])
    names = (("lower:", "lower"), ("no difference:", "equal"), ("too few runs to tell:", "unable"))
    return count(
        different, different + len(outcomes["unable"]), (float(math.ceil(share * total - 1e-9)), math.inf),
        f"The runs differ in {{}} of {total} comparisons",
        "Different by the paper's Mann-Whitney test of the runs",
        f"p < {LEVEL:g} uncorrected, of {total} comparisons",
        protocol=f"protocol {run.paper.protocols['paper']}",
        note="; ".join(f"{word} {join_names(outcomes[key])}" for word, key in names if outcomes[key]),
        datasets=tuple(datasets),
    )  # fmt: skip
