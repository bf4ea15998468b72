"""The claims of Kang, Silvescu and Honavar (2006), in the paper's order."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from naivebench.papers.claims import Answer, claim
from naivebench.papers.kang2006.tables import find_class, name_class, name_growth
from naivebench.papers.paper import read_paper
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    Verdict,
    all_of,
    better,
    better_on_each,
    count,
    label,
    no_worse,
    not_tested,
    reproduced,
    show_differences,
    take_ratio,
)

TOPICS: list[str] = read_paper("kang2006").more["topics"]
SITES: list[str] = read_paper("kang2006").more["sites"]
SCALED = "RNBL-MN, factor |D|"  # the other reading of the score
ON_TEXTS = (
    "The effect is the mean difference over the topics, with a 95 % t interval; topics share documents. The"
    " verdict uses"
    " F1 of the predicted class. The paper's break-even points, which move the threshold over the test"
    " documents, follow"
    " for comparison. A difference of more than 1 point is substantial."
)
COMPARABLE = (
    "The effect is the mean difference over the data sets, with a 95 % t interval. Comparable means not"
    " worse by more"
    " than 1 point."
)
ON_PROTEINS = (
    "The effect is the mean difference over the sites, with a 95 % t interval; sites share proteins. The"
    " verdict uses"
    " folds that keep similar proteins together. The paper's random folds follow for comparison. A"
    " difference of more"
    " than 1 point is substantial."
)


def compare_texts(
    run: Run, first: str, second: str, *, judge: Callable[..., Verdict] = better, **more: Any
) -> Verdict:
    """F1 of the topic as decided."""
    scores = run.under("paper", metric="f1", sets=TOPICS)
    return judge(scores, first, second, quantity="F1, of the topic as decided", **more)


def compare_swept(
    run: Run,
    first: str,
    second: str,
    *,
    judge: Callable[..., Verdict] = better,
    exact: bool = False,
    **more: Any,
) -> Verdict:
    """Break-even point, for which the threshold moves over the test documents."""
    scores = run.under("paper", metric="break_even_nearest", sets=TOPICS, exact=exact)
    return judge(scores, first, second, quantity="break-even point", **more)


def judge_texts(run: Run, second: str, **more: Any) -> Answer:
    """Claims on RNBL-MN and another method on Reuters."""
    beside = [compare_swept(run, "RNBL-MN", second, **more)]
    beside += [compare(run, SCALED, second, **more) for compare in (compare_texts, compare_swept)]
    again = reproduced(compare_swept(run, "RNBL-MN", second, exact=True, **more))
    return Answer(compare_texts(run, "RNBL-MN", second, **more), again, tuple(beside))


def judge_proteins(run: Run, second: str, judge: Callable[..., Verdict] = better, **more: Any) -> Answer:
    """Claims on RNBL-MN and another method on the sites of proteins."""

    def compare(role: str, first: str = "RNBL-MN", metric: str = "accuracy", exact: bool = False) -> Verdict:
        quantity = "Matthews correlation" if metric == "mcc" else "accuracy of the site against the rest"
        scores = run.under(role, metric=metric, sets=SITES, exact=exact)
        return judge(scores, first, second, quantity=quantity, **more)

    beside = (
        compare("paper"),
        compare("grouped", SCALED),
        compare("paper", SCALED),
        compare("grouped", metric="mcc"),
    )
    return Answer(compare("grouped"), reproduced(compare("paper", exact=True)), beside)


@claim(
    "RNBL-MN “substantially outperforms” naive Bayes on Reuters.",
    where="4.1, Table 1; 5.2",
    rule=ON_TEXTS,
    table="kang2006_table1",
    sets=TOPICS,
)
def texts_nb(run: Run) -> Answer:
    return judge_texts(run, "NB-MN", by=0.01)


@claim(
    "RNBL-MN outperforms C4.5 on Reuters.",
    where="4.1, Table 1; 5.2",
    rule=ON_TEXTS,
    table="kang2006_table1",
    sets=TOPICS,
)
def texts_c45(run: Run) -> Answer:
    return judge_texts(run, "C4.5")


@claim(
    "RNBL-MN “yields accuracies that are comparable to those of SVM” on Reuters.",
    where="4.1, Table 1; 5.2",
    rule=COMPARABLE,
    table="kang2006_table1",
    sets=TOPICS,
)
def texts_svm(run: Run) -> Answer:
    answer = judge_texts(run, "SVM", judge=no_worse)
    tf_idf = compare_texts(run, "RNBL-MN", "linear_svm_counts_300_tf_idf", judge=no_worse)
    return answer._replace(beside=(*answer.beside, tf_idf))


@claim(
    "RNBL-MN substantially outperforms naive Bayes on protein localisation.",
    where="4.2, Table 2; 5.2",
    rule=ON_PROTEINS,
    table="kang2006_table2",
    sets=SITES,
)
def proteins_nb(run: Run) -> Answer:
    return judge_proteins(run, "NB-MN", by=0.01)


@claim(
    "On proteins RNBL-MN “generally outperforms C4.5”.",
    where="4.2, Table 2",
    rule=ON_PROTEINS,
    table="kang2006_table2",
    sets=SITES,
)
def proteins_c45(run: Run) -> Answer:
    return judge_proteins(run, "C4.5")


@claim(
    "On proteins RNBL-MN “compares favorably with SVM”.",
    where="4.2, Table 2",
    rule=f"{COMPARABLE} The verdict uses the honest score. The score under the paper's protocol follows for"
    f" comparison.",
    table="kang2006_table2",
    sets=SITES,
)
def proteins_svm(run: Run) -> Answer:
    return judge_proteins(run, "SVM", no_worse)


@claim(
    "On mitochondrial proteins the SVM “always outputs negative”, so its specificity is undefined.",
    where="4.2, Table 2",
    rule="The proteins that the SVM assigns to the site are counted over all test folds; the claim says"
    " that there are"
    " none. The verdict uses folds that keep similar proteins together. The paper's random folds follow for"
    " comparison.",
    table="kang2006_table2",
    sets=["eukaryotic mitochondrial"],
    about=["SVM"],
)
def svm_never_positive(run: Run) -> Answer:
    return Answer(count_positive(run, "grouped"), beside=(count_positive(run, "paper"),))


def count_positive(
    run: Run, role: str, printed: str = "eukaryotic mitochondrial", method: str = "SVM"
) -> Verdict:
    """How many proteins the SVM assigns to a site; the paper says none."""
    protocol = f"protocol {run.paper.protocols[role]}"
    stands = run.list_stands(role).drop_duplicates("printed")
    for dataset in stands.loc[stands["printed"] == printed, "dataset"]:
        if scores := find_class(run, role, dataset, printed, method):
            cases, site = run.read_facts("break_even", role, dataset)["cases"], name_class(printed)
            n, total = scores["n"], sum(cases.values())
            right = round(n * (scores["sensitivity"] or 0.0))
            specificity = 1.0 if scores["specificity"] is None else scores["specificity"]
            assigned = right + round((total - n) * (1 - specificity))
            return count(
                assigned, assigned, (-math.inf, 0.5),
                f"{method} assigns {{}} of {total:,} proteins to {site}",
                f"Proteins that {method} assigns to {site}", f"of {total:,}, test parts pooled",
                protocol=protocol,
                note=f"{right} of them belong there" if assigned else "", datasets=(dataset,), things="",
            )  # fmt: skip
    return not_tested(f"this run does not have {method} on {printed} under {protocol}")


@claim(
    "For texts the multinomial event model has advantages over the multivariate one.",
    where="1; 2",
    rule="The effect is the mean difference over the topics, with a 95 % t interval. Both models use the"
    " same words: the"
    " paper's 300, and all words.",
    table="kang2006_table1_further",
    sets=TOPICS,
    general=True,  # the paper quotes McCallum and Nigam
)
def multinomial(run: Run) -> Answer:
    pairs = [("NB-MN", "nb_bernoulli_300"), ("nb_mn", "nb_bernoulli")]
    again = all_of(*(reproduced(compare_swept(run, *pair, exact=True)) for pair in pairs))
    beside = tuple(compare_swept(run, *pair) for pair in pairs)
    return Answer(all_of(*(compare_texts(run, *pair) for pair in pairs)), again, beside)


@claim(
    "A node is split only for a “statistically significant improvement” of the score.",
    where="3.3",
    rule="The claim cannot be tested, because significance needs a test and a level.",
    table="kang2006_trees",
    general=True,
    about=["RNBL-MN"],
)
def significant_splits(run: Run) -> Answer:
    reason = "the paper names no test and no level: a split is made whenever the score rises"
    return Answer(not_tested(". ".join(filter(None, (reason, name_growth(run))))))


@claim(
    "RNBL-MN has “relatively modest computational requirements” relative to the SVM.",
    where="5.2",
    rule="The effect is the ratio of the CPU times of learning on the same words: the geometric mean over"
    " the data sets,"
    " with the 95 % t interval of its logarithm. The SVM is not calibrated. The claim says that the ratio"
    " is below 1.",
    table="cost",
    timed=True,
)
def cheaper(run: Run) -> Answer:
    def compare(first: str, exact: bool = False) -> Verdict:
        return take_ratio(run.costs("paper", exact=exact), first, "SVM", claimed=(-math.inf, 1.0))

    return Answer(compare("RNBL-MN"), reproduced(compare("RNBL-MN", exact=True)), (compare(SCALED),))


@claim(
    "On nominal attributes Langley's recursive classifier (RBC) offers “little improvement” over naive"
    " Bayes.",
    where="1; 5.2",
    rule="The effect is the mean difference over the data sets that have only nominal or ordinal"
    " attributes, with a 95 %"
    " t interval. An improvement of at most 1 point is little.",
    general=True,
    about=["rbc"],
)
def langley(run: Run) -> Answer:
    scores = run.under("honest", every=True, only=("nominal_share", 1.0, math.inf))
    return Answer(
        no_worse(scores, "nb", "rbc"), not_tested("the paper runs no such classifier (it quotes Langley)")
    )


@claim(
    "Langley's classifier (RBC) “might outperform” naive Bayes “on more complex data sets”, especially with"
    " a CMDL"
    " criterion.",
    where="5.2",
    rule="“Might” means on at least one data set. Every data set has a corrected resampled t test, or"
    " McNemar's exact test"
    " if it has a single test fold, two-sided at 0.05 with Holm's correction over the data sets. The"
    " classifier with the"
    " CMDL criterion, in both readings of its illegible equation, and the mean differences follow for"
    " comparison.",
    general=True,
    about=["rbc"],
)
def with_criterion(run: Run) -> Answer:
    scores, forms = (
        run.under("honest", every=True),
        {"rnbl": "With CMDL", "rnbl_node_scale": "With CMDL, factor |D|"},
    )
    least_one = (1.0, math.inf)
    beside = [label(text, better_on_each(scores, m, "nb", claimed=least_one)) for m, text in forms.items()]
    beside += [
        better(scores, "rbc", "nb"),
        *(label(text, better(scores, m, "nb")) for m, text in forms.items()),
    ]
    again = not_tested("the paper runs no such classifier (it states an expectation)")
    drawn = show_differences(scores, [("rbc", "nb")])
    return Answer(better_on_each(scores, "rbc", "nb", claimed=least_one), again, tuple(beside), drawn)
