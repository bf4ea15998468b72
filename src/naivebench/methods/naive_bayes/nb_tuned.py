"""Naive Bayes that chooses its smoothing by exact leave-one-out inside the training part.

The model is `nb` with P(x_j = v | c) = (n_jvc + s) / (n_jc + s r_j). With thousands of values, the usual
s = 1 hides rare classes. Jambeiro and Wainer 2007;
docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.table import Table
from naivebench.core.tuning import SMOOTHING_GRID
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.nb import contributions as contributions
from naivebench.methods.naive_bayes.nb import leave_one_out as leave_one_out
from naivebench.methods.naive_bayes.nb import predict_log_proba as predict_log_proba
from naivebench.methods.naive_bayes.nb import summarize as summarize

GRIDS = {"s": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


def fit(train: Table, *, rng: np.random.Generator | None = None, s: float | str = "auto") -> nb.Model:
    """Count the values and estimate the tables. s: smoothing of at least 0, or auto for the best of the grid
    by leave-one-out. The score is the beginning of the hit curve for two classes and log loss for more.
    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    tuning.check_number_or_auto(s, "s", "nb_tuned")
    train = counts.prepare_discrete_training(train, "nb_tuned")
    statistics, offsets = nb.count(train), counts.row_offsets(train.attributes)
    rows = counts.codes_to_rows(counts.check_codes(train.codes, offsets), offsets)
    counted = statistics.n_c, statistics.n_jvc, offsets, np.diff(offsets) - 1

    def predict_left_out(value: float) -> np.ndarray:
        return nb.predict_left_out(rows, train.y, *counted, value, nb.PRIOR_ALPHA)

    if s == "auto":
        choice = tuning.choose_by_leave_one_out(train, SMOOTHING_GRID, predict_left_out, criterion="auto")
    else:
        choice = tuning.wrap_constant(s)
    return nb.estimate(statistics, alpha=choice.value)._replace(facts=tuning.summarize_choice(choice, "s"))
