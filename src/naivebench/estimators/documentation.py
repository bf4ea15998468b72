"""Documentation of every estimator, generated from its stanza, its functions and the meanings of its
parameters: the docstring of its class, its entry in the stub for editors and type checkers, and its row in
the table of docs/estimators.md.

`make format` writes the last two.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from naivebench.models import catalogue, method_text, parameters, registry
from naivebench.models.stanzas import MethodStanza

LINE = 110  # largest number of characters in a line of code
WIDTH = 100  # largest number of characters in a line of a docstring


class Told(NamedTuple):
    """Documentation of a parameter or an attribute."""

    type: str  # a Python type for parameters, numpydoc's wording for attributes
    meaning: str


COMMON = {  # parameters of estimators in addition to those of the method's `fit`
    "random_state": Told(
        "int | np.random.Generator | np.random.RandomState | None",
        "Seed or generator of random numbers. The same whole number gives the same model every time.",
    ),
    "discretize": Told(
        "str | None",
        "Discretizer that turns numbers and angles into intervals, learned in `fit`. With None they stay "
        "numbers, which only some methods accept.",
    ),
    "kinds": Told(
        "Mapping[str, Any] | str | None",
        "Kinds of columns that should not be inferred, by name or pattern: nominal, ordinal, linear, "
        "angular, direction, count or sequence. See docs/estimators.md#kinds-of-columns.",
    ),
    "class_prior": Told(
        "str | Sequence[float] | Mapping[Any, float] | None",
        "Class probabilities instead of those learned: 'uniform', 'empirical' (class frequencies), a list in "
        "the order of `classes_`, or a mapping from label to probability.",
    ),
    "class_weight": Told(
        "str | Mapping[Any, float] | None",
        "Factors of the weights of cases: 'balanced', or a mapping from label to weight.",
    ),
}
ATTRIBUTES = {
    "classes_": Told("ndarray of shape (n_classes,)", "Labels, in the order of scikit-learn."),
    "n_features_in_": Told("int", "Number of columns of X in `fit`."),
    "feature_names_in_": Told(
        "ndarray of shape (n_features_in_,)", "Names of these columns. Only set if every column has a name."
    ),
    "fitted_": Told(
        "naivebench.models.fitted.Fitted", "The fitted model, with attributes, classes and cut points."
    ),
}
NUMBERS = """
X, y = load_iris(return_X_y=True, as_frame=True)
model = {name}().fit(X, y)
model.predict(X.iloc[[0, 75, 149]])"""
ANGLES = """
X = pd.DataFrame({{"wind": [350, 10, 5, 170, 190, 185] * 5}})
y = ["north", "north", "north", "south", "south", "south"] * 5
model = {name}(kinds={{"wind": {{"kind": "angular", "period": 360}}}}).fit(X, y)
model.predict(pd.DataFrame({{"wind": [0, 180]}})).tolist()"""
TEXTS = """
texts = ["sun sun rain", "rain rain", "sun", "rain snow"] * 5
model = {name}().fit(texts, ["dry", "wet", "dry", "wet"] * 5)
model.predict(["sun today", "snow"]).tolist()"""
SEQUENCES = """
proteins = ["ACACAACAD", "AACCACA", "WYWYYWD", "YYWWYWYW"] * 5
model = {name}().fit(proteins, ["one", "one", "two", "two"] * 5)
model.predict(["ACAC", "WYWY"]).tolist()"""


class Example(NamedTuple):
    """Lines of code; the last one prints something."""

    imports: str  # "" if none are needed
    code: str  # {name} is replaced by the class
    output: str


EXAMPLES = {  # by the kind of the example's columns
    "numbers": Example("from sklearn.datasets import load_iris", NUMBERS, "array([0, 1, 2])"),
    "angles": Example("import pandas as pd", ANGLES, "['north', 'south']"),
    "texts": Example("", TEXTS, "['dry', 'wet']"),
    "sequences": Example("", SEQUENCES, "['one', 'two']"),
}
OTHER_OUTPUTS = {  # outputs of methods that differ from the others in their example
    "majority": "array([0, 0, 0])",
    "prior": "array([0, 0, 0])",
    "iterative_bayes_printed": "array([0, 2, 2])",
    "hc_df": "array([0, 1, 1])",
}


def docstring(
    name: str,
    method: str,
    own: Mapping[str, inspect.Parameter],
    defaults: Mapping[str, Any],
    bases: Iterable[type],
) -> str:
    """Build the docstring of the class `name` in numpydoc's format.

    own: constructor parameters that come from the method's `fit`, possibly under another name. defaults:
    defaults of all constructor parameters. bases: classes whose properties are documented as fitted
    attributes.
    """
    stanza = catalogue.methods()[method]
    functions = registry.load(stanza["module"])
    idea, _, more = (inspect.getdoc(functions) or "").partition("\n\n")
    attributes = ATTRIBUTES | {key: known for base in bases for key, known in _properties(base).items()}
    sections = {
        "Parameters": "\n".join(
            _entry(key, f"{_in_words(known.type)}, default={defaults[key]!r}", known.meaning)
            for key, known in told(stanza["module"], own, defaults).items()
        ),
        "Attributes": "\n".join(_entry(key, known.type, known.meaning) for key, known in attributes.items()),
        "Notes": "\n\n".join(filter(None, [more, inspect.getdoc(functions.fit)])),
        "References": "\n".join(_references(stanza, f"{idea} {more}")),
        "Examples": _example(name, method, stanza),
    }
    written = [f"{title}\n{'-' * len(title)}\n{text}" for title, text in sections.items() if text]
    caveat = textwrap.fill(stanza.get("caveat", ""), WIDTH)
    return "\n\n".join(filter(None, [f"{stanza['title']}.", idea, caveat, *written])) + "\n"


def told(module: str, own: Mapping[str, inspect.Parameter], defaults: Mapping[str, Any]) -> dict[str, Told]:
    """Types and meanings of all parameters of a constructor."""
    found = {}
    for name, default in defaults.items():
        known = own.get(name, inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY))
        annotation = _type_of(default) if known.annotation is known.empty else str(known.annotation)
        meaning = parameters.meaning_of(module, known.name)
        found[name] = Told(annotation, meaning) if name in own or name not in COMMON else COMMON[name]
    return found


def _type_of(default: Any) -> str:
    """The type of a parameter without annotation (one that a method passes on to another), inferred from its
    default.
    """
    return "bool" if isinstance(default, bool) else "float" if isinstance(default, (int, float)) else "str"


def _in_words(annotation: str) -> str:
    """A type in numpydoc's wording: `int or None`."""
    words = re.sub(r"Mapping\[[^]]+\]", "dict", annotation).replace("Sequence[float]", "sequence of float")
    return words.replace("np.random.", "").replace(" | ", " or ")


