"""The claims of Kang, Silvescu and Honavar (2006), in the paper's order."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from naivebench.papers import verdict_rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.kang2006.tables import list_tasks
from naivebench.papers.method_comparisons import judge_better, judge_no_worse, judge_time_ratio, judge_wins
from naivebench.papers.paper import read_paper
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import LEAST_ONE, ONE_POINT, Verdict

TOPICS: list[str] = read_paper("kang2006").more["topics"]
SITES: list[str] = read_paper("kang2006").more["sites"]
MITOCHONDRIAL = "eukaryotic mitochondrial"
SCALED = "RNBL-MN, factor |D|"  # the other reading of the score
ON_TEXTS = (
    "The effect is the mean difference in F1 of the predicted class over the topics, with a 95 % t interval."
    " Topics share documents of one source, so the interval holds for this source only. The paper's"
    " break-even points, which move the threshold over the test documents, follow for comparison."
)
ON_PROTEINS = (
    "The effect is the mean difference in accuracy (a site against the rest) over the sites, with a 95 % t"
    " interval. Sites share proteins of one or two sources, so the interval holds for these sources only. The"
    " verdict uses folds that keep similar proteins together. The paper's random folds follow for comparison."
)
SUBSTANTIAL = "A difference of more than 1 point is substantial."
COMPARABLE = "Comparable means not worse by more than 1 point."
BREAK_EVEN = "break_even_nearest"  # the threshold moves over the test documents
QUANTITIES = {
    "f1": "F1, of the topic as decided", BREAK_EVEN: "break-even point", "mcc": "Matthews correlation",
    "accuracy": "accuracy of the site against the rest",
}  # fmt: skip
ROLES = {  # roles of the protocols and metrics of the honest verdict and of the paper's
    "topics": (("paper", "f1"), ("paper", BREAK_EVEN)),
    "sites": (("grouped", "accuracy"), ("paper", "accuracy")),
}


def judge_tasks(
    run: Run, which: str, role: str, metric: str, first: str, second: str,
    judge: Callable[..., Verdict] = judge_better, **more: Any,
) -> Verdict:  # fmt: skip
    scores = run.select_scores(role, metric=metric, sets=run.paper.more[which])
    return judge(scores, first, second, quantity=QUANTITIES[metric], **more)


def judge_both_readings(run: Run, which: str, second: str, **more: Any) -> Answer:
    """Compare RNBL-MN with another method; other metrics, protocols and `SCALED` follow for comparison."""
    decided, *beside = (
        judge_tasks(run, which, role, metric, first, second, **more)
        for first in ("RNBL-MN", SCALED)
        for role, metric in ROLES[which]
    )
    if which == "sites":
        beside.append(judge_tasks(run, which, "grouped", "mcc", "RNBL-MN", second, **more))
    return Answer(decided, beside[0].drop_uncertainty(), beside)


@claim("4.1, Table 1; 5.2", f"{ON_TEXTS} {SUBSTANTIAL}", sets=TOPICS)
def texts_nb(run: Run) -> Answer:
    """RNBL-MN “substantially outperforms” naive Bayes on Reuters."""
    return judge_both_readings(run, "topics", "NB-MN", claimed=ONE_POINT)


@claim("4.1, Table 1; 5.2", ON_TEXTS, sets=TOPICS)
def texts_c45(run: Run) -> Answer:
    """RNBL-MN outperforms C4.5 on Reuters."""
    return judge_both_readings(run, "topics", "C4.5")


@claim("4.1, Table 1; 5.2", f"{ON_TEXTS} {COMPARABLE}", sets=TOPICS)
def texts_svm(run: Run) -> Answer:
    """RNBL-MN “yields accuracies that are comparable to those of SVM” on Reuters."""
    answer = judge_both_readings(run, "topics", "SVM", judge=judge_no_worse)
    other = "linear_svm_counts_300_tf_idf"
    tf_idf = judge_tasks(run, "topics", "paper", "f1", "RNBL-MN", other, judge_no_worse)
    return answer._replace(beside=(*answer.beside, tf_idf))


@claim("4.2, Table 2; 5.2", f"{ON_PROTEINS} {SUBSTANTIAL}", sets=SITES)
def proteins_nb(run: Run) -> Answer:
    """RNBL-MN substantially outperforms naive Bayes on protein localisation."""
    return judge_both_readings(run, "sites", "NB-MN", claimed=ONE_POINT)


@claim("4.2, Table 2", ON_PROTEINS, sets=SITES)
def proteins_c45(run: Run) -> Answer:
    """On proteins RNBL-MN “generally outperforms C4.5”."""
    return judge_both_readings(run, "sites", "C4.5")


@claim("4.2, Table 2", f"{ON_PROTEINS} {COMPARABLE}", sets=SITES)
def proteins_svm(run: Run) -> Answer:
    """On proteins RNBL-MN “compares favorably with SVM”."""
    return judge_both_readings(run, "sites", "SVM", judge=judge_no_worse)


@claim("4.2, Table 2", sets=[MITOCHONDRIAL], about=["SVM"])
def svm_never_positive(run: Run) -> Answer:
    """On mitochondrial proteins the SVM “always outputs negative”, so its specificity is undefined.

    The proteins that the SVM assigns to the site are counted over all test folds; the claim says that there
    are none. The verdict uses folds that keep similar proteins together. The paper's random folds follow for
    comparison.
    """
    return Answer(judge_positive_decisions(run, "grouped"), beside=(judge_positive_decisions(run, "paper"),))


def judge_positive_decisions(run: Run, role: str) -> Verdict:
    """Judge how many proteins the SVM assigns to the mitochondrial site; the paper reports none."""
    protocol, tasks = run.paper.protocols[role], list_tasks(run, "sites", role)
    task = next((t for t in tasks if t.printed == MITOCHONDRIAL and t.is_leading), None)
    scores = task.find_class_scores("SVM") if task else {}
    if not task or not scores:
        return Verdict(reason=f"this run does not have SVM on {MITOCHONDRIAL} under protocol {protocol}")
    total = sum(task.results["cases"].values())
    right = round(scores["n"] * (scores["sensitivity"] or 0.0))
    specificity = 1.0 if scores["specificity"] is None else scores["specificity"]
    assigned = right + round((total - scores["n"]) * (1 - specificity))
    return Verdict.from_count(
        assigned, assigned, (-math.inf, 0.5), f"Proteins that SVM assigns to {MITOCHONDRIAL}",
        f"of {total:,}, test folds pooled", protocol=protocol, datasets=(task.dataset,),
        methods=(run.list_method_ids("SVM")[0], ""),
    )  # fmt: skip


@claim("1; 2", sets=TOPICS, general=True)  # the paper quotes McCallum and Nigam
def multinomial(run: Run) -> Answer:
    """For texts the multinomial event model has advantages over the multivariate one.

    The effect is the mean difference in F1 of the predicted class over the topics, with a 95 % t interval.
    Both models use the same words: the paper's 300, and all words.
    """
    pairs = [("NB-MN", "nb_bernoulli_300"), ("nb_mn", "nb_bernoulli")]
    honest, paper = (
        [judge_tasks(run, "topics", *measure, *pair) for pair in pairs] for measure in ROLES["topics"]
    )
    return Answer(Verdict.join(*honest), Verdict.join(*paper).drop_uncertainty(), paper)


@claim("3.3", general=True, about=["RNBL-MN"])
def significant_splits(run: Run) -> Answer:
    """A node is split only for a “statistically significant improvement” of the score.

    A node is split whenever the score rises.
    """
    return Answer(Verdict(reason="significance needs a test and a level, and the paper names neither"))


@claim("5.2", timed=True)
def cheaper(run: Run) -> Answer:
    """RNBL-MN has “relatively modest computational requirements” relative to the SVM.

    The effect is the ratio of the CPU times of learning on the same words: the geometric mean over the data
    sets, with the 95 % t interval of its logarithm. The SVM is not calibrated. The claim says that the ratio
    is below 1.
    """
    scores, below = run.select_scores("paper"), (-math.inf, 1.0)
    ours, scaled = (
        judge_time_ratio(scores, run.facts.seconds, m, "SVM", claimed=below) for m in ("RNBL-MN", SCALED)
    )
    return Answer(ours, ours.drop_uncertainty(), (scaled,))


@claim("1; 5.2", general=True, about=["rbc"])
def langley(run: Run) -> Answer:
    """On nominal attributes Langley's recursive classifier (RBC) offers “little improvement” over naive
    Bayes.

    The effect is the mean difference in accuracy over the data sets that have only nominal or ordinal
    attributes, with a 95 % t interval. An improvement of at most 1 point is little.
    """
    scores = run.select_scores("honest", all_data=True, where=("nominal_share", 1.0, math.inf))
    again = Verdict(reason="the paper runs no such classifier (it quotes Langley)")
    return Answer(judge_no_worse(scores, "nb", "rbc"), again)


@claim(
    "5.2", f"“Might” means on at least one data set. {verdict_rules.EACH_SET}", general=True, about=["rbc"]
)
def with_criterion(run: Run) -> Answer:
    """Langley's classifier (RBC) “might outperform” naive Bayes “on more complex data sets”, especially with
    a CMDL criterion.

    The paper does not say which data sets are complex, so all count. The first statement is about RBC. The
    second one reads “especially” as a larger mean accuracy with the CMDL criterion than without it, with one
    vote for each source family and a 95 % t interval. The other reading of the illegible criterion, counts
    and mean differences from naive Bayes follow for comparison.
    """
    scores, form = run.select_scores("honest", all_data=True), "With CMDL"
    forms = {"rnbl": form, "rnbl_node_scale": f"{form}, factor |D|"}
    beside = [judge_wins(scores, m, "nb", claimed=LEAST_ONE).add_label(text) for m, text in forms.items()]
    beside.append(judge_better(scores, "rbc", "nb"))
    beside += [judge_better(scores, m, "nb").add_label(text) for m, text in forms.items()]
    beside.append(judge_better(scores, "rnbl_node_scale", "rbc").add_label(forms["rnbl_node_scale"]))
    again = Verdict(reason="the paper runs no such classifier (it states an expectation)")
    verdicts = judge_wins(scores, "rbc", "nb", claimed=LEAST_ONE), judge_better(scores, "rnbl", "rbc")
    return Answer(Verdict.join(verdicts[0], verdicts[1].add_label(form)), again, beside)
