"""The plan of a trial: the table, the folds, the methods to compare, and the metric that decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naivebench.benchmark import job_settings
from naivebench.core.checks import InputError, check_one_of
from naivebench.core.table import DISCRETE, Table, class_counts, n_cases, n_classes
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds
from naivebench.evaluation.metrics import METRICS, Metric
from naivebench.models import catalogue, registry
from naivebench.models.method_stanzas import MethodStanza, add_defaults, find_method

PROTOCOL = "try"  # seeds the random numbers of folds and fits
FEWEST = 10  # rows that a table needs for a comparison
MANY_VALUES = 50  # values of a nominal column from which on methods for many values take part
# numbers of rows: five repeats below the first, two below the second, five folds above the third
FEW_ROWS, SMALL, LARGE = 500, 2_000, 100_000
BASELINE = "majority"  # always compared, because an answer rests on it
PLAIN = ("nb", "nb_mn")  # plain naive Bayes, for columns and for texts
FAMILY = ("nb", "gnb", "mixed_nb", "awnb", "tan", "kdb", "aode", "hnb", "a2de", "eskdb", "flexible_nb")
OF_ANGLES = ("vmnb", "kernel_vmnb", "hybrid_nb", "gnb_sincos")
ON_A_LINE = ("gnb", "mixed_nb", "flexible_nb", "sel_gnb")  # for which 359 and 1 degrees are far apart
OF_MANY_VALUES = ("nb_tuned", "hpb")
OF_TEXTS = ("nb_mn", "nb_mn_binary", "nb_bernoulli", "cnb", "twcnb", "rnbl_mn")
RIVALS = ("logistic_regression", "random_forest", "hist_gradient_boosting", "linear_svm_counts")
COSTS = ("light", "normal", "heavy")  # values of `cost` in a stanza, in the order in which methods run


class Plan(NamedTuple):
    """Input of all computations of a trial."""

    name: str  # id of the data set
    table: Table
    folds: Folds
    ratio: float  # of test to training cases, mean over the folds: how much training parts overlap
    methods: dict[str, MethodStanza]  # in the order in which they run
    metric: Metric
    seed: int
    target: str  # name of the class column
    refused: dict[str, str]  # requested method that does not accept the columns -> the reason
    decisions: Sequence[str]  # about the columns and rows of the table


def make_plan(
    name: str,
    table: Table,
    *,
    methods: Sequence[str] = (),
    metric: str = "accuracy",
    folds: int | None = None,
    repeats: int | None = None,
    in_time_order: bool = False,
    holdout: int | None = None,
    seed: int = 0,
    target: str = "class",
    decisions: Sequence[str] = (),
    where: str = "",
) -> Plan:
    """Plan the trial of a table; `methods`: ids, by default those that suit its columns. folds, repeats: by
    default ten folds, five on large tables, and several repeats if the table is small and folds are drawn at
    random. holdout: number of leading rows that train instead of folds; where: the table in messages.

    Raises InputError for a small table, for unknown methods and metrics, and if no method is usable.
    """
    n, k, where = n_cases(table), n_classes(table), where or name
    if n < FEWEST:
        raise InputError(f"{where} has {n} rows with a class, but at least {FEWEST} are needed: add rows")
    if 2 * k > n:
        raise InputError(
            f"the class column of {where} has {k} different labels in {n} rows, so most labels have too "
            "few rows: choose another target"
        )
    if all(a.kind in DISCRETE and not a.values for a in table.attributes):
        cure = "add columns, or keep those left out by --kind"
        raise InputError(f"{where} has no column with values besides the class: {cure}")
    check_one_of(metric, METRICS, "metric", "--metric")

    # folds
    scheme = "time" if in_time_order else "stratified" if table.groups is None else "grouped"
    if holdout is not None:
        scheme, folds, repeats = "holdout", 2, 1
    most = max(2, int(class_counts(table).max())) if scheme == "stratified" else n
    folds = min((10 if n <= LARGE else 5) if folds is None else folds, most)
    if repeats is None:
        repeats = 1 if scheme == "time" or n >= SMALL else 2 if n >= FEW_ROWS else 5
    entropy = job_settings.make_seed_words(seed, PROTOCOL, name)
    drawn = splits.make_folds(
        table, scheme=scheme, folds=folds, repeats=repeats, holdout=holdout, seed=entropy
    )
    chosen, refused = choose_methods(table, methods, where)
    ratio = splits.average_test_train_ratio(drawn, n)
    return Plan(name, table, drawn, ratio, chosen, METRICS[metric], seed, target, refused, decisions)


def choose_methods(
    table: Table, methods: Sequence[str], where: str
) -> tuple[dict[str, MethodStanza], dict[str, str]]:
    """Choose the stanzas of the methods, in the order of their runs, and say why some cannot be compared."""
    stanzas, refused = catalogue.read_methods(), {}
    wanted = methods or find_suitable_methods(table)
    for method in wanted:
        if others := registry.find_unsupported(find_method(stanzas, method), table):
            kind, name = others[0].kind, others[0].name
            refused[method] = f"does not accept columns of kind {kind}, such as {name!r}"
    if refused.keys() == set(wanted):
        kinds = ", ".join(sorted({a.kind for a in table.attributes}))
        why = "; ".join(f"`{method}` {reason}" for method, reason in refused.items())
        cure = "choose other methods, or leave the columns of one kind out with --drop"
        raise InputError(f"{where}: {why or f'no method accepts {kinds} columns together'}: {cure}")
    chosen = sorted(dict.fromkeys([BASELINE, *wanted]), key=lambda m: rank_cost(stanzas[m]))
    return {m: add_defaults(stanzas[m]) for m in chosen}, refused


def find_suitable_methods(table: Table) -> list[str]:
    """Return the ids of the members of the family that suit the columns, and of the rivals."""
    kinds = {a.kind for a in table.attributes}
    widest = max((len(a.values) for a in table.attributes if a.kind in DISCRETE), default=0)
    numbers = bool(kinds & {"linear", "angular"})
    # without other columns beside numbers, mixed_nb would repeat gnb, and without numbers nb
    idle = set() if numbers and kinds - {"linear"} else {"mixed_nb"}
    idle |= set() if numbers else {"gnb", "flexible_nb"}
    idle |= set(ON_A_LINE) if "angular" in kinds else set()
    wanted = [m for m in FAMILY if m not in idle]
    wanted += OF_ANGLES if kinds & {"angular", "direction"} else ()
    wanted += OF_MANY_VALUES if widest > MANY_VALUES else ()
    return [m for m in (*wanted, *OF_TEXTS, *RIVALS) if kinds <= set(catalogue.read_methods()[m]["kinds"])]


def rank_cost(stanza: MethodStanza) -> int:
    return COSTS.index(stanza["cost"])
