"""Terms of the report: shown as a section, and as tooltips of columns with the same label."""

from __future__ import annotations

from typing import NamedTuple

from naivebench.evaluation.metrics import METRICS
from naivebench.report.cells import MARKS, PARTLY


class Term(NamedTuple):
    """A term, its meaning, and the labels of columns that it explains in addition to its own name.

    A column with a description of its own does not repeat the meaning of a `general` term.
    """

    name: str
    meaning: str
    labels: tuple[str, ...] = ()
    general: bool = False

    @property
    def id(self) -> str:
        """The anchor of the term on the page."""
        return "term-" + "".join(c if c.isalnum() else "-" for c in self.name.lower())


TERMS = (
    Term(
        "Average rank",
        "Mean over the data sets of the rank of a method among all methods. The best score has rank 1, and "
        "equal scores share ranks. The average rank depends on which other methods take part.",
        ("Avg. rank",),
    ),
    Term(
        "Rank difference",
        "Average rank of one method minus that of another. It is negative if the first is better.",
        ("Δ rank",),
    ),
    Term(
        "W/T/L",
        "Wins, ties and losses: the numbers of data sets on which a method is better than, equal to and "
        "worse than the other one. Scores that differ by less than 1e-12 of their size count as ties.",
    ),
    Term(
        "Rank-biserial correlation",
        "Effect size of Wilcoxon's test, from -1 to 1. Every data set is weighted by the rank of the size of "
        "its difference. The correlation is the share of that weight where the method is better, minus the "
        "share where it is worse.",
        ("r",),
    ),
    Term(
        "As good as the best",
        "The best method has the best average rank. Another method is behind if Wilcoxon's test of the "
        "two methods (with Holm's correction over the comparisons with the best) is significant. If not, "
        "it is probably behind if P(worse) is above 0.5, and practically equivalent if P(rope) is at "
        "least 0.95. Otherwise the two cannot be told apart. Tests on average ranks are not used for this.",
        ("Against the best", "p, best"),
    ),
    Term(
        "Win rate",
        "Share of all comparisons with another method on a data set that a method wins. A tie counts half.",
    ),
    Term(
        "Holm",
        "Correction of p-values for several comparisons. The smallest is multiplied by the number of "
        "comparisons, the next by one less, and so on. Each table says which comparisons are counted.",
    ),
    Term(
        "Bergmann–Hommel",
        "Correction for all pairs of methods that takes into account which hypotheses can be true together. "
        "It is at least as powerful as Holm's correction over all pairs.",
    ),
    Term(
        "Nemenyi",
        "Correction of the tests of all pairs of methods by the number of pairs. Its critical difference is "
        "the smallest significant difference of average ranks.",
    ),
    Term(
        "Wilcoxon",
        "Signed-rank test of the differences of two methods over the data sets. It uses only these two "
        "methods and the ranks of the sizes of their differences.",
        ("p, Wilcoxon", "Wilcoxon statistic"),
    ),
    Term(
        "Corrected t test",
        "Nadeau and Bengio's test over the folds of one data set. Its variance allows for the training cases "
        "that folds share.",
        ("t",),
    ),
    Term(
        "ROPE",
        "Region of practical equivalence: differences so small that they do not matter in practice. The "
        "configuration sets it in statistics.rope.",
        ("In ROPE",),
    ),
    Term(
        "P(better)",
        "Posterior probability that a method is better than the reference by more than the ROPE on a "
        "typical data "
        "set. It is about the pseudo-median of the differences, not their mean.",
    ),
    Term(
        "P(rope)",
        "Posterior probability that a method and the reference are practically equivalent on a typical data "
        "set. It can be "
        "near 1 while the mean difference is large: a few data sets move the mean.",
        ("P(rope), best",),
    ),
    Term(
        "P(worse)",
        "Posterior probability that a method is worse than the reference by more than the ROPE on a "
        "typical data set.",
        ("P(worse), best",),
    ),
    Term(
        "Kendall's W",
        "Agreement of the data sets on the order of the methods, from 0 (none) to 1 (complete).",
    ),
    Term("SD", "Standard deviation, over the data sets unless the column says otherwise.", general=True),
    Term("N", "Number of data sets, unless the column says otherwise.", general=True),
    Term(
        "Accuracy",
        f"{METRICS['accuracy'].description} There are two averages: the mean over the folds (in rankings "
        "and tests), and k/N over the pooled test cases of all folds (for protocols and for intervals of "
        "single data sets). They differ if folds differ in size. Each table says which one it has.",
        ("Pooled", "Honest pooled"),
    ),
    Term(
        "k/N",
        "Number k of correct cases among N tested cases, pooled over all folds and repeats.",
        ("k/N, pooled", "Honest k/N"),
    ),
    Term(
        "ECE",
        "Expected calibration error: mean gap between confidence and accuracy over 15 bins of confidence. "
        "A constant prediction of the class frequencies has almost no calibration error, so the ECE does "
        "not show how well a method separates the classes.",
        ("Calibration error",),
    ),
    Term(
        "Log loss",
        "Mean of -log P(true class), in nats. In the clipped log loss, P is raised to at least "
        "1/(test cases + 2), so that a single zero does not make it infinite.",
        ("Log loss, clipped", "Log loss, unclipped"),
    ),
    Term("Brier score", f"{METRICS['brier'].description} 0 is best."),
    Term(
        "Honest",
        "The protocol in which everything that depends on data (cut points, value lists, chosen settings) "
        "is learned "
        "in the training part of each fold.",
    ),
    Term(
        "Paper protocols",
        "A protocol paper/... repeats a paper's own way of testing, including its flaws. permuted/... does "
        "the same on shuffled labels, where nothing can be learned, and permuted-after-cuts/... uses the cut "
        "points of the true labels. The other protocols are variations; the page Protocols lists them.",
    ),
    Term(
        "Optimism",
        "How much a protocol overstates performance: pooled accuracy under the protocol minus pooled "
        "honest accuracy, in percentage points.",
    ),
    Term(
        "Kinds",
        "Attributes are nominal, ordinal, linear (numbers), angular, direction, count (words) or sequence "
        "(letters). Data sets are discrete (nominal or ordinal), numeric, mixed, or words or letters. A "
        "paper's data sets are exact, generated, reduced, altered, part or substitute.",
        ("Attribute kinds", "Kind"),
        general=True,
    ),
    Term(
        "Family and rivals",
        "Rivals are the methods of the groups in the key report.rivals of the configuration. All other "
        "methods are members of the naive Bayes family. Rivals have the settings of their libraries. A "
        "boosting library receives nominal values as categories, codes or 0/1 columns, whichever is best on "
        "average.",
        ("Group",),
    ),
    Term(
        "Not tested here",
        "Verdict on a claim for which this run has no data or no methods. An undecided claim has data, but "
        "their interval includes both outcomes.",
    ),
    Term(
        "Primary and exploratory",
        "The primary comparison was named before the run. Everything else is exploratory: it can suggest a "
        "result but not confirm it.",
        ("Status",),
    ),
    Term(
        "Dependence",
        "Mean conditional mutual information of pairs of attributes given the class, in nats, corrected "
        "for bias. Naive Bayes assumes that it is zero.",
    ),
    Term(
        "ρ",
        "Spearman's rank correlation over the data sets between a property of the data and the gain of a "
        "method.",
    ),
    *(
        Term(f"{mark.symbol} {status}", f"This mark replaces a score: {mark.meaning}.")
        for status, mark in MARKS.items()
    ),
    Term(
        f"{PARTLY} partly scored",
        "This mark follows a score: some folds have no score, and the mean is over the others.",
    ),
)
BY_LABEL = {label: term for term in TERMS for label in (term.name, *term.labels)}
# metrics without a term above; columns of metrics show the metric's description as their own tooltip
TERMS += tuple(Term(m.label, m.description) for m in METRICS.values() if m.label not in BY_LABEL)


def explained(label: str, title: str) -> str:
    """Tooltip of a column: its own description, followed by the glossary entry for its label.

    The entry of a general term is left out if there is a description.
    """
    term = BY_LABEL.get(label.removesuffix(" %")) or BY_LABEL.get(label)
    if title and term and term.general:
        return title
    return " — ".join(filter(None, [title, f"{term.name}: {term.meaning}" if term else ""]))