def _entry(name: str, kind: str, meaning: str) -> str:
    text = textwrap.fill(meaning, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"{name} : {kind}\n{text}"


def _properties(cls: type) -> dict[str, Told]:
    """Fitted attributes that a class defines as properties, documented by their docstrings."""
    found = {}
    for name, value in sorted(inspect.getmembers_static(cls, lambda entry: isinstance(entry, property))):
        if name.endswith("_") and not name.startswith("_"):
            annotation = inspect.signature(value.fget).return_annotation
            kind = "object" if annotation is inspect.Parameter.empty else str(annotation)
            found[name] = Told(kind.replace("np.", "").split("[")[0], " ".join((value.__doc__ or "").split()))
    return found


def _references(stanza: MethodStanza, text: str) -> Iterator[str]:
    """Yield numbered references: publications, then the section of docs/methods/."""
    section = method_text.section(text)
    works = [work for work in stanza.get("reference", "").split("; ") if work]
    for number, work in enumerate([*works, *([section] if section else [])], 1):
        yield f".. [{number}] {work}"


def _example(name: str, method: str, stanza: MethodStanza) -> str:
    kinds = stanza["kinds"]
    if stanza["module"].startswith("directional.") and "angular" in kinds:
        example = EXAMPLES["angles"]
    elif "linear" in kinds:
        example = EXAMPLES["numbers"]
    else:
        example = EXAMPLES["texts" if "count" in kinds else "sequences"]
    imports = [*filter(None, [example.imports]), f"from naivebench.estimators import {name}"]
    imports = imports if "pandas" in example.imports else imports[::-1]
    lines = [*imports, *example.code.format(name=name).strip().split("\n")]
    return "\n".join([*(f">>> {line}" for line in lines), OTHER_OUTPUTS.get(method, example.output)])


HEAD = '''\
"""Every estimator with its parameters, for editors and type checkers. `make format` writes this file from
the catalogue of methods (`naivebench.estimators.documentation`); do not edit it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

{imports}

__all__ = [
{names}
]

def make(method: str, **params: Any) -> Estimator:
    """The estimator of a method by its id in the catalogue, such as tan, with these parameters.

    Raises InputError for a method without an estimator, and TypeError for parameters that it does not have.
    """
'''


def stub(classes: Iterable[type]) -> str:
    """Build the text of `estimators/__init__.pyi`.

    Each class has its constructor and the beginning of its docstring, including parameters. A class that is
    written by hand is imported from its module.
    """
    classes = list(classes)
    made = [cls for cls in classes if hasattr(cls, "_method")]
    bases = {base for cls in made for base in cls.__bases__}
    imports = [_import(module, names) for module, names in _by_module(bases).items()]
    others = [cls for cls in classes if cls not in made]
    imports += [f"from {cls.__module__} import {cls.__name__} as {cls.__name__}" for cls in others]
    names = "\n".join(f'    "{name}",' for name in ["make", *(cls.__name__ for cls in [*made, *others])])
    head = HEAD.format(imports="\n".join(sorted(imports)), names=names)
    return "\n".join([head, *map(_class, made)])


def _import(module: str, names: Iterable[str]) -> str:
    """An import in one line, or with one name per line if it would exceed `LINE` characters."""
    line = f"from {module} import {', '.join(names)}"
    return line if len(line) <= LINE else f"from {module} import (\n    " + ",\n    ".join(names) + ",\n)"


def _by_module(classes: Iterable[type]) -> dict[str, list[str]]:
    """Mapping from module to the names of its classes."""
    found: dict[str, list[str]] = {}
    for cls in sorted(classes, key=lambda cls: cls.__name__):
        found.setdefault(cls.__module__, []).append(cls.__name__)
    return found


def _class(cls: Any) -> str:
    """Text of one class in the stub."""
    stanza = catalogue.methods()[cls._method]
    defaults = {p.name: p.default for p in inspect.signature(cls).parameters.values()}
    known = told(stanza["module"], cls._parameters, defaults)
    text = cls.__doc__.split("\n\nAttributes\n---")[0] + "\n"
    text = text.replace("\\", "\\\\").replace('"""', r"\"\"\"")
    written = [f"        {name}: {p.type} = {_value(defaults[name])}," for name, p in known.items()]
    return "\n".join(
        [
            f"class {cls.__name__}({', '.join(base.__name__ for base in cls.__bases__)}):",
            textwrap.indent(f'"""{text}"""', "    ", lambda line: bool(line.strip())),
            "",
            "    def __init__(",
            "        self,",
            "        *,",
            *written,
            "    ) -> None: ...",
            "",
        ]
    )


def _value(default: Any) -> str:
    """A default value in the stub; lists are shown only in the docstring."""
    if isinstance(default, str):
        return json.dumps(default, ensure_ascii=False)
    return repr(default) if default is None or isinstance(default, (bool, int, float)) else "..."


def table(classes: Iterable[type]) -> str:
    """Build the Markdown table in docs/estimators.md#classes: a row per class of the catalogue."""
    rows = [
        "| id | class | method | kinds of columns | `sample_weight` | `partial_fit` | `explain` |",
        "| --- | --- | --- | --- | :-: | :-: | :-: |",
    ]
    rows += [_row(cls) for cls in classes if hasattr(cls, "_method")]
    return "\n".join(rows)


def _row(cls: Any) -> str:
    stanza = catalogue.methods()[cls._method]
    marks = (
        "sample_weight" in inspect.signature(cls.fit).parameters,
        hasattr(cls, "partial_fit"),
        hasattr(registry.load(stanza["module"]), "explain"),
    )
    cells = [f"`{cls._method}`", f"`{cls.__name__}`", stanza["title"], ", ".join(stanza["kinds"])]
    return f"| {' | '.join([*cells, *('yes' if mark else '' for mark in marks)])} |"
