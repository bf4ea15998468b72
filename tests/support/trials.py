"""Small tables and synthetic predictions for the tests of trials."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np

from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.core.table import Attribute, make_table

FINISHED = FoldResult("ok", "", {}, 1.0, 1.0, 0.0)


class PoolHere:
    """A pool of processes that runs everything in this one."""

    def __init__(self, cores, **options):
        self.cores = cores

    def submit(self, function, *given):
        future = Future()
        future.set_result(function(*given))
        return future

    def shutdown(self, **options):
        """Do nothing."""


def blobs(n=120, classes=("a", "b")):
    """Two columns of numbers whose means differ by class."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % len(classes)
    reals = rng.normal(size=(n, 2)) + 1.5 * y[:, None]
    return make_table([Attribute("x", "linear"), Attribute("z", "linear")], classes, y, reals=reals)


def labelled(columns, y):
    """Columns of codes."""
    attributes = [
        Attribute(name, "nominal", tuple(map(str, range(1 + max(values)))))
        for name, values in columns.items()
    ]
    codes = np.column_stack([np.array(v) for v in columns.values()])
    return make_table(attributes, ("a", "b"), np.array(y), codes=codes)


def circle():
    """A nominal, a linear and an angular column."""
    n, rng = 90, np.random.default_rng(5)
    y = np.arange(n) % 2
    attributes = [
        Attribute("c", "nominal", ("p", "q")),
        Attribute("x", "linear"),
        Attribute("a", "angular", period=360),
    ]
    reals = np.column_stack([rng.normal(size=n) + y, np.where(y == 1, np.pi, 0) + rng.normal(0, 0.5, n)])
    return make_table(attributes, ("a", "b"), y, codes=rng.integers(0, 2, (n, 1)), reals=reals)


def draw_predictions(design, method, seed):
    """Random probabilities for every test case of a plan, far from where losses are clipped."""
    first = np.random.default_rng(seed).uniform(0.2, 0.8, len(design.folds.test))
    return predict_first(design, method, first)


def unite(*parts):
    """The predictions of several methods together."""
    return parts[0]._replace(methods={m: p for part in parts for m, p in part.methods.items()})


def predict_first(design, method, first):
    """Predictions with these probabilities (N,) of the first of two classes."""
    log_proba = np.log(np.column_stack([first, 1 - first])).astype(np.float32)
    folds = (FINISHED,) * len(design.folds.fold)
    p = MethodPredictions("", 0.0, log_proba, log_proba.argmax(axis=1).astype(np.int32), folds)
    f = design.folds
    return Predictions(f.repeat, f.fold, f.offsets, f.test, {method: p})
