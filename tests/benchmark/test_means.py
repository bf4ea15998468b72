from types import SimpleNamespace

import pandas as pd

from naivebench.benchmark.results import summaries


def test_a_mean_without_a_fold_that_other_methods_have_is_missing():
    nan = float("nan")
    # in fold 2 no method has a value
    values = {"whole": [0.5, 0.7, nan], "partial": [1.0, nan, nan], "none": [nan, nan, nan]}
    rows = [
        {
            "protocol": "p",
            "dataset": "d",
            "method": m,
            "repeat": 0,
            "fold": f,
            "n_test": 10,
            "metric": "precision",
            "value": v,
        }
        for m, of in values.items()
        for f, v in enumerate(of)
    ]
    timings = pd.DataFrame(
        columns=["protocol", "dataset", "method", "fit_seconds", "predict_seconds", "peak_memory_mb"]
    )
    results = SimpleNamespace(scores=pd.DataFrame(rows), timings=timings, datasets=["d"])
    means = summaries.summarize(results).means
    assert means["p", "d", "whole"]["precision"] == 0.6
    assert "precision" not in means["p", "d", "partial"]
    assert "precision" not in means["p", "d", "none"]
