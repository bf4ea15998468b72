"""Rules of verdicts: the sentences that several claims share to describe how a verdict is found."""

_OVER_SETS = (
    "The effect is the mean difference over the data sets, with one vote for each source family and a 95 % t"
    " interval. On a single data set, it is the mean over the test folds, with the interval of the corrected"
    " resampled t test (Nadeau and Bengio 2003); with a single test fold, McNemar's test compares the cases."
)
EACH_SET = (
    "Every data set has a corrected resampled t test, or McNemar's exact test if it has a single test fold."
    " The tests are two-sided at 0.05, with Holm's correction over all comparisons."
)
_EQUAL = (
    "if two one-sided tests show that it is less than one point (Schuirmann 1987; with the same level and"
    " correction). The other data sets leave the count open."
)
BETTER = f"{_OVER_SETS} The claim says that the effect is above 0, or above a given size."
NO_WORSE = f"{_OVER_SETS} The claim says that the first method loses at most a practically unimportant size."
SIMILAR = f"{_OVER_SETS} The claim says that the difference is practically unimportant."
BETTER_ON_EACH = (
    f"{EACH_SET} A data set counts against the claim if the difference has the other direction, or {_EQUAL}"
)
DIFFERS_ON_EACH = (
    f"{EACH_SET} Significant differences count in either direction. A difference counts against the claim"
    f" {_EQUAL}"
)
NO_WORSE_ON_EACH = (
    "On every data set, the 95 % interval of the difference is compared with the largest practically"
    " unimportant size. The interval is that of the corrected resampled t test, or of paired shares if the"
    " data set has a single test fold. Intervals that include this size leave the count open."
)
RANKS = "The effect is the difference of the average ranks over the data sets, with a 95 % t interval."
CLEARLY = (
    "The effect is the mean difference over the data sets, with one vote for each source family and a 95 % t"
    " interval. The first statement says that it is above 0. The second one reads “clearly” and “a clear"
    " advantage” as more than 1 point."
)
STATED = (
    "The effect is the mean difference between this run and the printed numbers of the same data sets, with"
    " one vote for each source family and a 95 % t interval. It must be within half a point; for sizes,"
    " within half a unit. Under the paper's protocol, it is the mean absolute difference, so that deviations"
    " do not cancel, and the paper's own column must have the stated mean, too."
)
