from types import ModuleType
from typing import NamedTuple

from naivebench.core.method_modules import complete


class Model(NamedTuple):
    pass


def predict_log_proba(model, table):
    return "home"


def summarize(model):
    return {"home": True}


def explain(model, table):
    return "why home predicts so"


def test_a_module_gets_missing_functions_from_the_module_of_its_model():
    module = ModuleType("method")
    module.Model, module.summarize = Model, lambda model: {"home": False}
    assert complete(module) is module
    assert module.predict_log_proba is predict_log_proba
    assert module.summarize(None) == {"home": False}
    assert module.explain is explain
    assert not hasattr(module, "warm_up")


def test_a_module_with_its_own_prediction_gets_no_explanation_of_another():
    module = ModuleType("method")
    module.Model, module.predict_log_proba = Model, lambda model, table: "other"
    assert not hasattr(complete(module), "explain")


def test_a_module_without_model_stays_as_it_is():
    module = ModuleType("method")
    before = set(vars(module))
    assert set(vars(complete(module))) == before
