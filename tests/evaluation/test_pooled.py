"""Macro averages of pooled predictions: by hand, by brute force and by scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from naivebench.evaluation.classification import average_classes


def test_one_small_matrix_by_hand():
    """No case is predicted as class 1, and class 2 has neither cases nor predictions."""
    confusion = [[3, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert average_classes(confusion) == pytest.approx(((3 / 4 + 0) / 2, (1 + 0) / 2, (6 / 7 + 0) / 2))
    assert average_classes(confusion, 3) == pytest.approx(((3 / 4 + 0) / 3, (1 + 0) / 3, (6 / 7 + 0) / 3))
    assert average_classes(confusion, 10).recall == pytest.approx(1 / 10)


def by_brute_force(y, decided, classes):
    """The computation of the program of mande2023: undefined numbers are skipped, and all classes count."""
    sums = [0.0, 0.0, 0.0]
    for c in range(classes):
        hits = sum(a == b == c for a, b in zip(y, decided, strict=True))
        precision = hits / decided.count(c) if c in decided else np.nan
        recall = hits / y.count(c) if c in y else np.nan
        f1 = 2 * precision * recall / (precision + recall) if hits else np.nan
        sums = [s if np.isnan(x) else s + x for s, x in zip(sums, (precision, recall, f1), strict=True)]
    return [s / classes for s in sums]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_both_conventions(pairs):
    y, decided = map(list, zip(*pairs, strict=True))
    confusion = confusion_matrix(y, decided, labels=range(6))
    for labels, classes in ((list(range(6)), 6), (None, None)):
        other = precision_recall_fscore_support(y, decided, labels=labels, average="macro", zero_division=0)
        assert average_classes(confusion, classes) == pytest.approx(other[:3], abs=1e-12)
    assert average_classes(confusion, 6) == pytest.approx(by_brute_force(y, decided, 6), abs=1e-12)


def test_pooled_averages_are_not_means_over_folds():
    """A class without test cases in a fold has recall 0 there."""
    folds = np.array([[[2, 0], [1, 1]], [[2, 0], [0, 0]]])
    assert average_classes(folds.sum(axis=0)).recall == 0.75
    assert np.mean([average_classes(fold, 2).recall for fold in folds]) == 0.625
