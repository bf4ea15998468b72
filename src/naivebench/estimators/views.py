"""Methods of estimators that use the fitted model as a whole: to save and show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.models import catalogue, saved, structure
from naivebench.models.fitted import Fitted


class Views:
    """The methods of an estimator that need its fitted model but no training data."""

    _method: ClassVar[str]
    fitted_: Fitted
    classes_: np.ndarray
    _order: np.ndarray

    if TYPE_CHECKING:  # defined by the estimator

        def _counts(self) -> Any: ...

    def save(self, path: str | Path) -> None:
        """Write the fitted estimator to the file `path`, which `load` reads; missing folders are created.

        `naivebench predict --model` reads it too. The file contains plain
        arrays and their description, including the version of naivebench; reading it runs none of its
        content. Raises InputError for models that contain objects of other libraries, and if `random_state`
        is a generator.
        """
        check_is_fitted(self)
        self._counts()
        attributes = {name: value for name, value in vars(self).items() if name != "fitted_"}
        seed = attributes["random_state"]
        if isinstance(seed, (np.random.Generator, np.random.RandomState)):
            raise InputError(
                f"random_state is a {type(seed).__name__}, which a model file cannot contain: call "
                "set_params(random_state=None), or set a whole number, before save"
            )
        saved.save(self.fitted_, path, saved.State(type(self).__name__, attributes))

    @classmethod
    def load(cls, path: str | Path) -> Any:
        """Load the fitted estimator from a file written by `save` or `naivebench fit --out`.

        Its predictions are byte-identical to those before saving. Labels in a file of `naivebench fit` are
        text. Raises InputError for a file of another class, and for files that are unreadable or damaged.
        """
        stanzas = catalogue.methods()
        fitted, state, _ = saved.load_content(path, {s["module"] for s in stanzas.values() if "module" in s})
        if fitted.method != cls._method or (state is not None and state.estimator != cls.__name__):
            stanza = stanzas.get(fitted.method)
            name = state.estimator if state else stanza.get("estimator") if stanza else None
            cure = f"call {name}.load" if name else "read it with `naivebench predict --model`"
            raise InputError(
                f"{path} contains a model of {name or fitted.method}, not of {cls.__name__}: {cure}"
            )
        loaded = cls()
        vars(loaded).update(state.attributes if state else _of_training_file(cls, fitted), fitted_=fitted)
        return loaded

    def plot_structure(self) -> Any:
        """Draw the network of a fitted TAN, KDB or other network classifier as a matplotlib figure.

        Raises InputError for methods without arcs between attributes, and if matplotlib is not installed.
        """
        check_is_fitted(self)
        return structure.plot(self.fitted_)


def _of_training_file(cls: type, fitted: Fitted) -> dict[str, Any]:
    """The attributes that an estimator of this class would have after a fit on the training file."""
    names = [column for attribute in fitted.attributes for column in _columns_of(attribute)]
    labels = np.array(fitted.classes, dtype=object)
    order = np.argsort(labels)
    params = {f"model_{name}" if hasattr(cls, name) else name: fitted.params[name] for name in fitted.params}
    return {
        **params,
        "discretize": fitted.discretizer,
        "classes_": labels[order],
        "n_features_in_": len(names),
        "feature_names_in_": np.array(names, dtype=object),
        "_names": names,
        "_order": order.astype(np.int32),
    }


def _columns_of(attribute: Attribute) -> tuple[str, ...]:
    """The columns of X that an attribute consists of."""
    words = attribute.kind in TEXT and attribute.declared
    return attribute.values if attribute.kind == "direction" or words else (attribute.name,)
