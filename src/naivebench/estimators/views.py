"""What every estimator can do with its fitted model as a whole: keep it in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.models import catalogue, saved
from naivebench.models.fitted import Fitted


class Views:
    """The part of an estimator that needs its fitted model and no training data."""

    _method: ClassVar[str]
    fitted_: Fitted

    def save(self, path: str | Path) -> None:
        """Write the fitted estimator to the file `path`, which `load` reads.

        `naivebench predict --model` and `naivebench export --model` read it too. The file holds plain arrays
        and their description, the version of naivebench included; reading it runs none of its content. Raises
        InputError for models that hold objects of other libraries, and for a generator as `random_state`.
        """
        check_is_fitted(self)
        attributes = {name: value for name, value in vars(self).items() if name != "fitted_"}
        seed = attributes["random_state"]
        if isinstance(seed, (np.random.Generator, np.random.RandomState)):
            raise InputError(
                f"random_state is a {type(seed).__name__}, which a model file cannot hold: call "
                "set_params(random_state=None), or set a whole number, before save"
            )
        saved.save(self.fitted_, path, saved.State(type(self).__name__, attributes))

    @classmethod
    def load(cls, path: str | Path) -> Any:
        """The fitted estimator of a file that `save` or `naivebench fit --out` wrote.

        Its predictions have the same bytes as before. Labels from a file of `naivebench fit` are text.
        Raises InputError for a file of another class, and for files that cannot be read or are damaged.
        """
        stanzas = catalogue.methods()
        fitted, state, _ = saved.load_content(path, {s["module"] for s in stanzas.values() if "module" in s})
        if fitted.method != cls._method or (state is not None and state.estimator != cls.__name__):
            stanza = stanzas.get(fitted.method)
            name = state.estimator if state else stanza.get("estimator") if stanza else None
            cure = f"call {name}.load" if name else "read it with `naivebench predict --model`"
            raise InputError(
                f"{path} holds a model of {name or fitted.method}, not of {cls.__name__}: {cure}"
            )
        loaded = cls()
        vars(loaded).update(state.attributes if state else _of_training_file(cls, fitted), fitted_=fitted)
        return loaded


def _of_training_file(cls: type, fitted: Fitted) -> dict[str, Any]:
    """The attributes that an estimator of the class would have after a fit on the training file."""
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
    """The columns of X that an attribute is made of."""
    words = attribute.kind in TEXT and attribute.declared
    return attribute.values if attribute.kind == "direction" or words else (attribute.name,)
