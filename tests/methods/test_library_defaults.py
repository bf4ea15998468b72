"""No rival is weaker than its library: settings are the library's defaults, or the stanza gives a reason."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest
from support.tables import discrete, linear, mixed

from naivebench.models import catalogue, registry, stanzas

pytestmark = pytest.mark.slow

STANZAS = {name: stanzas.add_defaults(stanza) for name, stanza in catalogue.read_methods().items()}
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
        model = registry.load(module).fit(table, rng=rng, **params)
    assert model.notes == ()
