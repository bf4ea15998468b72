"""The cases and methods from which the parts of the error are computed."""

import numpy as np
from support.tables import discrete

from naivebench.benchmark.retrieval import Tested as Predicted
from naivebench.benchmark.spread import facts
from naivebench.evaluation.bias_variance import decompose


def of(rows, predicted, parts):
    labels = tuple((0, fold) for fold in range(parts))
    return Predicted(np.array(rows), np.zeros((len(rows), 2)), np.array(predicted), labels, ())


def test_only_cases_predicted_at_least_twice_count():
    table = discrete([[0], [1], [0]], [0, 1, 1])
    rows, predicted = [0, 1, 2, 0, 1, 0], [0, 1, 0, 1, 1, 1]  # row 2 is predicted once
    expected = decompose(np.array([[1, 2], [0, 2]]), np.array([0, 1]))
    assert facts(table, {"nb": of(rows, predicted, 3)}, 3) == {"methods": {"nb": expected._asdict()}}


def test_methods_without_a_part_or_a_case_predicted_twice_are_left_out():
    table = discrete([[0], [1]], [0, 1])
    methods = {"lacks one": of([0, 1, 0], [0, 1, 1], 2), "once": of([0, 1], [0, 1], 3)}
    assert facts(table, methods, 3) == {"methods": {}}
