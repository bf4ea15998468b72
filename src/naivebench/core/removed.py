"""Names that 1.0.0 had and 2.0.0 does not, and what to use instead."""

from __future__ import annotations

from collections.abc import Sequence

# what to use instead -> names with their place: the path of a key or value without the user's own ids
INSTEAD = {
    "a job fits all methods of a data set under a protocol": [" grain"],
    "reports/tables/ and results/scores.parquet contain every number": [
        *(f"naivebench {name}" for name in ("archive", "export --run", "export --openml", "export --flow")),
        *(f"naivebench compare --{name}" for name in ("data", "folds", "name", "page")),
        *(f"naivebench compare --{name}" for name in ("published", "with-published")),
    ],
    "`naivebench COMMAND --help` lists the options": ["naivebench completion"],
    "`snakemake --cores 8` writes the report": ["naivebench report"],
    "save the model with `naivebench fit --out` or `save`": ["naivebench export", "estimator to_onnx"],
    "use pgmpy or pyAgrum for networks": [
        "naivebench infer", "naivebench fit --bif", "naivebench fit --plain-words", "estimator to_bif",
    ],
    'read the rows with duckdb.sql("...").df(), or use Dask': [
        "naivebench fit --sql", "naivebench fit --table", "naivebench predict --as-sql",
        "naivebench predict --only-posteriors", "naivebench predict --table",
    ],
    "use Dask (naivebench.distributed), or a sample of the rows": [
        *(f"datasets {key}" for key in ("stream", "shards", "most_values", "cuts")),
        "protocols folds tested", "protocols folds scheme row_hash",
    ],
    "use `file`, or Dask for rows beyond memory": ["datasets source csv", "datasets source parquet"],
    "name the data set with `{openml: ID}`, and choose a scheme of folds": [
        "datasets source openml_task", "protocols folds scheme openml",
    ],
    "`bayes` and `ranks` have the other tests": ["statistic hierarchical"],
    "use the method itself, or RandomizedSearchCV of scikit-learn": [
        f"method {name}_searched"
        for name in ("nb", "tan", "skdb", "hpb", "lightgbm", "xgboost", "catboost", "ebm")
    ],
    "use `column_nb`, or `nb` on columns that k-means has made": ["method kmeans_nb"],
    "missing cells are left out, as by default": ["parameter missing"],
    "use permutation_importance of scikit-learn, or `explain`": [
        "estimator importance", "estimator nomogram", "estimator top_values",
    ],
    "add up `predict_joint_log_proba`, or cross-validate log_loss of scikit-learn": [
        "estimator log_likelihood", "estimator aic", "estimator bic",
    ],
}  # fmt: skip
REMOVED = {name: use for use, names in INSTEAD.items() for name in names}


def advice(place: str, name: object) -> str:
    """Return ``"; it was removed in 2.0.0: USE"`` for a name that `REMOVED` has at this place, or ``""``."""
    use = REMOVED.get(f"{place} {name}")
    return f"; it was removed in 2.0.0: {use}" if use else ""


def find_argument(argv: Sequence[str]) -> str:
    """Return a sentence on the first removed command or option of `naivebench` in `argv`, or ``""``."""
    command = f"naivebench {argv[0] if argv else ''}"
    names = [*(f"{command} {word.partition('=')[0]}" for word in argv[1:] if word.startswith("--")), command]
    name = next((name for name in names if name in REMOVED), "")
    return f"there is no `{name}`{advice(*name.split(' ', 1))}" if name else ""
