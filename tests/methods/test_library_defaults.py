"""Rivals of other libraries. None is weaker than its library: settings are the library's defaults, or the
stanza gives a reason.

If an optional library is installed, its tests run; otherwise only one of each runs.
"""

from __future__ import annotations

import importlib.util
import inspect
import warnings

import numpy as np
import pytest
from support.tables import discrete, linear, mixed

from naivebench.core.checks import InputError
from naivebench.core.table import n_cases, subset
from naivebench.models import catalogue, method_stanzas, registry

pytestmark = pytest.mark.slow

STANZAS = {name: method_stanzas.add_defaults(stanza) for name, stanza in catalogue.read_methods().items()}
# settings that do not change the model: threads, seeds, output, and equivalent algorithms
EXECUTION = {"n_jobs", "random_state", "verbose", "algorithm", "dual"}
EXECUTION |= {"thread_count", "random_seed", "allow_writing_files", "deterministic", "force_row_wise"}
# settings that follow from the data: kinds of columns, loss for two or more classes, folds of the calibration
DATA = {"categorical_features", "cat_features", "enable_categorical", "feature_types"}
DATA |= {"loss_function", "objective", "estimator", "cv"}

RIVALS = {
    name: (stanza["module"], stanza["params"])
    for name, stanza in STANZAS.items()
    if stanza.get("module", "").startswith("baselines.")
    and stanza["module"] != "baselines.majority"
    and set(stanza["kinds"]) & {"nominal", "linear"}
}


def estimators(classifier):
    """The wrapped estimators, including that of a calibration, without the additions of the wrapper."""
    classifier = classifier[0] if isinstance(classifier, tuple) else classifier
    return [classifier, *filter(None, [getattr(classifier, "estimator", None)])]


def library_defaults(estimator, fitted_on) -> dict:
    """Default settings.

    Those that a library chooses while fitting come from a fit of its defaults.
    """
    if type(estimator).__module__.startswith("xgboost"):
        # None means the library's value, as documented there
        usual = {"n_estimators": 100, "learning_rate": 0.3, "max_depth": 6, "min_child_weight": 1}
        usual |= {"subsample": 1, "colsample_bynode": 1, "reg_lambda": 1, "tree_method": "hist"}
        return type(estimator)().get_params() | usual
    if type(estimator).__module__.startswith("catboost"):
        usual = type(estimator)(verbose=False, allow_writing_files=False, thread_count=1).fit(*fitted_on)
        return {k: v for k, v in usual.get_all_params().items() if k in estimator.get_params()}
    return type(estimator)().get_params(deep=False)


def differences(estimator, table) -> dict:
    usual = library_defaults(estimator, (table.reals, table.y))
    given = estimator.get_params() if usual.keys() - {"estimator"} else {}
    return {
        k: (given[k], usual.get(k))
        for k in given.keys() & usual.keys() - EXECUTION - DATA
        if given[k] is not None
        and given[k] == given[k]  # missing=NaN
        and given[k] != usual[k]
        and not (given[k] == "auto" == usual[k])
    }


@pytest.mark.parametrize("name", RIVALS)
def test_settings_are_the_librarys_or_the_stanza_has_a_reason(name):
    module, params = RIVALS[name]
    package = STANZAS[name].get("package")
    if package:
        pytest.importorskip(package)
    train = mixed(120, 2)
    if "hashed" in name:
        train = discrete(np.random.default_rng(0).integers(0, 3, (120, 4)), np.arange(120) % 2)
    numbers = linear(np.random.default_rng(0).normal(size=(120, 4)), np.arange(120) % 2)
    model = registry.load(module).fit(train, rng=np.random.default_rng(0), **params)
    found = {}
    for estimator in estimators(model.classifier):
        found |= differences(estimator, numbers)
    if STANZAS[name]["module"] == "baselines.ebm":  # two classes here; the next test has more
        assert not found
        return
    departs = STANZAS[name].get("departs", {})
    assert found.keys() == departs.keys()
    # a limit of iterations may only be larger
    assert all(given > usual for k, (given, usual) in found.items() if k == "max_iter")


@pytest.mark.parametrize("name", ["ebm", "ebm_library"])
def test_pairs_of_ebm_with_more_than_two_classes_are_the_librarys_or_the_stanza_has_a_reason(
    name, monkeypatch
):
    """The settings of the estimator are compared, because a fit with pairs takes seconds."""
    glassbox = pytest.importorskip("interpret.glassbox")
    built = {}

    class Stopped(glassbox.ExplainableBoostingClassifier):
        def __init__(self, **settings):
            built.update(settings)
            raise RuntimeError("built")

    monkeypatch.setattr(glassbox, "ExplainableBoostingClassifier", Stopped)
    module, params = RIVALS[name]
    for classes in (2, 3):
        with pytest.raises(RuntimeError, match="built"):
            registry.load(module).fit(mixed(120, classes), rng=np.random.default_rng(0), **params)
        usual = inspect.signature(Stopped.__base__).parameters["interactions"].default
        departs = STANZAS[name].get("departs", {})
        assert set(departs) == ({"interactions"} if name == "ebm" else set())
        assert (built["interactions"] == usual) is (classes == 2 or name == "ebm_library")


@pytest.mark.parametrize("name", ["logistic_regression", "linear_svm"])
def test_hard_columns_converge(name):
    """The columns are nearly collinear and differ greatly in size.

    Without standardized columns, 100 iterations of L-BFGS are not enough.
    """
    rng = np.random.default_rng(0)
    x = rng.normal(size=(300, 30))
    x[:, 15:] = x[:, :15] + 1e-3 * rng.normal(size=(300, 15))
    table = linear(x * 10.0 ** rng.integers(-4, 5, 30), (x[:, 0] + rng.normal(size=300) > 0).astype(int))
    module, params = RIVALS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry.load(module).fit(table, rng=rng, **params)


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
