"""The question of a trial: a table, the folds on which methods are compared, and the methods."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark import plan
from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.removed import advice
from naivebench.core.table import DISCRETE, Table, class_counts, n_cases, n_classes
from naivebench.data import class_labels, frames
from naivebench.data.discretization.apply import cut_attributes
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS, Metric
from naivebench.models.stanzas import MethodStanza, with_defaults

# seeds the random numbers of folds and fits, here and in the configuration written with the answer
PROTOCOL = "try"
FEWEST = 10  # rows that a table needs for a comparison
MANY_VALUES = 50  # values of a nominal attribute from which on methods for many values take part
# numbers of rows: five repeats below the first, two below the second, five folds above the third
FEW_ROWS, SMALL, LARGE = 500, 2_000, 100_000
BASELINE = "majority"
PLAIN = ("nb", "nb_mn")  # plain naive Bayes, for columns and for texts
FAMILY = ("nb", "gnb", "mixed_nb", "awnb", "tan", "kdb", "aode", "hnb", "a2de", "eskdb", "flexible_nb")
OF_ANGLES = ("vmnb", "hybrid_nb", "gnb_sincos")
ON_A_LINE = ("gnb", "mixed_nb", "flexible_nb", "sel_gnb")  # for which 359 and 1 degrees are far apart
OF_MANY_VALUES = ("nb_tuned", "hpb")
OF_TEXTS = ("nb_mn", "nb_mn_binary", "nb_bernoulli", "cnb", "twcnb", "rnbl_mn")
RIVALS = ("logistic_regression", "random_forest", "hist_gradient_boosting", "linear_svm_counts")
EFFORT = ("light", "normal", "heavy")  # values of `cost` in a stanza, in the order in which methods run


class Split(NamedTuple):
    """How folds are drawn; the keys of `folds` of a protocol."""

    scheme: str  # stratified, grouped, time or holdout
    folds: int = 10
    repeats: int = 1


class Question(NamedTuple):
    """Input of all computations of a trial."""

    name: str  # id of the data set
    table: Table
    split: Split
    folds: Folds
    methods: dict[str, MethodStanza]  # in the order in which they run
    left_out: dict[str, str]  # left-out method -> reason
    metric: Metric
    seed: int
    holdout: int | None = None  # number of leading rows in the training part, under the scheme holdout
    target: str = "class"  # name of the class column
    rows: np.ndarray | None = None  # (n,) number of every case in the user's file, from 1


def table_of(
    X: Any, y: Any, *, kinds: dict[str, Any] | str | None = None, groups: Any = None
) -> tuple[Table, np.ndarray, list[str]]:
    """Arrays or a data frame as a table: X (n, d), y (n,) labels, kinds of columns as for the estimators,
    groups (n,) of rows that belong together. Also returns the rows that have a class, from 0, and notes.

    Raises InputError if the numbers of labels and rows differ.
    """
    frames.check_one_per_case(y, "y", "a label")
    labels, codes, notes = class_labels.read_values(y, "y")
    data = frames.plain(X)
    if len(codes) != data.shape[0]:
        raise InputError(f"X has {data.shape[0]} rows and y has {len(codes)} labels: give one label per row")
    rows = np.flatnonzero(codes >= 0)
    table = frames.to_table(frames.take(data, rows), codes[rows], labels, kinds=kinds, text=None)
    if groups is not None:
        members = np.unique(np.asarray(groups)[rows], return_inverse=True)[1]
        table = table._replace(groups=members.astype(np.int32))
    return table, rows, notes


def text_codes(X: Any, table: Table) -> list[np.ndarray]:
    """Codes (n,) of the different texts, in lower case, of each column of X; none for counts of words."""
    import pandas as pd

    data = frames.plain(X)
    if not hasattr(data, "columns"):
        return []
    columns = dict(zip(frames.names_of(data), (column for _, column in data.items()), strict=True))
    texts = [a.name for a in table.attributes if a.kind == "count" and a.name in columns]
    return [pd.factorize(columns[name].map(_lower, na_action="ignore"))[0] for name in texts]


def _lower(text: Any) -> str:
    return str(text).lower()


def ask(
    name: str,
    table: Table,
    catalogue: Mapping[str, MethodStanza],
    *,
    methods: Sequence[str] = (),
    metric: str = "accuracy",
    folds: int | None = None,
    repeats: int | None = None,
    scheme: str = "stratified",
    holdout: int | None = None,
    seed: int = 0,
    target: str = "class",
    rows: np.ndarray | None = None,
    where: str = "",
) -> Question:
    """Build the question about a table; `methods`: ids, by default those that suit its columns. The most
    frequent class is always compared. where: the table in messages, by default its name.

    Raises InputError for a table that is too small, and for unknown methods and metrics.
    """
    where = where or name
    check(table, where)
    one_of(metric, METRICS, "metric", "--metric")
    split = split_of(table, scheme, folds, repeats)
    drawn = splits.make(
        table,
        scheme=scheme,
        folds=max(split.folds, 2),
        repeats=split.repeats,
        holdout=holdout,
        seed=plan.entropy(seed, PROTOCOL, name),
    )
    asked = list(dict.fromkeys(methods)) or suitable(table, catalogue)
    if asked == [BASELINE] and not methods:
        raise InputError(
            f"no member of the family accepts all columns of {where} together "
            f"({', '.join(sorted({a.kind for a in table.attributes}))}): leave the columns of one kind "
            "out with --drop"
        )
    asked = asked if BASELINE in asked else [BASELINE, *asked]  # whatever is said rests on it
    for method in asked:
        if method not in catalogue:
            near = advice("method", method) or did_you_mean(
                method, catalogue, "`naivebench methods` lists all of them."
            )
            raise InputError(f"method {method!r} is not in the catalogue{near}")
    chosen, left_out = _applicable(table, asked, catalogue)
    if left_out and set(chosen) <= {BASELINE}:
        reasons = "; ".join(f"{method} {why}" for method, why in left_out.items())
        raise InputError(f"no method can be compared on {where} ({reasons}): choose other methods")
    return Question(name, table, split, drawn, chosen, left_out, METRICS[metric], seed, holdout, target, rows)


def check(table: Table, name: str) -> None:
    """Raise InputError for a table on which a comparison is meaningless."""
    n, k = n_cases(table), n_classes(table)
    if n < FEWEST:
        raise InputError(f"{name} has {n} rows with a class, but at least {FEWEST} are needed: add rows")
    if 2 * k > n:
        raise InputError(
            f"the class column of {name} has {k} different labels in {n} rows, so most labels have too "
            "few rows: choose another target"
        )
    if not table.attributes:
        raise InputError(f"{name} has no column besides the class: add columns to learn from")
    if all(a.kind in DISCRETE and not a.values for a in table.attributes):
        raise InputError(f"{name} has only missing cells besides the class: fill in values")


def split_of(table: Table, scheme: str, folds: int | None, repeats: int | None) -> Split:
    """Choose the numbers of folds and repeats.

    The default is ten folds, five on large tables, and several repeats if the table is small and folds are
    drawn at random.
    """
    n = n_cases(table)
    if scheme == "holdout":
        return Split(scheme, 1, 1)
    default = 10 if n <= LARGE else 5
    if scheme == "stratified":
        default = max(2, min(default, int(class_counts(table).max())))
    usual = 1 if scheme == "time" or n >= SMALL else 2 if n >= FEW_ROWS else 5
    return Split(scheme, folds or default, repeats or usual)


def suitable(table: Table, catalogue: Mapping[str, MethodStanza]) -> list[str]:
    """Ids of the baseline, of the members of the family that suit the columns, and of the rivals."""
    kinds = {a.kind for a in table.attributes}
    widest = max((len(a.values) for a in table.attributes if a.kind in DISCRETE), default=0)
    numbers = bool(cut_attributes(table))
    # otherwise mixed_nb would repeat nb or gnb
    idle = set() if numbers and kinds - {"linear"} else {"mixed_nb"}
    idle |= set() if numbers else {"gnb", "flexible_nb"}
    idle |= set(ON_A_LINE) if has_angles(table) else set()
    wanted = [BASELINE, *(m for m in FAMILY if m not in idle)]
    wanted += OF_ANGLES if kinds & {"angular", "direction"} else ()
    wanted += OF_MANY_VALUES if widest > MANY_VALUES else ()
    wanted += OF_TEXTS
    return [m for m in (*wanted, *RIVALS) if m in catalogue and kinds <= set(catalogue[m]["kinds"])]


def note_angles(table: Table, methods: Sequence[str]) -> list[str]:
    """A note on methods that the user names although they take the angles of the table for numbers."""
    named = [m for m in dict.fromkeys(methods) if m in ON_A_LINE] if has_angles(table) else []
    takes = "method `{}` takes" if len(named) == 1 else "methods `{}` take"
    names = "` and `".join(named)
    apart = "for which the two ends of the period are far apart"
    return [f"the {takes.format(names)} angles for numbers, {apart}"] if named else []


def has_angles(table: Table) -> bool:
    """Whether a column was declared an angle."""
    return any(a.kind == "angular" for a in table.attributes)


def _applicable(
    table: Table, asked: Iterable[str], catalogue: Mapping[str, MethodStanza]
) -> tuple[dict[str, MethodStanza], dict[str, str]]:
    """Stanzas of the methods that can run, by id, cheap methods first, and the reasons why others are left
    out.
    """
    left_out: dict[str, str] = {}
    kinds: dict[str, list[str]] = {}
    for a in table.attributes:
        if a.kind not in DISCRETE or a.values:
            kinds.setdefault(a.kind, []).append(a.name)
    for method in asked:
        stanza = catalogue[method]
        package = stanza.get("package")
        if lacking := kinds.keys() - set(stanza["kinds"]):
            named = ", ".join(_named(kind, kinds[kind]) for kind in sorted(lacking))
            left_out[method] = f"does not accept columns of kind {named}"
        elif package and importlib.util.find_spec(package) is None:
            left_out[method] = f"needs the package {package}, which is not installed"
    chosen = {m: with_defaults(catalogue[m]) for m in asked if m not in left_out}
    order = sorted(chosen, key=lambda m: (_cost(chosen[m]), m not in RIVALS))
    return {m: chosen[m] for m in order}, left_out


def _named(kind: str, columns: Sequence[str]) -> str:
    more = f" and {len(columns) - 3} more" if len(columns) > 3 else ""
    return f"{kind} ({', '.join(map(repr, columns[:3]))}{more})"


def simplicity(method: str, stanza: MethodStanza) -> tuple[Any, ...]:
    """Sort key of methods from simple to complex: naive Bayes, its relatives, other methods; cheap ones
    first.
    """
    return (method not in PLAIN, method in RIVALS or stanza.get("group") == "baseline", _cost(stanza))


def _cost(stanza: MethodStanza) -> int:
    return EFFORT.index(stanza.get("cost", "light"))


def row_numbers(question: Question) -> np.ndarray:
    """Number of every case in the user's file, counted from 1, shape (n,)."""
    return np.arange(1, n_cases(question.table) + 1) if question.rows is None else question.rows


def train_sizes(question: Question) -> np.ndarray:
    """Training cases of every fold, shape (J,)."""
    n = n_cases(question.table)
    return np.array([splits.train_size(question.folds, f, n) for f in range(len(question.folds.fold))])
