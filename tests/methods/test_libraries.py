"""Rivals from optional libraries.

If a library is installed, these tests run; otherwise only one of each runs.
"""

import importlib.util

import numpy as np
import pytest
from support.tables import mixed

from naivebench.core.checks import InputError
from naivebench.core.table import n_cases, subset
from naivebench.models import registry

PACKAGES = {"lightgbm": "lightgbm", "xgboost": "xgboost", "catboost": "catboost", "ebm": "interpret"}
METHODS = pytest.mark.parametrize("method", PACKAGES)


@pytest.fixture
def module(method):
    pytest.importorskip(PACKAGES[method], reason=f"{method} is not installed (envs/extras.txt)")
    return registry.load(f"baselines.{method}")


def fitted(module, train):
    return module.fit(train, rng=np.random.default_rng(5))


@pytest.mark.parametrize("method", ["lightgbm", "xgboost"])
def test_the_size_of_boosted_trees_is_that_of_the_library_s_own_dump(module, method):
    model = fitted(module, mixed(300, 3))
    if method == "lightgbm":
        expected = sum(t["num_leaves"] for t in model.classifier.booster_.dump_model()["tree_info"])
    else:
        expected = len(model.classifier.get_booster().trees_to_dataframe())
    assert module.summarize(model)["n_parameters"] == expected


@METHODS
def test_without_information_the_prediction_is_the_class_frequencies(module):
    train = mixed(60, 2)
    alone = subset(train, np.flatnonzero(train.y == 1))
    model = fitted(module, alone)
    log_proba = module.predict_log_proba(model, train)
    assert log_proba.shape == (n_cases(train), 2)
    assert (log_proba == [-np.inf, 0]).all()
    assert module.summarize(model)["attributes_used"] == 0


@METHODS
@pytest.mark.parametrize("classes", [2, 3])
def test_learns_an_easy_table_and_is_reproducible(module, classes):
    table = mixed(300, classes)
    train, test = subset(table, np.arange(200)), subset(table, np.arange(200, 300))
    model = fitted(module, train)
    log_proba = module.predict_log_proba(model, test)
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, atol=1e-6)
    majority = np.bincount(train.y).argmax()
    assert (log_proba.argmax(axis=1) == test.y).mean() > (test.y == majority).mean() + 0.1
    np.testing.assert_array_equal(module.predict_log_proba(fitted(module, train), test), log_proba)
    assert module.summarize(model)["attributes_used"] > 0


@METHODS
def test_a_method_without_its_package_names_the_way_to_install_it(method):
    if importlib.util.find_spec(PACKAGES[method]):
        pytest.skip(f"package {PACKAGES[method]} is installed")
    with pytest.raises(InputError, match=r"is not installed: install the packages of envs/extras.txt"):
        fitted(registry.load(f"baselines.{method}"), mixed(30))
