"""Tables of scores of all data sets of one protocol, and facts about them, from stored predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.benchmark import read_predictions, score
from naivebench.benchmark.permuted import load_for
from naivebench.benchmark.predictions import Predictions
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, reason
from naivebench.core.table import Table
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

if TYPE_CHECKING:
    import pandas as pd

FACTS = ("hit_curves", "break_even", "bias_variance")
PLACE = "results/predictions/{}/{}.npz"  # also if the job reads a copy of a file in a store


class Pair(NamedTuple):
    """The files of a data set under the protocol."""

    dataset: str
    table: str
    discretized: str
    predictions: str


class Scored(NamedTuple):
    """Table -> its rows, and kind of fact -> data set -> content, in the form for JSON."""

    rows: dict[str, list[tuple[Any, ...]]]
    facts: dict[str, dict[str, Any]]


def score_protocol(protocol: str, pairs: Sequence[Pair], settings: Mapping[str, Any]) -> Scored:
    """Score all data sets of a protocol; a data set without predictions becomes a row with the reason.

    `settings`: see `settings.scored`. Raises InputError for a damaged file, and with `on_error: stop` for
    the first facts that cannot be computed.
    """
    scored = Scored({kind: [] for kind in score.COLUMNS}, {kind: {} for kind in FACTS})
    for pair in pairs:
        gone = next(filter(None, map(absence.read, pair[1:])), None)
        place = PLACE.format(protocol, pair.dataset)
        if gone:
            rows = score.absent_tables(gone, place)
        else:
            parts = read_predictions.by_folds(pair.predictions)
            table = load_for(pair.table, settings["permute"][pair.dataset])
            folds = splits.load(pair.discretized)
            named = [(place, part) for part in parts]
            rows = score.tables(named, table.y, folds, settings["metrics"], settings["methods"])
            for kind, content in _facts(protocol, pair.dataset, table, folds, parts, settings):
                scored.facts[kind][pair.dataset] = content
        for kind, of_kind in rows.items():
            scored.rows[kind] += [(protocol, pair.dataset, *row) for row in of_kind]
    return scored


def frames(scored: Scored) -> dict[str, pd.DataFrame]:
    """Table -> data frame with the columns of `score.COLUMNS`."""
    import pandas as pd

    tables = {kind: pd.DataFrame(scored.rows[kind], columns=list(c)) for kind, c in score.COLUMNS.items()}
    tables["failures"] = tables["failures"].astype(str)  # folds are numbers, or `all`
    return tables


def _facts(
    protocol: str,
    dataset: str,
    table: Table,
    folds: Folds,
    parts: Sequence[Predictions],
    settings: Mapping[str, Any],
) -> list[tuple[str, dict[str, Any]]]:
    """The facts that the protocol asks for; an error becomes an absence, which the report shows."""
    found = []
    for kind in FACTS:
        if not settings[kind]:
            continue
        try:
            computed = _COMPUTED[kind](dataset, table, folds, parts, settings)
            content = {"protocol": protocol, "dataset": dataset, **computed}
        except Exception as error:
            if settings["on_error"] == "stop":
                raise InputError(f"{kind} of {dataset}: {reason(error)} (on_error: stop)") from error
            content = {"absent": Absence("failed", kind, reason(error), score.FIX)._asdict()}
        found.append((kind, content))
    return found


def _in_order(gathered: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    return {m: gathered[m] for m in settings["methods"] if m in gathered}


def _hit_curves(dataset: str, table: Table, folds: Folds, parts: Any, settings: Mapping[str, Any]) -> Any:
    from naivebench.benchmark import hit_facts, retrieval

    methods = _in_order(retrieval.gather(parts), settings)
    seed, source = settings["seeds"][dataset], settings["sources"][dataset]
    if not methods:
        return {"curves": {}}
    return hit_facts.facts(table, folds, methods, reference=settings["hit_curves"], seed=seed, source=source)


def _break_even(dataset: str, table: Table, folds: Folds, parts: Any, settings: Mapping[str, Any]) -> Any:
    from naivebench.benchmark import retrieval

    return retrieval.facts(table, folds, _in_order(retrieval.gather(parts), settings))


def _bias_variance(dataset: str, table: Table, folds: Folds, parts: Any, settings: Mapping[str, Any]) -> Any:
    from naivebench.benchmark import retrieval

    return retrieval.decompose_error(table, _in_order(retrieval.gather(parts), settings), len(folds.fold))


_COMPUTED: dict[str, Callable[..., dict[str, Any]]] = {
    "hit_curves": _hit_curves,
    "break_even": _break_even,
    "bias_variance": _bias_variance,
}
