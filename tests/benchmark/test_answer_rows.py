"""Which cases of a data set's only test part a method predicts correctly."""

from types import SimpleNamespace

import numpy as np

from naivebench.benchmark.score import answer_rows


def test_bits_follow_the_test_rows_of_every_finished_run():
    y = np.array([0, 1, 0, 1, 1])
    folds = [SimpleNamespace(status=status) for status in ("ok", "failed", "ok")]
    # rows 4, 0, 2 have the classes 1, 0, 0; predictions are right, wrong, right, then right, right, wrong
    predicted = np.array([1, 1, 0, -1, -1, -1, 1, 0, 1])
    predictions = SimpleNamespace(
        methods={"m": SimpleNamespace(folds=folds, predicted=predicted)},
        offsets=np.array([0, 3, 6, 9]),
        row=np.array([4, 0, 2] * 3),
        repeat=np.array([0, 1, 2]),
        fold=np.array([0, 0, 0]),
    )
    assert list(answer_rows(predictions, y)) == [("m", 0, 3, "a0"), ("m", 2, 3, "c0")]
